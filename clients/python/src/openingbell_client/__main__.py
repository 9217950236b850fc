"""`python -m openingbell_client` is `bell`."""

import sys

from openingbell_client.cli import main

sys.exit(main())
