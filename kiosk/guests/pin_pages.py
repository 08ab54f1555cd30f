"""The PIN at the kiosk: asked before what not everybody at the table should do.

A blueprint asks for it by `bp.before_request(pin_pages.ask_first)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from time import time
from typing import Literal
from urllib.parse import quote

from flask import Blueprint, make_response, redirect, request, session
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.guests import host_words as w
from kiosk.guests.pin import LONGEST, Pin, same
from kiosk.pages import stage
from kiosk.pages.door import settings, the_door
from kiosk.pages.language import local_path

bp = Blueprint("pin", __name__)


@bp.context_processor
def words() -> dict[str, object]:
    """Let the templates of these pages say their words."""
    return {"h": w}


FRESH_S = 10 * 60
"""Seconds a PIN counts for after it was given."""
_GIVEN = "pin"


@dataclass(frozen=True, slots=True)
class PinScreen:
    """What is asked: the PIN, or a new one twice."""

    step: Literal["enter", "choose"]
    next: str
    """Where to go on."""
    back: str
    longest: int
    wrong: Text | None = None


def ask_first() -> ResponseReturnValue | None:
    """Lead to the PIN where one is set and was not given here lately; else None."""
    if not asked():
        return None
    here = request.full_path.rstrip("?") if request.method == "GET" else "/"
    return redirect(f"/pin?next={quote(here, safe='/')}", code=HTTPStatus.SEE_OTHER)


def asked() -> bool:
    """Tell whether the PIN is set and was not given in this session lately."""
    pin = _pin()
    if pin is None or not pin.is_set:
        return False
    given = session.get(_GIVEN)
    return not (isinstance(given, int | float) and 0 <= time() - given < FRESH_S)


@bp.get("/pin")
def show() -> ResponseReturnValue:
    """Ask for the PIN, or for a first one where none is set."""
    return _page("enter" if _is_set() else "choose")


@bp.get("/pin/new")
def show_new() -> ResponseReturnValue:
    """Ask for a new PIN, after the old one."""
    return ask_first() or _page("choose")


@bp.post("/pin")
def give() -> ResponseReturnValue:
    """Take the PIN."""
    pin = _pin()
    try:
        if pin is not None:
            pin.check(request.form.get("pin", ""))
    except PlainError as error:
        return make_response(_page("enter", error.text), HTTPStatus.CONFLICT)
    return _go_on()


@bp.post("/pin/new")
def choose() -> ResponseReturnValue:
    """Take a new PIN."""
    pin, digits = _pin(), request.form.get("pin", "")
    first = ask_first()
    if first is not None:
        return first
    try:
        same(digits, request.form.get("again", ""))
        if pin is not None:
            pin.choose(digits)
    except PlainError as error:
        return make_response(_page("choose", error.text), HTTPStatus.CONFLICT)
    return _go_on()


def _go_on() -> ResponseReturnValue:
    session[_GIVEN] = time()
    return redirect(local_path(request.form.get("next", "/")), code=HTTPStatus.SEE_OTHER)


def _page(step: Literal["enter", "choose"], wrong: Text | None = None) -> str:
    there = local_path(request.values.get("next", "/phones/host"))
    screen = PinScreen(step, there, "/" if step == "enter" else "/phones/host", LONGEST, wrong)
    return stage.sub_page("guests/pin.html", the_door().view(), screen)


def _is_set() -> bool:
    pin = _pin()
    return pin is not None and pin.is_set


def _pin() -> Pin | None:
    found = settings().desk
    return None if found is None else found.pin
