"""See the package."""

from __future__ import annotations

import sys

from tests.support.releases import main

main(*sys.argv[1:])
