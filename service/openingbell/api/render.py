"""What the services hand out, as the API's JSON.

Law. Pure: a snapshot in, plain dicts out, so that the examples in the document come from the same functions as the
answers. Whatever a viewer gets goes through the game's own `view`, `legal` and `prompt`; the fold itself stays here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from openingbell.codec import to_json
from openingbell.players import Player
from openingbell.readings import Decided, Decision, Happening, Record, Snapshot, Summary, decision, summary
from openingbell.rules.kernel import Text
from openingbell.table import Entry, Facts, Occupant, Table, may_be_aborted

Json = dict[str, Any]

RECORD_FORMAT = "openingbell-record/1"


def time(at_ms: int) -> str:
    """Milliseconds since 1970 as RFC 3339 in UTC."""
    return f"{_second(at_ms // 1000)}.{at_ms % 1000:03d}Z"


@cache
def _day(day: int) -> str:
    return datetime.fromtimestamp(day * 86_400, UTC).strftime("%Y-%m-%d")


def _second(at_s: int) -> str:
    day, rest = divmod(at_s, 86_400)
    return f"{_day(day)}T{rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}"


def player(who: Player) -> Json:
    """A player."""
    return {"id": who.id, "name": who.name, "kind": who.kind, "created_at": time(who.created_at_ms)}


def links(facts: Facts) -> dict[str, str]:
    """The paths that belong to a table."""
    fixed, own = f"/v1/tables/{facts.id}", f"/v1/games/{facts.game}/tables/{facts.id}"
    return {
        "self": fixed,
        "view": f"{own}/view",
        "events": f"{fixed}/events",
        "record": f"{fixed}/record",
        "seats": f"{fixed}/seats",
        "start": f"{fixed}/start",
        "resign": f"{fixed}/resign",
        "return": f"{fixed}/return",
        "pause": f"{fixed}/pause",
        "abort": f"{fixed}/abort",
    }


def table(snapshot: Snapshot) -> Json:
    """A table."""
    return listed(summary(snapshot))


def listed(one: Summary) -> Json:
    """A table as it stands in a list."""
    facts, shown = one.facts, one.shown
    result: Json = {
        "id": facts.id,
        "game": facts.game,
        "rules_version": facts.rules_version,
        "status": shown.status,
        "seats": _seats(shown.occupants),
        "options": to_json(facts.options),
        "clock": "none" if facts.move_s is None else {"move_s": facts.move_s, "bank_s": facts.bank_s},
        "private": facts.private,
        "practice": facts.practice,
        "commitment": facts.commitment,
        "created_at": time(facts.created_at_ms),
    }
    if shown.scores is not None:
        result["scores"] = list(shown.scores)
    if shown.outcome is not None:
        result["result"] = to_json(shown.outcome)
    if pause := _pause(facts, shown.pausing, shown.paused_at_ms):
        result["pause"] = pause
    if one.viewer is not None:
        result["your_seat"] = one.viewer
    result["links"] = links(facts)
    return result


def _seats(occupants: Sequence[Occupant | None]) -> list[Json]:
    return [
        {"seat": seat, "ready": False} if who is None else {"seat": seat, "ready": who.ready, "player": _occupant(who)}
        for seat, who in enumerate(occupants)
    ]


def _occupant(who: Occupant) -> Json:
    result: Json = {"id": who.player, "name": who.name, "kind": who.kind}
    if who.bot:
        result["bot"] = who.bot
    if who.stand_in:
        result |= {"stand_in": who.stand_in, "resigned": who.resigned}
    return result


def _pause(facts: Facts, pausing: Iterable[int], paused_at_ms: int | None) -> Json:
    """Who wants a pause, and how long the one that goes on may last; empty when nobody does."""
    wanted_by = sorted(pausing)
    if paused_at_ms is None:
        return {"wanted_by": wanted_by, "paused": False} if wanted_by else {}
    until_ms = paused_at_ms + facts.clock.pause_ms
    return {"wanted_by": wanted_by, "paused": True, "since": time(paused_at_ms), "until": time(until_ms)}


def text(said: Text) -> Json:
    """A sentence with its code."""
    return {"code": said.code, "params": to_json(said.params), "text": said.text}


def view(snapshot: Snapshot) -> Json:
    """What the snapshot's viewer knows of the table."""
    held, seat = snapshot.table, snapshot.viewer
    turn = held.turn
    result: Json = {"table": held.facts.id, "seq": snapshot.seq, "status": held.status}
    if seat is not None:
        result["seat"] = seat
    result["turn"] = {
        "seats": list(turn.seats),
        "mode": turn.mode,
        "kind": turn.kind,
        "house": turn.house is not None,
        "optional": list(turn.optional),
    }
    if turn.timed and held.house_at_ms is not None and not held.paused:
        result["turn"]["ends_at"] = time(held.house_at_ms)
    deadline_ms = held.turn_deadline_ms
    if deadline_ms is not None:
        result["turn"]["deadline"] = time(deadline_ms)
    if held.facts.bank_s:
        result["banks_s"] = [bank / 1000 for bank in held.banks_ms]
    if pause := _pause(held.facts, held.pausing, held.paused_at_ms):
        result["pause"] = pause
    result["prompt"] = text(_prompt(held, seat))
    result["abortable"] = _abortable(held, seat)
    if held.state is None:
        return result
    result["state"] = to_json(held.game.view(held.state, seat))
    open_decision = decision(snapshot)
    if open_decision is not None:
        result["decision"] = _decision(open_decision)
    return result


def _abortable(held: Table, seat: int | None) -> bool:
    """Whether who sits there can call the table off. What its maker may do from beside the table is not known here."""
    who = None if seat is None else held.occupants[seat]
    if who is None:
        return False
    return who.player == held.facts.creator if held.status == "waiting" else may_be_aborted(held)


def _prompt(held: Table, seat: int | None) -> Text:
    """What the viewer is asked to do, or what the table waits for."""
    if held.ended == "server":
        return Text("called-off", "The house broke the game off; it counts for nothing.")
    if held.ended == "aborted":
        return Text("called-off", "The game was called off; it counts for nothing.")
    if held.ended is not None:
        return Text("ended", "All others have resigned; the game is over.")
    if held.paused:
        return Text("paused", "The game is paused: no time runs. It goes on once everybody wants it to.")
    if held.state is None:
        return _waiting(held)
    who = None if seat is None else held.occupants[seat]
    if who is not None and held.status == "running":
        if who.resigned:
            return Text("resigned", "You have resigned; a house bot plays your seat to the end.")
        if who.stand_in and seat not in held.turn.able:
            return Text("stood-in", "A house bot plays your seat while you are away. Come back to play on.")
    return held.game.prompt(held.state, seat)


def _waiting(held: Table) -> Text:
    free = sum(who is None for who in held.occupants)
    if free:
        seats = "1 more player" if free == 1 else f"{free} more players"
        return Text("wait-for-players", f"Waiting for {seats}.", {"free": free})
    slow = [seat for seat, who in enumerate(held.occupants) if who is not None and not who.ready]
    return Text("wait-for-start", "Every seat is taken; the game is about to begin.", {"seats": slow})


def _decision(open_decision: Decision) -> Json:
    result: Json = {
        "n": open_decision.n,
        "kind": open_decision.kind,
        "sealed": open_decision.sealed,
        "revisable": open_decision.revisable,
        "optional": open_decision.optional,
        "opened_at": time(open_decision.opened_at_ms),
    }
    if open_decision.deadline_ms is not None:
        result["deadline"] = time(open_decision.deadline_ms)
    result["choices"] = open_decision.choices.render()
    if open_decision.default is not None:
        result["default"] = to_json(open_decision.default)
    if open_decision.sealed_action is not None:
        result["sealed_action"] = to_json(open_decision.sealed_action)
    return result


def decided(made: Decided) -> Json:
    """How a decision stands."""
    return {
        "n": made.n,
        "status": made.outcome,
        "replayed": made.replayed,
        "action": to_json(made.recorded),
        "view": view(made.snapshot),
    }


def event(happening: Happening) -> Json:
    """One event."""
    told = happening.told
    result: Json = {
        "seq": happening.seq,
        "at": time(happening.at_ms),
        "code": told.code,
        "text": told.text,
        "by": happening.by,
        "params": to_json(told.params),
    }
    if told.seat is not None:
        result["seat"] = told.seat
    return result


def events(happenings: Sequence[Happening]) -> Json:
    """A page of events, of which there is at least one."""
    return {"items": [event(each) for each in happenings], "next": happenings[-1].seq}


def record(read: Record) -> Json:
    """A game as a file."""
    shown = table(read.snapshot)
    result: Json = {
        "format": RECORD_FORMAT,
        "complete": read.complete,
        "table": shown,
        "commitment": shown["commitment"],
        "seats": shown["seats"],
    }
    if not read.complete:
        result["events"] = [event(each) for each in read.happenings]
        return result
    result["entries"] = [_entry(each) for each in read.entries]
    result["entropies"] = list(read.entropies)
    if read.secret is not None:
        result["secret"] = read.secret
    if "result" in shown:
        result["result"] = shown["result"]
    return result


def _entry(entry: Entry) -> Json:
    return {
        "seat": entry.seat,
        "n": entry.n,
        "by": entry.by,
        "at": time(entry.at_ms),
        "action": to_json(entry.action),
    }
