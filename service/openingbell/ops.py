"""Commands for operators: `python -m openingbell.ops reindex`.

Law. A command is a few lines around a service call; it can be repeated and interrupted.
"""

from __future__ import annotations

import sys

from openingbell.errors import Refused
from openingbell.settings import Settings
from openingbell.wiring import services


def main(arguments: list[str]) -> int:
    """Carry out one command; 0 when it worked."""
    if arguments != ["reindex"]:
        sys.stderr.write("usage: python -m openingbell.ops reindex\n")
        return 2
    try:
        count = services(Settings.read()).tables.lobby.rebuild()
    except Refused as refused:
        sys.stderr.write(f"{refused.message}\n")
        return 1
    print(f"{count} tables stand in the lists again.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
