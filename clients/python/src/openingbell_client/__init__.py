"""Opening Bell for Python: `Client` talks to a server; its errors say whose fault it is; `bell` is the terminal client.

Law. What is exported here is public and keeps working; everything else may change. Nothing of the service is imported.
"""

from openingbell_client.client import VERSION, Client
from openingbell_client.errors import (
    BadRequest,
    ClientFault,
    Conflict,
    DecisionClosed,
    DecisionError,
    DecisionExpired,
    DecisionNotOpen,
    Forbidden,
    Gone,
    IdempotencyKeyReused,
    IllegalAction,
    InvalidOptions,
    NotFound,
    NotYourSeat,
    OpeningBellError,
    ProblemError,
    RateLimited,
    ServerFault,
    TableStateError,
    TooManyRevisions,
    TransportError,
    Unauthenticated,
    Unavailable,
    UnexpectedAnswer,
)
from openingbell_client.transport import Retry, Retrying

__all__ = [
    "VERSION",
    "BadRequest",
    "Client",
    "ClientFault",
    "Conflict",
    "DecisionClosed",
    "DecisionError",
    "DecisionExpired",
    "DecisionNotOpen",
    "Forbidden",
    "Gone",
    "IdempotencyKeyReused",
    "IllegalAction",
    "InvalidOptions",
    "NotFound",
    "NotYourSeat",
    "OpeningBellError",
    "ProblemError",
    "RateLimited",
    "Retry",
    "Retrying",
    "ServerFault",
    "TableStateError",
    "TooManyRevisions",
    "TransportError",
    "Unauthenticated",
    "Unavailable",
    "UnexpectedAnswer",
]
