"""The kiosk's pages about phones: the code to look on, and who may work the table from a phone."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING

import segno
from flask import Blueprint, current_app, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.words import pages as m
from kiosk.words import phones as w

if TYPE_CHECKING:
    from kiosk.web.phones.desk import PhoneDesk
    from kiosk.web.phones.switches import HostState, PhonesState

_INK, _PAPER = "#101418", "#f6f1e4"
_QUIET = 4
"""Modules of quiet edge around the code, as ISO/IEC 18004 asks."""
_REFRESH_S = 5
"""Seconds after which a page with a code looks anew: it runs out, or a phone has come in."""


@dataclass(frozen=True, slots=True)
class PhoneReach:
    """How a phone gets here: the address to type, and the same to look at with its camera."""

    address: str
    qr: str
    """Inline SVG."""
    label: Text
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhonesScreen:
    """The switch of the phones that look on."""

    on: bool
    reach: PhoneReach | None
    watching: Text
    note: Text | None
    """What has to be said: why they are off, or what is missing."""
    host: bool
    """Whether phones may work the table."""


@dataclass(frozen=True, slots=True)
class HostScreen:
    """The switch of host mode, the code, and the phones on the list."""

    state: HostState
    reach: PhoneReach | None
    """Where to go with the code; None while no code is shown."""
    refresh: int | None
    """Seconds after which the page should be loaded anew."""
    wrong: Text | None = None


def phones_screen(desk: PhoneDesk, wrong: Text | None = None) -> PhonesScreen:
    """Return the switch as it stands; `wrong`: why it could not be turned."""
    state = desk.phones.state
    lost = w.LOST_NETWORK if state.on and state.address is None else None
    return PhonesScreen(
        on=state.on,
        reach=None if state.address is None else reach(state.address, "/", state.others),
        watching=_watching(state),
        note=wrong or lost or state.note,
        host=desk.host.state.on,
    )


def host_screen(desk: PhoneDesk, wrong: Text | None = None) -> HostScreen:
    """Return the switch of host mode as it stands."""
    state = desk.host.state
    where = None
    if state.address is not None and state.code is not None:
        where = reach(state.address, f"/pair?code={state.code}", state.others)
    lost = w.LOST_NETWORK if state.on and state.address is None else None
    return HostScreen(
        state=state,
        reach=where,
        refresh=_REFRESH_S if state.code is not None else None,
        wrong=wrong or lost,
    )


def reach(address: str, path: str, others: tuple[str, ...], scheme: str = "http") -> PhoneReach:
    """Return how a phone gets to `path` at `address` (host and port)."""
    drawn = segno.make(f"{scheme}://{address}{path}", error="m", micro=False).svg_inline(
        border=_QUIET, omitsize=True, dark=_INK, light=_PAPER, svgclass="qr", lineclass=None
    )
    return PhoneReach(address, drawn, w.QR.format(address=address), others)


def reached() -> PhoneReach | None:
    """Return how a phone gets to look on here; None where phones are not switched on."""
    found: PhoneDesk | None = current_app.extensions.get(EXTENSION)
    return None if found is None else phones_screen(found).reach


def _watching(state: PhonesState) -> Text:
    if state.watching == 0:
        return w.NOBODY
    return w.ONE if state.watching == 1 else w.WATCHING.format(n=state.watching)


EXTENSION = "phones"
"""Under this name an application holds its `PhoneDesk`, where it has one."""

bp = Blueprint("phones", __name__)


def desk() -> PhoneDesk:
    """Return the desk of this device; 404 in plain words where there is none."""
    found: PhoneDesk | None = current_app.extensions.get(EXTENSION)
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
    return stage.sub_page("phones/phones.html", the_door().view(), screen)


def _host(wrong: Text | None = None) -> str:
    screen = host_screen(desk(), wrong)
    return stage.sub_page("phones/host.html", the_door().view(), screen)
