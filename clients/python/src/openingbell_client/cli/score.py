"""`bell score`: the score so far, or the final one, with its reasons.

Law. Drawn by the game's face from the caller's view.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from openingbell_client.cli.context import Bell, Verb
from openingbell_client.cli.drawing import final
from openingbell_client.cli.faces import face
from openingbell_client.cli.seats import namer
from openingbell_client.types import Table, View


def draw(table: Table, view: View, bell: Bell) -> None:
    """Draw the score of this view, and who came where as the table ended: leaving costs places that the game knows
    nothing of."""
    outcome, state, seat = table.get("result"), view.get("state", {}), namer(table)
    if outcome is not None and "result" in state:
        view = {**view, "state": {**state, "result": outcome}}
    counts = outcome is None or outcome["ended_by"] != "aborted"
    if counts:
        bell.out.draw(*face(table["game"]).score(view, seat, bell.out))
    if outcome is not None and "result" not in state:
        if counts:
            bell.out.say()
        bell.out.draw(*final.standing({"result": outcome}, seat, bell.out))


def _configure(parser: ArgumentParser) -> None:
    parser.add_argument("table", help="the table's id")


def _run(args: Namespace, bell: Bell) -> int:
    table = bell.client.get_table(args.table)
    view = bell.client.get_view(table["game"], table["id"])
    if bell.out.json:
        scored = view.get("state", {}).get("scored", [])
        document = {"table": table["id"], "status": table["status"], "scores": table.get("scores", []), "hands": scored}
        bell.out.document({**document, "result": table["result"]} if "result" in table else document)
        return 0
    draw(table, view, bell)
    return 0


SCORE: Final = Verb("the score of a table, with its reasons", _configure, _run)
