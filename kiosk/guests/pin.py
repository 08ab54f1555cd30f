"""The host's PIN: one for all that not everybody at the table should do.

Kept as a scrypt hash in the data folder, readable by the owner alone. Whoever can reach that folder
may delete the file and choose another: that is the way out where it was forgotten.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from threading import Lock

from werkzeug.security import check_password_hash, generate_password_hash

from engine.text import PlainError, Text
from kiosk.guests.tries import Tries
from kiosk.home import not_writable
from kiosk.whole_file import OWNER, write_whole

SHORTEST, LONGEST = 4, 6
_SHAPE = re.compile(rf"[0-9]{{{SHORTEST},{LONGEST}}}", re.ASCII)
_METHOD = "scrypt"

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
NO_PIN_YET = Text(de="Es gibt noch keinen PIN.", en="There is no PIN yet.")
_MINUTE = 60


class Pin:
    """The PIN of one data folder."""

    def __init__(self, path: Path, tries: Tries | None = None) -> None:
        self._path = path
        self._tries = tries or Tries()
        self._gate = Lock()

    @property
    def is_set(self) -> bool:
        """Whether one was chosen."""
        return self._path.exists()

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
            try:
                hashed = self._path.read_text("utf-8")
            except FileNotFoundError as error:
                raise PlainError(NO_PIN_YET) from error
            if not check_password_hash(hashed, digits[:LONGEST]):
                self._tries.wrong()
                refuse_while_locked(self._tries)
                raise PlainError(WRONG_PIN)
            self._tries.right()


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
