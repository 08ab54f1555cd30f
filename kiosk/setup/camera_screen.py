"""What the camera's page shows: how it stands, the live square and what to change."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text
from kiosk.setup import words as w
from kiosk.setup.found import Found, same
from kiosk.setup.locks import LockState, held_words
from kiosk.setup.meters import Meter
from kiosk.setup.switch import CameraState, Power
from kiosk.setup.workshop import Workshop
from kiosk.view import TableView
from vision.camera.controls import Locked


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several cameras."""

    spec: str
    name: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CameraScreen:
    """How it stands with the camera."""

    power: str
    lead: Text
    long: Text | None
    choices: tuple[Choice, ...]
    frame: int | None
    """Number of the picture to be fetched, None where there is none."""
    meters: tuple[Meter, ...]
    ready: bool
    """Whether nothing has to be changed."""
    placed: Text
    bad_place: bool
    held: Text
    working: bool
    """Whether the camera is being adjusted just now."""
    said: tuple[Text, ...]
    """What came of that."""


def camera_screen(
    workshop: Workshop | None, view: TableView, found: tuple[Found, ...] | None = None
) -> CameraScreen:
    """Return the page; `found` are the cameras there are, None where nobody looked."""
    state = CameraState(Power.NONE) if workshop is None else workshop.camera.state
    lock = LockState()
    frame: int | None = None
    meters: tuple[Meter, ...] = ()
    if workshop is not None:
        lock = workshop.locking.state
    if workshop is not None and state.power is Power.ON:
        workshop.used()
        newest = workshop.window.newest(_FIRST_S)
        frame = None if newest is None else newest.index
        meters = workshop.meters.look(workshop.window.recent(), workshop.geometry)
    lead, long = _told(state, view)
    placed, bad = _place(workshop, view)
    return CameraScreen(
        power=state.power.value,
        lead=lead,
        long=long,
        choices=_choices(workshop, found),
        frame=frame,
        meters=meters,
        ready=bool(meters) and not any(meter.bad for meter in meters),
        placed=placed,
        bad_place=bad,
        held=held_words(_locked(workshop)),
        working=lock.working,
        said=lock.said,
    )


_FIRST_S = 0.5


def _locked(workshop: Workshop | None) -> Locked | None:
    if workshop is None or workshop.sight is None:
        return None
    return workshop.sight.setup.locked


def _told(state: CameraState, view: TableView) -> tuple[Text, Text | None]:
    match state.power:
        case Power.NONE:
            return w.NONE_LEAD, w.NONE_LONG[view.source]
        case Power.OFF:
            return w.OFF_LEAD, state.note if state.note is not w.OFF else None
        case Power.STARTING:
            return w.STARTING, None
        case Power.TROUBLE:
            return w.TROUBLE_LEAD, state.note or w.NO_TROUBLE_TOLD
        case Power.ON:
            return w.SEEN, state.note


def _place(workshop: Workshop | None, view: TableView) -> tuple[Text, bool]:
    if view.asides.lost:
        return w.MOVED, True
    if workshop is None or workshop.geometry is None:
        return w.NOT_PLACED, True
    return w.PLACED, False


def _choices(workshop: Workshop | None, found: tuple[Found, ...] | None) -> tuple[Choice, ...]:
    if workshop is None or workshop.sight is None or workshop.sight.camera is None or not found:
        return ()
    used = workshop.sight.camera
    every = [Choice(each.spec, each.name, same(each.spec, used)) for each in found]
    if not any(each.chosen for each in every):
        every.insert(0, Choice(used, used, chosen=True))
    return tuple(every) if len(every) > 1 else ()
