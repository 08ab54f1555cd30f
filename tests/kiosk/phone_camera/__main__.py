"""`python -m tests.kiosk.phone_camera`: how long a card takes to the page, by phone and by cable.

Both show the same film at thirty pictures a second; counted is from the moment a card lies at rest
before the camera until it stands on the table's page.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.chromium import launch
from tests.kiosk.phone_camera import film
from tests.kiosk.phone_camera.browsers import (
    PATIENCE_MS,
    SEEN,
    phone_browser,
    phone_page,
    reaches,
    switch_on,
)
from tests.kiosk.phone_camera.film import number_of
from tests.kiosk.phone_camera.house import FilmCamera, PhoneHouse, number_in, phone_house

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

    from vision.camera.frames import Frame


def watched(kiosk: Page, house: PhoneHouse) -> None:
    """Look at the table's page and note its cards."""
    kiosk.goto(house.address)
    kiosk.evaluate(SEEN)


def shown(kiosk: Page) -> Mapping[str, int]:
    """Wait for every card of the film; return when each stood on the table's page, in ms."""
    for card, _ in film.resting():
        kiosk.wait_for_function(f"window.seen['{card}']", timeout=PATIENCE_MS)
    seen: Mapping[str, int] = kiosk.evaluate("window.seen")
    return seen


def by_cable(kiosk: Page, folder: Path) -> dict[str, float]:
    """Measure a camera that delivers every picture at once."""
    with phone_house(folder) as house:
        house.play()
        watched(kiosk, house)
        camera = FilmCamera()
        assert house.sight.live is not None
        house.sight.live.reopen_with(lambda: camera, other=True)
        house.workshop.camera.on()
        seen = shown(kiosk)
    return {
        card: seen[card] - 1000 * (camera.began + number / film.RATE)
        for card, number in film.resting()
    }


def by_phone(playwright: Playwright, kiosk: Page, folder: Path) -> tuple[dict[str, float], str]:
    """Measure a phone; also how many pictures a second came, how long each took, and how old it was
    when it was looked at: pictures that queued would grow older and older.

    Counted is from the first picture of the resting card that its page took from its camera: a
    browser that has little of the processor shows the film more slowly than it was filmed.
    """
    with (
        phone_house(folder) as house,
        phone_browser(playwright.chromium, film.write(folder / "table.mjpeg")) as browser,
    ):
        bodies, took = list[tuple[float, bytes]](), list[int]()
        looked = list[tuple[float, int]]()
        take = house.sight.line.take

        def taken(body: bytes) -> None:
            bodies.append((time.time(), body))
            take(body)

        def newest(timeout: float | None = None) -> Frame | None:
            frame = fetch(timeout)
            if frame is not None:
                looked.append((time.time(), number_of(frame.image)))
            return frame

        vars(house.sight.line)["take"] = taken
        live = house.sight.live
        assert live is not None
        fetch = live.newest
        vars(live)["newest"] = newest
        house.camera.heard = lambda word: took.append(word.took_ms or 0)  # type: ignore[method-assign]
        code = switch_on(kiosk, house)
        phone = phone_page(browser)
        phone.goto(f"https://127.0.0.1:{house.port}/#{code}")
        reaches(phone, "off")
        house.play()
        watched(kiosk, house)
        house.workshop.camera.on()
        reaches(phone, "on")
        seen = shown(kiosk)
        drawn: list[int] = phone.evaluate("window.drawn")
    came = [(at, number_in(body)) for at, body in bodies]
    numbers = [number for _, number in came]
    pictures = tuple(zip(drawn, numbers, strict=False))
    found = {
        card: seen[card] - next(at for at, number in pictures if number >= rests)
        for card, rests in film.resting()
    }
    ages = [1000 * (at - _came(came, at, number)) for at, number in looked]
    # The browser shows the film again and again: what was missed in one showing is seen in another.
    showings = 1 + sum(after < before for before, after in pairwise(numbers))
    (first, low), (last, high) = pictures[0], max(pictures, key=lambda each: each[1])
    pace = 1000 * (high - low) / film.RATE / (last - first)
    rate = 1000 * len(pictures) / (pictures[-1][0] - first)
    way = statistics.median(each for each in took if each)
    said = (
        f"{rate:.1f} pictures a second, {way:.0f} ms on their way, film at {pace:.0%} of its pace\n"
        f"phone: pictures {statistics.median(ages):.0f} ms old when looked at, {max(ages):.0f} at "
        f"most, the last {ages[-1]:.0f}; the film was shown {showings} times"
    )
    return dict(found), said


def _came(came: Sequence[tuple[float, int]], before: float, number: int) -> float:
    """Return when a picture came that was looked at then."""
    return max(at for at, each in came if each == number and at <= before)


def main() -> None:
    """Measure and print."""
    film.pictures()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        kiosk = launch(playwright).new_context(locale="de-DE", bypass_csp=True).new_page()
        kiosk.set_default_timeout(PATIENCE_MS)
        cable = by_cable(kiosk, Path(folder) / "cable")
        phone, said = by_phone(playwright, kiosk, Path(folder) / "phone")
    for name, found in (("cable", cable), ("phone", phone)):
        each = ", ".join(f"{card} {ms:.0f}" for card, ms in found.items())
        sys.stdout.write(f"{name}: median {statistics.median(found.values()):.0f} ms ({each})\n")
    sys.stdout.write(f"phone: {said}\n")


main()
