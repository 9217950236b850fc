"""What a seat of Panik may do.

Law. From that seat's own cards and public facts (GEN-05): an attempt that hidden cards could thwart is offered, and
`moves` resolves it (PNK-10). What anybody could see to be impossible is refused, with the ruling that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from openingbell.rules.choices import Choice, Choices, Field
from openingbell.rules.domains import OneOf
from openingbell.rules.games.panik.state import (
    DEAF,
    ROOM,
    STAYS,
    Call,
    Detect,
    Duo,
    Manor,
    NoCall,
    NoSend,
    Place,
    Relocate,
    Reveal,
    SendBack,
    State,
    knows,
    own_manors,
    owner,
)
from openingbell.rules.values import Text

_FACES: Final = OneOf(("down", "up"))
_DOWN: Final = OneOf(("down",))
_UP: Final = OneOf(("up",))
_ROOM: Final = {"full": "PNK-07"}
_IMMUNE: Final = {"immune": "PNK-10"}
_CALLABLE: Final = {**_IMMUNE, "full": "PNK-11", "same-manor": "PNK-11"}
_NO_SEND: Final = Choice(NoSend, Text("no-send", "Send nobody back"))
_NO_CALL: Final = Choice(NoCall, Text("no-call", "Call nobody"))
_DETECTOR: Final = Field("hunter", OneOf(("detector",)), "PNK-06")
_DETECTOR_UP: Final = Field("face", _UP, "PNK-06")
_PLACE: Final = Text("place", "Place a hunter at a manor")
_PLACE_DETECTOR: Final = Text("place-detector", "Place your detector, face up")
_DETECT: Final = Text("detect", "Show your detector and turn an opponent's manor face up")
_REVEAL: Final = Text("reveal", "Turn one of your manors face up")
_DUO: Final = Text("duo", "Place a duo at one of your face-down manors")
_SEND: Final = Text("send-back", "Send a hunter back")
_RELOCATE: Final = Text("relocate", "Put your hunter at another manor")
_CALL: Final = Text("call", "Call a hunter to this manor")


def legal(state: State, seat: int) -> Choices:
    """What the seat may do now; no choices for a seat that owes nothing."""
    return _LEGAL[state.phase](state, seat) if seat in acting(state) else Choices()


def acting(state: State) -> tuple[int, ...]:
    """The seats that owe a move or may replace one: all in the set-up, then the active one, or the owner of the hunter
    that was sent back (PNK-08)."""
    if state.phase == "relocate":
        assert state.lifted is not None
        return (state.lifted.seat,)
    if state.sealed:
        return tuple(range(state.table.seats))
    return (state.active,) if state.phase in _LEGAL else ()


def _legal_reveal(state: State, seat: int) -> Choices:
    del state
    return Choices((Choice(Reveal, _REVEAL, (Field("manor", OneOf(tuple(own_manors(seat))), "PNK-03"),)),))


def _legal_duo(state: State, seat: int) -> Choices:
    closed = tuple([manor for manor in own_manors(seat) if not state.manors[manor].face_up])
    return Choices((Choice(Duo, _DUO, (Field("manor", OneOf(closed), "PNK-03"),)),))


def _legal_place(state: State, seat: int) -> Choices:
    hand = tuple(dict.fromkeys(state.hands[seat]))
    closed = to_detect(state, seat)
    face = Field("face", _FACES, "PNK-05")
    if closed and "detector" in hand:
        table = {kind: _DOWN if kind == "detector" else _FACES for kind in hand}
        face = Field("face", None, "PNK-06", depends_on="hunter", table=table)
    place = Choice(Place, _PLACE, (Field("hunter", OneOf(hand), "PNK-05"), _manor(state), face))
    if not closed or "detector" not in hand:
        return Choices((place,))
    return Choices((place, Choice(Detect, _DETECT, (Field("manor", OneOf(closed), "PNK-06"),))))


def _legal_place_detector(state: State, seat: int) -> Choices:
    del seat
    return Choices((Choice(Place, _PLACE_DETECTOR, (_DETECTOR, _manor(state), _DETECTOR_UP)),))


def _manor(state: State) -> Field:
    room = [len(manor.hunters) < ROOM for manor in state.manors]
    barred = {number: "full" for number, free in enumerate(room) if not free}
    return Field("manor", OneOf(tuple([n for n, free in enumerate(room) if free]), barred), "PNK-07", _ROOM)


def _legal_send_back(state: State, seat: int) -> Choices:
    others = here(state).hunters[:-1]
    barred = {place: "immune" for place, each in enumerate(others) if each.kind in STAYS and knows(each, seat)}
    targets = tuple([place for place in range(len(others)) if place not in barred])
    if not targets:
        return Choices((_NO_SEND,), rulings={"send_back": "PNK-10"})
    field = Field("place", OneOf(targets, barred), "PNK-08", _IMMUNE)
    return Choices((Choice(SendBack, _SEND, (field,)), _NO_SEND))


def _legal_relocate(state: State, seat: int) -> Choices:
    del seat
    lifted, counts = state.lifted, [len(manor.hunters) for manor in state.manors]
    assert lifted is not None
    assert state.at is not None
    targets = relocation_targets(counts, state.at)
    barred = {number: "full" for number in range(len(counts)) if number not in targets} | {state.at: "same-manor"}
    manor = Field("manor", OneOf(targets, barred), "PNK-08", {**_ROOM, "same-manor": "PNK-08"})
    face = Field("face", _UP if lifted.face_up else _FACES, "PNK-09")
    return Choices((Choice(Relocate, _RELOCATE, (manor, face)),))


def relocation_targets(counts: Iterable[int], origin: int) -> tuple[int, ...]:
    """Where a hunter may go that was sent back: anywhere with room but where it was (PNK-08)."""
    return tuple([manor for manor, count in enumerate(counts) if manor != origin and count < ROOM])


def _legal_call(state: State, seat: int) -> Choices:
    places: dict[int, OneOf] = {}
    barred: dict[int, str] = {}
    for number, manor in enumerate(state.manors):
        deaf = {place: "immune" for place, each in enumerate(manor.hunters) if each.kind in DEAF and knows(each, seat)}
        able = tuple([place for place in range(len(manor.hunters)) if place not in deaf])
        if number == state.at:
            barred[number] = "same-manor"
        elif len(manor.hunters) >= ROOM:
            barred[number] = "full"
        elif able:
            places[number] = OneOf(able, deaf)
        elif deaf:
            barred[number] = "immune"
    if not places:
        return Choices((_NO_CALL,), rulings={"call": "PNK-10"})
    manor_field = Field("manor", OneOf(tuple(places), barred), "PNK-11", _CALLABLE)
    place = Field("place", None, "PNK-11", _CALLABLE, depends_on="manor", table=places)
    return Choices((Choice(Call, _CALL, (manor_field, place)), _NO_CALL))


_LEGAL: Final[Mapping[str, Callable[[State, int], Choices]]] = {
    "reveal": _legal_reveal,
    "duo": _legal_duo,
    "place": _legal_place,
    "place_detector": _legal_place_detector,
    "send_back": _legal_send_back,
    "relocate": _legal_relocate,
    "call": _legal_call,
}


def here(state: State) -> Manor:
    """The manor of this turn's placement."""
    assert state.at is not None
    return state.manors[state.at]


def to_detect(state: State, seat: int) -> tuple[int, ...]:
    """The opponents' manors that lie face down."""
    return tuple([n for n, manor in enumerate(state.manors) if not manor.face_up and owner(n) != seat])


def may_leave(kind: str) -> bool:
    """Whether such a hunter can be sent back."""
    return kind not in STAYS


def may_be_called(kind: str, source: int, target: int) -> bool:
    """Whether such a hunter comes, from a manor with `source` hunters to one with `target`, caller counted (PNK-11)."""
    return kind not in DEAF and source < ROOM and target < ROOM


def callable_in_public(state: State) -> bool:
    """Whether public facts leave anybody to be called to the manor of this turn (PNK-10)."""
    return len(here(state).hunters) < ROOM and any(
        not each.face_up or each.kind not in DEAF for number in _sources(state) for each in state.manors[number].hunters
    )


def _sources(state: State) -> Iterator[int]:
    return (n for n, manor in enumerate(state.manors) if n != state.at and len(manor.hunters) < ROOM)
