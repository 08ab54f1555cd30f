"""The same rendered evening seen dark and lit by the cues of that very evening, as it goes on."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.evening.state import TableState
from firmware_bridge.cues import Playback, sequence
from firmware_bridge.strip import BLACK, Look
from firmware_bridge.strip import Picture as Lights
from kiosk.camera.watch_recording import Viewer, checksums
from kiosk.director.deal_source import CalledDeals
from kiosk.table.writer import READING, MemoryTable, outside_of
from models.workshop.evening.moment import calls
from models.workshop.evening.own import OwnEvening, OwnScript
from tests.evenings.own_deals import Played
from tests.evenings.own_decks import enrolled, kept_deck
from tests.evenings.own_units import Unit
from tests.evenings.own_watch import Watched, say_to
from tests.kiosk.lit_evenings.glow import Glow
from tests.kiosk.lit_evenings.runner import runner
from vision.camera.frames import Frame
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import ActivityChanged, TableActivity
from vision.watching.watcher import Watcher

LOOK = Look()
"""As it comes out of the box: 60 lights, 40 % bright. They lie on the table and turn with it, so
the seats are where the strip expects them however the camera hangs."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """What lights a table beside its lamp."""

    strength: float
    """What the whole strip at full white adds in the table's middle, in parts of the lamp's."""
    calm: bool = True
    """Whether the light stands still while a card is read."""
    locked: bool = True
    """Whether the camera's exposure is."""
    runs: float | None = None
    """No cues but a coloured light that runs round the table, a new picture every so many seconds:
    what no table of ours shows."""


class Strip:
    """The strip's light as the table drives it."""

    def __init__(self, look: Look, lighting: Lighting) -> None:
        self._look, self._lighting = look, lighting
        self._playback = Playback()
        self._before: TableState | None = None
        self._next = 0.0
        self.lights: Lights = (BLACK,) * look.lights
        self.changes = 0
        """How often the light changed."""
        self.reading = 0
        """How often of these while a card was coming to rest or being read."""

    def follow(self, t: float, table: MemoryTable, activity: TableActivity) -> None:
        """Play what the table tells at `t` seconds."""
        still = self._lighting.calm and activity in READING
        before = self.changes
        if self._lighting.runs is None:
            self._tell(t, table, still=still)
        elif not still:
            self._run(t, self._lighting.runs)
        if activity in READING:
            self.reading += self.changes - before

    def _run(self, t: float, seconds: float) -> None:
        if t >= self._next:
            self.lights, self._next = runner(t, self._look.lights), t + seconds
            self.changes += 1

    def _tell(self, t: float, table: MemoryTable, *, still: bool) -> None:
        state = table.state
        if state is not self._before:
            self._outside = outside_of(table.director.outlook(state), seeing=True)
        self._playback.hold(still=still)
        self._playback.play(sequence(self._before, state, self._outside, self._look), t)
        self._before = state
        while (due := self._playback.due) is not None and due <= t:
            picture = self._playback.advance(t)
            if picture is not None:
                self.lights, self.changes = picture, self.changes + 1


@dataclass
class Eye:
    """One watcher with its table, and the strip whose light it sees, if any."""

    profile: Profile
    nets: Nets
    lines: list[str]
    angles: tuple[float, ...]
    glow: Glow | None = None
    strip: Strip | None = None
    said: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "calls.jsonl"
            file.write_text("\n".join(self.lines) + "\n", encoding="utf-8")
            calls = CalledDeals(file)
        self._viewer = Viewer(self.profile, calls, None, say_to(self.said), self.angles)
        self._watcher = Watcher(self.profile, self.nets)
        self._viewer.begin(checksums(self.nets))
        self._table = self._viewer.table
        self._activity = TableActivity.STARTING
        self._tell()

    def see(self, frame: Frame) -> None:
        """Look at the next picture, lit as the strip shines just now."""
        if self.glow is not None and self.strip is not None:
            lit = self.glow.on(frame.image, self.strip.lights)
            frame = Frame(frame.index, frame.t, lit)
        events = self._watcher.feed(frame)
        for event in events:
            if isinstance(event, ActivityChanged):
                self._activity = event.activity
            self._viewer.hear(event)
        if events:
            self._tell()
        if self.strip is not None:
            self.strip.follow(frame.t, self._table, self._activity)

    def final(self) -> list[list[list[Any]]]:
        """Return every deal's plays at the end."""
        state = self._table.state
        deals = [*state.finished, *([] if state.deal is None else [state.deal])]
        return [
            [[laid.seat, "??" if laid.card is None else laid.card.code] for laid in deal.laid]
            for deal in deals
        ]

    def _tell(self) -> None:
        self._watcher.context(self._viewer.context())


def watch(
    evening: Unit, game: Played, nets: Nets, lightings: Mapping[str, Lighting]
) -> tuple[dict[str, Watched], dict[str, Strip]]:
    """Watch one evening dark ("dark") and at the same time in each light.

    Returns what was seen, and how the light behaved, by name.
    """
    kept = kept_deck(evening.deck)
    film = OwnEvening(
        OwnScript(game.plans, game.seats, evening.stage, interludes=evening.interludes), kept.deck
    )
    profile, lines = enrolled(kept, nets, evening.captured), list(calls(game.lines))
    camera = evening.stage.camera
    eyes = {"dark": Eye(profile, nets, lines, evening.angles)}
    for name, lighting in lightings.items():
        glow = Glow(camera, LOOK.lights, lighting.strength, locked=lighting.locked)
        strip = Strip(LOOK, lighting)
        eyes[name] = Eye(profile, nets, lines, evening.angles, glow, strip)
    for index, (t, picture) in enumerate(film.pictures()):
        for eye in eyes.values():
            eye.see(Frame(index, t, picture))
    truth = list(film.truth())
    seen = {name: Watched(eye.said, truth, eye.final()) for name, eye in eyes.items()}
    return seen, {name: eye.strip for name, eye in eyes.items() if eye.strip is not None}
