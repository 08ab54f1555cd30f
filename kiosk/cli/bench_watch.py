"""The sample evening watched by the whole appliance: from rest to reading, from rest to page.

Camera to page runs in one thread here, so that each step can be timed: watcher, director, the
journal on disk, second thoughts, and the page a browser would fetch. Idle watching repeats one
resting picture as a camera delivers it.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

import numpy as np

from engine.journal import Journal
from firmware_bridge.simulated import SimulatedStrip
from kiosk import evening
from kiosk.app import create_app
from kiosk.deals import CalledDeals
from kiosk.decks import find_deck
from kiosk.director import Director
from kiosk.follow import LiveFollower
from kiosk.home import Home
from kiosk.settings import Settings
from kiosk.table import Table
from kiosk.table_core import TableCore
from vision.arrays import Floats, Image
from vision.camera.frames import Frame
from vision.camera.idle import Idle
from vision.camera.sources import open_source
from vision.reading.nets import Net, Nets
from vision.reading.profile import load_profile
from vision.sighting import Sighting, TableContext, VisionEvent
from vision.watching.watcher import Watcher

SECONDS = 24.0
"""So much of the sample evening is watched: two tricks and the lead of the third."""
_IDLE_SECONDS = 12.0
_FRAMES_A_SECOND = 25
_MOST_STEPS = 16


@dataclass
class Watched:
    """What was measured; lists have one entry a card."""

    reading_ms: list[float] = field(default_factory=list)
    """Processor time from the picture that settles it to the reading."""
    page_s: list[float] = field(default_factory=list)
    """From the first picture of rest to the page in the browser's hands."""
    crops: list[int] = field(default_factory=list)
    """Crops embedded for each reading, those in eight bits among them."""
    searches: list[int] = field(default_factory=list)
    """Runs of the new-card net for each reading."""
    net_ms: list[float] = field(default_factory=list)
    """Processor time spent in the nets for each reading."""
    idle_share: float = 0.0
    """Of one core, while nothing moves."""
    memory_mb: float = 0.0
    """Of this process, with nets, deck, journal, pages and everything it imports."""


class _Counted:
    """Counts and times what a net is asked; stands in front of its session."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self.rows = 0
        self.seconds = 0.0

    def run(self, values: Floats) -> Floats:
        start = time.thread_time()
        answer = self._net.run(values)
        self.seconds += time.thread_time() - start
        self.rows += len(values)
        return answer

    def __getattr__(self, name: str) -> object:
        return getattr(self._net, name)


@dataclass(frozen=True)
class _Asked:
    """The nets of one bench, each counted."""

    embedding: _Counted
    newcard: _Counted
    quick: _Counted | None

    def now(self) -> tuple[int, int, float]:
        """Return crops and searches so far, and the seconds they took."""
        readers = [net for net in (self.embedding, self.quick) if net is not None]
        crops, spent = sum(net.rows for net in readers), sum(net.seconds for net in readers)
        return crops, self.newcard.rows, spent + self.newcard.seconds

    def note(self, found: Watched, before: tuple[int, int, float]) -> None:
        """Note what one reading has asked since `before`."""
        crops, searches, spent = self.now()
        found.crops.append(crops - before[0])
        found.searches.append(searches - before[1])
        found.net_ms.append((spent - before[2]) * 1000)


def _counted(nets: Nets) -> tuple[Nets, _Asked]:
    quick = None if nets.quick is None else _Counted(nets.quick)
    asked = _Asked(_Counted(nets.embedding), _Counted(nets.newcard), quick)
    standing_in = {"embedding": asked.embedding, "newcard": asked.newcard, "quick": quick}
    return replace(nets, **standing_in), asked  # type: ignore[arg-type]


def watched(nets: Nets, seconds: float = SECONDS) -> Watched:
    """Watch the first `seconds` of the sample evening with these nets."""
    found = Watched()
    with tempfile.TemporaryDirectory() as folder:
        for _ in _evening(nets, Path(folder), found, seconds):
            pass
    found.memory_mb = _memory_mb()
    return found


def _evening(nets: Nets, folder: Path, found: Watched, seconds: float) -> Iterator[None]:
    profile = load_profile(find_deck(evening.SAMPLE_DECK, Home(folder)), nets.embedding)
    seen, asked = _counted(nets)
    watcher = Watcher(profile, seen)
    calls = CalledDeals(evening.SAMPLE_CALLS)
    director = Director(profile.cards, calls)
    follower = LiveFollower(director, "sample", SimulatedStrip())
    table = Table(Journal.open(folder / "journal.sqlite"), follower=follower)
    browser = create_app(table).test_client()
    seats = Settings().seats
    opening = evening.opening(table.view().state, calls, "bench", seats, evening.SAMPLE_DECK, {})
    table.call(lambda core: core.commit(opening))
    browser.get("/")
    last: Image | None = None
    try:
        with open_source(str(evening.SAMPLE_VIDEO)) as frames:
            for frame in islice(frames, round(seconds * _FRAMES_A_SECOND)):
                before = asked.now()
                start, worked = time.perf_counter(), time.thread_time()
                events = watcher.feed(frame)
                read = time.thread_time() - worked
                last = frame.image
                for event in events:
                    _tell(event, table, director, watcher)
                news = [e for e in events if isinstance(e, Sighting) and e.known_t - e.t < 1.0]
                if not news:
                    continue
                browser.get("/")
                done = time.perf_counter()
                found.reading_ms.append(read * 1000)
                found.page_s += [e.known_t - e.t + done - start for e in news]
                asked.note(found, before)
                yield
        if last is not None:
            found.idle_share = _idle(Watcher(profile, nets), last)
    finally:
        follower.close()
        table.close()


def _tell(event: VisionEvent, table: Table, director: Director, watcher: Watcher) -> None:
    def hear(core: TableCore) -> TableContext:
        for _ in range(_MOST_STEPS):
            events = director.hear(event, core.state)
            if not events:
                break
            core.commit(events)
        return director.context(core.state)

    watcher.context(table.call(hear))


def _idle(watcher: Watcher, picture: Image) -> float:
    """Return the share of a core that a camera costs whose pictures only rustle.

    Decoding the pictures is the camera's own cost and stays out; those that need not be looked at
    are passed over as the program does (`vision.camera.idle`).
    """
    chance = np.random.default_rng(1)
    rustling = [
        np.clip(picture + chance.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
        for _ in range(4)
    ]
    idle = Idle()
    spent, begun = 0.0, 0.0
    for number in range(round(_IDLE_SECONDS * _FRAMES_A_SECOND)):
        t = number / _FRAMES_A_SECOND
        if idle.skips(t):
            continue
        frame = Frame(number, t, rustling[number % len(rustling)])
        start = time.process_time()
        idle.look(t, frame.image)
        watcher.feed(frame)
        if idle.idle:
            begun = begun or t
            spent += time.process_time() - start
    return spent / (_IDLE_SECONDS - begun)


def _memory_mb() -> float:
    """Return the memory this process occupies now, in MB of 10^6 bytes; 0 where Linux is not."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / 1e6


def middle(values: list[float]) -> float:
    """Return the median; NaN where nothing was measured."""
    return statistics.median(values) if values else float("nan")
