"""The face of Panic on Wall Street!: the four colours, everybody's companies and deals, and every month's money.

Law. Draws what the view says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.drawing import final
from openingbell_client.cli.drawing.commodities import Json, Seat, named
from openingbell_client.cli.output import Output, clean, counted, signed

ABOUT: Final = """\
  Managers own companies, investors pay them for a share: until the bell rings
  everybody offers and accepts at once. An open deal may still be left or
  outbid, a closed one holds. Then the dice move the four colours; investors
  earn what their companies yield (a D pays double), pay their managers, and
  managers pay 10 for every company. After five months the richest manager and
  the richest investor win; with 3 or 4 players everybody is both, and one
  wins. Money is in thousands of dollars."""
PHASES: Final = {
    "setup": "the house deals the companies",
    "negotiate": "negotiation",
    "roll": "the house rolls the dice",
    "settle": "investors pay",
    "allocate": "an investor shares out what it has",
    "claim": "managers decide about a debt",
    "costs": "managers pay their costs",
    "sell": "managers sell companies",
    "draw": "the house draws companies for auction",
    "bid": "auction",
    "over": "the game is over",
}
COLOURS: Final = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
MONEY: Final = {
    "Income": ("income", 1),
    "Off": ("written_off", 1),
    "In": ("received", 1),
    "Paid": ("paid", -1),
    "Repaid": ("repaid", -1),
    "Costs": ("costs", -1),
    "Sold": ("sold", 1),
    "Bought": ("bought", -1),
    "Lost": ("forfeited", -1),
}
"""The columns of a month's money by their names: the report's field, and whether it adds to the cash."""


def item(item: str) -> str:
    """A company's colour beside its name."""
    colour = COLOURS.get(item[:1])
    if colour is None or not item[1:].removeprefix("D").isdecimal():
        return clean(item)
    return f"{clean(item)} {colour}{', double' if item[1] == 'D' else ''}"


def names(view: Json, seat: Seat) -> Mapping[Any, str]:
    """What offers and companies with an investor are about."""
    now = view.get("state") or {"offers": [], "companies": []}
    offers = {each["offer"]: _offer(each, seat) for each in now["offers"]}
    deals = {
        each["tile"]: f"{clean(each['tile'])} of {seat(each['owner'])}: {seat(each['investor'])} pays {each['price']}"
        for each in now["companies"]
        if "investor" in each
    }
    return {**deals, **offers}


def state(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Where we are, what the colours yield, then a line a seat with its money, its companies and its shares."""
    now = view.get("state")
    if now is None:
        return []
    return [Text(_headline(now), style="bold"), _market(now), _seats(now, seat, out), *_affairs(now, seat)]


def score(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Month by month, company by company and seat by seat, where all the money came from and went; the standing."""
    now = view.get("state") or {"scored": []}
    months = [month for month in now["scored"] if month["dice"] or any(map(_moved, month["seats"]))]
    if not months:
        return [Text("Nothing is scored before the first bell.")]
    return [
        *(part for month in months for part in _month(month, seat, out)),
        *final.standing(now, seat, out, _began(now)),
    ]


# -- the table -------------------------------------------------------------------------------------------------------


def _headline(now: Json) -> str:
    phase = PHASES.get(now["phase"], clean(now["phase"]))
    return phase.capitalize() if now["phase"] == "over" else f"Month {now['month']} of {now['months_in_all']}: {phase}"


def _market(now: Json) -> Text:
    line = named("Yields")
    for place, each in enumerate(now["market"]):
        line.append(" · " if place else "")
        line.append(f"{each['colour']} {counted(each['value'])}", style=each["colour"])
        line.append(f" ({each['index']}/7)", style="dim")
    return line


def _seats(now: Json, seat: Seat, out: Output) -> RenderableType:
    rows = []
    for player in now["players"]:
        number = player["seat"]
        roles = [word for word, key in (("man.", "manages"), ("inv.", "invests")) if player[key]]
        rows.append(
            [
                Text(seat(number), style="bold" if number == now.get("seat") else ""),
                "+".join(roles) or "out",
                counted(player["cash"]),
                player["free_tokens"] if player["invests"] else "",
                _holdings(now, number, player),
                "done" if player["done"] else "to act" if number in now["asked"] else "",
            ]
        )
    heads = ["Seat", "Role", ">Cash", ">Free", "Companies (investor:price, * closed)", "Now"]
    return out.table(heads, rows)


def _holdings(now: Json, number: int, player: Json) -> Text:
    """A seat's companies with who invests there, and the shares of one that only invests."""
    line = Text()
    for each in now["companies"]:
        owns = each["owner"] == number
        if not owns and (player["managed"] or each.get("investor") != number):
            continue
        line.append(" " if line else "")
        line.append(clean(each["tile"]), style=each["colour"])
        closed = "*" if each.get("terms") == "closed" else ""
        if "investor" in each:
            line.append(f"({each['investor']}:{each['price']}{closed})" if owns else f"({each['price']}{closed})")
    return line or Text("–")


def _affairs(now: Json, seat: Seat) -> Iterator[RenderableType]:
    """Offers, the auction, debts: what there is of them."""
    if now["phase"] == "negotiate":
        yield named("Offers", _offers(now))
    if auction := now.get("auction"):
        best = f"{auction['high']} by {seat(auction['leader'])}" if auction["high"] else "none yet"
        bidding = ", ".join(map(seat, auction["live"]))
        yield named("Up for auction", f"{item(auction['tile'])}; best bid {best}; in it: {bidding}")
        yield named("After it", f"{now['pile_count']} more")
    if now["short"]:
        yield named("Must sell", ", ".join(f"{seat(each['seat'])} {each['count']}" for each in now["short"]))
    if now["debts"]:
        owed = (f"{each['investor']} owes {each['manager']} {each['amount']}" for each in now["debts"])
        yield named("Debts by seat", ", ".join(owed))


def _offers(now: Json) -> str:
    own, offers = now.get("seat"), now["offers"]
    if own is None:
        return f"{len(offers)} open"
    to_me, by_me = (sum(each[side] == own for each in offers) for side in ("to", "by"))
    left = f"; you may make {now['own_offers_left']} more" if "own_offers_left" in now else ""
    return f"{len(offers)} open, {to_me} to you, {by_me} of yours{left}"


def _offer(offer: Json, seat: Seat) -> str:
    closed = ", closed" if offer["terms"] == "closed" else ""
    how = "would pay {}" if offer["by"] == offer["investor"] else "asks {} for"
    tile, by, to = clean(offer["tile"]), seat(offer["by"]), seat(offer["to"])
    return f"{tile}: {by} {how.format(to)} {offer['price']}{closed}"


# -- the score -------------------------------------------------------------------------------------------------------


def _month(month: Json, seat: Seat, out: Output) -> Iterator[RenderableType]:
    yield Text(f"Month {month['month']}", style="bold")
    if month["dice"]:
        rolled = zip(COLOURS.values(), month["dice"], month["values"], strict=True)
        parts = (f"{colour} {signed(die)}, yields {counted(value)}" for colour, die, value in rolled)
        yield named("Dice", " · ".join(parts))
    if shares := [each for each in month["companies"] if "investor" in each]:
        rows = [
            [
                item(each["tile"]),
                seat(each["owner"]),
                seat(each["investor"]),
                counted(each["value"]),
                counted(each["income"]),
                each["price"],
            ]
            for each in shares
        ]
        yield out.table(["Company", "Manager", "Investor", ">Yields", ">Income", ">Price"], rows)
    if alone := [each["tile"] for each in month["companies"] if "investor" not in each]:
        yield named("Without an investor", " ".join(map(clean, alone)))
    columns = {name: how for name, how in MONEY.items() if any(each[how[0]] for each in month["seats"])}
    rows = [
        [
            seat(each["seat"]),
            *[signed(sign * each[field]) if each[field] else "" for field, sign in columns.values()],
            counted(each["cash"]),
        ]
        for each in month["seats"]
    ]
    yield out.table(["Seat", *[f">{name}" for name in columns], ">Cash"], rows)
    if defaults := list(_defaults(month, seat)):
        yield named("In default", "; ".join(defaults))
    for role in ("investors", "managers"):
        if ruined := month[f"ruined_{role}"]:
            yield named(f"Bankrupt as {role}", ", ".join(map(seat, ruined)))
    yield Text()


def _defaults(month: Json, seat: Seat) -> Iterator[str]:
    """What was not paid in full, and what its creditor decided about the rest."""
    decided = {(each["investor"], each["manager"]): each["forced"] for each in month.get("claims", ())}
    for each in month["payments"]:
        if each["paid"] < each["due"]:
            said = {True: ", who forced bankruptcy", False: ", who gave time", None: ""}
            claim = said[decided.get((each["investor"], each["manager"]))]
            yield f"{seat(each['investor'])} paid {each['paid']} of {each['due']} to {seat(each['manager'])}{claim}"


def _began(now: Json) -> Mapping[str, Sequence[str]]:
    """The role in which everybody began, where not everybody had both: places are among those of the same."""
    if all(each["managed"] and each["invested"] for each in now["players"]):
        return {}
    return {"Began as": ["manager" if each["managed"] else "investor" for each in now["players"]]}


def _moved(report: Json) -> bool:
    return any(report[field] for field, _ in MONEY.values())
