"""The store comes back older than it was: killed under `everysec`, and the end of its file cut off.

Law. Plays, kills, cuts, reads what has survived before anybody else can, and goes on. What may be lost is counted; what
may not be is a fault: something else than a beginning of a log surviving, or a process going on from a lost end.
"""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from openingbell import table as folding
from openingbell.table import Entry
from tests.chaos import lawful
from tests.chaos.accounts import Accounts, acknowledged
from tests.chaos.examiner import logged
from tests.chaos.faults import Fault
from tests.chaos.history import History
from tests.chaos.orders import order
from tests.chaos.party import Party, registered
from tests.chaos.seen import Seen
from tests.chaos.truth import Truth
from tests.chaos.wire import Exchange
from tests.chaos.world import World
from tests.support.redis_server import RedisServer
from tests.support.waiting import until

LONGEST_CUT: Final = 60_000
"""How many bytes of the file are lost at most: a second's, or a few seconds'."""

Lines = tuple[bytes, ...]


@dataclass
class Round:
    """One death of the store: all logs just then, and what was left of them."""

    killed: float
    back: float
    full: dict[str, Lines]
    kept: dict[str, Lines]


@dataclass
class Losses:
    """What a run has found."""

    rounds: list[Round] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    tables: int = 0
    decisions: int = 0
    entries_lost: int = 0
    decisions_lost: int = 0

    def __str__(self) -> str:
        return (
            f"everysec, {len(self.rounds)} deaths of the store with its last bytes cut off: {self.tables} tables, "
            f"{self.decisions} decisions acknowledged, {self.decisions_lost} of them lost with {self.entries_lost} "
            f"entries at the ends of logs, {len(self.faults)} faults"
        )


def logs(folder: Path) -> dict[str, Lines]:
    """All logs in a store's folder, read from a copy of it by a server of their own."""
    with_copy = Path(shutil.copytree(folder, folder.with_name(f"{folder.name}-copy"), ignore=_sockets))
    server = RedisServer(dir=str(with_copy))
    try:
        with server.client() as client:
            until("the copy being loaded", lambda: not client.info("persistence")["loading"])
            keys = [key.decode() for key in client.scan_iter("*:log")]
            return {key.split(":")[-2]: tuple(client.lrange(key, 0, -1)) for key in keys}
    finally:
        server.close()
        shutil.rmtree(with_copy)


def lose(world: World, rng: random.Random, least: int) -> Round:
    """Kill the store, cut off the end of its file behind its first `least` bytes, start it."""
    store = world.store
    killed = time.time()
    world.kill(world.store_part, 0)
    full = logs(store.folder)
    file = _written(store.folder)
    with file.open("r+b") as aof:
        aof.truncate(max(least, file.stat().st_size - rng.randint(1, LONGEST_CUT)))
    kept = logs(store.folder)
    back = time.time()
    world.restart_store()
    return Round(killed, back, full, kept)


def run(world: World, tables: int, rounds: int, every_s: float, rest_s: float, seed: str = "losing") -> Losses:
    """Play so many tables while the store dies so often; `world` has a store under `everysec`."""
    rng = random.Random(seed)
    begun = time.time()
    last = begun + rounds * (every_s + 10) + rest_s
    people = registered(world.ports, 12, begun + 30)
    parties = []
    for number in range(tables):
        game, wanted, seats = order(number, rng, most_seats=4)
        parties.append(Party(History(f"{seed}-{number}", game, wanted), world.ports, rng.sample(people, seats), last))
    for party in parties:
        party.start()
    until("all being seated", lambda: all(each.seated.is_set() or each.history.over.is_set() for each in parties))
    # However slowly they play: a table whose beginning was lost is no table, and whose seat was lost is a stranger.
    made = _written(world.store.folder).stat().st_size
    losses = Losses(tables=tables)
    for _ in range(rounds):
        time.sleep(every_s)
        losses.rounds.append(lose(world, rng, made))
    for party in parties:
        while party.is_alive() and time.time() < last + 30:
            world.look()
            for part in [each for each in world.parts if each.process is None]:
                world.start_part(part)
            party.join(0.1)
    for party in parties:
        losses.faults += examined(world.store.url, party.history, losses)
    losses.faults += [Fault("refused", "the server", what) for what in world.unexpected]
    return losses


def examined(url: str, history: History, losses: Losses) -> Iterator[Fault]:
    """What can be said against a table after these rounds; what it has lost is added to `losses`."""
    name = history.name
    yield from (Fault("refused", name, trouble) for trouble in history.troubles)
    final = logged(url, history.table)
    ends = [*(each.full.get(history.table, ()) for each in losses.rounds), tuple(map(folding.line, final.entries))]
    facts, secret = final.table.facts, final.secret

    def truth(lines: Lines) -> Truth:
        return Truth(facts, secret, [folding.entry_of(final.table.game, line) for line in lines])

    for number, each in enumerate(losses.rounds):
        full, kept = ends[number], each.kept.get(history.table, ())
        if full[: len(kept)] != kept:
            yield Fault("changed", name, "what has survived is no beginning of the log")
        after = ends[number + 1]
        if after[: len(kept)] != kept:
            yield Fault("lost", name, "the log does not go on from what has survived")
        new = truth(after).entries[len(kept) :]
        if len(full) > len(kept) and any(entry.at_ms / 1000 < each.killed for entry in new):
            yield Fault("invented", name, "a process has gone on from a lost end")
        _count(history, truth(full), len(kept), each, losses)
    yield from lawful.faults(truth(ends[-1]), name)
    truths = [truth(lines) for lines in ends]
    yield from _shown(history, truths, losses)
    losses.decisions += sum(
        1 for sent in Accounts(history, final.entries).sent.values() if any(acknowledged(each) for each in sent)
    )
    # Clients go home once the game is over; where that was lost, nobody is there to play the end again.
    if all(each.tables[-1].status != "finished" for each in truths):
        yield Fault("stuck", name, f"{final.table.status} after {len(final.entries)} entries")


def _shown(history: History, truths: list[Truth], losses: Losses) -> Iterator[Fault]:
    """What was asked and answered between two deaths fits the log as it was then, in order."""
    starts = [0.0, *(each.back for each in losses.rounds)]
    deaths = [*(each.killed for each in losses.rounds), float("inf")]
    for began, ended, truth in zip(starts, deaths, truths, strict=True):
        within = [each for each in history.exchanges if began <= each.sent and each.heard < ended]
        yield from Seen(truth, history.name).faults(within)


def _count(history: History, truth: Truth, kept: int, death: Round, losses: Losses) -> None:
    """The decisions that were acknowledged before the death and lie behind what has survived."""
    gone: tuple[Entry, ...] = truth.entries[kept:]
    losses.entries_lost += len(gone)
    keys = {(entry.seat, entry.n) for entry in gone if entry.by == "player"}
    heard = {each.decision for each in history.exchanges if acknowledged(each) and _before(each, death)}
    losses.decisions_lost += len(keys & {key for key in heard if key is not None})


def _before(exchange: Exchange, death: Round) -> bool:
    return exchange.heard <= death.killed


def _written(folder: Path) -> Path:
    """The file to which the store appends."""
    (file,) = folder.glob("appendonlydir/*.incr.aof")
    return file


def _sockets(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name in ("s", "log")]
