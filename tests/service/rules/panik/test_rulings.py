"""Panik, one test or more a ruling, each named for the one that it shows."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from openingbell.bots.rng import SeededRng
from openingbell.rules.games.panik import (
    GAME,
    Call,
    Deal,
    Detect,
    Duo,
    NoCall,
    NoSend,
    Options,
    Place,
    Relocate,
    Reveal,
    Score,
    SendBack,
)
from openingbell.rules.games.panik.scoring import manor_score
from openingbell.rules.games.panik.state import TEAM, Hunter
from openingbell.rules.kernel import HOUSE, Illegal, play
from tests.service.rules.panik.scripted import (
    DUO,
    FOUR,
    OVER,
    STANDARD,
    TWO,
    act,
    asked,
    begun,
    deal,
    dealt,
    down,
    put,
    quietly,
    refused,
    scored,
    there,
    up,
)


def test_pnk_01_the_values_of_the_manors() -> None:
    count = Counter(GAME.start(2, Options()).table.deck)
    assert count == {"1": 2, "2": 3, "3": 3, "4": 3, "5": 2, "shared": 3, "trapped": 3}
    other = Counter(GAME.start(2, Options(values=(13, 0, 0, 0, 0))).table.deck)
    assert other == {"1": 13, "shared": 3, "trapped": 3}


@pytest.mark.parametrize("values", [(2, 3, 3, 3, 3), (2, 3, 3, 5), (2, 3, 3, 6, -1), (2, 3, 3, 3, 2, 0), ("a",) * 5])
def test_pnk_01_thirteen_manors_have_a_value(values: tuple[int, ...]) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.start(2, Options(values=values))
    assert (caught.value.ruling, caught.value.pointer) == ("PNK-01", "/values")


@pytest.mark.parametrize("seats", GAME.seats)
def test_pnk_02_four_manors_each_whatever_the_number_of_seats(seats: int) -> None:
    action = GAME.house(GAME.start(seats, Options()), SeededRng(3))
    assert isinstance(action, Deal)
    assert [len(row) for row in action.manors] == [4] * seats
    assert len(action.unused) == 19 - 4 * seats
    short = dataclasses.replace(action, manors=(action.manors[0][:3], *action.manors[1:]))
    assert refused(GAME.start(seats, Options()), HOUSE, short).ruling == "PNK-02"


def test_pnk_02_the_deal_is_of_the_tables_own_deck() -> None:
    start = GAME.start(2, Options())
    five = Deal(0, (("5", "5", "5", "1"), ("1", "2", "2", "2")), deal(*TWO).unused)
    assert refused(start, HOUSE, five).ruling == "PNK-02"


def test_pnk_03_manors_are_revealed_at_once_then_duos_placed_at_once() -> None:
    state = dealt(*TWO)
    assert asked(state) == ((0, 1), "reveal")
    first = play(GAME, state, 0, Reveal(2))
    assert asked(first) == ((1,), "reveal")
    assert not any(manor.face_up for manor in first.manors)
    assert GAME.view(first, 1) == GAME.view(play(GAME, state, 0, Reveal(3)), 1)
    state = play(GAME, play(GAME, first, 0, Reveal(0)), 1, Reveal(4))
    assert [n for n, manor in enumerate(state.manors) if manor.face_up] == [0, 4]
    assert asked(state) == ((0, 1), "duo")
    assert (refused(state, 0, Duo(0)).ruling, refused(state, 0, Duo(5)).ruling) == ("PNK-03", "PNK-03")
    half = play(GAME, state, 1, Duo(5))
    assert there(half, 5) == []
    state = play(GAME, half, 0, Duo(1))
    assert (there(state, 1), there(state, 5)) == (["0 duo!"], ["1 duo!"])
    assert refused(dealt(*TWO), 0, Reveal(4)).ruling == "PNK-03"


def test_pnk_04_the_duo_of_the_set_up_takes_a_place_and_may_be_sent_back() -> None:
    state = begun()
    for kind in ("standard", "standard"):
        state = quietly(down(state, kind, 1))
    assert len(state.manors[1].hunters) == 3
    state = act(down(state, "standard", 1), SendBack(0))
    assert asked(state) == ((0,), "relocate")
    assert state.lifted == Hunter(0, "duo", True, sent_back=True)


def test_pnk_05_face_down_or_face_up_is_the_placers_choice() -> None:
    state = begun()
    for kind in dict.fromkeys(TEAM):
        assert Place(kind, 3, "down") in GAME.legal(state, 0)
        assert (Place(kind, 3, "up") in GAME.legal(state, 0)) == (kind != "detector")
    assert there(down(state, "call", 3), 3) == ["0 call"]
    assert there(up(state, "duo", 3), 3) == ["0 duo!"]


def test_pnk_05_a_card_placed_face_down_gives_its_ability_up() -> None:
    state = down(begun(), "call", 3)
    assert (asked(state), state.turns) == (((1,), "place"), 1)
    before = [manor.face_up for manor in state.manors]
    state = down(state, "detector", 7)
    assert ([manor.face_up for manor in state.manors], state.turns) == (before, 2)


def test_pnk_05_only_hunters_in_hand_are_placed() -> None:
    state = quietly(down(begun(), "call", 3))
    state = quietly(down(state, "standard", 3))
    assert refused(state, 0, Place("call", 3, "up")).ruling == "PNK-05"


def test_pnk_06_the_flip_comes_first_and_the_destination_is_chosen_after_it() -> None:
    state = begun()
    assert refused(state, 0, Place("detector", 7, "up")).ruling == "PNK-06"
    assert [refused(state, 0, Detect(manor)).ruling for manor in (1, 4)] == ["PNK-06", "PNK-06"]
    state = act(state, Detect(6))
    assert GAME.view(state, None).manors[6].card == "trapped"
    assert asked(state) == ((0,), "place_detector")
    assert refused(state, 0, Place("standard", 7, "up")).ruling == "PNK-06"
    assert refused(state, 0, Place("detector", 7, "down")).ruling == "PNK-06"
    assert there(act(state, Place("detector", 7, "up")), 7) == ["0 detector!"]


def test_pnk_06_with_nothing_left_to_turn_up_the_detector_is_just_placed() -> None:
    state = begun()
    state = state.but(manors=tuple(manor._replace(face_up=True) for manor in state.manors))
    assert refused(state, 0, Detect(5)).ruling == "PNK-06"
    assert there(up(state, "detector", 3), 3) == ["0 detector!"]


def test_pnk_07_a_full_manor_takes_nobody_in() -> None:
    state = put(begun(), 7, STANDARD, STANDARD, STANDARD, STANDARD)
    full = refused(state, 0, Place("standard", 7, "down"))
    assert (full.reason, full.ruling, full.pointer) == ("full", "PNK-07", "/manor")
    state = act(state, Detect(5))
    assert refused(state, 0, Place("detector", 7, "up")).ruling == "PNK-07"


def test_pnk_08_sending_back_is_optional_and_hits_those_who_were_there_before() -> None:
    state = up(begun(), "standard", 5)
    assert asked(state) == ((0,), "send_back")
    assert refused(state, 0, SendBack(1)).ruling == "PNK-08"
    assert quietly(state).turns == 1
    assert asked(act(state, SendBack(0))) == ((1,), "relocate")


def test_pnk_08_the_owner_alone_chooses_another_manor_of_whomever() -> None:
    state = put(begun(), 7, STANDARD, STANDARD, STANDARD, STANDARD)
    state = act(up(state, "standard", 5), SendBack(0))
    assert not GAME.legal(state, 0)
    assert [refused(state, 1, Relocate(manor, "up")).reason for manor in (5, 7)] == ["same-manor", "full"]
    assert [refused(state, 1, Relocate(manor, "up")).ruling for manor in (5, 7)] == ["PNK-08", "PNK-07"]
    for manor in (0, 1, 2, 3, 4, 6):
        after = act(state, Relocate(manor, "up"))
        assert there(after, manor)[-1] == "1 duo!"
        assert asked(after) == ((1,), "place")


def test_pnk_08_a_hunter_sent_back_sends_nobody_back_and_uses_no_ability() -> None:
    state = put(begun(), 7, Hunter(1, "call", False))
    state = act(up(state, "standard", 7), SendBack(0), Relocate(1, "up"))
    assert there(state, 1) == ["0 duo!", "1 call!"]
    assert (asked(state), state.turns) == (((1,), "place"), 1)


def test_pnk_08_ones_own_hunter_may_be_sent_back_too() -> None:
    state = act(up(begun(), "standard", 1), SendBack(0), Relocate(2, "up"))
    assert there(state, 2) == ["0 duo!"]


def test_pnk_09_a_hunter_sent_back_may_be_turned_up_but_never_down() -> None:
    hidden = act(up(put(begun(), 7, STANDARD), "standard", 7), SendBack(0))
    assert [Relocate(0, face) in GAME.legal(hidden, 1) for face in ("down", "up")] == [True, True]
    shown = act(up(begun(), "standard", 5), SendBack(0))
    assert refused(shown, 1, Relocate(0, "down")).ruling == "PNK-09"
    for state in (hidden, shown):
        default = GAME.default(state, 1, SeededRng(0))
        assert isinstance(default, Relocate)
        assert state.lifted is not None
        assert (default.face == "up") == state.lifted.face_up


def test_pnk_10_an_attempt_on_a_hidden_over_equipped_turns_it_up_and_is_used_up() -> None:
    state = act(up(put(begun(), 7, OVER, STANDARD), "standard", 7), SendBack(0))
    assert there(state, 7) == ["1 overequipped!", "1 standard", "0 standard!"]
    assert (asked(state), state.turns) == (((1,), "place"), 1)


@pytest.mark.parametrize("immune", [OVER, DUO])
def test_pnk_10_an_attempt_to_call_an_immune_one_turns_it_up_and_is_used_up(immune: Hunter) -> None:
    state = act(up(put(begun(), 7, immune), "call", 3), Call(7, 0))
    assert (there(state, 7), there(state, 3)) == ([f"1 {immune.kind}!"], ["0 call!"])
    assert (asked(state), state.turns) == (((1,), "place"), 1)


def test_pnk_10_what_is_offered_does_not_depend_on_what_is_hidden() -> None:
    for kind in ("standard", "call"):
        rendered = []
        for hidden in (STANDARD, OVER, DUO):
            state = up(put(begun(), 7, hidden), kind, 7 if kind == "standard" else 3)
            rendered.append((GAME.turn(state), GAME.legal(state, 0).render(), GAME.view(state, 0)))
        assert rendered[0] == rendered[1] == rendered[2]


def test_pnk_10_own_and_open_immune_hunters_are_no_targets() -> None:
    state = put(begun(), 7, Hunter(0, "overequipped", False), OVER._replace(face_up=True), STANDARD)
    state = up(state, "standard", 7)
    assert [
        (refused(state, 0, SendBack(place)).reason, refused(state, 0, SendBack(place)).ruling) for place in (0, 1)
    ] == [
        ("immune", "PNK-10"),
        ("immune", "PNK-10"),
    ]
    assert SendBack(2) in GAME.legal(state, 0)
    state = put(begun(), 7, Hunter(0, "duo", False), DUO._replace(face_up=True), STANDARD)
    state = up(state, "call", 3)
    assert [refused(state, 0, Call(7, place)).ruling for place in (0, 1)] == ["PNK-10", "PNK-10"]
    assert refused(state, 0, Call(1, 0)).ruling == "PNK-10"
    assert Call(7, 2) in GAME.legal(state, 0)


def test_pnk_10_the_send_back_is_skipped_only_if_everybody_sees_that_there_is_nobody() -> None:
    assert asked(up(begun(), "standard", 7)) == ((1,), "place")
    opened = put(begun(), 7, OVER._replace(face_up=True))
    assert asked(up(opened, "standard", 7)) == ((1,), "place")
    # Its own over-equipped hunter is no target, but only its owner knows that: it is asked all the same.
    own = up(put(begun(), 7, Hunter(0, "overequipped", False)), "standard", 7)
    assert asked(own) == ((0,), "send_back")
    assert [choice.action for choice in GAME.legal(own, 0)] == [NoSend]
    assert refused(own, 0, SendBack(0)).ruling == "PNK-10"


def test_pnk_10_the_call_is_skipped_only_if_everybody_sees_that_nobody_can_come() -> None:
    # The duos of the set-up are the only others, and open.
    assert asked(up(begun(), "call", 3)) == ((1,), "place")
    own = up(put(begun(), 7, Hunter(0, "duo", False)), "call", 3)
    assert asked(own) == ((0,), "call")
    assert [choice.action for choice in GAME.legal(own, 0)] == [NoCall]
    assert refused(own, 0, Call(7, 0)).ruling == "PNK-10"
    full = put(begun(), 7, STANDARD, STANDARD, STANDARD, STANDARD)
    assert asked(up(full, "call", 3)) == ((1,), "place")


def test_pnk_11_the_call_comes_after_the_send_back_even_into_the_manor_just_freed() -> None:
    state = put(begun(), 7, STANDARD, STANDARD, STANDARD)
    assert asked(quietly(up(state, "call", 7))) == ((1,), "place")
    state = act(up(state, "call", 7), SendBack(1), Relocate(6, "down"))
    assert asked(state) == ((0,), "call")
    # The hunter that was just sent away is called back, facing as it lay.
    state = act(state, Call(6, 0))
    assert there(state, 7) == ["1 standard", "1 standard", "0 call!", "1 standard"]
    assert state.manors[7].hunters[-1] == Hunter(1, "standard", False, sent_back=True, called=True)
    assert asked(state) == ((1,), "place")


def test_pnk_11_nobody_comes_from_a_full_manor_or_from_the_same_one() -> None:
    state = put(put(begun(), 7, STANDARD, STANDARD, STANDARD, STANDARD), 6, STANDARD)
    state = act(up(state, "call", 5), NoSend())
    assert [(refused(state, 0, Call(m, 0)).reason, refused(state, 0, Call(m, 0)).ruling) for m in (7, 5)] == [
        ("full", "PNK-11"),
        ("same-manor", "PNK-11"),
    ]
    assert there(act(state, Call(6, 0)), 5) == ["1 duo!", "0 call!", "1 standard"]
    assert quietly(state).turns == 1


def test_pnk_11_a_hunter_that_is_called_uses_no_ability() -> None:
    state = put(begun(), 7, Hunter(1, "call", True))
    state = act(up(state, "call", 1), NoSend(), Call(7, 0))
    assert (there(state, 1), asked(state)) == (["0 duo!", "0 call!", "1 call!"], ((1,), "place"))


@pytest.mark.parametrize(
    ("card", "hunters", "points"),
    [
        ("4", [(0, "standard"), (1, "duo"), (1, "call")], (4, 12)),
        ("shared", [(0, "duo"), (1, "standard"), (1, "standard")], (4, 4)),
        ("shared", [(0, "duo"), (1, "duo"), (1, "duo"), (0, "call")], (3, 4)),
        ("trapped", [(1, "duo"), (1, "overequipped"), (0, "duo")], (9, 0)),
    ],
)
def test_pnk_12_what_manors_pay(card: str, hunters: list[tuple[int, str]], points: tuple[int, ...]) -> None:
    assert manor_score(2, 0, card, hunters, 2).points == points


def test_pnk_12_the_house_recomputes_the_score() -> None:
    state = begun(*FOUR).but(phase="score")
    assert refused(state, HOUSE, Score((0, 0, 0, 0))).ruling == "PNK-12"
    assert scored(state).totals == (8, 8, 10, 8)
    assert GAME.view(scored(state), None).manors[8].card == "trapped"


def test_pnk_13_a_duo_doubles_and_adds_nothing() -> None:
    row = manor_score(0, 0, "5", [(0, "duo")], 2)
    assert (row.points, row.doubled, row.hunters[0].points) == ((10, 0), 1, 10)


def test_pnk_14_every_manor_takes_four_and_no_other_mark_matters() -> None:
    state = begun()
    for manor in (0, 3, 6):
        for size in range(4):
            crowd = put(state, manor, *([STANDARD] * size))
            assert Place("standard", manor, "down") in GAME.legal(crowd, 0)


def test_pnk_15_the_first_seat_is_drawn_and_turns_go_clockwise() -> None:
    start = GAME.start(3, Options())
    drawn = {GAME.house(start, SeededRng(seed)).first_seat for seed in range(40)}  # type: ignore[attr-defined]
    assert drawn == {0, 1, 2}
    named = GAME.start(3, Options(first_seat=1))
    assert GAME.house(named, SeededRng(0)).first_seat == 1  # type: ignore[attr-defined]
    assert refused(named, HOUSE, deal(*FOUR[:3], first=2)).ruling == "PNK-15"
    state, order = begun(*FOUR, first=2), []
    while state.phase != "score":
        order.append(asked(state)[0][0])
        state = quietly(act(state, GAME.default(state, order[-1], SeededRng(len(order)))))
    assert order == [2, 3, 0, 1] * 8


def test_pnk_15_only_the_seat_whose_turn_it_is_places() -> None:
    assert refused(begun(), 1, Place("standard", 0, "down")).ruling == "PNK-15"


def test_pnk_15_ties_are_shared() -> None:
    state = begun().but(phase="over", totals=(7, 7))
    result = GAME.result(state)
    assert result is not None
    assert ([place.rank for place in result.places], result.winners) == ([1, 1], (0, 1))


def test_pnk_16_an_owner_always_sees_its_own_manors_and_nobody_else_does() -> None:
    state = begun()
    seen = {viewer: [manor.card for manor in GAME.view(state, viewer).manors] for viewer in (None, 0, 1)}
    assert seen[0] == ["3", "5", "shared", "trapped", "2", None, None, None]
    assert seen[1] == ["3", None, None, None, "2", "4", "trapped", "1"]
    assert seen[None] == ["3", None, None, None, "2", None, None, None]
