"""What the table wants to hear, and where that is kept."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path

from engine.text import PlainError
from kiosk.comfort import words as w
from kiosk.kept_choice import KeptChoice

NIGHT_FROM, NIGHT_TO = 22, 6
"""Hours between which a table with quiet nights says nothing."""
LEVELS = len(w.LEVELS)


@dataclass(frozen=True, slots=True)
class Choice:
    """Everything is off until somebody wants it."""

    sound: bool = False
    speech: bool = False
    night: bool = True
    """Quiet at night."""
    volume: int = 2
    """1 to `LEVELS`."""

    def silent(self, now: datetime) -> bool:
        """Tell whether nothing is said at this time of day."""
        return self.night and not NIGHT_TO <= now.hour < NIGHT_FROM


def choice_of(said: dict[str, object], file: Path) -> Choice:
    """Return what a file says.

    Raises:
        PlainError: it holds something else.
    """
    known = {each.name: type(getattr(Choice(), each.name)) for each in fields(Choice)}
    for key, value in said.items():
        fits = key in known and type(value) is known[key]
        if not fits or (key == "volume" and value not in range(1, LEVELS + 1)):
            raise PlainError(w.WRONG.format(file=file, key=key))
    return Choice(**said)  # type: ignore[arg-type]


class Kept(KeptChoice[Choice]):
    """The table's choice of sounds."""

    def __init__(self, file: Path | None = None) -> None:
        """Read the file where it is there; see `KeptChoice`."""
        super().__init__(Choice(), file, choice_of, w.UNREADABLE)
