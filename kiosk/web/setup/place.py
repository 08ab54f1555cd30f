"""The pages of the table's place: corners by taps or by the printed sheet, and who sits where."""

from __future__ import annotations

import math
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.camera.camera_switch import CameraState, Power
from kiosk.camera.classroom import playing
from kiosk.camera.corners import CORNERS, CornerStill, Easel
from kiosk.camera.pictures import closeup, field_corners, jpeg
from kiosk.camera.workshop import Workshop
from kiosk.director.seat_likelihood import even_angles
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.language import language
from kiosk.web.setup.camera import picture_response
from kiosk.web.setup.service import looked_at, service, the_workshop
from kiosk.words import camera_setup as w
from kiosk.words import pages as m
from vision.place import sheet
from vision.place.corners import PicturePoint, card_pixels, turned
from vision.place.geometry import Geometry


@dataclass(frozen=True, slots=True)
class Size:
    """A size of table that is offered."""

    key: str
    word: Text
    chosen: bool


@dataclass(frozen=True, slots=True)
class CornerScreen:
    """Pointing at the corners."""

    on: bool
    """Whether the camera delivers."""
    number: int | None
    """Number of the still, None where none was taken."""
    step: int
    """Grows with every step, so that the loupe is fetched anew."""
    width: int
    height: int
    points: tuple[PicturePoint, ...]
    active: int
    frame: str
    """The corners in order, as a polygon; empty before the fourth."""
    field: str
    """The square that will be watched, as a polygon."""
    sizes: tuple[Size, ...]
    round: bool
    """Whether the table is round: it has no corners, the sheet measures it."""
    whole: bool
    undoable: bool
    ask: Text
    pixels: int | None
    """Pixels a card is long by these corners."""
    wrong: Text | None


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A name at its side of the square; x and y from -1 to 1, y down."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SeatScreen:
    """Who sits where."""

    seats: tuple[SeatMark, ...]
    frame: int | None
    wrong: Text | None


def corner_screen(easel: Easel, camera: CameraState, wrong: Text | None = None) -> CornerScreen:
    """Return the page of the corners; what cannot be a table is said as soon as all are there."""
    on, still = camera.power is Power.ON, easel.still()
    sizes, without_corners = _sizes(easel.table_mm), easel.table_mm == w.ROUND_SIZE
    if still is None or not camera.wanted:
        return CornerScreen(
            *(on, None, 0, 0, 0, (), 0, "", "", sizes, without_corners),
            *(False, False, w.SIZE, None, wrong),
        )
    corners, geometry = still.corners, None
    if corners.whole:
        try:
            geometry = still.geometry()
        except PlainError as error:
            wrong = wrong or error.text
    width, height = still.size
    return CornerScreen(
        on=on,
        number=still.number,
        step=len(still.before),
        width=width,
        height=height,
        points=corners.points,
        active=corners.active,
        frame=_polygon(_round(corners.points)) if corners.whole else "",
        field=_field(geometry),
        sizes=sizes,
        round=without_corners,
        whole=geometry is not None,
        undoable=bool(still.before),
        ask=w.CHECK if corners.whole else w.STEP.format(n=min(len(corners.points) + 1, CORNERS)),
        pixels=None if geometry is None else round(card_pixels(geometry)),
        wrong=wrong,
    )


def _sizes(chosen: tuple[int, int]) -> tuple[Size, ...]:
    return tuple(Size(f"{a}x{b}", _cm(a, b), (a, b) == chosen) for a, b in w.SIZES)


def _cm(a: int, b: int) -> Text:
    word = w.ROUND_CM if (a, b) == w.ROUND_SIZE else w.CM
    return word.format(a=a // 10, b=b // 10)


def _round(points: tuple[PicturePoint, ...]) -> list[PicturePoint]:
    """Return the points in order round their middle."""
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    return sorted(points, key=lambda point: math.atan2(point[1] - y, point[0] - x))


def _field(geometry: Geometry | None) -> str:
    if geometry is None:
        return ""
    return _polygon([(float(x), float(y)) for x, y in field_corners(geometry)])


def _polygon(points: list[PicturePoint]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def seat_screen(
    names: tuple[str, ...],
    angles: tuple[float, ...] | None,
    frame: int | None,
    wrong: Text | None = None,
) -> SeatScreen:
    """Return the page of the seats; `angles` in degrees clockwise from the lower edge."""
    if angles is None or len(angles) != len(names):
        angles = even_angles(len(names))
    marks = []
    for name, angle in zip(names, angles, strict=True):
        turn = math.radians(angle)
        marks.append(SeatMark(name, -math.sin(turn), math.cos(turn)))
    return SeatScreen(tuple(marks), frame, wrong)


bp = Blueprint("place", __name__)
bp.before_request(pin_pages.ask_first)

NUDGE_PX = 2.0
_NUDGES = {
    "up": (0.0, -NUDGE_PX),
    "down": (0.0, NUDGE_PX),
    "left": (-NUDGE_PX, 0.0),
    "right": (NUDGE_PX, 0.0),
}
_TURNS = ("90", "-90", "15", "-15")
CORNERS_PAGE = "/setup/camera/corners"
SEATS = "/setup/camera/seats"


@bp.get(CORNERS_PAGE)
def corners() -> ResponseReturnValue:
    """Show the still and what was tapped in it, or ask for one."""
    return _corners()


def _corners(wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    shop = the_workshop()
    screen: CornerScreen = corner_screen(shop.easel, shop.camera.state, wrong)
    page = stage.sub_page("setup/corners.html", the_door().view(), screen)
    return make_response(page, status)


@bp.post(f"{CORNERS_PAGE}/<what>")
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
            return redirect(CORNERS_PAGE if what == "anew" else "/setup/camera", code=303)
        elif what in _STEPS:
            shop.easel.change(_STEPS[what])
        else:
            refuse(w.BAD_TAP, 404)
    except PlainError as error:
        return _corners(error.text, 409)
    return redirect(CORNERS_PAGE, code=303)


def _take(shop: Workshop) -> CornerStill:
    """Keep the newest picture to point at; the camera's lamp is lit meanwhile."""
    newest = None
    if shop.camera.state.power is Power.ON:
        looked_at(shop)
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


def _tap(still: CornerStill) -> CornerStill:
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


def _nudge(still: CornerStill) -> CornerStill:
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


_STEPS = {"tap": _tap, "nudge": _nudge, "undo": CornerStill.back}


def _shown() -> CornerStill:
    """Return the still while it may be shown: only while the camera's lamp is lit."""
    shop = the_workshop()
    still = shop.easel.still()
    if still is None or shop.camera.state.power not in (Power.ON, Power.TROUBLE):
        refuse(w.NO_STILL, 409)
    return still


@bp.get(f"{CORNERS_PAGE}/still")
def still_picture() -> ResponseReturnValue:
    """Return the whole picture that is pointed at."""
    return picture_response(jpeg(_shown().image))


@bp.get(f"{CORNERS_PAGE}/loupe")
def loupe() -> ResponseReturnValue:
    """Return what surrounds the corner that is being set right, enlarged."""
    still = _shown()
    if not still.corners.points:
        refuse(w.NO_STILL, 409)
    return picture_response(jpeg(closeup(still.image, *still.corners.points[still.corners.active])))


@bp.get("/setup/sheet.pdf")
def printed_sheet() -> ResponseReturnValue:
    """Hand out the sheet that measures a table."""
    return _printed(sheet.USUAL, "mehrkopf-messblatt.pdf")


@bp.get("/setup/sheet-round.pdf")
def printed_round_sheet() -> ResponseReturnValue:
    """Hand out the sheet that measures a round table with rails."""
    return _printed(sheet.ROUND, "mehrkopf-messblatt-rund.pdf")


def _printed(printed: sheet.Sheet, name: str) -> Response:
    response = Response(sheet.pdf(printed), mimetype="application/pdf")
    response.headers.set("Content-Disposition", "attachment", filename=name)
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
    # Whoever measures a table has nobody sitting there yet: the sheet's arrow goes to seat 1.
    names = state.seats if state.running else _numbered(len(service().seats))
    power, frame = shop.camera.state.power, None
    if power is Power.ON:
        looked_at(shop)
        newest = shop.window.newest(0.5)
        frame = None if newest is None else newest.index
    return seat_screen(names, shop.angles, frame, wrong)


def _numbered(seats: int) -> tuple[str, ...]:
    return tuple(m.SEAT.format(n=n + 1).in_language(language()) for n in range(seats))


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
