"""The main states before and after a change, side by side.

`python -m tests.kiosk.before_after FOLDER` takes a picture of every state at three sizes. Run once
in the older tree (with this file copied there) and once in this one, the two folders become sheets:
`python -m tests.kiosk.before_after --beside BEFORE AFTER` writes docs/screens/before-after, each
state at each size as one picture, and lists them in docs/screens/README.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

from engine.cards import card
from engine.deal.record import Contract
from engine.events import (
    Announced,
    CardPlayed,
    DealClosed,
    DealStarted,
    EveningEnded,
    EveningStarted,
    Event,
)
from kiosk.table.view import SourceKind
from tests.chromium import launch
from tests.kiosk.every_page.states import house
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL
from tests.kiosk.served import serving
from tests.kiosk.walks.gallery_page import ACROSS, SHEETS, written
from tests.kiosk.walks.pictures import KEPT, Picture, decoded, encoded, settle

SIZES = ((1280, 800), (800, 480), (390, 844))
SEVEN = (*NAMES, "Xaver", "Burgl", "Hias")
GAP = 8
QUALITY = 30
PLAYS = RUFSPIEL.split()
WHOLE = [*REVOKE[:30], "1S8", REVOKE[31]]
"""The revoke's deal to its end, each card once."""


@dataclass(frozen=True, slots=True)
class State:
    """One page of a table at a certain moment."""

    events: tuple[Event, ...]
    path: str = "/"
    source: SourceKind = "camera"
    phone: bool = False
    """Whether a phone that looks on shows it."""


def _begun(names: tuple[str, ...] = NAMES, game: str = "schafkopf") -> tuple[Event, ...]:
    return (EveningStarted("abend", game, {}, names, "isar", {}),)


def _laid(codes: list[str]) -> tuple[Event, ...]:
    return tuple(CardPlayed(card(code), source="touch") for code in codes)


def _deal(number: int, plays: list[str]) -> tuple[Event, ...]:
    called = Announced(Contract("rufspiel", 0, card("GA").suit))
    laid = _laid([play[1:] for play in plays])
    return (DealStarted(f"abend-{number}", 3), called, *laid)


def _sie(number: int) -> tuple[Event, ...]:
    sie = Announced(Contract("sie", 0))
    return (DealStarted(f"abend-{number}", 3), sie, DealClosed({"kind": "laid_down"}))


def _seven() -> tuple[Event, ...]:
    solo = Announced(Contract("solo", 0, card("EA").suit))
    laid = _laid(["H7", "HZ", "HA", "H9"])
    return (*_begun(SEVEN, "mehrkopf"), DealStarted("abend-1", 6, (6,)), solo, *laid)


_ONE = (*_begun(), *_deal(1, PLAYS), DealClosed())
_TWO = (*_ONE, *_sie(2))
_TABLE = (*_TWO, *_deal(3, PLAYS[:11]))
_SEATS = "&".join(f"name{seat}={name}" for seat, name in enumerate(SEVEN))

STATES: dict[str, State] = {
    "seats": State((), f"/begin/people?game=mehrkopf&{_SEATS}"),
    "wait": State((*_begun(), DealStarted("abend-1", 3)), source="none"),
    "call": State((*_begun(), DealStarted("abend-1", 3)), "/call?step=1&who=0&kind=rufspiel"),
    "table": State(_TABLE),
    "table-of-seven": State(_seven()),
    "alert": State((*_begun(), *_deal(1, REVOKE[:22]))),
    "check": State(_TABLE, "/check/{seq}"),
    "another-card": State(_TABLE, "/check/{seq}?deck=1"),
    "last-trick": State(_TABLE, "/last"),
    "result": State(_ONE),
    "entry": State((*_begun(), DealStarted("abend-1", 3)), "/enter?step=1&who=0&kind=rufspiel"),
    "scores": State((*_TWO, *_deal(3, WHOLE), DealClosed()), "/scores", "sample"),
    "deals": State((*_TWO, *_deal(3, WHOLE), DealClosed()), "/deals"),
    "people": State(_TWO, "/people"),
    "end": State((*_TWO, EveningEnded())),
    "replay": State(_TABLE, "/replay/now/1?card=4"),
    "phone": State(_TABLE, phone=True),
    "phone-alert": State((*_begun(), *_deal(1, REVOKE[:22])), phone=True),
}


def main() -> None:
    """Take the pictures, or lay those of two trees side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("after", type=Path, nargs="?")
    parser.add_argument("--beside", action="store_true", help="lay two folders side by side")
    parser.add_argument("--state", nargs="*", default=list(STATES), choices=STATES)
    asked = parser.parse_args()
    if asked.beside:
        kept = KEPT / SHEETS
        kept.mkdir(exist_ok=True)
        for path in kept.glob("*.webp"):
            path.unlink()
        for name, sheet in _sheets(asked.folder, asked.after):
            (kept / f"{name}.webp").write_bytes(encoded(sheet, QUALITY))
        (KEPT / "README.md").write_text(written(KEPT), encoding="utf-8")
        return
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(reduced_motion="reduce", locale="de-DE")
        for name in asked.state:
            with TemporaryDirectory() as folder:
                _take(page, Path(folder), name, asked.folder)
        browser.close()


def _take(page: Page, folder: Path, name: str, out: Path) -> None:
    state = STATES[name]
    with house(folder, "nothing", source=state.source) as there:
        if state.events:
            there.table.call(lambda core: core.commit(state.events))
        deal = there.table.view().state.last_deal
        path = state.path.format(seq=deal.seqs[-1] if deal is not None and deal.seqs else 0)
        with serving(there.guests if state.phone else there.kiosk) as address:
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                answer = page.goto(address + path)
                if answer is None or not answer.ok:
                    sys.stdout.write(f"{name}: {answer.status if answer else 'no answer'}\n")
                settle(page)
                page.screenshot(path=out / f"{name}-{width}x{height}.png")
            page.goto("about:blank")


def _sheets(before: Path, after: Path) -> Iterator[tuple[str, Picture]]:
    for name in STATES:
        for width, height in SIZES:
            one = f"{name}-{width}x{height}"
            halves = [_half(folder / f"{one}.png", ACROSS[width]) for folder in (before, after)]
            between = np.full((halves[0].shape[0], GAP, 3), 255, np.uint8)
            yield one, np.hstack((halves[0], between, halves[1]))


def _half(path: Path, wide: int) -> Picture:
    picture = decoded(path.read_bytes())
    size = (wide, round(picture.shape[0] * wide / picture.shape[1]))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8)


if __name__ == "__main__":
    main()
