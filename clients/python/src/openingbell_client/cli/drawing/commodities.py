"""The commodity games: cards, the Marketplace, and why a hand scored what it scored.

Law. The sentences about ranks and ties explain numbers that the server sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.drawing import final
from openingbell_client.cli.output import Output, clean, counted, signed

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


def item(item: str) -> str:
    """A card's code and commodity."""
    name = NAMES.get(item[:1])
    return f"{clean(item)} {name.lower()}" if name and item[1:].isdecimal() else clean(item)


def suit(letter: str) -> Text:
    """A commodity's letter and name."""
    return Text(f"{clean(letter)} {NAMES.get(letter, '')}".strip(), style=COLOURS.get(letter, ""))


def cards(codes: Iterable[str]) -> Text:
    """Cards on a line, each in its commodity's colour; a dash for none."""
    line = Text()
    for code in codes:
        line.append(" " if line else "")
        line.append(clean(code), style=COLOURS.get(code[:1], ""))
    return line or Text("–")


def named(name: str, *parts: str | Text) -> Text:
    """A line that begins with a name in bold."""
    line = Text()
    line.append(f"{name}  ", style="bold")
    for part in parts:
        line.append(part)
    return line


def market(now: Json, out: Output, best: str) -> RenderableType:
    """Every commodity with its present demand, best first, and one's own cards beside it. `best` says what is best."""
    own, with_points = now.get("own_cards"), any("points" in each for each in now["market"])
    rows = []
    for standing in now["market"]:
        ranks = " ".join(clean(card[1:]) for card in standing["cards"])
        row: list[Any] = [Text(signed(standing["value"]), style="bold"), suit(standing["suit"])]
        row += [*([standing["points"]] if with_points else []), ranks or "–"]
        if own is not None:
            mine = [card for card in own if card[:1] == standing["suit"]]
            row.append(cards(mine) if mine else "")
        rows.append(row)
    columns = [">Demand", "Commodity", *([">Points"] if with_points else []), "In the Marketplace"]
    return out.table([*columns, *([] if own is None else ["Your cards"])], rows, f"Marketplace ({best})")


def seats(now: Json, seat: Seat, out: Output, columns: Mapping[str, Callable[[int], Any]]) -> RenderableType:
    """A row a seat: whether it is awaited, who it is, its total, the cards in its hand, and the game's own columns."""
    rows = []
    for number in range(now["seats"]):
        mark = Text(">" if number in now["asked"] else " ")
        name = Text(seat(number), style="bold" if number == now.get("seat") else "")
        more = [cell(number) for cell in columns.values()]
        rows.append([mark, name, counted(now["totals"][number]), now["card_counts"][number], *more])
    return out.table(["", "Seat", ">Total", ">Hand", *columns], rows)


def scored(
    now: Json, seat: Seat, out: Output, why: Callable[[Json], str], more: Callable[[Json], str] | None = None
) -> list[RenderableType]:
    """Every hand scored so far: the demand with `why`, the cards times their demand, then the standing at the end.

    `more` is a line under a hand."""
    if not now["scored"]:
        return [Text("No hand has been scored yet.")]
    parts: list[RenderableType] = []
    for hand in now["scored"]:
        parts += [Text(f"Hand {hand['hand']}", style="bold"), Text(), _ranking(hand["market"], why, out), Text()]
        parts.append(_hands(hand["seats"], seat, out))
        parts += [Text(more(hand))] if more else []
        parts.append(Text())
    by_hand = {
        f"Hand {hand['hand']}": [signed(each["score"]) for each in sorted(hand["seats"], key=lambda row: row["seat"])]
        for hand in now["scored"]
    }
    return [*parts, *final.standing(now, seat, out, by_hand)]


def _ranking(market: Sequence[Json], why: Callable[[Json], str], out: Output) -> RenderableType:
    with_points = any("points" in each for each in market)
    rows = [
        [
            Text(signed(each["value"]), style="bold"),
            suit(each["suit"]),
            *([each["points"]] if with_points else [" ".join(clean(card[1:]) for card in each["cards"]) or "–"]),
            "the best of those with cards; shares the top" if _shares_top(each, market) else why(each),
        ]
        for each in market
    ]
    return out.table([">Demand", "Commodity", ">Points" if with_points else "Cards", "Why"], rows)


def _shares_top(standing: Json, market: Sequence[Json]) -> bool:
    """Whether it has cards and stands beside commodities without any, which take no slot (the option `empty_rule`)."""
    top = [each for each in market if each["place"] == 1]
    return standing in top and bool(standing["cards"]) and any(not each["cards"] for each in top)


def why_by_points(standing: Json, best: str = "fewest points") -> str:
    """Why the commodity stands where it stands, and how near it was to standing elsewhere."""
    place = standing["place"]
    parts = [f"place {place}" if place > 1 else best, *ties(standing)]
    if not standing["cards"]:
        parts.append("no card in the Marketplace")
    for key, other in (("gap_above", "the next better"), ("gap_below", "the next worse")):
        gap = standing.get(key)
        if gap is not None and gap <= 2:
            parts.append(f"{gap} point{'s' if gap > 1 else ''} from {other}")
    return "; ".join(parts)


def ties(standing: Json) -> list[str]:
    """With which commodities it ties, or nothing."""
    others = ", ".join(NAMES.get(suit, clean(suit)).lower() for suit in standing["tied_with"])
    return [f"tied with {others}: all take the higher demand"] if others else []


def _hands(seats: Sequence[Json], seat: Seat, out: Output) -> RenderableType:
    with_award = any("award" in each for each in seats)
    rows = []
    for each in seats:
        sums = Text()
        for card in each["cards"]:
            sums.append(", " if sums else "")
            sums.append(clean(card["card"]), style=COLOURS.get(card["card"][:1], ""))
            sums.append(f"×{signed(card['value'])}={signed(card['score'])}")
        award = [counted(each["award"])] if with_award else []
        rows.append(
            [seat(each["seat"]), sums, Text(signed(each["score"]), style="bold"), *award, counted(each["total"])]
        )
    return out.table(["Seat", "Cards × demand", ">Hand", *([">Award"] if with_award else []), ">Total"], rows)
