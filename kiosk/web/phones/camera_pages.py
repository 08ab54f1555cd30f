"""The table's page about the phone that is the camera: the code, the warning, how the phone is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from math import ceil
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.screens.evening_plan import EveningPlan, StartStep
from kiosk.web import pin, stage
from kiosk.web.door import refuse, the_door
from kiosk.web.phones.pages import PhoneReach, desk, reach
from kiosk.words import pages as m
from kiosk.words import phone_camera as w
from kiosk.words import phones as p

if TYPE_CHECKING:
    from kiosk.web.phones.camera_desk import CameraDesk, CameraDeskState

_REFRESH_S = 5
_MINUTE = 60


@dataclass(frozen=True, slots=True)
class PhoneCameraScreen:
    """The switch, the code, and what is known of the phone."""

    possible: bool
    on: bool
    reach: PhoneReach | None
    """Where to go with the code; None while no code is shown."""
    code: str | None
    good_for: Text
    there: bool
    lines: tuple[Text, ...]
    """How the phone is doing."""
    torch: bool | None
    """Whether its lamp is asked for; None where it has none, or its camera is off."""
    refresh: int | None
    wrong: Text | None
    back: str = "/setup"


def phone_camera_screen(state: CameraDeskState, wrong: Text | None = None) -> PhoneCameraScreen:
    """Return the page; `wrong`: why what was tapped could not be done."""
    shown = state.address is not None and state.code is not None
    lost = p.LOST_NETWORK if state.on and state.address is None else None
    where = None
    if state.address is not None and state.code is not None:
        where = reach(state.address, f"/#{state.code}", state.others, "https")
    return PhoneCameraScreen(
        possible=state.possible,
        on=state.on,
        reach=where,
        code=state.code if shown else None,
        good_for=(w.TAKES_THE_PLACE if state.phone.there else w.GOOD_FOR).format(
            minutes=ceil(state.seconds / _MINUTE)
        ),
        there=state.phone.there,
        lines=_lines(state),
        torch=state.phone.torch if state.phone.word.torch is not None else None,
        refresh=_REFRESH_S if state.on else None,
        wrong=wrong or lost or (None if state.possible else w.NOT_HERE),
    )


def _lines(state: CameraDeskState) -> tuple[Text, ...]:
    phone, word = state.phone, state.phone.word
    if not state.on:
        return (w.IS_OFF,)
    if not phone.there:
        return (w.WAITING if state.paired else w.NO_PHONE,)
    if state.code is not None:
        # The code needs the room, and it is another phone that is spoken of.
        return (w.THERE,)
    said = [w.THERE]
    if phone.size is not None and phone.rate > 0:
        width, height = phone.size
        said.append(w.SENDS.format(rate=round(phone.rate), width=width, height=height))
    else:
        said.append(w.CAMERA_OFF)
    if phone.coarse:
        said.append(w.COARSE)
    if word.battery is not None:
        battery = w.CHARGING if word.charging else w.BATTERY
        said.append(battery.format(percent=word.battery))
    return tuple(said)


bp = Blueprint("camera_pages", __name__)
bp.before_request(pin.ask_first)


def _desk() -> CameraDesk:
    found = desk().camera
    if found is None:
        refuse(p.NOT_HERE, HTTPStatus.NOT_FOUND)
    return found


@bp.get("/phones/camera")
def show() -> ResponseReturnValue:
    """Show the switch, the code and how the phone is doing."""
    return _page()


@bp.post("/phones/camera/<what>")
def change(what: str) -> ResponseReturnValue:
    """Turn it on or off, show a new code, light the phone's lamp or put it out."""
    found = _desk()
    try:
        match what:
            case "on":
                found.on()
            case "off":
                found.off()
            case "code":
                found.show_code()
            case "light" | "dark":
                found.line.light(what == "light")
            case _:
                refuse(m.NOT_FOUND, HTTPStatus.NOT_FOUND)
    except PlainError as error:
        return make_response(_page(error.text), HTTPStatus.CONFLICT)
    return redirect("/phones/camera", code=HTTPStatus.SEE_OTHER)


def _page(wrong: Text | None = None) -> str:
    view, screen = the_door().view(), phone_camera_screen(_desk().state, wrong)
    if not view.state.seats:
        # At the very first start the walk asks for it.
        screen = replace(screen, back=EveningPlan(first=True).href(StartStep.WATCH))
    return stage.sub_page("phones/camera.html", view, screen)
