"""One battery over every game of the catalogue, every variant, every number of seats."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import msgspec
import pytest

from openingbell import codec
from openingbell.bots.rng import SeededRng
from openingbell.rules.kernel import HOUSE, Action, Illegal, Result, Told, play, replay
from tests.service.rules.battery.tables import MOST_STEPS, Case, Step, cases, known, sealed_cases, some_move, walk

EVERY = pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
SEALED = pytest.mark.parametrize("case", sealed_cases(), ids=lambda case: case.id)
Count = Callable[[Case, int], None]
GAMES = 40
"""So many random games are played in search of a sealed step, where it takes a bad month to come to one."""


@pytest.fixture
def count(record_property: Callable[[str, object], None]) -> Count:
    """Tells the summary how many positions a test looked at."""

    def counted(case: Case, positions: int) -> None:
        assert positions > 0
        record_property("battery", (case.game.name, case.variant, case.seats))
        record_property("positions", positions)

    return counted


def viewers(case: Case) -> list[int | None]:
    return [None, *range(case.seats)]


def check_result(case: Case, state: Any) -> None:
    result = case.game.result(state)
    assert isinstance(result, Result)
    assert [place.seat for place in result.places] == list(range(case.seats))
    assert [place.score for place in result.places] == list(case.game.scores(state))
    assert set(result.winners) == {place.seat for place in result.places if place.rank == 1}
    assert result.winners or known(case.game.name).nobody_left(state)


@EVERY
def test_random_play_ends_and_conserves(case: Case, count: Count) -> None:
    game, rng, positions, last = case.game, case.rng("play"), 0, None
    for step in walk(case, rng):
        case.invariant(step.after)
        assert game.result(step.before) is None
        assert type(step.action) in (game.deals if step.seat == HOUSE else game.moves)
        assert len(game.scores(step.after)) == case.seats
        now = game.turn(step.before)
        assert len(set(now.able)) == len(now.able)
        idle = set(range(case.seats)) - set(now.able)
        assert all(not game.legal(step.before, seat) for seat in idle)
        positions, last = positions + 1, step.after
    check_result(case, last)
    count(case, positions)


def mutants(action: Action) -> list[Action]:
    """The action with each field made wrong in the ways that clients make things wrong."""
    wrong: list[Action] = []
    for each in fields(action):  # type: ignore[arg-type]
        value = getattr(action, each.name)
        others: list[Any] = [None, True, 1.5, "", "G11", -1, 0, 10**9, (), ("G1", "G1"), {"G1": 1}, [["G1"]]]
        if isinstance(value, tuple):
            others += [value + value, value[:-1], (*value, "X1"), (*value[:-1], 7)]
        if isinstance(value, int):
            others += [value - 10**6, value + 10**6, str(value), float(value)]
        given = {field.name: getattr(action, field.name) for field in fields(action)}  # type: ignore[arg-type]
        wrong += [type(action)(**{**given, each.name: other}) for other in others]
    return wrong


@EVERY
def test_what_is_offered_is_accepted_and_all_else_refused(case: Case, count: Count) -> None:
    game, rng, positions = case.game, case.rng("legal"), 0
    seen: list[Action] = []
    refusals = 0
    for step in walk(case, rng):
        now = game.turn(step.before)
        for seat in now.able:
            choices = game.legal(step.before, seat)
            assert len(choices) > 0 or seat in now.optional
            for choice in choices:
                action = choice.sample(rng)
                assert action in choices
                assert play(game, step.before, seat, action) == game.apply(step.before, seat, action)
        if rng.below(4):
            continue
        positions += 1
        seen.append(step.action)
        untouched = [game.view(step.before, viewer) for viewer in viewers(case)]
        for action in (*mutants(step.action), *seen[-6:], *(seen[rng.below(len(seen))] for _ in range(4))):
            seat = rng.below(case.seats)
            if action in game.legal(step.before, seat):
                continue
            with pytest.raises(Illegal) as caught:
                play(game, step.before, seat, action)
            assert all((caught.value.ruling, caught.value.reason, caught.value.message))
            refusals += 1
        assert untouched == [game.view(step.before, viewer) for viewer in viewers(case)]
    assert refusals > positions
    count(case, positions)


@EVERY
def test_the_log_as_json_replays_to_the_same_game(case: Case, count: Count) -> None:
    game, log, last = case.game, [], None
    for step in walk(case, case.rng("replay")):
        log.append(codec.dumps({"seat": step.seat, "action": step.action}))
        last = step.after
    entries = []
    for line in log:
        entry = codec.loads(line)
        entries.append((entry["seat"], codec.tagged_from_json((*game.moves, *game.deals), entry["action"])))
    assert replay(game, case.seats, case.options, entries) == last
    count(case, len(log))


@EVERY
def test_a_viewer_cannot_tell_an_imagined_state_from_the_real_one(case: Case, count: Count) -> None:
    game, rng, positions = case.game, case.rng("imagine"), 0
    for step in walk(case, rng):
        viewer = viewers(case)[rng.below(case.seats + 1)]
        view = game.view(step.after, viewer)
        imagined = game.imagine(view, rng)
        assert game.view(imagined, viewer) == view
        case.invariant(imagined)
        if rng.below(30) == 0:
            play_on(case, imagined, rng)
        positions += 1
    count(case, positions)


def play_on(case: Case, state: Any, rng: SeededRng) -> None:
    """What was imagined is a game like any other: it can be played to its end."""
    while not (now := case.game.turn(state)).over:
        seat, action = some_move(case.game, state, now, rng)
        state = play(case.game, state, seat, action)
        case.invariant(state)
    check_result(case, state)


def told(step: Step, case: Case, viewer: int | None) -> Told | None:
    return case.game.tell(step.before, step.seat, step.action, step.after, viewer)


def plainly(value: Any) -> bytes:
    return msgspec.json.encode(codec.to_json(value))


def same_position(case: Case, real: Any, other: Any, viewer: int | None) -> None:
    """All that this viewer can fetch of a position is alike in both worlds."""
    game = case.game
    assert plainly(game.view(other, viewer)) == plainly(game.view(real, viewer))
    assert game.turn(other) == game.turn(real)
    assert game.prompt(other, viewer) == game.prompt(real, viewer)
    assert game.scores(other) == game.scores(real)
    assert plainly(game.breakdown(other)) == plainly(game.breakdown(real))
    assert plainly(game.result(other)) == plainly(game.result(real))
    if viewer is not None:
        choices = [game.legal(world, viewer) for world in (real, other)]
        assert choices[0].items == choices[1].items
        assert choices[0].rulings == choices[1].rulings
        if viewer in game.turn(real).seats:
            defaults = [game.default(world, viewer, case.rng("default")) for world in (real, other)]
            assert defaults[0] == defaults[1]


def same_news_of_the_house(case: Case, step: Step, viewer: int | None, rng: SeededRng) -> None:
    """A house action that differs only in what this viewer may not know (the rest of a deal) sounds alike."""
    swapped = known(case.game.name).swapped
    if swapped is None:
        return
    action = swapped(step.after, viewer, rng)[1](step.action)
    twin = Step(step.before, HOUSE, action, case.game.apply(step.before, HOUSE, action))
    same_position(case, step.after, twin.after, viewer)
    assert plainly(told(twin, case, viewer)) == plainly(told(step, case, viewer))


@EVERY
def test_nothing_that_a_viewer_gets_depends_on_what_it_may_not_know(case: Case, count: Count) -> None:
    """Worlds that differ only there give the same view, choices, turn, prompt, default and news."""
    game, rng, positions, compared = case.game, case.rng("leak"), 0, 0
    for step in walk(case, rng):
        if step.seat == HOUSE:
            for each in viewers(case):
                same_news_of_the_house(case, step, each, rng)
        if rng.below(3):
            continue
        viewer = viewers(case)[rng.below(case.seats + 1)]
        for other, rename in case.other_worlds(step.before, viewer, rng):
            positions += 1
            same_position(case, step.before, other, viewer)
            action = step.action if step.seat == viewer else rename(step.action)
            if step.seat == HOUSE or action not in game.legal(other, step.seat):
                continue
            twin = Step(other, step.seat, action, game.apply(other, step.seat, action))
            if game.view(twin.after, viewer) == game.view(step.after, viewer):
                compared += 1
                assert plainly(told(twin, case, viewer)) == plainly(told(step, case, viewer))
                assert game.turn(twin.after) == game.turn(step.after)
    assert compared > 0
    count(case, positions)


@SEALED
def test_sealed_moves_show_only_that_they_are_in(case: Case, count: Count) -> None:
    game, rng, positions = case.game, case.rng("sealed"), 0
    for step in itertools.chain.from_iterable(walk(case, rng) for _ in range(GAMES)):
        state, now = step.before, game.turn(step.before)
        if positions and game.turn(step.after).over:
            break
        if not case.seals(state) or (positions and rng.below(case.seats)):
            continue
        seat = now.seats[rng.below(len(now.seats))]
        steps = [
            Step(state, seat, action, game.apply(state, seat, action))
            for action in (game.legal(state, seat).sample(rng) for _ in range(3))
        ]
        first, *others = steps
        replaced = [Step(first.after, seat, each.action, game.apply(first.after, seat, each.action)) for each in others]
        for viewer in viewers(case):
            if viewer == seat:
                assert all(told(each, case, viewer) is not None for each in (*steps, *replaced))
                continue
            for each in (*others, *replaced):
                assert plainly(game.view(each.after, viewer)) == plainly(game.view(first.after, viewer))
                assert game.turn(each.after) == game.turn(first.after)
                assert game.prompt(each.after, viewer) == game.prompt(first.after, viewer)
            assert all(plainly(told(each, case, viewer)) == plainly(told(first, case, viewer)) for each in others)
            assert all(told(each, case, viewer) is None for each in replaced)
        for each, again in zip(others, replaced, strict=True):
            assert again.after == each.after
        positions += 1
    count(case, positions)


def without_nulls(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and without_nulls(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(without_nulls, value))
    return isinstance(value, str | int)


@EVERY
def test_whatever_leaves_is_json_without_nulls(case: Case, count: Count) -> None:
    game, rng, positions = case.game, case.rng("json"), 0
    for step in walk(case, rng):
        viewer = viewers(case)[rng.below(case.seats + 1)]
        assert without_nulls(codec.to_json(game.view(step.after, viewer)))
        assert without_nulls(codec.to_json(game.prompt(step.after, viewer)))
        news = told(step, case, viewer)
        if news is not None:
            assert news.text
            assert news.code == news.code.lower().replace("_", "-")
            assert without_nulls(codec.to_json(news))
        if viewer is not None:
            rendered = game.legal(step.after, viewer).render()
            assert msgspec.json.decode(msgspec.json.encode(rendered)) == rendered
            assert without_nulls(rendered)
        positions += 1
    count(case, positions)


@EVERY
def test_silence_plays_a_legal_game_to_its_end(case: Case, count: Count) -> None:
    game, rng, positions = case.game, case.rng("silence"), 0
    state = game.start(case.seats, case.options)
    while not game.turn(state).over:
        now = game.turn(state)
        if now.seats:
            seat = now.seats[0]
            state = play(game, state, seat, game.default(state, seat, rng))
        else:
            state = play(game, state, HOUSE, game.house(state, rng))
        positions += 1
        assert positions < MOST_STEPS
    check_result(case, state)
    count(case, positions)
