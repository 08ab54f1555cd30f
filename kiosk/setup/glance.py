"""What vision said last: for the page that helps whoever helps (debug view of the reading).

Nothing is in here but what lies or lay open on the table; what is still to come nobody counts.
"""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    FaceDownSeen,
    ForeignSeen,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

KEPT = 12


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the watcher knows just now."""

    activity: TableActivity
    since: float | None
    """Seconds of the source at which this state began; None before the first."""
    said: tuple[VisionEvent, ...]
    """The last things it said besides its states, the newest first; of a card the newest look."""


class Glance:
    """Collects what the watcher says; safe in any thread."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._said: deque[VisionEvent] = deque(maxlen=KEPT)
        self._activity = TableActivity.STARTING
        self._since: float | None = None

    def hears(self, event: VisionEvent) -> None:
        """Note what was said."""
        with self._gate:
            match event:
                case ActivityChanged(t=t, activity=activity):
                    self._activity, self._since = activity, t
                case Sighting(track=track):
                    self._better(track, event)
                case (
                    CardTakenBack()
                    | TrickCleared()
                    | FaceDownSeen()
                    | ForeignSeen()
                    | CameraMoved()
                ):
                    self._said.append(event)

    def _better(self, track: int, event: Sighting) -> None:
        """A better look takes the place of the one before, with the time of the first."""
        for index, said in enumerate(self._said):
            if isinstance(said, Sighting) and said.track == track and said.t == event.t:
                self._said[index] = Sighting(
                    track, said.t, said.known_t, event.quad, event.place, event.log_scores
                )
                return
        self._said.append(event)

    def now(self) -> Glimpse:
        """Return what is known just now."""
        with self._gate:
            return Glimpse(self._activity, self._since, tuple(reversed(self._said)))
