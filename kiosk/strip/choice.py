"""How bright the table wants its lights, and where that is kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from engine.text import PlainError
from kiosk.kept_choice import KeptChoice
from kiosk.strip import words as w
from kiosk.strip.settings import NIGHTS, Night

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


class KeptLight(KeptChoice[LightChoice]):
    """The table's choice of light."""

    def __init__(self, at_first: LightChoice, file: Path | None = None) -> None:
        """Read the file where it is there; see `KeptChoice`."""
        super().__init__(
            at_first, file, lambda said, file: choice_of(said, at_first, file), w.CHOICE_UNREADABLE
        )
