"""Where Bull Market starts; how it runs from there it shares with Insiders.

Law. `start` alone.
"""

from __future__ import annotations

from openingbell.rules.games.bull_market.state import Options, checked, table
from openingbell.rules.peek_and_pass.moves import seated
from openingbell.rules.peek_and_pass.state import State


def start(seats: int, options: Options) -> State:
    """The table before the first deal. Raises `Illegal` for options that do not fit so many seats."""
    return seated(table(seats, checked(seats, options)), options.first_seat)
