"""The pages of the table's place: corners by taps or by the printed sheet, and who sits where."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.guests import pin_pages
from kiosk.pages import stage
from kiosk.pages.door import refuse, settings, the_door
from kiosk.setup import place_words as w
from kiosk.setup.classroom import playing
from kiosk.setup.pages import picture_response, the_workshop
from kiosk.setup.picture import closeup, jpeg
from kiosk.setup.place_screen import CornerScreen, SeatScreen, corner_screen, seat_screen
from kiosk.setup.switch import Power
from kiosk.setup.taps import Still
from kiosk.setup.workshop import Workshop
from vision.place import sheet
from vision.place.corners import turned

bp = Blueprint("setup_place", __name__)
bp.before_request(pin_pages.ask_first)

NUDGE_PX = 2.0
_NUDGES = {
    "up": (0.0, -NUDGE_PX),
    "down": (0.0, NUDGE_PX),
    "left": (-NUDGE_PX, 0.0),
    "right": (NUDGE_PX, 0.0),
}
_TURNS = ("90", "-90", "15", "-15")
CORNERS = "/setup/camera/corners"
SEATS = "/setup/camera/seats"


@bp.get(CORNERS)
def corners() -> ResponseReturnValue:
    """Show the still and what was tapped in it, or ask for one."""
    return _corners()


def _corners(wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    shop = the_workshop()
    screen: CornerScreen = corner_screen(shop.easel, shop.camera.state, wrong)
    page = stage.sub_page("setup/corners.html", the_door().view(), screen)
    return make_response(page, status)


@bp.post(f"{CORNERS}/<what>")
def change(what: str) -> ResponseReturnValue:
    """Carry out one step of pointing at the corners."""
    shop = the_workshop()
    try:
        if what == "take":
            _take(shop)
        elif what in ("accept", "sheet"):
            return _place(shop, by_sheet=what == "sheet")
        elif what == "size":
            _size(shop)
        elif what in ("anew", "leave"):
            shop.easel.clear()
            return redirect(CORNERS if what == "anew" else "/setup/camera", code=303)
        elif what in _STEPS:
            shop.easel.change(_STEPS[what])
        else:
            refuse(w.BAD_TAP, 404)
    except PlainError as error:
        return _corners(error.text, 409)
    return redirect(CORNERS, code=303)


def _take(shop: Workshop) -> Still:
    """Keep the newest picture to point at; the camera's lamp is lit meanwhile."""
    newest = None
    if shop.camera.state.power is Power.ON:
        shop.used()
        newest = shop.window.newest(2.0)
    if newest is None:
        raise PlainError(w.NO_CAMERA_ON)
    return shop.easel.put(newest.image)


def _place(shop: Workshop, *, by_sheet: bool) -> ResponseReturnValue:
    still = _take(shop) if by_sheet else shop.easel.still()
    if still is None:
        raise PlainError(w.NO_STILL)
    shop.place(still.by_sheet() if by_sheet else still.geometry())
    shop.easel.clear()
    return redirect(SEATS, code=303)


def _tap(still: Still) -> Still:
    width, height = still.size
    x, y = _share("x"), _share("y")
    return still.step(still.corners.tapped((x * (width - 1), y * (height - 1)), width))


def _share(name: str) -> float:
    """Return where in the picture a tap was, from 0 to 1."""
    try:
        value = float(request.form.get(name, ""))
    except ValueError:
        raise PlainError(w.BAD_TAP) from None
    if not 0.0 <= value <= 1.0:
        raise PlainError(w.BAD_TAP)
    return value


def _nudge(still: Still) -> Still:
    step = _NUDGES.get(request.form.get("to", ""))
    if step is None:
        raise PlainError(w.BAD_TAP)
    return still.step(still.corners.nudged(*step))


def _size(shop: Workshop) -> None:
    named = request.form.get("size", "")
    sizes = {f"{a}x{b}": (a, b) for a, b in w.SIZES}
    if named not in sizes:
        raise PlainError(w.BAD_TAP)
    shop.easel.size(sizes[named])


_STEPS = {"tap": _tap, "nudge": _nudge, "undo": Still.back}


def _shown() -> Still:
    """Return the still while it may be shown: only while the camera's lamp is lit."""
    shop = the_workshop()
    still = shop.easel.still()
    if still is None or shop.camera.state.power not in (Power.ON, Power.TROUBLE):
        refuse(w.NO_STILL, 409)
    return still


@bp.get(f"{CORNERS}/still")
def still_picture() -> ResponseReturnValue:
    """Return the whole picture that is pointed at."""
    return picture_response(jpeg(_shown().image))


@bp.get(f"{CORNERS}/loupe")
def loupe() -> ResponseReturnValue:
    """Return what surrounds the corner that is being set right, enlarged."""
    still = _shown()
    if not still.corners.points:
        refuse(w.NO_STILL, 409)
    return picture_response(jpeg(closeup(still.image, *still.corners.points[still.corners.active])))


@bp.get("/setup/sheet.pdf")
def printed_sheet() -> ResponseReturnValue:
    """Hand out the sheet that measures a table."""
    response = Response(sheet.pdf(), mimetype="application/pdf")
    response.headers.set("Content-Disposition", "attachment", filename="mehrkopf-messblatt.pdf")
    return response


@bp.get(SEATS)
def seats() -> ResponseReturnValue:
    """Show who sits at which side of the square."""
    return _seats()


@bp.get(f"{SEATS}/live")
def seats_live() -> ResponseReturnValue:
    """Return the part of the seats' page that changes."""
    return stage.sub_page("setup/seats_live.html", the_door().view(), _seat_screen())


def _seats(wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    screen = _seat_screen(wrong)
    return make_response(stage.sub_page("setup/seats.html", the_door().view(), screen), status)


def _seat_screen(wrong: Text | None = None) -> SeatScreen:
    shop, state = the_workshop(), the_door().view().state
    names = state.seats if state.running else tuple(name for name in settings().seats if name)
    power, frame = shop.camera.state.power, None
    if power is Power.ON:
        shop.used()
        newest = shop.window.newest(0.5)
        frame = None if newest is None else newest.index
    return seat_screen(names, shop.angles, frame, wrong)


@bp.post(SEATS)
def turn() -> ResponseReturnValue:
    """Turn the table under the camera: seat 0 sits further on."""
    shop = the_workshop()
    by = request.form.get("by", "")
    if by not in _TURNS:
        refuse(w.BAD_TAP)
    if playing(the_door().view().state):
        return _seats(w.PLAYING, 409)
    geometry = shop.seen()
    if geometry is None:
        return _seats(w.NO_CAMERA_ON, 409)
    shop.place(turned(geometry, float(by)))
    return redirect(SEATS, code=303)
