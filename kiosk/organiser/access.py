"""The organiser's password: who may write, where others than this machine reach the pages.

It is kept as a scrypt hash in the organiser's folder, readable by the owner alone. Deleting the
file is the way out where the password was forgotten: then a new one is chosen.
"""

from __future__ import annotations

from pathlib import Path

from werkzeug.security import check_password_hash, generate_password_hash

from engine.files import OWNER, write_whole
from engine.text import PlainError, Text, os_reason

SHORTEST, LONGEST = 8, 200
_TOO_SHORT = Text(
    de=f"Das Passwort braucht {SHORTEST} bis {LONGEST} Zeichen; bitte ein anderes.",
    en=f"The password needs {SHORTEST} to {LONGEST} characters; please choose another.",
)
_UNREADABLE = Text(
    de="Das Passwort in {path} ist nicht zu lesen ({why}); die Datei löschen und ein neues wählen.",
    en="The password in {path} cannot be read ({why}); delete the file and choose a new one.",
)
_NO_HASH = Text(de="sie ist beschädigt", en="it is damaged")
_NOT_WRITTEN = Text(
    de="Das Passwort lässt sich in {path} nicht ablegen ({why}); bitte Rechte und Platz prüfen.",
    en="The password cannot be stored in {path} ({why}); please check permissions and free space.",
)


class Password:
    """The password of one folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def chosen(self) -> bool:
        """Whether there is one."""
        return self._path.exists()

    def choose(self, password: str) -> None:
        """Set it.

        Raises:
            PlainError: it is too short, or cannot be written.
        """
        if not SHORTEST <= len(password) <= LONGEST:
            raise PlainError(_TOO_SHORT)
        try:
            write_whole(self._path, generate_password_hash(password), OWNER)
        except OSError as error:
            why = os_reason(error)
            raise PlainError(_NOT_WRITTEN.format(path=self._path, why=why)) from error

    def fits(self, password: str) -> bool:
        """Tell whether this is it.

        Raises:
            PlainError: the file cannot be read or is damaged.
        """
        if len(password) > LONGEST:
            return False
        try:
            kept = self._path.read_text("ascii")
            return check_password_hash(kept, password)
        except OSError as error:
            why = os_reason(error)
            raise PlainError(_UNREADABLE.format(path=self._path, why=why)) from error
        except ValueError as error:
            raise PlainError(_UNREADABLE.format(path=self._path, why=_NO_HASH)) from error
