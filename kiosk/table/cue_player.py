"""What the table shows, played on the strip of lights as cues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.deal.report import Status
from engine.evening.state import TableState
from engine.games.wording import TOLD_ONLY
from firmware_bridge.cues import Outside, sequence
from firmware_bridge.player import StripPlayer
from firmware_bridge.strip import Look, Picture, Strip
from kiosk.director.outlook import Outlook
from kiosk.table.view import CameraStatus
from vision.sighting import TableActivity

READING = (TableActivity.MOVING, TableActivity.CARD)
"""While a card may be coming to rest and is being read, no light changes."""


class ShownStrip(Strip, Protocol):
    """A strip that tells what it shows."""

    @property
    def picture(self) -> Picture:
        """What is seen just now."""
        ...


class CuePlayer:
    """Plays each change of the table on a strip; called in the writer's thread alone."""

    def __init__(self, strip: ShownStrip, look: Callable[[], Look] = Look) -> None:
        """Begin with a strip that is dark; `look` tells how cues are to be painted just now."""
        self._strip = strip
        self._look = look
        self._player = StripPlayer(strip)
        self._before: TableState | None = None

    def show(self, state: TableState, outlook: Outlook, camera: CameraStatus) -> Picture:
        """Play what has happened since the last call; return what the strip shows just now."""
        seeing = camera.activity is not TableActivity.NO_PICTURE and camera.deck_note is None
        outside = outside_of(outlook, seeing=seeing)
        self._player.hold(still=camera.activity in READING)
        self._player.play(sequence(self._before, state, outside, self._look()))
        self._before = state
        return self._strip.picture

    def close(self) -> None:
        """Let the strip go dark."""
        self._player.close()


def outside_of(outlook: Outlook, *, seeing: bool) -> Outside:
    """Return what the light tells beside the record; `seeing`: the camera can read cards."""
    proven = (v for v in outlook.shown if v.status is Status.PROVEN)
    return Outside(
        alerts=tuple(v for v in proven if v.kind not in TOLD_ONLY),
        asking=bool(outlook.questions),
        watching=seeing,
    )
