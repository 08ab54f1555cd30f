"""The camera's pages: on and off, the live square, which camera, holding its values."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.guests import pin_pages
from kiosk.pages import stage
from kiosk.pages.door import refuse, settings, the_door
from kiosk.pages.language import local_path
from kiosk.setup import words as w
from kiosk.setup.camera_screen import CameraScreen, camera_screen
from kiosk.setup.found import Found, cameras
from kiosk.setup.picture import jpeg, square
from kiosk.setup.switch import Power
from kiosk.setup.workshop import Workshop

switch_bp = Blueprint("setup_switch", __name__)
"""On and off: always one tap away, whatever else asks for a PIN."""
bp = Blueprint("setup", __name__)
bp.before_request(pin_pages.ask_first)


def workshop() -> Workshop | None:
    """Return what the set-up pages work with, None where this table has nothing to set up."""
    return settings().workshop


def the_workshop() -> Workshop:
    """Return what the set-up pages work with; 409 in plain words where there is nothing."""
    found = workshop()
    if found is None:
        refuse(w.NO_CAMERA_HERE, 409)
    return found


@switch_bp.post("/setup/camera/on")
def on() -> ResponseReturnValue:
    """Switch the camera on."""
    settings().camera.on()
    return redirect(local_path(request.form.get("next", "/setup/camera")), code=303)


@switch_bp.post("/setup/camera/off")
def off() -> ResponseReturnValue:
    """Switch the camera off."""
    settings().camera.off()
    return redirect(local_path(request.form.get("next", "/setup/camera")), code=303)


@bp.get("/setup")
def menu() -> ResponseReturnValue:
    """Show what can be set up."""
    return stage.sub_page("setup/menu.html", the_door().view(), None)


@bp.get("/setup/camera")
def camera() -> ResponseReturnValue:
    """Show how it stands with the camera."""
    return _camera()


@bp.get("/setup/camera/live")
def live() -> ResponseReturnValue:
    """Return the part of the camera's page that changes; asked for again and again."""
    view = the_door().view()
    screen = camera_screen(workshop(), view)
    return stage.sub_page("setup/camera_live.html", view, screen)


@bp.get("/setup/camera/picture")
def picture() -> ResponseReturnValue:
    """Return the newest picture of the watched square; nothing else is ever shown live."""
    shop = the_workshop()
    # A video is there for the workbench; a camera is shown while its lamp is lit.
    if shop.camera.state.power not in (Power.ON, Power.NONE):
        refuse(w.OFF, 409)
    shop.used()
    newest = shop.window.newest(1.0)
    if newest is None:
        refuse(w.NO_TROUBLE_TOLD, 409)
    return picture_response(jpeg(square(newest.image, shop.geometry)))


def picture_response(data: bytes) -> Response:
    """Return a picture that nobody may keep."""
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/setup/camera/choose")
def choose() -> ResponseReturnValue:
    """Look through another camera."""
    spec = request.form.get("camera", "")
    shop = the_workshop()
    used = None if shop.sight is None else shop.sight.camera
    if spec != used:
        if spec not in {each.spec for each in cameras()}:
            return _camera(w.UNKNOWN_CAMERA, 409)
        shop.choose(spec)
    settings().camera.on()
    return redirect("/setup/camera", code=303)


@bp.post("/setup/camera/lock")
def lock() -> ResponseReturnValue:
    """Hold exposure, white balance and focus; mains light pulses at 50 Hz here."""
    try:
        the_workshop().locking.begin(_MAINS_HZ)
    except PlainError as error:
        return _camera(error.text, 409)
    return redirect("/setup/camera", code=303)


_MAINS_HZ = 50


def _camera(wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    view = the_door().view()
    found: tuple[Found, ...] = cameras() if settings().camera.state.power is not Power.NONE else ()
    shop = workshop()
    screen = camera_screen(shop, view, found)
    nothing = not found and not (shop is not None and shop.networked)
    page = stage.sub_page("setup/camera.html", view, _Page(screen, wrong, nothing))
    return make_response(page, status)


@dataclass(frozen=True, slots=True)
class _Page:
    """The camera's page with the sentence about what was tried."""

    live: CameraScreen
    wrong: Text | None
    nothing: bool
    """Whether no camera was found at all."""
