"""Whole games of Stock Hold'em, played move by move, with prices and totals worked out by hand.

The areas end as: red, the printed Rockfish example with a surge, 45 · blue, the printed Tuna, 27 · yellow, the printed
Squid, 31 · green, 2-3-4-5-6 of one suit: 20 + 10 + 20 = 50 · black, D2 D3 N2 L3 L2: 5 and a full house, 25 · orange,
D4 D4 N5 L6 D3: 11 and a small straight, 21.
"""

from __future__ import annotations

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.stock_holdem import GAME, Options, Place, State
from openingbell.rules.kernel import replay
from tests.service.rules.stock_holdem.playing import begun, house, script

DEALT = {
    "red": ["I4", "L4"],
    "blue": ["L2", "L4"],
    "yellow": ["N3", "N4"],
    "green": ["I2", "I3"],
    "black": ["D2", "D3"],
    "orange": ["D4", "D4"],
}
PRICES = (45, 27, 31, 50, 25, 21)


def scored(state: State) -> State:
    assert state.phase == "score"
    return house(state, SeededRng("nothing is drawn"))


def test_three_seats_one_round() -> None:
    """Every seat places one card at every company; trades are followed in the comments."""
    hands = [
        ["N4", "L5", "D5", "I4", "N2", "N5"],
        ["N6", "L6", "D6", "I5", "L3", "L6"],
        ["D6", "BEAR", "BULL", "I6", "L2", "D3"],
    ]
    state = begun(3, Options(rounds=1, first_seat=0), areas=DEALT, hands=hands)
    assert (state.money, state.chips) == ((150, 150, 150), (2, 3, 3))
    state = script(
        state,
        """
        0: skip-sell; buy red; end
        1: skip-sell; buy red; end
        2: skip-sell; buy green; end
        0: place N4 red; skip-sell; buy red; surge red; end
        1: place L6 blue; sell red; buy blue; end
        2: place I6 green; skip-sell; buy green; end
        """,
    )
    # Red went 20 21 22 23, and by seat 1's sale to 22; blue 21; green 20 21 22.
    assert state.prices == (22, 21, 20, 22, 20, 20)
    # 150 - 20 - 22 · 150 - 21 + 23 - 20 · 150 - 20 - 21; chips 2+1+1-3 · 3+1 (no chip for a sale) · 3+1+1.
    assert (state.money, state.chips) == ((108, 132, 109), (1, 4, 5))
    state = script(
        state,
        """
        0: place L5 blue; skip-sell; skip-buy; end
        1: place N6 red; skip-sell; buy red; end
        2: place BULL yellow; skip-sell; buy yellow; end
        0: place D5 yellow; skip-sell; buy yellow; end
        1: place D6 yellow; skip-sell; skip-buy; end
        2: place D6 red; skip-sell; skip-buy; end
        0: place I4 green; skip-sell; buy green; end
        1: place I5 green; skip-sell; buy green; chip-buy red; end
        2: place BEAR blue; skip-sell; buy blue; chip-sell yellow; end
        0: place N2 black; sell red; buy black; peek yellow 3; end
        1: place L3 black; skip-sell; skip-buy; end
        2: place L2 black; skip-sell; skip-buy; end
        """,
    )
    # 108 -21 -22 +24 -20 · 132 -22 +1 (an eighth chip) -23 -23 · 109 -20 +1 +1 -21 +22.
    assert state.money == (69, 65, 92)
    assert state.chips == (4, 6, 7)
    last = [(seat, Place(state.areas[5][2 + seat].card, "orange")) for seat in (0, 1, 2)]
    assert list(state.followed) == last, "each had one card left, and only orange had room"
    final = scored(state)
    assert final.prices == PRICES
    # 69 + red, yellow, green, black + 4 chips · 65 + 2 red, blue, green + 6 · 92 + 2 green, blue + 7.
    assert final.shares == ((1, 0, 1, 1, 1, 0), (2, 1, 0, 1, 0, 0), (0, 1, 0, 2, 0, 0))
    assert GAME.scores(final) == (224, 238, 226)
    result = GAME.result(final)
    assert result is not None
    assert result.winners == (1,)
    assert [place.rank for place in result.places] == [3, 1, 2]
    assert GAME.turn(final).over


def test_six_seats_one_round_dark_and_crowded() -> None:
    """Seat s places at company s, buys where it likes, and keeps one card; there is no final step."""
    hands = [
        ["N4", "N6", "D6"],
        ["L5", "L6", "BEAR"],
        ["D5", "D6", "BULL"],
        ["I4", "I5", "I6"],
        ["N2", "L3", "L2"],
        ["N5", "L6", "D3"],
    ]
    state = begun(6, Options(rounds=1, dark=True, crowded=True), start_seat=2, areas=DEALT, hands=hands)
    assert state.money == (100,) * 6
    assert state.chips == (4, 5, 2, 3, 3, 4), "2 3 3 4 4 5 from the start player on"
    state = script(state, "\n".join(f"{seat}: skip-sell; buy green; end" for seat in (2, 3, 4, 5, 0, 1)))
    assert state.money == (76, 75, 80, 79, 78, 77), "green cost 20 21 22 23 24 25"
    assert state.prices[3] == 26
    state = script(
        state,
        """
        2: place D5 yellow; skip-sell; skip-buy; end
        3: place I4 green; skip-sell; skip-buy; end
        4: place N2 black; skip-sell; skip-buy; end
        5: place N5 orange; skip-sell; skip-buy; end
        0: place N4 red; skip-sell; skip-buy; end
        1: place L5 blue; skip-sell; skip-buy; end
        """,
    )
    assert state.chips == (7, 7, 5, 6, 6, 7)
    assert state.money[1] == 76, "its eighth chip is a dollar"
    state = script(
        state,
        """
        2: place D6 yellow; skip-sell; buy red; end
        3: place I5 green; skip-sell; buy red; end
        4: place L3 black; sell green; skip-buy; end
        5: place L6 orange; skip-sell; skip-buy; end
        0: place N6 red; skip-sell; skip-buy; end
        1: place L6 blue; skip-sell; skip-buy; end
        2: place BULL yellow; skip-sell; buy yellow; surge red; end
        3: place I6 green; skip-sell; skip-buy; end
        4: place L2 black; skip-sell; buy blue; end
        5: place D3 orange; skip-sell; skip-buy; end
        0: place D6 red; skip-sell; skip-buy; end
        1: place BEAR blue; skip-sell; skip-buy; end
        """,
    )
    assert state.money == (80, 80, 40, 60, 85, 81)
    assert state.chips == (7, 7, 4, 7, 7, 7)
    assert [len(hand) for hand in state.hands] == [1] * 6
    final = scored(state)
    assert final.prices == PRICES
    # 80+50+7 · 80+50+7 · 40+50+45+31+4 · 60+50+45+7 · 85+27+7 · 81+50+7.
    assert GAME.scores(final) == (137, 137, 170, 162, 119, 138)
    result = GAME.result(final)
    assert result is not None
    assert [place.rank for place in result.places] == [4, 4, 1, 2, 6, 3]
    assert result.winners == (2,)


def test_a_whole_game_replays_from_its_log() -> None:
    rng, options, log = SeededRng("replay"), Options(rounds=3, dark=True), []
    state = GAME.start(5, options)
    while not (now := GAME.turn(state)).over:
        seat = now.seats[0] if now.seats else -1
        action = GAME.legal(state, seat).sample(rng) if now.seats else GAME.house(state, rng)
        log.append((seat, action))
        state = GAME.apply(state, seat, action)
    assert replay(GAME, 5, options, log) == state
    assert len(state.scored) == 3
