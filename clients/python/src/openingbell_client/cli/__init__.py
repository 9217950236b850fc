"""`bell`: Opening Bell in a terminal.

Law. Thin: it draws what the server sends and knows no rules. Results go to stdout, everything else to stderr, so that
`bell … --json | jq` always works. Here is the entry point and what each exit code means; the commands have modules of
their own.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Final

from openingbell_client.cli.context import Bell, Mistake
from openingbell_client.cli.parser import parser
from openingbell_client.errors import (
    Forbidden,
    IllegalAction,
    NoAnswerInTime,
    NotFound,
    OpeningBellError,
    ServerFault,
    TransportError,
    Unauthenticated,
)

OK: Final = 0
REFUSED: Final = 1
USAGE: Final = 2
NO_SERVER: Final = 3
TIMED_OUT: Final = 4
INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Errors become one sentence on stderr that says what to do."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    asked = parser()
    args = asked.parse_args(argv)
    if args.command is None:
        asked.print_help(sys.stderr)
        return USAGE
    bell = Bell(args.url, json=args.json, plain=args.plain)
    try:
        return int(args.command.run(args, bell))
    except KeyboardInterrupt:
        bell.out.warn(*bell.farewell)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return OK
    except TimeoutError as error:
        bell.out.warn(str(error))
        return TIMED_OUT
    except Mistake as mistake:
        bell.out.warn(*map(str, mistake.args))
        return USAGE
    except OpeningBellError as error:
        bell.out.warn(*_told(error, bell))
        return NO_SERVER if isinstance(error, TransportError | ServerFault) else REFUSED
    finally:
        bell.close()


def _told(error: OpeningBellError, bell: Bell) -> tuple[str, ...]:
    """What went wrong and what to do about it: a sentence, and the commands that it ends with."""
    said = error.detail.rstrip(".") + "."
    if isinstance(error, NoAnswerInTime):
        return (f"{said} It may be busy, or about to start: try again in a moment.",)
    if isinstance(error, TransportError):
        return (f"{said} Start a server there (make run), or name another with --url or OPENINGBELL_URL.",)
    if isinstance(error, Unauthenticated) and not bell.hint:
        said = "This server does not know you yet."
    if isinstance(error, Unauthenticated):
        return f"{said} To become a new guest at this server:", bell.command("whoami", "--new")
    if isinstance(error, IllegalAction) and error.ruling:
        return (f"{said} (rule {error.ruling})",)
    if isinstance(error, NotFound):
        return f"{said} What there is:", bell.command("tables"), bell.command("games")
    if isinstance(error, Forbidden):
        return f"{said} Who you are here:", bell.command("whoami")
    if isinstance(error, ServerFault):
        quoted = f" and quote request {error.request_id}" if error.request_id else ""
        return (f"{said} Try again in a moment; if it stays, tell whoever runs the server{quoted}.",)
    return (said,)
