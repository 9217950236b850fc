"""The types and operations of the API, as its OpenAPI document has them.

Law. Written by clients/python/tools/generate.py; change the document or the generator, never this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NotRequired, TypeAlias, TypedDict


class AmountsDomain(TypedDict):
    """A whole amount for each key, each from `min` to `max` in steps of `step`; together they make `total`."""

    kind: Literal["amounts"]
    keys: list[str]
    min: int
    max: int
    step: int
    total: int


BullMarketAction: TypeAlias = (
    "BullMarketBid | BullMarketPassBid | BullMarketPay | BullMarketPassCards | BullMarketPanic | BullMarketDiscard"
)
"""What a player of Bull Market may do. `type` says which of them it is."""


class BullMarketAuctionRecord(TypedDict):
    """One auction of this hand: every call in order and, once somebody bought, who, for how much, and the payment."""

    round: int
    opener: int
    calls: list[BullMarketCall]
    closed: bool
    winner: NotRequired[int]
    price: NotRequired[int]
    paid: NotRequired[list[str]]


class BullMarketBid(TypedDict):
    """Offer to lock cards worth `amount` points for a look at the stack."""

    type: Literal["bid"]
    amount: int


class BullMarketCall(TypedDict):
    """One seat's turn in an auction: what it bid, or no `bid` for a pass."""

    seat: int
    bid: NotRequired[int]


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
    """What this seat has to decide, or has sealed and may still replace."""

    n: int
    kind: str
    sealed: bool
    revisable: bool
    opened_at: str
    deadline: NotRequired[str]
    choices: list[BullMarketChoice]
    default: BullMarketAction
    sealed_action: NotRequired[BullMarketAction]


class BullMarketDecisionBody(TypedDict):
    """BullMarketDecisionBody."""

    action: BullMarketAction


class BullMarketDiscard(TypedDict):
    """Lay one unlocked card into the Marketplace (sealed); Slow Burn."""

    type: Literal["discard"]
    card: str


class BullMarketHandScore(TypedDict):
    """Why a hand scored what it scored: the final sort of the Marketplace, best first, and every seat's cards."""

    hand: int
    market: list[BullMarketStanding]
    seats: list[BullMarketSeatScore]


class BullMarketNewOptions(TypedDict):
    """What the creator of a table may choose."""

    suits: NotRequired[list[str]]
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


class BullMarketOwnPass(TypedDict):
    """What this seat gave to and received from its neighbours in one round of this hand."""

    round: int
    to_seat: int
    given: list[str]
    from_seat: int
    received: list[str]


class BullMarketPanic(TypedDict):
    """Lay four unlocked cards into the Marketplace (sealed)."""

    type: Literal["panic"]
    cards: list[str]


class BullMarketPassBid(TypedDict):
    """Leave this auction for good."""

    type: Literal["pass_bid"]


class BullMarketPassCards(TypedDict):
    """Hand these unlocked cards to the neighbour (sealed)."""

    type: Literal["pass_cards"]
    cards: list[str]


class BullMarketPay(TypedDict):
    """Lock these unlocked cards, face up, for the auction just won."""

    type: Literal["pay"]
    cards: list[str]


class BullMarketPlace(TypedDict):
    """One seat's final standing: `rank` 1 is best and may be shared (GEN-03); `score` in the game's points."""

    seat: int
    rank: int
    score: int


class BullMarketResult(TypedDict):
    """How a game ended: a place a seat in seat order, the seats that won (GEN-03), and what called the end."""

    places: list[BullMarketPlace]
    winners: list[int]
    ended_by: str


class BullMarketScoredCard(TypedDict):
    """One card of a final hand: its rank times its commodity's demand."""

    card: str
    rank: int
    value: int
    score: int


class BullMarketSeatScore(TypedDict):
    """One seat's final hand: every card, the hand's score, and the running total with it."""

    seat: int
    cards: list[BullMarketScoredCard]
    score: int
    total: int


class BullMarketStackView(TypedDict):
    """A stack by the round it belongs to: its size, whether it lies open in the Marketplace, and its cards where
    this viewer knows them (open, or peeked at).
    """

    round: int
    size: int
    revealed: bool
    cards: NotRequired[list[str]]


class BullMarketStanding(TypedDict):
    """How one commodity stands in the Marketplace and why. `place` 1 is best; `tied_with` are the commodities at the
    same place. `gap_above` and `gap_below` are the points to the next better and the next worse place: how near
    the order was to another one. Absent at either end.
    """

    suit: str
    cards: list[str]
    points: int
    place: int
    value: int
    tied_with: list[str]
    gap_above: NotRequired[int]
    gap_below: NotRequired[int]


class BullMarketTableView(TypedDict):
    """What one seat, or the public, knows of a table of Bull Market."""

    table: str
    seq: int
    status: Literal["waiting", "running", "finished"]
    seat: NotRequired[int]
    turn: Turn
    prompt: Text
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
    market: list[BullMarketStanding]
    stacks: list[BullMarketStackView]
    stub_count: int
    auctions: list[BullMarketAuctionRecord]
    asked: list[int]
    submitted: list[int]
    pass_direction: Literal["left", "right"]
    discards: list[list[list[str]]]
    scored: list[BullMarketHandScore]
    dealer: NotRequired[int]
    opener: NotRequired[int]
    last_winner: NotRequired[int]
    bidder: NotRequired[int]
    high_bid: NotRequired[int]
    max_bid: NotRequired[int]
    shown: NotRequired[list[list[str]]]
    own_cards: NotRequired[list[str]]
    own_passes: NotRequired[list[BullMarketOwnPass]]
    own_sealed: NotRequired[BullMarketPassCards | BullMarketPanic | BullMarketDiscard]
    result: NotRequired[BullMarketResult]


class Check(TypedDict):
    """One part."""

    ok: bool
    why: NotRequired[str]


Clock: TypeAlias = "Literal['none'] | dict[str, Any]"
"""The time for a decision."""


class Constraint(TypedDict):
    """What domains cannot say, by name. `total_at_least`: the items named in `field` weigh at least `min` together,
    each as `weights` says. `different`: the two `fields` do not have the same value. The server says no to what
    breaks a constraint, so a client that does not know one may try.
    """

    name: str
    field: NotRequired[str]
    fields: NotRequired[list[str]]
    weights: NotRequired[dict[str, int]]
    min: NotRequired[int]


class DependentDomain(TypedDict):
    """The domain depends on the value of an earlier field of the same action."""

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


Field: TypeAlias = "dict[str, Any]"
"""One field of an action: its name and its domain."""


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

    tables: str


class GameList(TypedDict):
    """The catalogue."""

    items: list[Game]


class Health(TypedDict):
    """The process answers."""

    status: Literal["ok"]


class NewBullMarketTable(TypedDict):
    """NewBullMarketTable."""

    seats: Literal[2, 3, 4, 5, 6, 7, 8]
    options: NotRequired[BullMarketNewOptions]
    bots: NotRequired[list[str]]
    clock: NotRequired[Literal["none"] | dict[str, Any]]
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


class Occupant(TypedDict):
    """Who holds a seat."""

    id: str
    name: str
    kind: Literal["human", "bot", "house_bot"]
    bot: NotRequired[str]


class OneOfDomain(TypedDict):
    """One of the listed values."""

    kind: Literal["one_of"]
    values: list[str | int]


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
    n: NotRequired[int]
    recorded: NotRequired[dict[str, Any]]
    reason: NotRequired[str]
    ruling: NotRequired[str]
    choices: NotRequired[list[dict[str, Any]]]
    checks: NotRequired[dict[str, Check]]


class RangeDomain(TypedDict):
    """Whole numbers from `min` to `max`, both included, in steps of `step` from `min`."""

    kind: Literal["range"]
    min: int
    max: int
    step: int


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
    result: NotRequired[Result]


class Result(TypedDict):
    """How the game ended."""

    winners: list[int]
    places: list[Place]
    ended_by: str


class Seat(TypedDict):
    """One seat; without `player` it is free."""

    seat: int
    ready: bool
    player: NotRequired[Occupant]


class Start(TypedDict):
    """Start."""

    entropy: NotRequired[str]
    fill: NotRequired[str]


SubsetDomain = TypedDict("SubsetDomain", {"kind": "Literal['subset']", "from": "list[str]", "min": "int", "max": "int"})
"""`min` to `max` different items of `from`, in any order."""


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
    result: NotRequired[Result]
    your_seat: NotRequired[int]
    links: TableLinks


class TableLinks(TypedDict):
    """Where to go from here, as paths on this server."""

    self: str
    view: str
    events: str
    record: str
    seats: str
    start: str


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


OPERATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "createPlayer": ("POST", "/v1/players"),
    "create{Game}Table": ("POST", "/v1/games/{game}/tables"),
    "decide{Game}": ("PUT", "/v1/games/{game}/tables/{table}/seats/{seat}/decisions/{n}"),
    "getHealth": ("GET", "/healthz"),
    "getMe": ("GET", "/v1/players/me"),
    "getReadiness": ("GET", "/readyz"),
    "getRecord": ("GET", "/v1/tables/{table}/record"),
    "getTable": ("GET", "/v1/tables/{table}"),
    "listEvents": ("GET", "/v1/tables/{table}/events"),
    "listGames": ("GET", "/v1/games"),
    "listTables": ("GET", "/v1/tables"),
    "startTable": ("POST", "/v1/tables/{table}/start"),
    "takeSeat": ("POST", "/v1/tables/{table}/seats"),
    "view{Game}Table": ("GET", "/v1/games/{game}/tables/{table}/view"),
}

"""Method and path of every operation. `{Game}` and `{game}` stand for any game's name."""
