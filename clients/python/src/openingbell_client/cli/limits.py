"""`bell limits`: what the server allows.

Law. Draws what `GET /v1/limits` says, and knows no limit by name.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from openingbell_client.cli.context import Bell, Verb
from openingbell_client.cli.output import clean, counted


def _configure(parser: ArgumentParser) -> None:
    """It takes nothing."""


def _run(_: Namespace, bell: Bell) -> int:
    found = bell.client.get_limits()
    if bell.out.json:
        bell.out.document(found)
        return 0
    rates = [
        [each["name"], counted(each["requests"]), f"{counted(each['window_s'])} s", each["counted_by"], each["covers"]]
        for each in found["rates"]
    ]
    if rates:
        bell.out.draw(bell.out.table(["Rate", ">Requests", ">Within", "Of one", "What counts"], rows=rates))
    else:
        bell.out.say("How often you ask is not counted here.")
    bell.out.say()
    items = [[each["name"], counted(each["value"]), clean(each["unit"]), each["about"]] for each in found["items"]]
    bell.out.draw(bell.out.table(["Limit", ">Value", "", "Meaning"], rows=items))
    return 0


LIMITS: Final = Verb("what this server allows: how often, how large, how many", _configure, _run)
