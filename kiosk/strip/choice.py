"""How bright the table wants its lights, and where that is kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path

from engine.rules_told import toml_value
from engine.text import PlainError, os_reason
from kiosk.strip import words as w
from kiosk.strip.settings import NIGHTS, Night
from kiosk.toml_files import read_toml
from kiosk.whole_file import write_whole

BRIGHTNESS = (0.1, 0.2, 0.4, 0.7, 1.0)
"""What can be chosen on the page, from dark to bright."""


@dataclass(frozen=True, slots=True)
class LightChoice:
    """Brightness and night as people chose them."""

    brightness: float
    """Share of full value, above 0 up to 1."""
    night: Night


def choice_of(said: dict[str, object], at_first: LightChoice, file: Path) -> LightChoice:
    """Return what a file says; what it does not say stays as it is at first.

    Raises:
        PlainError: it holds something else.
    """
    for key, value in said.items():
        known = {
            "brightness": type(value) in (int, float) and 0 < float(str(value)) <= 1,
            "night": value in NIGHTS,
        }
        if not known.get(key, False):
            raise PlainError(w.CHOICE_WRONG.format(file=file, key=key))
    return LightChoice(**{**asdict(at_first), **said})


class KeptLight:
    """The table's choice; kept in a file where there is one."""

    def __init__(self, at_first: LightChoice, file: Path | None = None) -> None:
        """Read the file where it is there.

        Raises:
            PlainError: it cannot be read, or holds something else.
        """
        self._file = file
        self.choice = at_first
        if file is not None and file.exists():
            self.choice = choice_of(read_toml(file, w.CHOICE_UNREADABLE), at_first, file)

    def choose(self, choice: LightChoice) -> None:
        """Take another choice from now on.

        Raises:
            PlainError: the file cannot be written; the choice holds nevertheless.
        """
        self.choice = choice
        if self._file is None:
            return
        said = {each.name: getattr(choice, each.name) for each in fields(LightChoice)}
        lines = "".join(f"{name} = {toml_value(value)}\n" for name, value in said.items())
        try:
            write_whole(self._file, lines)
        except OSError as error:
            raise PlainError(w.NOT_KEPT.format(why=os_reason(error))) from error
