"""What one card costs from frame to page: files, calls, decodings and processor time.

`python -m tests.bench card [MOST] [--where]` watches the first cards of the sample evening as
`run` does and asks for the page after each. Counted is what is called in the product's own files
(a generator counts each time it goes on), templates included; times are taken in a second round
without counting. With `--where` the functions that were called most are listed as well.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

import click
import cv2

from engine.journal.journal import Journal
from firmware_bridge.strip import SimulatedStrip
from kiosk.app import create_app
from kiosk.director.deal_source import CalledDeals
from kiosk.director.director import Director
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import find_deck
from kiosk.settings import Settings
from kiosk.table import resumption
from kiosk.table.writer import CuePlayer, Table
from vision.camera.cameras import open_source
from vision.reading.nets import Nets, load_nets
from vision.reading.profile import load_profile
from vision.sighting import Sighting
from vision.watching.watcher import Watcher

PRODUCT = Path(resumption.__file__).parents[2]
ROOMS = tuple(str(PRODUCT / room) for room in ("engine", "firmware_bridge", "kiosk", "vision"))
MOST_FRAMES = 1200


class Counting:
    """Counts calls by code object, in every thread that is begun after it."""

    def __init__(self) -> None:
        self.calls: Counter[CodeType] = Counter()
        self.on = False
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        del argument
        if self.on and event == "call" and frame.f_code.co_filename.startswith(ROOMS):
            self.calls[frame.f_code] += 1

    def close(self) -> None:
        """Count no more."""
        sys.setprofile(None)
        threading.setprofile(None)


@contextmanager
def evening(nets: Nets) -> Iterator[tuple[Watcher, Table, Iterator[object]]]:
    """Open the sample evening: its watcher, its table and what fetches the page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deck = find_deck(resumption.SAMPLE_DECK, Home(folder))
        profile = load_profile(deck, nets.embedding)
        calls = CalledDeals(resumption.SAMPLE_CALLS)
        cues = CuePlayer(SimulatedStrip())
        journal = Journal.open(folder / "journal.sqlite")
        director = Director(profile.cards, calls)
        table = Table(journal, director=director, source="sample", light=cues)
        browser = create_app(table).test_client()

        def pages() -> Iterator[object]:
            while True:
                yield browser.get("/")

        opening = resumption.opening(
            table.view().state, calls, "bench", Settings().seats, resumption.SAMPLE_DECK, {}
        )
        table.call(lambda core: core.commit(opening))
        try:
            yield Watcher(profile, nets), table, pages()
        finally:
            table.close()
            cues.close()


def cards(
    nets: Nets, most: int, counting: Counting | None
) -> Iterator[tuple[float, Counter[CodeType]]]:
    """Yield processor milliseconds and calls of each card, from the picture to the page."""
    with (
        evening(nets) as (watcher, table, pages),
        open_source(str(resumption.SAMPLE_VIDEO)) as frames,
    ):
        next(pages)
        found = 0
        for frame in islice(frames, MOST_FRAMES):
            if counting is not None:
                counting.calls = Counter()
                counting.on = True
            start = time.process_time()
            events = watcher.feed(frame)
            for event in events:
                watcher.context(table.hear(event))
            if any(isinstance(event, Sighting) for event in events):
                next(pages)
                spent = (time.process_time() - start) * 1000
                if counting is not None:
                    counting.on = False
                yield spent, Counter() if counting is None else counting.calls
                found += 1
                if found == most:
                    return
            if counting is not None:
                counting.on = False


@click.command()
@click.argument("most", type=click.IntRange(1), default=8)
@click.option("--where", is_flag=True, help="List the functions that were called most as well.")
def one_card(most: int, where: bool) -> None:
    """Print what each of the first MOST cards of the sample evening costs."""
    cv2.setNumThreads(1)
    nets = load_nets()
    counting = Counting()
    counted = [calls for _, calls in cards(nets, most, counting)]
    counting.close()
    timed = [spent for spent, _ in cards(nets, most, None)]
    for number, (calls, spent) in enumerate(zip(counted, timed, strict=True), 1):
        files = {code.co_filename for code in calls}
        decoded = sum(count for code, count in calls.items() if _is_decode(code))
        print(
            f"card {number}: {len(files)} files, {calls.total()} calls, "
            f"{decoded} decodings, {spent:.1f} ms"
        )
    if where:
        for code, count in counted[-1].most_common(60):
            print(f"{count:6} {Path(code.co_filename).relative_to(PRODUCT)}:{code.co_name}")


def _is_decode(code: CodeType) -> bool:
    return code.co_name == "decode" and code.co_filename.endswith("reading/reader.py")
