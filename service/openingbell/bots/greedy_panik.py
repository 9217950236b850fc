"""What the greedy bot thinks of a decision in Panik.

Law. A position is worth this seat's expected points less the mean of the others'; manors and hunters that the seat
does not know count by the odds of what is left. An action is weighed by the position that it makes, less what the
hunter may still suffer there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from openingbell.rules.choices import Choices
from openingbell.rules.games.panik import Call, Detect, Duo, Place, Relocate, Reveal, SendBack, View
from openingbell.rules.games.panik.scoring import weight, worth
from openingbell.rules.games.panik.state import DEAF, ROOM, SHARED, STAYS, TEAM, TRAPPED, manor_deck, without
from openingbell.rules.games.panik.views import HunterView
from openingbell.rules.values import Action, Rng

RISK: Final = 0.3
"""What part of its gain a hunter is expected to lose by being sent back, where it can be."""
LOOK: Final = 4.0
"""What it is worth in points to see an opponent's manor."""
SHOWN: Final = 0.01
"""What it costs to show a hunter for nothing, in points: it decides between equals."""
HOMING: Final = 0.9
"""What part of the best home's worth a hunter is expected to find that has been sent back."""

STUCK: Final = sum(kind in STAYS for kind in TEAM) / len(TEAM)
"""The odds that a hidden hunter cannot be sent back."""
UNCALLED: Final = sum(kind in DEAF for kind in TEAM) / len(TEAM)
"""The odds that a hidden hunter cannot be called."""


class Guest(NamedTuple):
    """A hunter as the odds see it: whose, and how many times it counts."""

    seat: int
    weight: float


def choose(view: View, choices: Choices, rng: Rng) -> Action:
    """The action of the highest expectation; the first of equals."""
    del rng
    outlook = Outlook(view)
    return max(choices.actions(), key=outlook.worth)


class Outlook:
    """The odds of what is hidden, and what they make of positions."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        known = [manor.card for manor in view.manors if manor.card is not None]
        left = Counter(without(manor_deck(view.options.values), known))
        self.odds = {card: count / left.total() for card, count in left.items()}
        self.duos = [self._duos(seat) for seat in range(view.seats)]
        self.guests = [tuple(self._guest(each) for each in manor.hunters) for manor in view.manors]
        self.before = [self.margin(number, guests) for number, guests in enumerate(self.guests)]

    def worth(self, action: Action) -> float:
        """How much better than now the position is that the action makes."""
        if isinstance(action, Reveal):
            return self._quiet(action.manor)
        if isinstance(action, Duo):
            return self._arrival(action.manor, 2.0, safe=False)
        if isinstance(action, Place):
            return self._placing(action)
        if isinstance(action, Detect):
            return LOOK + max(self._arrival(n, 1.0, safe=False) for n in self._open())
        if isinstance(action, Relocate):
            assert self.view.lifted is not None
            guest = self._guest(self.view.lifted)
            return self._arrival(action.manor, guest.weight, safe=False) - SHOWN * (action.face == "up")
        if isinstance(action, SendBack):
            return self._sending(action)
        return self._calling(action) if isinstance(action, Call) else 0.0

    def margin(self, manor: int, guests: Sequence[Guest]) -> float:
        """Expected points of this seat at a manor with these hunters, less the mean of the others'."""
        card = self.view.manors[manor].card
        if card is not None:
            return self._paid(manor, card, guests)
        return sum(odds * self._paid(manor, kind, guests) for kind, odds in self.odds.items())

    def _paid(self, manor: int, card: str, guests: Sequence[Guest]) -> float:
        owner, each, total = self.view.manors[manor].owner, worth(card, len(guests)), 0.0
        for guest in guests:
            if card != TRAPPED:
                total += self._counted(guest.seat) * each * guest.weight
            elif guest.seat != owner:
                total += self._counted(owner) * each * guest.weight
        return total

    def _counted(self, seat: int) -> float:
        return 1.0 if seat == self.seat else -1.0 / (self.view.seats - 1)

    def _duos(self, seat: int) -> float:
        """The chance that a hidden hunter of that seat is a duo."""
        known = [each.kind for manor in self.view.manors for each in manor.hunters if each.seat == seat and each.kind]
        left = without(TEAM, known)
        return left.count("duo") / len(left) if left else 0.0

    def _guest(self, each: HunterView) -> Guest:
        if each.kind is not None:
            return Guest(each.seat, weight(each.kind))
        return Guest(each.seat, 1.0 if each.called else 1.0 + self.duos[each.seat])

    def _open(self) -> list[int]:
        return [n for n, guests in enumerate(self.guests) if len(guests) < ROOM]

    def _change(self, manor: int, guests: Sequence[Guest]) -> float:
        return self.margin(manor, guests) - self.before[manor]

    def _arrival(self, manor: int, times: float, *, safe: bool) -> float:
        """What it brings to put a hunter of one's own there: some of a gain is lost where it can be sent back."""
        guests = (*self.guests[manor], Guest(self.seat, times))
        gain = self._change(manor, guests)
        return gain * (1 - RISK) if gain > 0 and not safe and len(guests) < ROOM else gain

    def _placing(self, action: Place) -> float:
        kind, up = action.hunter, action.face == "up"
        gain = self._arrival(action.manor, weight(kind), safe=kind == "overequipped")
        gain += self._best_sending(action.manor, weight(kind))
        return gain + self._best_calling(action.manor) if kind == "call" and up else gain - SHOWN * up

    def _quiet(self, manor: int) -> float:
        """How little it tells the others to turn this manor up: a shared one first, the traps and the best last."""
        card = self.view.manors[manor].card
        assert card is not None
        return {SHARED: 1.0, TRAPPED: -9.0}.get(card) or -float(card)

    def _best_sending(self, manor: int, times: float) -> float:
        """The best of sending back one of those who are there, or nobody, once one's own hunter has come."""
        guests = (*self.guests[manor], Guest(self.seat, times))
        return max([0.0, *(self._sent(manor, guests, place) for place in range(len(guests) - 1))])

    def _sending(self, action: SendBack) -> float:
        assert self.view.at is not None
        return self._sent(self.view.at, self.guests[self.view.at], action.place)

    def _sent(self, manor: int, guests: Sequence[Guest], place: int) -> float:
        """What it brings to send one away who then goes where its owner likes best, and often cannot be moved."""
        target, rest = guests[place], (*guests[:place], *guests[place + 1 :])
        there = self.view.manors[manor].hunters[place]
        stays = 0.0 if there.kind is not None or there.sent_back or there.called else STUCK
        if there.kind in STAYS:
            return 0.0
        loss = self.margin(manor, rest) - self.margin(manor, guests)
        sign = 1.0 if target.seat == self.seat else -1.0
        homes = [self._change(n, (*self.guests[n], target)) for n in self._open() if n != manor]
        return (1 - stays) * (loss + sign * max(sign * home for home in homes) * HOMING)

    def _best_calling(self, manor: int) -> float:
        """The best of calling somebody to a manor where the caller has just come, or nobody."""
        caller = (*self.guests[manor], Guest(self.seat, 1.0))
        if len(caller) >= ROOM:
            return 0.0
        sources = [
            (n, place)
            for n, there in enumerate(self.view.manors)
            if n != manor and len(there.hunters) < ROOM
            for place in range(len(there.hunters))
        ]
        return max([0.0, *(self._called(n, place, manor, caller) for n, place in sources)])

    def _calling(self, action: Call) -> float:
        assert self.view.at is not None
        return self._called(action.manor, action.place, self.view.at, self.guests[self.view.at])

    def _called(self, source: int, place: int, target: int, guests: Sequence[Guest]) -> float:
        there, hunters = self.view.manors[source].hunters[place], self.guests[source]
        if there.kind in DEAF:
            return 0.0
        stays = 0.0 if there.kind is not None or there.called else UNCALLED
        called = Guest(hunters[place].seat, 1.0)
        left = self._change(source, (*hunters[:place], *hunters[place + 1 :]))
        gain = self.margin(target, (*guests, called)) - self.margin(target, guests)
        return (1 - stays) * (left + gain)
