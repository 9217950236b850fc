"""A whole state of Stock Hold'em that one viewer cannot tell from the real one.

Law. From the view alone. All that the view says about a closed card is its back, so cards with the same back change
places freely between hands, areas and the undrawn deck; every way to lie is as likely as any other.
"""

from __future__ import annotations

from openingbell.rules.games.stock_holdem.cards import BACK, in_order
from openingbell.rules.games.stock_holdem.moves import start
from openingbell.rules.games.stock_holdem.state import Slot, State
from openingbell.rules.games.stock_holdem.views import View
from openingbell.rules.values import Rng, shuffled


def imagine(view: View, rng: Rng) -> State:
    """A state with `view(state, view.seat) == view`, drawn uniformly from all that there are."""
    blank = start(view.seats, view.options)
    own = view.own_cards or ()
    known = {slot.card for company in view.companies for slot in company.slots}.union(own)
    unknown = [card for card in shuffled(rng, blank.table.deck) if card not in known]

    def drawn(back: str) -> str:
        card = next(card for card in unknown if BACK[card] == back)
        unknown.remove(card)
        return card

    areas = tuple(
        tuple(
            Slot(each.card or drawn(each.back), each.placed_by, each.face_up, each.peeked_by) for each in company.slots
        )
        for company in view.companies
    )
    hands = tuple(
        own if seat == view.seat else in_order(drawn(back) for back in backs)
        for seat, backs in enumerate(view.hand_backs)
    )
    return State(
        table=blank.table,
        phase=view.phase,
        round=view.round,
        turn=view.turn,
        start_seat=view.start_seat,
        active=view.asked[0] if view.asked else None,
        placed=view.placed,
        money=view.money,
        chips=view.chips,
        shares=tuple(tuple(company.held[seat] for company in view.companies) for seat in range(view.seats)),
        prices=tuple(company.price for company in view.companies),
        surges=tuple(company.surge for company in view.companies),
        areas=areas,
        hands=hands,
        undrawn=in_order(unknown) if view.round else (),
        scored=view.scored,
    )
