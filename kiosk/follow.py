"""What the writer asks after each commit of a live table: second thoughts, verdicts, light."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.events import CardCorrected, Envelope, Event
from engine.games.verdicts import TOLD_ONLY
from engine.report import Status
from engine.state import TableState
from engine.text import Text
from firmware_bridge.cues import Outside, sequence
from firmware_bridge.look import Look
from firmware_bridge.player import StripPlayer
from firmware_bridge.simulated import SimulatedStrip
from kiosk.director import Director
from kiosk.outlook import Outlook
from kiosk.strip.light import TableLight
from kiosk.table_core import Live
from vision.sighting import TableActivity

SourceKind = Literal["camera", "video", "sample", "none"]
_MOST_REVISIONS = 4
"""A corrected card changes what the rules expect of the others, and so their readings; whatever is
left after some rounds of that waits for the next card."""
READING = (TableActivity.MOVING, TableActivity.CARD)
"""While a card may be coming to rest and is being read, no light changes."""


class LiveFollower:
    """Director and strip at the writer's side; called in the writer's thread alone."""

    def __init__(
        self,
        director: Director,
        source: SourceKind,
        strip: SimulatedStrip | TableLight,
        look: Callable[[], Look] = Look,
    ) -> None:
        """Begin with a strip that is dark; `look` tells how cues are to be painted just now."""
        self._director = director
        self._source: SourceKind = source
        self._strip = strip
        self._look = look
        self._player = StripPlayer(strip)
        self._before: TableState | None = None
        self._outlook = Outlook()
        self._rounds = 0
        self.activity = TableActivity.STARTING if source != "none" else TableActivity.EMPTY
        self.camera_note: Text | None = None
        self.deck_note: Text | None = None
        self.camera_off = False
        self.pressed: Text | None = None

    def follow(self, state: TableState, news: tuple[Envelope, ...]) -> Live:
        """Return what is to be shown, and what decoding the deal again makes of the news."""
        if state is not self._before:
            self._outlook = self._director.outlook(state)
        self._light(state)
        return Live(
            questions=self._outlook.questions,
            shown=self._outlook.shown,
            claimable=self._outlook.claimable,
            stood=self._outlook.stood,
            activity=self.activity,
            camera_note=self.camera_note,
            deck_note=self.deck_note,
            camera_off=self.camera_off,
            asides=self._director.asides,
            source=self._source,
            unsure=self._outlook.unsure,
            strip=self._strip.picture,
            pressed=self.pressed,
            events=self._second_thoughts(state, news),
        )

    def close(self) -> None:
        """Let the strip go dark."""
        self._player.close()

    def _second_thoughts(self, state: TableState, news: tuple[Envelope, ...]) -> tuple[Event, ...]:
        if not news:
            return ()
        own = all(_by_decoder(envelope.event) for envelope in news)
        self._rounds = self._rounds + 1 if own else 0
        return () if self._rounds > _MOST_REVISIONS else self._director.revise(state)

    def _light(self, state: TableState) -> None:
        seeing = self.activity is not TableActivity.NO_PICTURE and self.deck_note is None
        outside = outside_of(self._outlook, seeing=seeing)
        self._player.hold(still=self.activity in READING)
        self._player.play(sequence(self._before, state, outside, self._look()))
        self._before = state


def outside_of(outlook: Outlook, *, seeing: bool) -> Outside:
    """Return what the light tells beside the record; `seeing`: the camera can read cards."""
    proven = (v for v in outlook.shown if v.status is Status.PROVEN)
    return Outside(
        alerts=tuple(v for v in proven if v.kind not in TOLD_ONLY),
        asking=bool(outlook.questions),
        watching=seeing,
    )


def _by_decoder(event: Event) -> bool:
    return isinstance(event, CardCorrected) and event.by == "decoder"
