"""From an order to the opening bell: tables are made, seats are taken, players say that they are ready.

Law. Everything before the first deal. Whatever is asked twice happens once.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Iterator
from typing import Final

from openingbell import fairness
from openingbell.bots import bot_named
from openingbell.errors import Refused
from openingbell.players import Player
from openingbell.readings import Order, Snapshot
from openingbell.rules.kernel import HOUSE, Illegal, game_named
from openingbell.store import SHARDS, Premises
from openingbell.table import (
    MAX_SEATINGS,
    MAX_SEATINGS_IN_ALL,
    Begin,
    Entry,
    Facts,
    Ready,
    Sit,
    Table,
    fold_all,
    may_begin,
    opened,
)
from openingbell.tables.desk import Desk, attempts, snapshot, viewer_of
from openingbell.tables.shelf import Present

LONGEST_ENTROPY: Final = 128
LONGEST_SEED: Final = 128


class Seating:
    """Makes tables and seats players, of whom each has at most `most_open` unfinished ones."""

    def __init__(self, desk: Desk, premises: Premises, most_open: int) -> None:
        self._desk = desk
        self._premises = premises
        self._most_open = most_open

    def create(self, caller: Player, order: Order, idempotency_key: str | None) -> tuple[Snapshot, bool]:
        """A new table, or the one that the key has made before (True)."""
        _check(order)
        table = _id(self._premises.key, caller, idempotency_key)
        if self._has_enough(caller) and (idempotency_key is None or not self._desk.shelf.exists(table)):
            raise self._too_many()
        now_ms = self._premises.now_ms()
        practice = order.practice_seed is not None
        secret = fairness.new_secret() if order.practice_seed is None else fairness.practice_secret(order.practice_seed)
        facts = Facts(
            id=table,
            game=order.game,
            rules_version=game_named(order.game).version,
            seats=order.seats,
            options=order.options,
            move_s=order.clock.move_s,
            bank_s=order.clock.bank_s,
            private=order.private,
            practice=practice,
            commitment=fairness.commitment(secret),
            creator=caller.id,
            created_at_ms=now_ms,
        )
        made = self._desk.shelf.create(facts, secret, _first_entries(facts, caller, order), order.fingerprint)
        present = self._desk.present(table)
        if made:
            self._desk.lobby.try_note(present.loaded)
        return snapshot(present, present.loaded.table.seat_of(caller.id)), not made

    def sit(self, table: str, caller: Player, seat: int | None, entropy: str) -> tuple[Snapshot, bool]:
        """A seat for the caller; True: the caller had it already."""
        _check_entropy(entropy)
        for _ in attempts():
            present = self._desk.present(table)
            now = present.loaded.table
            held = viewer_of(now, caller)
            if held is not None:
                if seat not in (None, held):
                    raise Refused("seat-taken", f"You hold seat {held} of this table already.", seat=held)
                return snapshot(present, held), True
            free = _free(now, seat)
            seatings = _seatings(present)
            if seatings.count(caller.id) >= MAX_SEATINGS:
                raise Refused("too-often", f"You have left this table {MAX_SEATINGS} times; stay away from it.")
            if len(seatings) >= MAX_SEATINGS_IN_ALL:
                message = f"Seats of this table were taken {MAX_SEATINGS_IN_ALL} times; make another one."
                raise Refused("too-often", message)
            if caller.id != now.facts.creator and self._has_enough(caller):
                raise self._too_many()
            sits = Sit(caller.id, caller.name, caller.kind, "", entropy)
            written, after = self._desk.write(present.loaded, [Entry(free, 0, sits, "player", present.now_ms)])
            if written == "applied":
                return snapshot(after, free), False
        raise AssertionError("attempts end by themselves")

    def start(self, table: str, caller: Player, entropy: str, fill: str | None) -> Snapshot:
        """The caller is ready, empty seats go to the named house bot, and the bell rings if all are ready.

        A seat is ready once: what it says afterwards changes nothing, its entropy least of all.
        """
        _check_entropy(entropy)
        if fill is not None:
            _check_bot(fill)
        for _ in attempts():
            present = self._desk.present(table)
            now = present.loaded.table
            seat = viewer_of(now, caller)
            if seat is None and caller.id != now.facts.creator:
                raise Refused("not-your-seat", "Only who sits at the table can start it.")
            entries = list(_starting(present, seat, entropy, fill)) if now.status == "waiting" else []
            if not entries:
                return snapshot(present, seat)
            written, after = self._desk.write(present.loaded, entries)
            if written == "applied":
                return snapshot(after, seat)
        raise AssertionError("attempts end by themselves")

    def _has_enough(self, caller: Player) -> bool:
        """Whether the caller may have no further table, by the lists: of those asked for at once, some may slip by."""
        return self._desk.lobby.unfinished(caller.id) >= self._most_open

    def _too_many(self) -> Refused:
        message = f"You have {self._most_open} unfinished tables, which is as many as a player may have."
        return Refused("too-many-tables", message)


def _seatings(present: Present) -> list[str]:
    """The players who have sat down here, each as often as they have."""
    actions = (each.action for each in present.loaded.entries)
    return [action.player for action in actions if isinstance(action, Sit) and action.kind != "house_bot"]


def _bell(table: Table, at_ms: int) -> list[Entry]:
    """The opening bell, if all are ready."""
    return [Entry(HOUSE, 0, Begin(), "house", at_ms)] if may_begin(table) else []


def _starting(present: Present, seat: int | None, entropy: str, fill: str | None) -> Iterator[Entry]:
    table = present.loaded.table
    at_ms = present.now_ms
    entries = []
    if fill is not None:
        empty = [place for place, who in enumerate(table.occupants) if who is None]
        entries += [_bot_sits(place, fill, at_ms) for place in empty]
    if seat is not None:
        occupant = table.occupants[seat]
        if occupant is not None and not occupant.ready:
            entries.append(Entry(seat, 0, Ready(entropy), "player", at_ms))
    yield from entries
    yield from _bell(fold_all(table, entries), at_ms)


def _first_entries(facts: Facts, caller: Player, order: Order) -> list[Entry]:
    at_ms = facts.created_at_ms
    entries = []
    if order.join:
        entries.append(Entry(0, 0, Sit(caller.id, caller.name, caller.kind, "", order.entropy), "player", at_ms))
    for bot in order.bots:
        entries.append(_bot_sits(len(entries), bot, at_ms))
    return entries + _bell(fold_all(opened(facts), entries), at_ms)


def _bot_sits(seat: int, bot: str, at_ms: int) -> Entry:
    return Entry(seat, 0, Sit(f"house-{bot}", f"{bot.capitalize()} {seat}", "house_bot", bot), "house", at_ms)


def _free(table: Table, seat: int | None) -> int:
    """The seat to take. Raises `Refused` when there is none, or not this one."""
    if table.status != "waiting":
        raise Refused("table-begun", "The game has begun; its seats are fixed.")
    if table.full:
        raise Refused("table-full", f"All {table.facts.seats} seats are taken.")
    if seat is None:
        return table.occupants.index(None)
    if not 0 <= seat < table.facts.seats:
        raise Refused("no-such-seat", f"There is no seat {seat}; seats are 0 to {table.facts.seats - 1}.")
    if table.occupants[seat] is not None:
        raise Refused("seat-taken", f"Seat {seat} is taken.", seat=seat)
    return seat


def _check(order: Order) -> None:
    """Raise `Refused` for an order that no table can be made from."""
    _check_entropy(order.entropy)
    try:
        game = game_named(order.game)
    except KeyError as error:
        raise Refused("no-such-game", f"There is no game {order.game!r}.") from error
    if order.seats not in game.seats:
        numbers = ", ".join(map(str, game.seats))
        message = f"{game.title} is for {numbers} players, not {order.seats}."
        raise Refused("invalid-options", message, pointer="/seats", ruling="GEN-01")
    try:
        game.start(order.seats, order.options)
    except Illegal as illegal:
        pointer = "/options" + illegal.pointer
        raise Refused("invalid-options", illegal.message, pointer=pointer, ruling=illegal.ruling) from illegal
    if len(order.bots) > order.seats - order.join:
        message = f"{len(order.bots)} bots do not fit into {order.seats - order.join} seats."
        raise Refused("invalid-options", message, pointer="/bots", ruling="GEN-01")
    for bot in order.bots:
        _check_bot(bot)


def _check_bot(bot: str) -> None:
    try:
        bot_named(bot)
    except KeyError as error:
        raise Refused("no-such-bot", f"There is no house bot {bot!r}.") from error


def _check_entropy(entropy: str) -> None:
    if len(entropy) > LONGEST_ENTROPY:
        raise ValueError(f"entropy has at most {LONGEST_ENTROPY} characters")


def _id(key: bytes, caller: Player, idempotency_key: str | None) -> str:
    """The id of a table: its shard in two digits and 80 bits that nobody can guess.

    It follows from the caller and the idempotency key where there is one, so that a repeat finds the same table.
    """
    if idempotency_key is None:
        digest = secrets.token_bytes(32)
    else:
        digest = hmac.digest(key, f"table\n{caller.id}\n{idempotency_key}".encode(), "sha256")
    return f"{digest[0] % SHARDS:02}" + base64.b32encode(digest[1:11]).decode().lower()
