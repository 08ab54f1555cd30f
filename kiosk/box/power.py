"""Switching the table's computer off and on again, where it is the Pi and may be.

The system does it (`systemctl`); a rule of polkit that the installer lays down lets the service
ask for it (hardware/systemd/mehrkopf.polkit).
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path

from engine.text import PlainError
from kiosk.words import power as w

MODEL = Path("/proc/device-tree/model")
"""What a board calls itself."""
PATIENCE_S = 20.0

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


class Power(StrEnum):
    """What can be asked of the system; the value is its verb."""

    OFF = "poweroff"
    AGAIN = "reboot"


def _run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


class Machine:
    """The computer the table runs on."""

    def __init__(self, model: Path = MODEL, run: Run = _run) -> None:
        self._model, self._run = model, run

    def switch(self, power: Power) -> None:
        """Switch it off, or off and on again.

        Raises:
            PlainError: it is no Pi, or the system does not let the table do that.
        """
        try:
            pi = "Raspberry Pi" in self._model.read_text(encoding="utf-8", errors="replace")
        except OSError:
            pi = False
        if not pi:
            raise PlainError(w.NO_PI)
        try:
            done = self._run(("systemctl", "--no-ask-password", power.value))
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PlainError(w.NOT_ALLOWED) from error
        if done.returncode:
            raise PlainError(w.NOT_ALLOWED)
