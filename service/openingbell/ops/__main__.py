"""`python -m openingbell.ops`: see the package."""

from __future__ import annotations

import sys

from openingbell.ops import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
