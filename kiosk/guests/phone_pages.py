"""The kiosk's pages about phones: the code to look on, and who may work the table from a phone."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk import messages as m
from kiosk.guests import host_words as h
from kiosk.guests import phone_words as w
from kiosk.guests.phone_screen import host_screen, phones_screen
from kiosk.pages import stage
from kiosk.pages.door import refuse, settings, the_door

if TYPE_CHECKING:
    from kiosk.guests.desk import Desk

bp = Blueprint("phones", __name__)


@bp.context_processor
def words() -> dict[str, object]:
    """Let the templates of these pages say their words."""
    return {"w": w, "h": h}


def desk() -> Desk:
    """Return the desk of this device; 404 in plain words where there is none."""
    found = settings().desk
    if found is None:
        refuse(w.NOT_HERE, HTTPStatus.NOT_FOUND)
    return found


@bp.get("/phones")
def phones() -> ResponseReturnValue:
    """Show the code for phones that look on, and the switch."""
    return _phones()


@bp.post("/phones/<which>")
def switch(which: str) -> ResponseReturnValue:
    """Turn the phones that look on on or off."""
    try:
        if which == "on":
            desk().phones.on()
        elif which == "off":
            desk().phones.off()
        else:
            refuse(m.NOT_FOUND, HTTPStatus.NOT_FOUND)
    except PlainError as error:
        return make_response(_phones(error.text), HTTPStatus.CONFLICT)
    return redirect("/phones", code=HTTPStatus.SEE_OTHER)


@bp.get("/phones/host")
def host() -> ResponseReturnValue:
    """Show who may work the table from a phone, and the switch."""
    return _host()


@bp.post("/phones/host/<what>")
def change_host(what: str) -> ResponseReturnValue:
    """Turn host mode on or off, show a new code, or take a phone off the list."""
    found = desk()
    try:
        if what == "on":
            found.host.on()
        elif what == "code":
            found.host.show_code()
        elif what == "remove":
            found.pairings.revoke(request.form.get("phone", ""))
        elif what == "off":
            found.host.off()
        else:
            refuse(m.NOT_FOUND, HTTPStatus.NOT_FOUND)
    except PlainError as error:
        return make_response(_host(error.text), HTTPStatus.CONFLICT)
    return redirect("/phones/host", code=HTTPStatus.SEE_OTHER)


def _phones(wrong: Text | None = None) -> str:
    screen = phones_screen(desk(), wrong)
    return stage.sub_page("guests/phones.html", the_door().view(), screen)


def _host(wrong: Text | None = None) -> str:
    screen = host_screen(desk(), wrong)
    return stage.sub_page("guests/host.html", the_door().view(), screen)
