"""The camera's pages: on and off, the live square, which camera, holding its values."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import NO_WORDS, PlainError, Text
from kiosk.camera.camera_switch import CameraState, Power
from kiosk.camera.connected import FoundCamera, cameras, same
from kiosk.camera.pictures import Meter, jpeg, square
from kiosk.camera.sight import LockState, held_words
from kiosk.camera.workshop import Workshop
from kiosk.integrations.broker import Broker
from kiosk.table.view import TableView
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.language import local_path
from kiosk.web.setup.service import looked_at, service, the_workshop, workshop
from kiosk.words import camera_setup as w
from kiosk.words import privacy as p
from kiosk.words.phone_camera import LONG as PHONE_LONG
from kiosk.words.phone_camera import NO_PHONE, PHONE_SHUT, THE_PHONE
from vision.camera.cameras import SIZES, CameraRequest, other_size, read_size
from vision.camera.controls import Locked
from vision.camera.frames import Frame
from vision.camera.network import is_network, shown_address
from vision.camera.phone import PHONE


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """One of several cameras."""

    spec: str
    name: Text | str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SizeChoice:
    """One of the sizes of pictures that the camera may be asked for."""

    word: str
    """As the settings have it: "1920x1080"."""
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class CameraScreen:
    """How it stands with the camera."""

    power: str
    lead: Text
    long: Text | None
    choices: tuple[CameraChoice, ...]
    sizes: tuple[SizeChoice, ...]
    size_said: Text | None
    """Which size the camera took where it refused the one asked for."""
    frame: int | None
    """Number of the picture to be fetched, None where there is none."""
    meters: tuple[Meter, ...]
    ready: bool
    """Whether nothing has to be changed."""
    placed: Text
    """Where the table is taken to lie; empty where it was measured."""
    bad_place: bool
    held: Text
    lockable: bool
    """Whether its values can be held from here: not those of a phone or a network camera."""
    working: bool
    """Whether the camera is being adjusted just now."""
    awaited: bool
    """Whether a phone is to be the camera, and none was let in yet."""
    said: tuple[Text, ...]
    """What came of that."""

    @property
    def offers(self) -> bool:
        """Whether there is a camera or a size to choose."""
        return bool(self.choices or self.sizes)


def camera_screen(
    workshop: Workshop | None, view: TableView, found: tuple[FoundCamera, ...] | None = None
) -> CameraScreen:
    """Return the page; `found` are the cameras there are, None where nobody looked."""
    state = CameraState(Power.NONE) if workshop is None else workshop.camera.state
    shut = state.power is Power.OFF and workshop is not None and workshop.phone_shut
    awaited = workshop is not None and workshop.phone_awaited
    if shut or awaited:
        state = CameraState(Power.NONE)
    lock = LockState()
    frame: int | None = None
    size_said: Text | None = None
    meters: tuple[Meter, ...] = ()
    if workshop is not None:
        lock = workshop.locking.state
    if workshop is not None and state.power is Power.ON:
        looked_at(workshop)
        newest = workshop.window.newest(_FIRST_S)
        frame = None if newest is None else newest.index
        size_said = None if newest is None else _other_size(workshop, newest)
        meters = workshop.meters.look(workshop.window.recent(), workshop.geometry)
    lead, long = _told(state, view)
    if awaited:
        lead, long = NO_PHONE, PHONE_LONG
    elif shut:
        lead, long = w.NONE_LEAD, PHONE_SHUT
    placed, bad = _place(workshop, view)
    return CameraScreen(
        power=state.power.value,
        lead=lead,
        long=long,
        choices=_choices(workshop, found),
        sizes=() if state.power is Power.NONE else _sizes(workshop),
        size_said=size_said,
        frame=frame,
        meters=meters,
        ready=bool(meters) and not any(meter.bad for meter in meters),
        placed=placed,
        bad_place=bad,
        held=held_words(_locked(workshop)),
        lockable=workshop is not None and not workshop.networked,
        working=lock.working,
        awaited=awaited,
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
            pad = view.source == "none" and not service().pluggable
            return w.NONE_LEAD, w.NONE_LONG["pad" if pad else view.source]
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
        return w.NOT_PLACED, False
    return NO_WORDS, False


def _asked(workshop: Workshop | None) -> CameraRequest | None:
    """Return what the camera is asked for; None where there is none that can be asked."""
    sight = None if workshop is None else workshop.sight
    if sight is None or sight.camera is None or is_network(sight.camera):
        return None
    return sight.asked


def _other_size(workshop: Workshop, newest: Frame) -> Text | None:
    asked = _asked(workshop)
    height, width = newest.image.shape[:2]
    return None if asked is None else other_size(width, height, asked)


def _sizes(workshop: Workshop | None) -> tuple[SizeChoice, ...]:
    asked = _asked(workshop)
    if asked is None:
        return ()
    used = (asked.width, asked.height)
    every = SIZES if used in SIZES else (used, *SIZES)
    return tuple(SizeChoice(f"{x}x{y}", f"{x} × {y}", (x, y) == used) for x, y in every)


def _choices(
    workshop: Workshop | None, found: tuple[FoundCamera, ...] | None
) -> tuple[CameraChoice, ...]:
    if workshop is None or workshop.sight is None or workshop.sight.camera is None or not found:
        return ()
    used = workshop.sight.camera
    every = [CameraChoice(each.spec, each.name, same(each.spec, used)) for each in found]
    if not any(each.chosen for each in every):
        name = THE_PHONE if used == PHONE else shown_address(used)
        every.insert(0, CameraChoice(shown_address(used), name, chosen=True))
    return tuple(every) if len(every) > 1 else ()


switch_bp = Blueprint("camera_switch", __name__)
"""On and off, and what the camera sees: one tap away, whatever else asks for a PIN."""
bp = Blueprint("camera", __name__)
bp.before_request(pin_pages.ask_first)


@switch_bp.post("/setup/camera/on")
def on() -> ResponseReturnValue:
    """Switch the camera on."""
    service().camera.on()
    return redirect(local_path(request.form.get("next", "/setup/camera")), code=303)


@switch_bp.post("/setup/camera/off")
def off() -> ResponseReturnValue:
    """Switch the camera off."""
    service().camera.off()
    return redirect(local_path(request.form.get("next", "/setup/camera")), code=303)


@dataclass(frozen=True, slots=True)
class PrivacyLine:
    """One thing that is said of the camera and of what is kept."""

    title: Text
    long: Text


def privacy_screen(
    workshop: Workshop | None, broker: Broker | None = None
) -> tuple[PrivacyLine, ...]:
    """Return what the camera sees, what stays and whom the table tells, in the order asked."""
    rest_s = 0.0 if workshop is None else workshop.rest_s
    idle = p.OFF_IDLE.format(minutes=f"{rest_s / 60:g}") if rest_s else NO_WORDS
    return (
        PrivacyLine(p.SEES, p.SEES_LONG),
        PrivacyLine(p.NEVER, p.NEVER_LONG),
        PrivacyLine(p.STAYS, p.STAYS_LONG),
        PrivacyLine(p.OFF, p.OFF_LONG.format(idle=idle)),
        PrivacyLine(p.LOOKS_ON, p.LOOKS_ON_LONG),
        *(() if broker is None else (PrivacyLine(p.TELLS, _tells(broker)),)),
        PrivacyLine(p.GOES, p.GOES_LONG),
    )


def _tells(broker: Broker) -> Text:
    names = p.WITH_NAMES if broker.names else p.WITHOUT_NAMES
    said = p.TELLS_LONG.format(host=broker.host, names=names)
    return p.FROM_AFAR.format(tells=said) if broker.home_assistant else said


@switch_bp.get("/privacy")
def privacy() -> ResponseReturnValue:
    """Say what the camera sees and what stays."""
    return stage.sub_page(
        "setup/privacy.html", the_door().view(), privacy_screen(workshop(), service().broker)
    )


@bp.get("/setup")
def menu() -> ResponseReturnValue:
    """Show what can be set up, a phone as the camera where one can be."""
    return stage.sub_page("setup/menu.html", the_door().view(), service().phone)


@bp.get("/setup/camera")
def camera() -> ResponseReturnValue:
    """Show how it stands with the camera."""
    return _camera()


@bp.get("/setup/camera/which")
def which() -> ResponseReturnValue:
    """Offer the cameras there are and the sizes of their pictures."""
    return _which()


@bp.get("/setup/camera/live")
def live() -> ResponseReturnValue:
    """Return the part of the camera's page that changes; asked for again and again.

    Where the camera was switched elsewhere, or by itself, the buttons are others: the whole page.
    """
    view = the_door().view()
    screen = camera_screen(workshop(), view)
    if request.args.get("shown", screen.power) != screen.power:
        return make_response("", 204, {"HX-Redirect": "/setup/camera"})
    return stage.sub_page("setup/camera_live.html", view, screen)


@bp.get("/setup/camera/picture")
def picture() -> ResponseReturnValue:
    """Return the newest picture of the watched square; nothing else is ever shown live."""
    shop = the_workshop()
    # A video is there for the workbench; a camera is shown while its lamp is lit.
    if shop.camera.state.power not in (Power.ON, Power.NONE):
        refuse(w.OFF, 409)
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
    if used is None or spec not in (used, shown_address(used)):
        if spec not in {each.spec for each in cameras()}:
            return _which(w.UNKNOWN_CAMERA, 409)
        shop.choose(spec)
    service().camera.on()
    return redirect("/setup/camera", code=303)


@bp.post("/setup/camera/size")
def size() -> ResponseReturnValue:
    """Ask the camera for pictures of another size."""
    wanted = read_size(request.form.get("size", ""))
    if wanted is None:
        return _which(w.UNKNOWN_SIZE, 409)
    try:
        the_workshop().resize(wanted)
    except PlainError as error:
        return _which(error.text, 409)
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
    return _shown("setup/camera.html", wrong, status)


def _which(wrong: Text | None = None, status: int = 200) -> ResponseReturnValue:
    return _shown("setup/which_camera.html", wrong, status)


def _shown(template: str, wrong: Text | None, status: int) -> ResponseReturnValue:
    view = the_door().view()
    found: tuple[FoundCamera, ...] = (
        cameras() if service().camera.state.power is not Power.NONE else ()
    )
    shop = workshop()
    screen = camera_screen(shop, view, found)
    nothing = view.source == "camera" and not found and not (shop is not None and shop.networked)
    page = stage.sub_page(template, view, _Page(screen, wrong, nothing, service().phone))
    return make_response(page, status)


@dataclass(frozen=True, slots=True)
class _Page:
    """The camera's page with the sentence about what was tried."""

    live: CameraScreen
    wrong: Text | None
    nothing: bool
    """Whether no camera was found at all."""
    phone: bool
    """Whether a phone can be the camera here."""
