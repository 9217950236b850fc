"""The face of Panik: the manors and who is there, one's own hunters, and what every manor paid at the end.

Law. Draws what the view says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from openingbell_client.cli.drawing import final
from openingbell_client.cli.drawing.commodities import Json, Seat, named
from openingbell_client.cli.output import Output, clean

ABOUT: Final = """\
  Send hunters to manors. At the end a manor worth 1 to 5 pays that to the
  owner of every hunter there; a shared one pays 4, 3, 2 or 1 a hunter, for 1
  to 4 of them; a trapped one pays its own owner 3 for every hunter of
  somebody else. You know your own four manors and what lies open. In your
  turn you place a hunter and may send back another one from there. A duo
  counts twice and cannot be called; an over-equipped hunter can be neither
  called nor sent back; a detector turns up somebody's manor; a call for help
  fetches a hunter from elsewhere."""
PHASES: Final = {
    "deal": "the house deals the manors",
    "reveal": "everybody turns up a manor",
    "duo": "everybody places a duo",
    "place": "a hunter is placed",
    "place_detector": "the detector is placed",
    "send_back": "a hunter may be sent back",
    "relocate": "a hunter looks for another manor",
    "call": "a hunter may be called",
    "score": "the house scores",
    "over": "the game is over",
}
KINDS: Final = {"overequipped": "over-equipped", "call": "call for help"}
PALETTE: Final = ("cyan", "magenta", "green", "yellow")


def item(item: str) -> str:
    """A kind of hunter, or whatever else, in words."""
    return KINDS.get(item, clean(item))


def state(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """Where we are, the manors with the hunters there, what the seats still hold."""
    now = view.get("state")
    if now is None:
        return []
    lifted = [named("Looking for a manor", _hunter(now["lifted"], seat))] if "lifted" in now else []
    own = [named("Your hunters", _team(now["own_hand"]))] if "own_hand" in now else []
    counts = ", ".join(f"{seat(number)} {count}" for number, count in enumerate(now["hand_counts"]))
    left = named("Hunters in hand", counts)
    return [Text(_headline(now, seat), style="bold"), _manors(now, seat, out), Text(), left, *own, *lifted]


def score(view: Json, seat: Seat, out: Output) -> Sequence[RenderableType]:
    """What every manor paid to whom, and the standing."""
    now = view.get("state") or {}
    if not now.get("scored"):
        return [Text("Nothing is scored before the end, when everything is turned up.")]
    rows = [
        [
            each["manor"],
            seat(each["owner"]),
            _pays(each),
            ", ".join(f"{hunter['seat']} {item(hunter['kind'])} {hunter['points']}" for hunter in each["hunters"]),
            *[amount or "" for amount in each["points"]],
        ]
        for each in now["scored"]
    ]
    columns = [
        ">Manor",
        "Owner",
        "Card",
        "Hunters and their points",
        *[f">To {number}" for number in range(now["seats"])],
    ]
    title = "What the manors pay to each seat (a trapped one pays its owner)"
    return [out.table(columns, rows, title), Text(), *final.standing(now, seat, out)]


def _pays(manor: Json) -> str:
    """The card, and what a hunter counts there where the card does not say."""
    card = clean(manor["card"])
    return card if card.isdecimal() or not manor["hunters"] else f"{card}: {manor['each']} each"


def _headline(now: Json, seat: Seat) -> str:
    phase = PHASES.get(now["phase"], clean(now["phase"]))
    if "active" not in now:
        return phase.capitalize()
    return f"Turn {now['turns'] + 1} of {now['turns_in_all']}, of {seat(now['active'])}: {phase}"


def _manors(now: Json, seat: Seat, out: Output) -> RenderableType:
    rows = []
    for manor in now["manors"]:
        there = manor["manor"] == now.get("at")
        hunters = Text()
        for hunter in manor["hunters"]:
            hunters.append(", " if hunters else "")
            hunters.append_text(_hunter(hunter, seat))
        card = clean(manor["card"]) if "card" in manor else "?"
        seen = Text(card if manor["face_up"] or card == "?" else f"({card})", style="bold" if manor["face_up"] else "")
        own = manor["owner"] == now.get("seat")
        owner = Text(seat(manor["owner"]), style="bold" if own else "")
        rows.append([">" if there else " ", manor["manor"], owner, seen, hunters])
    return out.table(["", ">Manor", "Owner", "Card", "Hunters by place from 0, (yours face down)"], rows)


def _hunter(hunter: Json, seat: Seat) -> Text:
    """Whose it is and what; brackets: face down, known to oneself."""
    kind = item(hunter["kind"]) if "kind" in hunter else "?"
    if "kind" in hunter and not hunter["face_up"]:
        kind = f"({kind})"
    moved = [word for word, key in (("sent back", "sent_back"), ("called", "called")) if hunter[key]]
    unlike = f" {', '.join(moved)}" if moved and kind == "?" else ""
    whose = seat(hunter["seat"])
    short = "you" if whose.endswith(" you") else str(hunter["seat"])
    return Text(f"{short} {kind}{unlike}", style=PALETTE[hunter["seat"] % len(PALETTE)])


def _team(kinds: Sequence[str]) -> str:
    return ", ".join(f"{count} {item(kind)}" for kind, count in Counter(kinds).items()) or "none"
