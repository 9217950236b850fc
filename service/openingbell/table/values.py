"""What a table is made of: its facts, the entries of its log, and what they add up to.

Law. Frozen values and what follows from them at once. What an entry changes is in `fold`; what a clock gives is in
`timing`; how a game ended for each seat is in `endings`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from openingbell.rules.kernel import Action, Game, Turn, game_version
from openingbell.table import timing

Kind = Literal["human", "bot", "house_bot"]
By = Literal["player", "default", "house_bot", "standing_order", "house"]
Status = Literal["waiting", "running", "finished"]
Reason = Literal["resign", "aborted", "server"]
"""What can end a game before its rules do."""

NOBODY: Final = Turn((), "one", None, "")


@dataclass(frozen=True, slots=True)
class Facts:
    """What never changes about a table. Times in ms since 1970 UTC.

    `move_s`: seconds a decision, None for no clock; `bank_s`: seconds a seat has besides, for the whole game.
    """

    id: str
    game: str
    rules_version: int
    seats: int
    options: Any
    move_s: int | None
    private: bool
    practice: bool
    commitment: str
    creator: str
    created_at_ms: int
    bank_s: int = 0

    @property
    def clock(self) -> timing.Clock:
        """The table's clock."""
        return timing.clock(self.move_s, self.bank_s)


@dataclass(frozen=True, slots=True)
class Sit(Action):
    """A player takes the entry's seat. `bot` names the house bot that plays it; `entropy` goes into the deal."""

    player: str
    name: str
    kind: Kind
    bot: str = ""
    entropy: str = ""


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """Whoever holds the entry's seat gives it up, before the game has begun."""


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """The seat wants the game to begin. Entropy given here replaces what the seat gave when it sat down."""

    entropy: str = ""


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """The house rings the opening bell: seats and entropies are fixed from here on."""


@dataclass(frozen=True, slots=True)
class StandIn(Action):
    """From here on the named house bot plays the entry's seat, until its owner comes back."""

    bot: str


@dataclass(frozen=True, slots=True)
class Return(Action):
    """The owner plays the seat again. An open decision has its whole time anew, unless others share its deadline."""


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """The owner gives the game up; the named house bot plays the seat to the end."""

    bot: str


@dataclass(frozen=True, slots=True)
class WantPause(Action):
    """The seat wants time to stand still, or (`wanted` false) to go on. It does what all who play here want, and who
    came back into a pause that was agreed without them ends it alone.
    """

    wanted: bool


@dataclass(frozen=True, slots=True)
class Resume(Action):
    """The house ends a pause whose time is up."""


@dataclass(frozen=True, slots=True)
class End(Action):
    """The game ends here, without what its rules would still have asked for. `why` is an operator's sentence."""

    reason: Reason
    why: str = ""


LIFECYCLE: Final = (Sit, Leave, Ready, Begin, StandIn, Return, Resign, WantPause, Resume, End)
"""The actions that belong to a table and not to its game."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log: seat `seat` (-1 for the house) did `action`.

    `n` is the number of that seat's decision (of the house's action, for the house; 0 for `LIFECYCLE` actions);
    `by` says who chose; `at_ms` is the store's time.
    """

    seat: int
    n: int
    action: Action
    by: By
    at_ms: int


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who holds a seat. `stand_in` names the house bot that plays it for an owner who is away, or has `resigned`."""

    player: str
    name: str
    kind: Kind
    bot: str
    entropy: str
    ready: bool
    stand_in: str = ""
    resigned: bool = False

    @property
    def played_by(self) -> str:
        """The house bot that plays the seat; empty where its owner does."""
        return self.bot if self.kind == "house_bot" else self.stand_in


class Due(NamedTuple):
    """Something that must happen at `at_ms` without anybody asking. A house bot's move is `bot`, and `unattended` where
    no seat is played by its owner: nobody waits for it there.
    """

    kind: Literal["house", "deadline", "bot", "unattended"]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Table:
    """What a table is after its log.

    By seat: `closed` counts the decisions that are over (so it is the number of the next one); `opened_at_ms` says
    since when the open one waits (None: none is open); `sealed_at_ms` when it was sealed last (None: not yet);
    `awaited_at_ms` since when the game waits for whoever plays the seat (None: it does not);
    `revisions` how often it was sealed again; `banks_ms` what is left of its time bank; `missed` how many decisions in
    a row the clock has played for it; `known` whether everybody knows that one is over, and `moved` that its owner has
    taken one; an action that the public is told nothing of changes none of these three. `house_n` counts the house's
    actions in the game; `house_at_ms` is when it acts next (None: not by itself). `pausing` are the seats
    that want a pause, or that still want the one that goes on since `paused_at_ms`; `unasked` those that came back into
    it and have not said anything of it. `ended` is what ended the game before its rules did.
    """

    facts: Facts
    game: Game
    occupants: tuple[Occupant | None, ...]
    status: Status
    state: Any
    turn: Turn
    closed: tuple[int, ...]
    opened_at_ms: tuple[int | None, ...]
    sealed_at_ms: tuple[int | None, ...]
    awaited_at_ms: tuple[int | None, ...]
    revisions: tuple[int, ...]
    banks_ms: tuple[int, ...]
    missed: tuple[int, ...]
    known: tuple[bool, ...]
    moved: tuple[bool, ...]
    house_n: int = 0
    house_at_ms: int | None = None
    pausing: frozenset[int] = frozenset()
    paused_at_ms: int | None = None
    unasked: frozenset[int] = frozenset()
    ended: Reason | None = None

    @property
    def full(self) -> bool:
        return None not in self.occupants

    @property
    def entropies(self) -> tuple[str, ...]:
        """What the seats added to the deal, in seat order. A practice table deals from its seed alone."""
        if self.facts.practice:
            return ()
        return tuple(occupant.entropy if occupant else "" for occupant in self.occupants)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that their owners play, people and outside bots."""
        return tuple([seat for seat, who in enumerate(self.occupants) if who is not None and not who.played_by])

    @property
    def paused(self) -> bool:
        return self.paused_at_ms is not None

    def bot_owes_since_ms(self, seat: int) -> int:
        """Since when the seat's house bot owes its move: not before it took the seat over, nor, in a free phase, before
        house bots go on. The bot must be awaited.

        In a free phase `opened_at_ms` does not say it: a private act opens the next decision without any new time, and
        who is done has one open that nobody waits for.
        """
        since_ms = self.awaited_at_ms[seat] or 0
        return since_ms if self.turn.mode != "free" else max(since_ms, self._bots_go_on_ms())

    def _bots_go_on_ms(self) -> int:
        """When house bots may act again in a free phase: at once, but for people who are not done with it a beat after
        what one of them did last, so that it can be followed.

        Goes by `opened_at_ms`, and so by what everybody has heard: nobody can tell by it when a private offer was made.
        """
        bots = [seat for seat in self.turn.able if self.played_by_house(seat)]
        if not any(self._played_by_person(seat) for seat in self.turn.seats):
            return max(at or 0 for at in (*self.opened_at_ms, *(self.awaited_at_ms[seat] for seat in bots)))
        turn, clock = self.turn, self.facts.clock
        time_ms = 1000 * (turn.house or 0) if turn.timed else clock.unbanked_ms(first=False)
        return max(self.opened_at_ms[seat] or 0 for seat in bots) + timing.beat_ms(time_ms, len(bots))

    def holder(self, seat: int) -> Occupant:
        """Who holds the seat, which must be taken: only who sits at a table does something there."""
        who = self.occupants[seat]
        assert who is not None, f"nobody holds seat {seat}"
        return who

    def played_by_house(self, seat: int) -> bool:
        """Whether a house bot plays the seat, as its own or for an owner who is away."""
        who = self.occupants[seat]
        return who is not None and bool(who.played_by)

    def seat_of(self, player: str) -> int | None:
        """The seat that this player holds."""
        return next((seat for seat, who in enumerate(self.occupants) if who and who.player == player), None)

    def allowance_ms(self, seat: int) -> int:
        """How long the seat's open decision may take: move, what is left of the bank, and the grace of the first.

        A free phase has no bank: what it pays would tell others of an offer that only two may know of.
        """
        bank_ms = 0 if self.turn.mode == "free" else self.banks_ms[seat]
        return self.facts.clock.allowance_ms(bank_ms, first=not self.moved[seat])

    def deadline_ms(self, seat: int) -> int | None:
        """Until when the seat's open decision can be taken; None without an open decision and during a pause, and for
        one that nobody waits for in a phase that the rules do not time.

        All who are asked in a sealed step have the longest time that any of them has, so that it is one deadline. In a
        phase that the rules time it is when the house ends it, whatever the table's own clock; then nothing is played
        for the seat.
        """
        opened, turn = self.opened_at_ms[seat], self.turn
        if opened is None or self.paused_at_ms is not None:
            return None
        if turn.timed:
            return self.house_at_ms
        if seat in turn.optional:
            return None
        if turn.mode != "sealed":
            return opened + self.allowance_ms(seat)
        asked = [each for each in turn.able if not self._house_bot(each)] or [seat]
        return max((self.opened_at_ms[each] or 0) + self.allowance_ms(each) for each in asked)

    @property
    def turn_deadline_ms(self) -> int | None:
        """When the house plays for who is awaited; None where each has an own time (a free phase), or none runs."""
        if self.turn.mode == "free":
            return None
        return min((at for seat in self.turn.seats if (at := self.default_at_ms(seat)) is not None), default=None)

    def default_at_ms(self, seat: int) -> int | None:
        """When the seat's open decision is played for it; None if that never happens by itself."""
        return None if self.turn.timed or seat not in self.turn.seats else self.deadline_ms(seat)

    def _played_by_person(self, seat: int) -> bool:
        who = self.occupants[seat]
        return who is not None and who.kind == "human" and not who.stand_in

    def _house_bot(self, seat: int) -> bool:
        who = self.occupants[seat]
        return who is not None and who.kind == "house_bot"


def opened(facts: Facts, game: Game | None = None) -> Table:
    """The table before its first entry. `game` stands in for its own, which is looked up otherwise.

    Raises `KeyError` when that is not installed in the table's rules version.
    """
    count = facts.seats
    nobody: tuple[None, ...] = (None,) * count
    zeros = (0,) * count
    return Table(
        facts=facts,
        game=game or game_version(facts.game, facts.rules_version),
        occupants=nobody,
        status="waiting",
        state=None,
        turn=NOBODY,
        closed=zeros,
        opened_at_ms=nobody,
        sealed_at_ms=nobody,
        awaited_at_ms=nobody,
        revisions=zeros,
        banks_ms=(1000 * facts.bank_s,) * count,
        missed=zeros,
        known=(False,) * count,
        moved=(False,) * count,
    )
