"""`python -m openingbell.api.spec [--check] FILE`: write the OpenAPI document, or say that the file has drifted.

Law. A command line and nothing else. It needs no store: the document follows from the code.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flask import Flask

from openingbell.api import DOCUMENT, create_app
from openingbell.settings import Settings
from openingbell.wiring import services


def app() -> Flask:
    """The application with no store behind it: enough for the document."""
    return create_app(services(Settings(redis_url="unix:///dev/null")))


def main(arguments: list[str]) -> int:
    """Write the document to a file, or compare the two."""
    parser = argparse.ArgumentParser(prog="openingbell.api.spec", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the file differs")
    parser.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    text = app().extensions[DOCUMENT].text
    if not given.check:
        given.file.parent.mkdir(parents=True, exist_ok=True)
        given.file.write_text(text, encoding="utf-8")
        return 0
    if given.file.exists() and given.file.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write(f"{given.file} is not what the code says: run `make openapi` and look at the difference\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
