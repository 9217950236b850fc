"""The types and operations of the API, as its OpenAPI document has them.

Law. Written by clients/python/tools/generate.py; change the document or the generator, never this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict

Action: TypeAlias = "dict[str, Any]"
"""An action: `type` names it, the other members are its fields."""


class AmountsDomain(TypedDict):
    """A whole amount for each key, each from `min` to `max` in steps of `step`; together they make `total`."""

    kind: Literal["amounts"]
    keys: list[str]
    min: int
    max: int
    step: int
    total: int


class AmountsField(TypedDict):
    """A field of an action. A whole amount for each key, each from `min` to `max` in steps of `step`; together they
    make `total`.
    """

    name: str
    kind: Literal["amounts"]
    keys: list[str]
    min: int
    max: int
    step: int
    total: int


class AuctionsCall(TypedDict):
    """One seat's turn in an auction: what it bid, or no `bid` for a pass."""

    seat: int
    bid: NotRequired[int]


BearMarketAction: TypeAlias = "BearMarketDraft"
"""What a player of Bear Market may do. `type` says which of them it is."""


class BearMarketChoice(TypedDict):
    """A kind of action that is possible now in Bear Market: build one by choosing a value for every field."""

    type: Literal["draft"]
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


class BearMarketDecided(TypedDict):
    """How the decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: BearMarketAction
    view: BearMarketTableView


class BearMarketDecision(TypedDict):
    """What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[BearMarketChoice]
    default: NotRequired[BearMarketAction]
    sealed_action: NotRequired[BearMarketAction]


class BearMarketDecisionBody(TypedDict):
    """BearMarketDecisionBody."""

    action: BearMarketAction


class BearMarketDraft(TypedDict):
    """Lock one card face down and lay another one into the Marketplace (sealed, both at once)."""

    type: Literal["draft"]
    lock: str
    discard: str


class BearMarketHandAward(TypedDict):
    """Why a hand scored what it scored: the final sort of the Marketplace, best first, and every seat's cards."""

    hand: int
    market: list[BearMarketRankedSuit]
    seats: list[BearMarketSeatAward]


class BearMarketNewOptions(TypedDict):
    """What the creator of a table may choose."""

    suits: NotRequired[list[Literal["G", "O", "P", "J", "B", "C", "W", "F", "U"]]]
    play_to_target: NotRequired[bool]
    empty_rule: NotRequired[Literal["ranked", "shared_top"]]


class BearMarketOptions(TypedDict):
    """What the creator of a table may choose."""

    suits: list[str]
    play_to_target: bool
    empty_rule: Literal["ranked", "shared_top"]


class BearMarketOwnRound(TypedDict):
    """What this seat did in one completed round of this hand: the hand it held, the card it locked, the card it
    discarded, and the rest that it `passed` on. `to_seat` and `from_seat` are the neighbours that its hand went
    to and the next one came from; absent in the last round, where nothing is left to pass.
    """

    round: int
    held: list[str]
    lock: str
    discard: str
    passed: list[str]
    to_seat: NotRequired[int]
    from_seat: NotRequired[int]


class BearMarketRankedSuit(TypedDict):
    """How one commodity stands in the Marketplace and why. `cards` are in ascending order; `place` 1 is best;
    `tied_with` are the commodities with the very same ranks. Below place 1, `behind` is a commodity of the next
    better place (one with cards, if there is one), and the two part where this one has the card `by_card` and the
    other has `against`: a higher card, or none at all where it is absent.
    """

    suit: str
    cards: list[str]
    place: int
    value: int
    tied_with: list[str]
    behind: NotRequired[str]
    by_card: NotRequired[str]
    against: NotRequired[str]


class BearMarketSeatAward(TypedDict):
    """One seat's five cards in the order in which it locked them, what they score, the award of a million plus that
    score, and the running total with it.
    """

    seat: int
    cards: list[MarketScoredCard]
    score: int
    award: int
    total: int


class BearMarketTableView(TypedDict):
    """What one seat, or the public, knows of a table of Bear Market."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    abortable: bool
    state: NotRequired[BearMarketView]
    decision: NotRequired[BearMarketDecision]


class BearMarketView(TypedDict):
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`. `hand`
    counts the hands dealt and `round` this hand's drafts, both from 1 (0 before the first deal). Lists by seat
    are in seat order. `card_counts` are the cards in everybody's hand, `lock_counts` those locked face down;
    `shown` are everybody's locked cards in the order of the rounds, from scoring until the next deal. `market`
    has every commodity with its cards and its present demand, best first. `discards` are the cards that fell, by
    completed round and seat. `asked` are the seats that owe a move, `submitted` those whose sealed move is in,
    `own_sealed` this seat's own. `own_rounds` are the completed rounds of this hand as this seat saw them: the
    cards that it passed on went to the neighbour named there. `scored` explains the finished hands.
    """

    seat: NotRequired[int]
    seats: int
    options: BearMarketOptions
    phase: Literal["deal", "draft", "score", "over"]
    hand: int
    round: int
    totals: list[int]
    card_counts: list[int]
    lock_counts: list[int]
    market: list[BearMarketRankedSuit]
    stub_count: int
    asked: list[int]
    submitted: list[int]
    pass_direction: Literal["left", "right"]
    discards: list[list[str]]
    scored: list[BearMarketHandAward]
    shown: NotRequired[list[list[str]]]
    own_cards: NotRequired[list[str]]
    own_locked: NotRequired[list[str]]
    own_rounds: NotRequired[list[BearMarketOwnRound]]
    own_sealed: NotRequired[BearMarketDraft]
    result: NotRequired[Result]


BullMarketAction: TypeAlias = "PeekAndPassBid | PeekAndPassPassBid | PeekAndPassPay | PeekAndPassPassCards | PeekAndPassPanic | PeekAndPassDiscard"
"""What a player of Bull Market may do. `type` says which of them it is."""


class BullMarketChoice(TypedDict):
    """A kind of action that is possible now in Bull Market: build one by choosing a value for every field."""

    type: Literal["bid", "pass_bid", "pay", "pass_cards", "panic", "discard"]
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


class BullMarketDecided(TypedDict):
    """How the decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: BullMarketAction
    view: BullMarketTableView


class BullMarketDecision(TypedDict):
    """What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[BullMarketChoice]
    default: NotRequired[BullMarketAction]
    sealed_action: NotRequired[BullMarketAction]


class BullMarketDecisionBody(TypedDict):
    """BullMarketDecisionBody."""

    action: BullMarketAction


class BullMarketNewOptions(TypedDict):
    """What the creator of a table may choose."""

    suits: NotRequired[list[Literal["G", "O", "P", "J", "B", "C", "W", "F", "U"]]]
    short: NotRequired[bool]
    slow_burn: NotRequired[bool]
    empty_rule: NotRequired[Literal["ranked", "shared_top"]]
    first_seat: NotRequired[int | Literal["drawn"]]


class BullMarketOptions(TypedDict):
    """What the creator of a table may choose."""

    suits: list[str]
    short: bool
    slow_burn: bool
    empty_rule: Literal["ranked", "shared_top"]
    first_seat: int | Literal["drawn"]


class BullMarketTableView(TypedDict):
    """What one seat, or the public, knows of a table of Bull Market."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    abortable: bool
    state: NotRequired[BullMarketView]
    decision: NotRequired[BullMarketDecision]


class BullMarketView(TypedDict):
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`. `hand`
    counts the hands dealt (0 before the first) and `round` this hand's auctions. Lists by seat are in seat order.
    `own_cards` are this seat's unlocked cards; `card_counts` how many unlocked cards each seat holds; `locked`
    lie open. `shown` are all final hands, from scoring until the next deal. `market` has every commodity with its
    cards and its present demand, best first. `auctions` are this hand's, the open one last. `bidder` and
    `high_bid` are the best bid of the open auction, or of the one that is being paid; `max_bid` is the most that
    this seat could pay now. `asked` are the seats that owe a move, `submitted` those whose sealed move is in,
    `own_sealed` this seat's own. `discards` are the cards that fell, by completed step and seat. `last_winner` is
    the latest buyer of the game.
    """

    seat: NotRequired[int]
    seats: int
    options: BullMarketOptions
    phase: Literal["deal", "auction", "pay", "pass", "panic", "discard", "score", "over"]
    hand: int
    round: int
    totals: list[int]
    card_counts: list[int]
    locked: list[list[str]]
    market: list[MarketStanding]
    stacks: list[PeekAndPassStackView]
    stub_count: int
    auctions: list[PeekAndPassAuctionRecord]
    asked: list[int]
    submitted: list[int]
    pass_direction: Literal["left", "right"]
    discards: list[list[list[str]]]
    scored: list[MarketHandScore]
    dealer: NotRequired[int]
    opener: NotRequired[int]
    last_winner: NotRequired[int]
    bidder: NotRequired[int]
    high_bid: NotRequired[int]
    max_bid: NotRequired[int]
    shown: NotRequired[list[list[str]]]
    own_cards: NotRequired[list[str]]
    own_passes: NotRequired[list[PeekAndPassOwnPass]]
    own_sealed: NotRequired[PeekAndPassPassCards | PeekAndPassPanic | PeekAndPassDiscard]
    result: NotRequired[Result]


class Check(TypedDict):
    """One part."""

    ok: bool
    why: NotRequired[str]


class Choice(TypedDict):
    """A kind of action that is possible now: build one by choosing a value for every field."""

    type: str
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


Clock: TypeAlias = "Literal['none'] | dict[str, Any]"
"""The time for a decision."""


class Constraint(TypedDict):
    """What domains cannot say, by name. `total_at_least`: the items named in `field` weigh at least `min` together,
    each as `weights` says. `different`: the two `fields` do not have the same value. `each_at_most`: no amount in
    `field` is more than `most` says for its key. The server says no to what breaks a constraint, so a client that
    does not know one may try.
    """

    name: str
    field: NotRequired[str]
    fields: NotRequired[list[str]]
    weights: NotRequired[dict[str, int]]
    min: NotRequired[int]
    most: NotRequired[dict[str, int]]


class Decided(TypedDict):
    """How a decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: Action
    view: View


class Decision(TypedDict):
    """What a seat has to decide, or has sealed and may still replace, or may do."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[Choice]
    default: NotRequired[Action]
    sealed_action: NotRequired[Action]


class DependentDomain(TypedDict):
    """The domain depends on the value of an earlier field of the same action."""

    kind: Literal["depends_on"]
    field: str
    table: list[dict[str, Any]]


class DependentField(TypedDict):
    """A field of an action. The domain depends on the value of an earlier field of the same action."""

    name: str
    kind: Literal["depends_on"]
    field: str
    table: list[dict[str, Any]]


Domain: TypeAlias = "RangeDomain | OneOfDomain | SubsetDomain | AmountsDomain | DependentDomain"
"""The values that a field may take. `kind` says how they are described."""


class Entry(TypedDict):
    """One line of the log that the game follows from."""

    seat: int
    n: int
    by: str
    at: str
    action: dict[str, Any]


class Event(TypedDict):
    """Something that happened, as this viewer is told of it."""

    seq: int
    at: str
    code: str
    text: str
    seat: NotRequired[int]
    by: NotRequired[str]
    params: dict[str, Any]


class EventList(TypedDict):
    """Events in order."""

    items: list[Event]
    next: int


Field: TypeAlias = "RangeField | OneOfField | SubsetField | AmountsField | DependentField"
"""One field of an action: its name and its domain, as `kind` says."""


class Game(TypedDict):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    seats: list[int]
    rules_version: int
    options: dict[str, Any]
    moves: list[str]
    bots: list[str]
    links: GameLinks


class GameLinks(TypedDict):
    """Paths on this server."""

    rules: str
    tables: str


class GameList(TypedDict):
    """The catalogue."""

    items: list[Game]


class Health(TypedDict):
    """The process answers."""

    status: Literal["ok"]


InsiderTradingAction: TypeAlias = (
    "InsiderTradingPlay | InsiderTradingSwap | InsiderTradingKeep | InsiderTradingLock | InsiderTradingPanic"
)
"""What a player of Insider Trading may do. `type` says which of them it is."""


class InsiderTradingChoice(TypedDict):
    """A kind of action that is possible now in Insider Trading: build one by choosing a value for every field."""

    type: Literal["play", "swap", "keep", "lock", "panic"]
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


class InsiderTradingDecided(TypedDict):
    """How the decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: InsiderTradingAction
    view: InsiderTradingTableView


class InsiderTradingDecision(TypedDict):
    """What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[InsiderTradingChoice]
    default: NotRequired[InsiderTradingAction]
    sealed_action: NotRequired[InsiderTradingAction]


class InsiderTradingDecisionBody(TypedDict):
    """InsiderTradingDecisionBody."""

    action: InsiderTradingAction


class InsiderTradingKeep(TypedDict):
    """Leave the trick as it was played: no insider trading."""

    type: Literal["keep"]


class InsiderTradingLock(TypedDict):
    """Lock this card of the trick, face up; the others flood the Marketplace."""

    type: Literal["lock"]
    card: str


class InsiderTradingNewOptions(TypedDict):
    """What the creator of a table may choose."""

    suits: NotRequired[list[Literal["G", "O", "P", "J", "B", "C", "W", "F", "U"]]]
    empty_rule: NotRequired[Literal["ranked", "shared_top"]]
    first_seat: NotRequired[int | Literal["drawn"]]


class InsiderTradingOptions(TypedDict):
    """What the creator of a table may choose."""

    suits: list[str]
    empty_rule: Literal["ranked", "shared_top"]
    first_seat: int | Literal["drawn"]


class InsiderTradingPanic(TypedDict):
    """Lay as many unlocked cards into the Marketplace as one has locked (sealed)."""

    type: Literal["panic"]
    cards: list[str]


class InsiderTradingPlay(TypedDict):
    """Play this card from one's hand to the trick, face up."""

    type: Literal["play"]
    card: str


class InsiderTradingPlayedCard(TypedDict):
    """A card in a trick and the seat that played it."""

    seat: int
    card: str


class InsiderTradingSwap(TypedDict):
    """Insider trading: remove this card of the trick from the game and take the top card of the stub for it."""

    type: Literal["swap"]
    card: str


class InsiderTradingTableView(TypedDict):
    """What one seat, or the public, knows of a table of Insider Trading."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    abortable: bool
    state: NotRequired[InsiderTradingView]
    decision: NotRequired[InsiderTradingDecision]


class InsiderTradingTrick(TypedDict):
    """One trick of this hand, by number from 1. `plays` are in the order played; the first is the lead. `winner` is
    known once all have played. `removed` is the card that the winner took out of the game and `drawn` the insider
    card that came for it, if there was a swap. `locked` is the card that the winner kept and `flooded` those that
    went into the Marketplace.
    """

    number: int
    leader: int
    plays: list[InsiderTradingPlayedCard]
    winner: NotRequired[int]
    removed: NotRequired[str]
    drawn: NotRequired[str]
    locked: NotRequired[str]
    flooded: list[str]


class InsiderTradingView(TypedDict):
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`. `hand`
    counts the hands dealt (0 before the first). Lists by seat are in seat order. `own_cards` are this seat's
    unlocked cards; `card_counts` how many unlocked cards each seat holds; `locked` lie open. `shown` are all
    final hands, from scoring until the next deal. `market` has every commodity with its cards and its present
    demand, best first. `trick` is the one under way; its `drawn` card is here for its winner alone, and in
    `tricks`, the complete ones of this hand, for all. `removed` are the cards taken out of the game in this hand.
    `asked` are the seats that owe a move, `submitted` those whose sealed Panic is in, `own_sealed` this seat's
    own. `discards` are the cards that fell in the Panic, by seat, once all are in. `scored` explains the finished
    hands.
    """

    seat: NotRequired[int]
    seats: int
    options: InsiderTradingOptions
    phase: Literal["deal", "play", "insider", "lock", "panic", "score", "over"]
    hand: int
    totals: list[int]
    card_counts: list[int]
    locked: list[list[str]]
    market: list[MarketStanding]
    stub_count: int
    tricks: list[InsiderTradingTrick]
    removed: list[str]
    asked: list[int]
    submitted: list[int]
    discards: list[list[str]]
    scored: list[MarketHandScore]
    trick: NotRequired[InsiderTradingTrick]
    dealer: NotRequired[int]
    shown: NotRequired[list[list[str]]]
    own_cards: NotRequired[list[str]]
    own_sealed: NotRequired[InsiderTradingPanic]
    result: NotRequired[Result]


InsidersAction: TypeAlias = (
    "PeekAndPassBid | PeekAndPassPassBid | PeekAndPassPay | PeekAndPassPassCards | PeekAndPassDiscard"
)
"""What a player of Insiders may do. `type` says which of them it is."""


class InsidersChoice(TypedDict):
    """A kind of action that is possible now in Insiders: build one by choosing a value for every field."""

    type: Literal["bid", "pass_bid", "pay", "pass_cards", "discard"]
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


class InsidersDecided(TypedDict):
    """How the decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: InsidersAction
    view: InsidersTableView


class InsidersDecision(TypedDict):
    """What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[InsidersChoice]
    default: NotRequired[InsidersAction]
    sealed_action: NotRequired[InsidersAction]


class InsidersDecisionBody(TypedDict):
    """InsidersDecisionBody."""

    action: InsidersAction


class InsidersHandAward(TypedDict):
    """A scored hand with its reasons; every seat's total has grown by its score and by the `award`. `turned` are
    cards of the stub that broke ties and count in the market, in order (original, I11-08).
    """

    hand: int
    market: list[MarketStanding]
    seats: list[MarketSeatScore]
    award: int
    turned: list[str]


class InsidersNewOptions(TypedDict):
    """What the creator of a table may choose."""

    version: NotRequired[Literal["revised", "original"]]
    suits: NotRequired[list[Literal["G", "O", "P", "J", "B", "C", "W", "F", "U"]]]
    first_seat: NotRequired[int | Literal["drawn"]]


class InsidersOptions(TypedDict):
    """What the creator of a table may choose."""

    version: Literal["revised", "original"]
    suits: list[str]
    first_seat: int | Literal["drawn"]


class InsidersTableView(TypedDict):
    """What one seat, or the public, knows of a table of Insiders."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    abortable: bool
    state: NotRequired[InsidersView]
    decision: NotRequired[InsidersDecision]


class InsidersView(TypedDict):
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`. `hand`
    counts the hands dealt (0 before the first) and `round` this hand's auctions. Lists by seat are in seat order.
    `own_cards` are this seat's unlocked cards; `card_counts` how many unlocked cards each seat holds; `locked`
    lie open. `shown` are all final hands, from scoring until the next deal. `market` has every commodity with its
    cards and its present demand, best first. `auctions` are this hand's, the open one last. `bidder` and
    `high_bid` are the best bid of the open auction, or of the one that is being paid; `max_bid` is the most that
    this seat could pay now. `asked` are the seats that owe a move, `submitted` those whose sealed move is in,
    `own_sealed` this seat's own. `discards` are the cards that fell, by completed step and seat. `last_winner` is
    the latest buyer of the game. `turned` are cards of the stub that broke ties in this hand, in order.
    """

    seat: NotRequired[int]
    seats: int
    options: InsidersOptions
    phase: Literal["deal", "auction", "pay", "pass", "panic", "discard", "score", "over"]
    hand: int
    round: int
    totals: list[int]
    card_counts: list[int]
    locked: list[list[str]]
    market: list[MarketStanding]
    stacks: list[PeekAndPassStackView]
    stub_count: int
    auctions: list[PeekAndPassAuctionRecord]
    asked: list[int]
    submitted: list[int]
    pass_direction: Literal["left", "right"]
    discards: list[list[list[str]]]
    scored: list[InsidersHandAward]
    dealer: NotRequired[int]
    opener: NotRequired[int]
    last_winner: NotRequired[int]
    bidder: NotRequired[int]
    high_bid: NotRequired[int]
    max_bid: NotRequired[int]
    shown: NotRequired[list[list[str]]]
    own_cards: NotRequired[list[str]]
    own_passes: NotRequired[list[PeekAndPassOwnPass]]
    own_sealed: NotRequired[PeekAndPassPassCards | PeekAndPassDiscard]
    result: NotRequired[Result]
    turned: list[str]


class Limit(TypedDict):
    """How large, how many or how long."""

    name: str
    value: int
    unit: str
    about: str


class Limits(TypedDict):
    """Every limit of the server."""

    rates: list[Rate]
    items: list[Limit]


class MarketHandScore(TypedDict):
    """Why a hand scored what it scored: the final sort of the Marketplace, best first, and every seat's cards."""

    hand: int
    market: list[MarketStanding]
    seats: list[MarketSeatScore]


class MarketScoredCard(TypedDict):
    """One card of a final hand: its rank times its commodity's demand."""

    card: str
    rank: int
    value: int
    score: int


class MarketSeatScore(TypedDict):
    """One seat's final hand: every card, the hand's score, and the running total with it."""

    seat: int
    cards: list[MarketScoredCard]
    score: int
    total: int


class MarketStanding(TypedDict):
    """How one commodity stands in the Marketplace and why. `place` 1 is best; `tied_with` are the commodities with
    the same points. `gap_above` and `gap_below` are the points to the next better and the next worse place: how
    near the order was to another one. Absent at either end.
    """

    suit: str
    cards: list[str]
    points: int
    place: int
    value: int
    tied_with: list[str]
    gap_above: NotRequired[int]
    gap_below: NotRequired[int]


class NewBearMarketTable(TypedDict):
    """NewBearMarketTable."""

    seats: Literal[2, 3, 4, 5, 6, 7, 8]
    options: NotRequired[BearMarketNewOptions]
    bots: NotRequired[list[str]]
    clock: NotRequired[Literal["none", "live", "daily"] | dict[str, Any]]
    private: NotRequired[bool]
    practice_seed: NotRequired[str]
    join: NotRequired[bool]
    entropy: NotRequired[str]


class NewBullMarketTable(TypedDict):
    """NewBullMarketTable."""

    seats: Literal[2, 3, 4, 5, 6, 7, 8]
    options: NotRequired[BullMarketNewOptions]
    bots: NotRequired[list[str]]
    clock: NotRequired[Literal["none", "live", "daily"] | dict[str, Any]]
    private: NotRequired[bool]
    practice_seed: NotRequired[str]
    join: NotRequired[bool]
    entropy: NotRequired[str]


class NewInsiderTradingTable(TypedDict):
    """NewInsiderTradingTable."""

    seats: Literal[2, 3, 4]
    options: NotRequired[InsiderTradingNewOptions]
    bots: NotRequired[list[str]]
    clock: NotRequired[Literal["none", "live", "daily"] | dict[str, Any]]
    private: NotRequired[bool]
    practice_seed: NotRequired[str]
    join: NotRequired[bool]
    entropy: NotRequired[str]


class NewInsidersTable(TypedDict):
    """NewInsidersTable."""

    seats: Literal[2, 3, 4, 5, 6]
    options: NotRequired[InsidersNewOptions]
    bots: NotRequired[list[str]]
    clock: NotRequired[Literal["none", "live", "daily"] | dict[str, Any]]
    private: NotRequired[bool]
    practice_seed: NotRequired[str]
    join: NotRequired[bool]
    entropy: NotRequired[str]


class NewPanicOnWallStreetTable(TypedDict):
    """NewPanicOnWallStreetTable."""

    seats: Literal[3, 4, 5, 6, 7, 8, 9, 10, 11]
    options: NotRequired[PanicOnWallStreetNewOptions]
    bots: NotRequired[list[str]]
    clock: NotRequired[Literal["none", "live", "daily"] | dict[str, Any]]
    private: NotRequired[bool]
    practice_seed: NotRequired[str]
    join: NotRequired[bool]
    entropy: NotRequired[str]


class NewPanikTable(TypedDict):
    """NewPanikTable."""

    seats: Literal[2, 3, 4]
    options: NotRequired[PanikNewOptions]
    bots: NotRequired[list[str]]
    clock: NotRequired[Literal["none", "live", "daily"] | dict[str, Any]]
    private: NotRequired[bool]
    practice_seed: NotRequired[str]
    join: NotRequired[bool]
    entropy: NotRequired[str]


class NewPlayer(TypedDict):
    """NewPlayer."""

    name: str
    kind: NotRequired[Literal["human", "bot"]]


class NewPlayerAnswer(TypedDict):
    """A new player and its token."""

    player: Player
    token: str


class NewStockHoldemTable(TypedDict):
    """NewStockHoldemTable."""

    seats: Literal[3, 4, 5, 6]
    options: NotRequired[StockHoldemNewOptions]
    bots: NotRequired[list[str]]
    clock: NotRequired[Literal["none", "live", "daily"] | dict[str, Any]]
    private: NotRequired[bool]
    practice_seed: NotRequired[str]
    join: NotRequired[bool]
    entropy: NotRequired[str]


class Occupant(TypedDict):
    """Who holds a seat."""

    id: str
    name: str
    kind: Literal["human", "bot", "house_bot"]
    bot: NotRequired[str]
    stand_in: NotRequired[str]
    resigned: NotRequired[bool]


class OneOfDomain(TypedDict):
    """One of the listed values."""

    kind: Literal["one_of"]
    values: list[str | int]


class OneOfField(TypedDict):
    """A field of an action. One of the listed values."""

    name: str
    kind: Literal["one_of"]
    values: list[str | int]


class Outcome(TypedDict):
    """How the table ended."""

    winners: list[int]
    places: list[SeatOutcome]
    ended_by: str


class PanicOnWallStreetAccept(TypedDict):
    """Take an offer that was made to you, at the price that you name."""

    type: Literal["accept"]
    offer: str
    price: int


PanicOnWallStreetAction: TypeAlias = "PanicOnWallStreetPropose | PanicOnWallStreetRetract | PanicOnWallStreetAccept | PanicOnWallStreetWithdraw | PanicOnWallStreetRelease | PanicOnWallStreetRepay | PanicOnWallStreetDone | PanicOnWallStreetAllocate | PanicOnWallStreetExtend | PanicOnWallStreetForceBankruptcy | PanicOnWallStreetSellOff | PanicOnWallStreetBid | PanicOnWallStreetPassBid"
"""What a player of Panic on Wall Street! may do. `type` says which of them it is."""


class PanicOnWallStreetAllocate(TypedDict):
    """Share out all that you have among the managers whom you cannot pay in full: an amount for each (by seat)."""

    type: Literal["allocate"]
    amounts: dict[str, int]


class PanicOnWallStreetAuctionView(TypedDict):
    """The auction under way: the company, who opened, who may still bid, whose turn it is, the best bid so far (0:
    none) and whose it is, and every call.
    """

    tile: str
    colour: Literal["red", "yellow", "green", "blue"]
    double: bool
    opener: int
    live: list[int]
    high: int
    calls: list[AuctionsCall]
    asked: NotRequired[int]
    leader: NotRequired[int]


class PanicOnWallStreetBid(TypedDict):
    """Bid this amount for the company."""

    type: Literal["bid"]
    amount: int


class PanicOnWallStreetChoice(TypedDict):
    """A kind of action that is possible now in Panic on Wall Street!: build one by choosing a value for every field."""

    type: Literal[
        "propose",
        "retract",
        "accept",
        "withdraw",
        "release",
        "repay",
        "done",
        "allocate",
        "extend",
        "force_bankruptcy",
        "sell_off",
        "bid",
        "pass_bid",
    ]
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


class PanicOnWallStreetClaim(TypedDict):
    """What a manager decided about what an investor in default still owed it: more time, or bankruptcy (`forced`)."""

    investor: int
    manager: int
    amount: int
    forced: bool


class PanicOnWallStreetCompanyReport(TypedDict):
    """A company in a month: its owner, what its colour yielded, and with an investor the price and the income."""

    tile: str
    colour: Literal["red", "yellow", "green", "blue"]
    double: bool
    owner: int
    value: int
    investor: NotRequired[int]
    price: NotRequired[int]
    income: NotRequired[int]


class PanicOnWallStreetCompanyView(TypedDict):
    """A company that somebody owns, and the deal on it, if there is one."""

    tile: str
    colour: Literal["red", "yellow", "green", "blue"]
    double: bool
    owner: int
    investor: NotRequired[int]
    price: NotRequired[int]
    terms: NotRequired[Literal["open", "closed"]]


class PanicOnWallStreetDebt(TypedDict):
    """What an investor owes a manager from earlier months."""

    investor: int
    manager: int
    amount: int


class PanicOnWallStreetDecided(TypedDict):
    """How the decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: PanicOnWallStreetAction
    view: PanicOnWallStreetTableView


class PanicOnWallStreetDecision(TypedDict):
    """What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[PanicOnWallStreetChoice]
    default: NotRequired[PanicOnWallStreetAction]
    sealed_action: NotRequired[PanicOnWallStreetAction]


class PanicOnWallStreetDecisionBody(TypedDict):
    """PanicOnWallStreetDecisionBody."""

    action: PanicOnWallStreetAction


class PanicOnWallStreetDone(TypedDict):
    """Nothing more from you, unless something new comes up."""

    type: Literal["done"]


class PanicOnWallStreetExtend(TypedDict):
    """Let the investor owe you the rest (sealed)."""

    type: Literal["extend"]


class PanicOnWallStreetForceBankruptcy(TypedDict):
    """Drive the investor who cannot pay you into bankruptcy (sealed)."""

    type: Literal["force_bankruptcy"]


class PanicOnWallStreetMarketView(TypedDict):
    """A colour: the place of its indicator on the scale (0 to 7), and what a company of it yields there."""

    colour: Literal["red", "yellow", "green", "blue"]
    index: int
    value: int


class PanicOnWallStreetMonthReport(TypedDict):
    """A month: the dice and what a company of each colour yielded after them (red, yellow, green, blue; no dice
    before the roll, or where nobody was left to invest), company by company, seat by seat, every payment, who
    went bankrupt in which role, and what the creditors of those in default decided.
    """

    month: int
    dice: list[int]
    values: list[int]
    companies: list[PanicOnWallStreetCompanyReport]
    seats: list[PanicOnWallStreetSeatReport]
    payments: list[PanicOnWallStreetPayment]
    ruined_investors: list[int]
    ruined_managers: list[int]
    claims: list[PanicOnWallStreetClaim]


class PanicOnWallStreetNewOptions(TypedDict):
    """What the creator of a table may choose."""

    negotiation_s: NotRequired[int]
    private_offers: NotRequired[bool]
    offers: NotRequired[int]
    managers: NotRequired[int]
    min_price: NotRequired[int]
    green_die: NotRequired[Literal["symmetric", "skewed"]]


class PanicOnWallStreetOfferView(TypedDict):
    """An open offer: made by `by`, who is the owner or the investor, to the other one."""

    offer: str
    tile: str
    investor: int
    by: int
    to: int
    price: int
    terms: Literal["open", "closed"]


class PanicOnWallStreetOptions(TypedDict):
    """What the creator of a table may choose."""

    negotiation_s: int
    private_offers: bool
    offers: int
    managers: int
    min_price: int
    green_die: Literal["symmetric", "skewed"]


class PanicOnWallStreetPassBid(TypedDict):
    """Bid no more for this company."""

    type: Literal["pass_bid"]


class PanicOnWallStreetPayment(TypedDict):
    """What an investor owed a manager this month, and paid of it."""

    investor: int
    manager: int
    due: int
    paid: int


class PanicOnWallStreetPropose(TypedDict):
    """Offer a deal: the investor pays this price for the company each month. Replaces your earlier offer for it."""

    type: Literal["propose"]
    tile: str
    investor: int
    price: int
    terms: Literal["open", "closed"]


class PanicOnWallStreetRelease(TypedDict):
    """Send this investor, who has invested at this price, away from a company of yours."""

    type: Literal["release"]
    tile: str
    investor: int
    price: int


class PanicOnWallStreetRepay(TypedDict):
    """Pay a manager something of what you owe from earlier months."""

    type: Literal["repay"]
    manager: int
    amount: int


class PanicOnWallStreetRetract(TypedDict):
    """Take an offer of yours back."""

    type: Literal["retract"]
    offer: str


class PanicOnWallStreetSeatReport(TypedDict):
    """A seat's month: its income and what the bank wrote off of a loss; what it received (old debts included) and
    paid for deals, and repaid of old debts; costs, sales, purchases at auction; what it lost to the bank in
    bankruptcy; and its cash after all that.
    """

    seat: int
    income: int
    written_off: int
    received: int
    paid: int
    repaid: int
    costs: int
    sold: int
    bought: int
    forfeited: int
    cash: int


class PanicOnWallStreetSeatView(TypedDict):
    """A seat: its cash, the roles that it has and those that it began with, its free tokens, and whether it is done
    for this negotiation.
    """

    seat: int
    cash: int
    manages: bool
    invests: bool
    managed: bool
    invested: bool
    free_tokens: int
    done: bool


class PanicOnWallStreetSellOff(TypedDict):
    """Sell these companies to the bank, because you cannot pay your costs (sealed)."""

    type: Literal["sell_off"]
    tiles: list[str]


class PanicOnWallStreetShort(TypedDict):
    """A manager who cannot pay the costs and must sell so many companies."""

    seat: int
    count: int


class PanicOnWallStreetTableView(TypedDict):
    """What one seat, or the public, knows of a table of Panic on Wall Street!."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    abortable: bool
    state: NotRequired[PanicOnWallStreetView]
    decision: NotRequired[PanicOnWallStreetDecision]


class PanicOnWallStreetView(TypedDict):
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`. Money is in
    thousands of dollars. `month` is one of `months_in_all`. `market` is in the order red, yellow, green, blue,
    `players` in seat order, `companies` by colour and number. `offers` are those that this viewer may see;
    `own_offers_left` says how many more this seat may make in this month. `debts` are from earlier months,
    `payments` this month's. `debtor` is the investor who shares out what it has, or waits for its creditors, then
    `defaults` wait as well. `short` says how many companies each of these seats must sell. `asked` are the seats
    that owe a move, `submitted` those whose sealed move is in, `own_sealed` this seat's own. `unseen` are the
    companies that lie in the reserve, or in the pile of `pile_count` that are still up for auction; `removed`
    those that left the game. `next_bidder` opens the next auction. `scored` are the months so far, the present
    one included.
    """

    seat: NotRequired[int]
    seats: int
    options: PanicOnWallStreetOptions
    phase: Literal["setup", "negotiate", "roll", "settle", "allocate", "claim", "costs", "sell", "draw", "bid", "over"]
    month: int
    months_in_all: int
    market: list[PanicOnWallStreetMarketView]
    players: list[PanicOnWallStreetSeatView]
    companies: list[PanicOnWallStreetCompanyView]
    offers: list[PanicOnWallStreetOfferView]
    debts: list[PanicOnWallStreetDebt]
    payments: list[PanicOnWallStreetPayment]
    defaults: list[int]
    queue: list[int]
    short: list[PanicOnWallStreetShort]
    asked: list[int]
    submitted: list[int]
    unseen: list[str]
    pile_count: int
    removed: list[str]
    scored: list[PanicOnWallStreetMonthReport]
    debtor: NotRequired[int]
    auctioneer: NotRequired[int]
    next_bidder: NotRequired[int]
    auction: NotRequired[PanicOnWallStreetAuctionView]
    own_offers_left: NotRequired[int]
    own_sealed: NotRequired[PanicOnWallStreetExtend | PanicOnWallStreetForceBankruptcy | PanicOnWallStreetSellOff]
    result: NotRequired[Result]


class PanicOnWallStreetWithdraw(TypedDict):
    """Leave a company in which you have invested at this price."""

    type: Literal["withdraw"]
    tile: str
    price: int


PanikAction: TypeAlias = "PanikReveal | PanikDuo | PanikPlace | PanikDetect | PanikSendBack | PanikNoSend | PanikRelocate | PanikCall | PanikNoCall"
"""What a player of Panik may do. `type` says which of them it is."""


class PanikCall(TypedDict):
    """Call the hunter at this place of another manor to the manor where you have just placed the call for help."""

    type: Literal["call"]
    manor: int
    place: int


class PanikChoice(TypedDict):
    """A kind of action that is possible now in Panik: build one by choosing a value for every field."""

    type: Literal["reveal", "duo", "place", "detect", "send_back", "no_send", "relocate", "call", "no_call"]
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


class PanikDecided(TypedDict):
    """How the decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: PanikAction
    view: PanikTableView


class PanikDecision(TypedDict):
    """What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[PanikChoice]
    default: NotRequired[PanikAction]
    sealed_action: NotRequired[PanikAction]


class PanikDecisionBody(TypedDict):
    """PanikDecisionBody."""

    action: PanikAction


class PanikDetect(TypedDict):
    """Show your detector: turn an opponent's manor face up, then place the detector face up."""

    type: Literal["detect"]
    manor: int


class PanikDuo(TypedDict):
    """Place a duo, face up, at one of your own face-down manors (sealed)."""

    type: Literal["duo"]
    manor: int


class PanikHunterScore(TypedDict):
    """What one hunter earned: `points`, for `paid_to` (absent if for nobody)."""

    seat: int
    kind: str
    points: int
    paid_to: NotRequired[int]


class PanikHunterView(TypedDict):
    """A hunter on the table: whose, and what it is where this viewer knows it (it is open, or its own). A hunter
    that was ever `sent_back` is not over-equipped; one that was ever `called` is not a duo either.
    """

    seat: int
    face_up: bool
    sent_back: bool
    called: bool
    kind: NotRequired[Literal["standard", "overequipped", "duo", "detector", "call"]]


class PanikManorScore(TypedDict):
    """One manor's reckoning: `each` is what a hunter counts there, `doubled` how many hunters counted twice (duos),
    `hunters` in the order of their places, and `points` what every seat gets from this manor.
    """

    manor: int
    owner: int
    card: str
    each: int
    doubled: int
    hunters: list[PanikHunterScore]
    points: list[int]


class PanikManorView(TypedDict):
    """A manor by its number: its owner, its card where this viewer knows it, and the hunters there by place."""

    manor: int
    owner: int
    face_up: bool
    hunters: list[PanikHunterView]
    card: NotRequired[str]


class PanikNewOptions(TypedDict):
    """What the creator of a table may choose."""

    values: NotRequired[list[int]]
    first_seat: NotRequired[int | Literal["drawn"]]


class PanikNoCall(TypedDict):
    """Call nobody."""

    type: Literal["no_call"]


class PanikNoSend(TypedDict):
    """Send nobody back."""

    type: Literal["no_send"]


class PanikOptions(TypedDict):
    """What the creator of a table may choose."""

    values: list[int]
    first_seat: int | Literal["drawn"]


class PanikPlace(TypedDict):
    """Place a hunter from your hand at a manor, face down or face up."""

    type: Literal["place"]
    hunter: Literal["standard", "overequipped", "duo", "detector", "call"]
    manor: int
    face: Literal["down", "up"]


class PanikRelocate(TypedDict):
    """Put your hunter that was sent back at another manor, face down or face up."""

    type: Literal["relocate"]
    manor: int
    face: Literal["down", "up"]


class PanikReveal(TypedDict):
    """Turn one of your own four manors face up (sealed)."""

    type: Literal["reveal"]
    manor: int


class PanikSendBack(TypedDict):
    """Send the hunter at this place away from the manor where you have just placed one."""

    type: Literal["send_back"]
    place: int


class PanikTableView(TypedDict):
    """What one seat, or the public, knows of a table of Panik."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    abortable: bool
    state: NotRequired[PanikView]
    decision: NotRequired[PanikDecision]


class PanikView(TypedDict):
    """What one seat knows of the game; `seat` is absent for a spectator, and so are the fields `own_*`. `turns`
    counts the turns that are over, of `turns_in_all`; `active` is the seat whose turn it is. `manors` is empty
    before the deal, `unused_count` the number of manors that nobody will see. `hand_counts` are the hunters that
    each seat still holds, `own_hand` this seat's. `at` is the manor where the active seat has just placed a
    hunter (the last one there), `lifted` the hunter sent back from it whose owner must place it again. `asked`
    are the seats that owe a move, `submitted` those whose sealed move is in, `own_sealed` this seat's own.
    `totals` are 0 until the end, when `scored` says manor by manor where they come from.
    """

    seat: NotRequired[int]
    seats: int
    options: PanikOptions
    phase: Literal["deal", "reveal", "duo", "place", "place_detector", "send_back", "relocate", "call", "score", "over"]
    turns: int
    turns_in_all: int
    totals: list[int]
    manors: list[PanikManorView]
    unused_count: int
    hand_counts: list[int]
    asked: list[int]
    submitted: list[int]
    scored: list[PanikManorScore]
    first_seat: NotRequired[int]
    active: NotRequired[int]
    at: NotRequired[int]
    lifted: NotRequired[PanikHunterView]
    own_hand: NotRequired[list[Literal["standard", "overequipped", "duo", "detector", "call"]]]
    own_sealed: NotRequired[PanikReveal | PanikDuo]
    result: NotRequired[Result]


class Pause(TypedDict):
    """A pause that is wanted or goes on. It begins, and ends, when all who play here want it to."""

    wanted_by: list[int]
    paused: bool
    since: NotRequired[str]
    until: NotRequired[str]


class PeekAndPassAuctionRecord(TypedDict):
    """One auction of this hand: every call in order and, once somebody bought, who, for how much, and the payment."""

    round: int
    opener: int
    calls: list[AuctionsCall]
    closed: bool
    winner: NotRequired[int]
    price: NotRequired[int]
    paid: NotRequired[list[str]]


class PeekAndPassBid(TypedDict):
    """Offer to lock cards worth `amount` points for a look at the stack."""

    type: Literal["bid"]
    amount: int


class PeekAndPassDiscard(TypedDict):
    """Lay one unlocked card into the Marketplace (sealed), where they fall one by one."""

    type: Literal["discard"]
    card: str


class PeekAndPassOwnPass(TypedDict):
    """What this seat gave to and received from its neighbours in one round of this hand."""

    round: int
    to_seat: int
    given: list[str]
    from_seat: int
    received: list[str]


class PeekAndPassPanic(TypedDict):
    """Lay four unlocked cards into the Marketplace (sealed)."""

    type: Literal["panic"]
    cards: list[str]


class PeekAndPassPassBid(TypedDict):
    """Leave this auction for good."""

    type: Literal["pass_bid"]


class PeekAndPassPassCards(TypedDict):
    """Hand these unlocked cards to the neighbour (sealed)."""

    type: Literal["pass_cards"]
    cards: list[str]


class PeekAndPassPay(TypedDict):
    """Lock these unlocked cards, face up, for the auction just won."""

    type: Literal["pay"]
    cards: list[str]


class PeekAndPassStackView(TypedDict):
    """A stack by the round it belongs to: its size, whether it lies open in the Marketplace, and its cards where
    this viewer knows them (open, or peeked at).
    """

    round: int
    size: int
    revealed: bool
    cards: NotRequired[list[str]]


class Place(TypedDict):
    """One seat's final standing."""

    seat: int
    rank: int
    score: int


class Player(TypedDict):
    """Somebody who can hold seats."""

    id: str
    name: str
    kind: Literal["human", "bot"]
    created_at: str


class Problem(TypedDict):
    """Why a request was refused (RFC 9457). Decide by `code`; new codes may be added, so treat one that you do not
    know by its `status`.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
    pointer: NotRequired[str]
    parameter: NotRequired[str]
    header: NotRequired[str]
    bucket: NotRequired[str]
    n: NotRequired[int]
    recorded: NotRequired[dict[str, Any]]
    reason: NotRequired[str]
    ruling: NotRequired[str]
    ruling_url: NotRequired[str]
    choices: NotRequired[list[dict[str, Any]]]
    checks: NotRequired[dict[str, Check]]


class RangeDomain(TypedDict):
    """Whole numbers from `min` to `max`, both included, in steps of `step` from `min`; where `max` is only a bound,
    `usual` is the largest that anybody would name.
    """

    kind: Literal["range"]
    min: int
    max: int
    step: int
    usual: NotRequired[int]


class RangeField(TypedDict):
    """A field of an action. Whole numbers from `min` to `max`, both included, in steps of `step` from `min`; where
    `max` is only a bound, `usual` is the largest that anybody would name.
    """

    name: str
    kind: Literal["range"]
    min: int
    max: int
    step: int
    usual: NotRequired[int]


class Rate(TypedDict):
    """How often: a bucket of requests that fills again evenly."""

    name: str
    requests: int
    window_s: int
    counted_by: str
    covers: str


class Readiness(TypedDict):
    """Everything that a game needs works."""

    ready: bool
    checks: dict[str, Check]


class Record(TypedDict):
    """A game as a file. While it runs it holds what the viewer was told; once it is over, everything."""

    format: Literal["openingbell-record/1"]
    complete: bool
    table: Table
    commitment: str
    seats: list[Seat]
    events: NotRequired[list[Event]]
    entries: NotRequired[list[Entry]]
    entropies: NotRequired[list[str]]
    secret: NotRequired[str]
    result: NotRequired[Outcome]


class Result(TypedDict):
    """How the game ended by its rules."""

    winners: list[int]
    places: list[Place]
    ended_by: str


class Seat(TypedDict):
    """One seat; without `player` it is free."""

    seat: int
    ready: bool
    player: NotRequired[Occupant]


class SeatOutcome(TypedDict):
    """How the table ended for one seat."""

    seat: int
    rank: int
    score: int
    ended_by: str


class Start(TypedDict):
    """Start."""

    entropy: NotRequired[str]
    fill: NotRequired[str]


StockHoldemAction: TypeAlias = "StockHoldemPlace | StockHoldemSell | StockHoldemSkipSell | StockHoldemBuy | StockHoldemSkipBuy | StockHoldemChipCash | StockHoldemChipPeek | StockHoldemChipSell | StockHoldemChipBuy | StockHoldemChipSurge | StockHoldemEndTurn"
"""What a player of Stock Hold'em may do. `type` says which of them it is."""


class StockHoldemBuy(TypedDict):
    """Buy one share of a company at its price, which then rises by 1."""

    type: Literal["buy"]
    company: str


class StockHoldemChipBuy(TypedDict):
    """Pay 3 chips to buy one share of any company."""

    type: Literal["chip_buy"]
    company: str


class StockHoldemChipCash(TypedDict):
    """Pay 1 chip for 1 dollar."""

    type: Literal["chip_cash"]


class StockHoldemChipPeek(TypedDict):
    """Pay 1 chip to look at a face-down card: `slot` counts from 1, in the order in which cards came to the area."""

    type: Literal["chip_peek"]
    company: str
    slot: int


class StockHoldemChipSell(TypedDict):
    """Pay 2 chips to sell one share of a company."""

    type: Literal["chip_sell"]
    company: str


class StockHoldemChipSurge(TypedDict):
    """Pay 3 chips to lay a surge token on a company: its price will be determined 5 higher."""

    type: Literal["chip_surge"]
    company: str


class StockHoldemChoice(TypedDict):
    """A kind of action that is possible now in Stock Hold'em: build one by choosing a value for every field."""

    type: Literal[
        "place",
        "sell",
        "skip_sell",
        "buy",
        "skip_buy",
        "chip_cash",
        "chip_peek",
        "chip_sell",
        "chip_buy",
        "chip_surge",
        "end_turn",
    ]
    label: Text
    fields: list[Field]
    constraints: NotRequired[list[Constraint]]


class StockHoldemCompanyScore(TypedDict):
    """How one company's new price came about: `base` + `surge` + `suit` + `number` = `total`, held to 1..57 =
    `price`. `cards` lie in the order in which they came. `suit_totals` are the sums of the suits that lie there,
    `best_suits` those with the largest; `bull` says whether the Bull added its ten. A bonus's name is absent
    where there is none.
    """

    company: str
    cards: list[str]
    suit_totals: dict[str, int]
    best_suits: list[str]
    bull: bool
    base: int
    surge: int
    suit: int
    number: int
    total: int
    price_before: int
    price: int
    suit_bonus: NotRequired[Literal["flush", "four_suits"]]
    number_bonus: NotRequired[
        Literal["five_of_a_kind", "four_of_a_kind", "full_house", "large_straight", "three_of_a_kind", "small_straight"]
    ]


class StockHoldemCompanyView(TypedDict):
    """A company: its price, its shares left on the tile and `held` by seat, whether a surge lies on it, its area,
    and how many cards the area still takes.
    """

    company: str
    price: int
    left: int
    held: list[int]
    surge: bool
    slots: list[StockHoldemSlotView]
    room: int


class StockHoldemDecided(TypedDict):
    """How the decision stands, and what the table looks like now."""

    n: int
    status: Literal["applied", "sealed"]
    replayed: bool
    action: StockHoldemAction
    view: StockHoldemTableView


class StockHoldemDecision(TypedDict):
    """What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    optional: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[StockHoldemChoice]
    default: NotRequired[StockHoldemAction]
    sealed_action: NotRequired[StockHoldemAction]


class StockHoldemDecisionBody(TypedDict):
    """StockHoldemDecisionBody."""

    action: StockHoldemAction


class StockHoldemEndTurn(TypedDict):
    """End the turn."""

    type: Literal["end_turn"]


class StockHoldemNewOptions(TypedDict):
    """What the creator of a table may choose."""

    deck: NotRequired[Literal["2-6x2", "1-10x1"]]
    start_price: NotRequired[int]
    rounds: NotRequired[int]
    crowded: NotRequired[bool]
    crowded_scope: NotRequired[Literal["turn", "round"]]
    dark: NotRequired[bool]
    first_seat: NotRequired[int | Literal["drawn"]]


class StockHoldemOptions(TypedDict):
    """What the creator of a table may choose."""

    deck: Literal["2-6x2", "1-10x1"]
    start_price: int
    rounds: int
    crowded: bool
    crowded_scope: Literal["turn", "round"]
    dark: bool
    first_seat: int | Literal["drawn"]


class StockHoldemPlace(TypedDict):
    """Lay a card from the hand face down into a company's area."""

    type: Literal["place"]
    card: str
    company: str


class StockHoldemRoundScore(TypedDict):
    """One round's price determination, and what every seat was worth by the new prices."""

    round: int
    companies: list[StockHoldemCompanyScore]
    worths: list[StockHoldemWorth]


class StockHoldemSell(TypedDict):
    """Sell one share of a company at its price, which then falls by 1."""

    type: Literal["sell"]
    company: str


class StockHoldemSkipBuy(TypedDict):
    """Buy nothing and take a chip."""

    type: Literal["skip_buy"]


class StockHoldemSkipSell(TypedDict):
    """Sell nothing and take a chip."""

    type: Literal["skip_sell"]


class StockHoldemSlotView(TypedDict):
    """A card in an area, named by `slot`, which counts from 1 in the order in which cards came there. `placed_by` is
    absent for a card that the house dealt; `peeked_by` are the seats that paid to look. `card` is absent where
    this viewer does not know the front.
    """

    slot: int
    back: str
    face_up: bool
    peeked_by: list[int]
    placed_by: NotRequired[int]
    card: NotRequired[str]


class StockHoldemTableView(TypedDict):
    """What one seat, or the public, knows of a table of Stock Hold'em."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    abortable: bool
    state: NotRequired[StockHoldemView]
    decision: NotRequired[StockHoldemDecision]


class StockHoldemView(TypedDict):
    """What one seat knows of the game; `seat` is absent for a spectator, and so is `own_cards`. `round` counts from
    1 (0 before the first deal), and so does `turn`, each seat's turns in the round. Lists by seat are in seat
    order. `hand_backs` are the backs of each hand, sorted. `asked` is the seat that moves. `placed` is the
    company where it placed a card in this turn, `buy_only_from` the only one that its purchase may come from
    (absent: any, or no card has been placed yet). `totals` are what each seat is worth at the present prices,
    `scored` the reasons of every round's prices.
    """

    seat: NotRequired[int]
    seats: int
    options: StockHoldemOptions
    phase: Literal["deal", "place", "sell", "buy", "end", "final", "score", "over"]
    round: int
    turn: int
    turns: int
    asked: list[int]
    money: list[int]
    chips: list[int]
    totals: list[int]
    companies: list[StockHoldemCompanyView]
    surges_left: int
    hand_backs: list[list[str]]
    undrawn_count: int
    scored: list[StockHoldemRoundScore]
    start_seat: NotRequired[int]
    placed: NotRequired[str]
    buy_only_from: NotRequired[str]
    own_cards: NotRequired[list[str]]
    result: NotRequired[Result]


class StockHoldemWorth(TypedDict):
    """What a seat owns, in dollars: money, shares (their number a company, and their value), a dollar a chip."""

    seat: int
    money: int
    shares: list[int]
    share_value: int
    chips: int
    total: int


SubsetDomain = TypedDict("SubsetDomain", {"kind": "Literal['subset']", "from": "list[str]", "min": "int", "max": "int"})
"""`min` to `max` different items of `from`, in any order."""

SubsetField = TypedDict(
    "SubsetField", {"name": "str", "kind": "Literal['subset']", "from": "list[str]", "min": "int", "max": "int"}
)
"""A field of an action. `min` to `max` different items of `from`, in any order."""


class Table(TypedDict):
    """One table, as the caller sees it."""

    id: str
    game: str
    rules_version: int
    status: Literal["waiting", "running", "finished"]
    seats: list[Seat]
    options: dict[str, Any]
    clock: Clock
    private: bool
    practice: bool
    commitment: str
    created_at: str
    scores: NotRequired[list[int]]
    result: NotRequired[Outcome]
    pause: NotRequired[Pause]
    your_seat: NotRequired[int]
    links: TableLinks


TableLinks = TypedDict(
    "TableLinks",
    {
        "self": "str",
        "view": "str",
        "events": "str",
        "record": "str",
        "seats": "str",
        "start": "str",
        "resign": "str",
        "return": "str",
        "pause": "str",
        "abort": "str",
    },
)
"""Where to go from here, as paths on this server."""


class TableList(TypedDict):
    """A page of tables, newest first."""

    items: list[Table]
    next: NotRequired[str]


class TakeSeat(TypedDict):
    """TakeSeat."""

    seat: NotRequired[int]
    entropy: NotRequired[str]


class Text(TypedDict):
    """A sentence for people, with a stable `code` and `params` for clients that write their own."""

    code: str
    params: dict[str, Any]
    text: str


class Turn(TypedDict):
    """Who must act now."""

    seats: list[int]
    mode: Literal["one", "sealed", "free"]
    kind: str
    house: bool
    optional: list[int]
    ends_at: NotRequired[str]
    deadline: NotRequired[str]


class View(TypedDict):
    """What one seat, or the public, knows of a table; `state` is the game's own."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    banks_s: NotRequired[list[float]]
    pause: NotRequired[Pause]
    prompt: Text
    abortable: bool
    state: NotRequired[dict[str, Any]]
    decision: NotRequired[Decision]


class WantPause(TypedDict):
    """WantPause."""

    wanted: bool


OPERATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "abortTable": ("POST", "/v1/tables/{table}/abort"),
    "comeBack": ("POST", "/v1/tables/{table}/return"),
    "createPlayer": ("POST", "/v1/players"),
    "create{Game}Table": ("POST", "/v1/games/{game}/tables"),
    "decide{Game}": ("PUT", "/v1/games/{game}/tables/{table}/seats/{seat}/decisions/{n}"),
    "getHealth": ("GET", "/healthz"),
    "getLimits": ("GET", "/v1/limits"),
    "getMe": ("GET", "/v1/players/me"),
    "getReadiness": ("GET", "/readyz"),
    "getRecord": ("GET", "/v1/tables/{table}/record"),
    "getTable": ("GET", "/v1/tables/{table}"),
    "leaveSeat": ("DELETE", "/v1/tables/{table}/seats/{seat}"),
    "listEvents": ("GET", "/v1/tables/{table}/events"),
    "listGames": ("GET", "/v1/games"),
    "listTables": ("GET", "/v1/tables"),
    "resign": ("POST", "/v1/tables/{table}/resign"),
    "startTable": ("POST", "/v1/tables/{table}/start"),
    "takeSeat": ("POST", "/v1/tables/{table}/seats"),
    "view{Game}Table": ("GET", "/v1/games/{game}/tables/{table}/view"),
    "wantPause": ("POST", "/v1/tables/{table}/pause"),
}

"""Method and path of every operation. `{Game}` and `{game}` stand for any game's name."""
