"""The host's PIN: asked before what not everybody at the table should do.

A blueprint asks for it by `bp.before_request(ask_first)`. The PIN is kept as a scrypt hash in the
data folder, readable by the owner alone. Whoever can reach that folder may delete the file and
choose another: that is the way out where it was forgotten. A device that was wrong some times has
to wait, longer each time, so that guessing takes too long; nobody else waits for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from itertools import pairwise
from math import ceil
from pathlib import Path
from threading import Lock
from time import monotonic, time
from typing import Literal
from urllib.parse import quote

from flask import Blueprint, current_app, make_response, redirect, request, session
from flask.typing import ResponseReturnValue
from werkzeug.security import check_password_hash, generate_password_hash

from engine.files import OWNER, write_whole
from engine.text import PlainError, Text
from kiosk.home.data_folder import not_writable
from kiosk.web import stage
from kiosk.web.door import the_door
from kiosk.web.language import local_path

MOST = 5
"""Wrong tries of one device before it has to wait."""
FIRST_WAIT_S = 15.0
LONGEST_WAIT_S = 15 * 60.0
FORGOTTEN_S = 60 * 60.0
"""After so long without a wrong try a device begins anew."""
_MOST_DEVICES = 4096
"""Devices whose wrong tries are remembered; the one that was quiet longest is forgotten."""


@dataclass(slots=True)
class _Wrong:
    count: int = 0
    at: float = 0.0
    until: float = 0.0


class Tries:
    """Counts the wrong tries of each device (PAGES 6.2).

    After the fifth it waits, a quarter of a minute and twice as long with each further one: nobody
    guesses ten thousand PINs that way within weeks. Whoever guesses makes no other device wait.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._gate = Lock()
        self._wrong: dict[str, _Wrong] = {}

    def waits(self, who: str) -> float:
        """Return the seconds until a device may try again; 0 where it may now."""
        with self._gate:
            return max(0.0, self._wrong.get(who, _Wrong()).until - self._clock())

    def wrong(self, who: str) -> None:
        """Count a wrong try."""
        with self._gate:
            now = self._clock()
            told = self._wrong.pop(who, _Wrong())
            if now - told.at > FORGOTTEN_S:
                told = _Wrong()
            told.count, told.at = told.count + 1, now
            if told.count >= MOST:
                wait = FIRST_WAIT_S * 2.0 ** min(told.count - MOST, 10)
                told.until = now + min(LONGEST_WAIT_S, wait)
            while len(self._wrong) >= _MOST_DEVICES:
                del self._wrong[next(iter(self._wrong))]
            self._wrong[who] = told

    def right(self, who: str) -> None:
        """Forget the wrong tries of a device."""
        with self._gate:
            self._wrong.pop(who, None)


SHORTEST, LONGEST = 4, 6
_SHAPE = re.compile(rf"[0-9]{{{SHORTEST},{LONGEST}}}", re.ASCII)
_METHOD = "scrypt"
_HASHED = re.compile(rb"scrypt:32768:8:1\$[0-9A-Za-z]{8,64}\$[0-9a-f]{128}")
"""As `_METHOD` hashes. Whatever else the file held could not be checked, or would take for ever."""

NOT_A_PIN = Text(
    de="Ein PIN hat 4 bis 6 Ziffern; bitte noch einmal.",
    en="A PIN has 4 to 6 digits; please try again.",
)
TOO_EASY = Text(
    de="Dieser PIN ist zu leicht zu erraten; bitte andere Ziffern nehmen.",
    en="This PIN is too easy to guess; please take other digits.",
)
WRONG_PIN = Text(
    de="Das war nicht der PIN; bitte noch einmal.", en="That was not the PIN; please try again."
)
LOCKED = Text(
    de="Von hier aus war es zu oft falsch: in {time} geht es wieder.",
    en="Wrong too often from here: try again in {time}.",
)
_SECONDS = Text(de="{n} Sekunden", en="{n} seconds")
_MINUTES = Text(de="{n} Minuten", en="{n} minutes")
NOT_ALIKE = Text(
    de="Die beiden waren nicht gleich; bitte noch einmal.",
    en="The two were not the same; please try again.",
)
_DAMAGED = Text(
    de="Die Datei {path} mit dem PIN ist beschädigt; bitte löschen und einen neuen PIN wählen.",
    en="The file {path} with the PIN is damaged; please delete it and choose a new PIN.",
)
NO_PIN_YET = Text(de="Es gibt noch keinen PIN.", en="There is no PIN yet.")
_MINUTE = 60


TABLE = "table"
"""The table's own screen among the devices; phones have a name of their own each."""


class HostPin:
    """The PIN of one data folder."""

    def __init__(self, path: Path, tries: Tries | None = None) -> None:
        self._path = path
        self._tries = tries or Tries()
        self._gate = Lock()

    @property
    def is_set(self) -> bool:
        """Whether one was chosen."""
        return self._path.exists()

    def sound(self) -> None:
        """Do nothing where what is kept can be a PIN's hash.

        Raises:
            OSError: it cannot be read.
            ValueError: it cannot be one.
        """
        self._kept()

    def choose(self, digits: str) -> None:
        """Keep a new PIN.

        Raises:
            PlainError: it is none, too easy, or the data folder cannot be written.
        """
        if not _SHAPE.fullmatch(digits):
            raise PlainError(NOT_A_PIN)
        if easy(digits):
            raise PlainError(TOO_EASY)
        hashed = generate_password_hash(digits, method=_METHOD)
        with self._gate:
            write_private(self._path, hashed.encode())

    def check(self, digits: str, who: str = TABLE) -> None:
        """Do nothing where `digits` are the PIN; `who` is the device that says so.

        Raises:
            PlainError: they are not, there is none, or this device was wrong too often.
        """
        with self._gate:  # one try after the other: nobody tries faster than it is counted
            refuse_while_locked(self._tries, who)
            if not check_password_hash(self._hashed(), digits[:LONGEST]):
                self._tries.wrong(who)
                refuse_while_locked(self._tries, who)
                raise PlainError(WRONG_PIN)
            self._tries.right(who)

    def _kept(self) -> str:
        hashed = self._path.read_bytes()
        if not _HASHED.fullmatch(hashed):
            raise ValueError("no hash of a PIN")
        return hashed.decode("ascii")

    def _hashed(self) -> str:
        try:
            return self._kept()
        except FileNotFoundError as error:
            raise PlainError(NO_PIN_YET) from error
        except (OSError, ValueError) as error:
            raise PlainError(_DAMAGED.format(path=self._path)) from error


def same(digits: str, again: str | None) -> None:
    """Do nothing where a new PIN was given alike twice (None: it was asked for once).

    Raises:
        PlainError: it was not.
    """
    if again is not None and again != digits:
        raise PlainError(NOT_ALIKE)


def easy(digits: str) -> bool:
    """Tell whether digits are what everybody tries first: 0000, 1234, 4321."""
    steps = {int(after) - int(before) for before, after in pairwise(digits)}
    return len(steps) == 1 and steps <= {-1, 0, 1}


def refuse_while_locked(tries: Tries, who: str) -> None:
    """Say how long it takes where a device may not try.

    Raises:
        PlainError: it was wrong too often.
    """
    if (seconds := tries.waits(who)) > 0:
        short = seconds <= _MINUTE
        count = ceil(seconds if short else seconds / _MINUTE)
        raise PlainError(LOCKED.format(time=(_SECONDS if short else _MINUTES).format(n=count)))


def write_private(path: Path, body: bytes) -> None:
    """Write a file that only its owner may read, whole or not at all.

    Raises:
        PlainError: it cannot be written.
    """
    try:
        write_whole(path, body, OWNER)
    except OSError as error:
        raise not_writable(path.parent, error) from error


EXTENSION = "pin"
"""Under this name an application holds its `HostPin`, where it has one."""

bp = Blueprint("pin", __name__)


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
    match session.get(_GIVEN):
        case [str(boot), str(who), float(given)]:
            here = boot == current_app.config["BOOT"] and who == _who()
            return not (here and 0 <= time() - given < FRESH_S)
    return True


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
            pin.check(request.form.get("pin", ""), _who())
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
    # It counts for this device and until the program starts anew, wherever the cookie goes.
    session[_GIVEN] = [current_app.config["BOOT"], _who(), time()]
    return redirect(local_path(request.form.get("next", "/")), code=HTTPStatus.SEE_OTHER)


def _page(step: Literal["enter", "choose"], wrong: Text | None = None) -> str:
    there = local_path(request.values.get("next", "/phones/host"))
    screen = PinScreen(step, there, "/" if step == "enter" else "/phones/host", LONGEST, wrong)
    return stage.sub_page("phones/pin.html", the_door().view(), screen)


def _is_set() -> bool:
    pin = _pin()
    return pin is not None and pin.is_set


def _who() -> str:
    """Return the device that asks: a phone on the list (`kiosk.web.phones.gate`), or the table."""
    return str(request.environ.get("mehrkopf.phone", TABLE))


def _pin() -> HostPin | None:
    found: HostPin | None = current_app.extensions.get(EXTENSION)
    return found
