"""How fast the machine sees: nets, sample evening, idle watching, an estimate for a Raspberry Pi.

The sample evening is watched by the whole appliance: from rest to reading, from rest to page. That
runs in one thread here, so that each step can be timed: watcher, director, the journal on disk,
second thoughts, and the page a browser would fetch. Idle watching repeats one resting picture as a
camera delivers it.

The estimate is arithmetic, not a measurement. What it rests on, all published, none of it ours:
YOLOX-S (13.4 GMAC) runs at 2.5 pictures a second under onnxruntime on the four cores of a Pi 5, so
about 30 GMAC/s on four cores and 7.5 to 10 on the one core our nets use (cores share the memory);
a Pi 4 takes three to six times as long for the same nets. What is not a net (OpenCV and numpy) took
a prototype of the same kind 0.08 to 0.115 s on x86 and is put at three times that on a Pi 5 and up
to ten times on a Pi 4.
"""

from __future__ import annotations

import math
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import metadata
from itertools import islice, takewhile
from pathlib import Path

import cv2
import numpy as np

from engine.journal.journal import Journal
from engine.text import Language, Text
from firmware_bridge.strip import SimulatedStrip
from kiosk.app import create_app
from kiosk.cli.bench_figures import Figure, best
from kiosk.cli.common import Progress
from kiosk.director.deal_source import CalledDeals
from kiosk.director.director import Director
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import find_deck
from kiosk.home.version import version
from kiosk.settings import Settings
from kiosk.table import resumption
from kiosk.table.writer import CuePlayer, Table
from vision.arrays import Floats, Image, as_image
from vision.camera.cameras import SIZES, open_source
from vision.camera.frames import Frame, VideoFile
from vision.camera.live import Idle
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, Net, Nets, embed, load_nets, models_folder
from vision.reading.pose import Pose, from_corners, overlap
from vision.reading.profile import load_profile
from vision.sighting import CardTakenBack, Sighting, TrickCleared, VisionEvent
from vision.watching.watcher import Watcher

_EMBEDDING = Text(de="eine Karte einordnen", en="embedding one card")
_CLOCK = time.thread_time
_WIDE = Text(de="dasselbe mit 32 Bit, zum Einlernen", en="the same in 32 bits, to enrol with")
_NEWCARD = Text(de="die neue Karte suchen", en="finding the new card")


def net_figures() -> Iterator[Figure]:
    """Measure the nets in processor time of this thread, the only one they run on."""
    cv2.setNumThreads(1)
    nets = load_nets()
    noise = np.random.default_rng(1)
    crop = noise.integers(0, 255, (1, CROP_HEIGHT, CROP_WIDTH, 3), dtype=np.uint8)
    pair = noise.standard_normal((1, 6, 256, 256)).astype(np.float32)
    embedding = best(lambda: [embed(nets.reading, crop) for _ in range(50)], _CLOCK) / 50
    wide = best(lambda: [embed(nets.embedding, crop) for _ in range(50)], _CLOCK) / 50
    newcard = best(lambda: [nets.newcard.run(pair) for _ in range(10)], _CLOCK) / 10
    yield Figure("embedding", _EMBEDDING, embedding * 1000, "ms", 1.0, least=False)
    if nets.quick is not None:
        yield Figure("embedding32", _WIDE, wide * 1000, "ms")
    yield Figure("newcard", _NEWCARD, newcard * 1000, "ms", 15.0, least=False)


_IDLE_SECONDS = 12.0
_FRAMES_A_SECOND = 25
_TOUCHING = 0.02
"""Share of a card from which on it lies on or under another."""


@dataclass
class WatchFigures:
    """What was measured; lists have one entry a card."""

    reading_ms: list[float] = field(default_factory=list)
    """Processor time from the picture that settles it to the reading."""
    covered: list[bool] = field(default_factory=list)
    """Whether it lies on another card of the table, or under one."""
    page_ms: list[float] = field(default_factory=list)
    """Processor time from the reading to the page in the browser's hands."""
    page_s: list[float] = field(default_factory=list)
    """From the first picture of rest to the page in the browser's hands."""
    crops: list[int] = field(default_factory=list)
    """Crops embedded for each reading, those in eight bits among them."""
    searches: list[int] = field(default_factory=list)
    """Runs of the new-card net for each reading."""
    net_ms: list[float] = field(default_factory=list)
    """Processor time spent in the nets for each reading."""
    pictures: int = 0
    """Pictures watched, with and without anything to read."""
    all_crops: int = 0
    """Crops embedded for all of them: readings, looks again, looks in vain."""
    all_searches: int = 0
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

    def note(self, found: WatchFigures, before: tuple[int, int, float]) -> None:
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


def watched(nets: Nets, language: Language = "de", seconds: float = math.inf) -> WatchFigures:
    """Watch the sample evening, or its first `seconds`, and show how far it is.

    The first leads alone would tell what finding the table's plane costs, not what a card does.
    """
    found = WatchFigures()
    with (
        tempfile.TemporaryDirectory() as folder,
        VideoFile(resumption.SAMPLE_VIDEO) as film,
        Progress(_WATCHING.in_language(language), min(seconds, film.seconds)) as progress,
    ):
        frames = takewhile(lambda frame: frame.t < seconds, film)
        for t in _evening(nets, Path(folder), found, frames):
            progress(t)
    found.memory_mb = _memory_mb()
    return found


@dataclass
class _Lying:
    """The cards that lie on the table, as they were told."""

    poses: dict[int, Pose] = field(default_factory=dict)

    def hear(self, event: VisionEvent) -> bool:
        """Take note of what was told; True for a card that lies on or under another."""
        if isinstance(event, TrickCleared):
            self.poses.clear()
        elif isinstance(event, CardTakenBack):
            self.poses.pop(event.track, None)
        elif isinstance(event, Sighting):
            own = from_corners(np.array(event.quad))
            others = [pose for track, pose in self.poses.items() if track != event.track]
            self.poses[event.track] = own
            return any(overlap(own, other) > _TOUCHING for other in others)
        return False


def _evening(
    nets: Nets, folder: Path, found: WatchFigures, frames: Iterable[Frame]
) -> Iterator[float]:
    profile = load_profile(find_deck(resumption.SAMPLE_DECK, Home(folder)), nets.embedding)
    seen, asked = _counted(nets)
    watcher = Watcher(profile, seen)
    calls = CalledDeals(resumption.SAMPLE_CALLS)
    director = Director(profile.cards, calls)
    cues = CuePlayer(SimulatedStrip())
    journal = Journal.open(folder / "journal.sqlite")
    table = Table(journal, director=director, source="sample", light=cues)
    browser = create_app(table).test_client()
    seats = Settings().seats
    opening = resumption.opening(
        table.view().state, calls, "bench", seats, resumption.SAMPLE_DECK, {}
    )
    table.call(lambda core: core.commit(opening))
    browser.get("/")
    last: Image | None = None
    lying = _Lying()
    try:
        for frame in frames:
            before = asked.now()
            start, worked = time.perf_counter(), time.thread_time()
            events = watcher.feed(frame)
            read = time.thread_time() - worked
            last = frame.image
            found.pictures += 1
            heard = time.thread_time()
            for event in events:
                watcher.context(table.hear(event))
            over = [lying.hear(event) for event in events]
            news = [e for e in events if isinstance(e, Sighting) and e.known_t - e.t < 1.0]
            if not news:
                continue
            browser.get("/")
            done = time.perf_counter()
            found.page_ms.append((time.thread_time() - heard) * 1000)
            found.covered.append(any(over))
            found.reading_ms.append(read * 1000)
            found.page_s += [e.known_t - e.t + done - start for e in news]
            asked.note(found, before)
            yield frame.t
        if last is not None:
            found.idle_share = _idle(Watcher(profile, nets), last)
        found.all_crops, found.all_searches, _ = asked.now()
    finally:
        cues.close()
        table.close()


def _idle(watcher: Watcher, picture: Image) -> float:
    """Return the share of a core that a camera costs whose pictures only rustle.

    Decoding the pictures is the camera's own cost and stays out; those that need not be looked at
    are passed over as the program does (`vision.camera.live`).
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


_SIZE = Text(
    de="ein Bild von {width} x {height}, Rechenzeit",
    en="a picture of {width} x {height}, processor time",
)
_PI5 = Text(
    de="Auspacken {decoding:.1f} + Ansehen {looking:.1f} ms; Pi 5 geschätzt {pi:.0f} von 33 ms",
    en="unpacking {decoding:.1f} + looking {looking:.1f} ms; Pi 5 estimated {pi:.0f} of 33 ms",
)
_PICTURES = 40


def size_figures(nets: Nets) -> Iterator[Figure]:
    """Measure what one picture of each size costs while nothing is read: unpacking and looking.

    A USB camera delivers JPEG. The sample's pictures are made larger here; 33 ms is how often a
    camera delivers one.
    """
    with tempfile.TemporaryDirectory() as folder:
        deck = find_deck(resumption.SAMPLE_DECK, Home(Path(folder)))
        profile = load_profile(deck, nets.embedding)
    with open_source(str(resumption.SAMPLE_VIDEO)) as frames:
        seen = [frame.image for frame in islice(frames, _PICTURES)]
    for width, height in SIZES:
        size = (width, height)
        sent = [
            cv2.imencode(".jpg", cv2.resize(each, size, interpolation=cv2.INTER_CUBIC))[1]
            for each in seen
        ]
        decoding, looking = [], []
        watcher = Watcher(profile, nets)
        for number, data in enumerate(sent):
            start = _CLOCK()
            picture = as_image(cv2.imdecode(data, cv2.IMREAD_COLOR))
            decoded = _CLOCK()
            watcher.feed(Frame(number, number / _FRAMES_A_SECOND, picture))
            decoding.append((decoded - start) * 1000)
            looking.append((_CLOCK() - decoded) * 1000)
        parts = {"decoding": middle(decoding), "looking": middle(looking)}
        whole = sum(parts.values())
        note = _PI5.format(**parts, pi=whole * DEVICES[0].rest[0])
        title = _SIZE.format(width=width, height=height)
        yield Figure(f"picture{height}", title, whole, "ms", note=note)


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


MEGA_MACS = {"embedding": 71.4, "newcard": 358.4}
"""Multiplications of one crop, of one search, in millions (counted from the nets that ship)."""


def macs(crops: float, searches: float) -> float:
    """Return the multiplications of so many crops and searches, in millions."""
    return crops * MEGA_MACS["embedding"] + searches * MEGA_MACS["newcard"]


_ROWS = ("embedding", "newcard", "reading", "idle", "page", "memory")


@dataclass(frozen=True, slots=True)
class Device:
    """What is assumed of a machine, slowest and fastest."""

    name: str
    giga_macs: tuple[float, float]
    """Multiplications a second on one core, in thousands of millions."""
    rest: tuple[float, float]
    """How many times as long as on this machine everything takes that is no net."""


DEVICES = (
    Device("Pi 5", (7.5, 10.0), (3.0, 3.0)),
    Device("Pi 4", (7.5 / 6, 10.0 / 3), (10.0, 6.0)),
)
_NET = Text(de="Schätzung {device}: {what}", en="estimate {device}: {what}")
_READING = Text(de="von der Ruhe bis zur Lesung", en="rest to reading")
_SHOWN = Text(de="von der Ruhe bis zur Seite", en="rest to page")


def estimates(found: WatchFigures) -> Iterator[Figure]:
    """Return what the nets and a reading would take elsewhere, each with its arithmetic."""
    for device in DEVICES:
        slow, fast = device.giga_macs
        for net, title in (("embedding", _EMBEDDING), ("newcard", _NEWCARD)):
            macs = MEGA_MACS[net]
            note = f"{macs:g} MMAC / {slow:.3g}–{fast:.3g} GMAC/s = {macs / fast:.0f}–"
            note += f"{macs / slow:.0f} ms"
            yield _figure(device, net, title, macs / slow, note)
        yield _reading(device, found, "reading", _READING, 0.0)
        yield _reading(device, found, "page", _SHOWN, middle(found.page_ms))


def _reading(device: Device, found: WatchFigures, name: str, title: Text, page_ms: float) -> Figure:
    """Return the estimate of a reading, with what follows it to the page in processor time."""
    crops, searches = middle([*map(float, found.crops)]), middle([*map(float, found.searches)])
    others = max(0.0, middle(found.reading_ms) - middle(found.net_ms)) + page_ms
    work = macs(crops, searches)
    low = work / device.giga_macs[1] + others * device.rest[1]
    high = work / device.giga_macs[0] + others * device.rest[0]
    note = (
        f"{crops:g} × {MEGA_MACS['embedding']:g} + {searches:g} × {MEGA_MACS['newcard']:g} = "
        f"{work:.0f} MMAC / {device.giga_macs[0]:.3g}–{device.giga_macs[1]:.3g} GMAC/s + "
        f"{others:.0f} ms × {device.rest[1]:g}–{device.rest[0]:g} = {low:.0f}–{high:.0f} ms"
    )
    return _figure(device, name, title, high, note)


def _figure(device: Device, name: str, title: Text, value: float, note: str) -> Figure:
    short = device.name.replace(" ", "").lower()
    return Figure(
        f"estimate_{short}_{name}",
        _NET.format(device=device.name, what=title),
        value,
        "ms",
        note=Text(de=f"höchstens; {note}", en=f"at most; {note}"),
    )


def row(figures: tuple[Figure, ...]) -> str:
    """Return this machine's line for the table of `docs/DEVICES.md`."""
    by_name = {figure.name: figure for figure in figures}
    cells = [model(), system(), versions(), *(_cell(by_name[name]) for name in _ROWS)]
    day = datetime.now(UTC).date().isoformat()
    return "| " + " | ".join([*cells, day]) + " |"


def _cell(figure: Figure) -> str:
    if figure.value is None or figure.value != figure.value:
        return "–"
    mark = "" if figure.kept else " ✗"
    return f"{figure.value:.3g} {figure.unit}{mark}"


def model() -> str:
    """Return what this machine calls itself, on a Pi its model with revision."""
    for path in ("/proc/device-tree/model", "/sys/devices/virtual/dmi/id/product_name"):
        try:
            name = Path(path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            continue
        if name:
            return f"{name} ({_processor()})" if "dmi" in path else name
    return _processor()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{named[0] if named else platform.machine()} × {max(1, len(named))}"


def system() -> str:
    """Return the operating system and its kernel."""
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        name = platform.system()
    return f"{name}, {platform.machine()}, {platform.release()}"


def versions() -> str:
    """Return the versions that matter for speed."""
    parts = [f"mehrkopf {version()}", f"Python {sys.version.split()[0]}"]
    parts += [
        f"{name} {metadata.version(name)}" for name in ("onnxruntime", "opencv-python", "numpy")
    ]
    return ", ".join(parts)


_WATCHING = Text(de="Vorführung", en="Demonstration")
_IDLE = Text(de="Leerlauf, Anteil eines Kerns", en="idle watching, share of a core")
_PAGE = Text(de="Karte in Ruhe bis zur Seite", en="card at rest to page")
_MODELS = Text(de="alle Modelle", en="models together")
_MEMORY = Text(de="Speicher des ganzen Programms", en="whole appliance in memory")
_PROCESSOR_TIME = Text(de="{what}, Rechenzeit", en="{what}, processor time")
_FREE = Text(de="von der Ruhe bis zur Lesung, freie Karte", en="rest to reading, uncovered card")
_COVERED = Text(de="dasselbe, wo Karten sich decken", en="the same where cards cover each other")
_WORK = Text(
    de="Multiplikationen der Netze je Lesung", en="multiplications by the nets per reading"
)
_MOST_WORK = Text(de="dasselbe, die teuerste Lesung", en="the same, the most expensive reading")
_A_PICTURE = Text(
    de="Einordnen und Suchen je Bild, alle Blicke", en="embedding and search per picture, all looks"
)
_CROPS = Text(de="davon Ausschnitte je Bild", en="of these, crops embedded per picture")
_SEARCHES = Text(de="davon Suchen je Bild", en="of these, searches per picture")


def figures(language: Language) -> Iterator[Figure]:
    """Measure everything about seeing, on one core."""
    yield from net_figures()
    nets = load_nets()
    found = watched(nets, language)
    yield from of_watching(found)
    yield from size_figures(nets)
    yield from estimates(found)


def measured(language: Language) -> tuple[Figure, ...]:
    """Measure what a row of `docs/DEVICES.md` holds."""
    return (*net_figures(), *of_watching(watched(load_nets(), language)))


def of_watching(found: WatchFigures) -> Iterator[Figure]:
    """Return the rows that the sample evening gives."""
    size = sum(path.stat().st_size for path in models_folder().glob("*.onnx")) / 1e6
    free, covered = (
        middle([ms for ms, own in zip(found.reading_ms, found.covered, strict=True) if own is lies])
        for lies in (False, True)
    )
    works = [macs(*each) for each in zip(found.crops, found.searches, strict=True)]
    yield Figure("reading", _PROCESSOR_TIME.format(what=_FREE), free, "ms", 25.0, least=False)
    if any(found.covered):
        yield Figure("covered", _COVERED, covered, "ms", 80.0, least=False)
    yield Figure("macs", _WORK, middle(works), "MMAC", 800.0, least=False)
    yield Figure("macs_most", _MOST_WORK, max(works, default=math.nan), "MMAC")
    crops, searches = found.all_crops / found.pictures, found.all_searches / found.pictures
    yield Figure("macs_picture", _A_PICTURE, macs(crops, searches), "MMAC")
    yield Figure("crops_picture", _CROPS, crops, "×")
    yield Figure("searches_picture", _SEARCHES, searches, "×")
    rows = (
        ("idle", _IDLE, 100 * found.idle_share, "%", 10.0),
        ("page", _PAGE, middle(found.page_s), "s", 0.3),
        ("models", _MODELS, size, "MB", 6.0),
        ("memory", _MEMORY, found.memory_mb, "MB", 400.0),
    )
    for name, title, value, unit, most in rows:
        yield Figure(name, title, value, unit, most, least=False)
