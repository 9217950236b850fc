"""How a game of peeking and passing runs: whose turn it is, what is legal, and what every action does.

Law. `seated`, `turn`, `legal`, `apply` and `house`. `apply` trusts players' actions
(`kernel.play` checks them against `legal`) and checks the house's.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, Literal

from openingbell.rules.auctions import called, opened
from openingbell.rules.cards import RANK, in_order
from openingbell.rules.choices import Choice, Choices, Field, TotalAtLeast
from openingbell.rules.domains import OneOf, Range, Subset
from openingbell.rules.kernel import Turn
from openingbell.rules.market import hand_score
from openingbell.rules.matches import Score, lowest_total, without
from openingbell.rules.peek_and_pass.state import (
    DEALT,
    KEPT,
    PANIC_CARDS,
    ROUNDS,
    AuctionRecord,
    Bid,
    Deal,
    Discard,
    Panic,
    PassBid,
    PassCards,
    Pay,
    State,
    Table,
    forced,
    neighbour,
    owing,
)
from openingbell.rules.seats import OVER, alone, chosen, of_house, together
from openingbell.rules.values import Action, Illegal, Rng, Text, put, shuffled

# -- start -----------------------------------------------------------------------------------------------------------


def seated(table: Table, first_seat: int | Literal["drawn"]) -> State:
    """The table before the first deal."""
    nobody: tuple[tuple[str, ...], ...] = ((),) * table.seats
    return State(
        table=table,
        phase="deal",
        hand=0,
        round=0,
        dealer=None if first_seat == "drawn" else first_seat,
        opener=None,
        last_winner=None,
        totals=(0,) * table.seats,
        hands=nobody,
        locked=nobody,
        stacks=((),) * ROUNDS,
        revealed=0,
        stub=(),
        market=table.market,
    )


# -- turn ------------------------------------------------------------------------------------------------------------

KINDS: Final[Mapping[str, str]] = {
    "auction": "bid",
    "pay": "pay",
    "pass": "pass_cards",
    "panic": "panic",
    "discard": "discard",
}
"""The name of the decision, a phase."""


def turn(state: State) -> Turn:
    """Who must act. Five locked cards force a seat's pass in an auction, its Panic and its last slow discard."""
    phase = state.phase
    if phase == "auction":
        assert state.auction is not None
        return alone(state.auction.asked, "bid")
    if phase == "pay":
        return alone(state.auctions[-1].winner, "pay")
    if phase in ("deal", "score"):
        return of_house(phase)
    if phase == "over":
        return OVER
    return together(owing(state), chosen(state.sealed), KINDS[phase])


# -- legal -----------------------------------------------------------------------------------------------------------

_BID_LABEL: Final = Text("bid", "Bid for the look at the stack")
_PASS: Final = Choice(PassBid, Text("pass-bid", "Pass"))
_PAY_LABEL: Final = Text("pay", "Lock cards to pay your bid")
_PASS_LABEL: Final = Text("pass-cards", "Pass cards to your neighbour")
_PANIC_LABEL: Final = Text("panic", "Lay four cards into the Marketplace")
_DISCARD_LABEL: Final = Text("discard", "Lay one card into the Marketplace")
_UNLOCKED: Final = {"not-offered": "BULL-13"}
_PAYABLE: Final = {"not-offered": "BULL-13", "too-many": "BULL-09"}
_BIDDABLE: Final = {"too-high": "BULL-09"}
_UNPAYABLE: Final = {"bid": "BULL-09"}


@lru_cache(maxsize=4096)
def max_bid(unlocked: tuple[str, ...], locked: int) -> int:
    """The most that a seat can pay: its best unlocked cards, as many as it may still lock (BULL-09)."""
    return sum(sorted([RANK[card] for card in unlocked], reverse=True)[: KEPT - locked])


def legal(state: State, seat: int) -> Choices:
    """What the seat may do now, from its own cards and public facts (GEN-05)."""
    phase = state.phase
    if phase == "auction":
        assert state.auction is not None
        if seat != state.auction.asked:
            return Choices()
        low, high = state.auction.high + 1, max_bid(state.hands[seat], len(state.locked[seat]))
        return Choices((_bid(low, high), _PASS)) if low <= high else Choices((_PASS,), rulings=_UNPAYABLE)
    if phase == "pay":
        record = state.auctions[-1]
        if seat != record.winner:
            return Choices()
        assert record.price is not None
        return payments(state.hands[seat], KEPT - len(state.locked[seat]), record.price)
    if phase not in KINDS or not 0 <= seat < state.table.seats or forced(state, seat):
        return Choices()
    hand = state.hands[seat]
    if phase == "pass":
        count = ROUNDS + 1 - state.round
        return Choices((Choice(PassCards, _PASS_LABEL, (_exactly(hand, count, "BULL-15"),)),))
    if phase == "panic":
        return Choices((Choice(Panic, _PANIC_LABEL, (_exactly(hand, PANIC_CARDS, "BULL-18"),)),))
    return Choices((Choice(Discard, _DISCARD_LABEL, (Field("card", OneOf(hand), "BULL-21", _UNLOCKED),)),))


@cache
def _bid(low: int, high: int) -> Choice:
    return Choice(Bid, _BID_LABEL, (Field("amount", Range(low, high), "BULL-04", _BIDDABLE),))


def payments(hand: tuple[str, ...], most: int, price: int) -> Choices:
    """At most so many unlocked cards, worth the price by printed rank; more is as good (BULL-12)."""
    enough = TotalAtLeast("cards", {card: RANK[card] for card in hand}, price, most, "BULL-12")
    field = Field("cards", Subset(hand, 1, most), "BULL-12", _PAYABLE)
    return Choices((Choice(Pay, _PAY_LABEL, (field,), (enough,)),))


def _exactly(hand: tuple[str, ...], count: int, ruling: str) -> Field:
    return Field("cards", Subset(hand, count, count), ruling, _UNLOCKED)


# -- apply -----------------------------------------------------------------------------------------------------------


def apply(state: State, seat: int, action: Action) -> State:
    """The state after an action; the last sealed move of a step takes effect with all the others."""
    return _APPLY[type(action)](state, seat, action)


def _deal(state: State, seat: int, action: Deal) -> State:
    del seat
    table = state.table
    if not 0 <= action.dealer < table.seats or state.dealer not in (None, action.dealer):
        raise Illegal("wrong-dealer", f"Seat {action.dealer} is not the dealer.", ruling="BULL-01", pointer="/dealer")
    sizes = [[len(cards) for cards in action.hands], [len(cards) for cards in action.stacks]]
    if sizes != [[DEALT] * table.seats, [table.stack_size] * ROUNDS]:
        raise Illegal("wrong-deal", f"Hands and stacks of {sizes} cards are not a deal.", ruling="BULL-20")
    size = (DEALT * table.seats) + (table.stack_size * ROUNDS) + len(action.stub)
    if size != len(table.deck) or table.cards != {*itertools.chain(*action.hands, *action.stacks, action.stub)}:
        raise Illegal("wrong-deal", "The cards dealt are not the table's deck.", ruling="BULL-20")
    dealt = state.but(
        hand=state.hand + 1,
        round=0,
        dealer=action.dealer,
        opener=None,
        hands=tuple([in_order(cards) for cards in action.hands]),
        locked=((),) * table.seats,
        stacks=tuple([in_order(cards) for cards in action.stacks]),
        revealed=0,
        stub=action.stub,
        market=table.market,
        auctions=(),
        passes=(),
        discards=(),
    )
    return _next_auction(dealt)


def first_bidder(round_: int, totals: Sequence[int], dealer: int, last_winner: int | None, opener: int | None) -> int:
    """Who opens an auction: in round 1 the lowest total, clockwise from the dealer (BULL-02); then BULL-03."""
    if round_ == 1:
        return lowest_total(totals, dealer)
    opens = opener if last_winner is None else last_winner
    assert opens is not None
    return opens


def _next_auction(state: State) -> State:
    round_ = state.round + 1
    assert state.dealer is not None
    opener = first_bidder(round_, state.totals, state.dealer, state.last_winner, state.opener)
    able = [seat for seat, cards in enumerate(state.locked) if len(cards) < KEPT]
    state = state.but(phase="auction", round=round_, opener=opener, auction=opened(opener, able), sealed=())
    return state if able else _close(state)


def _call(state: State, seat: int, action: Bid | PassBid) -> State:
    del seat
    assert state.auction is not None
    auction = called(state.auction, action.amount if type(action) is Bid else None)
    state = state.but(auction=auction)
    return _close(state) if auction.asked is None else state


def _close(state: State) -> State:
    auction = state.auction
    assert auction is not None
    winner = auction.leader
    price = None if winner is None else auction.high
    record = AuctionRecord(state.round, auction.opener, auction.calls, True, winner, price)
    if winner is None:
        return _open_pass(state.but(auctions=(*state.auctions, record)))
    return state.but(phase="pay", auction=None, auctions=(*state.auctions, record), last_winner=winner)


def _pay(state: State, seat: int, action: Pay) -> State:
    record = state.auctions[-1]
    paid = in_order(action.cards)
    closed = AuctionRecord(record.round, record.opener, record.calls, True, record.winner, record.price, paid)
    return _open_pass(
        state.but(
            hands=put(state.hands, seat, without(state.hands[seat], paid)),
            locked=put(state.locked, seat, in_order((*state.locked[seat], *paid))),
            auctions=(*state.auctions[:-1], closed),
        )
    )


def _open_pass(state: State) -> State:
    return state.but(phase="pass", auction=None, sealed=(None,) * state.table.seats)


def _seal(state: State, seat: int, action: Action) -> State:
    """Keep a sealed move, or replace it; the last one that is owed resolves the step."""
    sealed = put(state.sealed, seat, action)
    state = state.but(sealed=sealed)
    return state if None in sealed and owing(state) else _RESOLVE[state.phase](state)


def _resolve_pass(state: State) -> State:
    seats, hand = state.table.seats, state.hand
    given = tuple([in_order(move.cards) for move in state.sealed if type(move) is PassCards])
    received = {neighbour(seat, hand, seats): cards for seat, cards in enumerate(given)}
    kept = [without(held, out) for held, out in zip(state.hands, given, strict=True)]
    state = state.but(
        hands=tuple([in_order(cards + received[seat]) for seat, cards in enumerate(kept)]),
        passes=(*state.passes, given),
        market=state.market.plus(state.stacks[state.revealed]),
        revealed=state.revealed + 1,
    )
    return _next_auction(state) if state.round < ROUNDS else _open_discards(state)


def _open_discards(state: State) -> State:
    phase = "discard" if state.table.slow else "panic"
    state = state.but(phase=phase, sealed=(None,) * state.table.seats)
    return state if owing(state) else _resolve_discards(state)


def _resolve_discards(state: State) -> State:
    """All discards of a step fall at once; a seat that was not asked lays down all that it has."""
    cards = tuple(
        in_order(move.cards) if isinstance(move, Panic) else (move.card,) if isinstance(move, Discard) else hand
        for move, hand in zip(state.sealed, state.hands, strict=True)
    )
    state = state.but(
        hands=tuple([without(hand, out) for hand, out in zip(state.hands, cards, strict=True)]),
        market=state.market.plus(itertools.chain(*cards)),
        discards=(*state.discards, cards),
    )
    if state.phase == "discard" and len(state.discards) < PANIC_CARDS:
        return _open_discards(state)
    return state.but(phase="score", sealed=())


def _score(state: State, seat: int, action: Score) -> State:
    del seat
    if action != _scores(state):
        raise Illegal("wrong-score", f"The hand does not score {action.scores}.", ruling="MKT-06", pointer="/scores")
    table = state.table
    scored = table.scoring(state.hand, state.market, final_hands(state), action.totals)
    phase = "over" if table.over(state.hand, action.totals) else "deal"
    return state.but(phase=phase, totals=action.totals, scored=(*state.scored, scored))


def final_hands(state: State) -> tuple[tuple[str, ...], ...]:
    """Every seat's cards, locked or not."""
    return tuple(in_order((*hand, *locked)) for hand, locked in zip(state.hands, state.locked, strict=True))


_APPLY: Final[Mapping[type[Action], Callable[[State, int, Any], State]]] = {
    Deal: _deal,
    Bid: _call,
    PassBid: _call,
    Pay: _pay,
    PassCards: _seal,
    Panic: _seal,
    Discard: _seal,
    Score: _score,
}
_RESOLVE: Final[Mapping[str, Callable[[State], State]]] = {
    "pass": _resolve_pass,
    "panic": _resolve_discards,
    "discard": _resolve_discards,
}


# -- the house -------------------------------------------------------------------------------------------------------


def house(state: State, rng: Rng) -> Action:
    """Deal or score. The first deal draws the dealer (unless the table names one), then every deal shuffles."""
    if state.phase == "score":
        return _scores(state)
    table = state.table
    dealer = state.dealer if state.dealer is not None else rng.below(table.seats)
    cards = iter(shuffled(rng, table.deck))
    hands = tuple(tuple(itertools.islice(cards, DEALT)) for _ in range(table.seats))
    stacks = tuple(tuple(itertools.islice(cards, table.stack_size)) for _ in range(ROUNDS))
    return Deal(dealer, hands, stacks, tuple(cards))


def _scores(state: State) -> Score:
    values, held = state.market.values, zip(state.hands, state.locked, strict=True)
    scores = tuple([hand_score(hand + locked, values) for hand, locked in held])
    award = state.table.award
    return Score(scores, tuple([total + award + score for total, score in zip(state.totals, scores, strict=True)]))
