"""The one phone that is the camera: a one-time code to become it, and the mark it is known by.

The phone keeps a secret, the data folder its hash. Whoever redeems the next code takes the place of
the phone before. A code is on the table's screen alone, and travels behind the `#` of an address,
which no browser sends to anybody.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from hmac import compare_digest
from pathlib import Path
from threading import Lock
from time import monotonic

from engine.text import PlainError
from kiosk.web.phones.gate import MOST_GUESSES, Code, hashed, plain, some_word
from kiosk.web.pin import Tries, refuse_while_locked, write_private
from kiosk.words import phone_camera as w

LOG = logging.getLogger("mehrkopf.phones")

CODE_S = 5 * 60.0
"""Seconds a code is good for: there is a browser's warning to be read on the way."""
_MARK = re.compile("[0-9a-f]{64}")


class CameraPairing:
    """Which phone is the camera; safe in any thread."""

    def __init__(self, path: Path, clock: Callable[[], float] = monotonic) -> None:
        self._path = path
        self._clock = clock
        self._gate = Lock()
        self._code: Code | None = None
        self._wrong = 0
        self._guesses = Tries(clock)
        self._mark = _read(path)

    @property
    def paired(self) -> bool:
        """Whether there is such a phone."""
        return self._mark is not None

    def new_code(self) -> Code:
        """Make a code; the one before is good no more."""
        with self._gate:
            self._code, self._wrong = Code(some_word(), self._clock() + CODE_S), 0
            return self._code

    def code(self) -> tuple[Code, int] | None:
        """Return the code that is good now, and for how many seconds."""
        with self._gate:
            if self._code is None or self._code.until <= self._clock():
                return None
            return self._code, int(self._code.until - self._clock())

    def no_code(self) -> None:
        """Let no code be good."""
        with self._gate:
            self._code = None

    def redeem(self, word: str, address: str) -> str:
        """Take a code; the phone it came from is the camera from now on. Returns its secret.

        Raises:
            PlainError: the code is wrong, old or used, there were too many guesses, or the data
                folder cannot be written.
        """
        with self._gate:
            refuse_while_locked(self._guesses, address)
            code = self._code
            good = code is not None and code.until > self._clock()
            if code is None or not good or not _same(word, code.word):
                self._guesses.wrong(address)
                self._wrong += 1
                if self._wrong >= MOST_GUESSES:
                    # Somebody guesses, from many addresses: the table shows another.
                    self._code = None
                raise PlainError(w.WRONG_CODE)
            self._code = None
            self._guesses.right(address)
            secret = secrets.token_urlsafe(32)
            write_private(self._path, hashed(secret).encode())
            self._mark = hashed(secret)
            return secret

    def known(self, secret: str) -> bool:
        """Whether this is the secret of the phone that is the camera."""
        return self._mark is not None and compare_digest(self._mark, hashed(secret))


def _same(word: str, code: str) -> bool:
    return compare_digest(plain(word).encode(), plain(code).encode())


def _read(path: Path) -> str | None:
    """Read the mark; a damaged one is nobody's."""
    if not path.exists():
        return None
    try:
        mark = path.read_text("utf-8", errors="replace").strip()
    except OSError as error:
        LOG.warning("the mark of the phone that is the camera cannot be read: %s", error)
        return None
    if _MARK.fullmatch(mark):
        return mark
    LOG.warning("the mark of the phone in %s is damaged; it has to be added anew", path)
    return None
