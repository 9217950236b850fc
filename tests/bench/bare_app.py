"""The least that an endpoint for decisions can be: Flask, one read, one append, a JSON answer of a view's size.

Law. The same scripts over the same connection as the service; no checks, no rules, no views.
"""

from __future__ import annotations

import os
import secrets
import threading

from flask import Flask, jsonify, request
from werkzeug.wrappers import Response

from openingbell.store import Link, Logs
from openingbell.store.logs import Stamp

app = Flask(__name__)
logs = Logs(Link(os.environ["REDIS_URL"]))
STAMP = Stamp("running", {}, 0)
ANSWER = {"n": 1, "status": "applied", "view": [{"suit": "G", "cards": ["G1", "G2"], "points": 3}] * 70}
LINE = b'[0,1,"player",1796007845678,{"type":"bid","amount":7}]'
held = threading.local()


@app.put("/tables/<table>/seats/<int:seat>/decisions/<int:n>")
def decide(table: str, seat: int, n: int) -> Response:
    """Read and append, on a table of the thread's own so that nothing ever conflicts."""
    action = request.get_json()["action"]
    if not hasattr(held, "table"):
        held.table, held.length = "00" + secrets.token_hex(8), 0
        logs.create(held.table, facts=b"{}", secret=b"", fingerprint="", lines=[], chain="", stamp=STAMP)
    logs.read(held.table, held.length, str(held.length))
    done = logs.append(
        held.table,
        length=held.length,
        chain=str(held.length or ""),
        lines=[LINE],
        then=str(held.length + 1),
        stamp=STAMP,
    )
    held.length = done.length
    return jsonify({**ANSWER, "n": n, "seat": seat, "action": action})
