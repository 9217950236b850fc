"""The face of Stock Hold'em: the companies with their areas, the seats, and how every price came about.

Law. Draws what the view says. A card is shown by what the viewer knows of it: its front, or its back alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.drawing import final
from openingbell_client.cli.drawing.commodities import Json, Seat, named
from openingbell_client.cli.output import Output, clean, counted

ABOUT: Final = """\
  Six companies; five cards at each decide what its shares are worth at the
  end of a round. In your turn you place a card face down at a company, sell
  one share or skip, and buy one share there or skip; skipping brings a chip.
  Chips buy money, a look at a face-down card, more trades, or a surge. A
  price is the best sum within one suit, plus 5 for a surge, plus 10 for one
  suit only or all four, plus 10 to 30 for equal numbers or a row of them.
  Whoever owns most at the end wins: money, shares and chips. Of others' cards
  you see the backs: a number or a suit (I internet, N newspaper, L letter, D
  dove)."""
PHASES: Final = {
    "deal": "the house deals",
    "place": "a card is placed",
    "sell": "sell or skip",
    "buy": "buy or skip",
    "end": "the end of the turn",
    "final": "final step: the areas are filled up",
    "score": "the house determines the prices",
    "over": "the game is over",
}
SUITS: Final = {"I": "internet", "N": "newspaper", "L": "letter", "D": "dove"}
COLOURS: Final[Mapping[str, str]] = {
    "red": "bright_red",
    "blue": "bright_blue",
    "yellow": "bright_yellow",
    "green": "bright_green",
    "black": "bright_black",
    "orange": "yellow",
}
BONUSES: Final = {
    "flush": "one suit",
    "four_suits": "all four suits",
    "five_of_a_kind": "five alike",
    "four_of_a_kind": "four alike",
    "full_house": "three and two alike",
    "large_straight": "five in a row",
    "three_of_a_kind": "three alike",
    "small_straight": "four in a row",
}


def item(item: str) -> str:
    """A card's front and back in words; a company as it is."""
    front, slash, back = item.partition("/")
    if not slash or front[:1] not in SUITS:
        return clean(item)
    return f"{clean(front)} {SUITS[front[0]]} {clean(front[1:])} (back {clean(back)})"


def state(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Where we are, the companies, one's own cards, the seats."""
    now = view.get("state")
    if now is None:
        return []
    own = now.get("own_cards")
    cards = [named("Your cards", "  ".join(map(_card, own)) or "–")] if own is not None else []
    return [Text(_headline(now), style="bold"), _companies(now, out), Text(), *cards, _seats(now, seat, out)]


def score(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Every round's prices, part by part, what each seat owned at them, and the standing at the end."""
    now = view.get("state") or {"scored": []}
    if not now["scored"]:
        return [Text("No price has been determined yet.")]
    parts: list[RenderableType] = []
    for each in now["scored"]:
        parts += [Text(f"Round {each['round']}", style="bold"), Text(), _prices(each["companies"], out), Text()]
        parts += [_worths(each, seat, out), Text()]
    by_round = {
        f"Round {each['round']}": [_dollars(worth["total"]) for worth in each["worths"]] for each in now["scored"]
    }
    return [*parts, *final.standing(now, seat, out, by_round, _dollars)]


def _headline(now: Json) -> str:
    phase = PHASES.get(now["phase"], clean(now["phase"]))
    if now["round"] == 0 or now["phase"] == "over":
        return phase.capitalize()
    where = f"Round {now['round']} of {now['options']['rounds']}"
    turn = f", turn {now['turn']} of {now['turns']}" if now["phase"] in ("place", "sell", "buy", "end") else ""
    only = f" (only from {now['buy_only_from']})" if now["phase"] == "buy" and "buy_only_from" in now else ""
    return f"{where}{turn}: {phase}{only}"


def _companies(now: Json, out: Output) -> RenderableType:
    rows = []
    for company in now["companies"]:
        name = _company(company["company"])
        name.append(" +5" if company["surge"] else "")
        area = Text()
        for slot in company["slots"]:
            area.append("  " if area else "")
            area.append_text(_slot(slot))
        rows.append([name, _dollars(company["price"]), company["left"], *company["held"], area])
    held = [f">#{seat}" for seat in range(now["seats"])]
    columns = ["Company", ">Price", ">Left", *held, "By slot: (closed, known), ?back"]
    return out.table(columns, rows)


def _slot(slot: Json) -> Text:
    """An open card as it is, a closed one that one knows in brackets, of all others the back."""
    if "card" not in slot:
        return Text(f"?{_back(slot['back'])}", style="dim")
    front = _card(slot["card"]).partition("/")[0]
    if slot["face_up"]:
        return Text(front, style="bold")
    return Text(f"({front})", style="yellow")


def _back(back: str) -> str:
    return "B" if back == "special" else clean(back)


def _card(card: str) -> str:
    return clean(card)


def _company(name: str) -> Text:
    return Text(clean(name), style=COLOURS.get(name, ""))


def _dollars(amount: Any) -> str:
    return f"${counted(amount)}"


def _seats(now: Json, seat: Seat, out: Output) -> RenderableType:
    rows = []
    for number in range(now["seats"]):
        mark = Text(">" if number in now["asked"] else " ")
        name = Text(seat(number), style="bold" if number == now.get("seat") else "")
        hand = " ".join(map(_back, now["hand_backs"][number])) or "–"
        start = "starts" if number == now.get("start_seat") else ""
        money, worth = _dollars(now["money"][number]), _dollars(now["totals"][number])
        rows.append([mark, name, money, now["chips"][number], worth, hand, start])
    return out.table(["", "Seat", ">Money", ">Chips", ">Worth now", "Backs in hand", ""], rows)


def _prices(companies: Sequence[Json], out: Output) -> RenderableType:
    rows = []
    for each in companies:
        parts = f"{each['base']}+{each['surge']}+{each['suit']}+{each['number']}={each['total']}"
        fronts = " ".join(_card(card).partition("/")[0] for card in each["cards"])
        change = f"{_dollars(each['price_before'])} → {_dollars(each['price'])}"
        rows.append([_company(each["company"]), fronts, parts, change, _why(each)])
    title = "Prices: best suit + surge + suits + numbers"
    return out.table(["Company", "Cards", ">Sum", ">Price", "Why"], rows, title)


def _why(company: Json) -> str:
    best = [f"{SUITS.get(suit, clean(suit))} {company['suit_totals'][suit]}" for suit in company["best_suits"]]
    parts = [" = ".join(best)] if best else []
    parts += ["Bull 10"] if company["bull"] else []
    parts += ["surge"] if company["surge"] else []
    for kind in ("suit_bonus", "number_bonus"):
        if name := company.get(kind):
            parts.append(BONUSES.get(name, clean(name)))
    if company["price"] != company["total"]:
        parts.append(f"the board ends at {company['price']}")
    return ", ".join(parts)


def _worths(scored: Json, seat: Seat, out: Output) -> RenderableType:
    names = [each["company"] for each in scored["companies"]]
    prices = [each["price"] for each in scored["companies"]]
    rows = []
    for each in scored["worths"]:
        shares = [
            f"{clean(name)} {count}×{price}"
            for name, count, price in zip(names, each["shares"], prices, strict=True)
            if count
        ]
        total = Text(_dollars(each["total"]), style="bold")
        row = [seat(each["seat"]), _dollars(each["money"]), ", ".join(shares) or "–", _dollars(each["share_value"])]
        rows.append([*row, each["chips"], total])
    return out.table(["Seat", ">Money", "Shares", ">Shares", ">Chips", ">Worth"], rows)
