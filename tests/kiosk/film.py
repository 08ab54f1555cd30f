"""The film the README begins with: `python -m tests.kiosk.film`, ten minutes or so, one file.

The real program watches the sample evening, and a browser looks at its page. Three moments of it
become docs/film.webp: a trick as its cards are laid, the result with its Laufende, and an alert
with the two cards that prove it. On the left stands what the camera sees, the watched square of the
recording; on the right the page, as it was once the program had read that. The recording is shown
to it at half its pace, so that a busy machine misses none of its pages: the film says nothing of
how quick it is. Nothing is drawn into it, and nothing stands in another order.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from PIL import Image as Pictures
from playwright.sync_api import Page, sync_playwright

from kiosk.camera.pictures import square
from kiosk.table.resumption import SAMPLE_VIDEO
from tests.chromium import launch
from tests.kiosk.appliance import Appliance, sample_running, true_deals

FILM = Path(__file__).parents[2] / "docs" / "film.webp"
SECONDS = 15.0
RATE = 8
"""Pictures a second of the film."""
PAGE = (800, 480)
QUALITY = 70
PACE = 0.5
READ_S = 0.8
"""Of the recording: from a card that lies still to its page in the film."""
LONGEST_S = 1200.0
"""Until the alert has to be there; at half the pace it takes five minutes and more."""

_GLANCE = """() => {
  const page = document.querySelector("#page");
  return [page?.dataset.screen || "",
    [...document.querySelectorAll("#page [data-card]")].map(e => e.dataset.card).join(" "),
    !!document.querySelector("[data-fact=laufende]")];
}"""


@dataclass(frozen=True, slots=True)
class Look:
    """The page as it became."""

    screen: str
    cards: str
    laufende: bool
    """Whether a result tells of Laufende."""
    picture: bytes = field(default=b"", compare=False)

    @property
    def laid(self) -> int:
        """How many cards of a trick the table shows."""
        return len(self.cards.split()) if self.screen == "table" else 0


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece of the recording, in its seconds, and the page from when on."""

    start: float
    end: float
    pages: tuple[tuple[float, Look], ...]

    def moments(self) -> Iterator[tuple[float, Look]]:
        """Yield second and page of each of its pictures; every cut is a third of the film."""
        count = round(SECONDS / 3 * RATE)
        for each in range(count):
            second = self.start + (self.end - self.start) * each / count
            yield second, [look for since, look in self.pages if since <= second][-1]


def cuts(looks: Sequence[Look]) -> tuple[Cut, Cut, Cut]:
    """Return the three moments: the first trick, the first result, the first alert.

    Raises:
        ValueError: the evening did not come to one of them.
    """
    laid, over, shown = _truth()
    first = _first(looks, lambda look: look.laid > 0)
    trick = [_first(looks, lambda look, n=n: look.laid >= n) for n in range(1, 5)]  # type: ignore[misc]
    result = _first(looks, lambda look: look.laufende)
    alert = _first(looks, lambda look: look.screen == "alert")
    # The first page of a trick may have its second card already: it is that card's page.
    lain = [(laid[min(looks[at].laid, 4) - 1] + READ_S, looks[at]) for at in trick]
    return (
        Cut(laid[0] - 1.0, laid[3] + 2.2, ((0.0, looks[max(0, first - 1)]), *lain)),
        Cut(over - 1.0, over + 4.0, ((0.0, looks[result - 1]), (over + READ_S, looks[result]))),
        Cut(shown - 1.5, shown + 3.5, ((0.0, looks[alert - 1]), (shown + READ_S, looks[alert]))),
    )


def _first(looks: Sequence[Look], wanted: Callable[[Look], bool]) -> int:
    for at, look in enumerate(looks):
        if wanted(look):
            return at
    raise ValueError("The evening did not come to what the film is to show.")


def _truth() -> tuple[list[float], float, float]:
    """Return the recording's seconds: first trick's cards, end of the first deal, the proof."""
    lines = SAMPLE_VIDEO.with_suffix(".truth.jsonl").read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines if line]
    cards = [each["seconds"] for each in told if each["kind"] == "card"]
    over = next(each["seconds"] for each in told if each["kind"] == "deal_end")
    first, second, _ = true_deals(SAMPLE_VIDEO)
    proof = len(first["plays"]) + second["expect"]["verdicts"][0]["shown_by"]
    return cards[:4], over, cards[proof]


def watched() -> list[Look]:
    """Let the program watch the sample evening until its first alert."""
    looks: list[Look] = []
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        # Nothing is worked out beside it: that would only take the machine from what is filmed.
        (home / "page.toml").write_text('open_cards = "nobody"\n', "utf-8")
        browser = launch(playwright)
        width, height = PAGE
        page = browser.new_page(
            viewport={"width": width, "height": height}, locale="de-DE", reduced_motion="reduce"
        )
        with sample_running(home, speed=PACE) as appliance:
            page.goto(appliance.address)
            end = time.monotonic() + LONGEST_S
            while time.monotonic() < end and not (looks and looks[-1].screen == "alert"):
                looks += _new(page, looks[-1:])
                _a_moment(appliance)
        browser.close()
    return looks


def _new(page: Page, before: Sequence[Look]) -> list[Look]:
    """Return the page where it became another one, and stayed so while its picture was taken."""
    now = Look(*page.evaluate(_GLANCE))
    while now not in before:
        seen = replace(now, picture=page.screenshot())
        now = Look(*page.evaluate(_GLANCE))
        if now == seen:
            return [seen]
    return []


def _a_moment(appliance: Appliance) -> None:
    """Wait for the next look; a program that ended has nothing to show."""
    try:
        appliance.process.wait(0.1)
    except subprocess.TimeoutExpired:
        return
    raise AssertionError(appliance.process.communicate())


def frames(looks: Sequence[Look]) -> Iterator[Pictures.Image]:
    """Yield the film's pictures: the watched square, and beside it the page."""
    film = cv2.VideoCapture(str(SAMPLE_VIDEO))
    _, height = PAGE
    for cut in cuts(looks):
        for second, look in cut.moments():
            film.set(cv2.CAP_PROP_POS_MSEC, 1000 * second)
            there, picture = film.read()
            if not there:
                raise ValueError("The recording is shorter than the evening that was watched.")
            middle = square(np.asarray(picture, np.uint8), None, height)
            page = Pictures.open(io.BytesIO(look.picture))
            whole = Pictures.new("RGB", (height + page.width, height))
            whole.paste(Pictures.fromarray(cv2.cvtColor(middle, cv2.COLOR_BGR2RGB)), (0, 0))
            whole.paste(page, (height, 0))
            yield whole
    film.release()


def main() -> None:
    """Watch, cut, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=Path, help="a folder for each picture on its own, too")
    asked = parser.parse_args()
    first, *rest = frames(watched())
    first.save(
        FILM,
        save_all=True,
        append_images=rest,
        duration=round(1000 / RATE),
        loop=0,
        quality=QUALITY,
        method=6,
        minimize_size=True,
    )
    if asked.frames is not None:
        asked.frames.mkdir(parents=True, exist_ok=True)
        for number, picture in enumerate((first, *rest)):
            picture.save(asked.frames / f"{number:03}.png")
    sys.stdout.write(f"{FILM.name}: {1 + len(rest)} pictures, {FILM.stat().st_size / 1e6:.2f} MB\n")


if __name__ == "__main__":
    main()
