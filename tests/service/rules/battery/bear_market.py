"""What the battery knows of Bear Market by itself: what is conserved, and what a viewer may not know."""

from __future__ import annotations

from itertools import chain

from openingbell.bots.rng import SeededRng
from openingbell.rules.cards import in_order
from openingbell.rules.games.bear_market import Deal, Draft, State
from openingbell.rules.games.bear_market.state import locked
from openingbell.rules.kernel import Action
from openingbell.rules.values import shuffled
from tests.service.rules.battery.known import Known, Renaming


def bear_cards(state: State) -> None:
    """Section 3's invariants: every card once, hands of one size, and a history that could have been played."""
    if state.hand == 0:
        return
    seats, done = state.table.seats, len(state.drafts)
    locks = [locked(state, seat) for seat in range(seats)]
    assert sorted(chain(*state.hands, *locks, state.market.cards, state.stub)) == sorted(state.table.deck)
    assert {len(hand) for hand in state.hands} == {10 - 2 * done}
    assert (len(state.stub), len(state.market.cards)) == (10, seats * done)
    held = [*state.held, state.hands]
    for place, drafts in enumerate(state.drafts):
        for seat, move in enumerate(drafts):
            receiver = (seat + (1 if state.hand % 2 else -1)) % seats
            assert {*held[place][seat]} == {*held[place + 1][receiver], move.lock, move.discard}
    bound = 50 * (len(state.table.options.suits) // 2)
    played = len(state.scored)
    assert all(abs(total - 1_000_000 * played) <= bound * played for total in state.totals)


def bear_swapped(state: State, viewer: int | None, rng: SeededRng) -> tuple[State, Renaming]:
    """The same game with the cards that the viewer has never seen exchanged, and what an action is called there."""
    seats, shown = range(state.table.seats), state.phase in ("deal", "over")
    seen = {*state.market.cards}
    for seat in seats:
        if seat == viewer:
            seen.update(state.hands[seat], *(held[seat] for held in state.held))
        if shown:
            seen.update(locked(state, seat))
    hidden = [card for card in state.table.deck if card not in seen] if state.hand else []
    new = dict(zip(hidden, shuffled(rng, hidden), strict=True))

    def dealt(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new.get(card, card) for card in cards)

    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return in_order(dealt(cards))

    def rename(action: Action) -> Action:
        if isinstance(action, Deal):
            return Deal(tuple(map(dealt, action.hands)), dealt(action.stub))
        if isinstance(action, Draft):
            return Draft(new.get(action.lock, action.lock), new.get(action.discard, action.discard))
        return action

    swapped = state.but(
        hands=tuple(map(renamed, state.hands)),
        held=tuple(tuple(map(renamed, held)) for held in state.held),
        drafts=tuple(tuple(map(rename, drafts)) for drafts in state.drafts),
        stub=renamed(state.stub),
        sealed=tuple(move and rename(move) for move in state.sealed),
    )
    return swapped, rename


KNOWN = Known(
    variants=({"play_to_target": True, "empty_rule": "shared_top"},), invariant=bear_cards, swapped=bear_swapped
)
