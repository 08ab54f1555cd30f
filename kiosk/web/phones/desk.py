"""All that has to do with phones, in one place: the switch to look on, host mode, the PIN."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from flask import Flask

from engine.text import Language, PlainError, Text
from kiosk.home.data_folder import KEY_BYTES, Home
from kiosk.table.view import TableDoor
from kiosk.web.phones.camera_desk import CAMERA_PORT, CameraDesk, CarriedCamera, PhoneChoice
from kiosk.web.phones.camera_pairing import CameraPairing
from kiosk.web.phones.gate import CODE_WITHOUT_SCREEN_S, Pairings, create_gate_app, read_phones
from kiosk.web.phones.guest_app import GuestSettings
from kiosk.web.phones.switches import GUEST_PORT, HOST_PORT, HostMode, Network, Phones
from kiosk.web.pin import HostPin
from kiosk.web.settings import Serving
from kiosk.words import phones as w

LOG = logging.getLogger("mehrkopf.phones")

CODE_FILES = (Path("/boot/firmware/mehrkopf-code.txt"), Path("/boot/mehrkopf-code.txt"))
"""Where somebody lays a code ready for a Pi without a screen: the card's part that every computer
can write. A code works once."""
_SHORTEST_CODE = 8
_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Ports:
    """What the settings say about phones."""

    guests: int = GUEST_PORT
    host: int = HOST_PORT
    host_mode: bool = False
    camera: int = CAMERA_PORT


@dataclass(frozen=True, slots=True)
class PhoneEye:
    """What a phone that is the camera is served with."""

    carried: CarriedCamera
    choice: PhoneChoice
    tell: Callable[[str, Text], object]
    """Has the table's page say something until it is tapped away."""
    begins: bool
    """Whether the table looks through a phone from the start."""


@dataclass
class PhoneDesk:
    """What the kiosk's pages about phones work with."""

    phones: Phones
    host: HostMode
    pin: HostPin
    pairings: Pairings
    camera: CameraDesk | None = None
    """The phone that is the camera; None: there can be none here."""

    def evening_over(self) -> None:
        """Close the ports of this evening; that of the phone camera waits for the next one."""
        self.phones.close()
        self.host.close()
        if self.camera is not None:
            self.camera.rest()

    def close(self) -> None:
        """Close every port."""
        self.evening_over()
        if self.camera is not None:
            self.camera.close()


MakeKiosk = Callable[[Serving, PhoneDesk], Flask]
"""Makes the kiosk's pages, served like that, with what they say about phones."""


def make_desk(
    door: TableDoor,
    home: Home,
    guests: GuestSettings,
    kiosk: MakeKiosk,
    *,
    today: Callable[[], str] = str,
    guest_port: int = GUEST_PORT,
    host_port: int = HOST_PORT,
    camera_port: int = CAMERA_PORT,
    network: Network | None = None,
    eye: PhoneEye | None = None,
) -> PhoneDesk:
    """Return the desk, all switched off; `kiosk` makes the pages for phones that work the table."""
    network = network or Network()
    pin = pin_of(home)
    pairings = pairings_of(home, pin, today)
    phones = Phones(door, guests, guest_port, network)

    def make(hosts: tuple[str, ...]) -> tuple[Flask, Flask]:
        here = replace(guests.serving, trusted_hosts=hosts, at_table=False)
        return kiosk(here, desk), create_gate_app(door, pairings, here, guests.preferences)

    host = HostMode(make, pairings, host_port, network)
    camera = None if eye is None else _camera_desk(eye, home, camera_port, network)
    desk = PhoneDesk(phones, host, pin, pairings, camera)  # named: the kiosk is made with it, later
    return desk


def _camera_desk(eye: PhoneEye, home: Home, port: int, network: Network) -> CameraDesk:
    """Return the desk of the evening before with its code and its port, or a new one."""
    kept = eye.carried.desk
    if kept is not None and (kept.home.root, kept.port) != (home.root, port):
        kept.close()
        kept = None
    desk = kept or CameraDesk(
        eye.carried.line, CameraPairing(home.phone_paired), home, port=port, network=network
    )
    desk.rest()  # a late tap of the evening before may have asked for pictures
    desk.choice, desk.tell = eye.choice, eye.tell
    eye.carried.desk = desk
    return desk


def pin_of(home: Home) -> HostPin:
    """Return the PIN of a data folder."""
    return HostPin(home.root / "pin")


def pairings_of(home: Home, pin: HostPin, today: Callable[[], str] = str) -> Pairings:
    """Return the phones that may work the table of a data folder."""
    return Pairings(home.root / "phones.json", pin, today)


def sound_files(home: Home) -> tuple[tuple[Path, Callable[[], object]], ...]:
    """Return what is kept of the phones and the page's key, and what fails where it is damaged."""

    def key() -> None:
        if len(home.secret.read_bytes()) != KEY_BYTES:
            raise ValueError("no key")

    phones = home.root / "phones.json"
    return (
        (phones, lambda: read_phones(phones)),
        (home.root / "pin", pin_of(home).sound),
        (home.secret, key),
    )


def open_desk(
    door: TableDoor,
    home: Home,
    ports: Ports,
    guests: GuestSettings,
    kiosk: MakeKiosk,
    today: Callable[[], str],
    eye: PhoneEye | None = None,
    files: tuple[Path, ...] = CODE_FILES,
) -> PhoneDesk:
    """Return the desk as the program starts with it: host mode on where somebody wants it.

    The phone that is the chosen camera is let in from the start. Where a port cannot be opened the
    table starts all the same, and says why.
    """
    desk = make_desk(
        door,
        home,
        guests,
        kiosk,
        today=today,
        guest_port=ports.guests,
        host_port=ports.host,
        camera_port=ports.camera,
        eye=eye,
    )
    if desk.camera is not None and eye is not None:
        _let_in(desk.camera, eye, guests.serving.language)
    if ports.host_mode or wants_host_mode(files):
        try:
            desk.host.on(alone=True)
        except PlainError as error:
            LOG.warning("%s", error.text.in_language(guests.serving.language))
    return desk


def _let_in(camera: CameraDesk, eye: PhoneEye, language: Language) -> None:
    """Let the phone in where it is the camera; one of the evening before comes in no more."""
    if not eye.begins:
        camera.close()
        return
    try:
        camera.open()
    except PlainError as error:
        LOG.warning("%s", error.text.in_language(language))
        eye.tell("phone camera", error.text)


def way_in(desk: PhoneDesk, language: Language, files: tuple[Path, ...] = CODE_FILES) -> str | None:
    """Return the line that says how a phone gets in; None where host mode is off.

    Makes a one-time code where no phone is on the list and none was laid ready: on a machine
    without a screen it is read from the log.
    """
    port = desk.host.port_taken
    if port is None:
        return None
    places = (*desk.host.network.addresses(), *desk.host.network.names())
    where = " ".join(f"http://{place}:{port}/pair" for place in places)
    laid = code_file(desk.pairings, files)
    phones = len(desk.pairings.phones)
    if laid is not None:
        return w.AT_START_FILE.format(address=where, file=laid).in_language(language)
    if phones:
        return w.AT_START_KNOWN.format(address=where, count=phones).in_language(language)
    code = desk.pairings.new_code(CODE_WITHOUT_SCREEN_S).word
    minutes = int(CODE_WITHOUT_SCREEN_S // _MINUTE)
    return w.AT_START.format(address=where, code=code, minutes=minutes).in_language(language)


def wants_host_mode(files: tuple[Path, ...] = CODE_FILES) -> bool:
    """Tell whether a code was laid ready for a machine without a screen."""
    return any(path.is_file() for path in files)


def code_file(pairings: Pairings, files: tuple[Path, ...] = CODE_FILES) -> Path | None:
    """Let the code that was laid ready be good once; None where there is none, or it was used."""
    for path in files:
        try:
            lines = path.read_text("utf-8", errors="replace").split()
        except OSError:
            continue
        code = re.sub(r"[^0-9A-Za-z]", "", lines[0]) if lines else ""
        if len(code) < _SHORTEST_CODE:
            _log(w.SHORT_CODE.format(file=path))
            continue
        if pairings.lay_ready(code):
            return path
    return None


def _log(text: Text) -> None:
    LOG.warning("%s", PlainError(text))
