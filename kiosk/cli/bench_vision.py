"""`mehrkopf bench --vision`: the rows of DESIGN's table about seeing, and other ways beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from engine.text import Text
from kiosk import evening
from kiosk.cli import bench_device, bench_nets
from kiosk.cli.bench_figures import Figure
from kiosk.cli.bench_matchers import Matcher, matchers
from kiosk.cli.bench_views import View, views
from kiosk.cli.bench_watch import Watched, middle, watched
from kiosk.decks import find_deck
from kiosk.home import Home
from vision.reading.nets import Nets, load_nets, models_folder
from vision.reading.profile import load_profile

VIEWS_EACH = 2
_SEED = 9
_READING = Text(de="von der Ruhe bis zur Lesung, Rechenzeit", en="rest to reading, processor time")
_IDLE = Text(de="Leerlauf, Anteil eines Kerns", en="idle watching, share of a core")
_PAGE = Text(de="Karte in Ruhe bis zur Seite", en="card at rest to page")
_MODELS = Text(de="alle Modelle", en="models together")
_MEMORY = Text(de="Speicher des ganzen Programms", en="whole appliance in memory")
_RIGHT = Text(de="{way}: richtig erkannt", en="{way}: right")
_TIME = Text(de="{way}: je Karte", en="{way}: a card")
_WAYS = {
    "embedding": Text(de="unser Netz", en="our net"),
    "correlation": Text(de="Farbkorrelation", en="colour correlation"),
    "phash": Text(de="Wahrnehmungs-Hash, 256 Bit", en="perceptual hash, 256 bit"),
    "sift": Text(de="SIFT-Merkmale", en="SIFT features"),
    "orb": Text(de="ORB-Merkmale", en="ORB features"),
}


@dataclass(frozen=True)
class Measured:
    """Figures and what an estimate for another machine is made of."""

    figures: tuple[Figure, ...]
    watched: Watched


def figures() -> Iterator[Figure]:
    """Measure everything about seeing, on one core."""
    cv2.setNumThreads(1)
    nets = load_nets()
    yield from bench_nets.figures()
    found = watched(nets)
    yield from of_watching(found)
    yield from bench_device.estimates(found)
    yield from _beside(nets)


def measured() -> Measured:
    """Measure what a row of `docs/DEVICES.md` holds."""
    cv2.setNumThreads(1)
    found = watched(load_nets())
    return Measured((*bench_nets.figures(), *of_watching(found)), found)


def of_watching(found: Watched) -> Iterator[Figure]:
    """Return the rows that the sample evening gives."""
    size = sum(path.stat().st_size for path in models_folder().glob("*.onnx")) / 1e6
    rows = (
        ("reading", _READING, middle(found.reading_ms), "ms", 80.0),
        ("idle", _IDLE, 100 * found.idle_share, "%", 10.0),
        ("page", _PAGE, middle(found.page_s), "s", 0.3),
        ("models", _MODELS, size, "MB", 6.0),
        ("memory", _MEMORY, found.memory_mb, "MB", 400.0),
    )
    for name, title, value, unit, most in rows:
        yield Figure(name, title, value, unit, most, least=False)


def _beside(nets: Nets) -> Iterator[Figure]:
    deck = find_deck(evening.SAMPLE_DECK, Home(Path()))
    profile = load_profile(deck, nets.embedding)
    shown = views(profile, VIEWS_EACH, _SEED)
    for matcher in matchers(profile, nets.embedding):
        yield from _of(matcher, shown)


def _of(matcher: Matcher, shown: tuple[View, ...]) -> Iterator[Figure]:
    matcher.match(shown[0].crop)
    start = time.perf_counter()
    right = sum(matcher.match(view.crop) == view.card for view in shown)
    spent = time.perf_counter() - start
    way = _WAYS[matcher.name]
    share = 100 * right / len(shown)
    note = Text(de=f"{right} von {len(shown)}", en=f"{right} of {len(shown)}")
    yield Figure(f"{matcher.name}_right", _RIGHT.format(way=way), share, "%", note=note)
    yield Figure(f"{matcher.name}_ms", _TIME.format(way=way), 1000 * spent / len(shown), "ms")
