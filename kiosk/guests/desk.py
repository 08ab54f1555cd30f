"""All that has to do with phones, in one place: the switch to look on, host mode, the PIN."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from flask import Flask

from engine.text import Language, PlainError, Text
from kiosk.app import create_app
from kiosk.guests import host_words as w
from kiosk.guests.app import GuestSettings
from kiosk.guests.host import PORT as HOST_PORT
from kiosk.guests.host import HostMode
from kiosk.guests.pairing import CODE_WITHOUT_SCREEN_S, Pairings
from kiosk.guests.phones import PORT as GUEST_PORT
from kiosk.guests.phones import Network, Phones
from kiosk.guests.pin import Pin
from kiosk.home import Home
from kiosk.pages.settings import PageSettings
from kiosk.view import TableDoor

LOG = logging.getLogger("mehrkopf.phones")

CODE_FILES = (Path("/boot/firmware/mehrkopf-code.txt"), Path("/boot/mehrkopf-code.txt"))
"""Where somebody lays a code ready for a Pi without a screen: the card's part that every computer
can write. A code works once."""
_SHORTEST_CODE = 8
_MINUTE = 60


@dataclass
class Desk:
    """What the kiosk's pages about phones work with."""

    phones: Phones
    host: HostMode
    pin: Pin
    pairings: Pairings

    def close(self) -> None:
        """Close both ports."""
        self.phones.close()
        self.host.close()


def make_desk(
    door: TableDoor,
    home: Home,
    settings: PageSettings,
    *,
    guest_port: int = GUEST_PORT,
    host_port: int = HOST_PORT,
    network: Network | None = None,
) -> tuple[Desk, PageSettings]:
    """Return the desk, all switched off, and the page settings that know it."""
    network = network or Network()
    pin = pin_of(home)
    pairings = pairings_of(home, pin, lambda: settings.clock.now().date().isoformat())
    phones = Phones(door, GuestSettings(settings), guest_port, network)
    host = HostMode(lambda hosts: _kiosk(door, known, hosts), door, pairings, host_port, network)
    desk = Desk(phones, host, pin, pairings)
    known = replace(settings, desk=desk)
    return desk, known


def _kiosk(
    door: TableDoor, settings: PageSettings, hosts: tuple[str, ...]
) -> tuple[Flask, PageSettings]:
    here = replace(settings, trusted_hosts=hosts)
    return create_app(door, here), here


def pin_of(home: Home) -> Pin:
    """Return the PIN of a data folder."""
    return Pin(home.root / "pin")


def pairings_of(home: Home, pin: Pin, today: Callable[[], str] = str) -> Pairings:
    """Return the phones that may work the table of a data folder."""
    return Pairings(home.root / "phones.json", pin, today)


def start_host_mode(desk: Desk, language: Language, files: tuple[Path, ...] = CODE_FILES) -> str:
    """Open host mode at the program's start; returns the line that says how to get in.

    Raises:
        PlainError: there is no network, or the port is taken.
    """
    desk.host.on()
    state = desk.host.state
    laid = code_file(desk.pairings, files)
    if laid is not None:
        text = w.AT_START_FILE.format(address=_address(state.address), file=laid)
    elif state.phones:
        text = w.AT_START_KNOWN.format(address=_address(state.address), count=len(state.phones))
    else:
        code = desk.pairings.new_code(CODE_WITHOUT_SCREEN_S)
        minutes = int(CODE_WITHOUT_SCREEN_S // _MINUTE)
        address = _address(state.address)
        text = w.AT_START.format(address=address, code=code.word, minutes=minutes)
    return text.in_language(language)


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


def _address(found: str | None) -> str:
    return f"http://{found}/pair"


def _log(text: Text) -> None:
    LOG.warning("%s", PlainError(text))
