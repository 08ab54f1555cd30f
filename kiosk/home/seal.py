"""The table's seal: what vouches for the head that a printed list shows.

The journal's chain has no key: who can write the file can make up another evening with a chain that
fits. The seal is worked out from the head with a key of the table (HMAC-SHA256) that no journal, no
export and no backup holds. A list with a seal that fits was printed by the holder of the key, and a
journal whose chain passes its head is word for word what it was then.
"""

from __future__ import annotations

import hmac
import logging
import os
import re
from dataclasses import dataclass
from pathlib import Path

from engine.files import OWNER, write_whole
from engine.journal.journal import EveningMark, Journal
from engine.text import PlainError, Text, os_reason
from kiosk.home.data_folder import KEY_BYTES, Home, not_writable

LOG = logging.getLogger("mehrkopf")
_DIGITS, _GROUP = 20, 4
"""Hexadecimal digits of a seal: 80 bits, little enough to be typed in."""
_PURPOSE = b"mehrkopf seal 1\n"
_NO_KEY = Text(
    de="Der Schlüssel {path} ist nicht lesbar ({why}); Siegel von vorher lassen sich ohne ihn "
    "nicht prüfen. Ist er verloren, die Datei löschen: „mehrkopf seal“ macht einen neuen.",
    en="The key {path} cannot be read ({why}); without it earlier seals cannot be checked. If "
    'it is lost, delete the file: "mehrkopf seal" makes a new one.',
)
_NO_SEAL = Text(
    de=f"Das ist kein Siegel; eines hat {_DIGITS} Zeichen, 0 bis 9 und a bis f. Bitte noch einmal "
    "abschreiben.",
    en=f"That is not a seal; a seal has {_DIGITS} characters, 0 to 9 and a to f. Please copy "
    "it again.",
)
_OTHER_LENGTH = Text(de="er ist beschädigt", en="it is damaged")


def make_key(home: Home) -> bool:
    """Make the table's key where there is none; tell whether it is new.

    Raises:
        PlainError: it cannot be written.
    """
    if home.seal_key.exists():
        return False
    home.prepare()
    try:
        write_whole(home.seal_key, os.urandom(KEY_BYTES), OWNER)
    except OSError as error:
        raise not_writable(home.root, error) from error
    return True


def seal_of(home: Home, head: str) -> str:
    """Return the seal of a head, in groups as it is printed; empty where the table has no key.

    Raises:
        PlainError: there is a key that cannot be read.
    """
    path = home.seal_key
    return _seal(_key(path), head) if path.exists() and head else ""


def _seal(key: bytes, head: str) -> str:
    digits = hmac.digest(key, _PURPOSE + head.encode(), "sha256").hex()[:_DIGITS]
    return "-".join(digits[at : at + _GROUP] for at in range(0, _DIGITS, _GROUP))


def printed_seal(home: Home, head: str) -> str:
    """Return the seal as `seal_of`; a list is printed without one where the key is damaged."""
    try:
        return seal_of(home, head)
    except PlainError as error:
        LOG.warning("%s", error)
        return ""


def _key(path: Path) -> bytes:
    try:
        key = path.read_bytes()
    except OSError as error:
        raise PlainError(_NO_KEY.format(path=path, why=os_reason(error))) from error
    if len(key) != KEY_BYTES:
        raise PlainError(_NO_KEY.format(path=path, why=_OTHER_LENGTH))
    return key


@dataclass(frozen=True, slots=True)
class SealedPlace:
    """Where in a journal a printed seal was made."""

    seq: int
    """After this event."""
    head: str
    """As it was printed then."""
    evening: EveningMark | None
    """None before the first."""
    former: bool
    """Whether it is a head of before names left the lines; today's is another one."""


def sealed(home: Home, journal: Journal, seal: str) -> SealedPlace | None:
    """Return where a seal was made; None where no head of the journal has it.

    Blanks, dashes and capitals make no difference.

    Raises:
        PlainError: the table's key cannot be read, or these words are no seal.
    """
    key, wanted = _key(home.seal_key), _plain(seal)
    if re.fullmatch(f"[0-9a-f]{{{_DIGITS}}}", wanted) is None:
        raise PlainError(_NO_SEAL)
    for seq in range(journal.last_seq, -1, -1):
        now = journal.head_at(seq)
        for head in (now, journal.former_head_at(seq)):
            if head and hmac.compare_digest(_plain(_seal(key, head)).encode(), wanted.encode()):
                begun = [mark for mark in journal.evenings() if mark.seq <= seq]
                return SealedPlace(seq, head, begun[-1] if begun else None, head != now)
    return None


def _plain(seal: str) -> str:
    return "".join(letter for letter in seal.lower() if letter.isalnum())
