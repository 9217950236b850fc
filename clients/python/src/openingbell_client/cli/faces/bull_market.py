"""The face of Bull Market: the Marketplace, the seats, one's own cards, and why a hand scored what it scored.

Law. Draws what the view says. The sentences about ranks and ties explain numbers that the server sent; nothing here
computes a demand or a score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.output import Output, clean, signed

Seat = Callable[[int], str]
Json = Mapping[str, Any]

NAMES: Final[Mapping[str, str]] = {
    "G": "Gold",
    "O": "Crude oil",
    "P": "Pork bellies",
    "J": "Orange juice",
    "B": "Coffee beans",
    "C": "Corn",
    "W": "Wheat",
    "F": "Fluffy bunnies",
    "U": "Uranium",
}
COLOURS: Final[Mapping[str, str]] = {
    "G": "yellow",
    "O": "bright_black",
    "P": "magenta",
    "J": "bright_red",
    "B": "red",
    "C": "bright_yellow",
    "W": "green",
    "F": "cyan",
    "U": "bright_green",
}
ABOUT: Final = """\
  Three hands. Keep five cards of what will be rare: at the end of a hand a
  commodity is worth the more the fewer points of it lie in the Marketplace, and
  each of your cards scores its rank times that demand, which may be negative.
  In each round you may buy a look at a stack that is about to go in: the winner
  locks cards worth the bid, face up, and keeps them. Then everybody passes
  cards to a neighbour. At the end everybody lays down four: the Panic."""
PHASES: Final[Mapping[str, str]] = {
    "deal": "the house deals",
    "auction": "auction",
    "pay": "the winner pays",
    "pass": "cards are passed to the {direction}",
    "panic": "Panic: four cards each into the Marketplace",
    "discard": "Slow Burn: one card each into the Marketplace",
    "score": "the house scores",
    "over": "the game is over",
}


def state(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """The table, top to bottom: where we are, the Marketplace with one's own cards beside it, the stacks, the seats."""
    now = view.get("state")
    if now is None:
        return []
    headline = Text(_headline(now), style="bold")
    return [headline, _market(now, out), Text(), _stacks(now), Text(), _seats(now, seat, out)]


def score(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Every hand scored so far, with its reasons, and the totals."""
    now = view.get("state")
    if now is None or not now["scored"]:
        return [Text("No hand has been scored yet.")]
    parts: list[RenderableType] = []
    for hand in now["scored"]:
        parts += [Text(f"Hand {hand['hand']}", style="bold"), Text()]
        parts += [
            _ranking(hand["market"], now["options"]["short"], out),
            Text(),
            _hands(hand["seats"], seat, out),
            Text(),
        ]
    return [*parts, *_standing(now, seat, out)]


def item(item: str) -> str:
    """A card's code and commodity."""
    name = NAMES.get(item[:1])
    return f"{clean(item)} {name.lower()}" if name and item[1:].isdecimal() else clean(item)


# -- the table -------------------------------------------------------------------------------------------------------


def _headline(now: Json) -> str:
    direction = {"left": "left (the next seat)", "right": "right (the seat before)"}[now["pass_direction"]]
    phase = PHASES.get(now["phase"], clean(now["phase"])).format(direction=direction)
    if now["hand"] == 0 or now["phase"] == "over":
        return phase.capitalize()
    where = f"Hand {now['hand']} of 3"
    return f"{where}, round {now['round']} of 3: {phase}" if now["round"] else f"{where}: {phase}"


def _market(now: Json, out: Output) -> RenderableType:
    best = "most points: highest demand" if now["options"]["short"] else "fewest points: highest demand"
    own = now.get("own_cards")
    rows = []
    for standing in now["market"]:
        suit = standing["suit"]
        ranks = " ".join(card[1:] for card in standing["cards"])
        row = [Text(signed(standing["value"]), style="bold"), _suit(suit), standing["points"], ranks or "–"]
        rows.append(row if own is None else [*row, _cards([card for card in own if card[:1] == suit])])
    columns = [">Demand", "Commodity", ">Points", "In the Marketplace", *([] if own is None else ["Your cards"])]
    return out.table(columns, rows, f"Marketplace ({best})")


def _stacks(now: Json) -> Text:
    line = Text("Stacks  ", style="bold")
    for place, stack in enumerate(now["stacks"]):
        line.append("" if place == 0 else "   ", style="not bold")
        line.append(f"{stack['round']}: ", style="not bold")
        if stack.get("cards") and not stack["revealed"]:
            line.append(f"{' '.join(map(clean, stack['cards']))} (only you know)", style="not bold yellow")
        elif stack["revealed"]:
            line.append(f"{' '.join(map(clean, stack['cards']))} (in)", style="not bold")
        else:
            line.append(f"{stack['size']} face down{_peeked(now, stack['round'])}", style="not bold")
    return line


def _peeked(now: Json, round_: int) -> str:
    won = [each for each in now["auctions"] if each["round"] == round_ and "winner" in each]
    return f", seen by seat {won[0]['winner']}" if won else ""


def _seats(now: Json, seat: Seat, out: Output) -> RenderableType:
    rows = []
    for number in range(now["seats"]):
        own = number == now.get("seat")
        mark = Text(">" if number in now["asked"] else " ")
        name = Text(seat(number), style="bold" if own else "")
        locked = _cards(now["locked"][number]) if now["locked"][number] else Text("–")
        rows.append(
            [mark, name, signed(now["totals"][number]), now["card_counts"][number], locked, _doing(now, number)]
        )
    return out.table(["", "Seat", ">Total", ">Hand", "Locked", "Now"], rows)


def _doing(now: Json, seat: int) -> str:
    """What the seat does, or did last, in this step."""
    if seat in now["submitted"]:
        return "has chosen"
    phase = now["phase"]
    if phase in ("auction", "pay") and now["auctions"]:
        auction = now["auctions"][-1]
        calls = [call for call in auction["calls"] if call["seat"] == seat]
        last = "" if not calls else f"bid {calls[-1]['bid']}" if "bid" in calls[-1] else "passed"
        if phase == "pay" and auction.get("winner") == seat:
            return f"won for {auction['price']}, pays now"
        if auction.get("winner") == seat or (now.get("bidder") == seat and phase == "auction"):
            return f"{last} (highest)"
        return last or ("to bid or pass" if seat in now["asked"] else "")
    return "to choose" if seat in now["asked"] else ""


def _cards(cards: Sequence[str]) -> Text:
    line = Text()
    for place, card in enumerate(cards):
        line.append(" " if place else "")
        line.append(clean(card), style=COLOURS.get(card[:1], ""))
    return line


def _suit(suit: str) -> Text:
    return Text(f"{clean(suit)} {NAMES.get(suit, '')}".strip(), style=COLOURS.get(suit, ""))


# -- the score -------------------------------------------------------------------------------------------------------


def _ranking(market: Sequence[Json], short: bool, out: Output) -> RenderableType:
    rows = [
        [Text(signed(each["value"]), style="bold"), _suit(each["suit"]), each["points"], _reason(each, short)]
        for each in market
    ]
    return out.table([">Demand", "Commodity", ">Points", "Why"], rows)


def _reason(standing: Json, short: bool) -> str:
    """Why the commodity stands where it stands, and how near it was to standing elsewhere."""
    place = standing["place"]
    parts = [f"place {place}" if place > 1 else f"{'most' if short else 'fewest'} points"]
    if tied := standing["tied_with"]:
        others = ", ".join(NAMES.get(suit, clean(suit)).lower() for suit in tied)
        parts.append(f"tied with {others}: all take the higher demand")
    if not standing["cards"]:
        parts.append("no card in the Marketplace")
    for key, other in (("gap_above", "the next better"), ("gap_below", "the next worse")):
        gap = standing.get(key)
        if gap is not None and gap <= 2:
            parts.append(f"{gap} point{'s' if gap > 1 else ''} from {other}")
    return "; ".join(parts)


def _hands(seats: Sequence[Json], seat: Seat, out: Output) -> RenderableType:
    rows = []
    for each in seats:
        sums = Text()
        for place, card in enumerate(each["cards"]):
            sums.append(", " if place else "")
            sums.append(clean(card["card"]), style=COLOURS.get(card["card"][:1], ""))
            sums.append(f"×{signed(card['value'])}={signed(card['score'])}")
        rows.append([seat(each["seat"]), sums, Text(signed(each["score"]), style="bold"), signed(each["total"])])
    return out.table(["Seat", "Cards × demand", ">Hand", ">Total"], rows)


def _standing(now: Json, seat: Seat, out: Output) -> Iterator[RenderableType]:
    result = now.get("result")
    if result is None:
        return
    places = sorted(result["places"], key=lambda place: (place["rank"], place["seat"]))
    rows = [
        [place["rank"], seat(place["seat"]), *_by_hand(now, place["seat"]), Text(signed(place["score"]), style="bold")]
        for place in places
    ]
    hands = [f">Hand {hand['hand']}" for hand in now["scored"]]
    yield out.table([">Place", "Seat", *hands, ">Total"], rows, "Final score")
    winners = " and ".join(seat(number) for number in result["winners"])
    yield Text(f"\nWon by {winners}.", style="bold")


def _by_hand(now: Json, number: int) -> list[str]:
    return [signed(each["score"]) for hand in now["scored"] for each in hand["seats"] if each["seat"] == number]
