"""The JSON Schemas that a game's own types go into: its choices, decisions, views and what a decision is answered with.

Law. As in `shapes`: answers may grow, and there are no nulls.
"""

from __future__ import annotations

from openingbell.api.shaping import COUNT, SEAT, STATUS, flag, moment, obj, several, text, whole
from openingbell.api.typed import Schema, ref
from openingbell.rules.kernel import Game


def choice(game: Game, tags: list[str]) -> Schema:
    """A kind of action that a seat may take now."""
    return obj(
        f"A kind of action that is possible now in {game.title}: build one by choosing a value for every field.",
        ("constraints",),
        type=text("The `type` of the action.", enum=tags),
        label=ref("Text"),
        fields=several(ref("Field"), "In the order in which to choose."),
        constraints=several(ref("Constraint")),
    )


def decision(choice_name: str, action_name: str) -> Schema:
    """What a seat has to decide."""
    return obj(
        "What this seat has to decide, or has sealed and may still replace, or may do although nobody waits for it.",
        ("deadline", "default", "sealed_action"),
        n=whole("The number of this seat's decision: the last part of the path to PUT it to.", **COUNT),
        kind=text("Its name, such as `bid`."),
        sealed=flag("Whether it stays hidden until all who owe one have decided."),
        revisable=flag("Whether you have sealed a move already and may still replace it."),
        optional=flag("Whether you may as well do nothing: then there is no `default`."),
        opened_at=moment("Since when it is open."),
        deadline=moment(
            "When `default` is played for you, or (where `turn` has `ends_at`) the decision ends unplayed. What your "
            "bank can add is counted in."
        ),
        choices=several(ref(choice_name)),
        default=ref(action_name),
        sealed_action=ref(action_name),
    )


def view(game: Game, state: Schema, decision_name: str) -> Schema:
    """What a seat, or the public, knows of a table."""
    return obj(
        f"What one seat, or the public, knows of a table of {game.title}.",
        ("seat", "banks_s", "pause", "state", "decision"),
        table=text("The table's id."),
        seq=whole("How many events this viewer has been told.", **COUNT),
        status=STATUS,
        seat=whole("Whose view it is; absent in the public one.", **SEAT),
        turn=ref("Turn"),
        banks_s={
            "type": "array",
            "items": {"type": "number", "minimum": 0},
            "description": "Seconds left in each seat's bank when its last decision was closed; absent without banks.",
        },
        pause=ref("Pause"),
        prompt=ref("Text"),
        abortable=flag("Whether the viewer can call the table off now; of a waiting one, whoever made it can."),
        state=state,
        decision=ref(decision_name),
    )


def decided(view_name: str, action_name: str) -> Schema:
    """The answer to a decision."""
    return obj(
        "How the decision stands, and what the table looks like now.",
        n=whole("The decision's number.", **COUNT),
        status=text("`applied`, or `sealed` while others still choose.", enum=["applied", "sealed"]),
        replayed=flag("Whether it had been taken before this request."),
        action=ref(action_name),
        view=ref(view_name),
    )
