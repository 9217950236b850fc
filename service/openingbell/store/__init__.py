"""Redis, and nothing above it: logs of tables, tokens, indexes, and what all processes of a house share.

Law. Only this package and the wiring speak to Redis. It stores bytes and numbers and knows no game, no player's rights
and no HTTP. Whatever changes a table is one Lua script on keys of one hash tag, so it is whole or not at all, on
Redis Cluster too. Every failure to reach or use the server is `Refused("store-unavailable")`.
"""

from openingbell.store import schema
from openingbell.store.indexes import Indexes
from openingbell.store.link import Link
from openingbell.store.logs import SHARDS, Appended, Beside, Kind, Logs, Reading, Stamp, Trouble, shard_of
from openingbell.store.premises import QUEUES, Outdated, Premises, Unfit
from openingbell.store.tokens import Tokens

__all__ = [
    "QUEUES",
    "SHARDS",
    "Appended",
    "Beside",
    "Indexes",
    "Kind",
    "Link",
    "Logs",
    "Outdated",
    "Premises",
    "Reading",
    "Stamp",
    "Tokens",
    "Trouble",
    "Unfit",
    "schema",
    "shard_of",
]
