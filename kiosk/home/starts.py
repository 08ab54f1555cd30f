"""Starts that ended badly, counted: a program that fails at once must not be begun for ever.

Each start leaves a line that goes with a proper end. Only those of this boot within `WITHIN_S`
count, on a clock that nobody sets: pulled plugs are no failures of the program.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path

from engine.files import write_whole

LOG = logging.getLogger("mehrkopf")

MOST = 4
"""So many starts within `WITHIN_S` that ended badly, and the next one asks first."""
WITHIN_S = 600.0
_BOOT = Path("/proc/sys/kernel/random/boot_id")


def _boot() -> str:
    return _BOOT.read_text("ascii").strip()


class Starts:
    """The starts of one data folder; the file goes with a proper end."""

    def __init__(
        self,
        folder: Path,
        boot: Callable[[], str] = _boot,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = folder / "starts"
        self._boot, self._clock = boot, clock

    def too_many(self) -> bool:
        """Note this start; whether those before it ended badly too often.

        A folder that takes nothing counts nothing: the start itself tells what is wrong with it.
        """
        now = self._clock()
        try:
            boot = self._boot()
            before = [at for at in self._read(boot) if 0 <= now - at <= WITHIN_S]
            write_whole(self._path, json.dumps({"boot": boot, "at": [*before[-MOST:], now]}))
        except OSError as error:
            LOG.info("starts are not counted: %s", error)
            return False
        return len(before) >= MOST

    def ended_well(self) -> None:
        """Forget the starts: the program was told to end."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            LOG.info("starts are not forgotten: %s", error)

    def _read(self, boot: str) -> list[float]:
        """Return when it was started since this boot; a damaged note counts as none."""
        try:
            said = json.loads(self._path.read_text("utf-8"))
            return [float(at) for at in said["at"]] if said["boot"] == boot else []
        except (OSError, ValueError, KeyError, TypeError):
            return []
