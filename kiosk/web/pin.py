"""The host's PIN: asked before what not everybody at the table should do.

A blueprint asks for it by `bp.before_request(ask_first)`. The PIN is kept as a scrypt hash in the
data folder, readable by the owner alone. Whoever can reach that folder may delete the file and
choose another: that is the way out where it was forgotten. After some wrong tries within a minute
nobody may try for a while, so that guessing takes too long.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from itertools import pairwise
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
WITHIN_S = 60.0
LOCKED_S = 15 * 60.0


class Tries:
    """Counts wrong tries (PAGES 6.2: five in a minute, then fifteen minutes locked)."""

    def __init__(
        self,
        most: int = MOST,
        within: float = WITHIN_S,
        locked: float = LOCKED_S,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._most = most
        self._within = within
        self._locked = locked
        self._clock = clock
        self._gate = Lock()
        self._wrong: deque[float] = deque()
        self._until = 0.0

    def waits(self) -> float:
        """Return the seconds until the next try is allowed; 0 where it is now."""
        with self._gate:
            return max(0.0, self._until - self._clock())

    def wrong(self) -> None:
        """Count a wrong try."""
        with self._gate:
            now = self._clock()
            self._wrong.append(now)
            while self._wrong and now - self._wrong[0] > self._within:
                self._wrong.popleft()
            if len(self._wrong) >= self._most:
                self._until = now + self._locked
                self._wrong.clear()

    def right(self) -> None:
        """Forget the wrong tries before a right one."""
        with self._gate:
            self._wrong.clear()


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
    de="Zu oft falsch: in {minutes} Minuten geht es wieder.",
    en="Wrong too often: try again in {minutes} minutes.",
)
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
        if not self._path.read_text("utf-8").startswith(f"{_METHOD}:"):
            raise ValueError("no hash of a PIN")

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

    def check(self, digits: str) -> None:
        """Do nothing where `digits` are the PIN.

        Raises:
            PlainError: they are not, there is none, or it was wrong too often.
        """
        with self._gate:  # one try after the other: nobody tries faster than it is counted
            refuse_while_locked(self._tries)
            if not check_password_hash(self._hashed(), digits[:LONGEST]):
                self._tries.wrong()
                refuse_while_locked(self._tries)
                raise PlainError(WRONG_PIN)
            self._tries.right()

    def _hashed(self) -> str:
        try:
            hashed = self._path.read_bytes()
        except FileNotFoundError as error:
            raise PlainError(NO_PIN_YET) from error
        except OSError as error:
            raise PlainError(_DAMAGED.format(path=self._path)) from error
        if not _HASHED.fullmatch(hashed):
            raise PlainError(_DAMAGED.format(path=self._path))
        return hashed.decode("ascii")


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


def refuse_while_locked(tries: Tries) -> None:
    """Say how long it takes where nobody may try.

    Raises:
        PlainError: it was wrong too often.
    """
    if (seconds := tries.waits()) > 0:
        raise PlainError(LOCKED.format(minutes=int(-(-seconds // _MINUTE))))


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
    return stage.sub_page("phones/pin.html", the_door().view(), screen)


def _is_set() -> bool:
    pin = _pin()
    return pin is not None and pin.is_set


def _pin() -> HostPin | None:
    found: HostPin | None = current_app.extensions.get(EXTENSION)
    return found
