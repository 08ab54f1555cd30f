"""`mehrkopf bench`: how fast this machine is, beside the numbers that are to be kept."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.dealfile import to_json
from engine.events import Announced, CardPlayed, DealStarted, Envelope, EveningStarted, Event
from engine.fold import apply
from engine.score import score
from engine.state import TableState
from engine.text import Text
from kiosk.cli.common import json_option
from kiosk.cli.parser import Arguments, Parser
from kiosk.random_deals import random_deal
from vision.embedding import CROP_HEIGHT, CROP_WIDTH, embed
from vision.nets import load_nets

_REPEATS = 5
_DEALS = 200


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement and the bound it is held against."""

    name: str
    title: Text
    value: float
    unit: str
    bound: float
    least: bool
    """Whether the bound is the least allowed; else it is the most."""

    @property
    def kept(self) -> bool:
        """Whether the bound is kept."""
        return self.value >= self.bound if self.least else self.value <= self.bound


_SCORING = Text(de="Spieldateien werten", en="scoring deal files")
_FOLDING = Text(de="Ereignisse falten", en="folding events")
_EMBEDDING = Text(de="eine Karte einordnen", en="embedding one card")
_NEWCARD = Text(de="die neue Karte suchen", en="finding the new card")


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    json_option(parser)


def execute(arguments: Arguments) -> int:
    """Measure; status 1 when a bound is not kept."""
    cv2.setNumThreads(1)
    figures = [_scoring(), _folding(), *_nets()]
    for figure in figures:
        sys.stdout.write((_json(figure) if arguments.json else _line(figure, arguments)) + "\n")
    return 0 if all(figure.kept for figure in figures) else 1


def _best(work: Callable[[], object]) -> float:
    """Return the shortest of a few runs in seconds: the others were disturbed."""
    times = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _scoring() -> Figure:
    lines = [json.dumps(to_json(random_deal(seed))) for seed in range(_DEALS)]
    plays = _DEALS * 32
    seconds = _best(lambda: list(score(lines)))
    return Figure("score", _SCORING, plays / seconds, "plays/s", 100_000, least=True)


def _folding() -> Figure:
    envelopes = _evening()
    plays = sum(isinstance(envelope.event, CardPlayed) for envelope in envelopes)

    def work() -> None:
        state = TableState()
        for envelope in envelopes:
            state = apply(state, envelope)
            if state.deal is not None:
                _ = state.deal.report

    return Figure("fold", _FOLDING, plays / _best(work), "plays/s", 30_000, least=True)


def _evening() -> list[Envelope]:
    seats = ("A", "B", "C", "D")
    events: list[Event] = [EveningStarted("bench", "schafkopf", {}, seats, "isar", {})]
    for seed in range(20):
        record = replace(random_deal(seed), id=str(seed))
        events += [DealStarted(record.id, record.dealer), Announced(record.contract)]
        events += [CardPlayed(play.card) for play in record.plays]
    return [Envelope(seq, "", event) for seq, event in enumerate(events, 1)]


def _nets() -> list[Figure]:
    nets = load_nets()
    noise = np.random.default_rng(1)
    crop = noise.integers(0, 255, (1, CROP_HEIGHT, CROP_WIDTH, 3), dtype=np.uint8)
    pair = noise.standard_normal((1, 6, 256, 256)).astype(np.float32)
    embedding = _best(lambda: [embed(nets.embedding, crop) for _ in range(50)]) / 50
    newcard = _best(lambda: [nets.newcard.run(pair) for _ in range(10)]) / 10
    return [
        Figure("embedding", _EMBEDDING, embedding * 1000, "ms", 1.0, least=False),
        Figure("newcard", _NEWCARD, newcard * 1000, "ms", 15.0, least=False),
    ]


def _json(figure: Figure) -> str:
    return json.dumps(
        {
            "name": figure.name,
            "value": round(figure.value, 3),
            "unit": figure.unit,
            "bound": figure.bound,
            "kept": figure.kept,
        }
    )


def _line(figure: Figure, arguments: Arguments) -> str:
    mark = "✓" if figure.kept else "✗"
    sign = "≥" if figure.least else "≤"
    title = figure.title.in_language(arguments.language)
    return f"{mark} {title:<24}{figure.value:>12,.1f} {figure.unit} ({sign} {figure.bound:,.0f})"
