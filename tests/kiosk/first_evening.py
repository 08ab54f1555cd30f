"""A first evening as a new user has it: nothing but what is on the screen, every tap counted.

`python -m tests.kiosk.first_evening` writes the pictures of docs/FIRST_EVENING.md and docs/START.md
and prints the taps.
"""

from __future__ import annotations

import re
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

import cv2
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

from engine.text import LANGUAGES
from kiosk.screens.evening_plan import EveningPlan, StartStep
from tests.chromium import launch
from tests.kiosk.cli import address_of, start
from tests.kiosk.every_page.whole import LETTERS_CUT
from tests.kiosk.served import served
from tests.kiosk.state_screens import Off, Scene
from tests.kiosk.walks.pictures import at_rest, encoded

SCREENS = Path(__file__).parents[2] / "docs" / "screens" / "first"
START = SCREENS.parents[1] / "start"
QUALITY = 40
"""Of the pictures of docs/START.md."""
_SIDEWAYS = """[document.documentElement, document.querySelector(".stage")].map(
    e => e.scrollWidth - e.clientWidth)"""
_RESTED = """each => each.closest(".foot") && new Promise(done => setTimeout(done,
    Math.max(0, Number(document.body.dataset.rest || 0) + 1 - performance.now())))"""
"""The foot's places take no tap before a finger that bounces has come to rest."""
_AT_REST = """() => Date.now() - (JSON.parse(sessionStorage.getItem("place") || "{}").at || 0)
    >= Number(document.body.dataset.rest || 0)"""
_NOT_COUNTED = 'html[data-gone="gone"] #gone'
"""What a page says whose program is slow to answer."""
PATIENCE_MS = 120_000


@dataclass
class Finger:
    """One finger on the screen: it taps what it can see, and each tap is noted."""

    page: Page
    pictures: Path | None = None
    taps: list[tuple[str, str]] = field(default_factory=list)
    """On which screen, and what was tapped."""
    _seen: list[str] = field(default_factory=list)
    _last: Locator | None = None

    def look(self, screen: str) -> None:
        """Wait for a screen that fits: nothing on it is wider than the display."""
        there = self.page.locator(f'.page[data-screen="{screen}"]')
        there.or_(self.page.locator(_NOT_COUNTED)).first.wait_for()
        if self._last is not None and not there.is_visible():
            # The page said that no tap counts just now: once one does, it is tapped again.
            self.page.locator(_NOT_COUNTED).wait_for(state="detached")
            there.or_(self._last).first.wait_for()
            if not there.is_visible():
                self._last.click()
        there.wait_for()
        self.page.wait_for_load_state("load")
        assert self.page.evaluate(_SIDEWAYS) == [0, 0], screen
        assert self.page.evaluate(LETTERS_CUT) == [], screen
        if self.pictures is not None and screen not in self._seen:
            self._seen.append(screen)
            self.page.evaluate("document.fonts.ready")
            self.page.screenshot(
                path=self.pictures / f"{len(self._seen):02}-{screen}.jpg", type="jpeg", quality=60
            )

    def tap(self, where: Locator) -> None:
        """Tap something that can be seen without moving anything."""
        where.wait_for()
        # Drawn anew meanwhile, it has no box for a moment; an element that stays has one.
        self.page.wait_for_load_state()
        where.wait_for()
        box, size = where.bounding_box(), self.page.viewport_size
        assert box is not None
        assert size is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"] + 1, where
        screen = self.page.locator(".page").first.get_attribute("data-screen") or ""
        self.taps.append((screen, " ".join((where.inner_text() or "").split())))
        where.evaluate(_RESTED)
        self._last = where
        where.click()

    def button(self, words: str) -> None:
        """Tap the button or the link with these words."""
        self.tap(self.page.locator(".button", has_text=words).first)


MOST_TABS = 80
"""Presses of Tab to anything on a page, at most."""
_STANDS_ON = "e => e === document.activeElement || e.contains(document.activeElement)"
_SEEN = "getComputedStyle(document.activeElement).outlineStyle"


class Keys(Finger):
    """A keyboard instead of the finger: Tab until it stands there, for all to see, then Enter."""

    def tap(self, where: Locator) -> None:
        """Go to something by Tab and press Enter."""
        where.wait_for()
        self.taps.append(("", " ".join((where.inner_text() or "").split())))
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self._stands_on(where):
                assert self.page.evaluate(_SEEN) != "none", where
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"no way by Tab to {where}")

    @staticmethod
    def _stands_on(where: Locator) -> bool:
        try:
            return bool(where.evaluate(_STANDS_ON))
        except Error:
            # The page the last Enter leads to has just come.
            return False


@contextmanager
def running(home: Path, *words: str) -> Iterator[str]:
    """Run the program as it is started at power-on; yields the address of its page."""
    process = start(home, "run", "--port", "0", *words, OMP_NUM_THREADS="1")
    with process:
        try:
            yield address_of(process)
        finally:
            process.terminate()
            process.communicate(timeout=60)


def to_the_walk(finger: Finger) -> None:
    """Leave the filmed evening that a fresh machine without a camera shows."""
    finger.page.locator("#page .demo").wait_for()
    finger.button("Eigener Abend")
    finger.look("start")


def first_walk(finger: Finger, *, watched: bool = False) -> None:
    """Go through the first start up to the last question, typing one name letter by letter."""
    finger.button("Deutsch")
    if watched:
        finger.look("watch")
        finger.button("Mit Kamera")
    finger.look("game")
    finger.button("Passt so, um Geld")
    if watched:
        finger.look("deck")
        finger.tap(finger.page.locator(".menu .button").first)
    finger.look("people")
    for name in ("Resi", "Toni"):
        finger.button(name)
        # On a busy machine the page before may stand there for a while yet.
        finger.page.locator(".seat", has_text=name).wait_for()
    finger.button("Neuer Name")
    finger.look("name")
    for letter in "xaver":
        finger.tap(finger.page.locator(f'[data-key="{letter}"]'))
    finger.button("Fertig")
    finger.look("people")
    finger.page.locator(".seat", has_text=re.compile("Xaver")).wait_for()
    finger.button("Sepp")
    if watched:
        finger.look("dealer")
        finger.tap(finger.page.locator(".seat", has_text="Sepp"))
    finger.look("go")


def begin_by_dealer(finger: Finger) -> None:
    """Say who deals first, which begins the evening where no camera asks for consent."""
    finger.tap(finger.page.locator("#dealers .button", has_text="Sepp"))
    finger.look("wait")


def first_deal_by_hand(finger: Finger) -> None:
    """Enter the first result: Resi calls the Gras-Sau, plays with Sepp and wins."""
    finger.tap(finger.page.locator("#players .button", has_text="Resi"))
    finger.look("entry")
    for choice in ("kind-rufspiel", "suit-G", "partners-3", "won-1"):
        finger.tap(finger.page.locator(f"#tap-{choice}"))
    finger.tap(finger.page.locator("#confirm:not([disabled])"))
    finger.look("result")


class PatientFilm:
    """A filmed evening that goes on as somebody looks, never quicker than it was filmed.

    For each look it goes on by `A_LOOK` pictures at most: whoever looks slowly, because the machine
    is busy, sees a slower evening and misses nothing that lay there.
    """

    A_LOOK = 3
    """Pictures; a table at rest is looked at eight times a second, filmed were twenty-five."""

    def __init__(self, video: Path, looks: Callable[[], int]) -> None:
        self._film = cv2.VideoCapture(str(video))
        self._looks = looks
        self.pause_s = 1 / self._film.get(cv2.CAP_PROP_FPS)
        self._gate = threading.Lock()
        self._seen = self._ahead = self._shown = 0
        there, self._picture = self._film.read()
        assert there, video

    def shown(self) -> bytes:
        """Return the picture before the camera now, and go on where the last ones were looked at.

        A sensor is never quite still: every other picture is squeezed a little more.
        """
        with self._gate:
            if self._ahead >= self.A_LOOK:
                seen = self._looks()
                self._ahead = self._ahead if seen == self._seen else 0
                self._seen = seen
            if self._ahead < self.A_LOOK:
                self._ahead += 1
                there, picture = self._film.read()
                self._picture = picture if there else self._picture
            self._shown += 1
            quality = [cv2.IMWRITE_JPEG_QUALITY, 94 + self._shown % 2]
            return cv2.imencode(".jpg", self._picture, quality)[1].tobytes()

    def close(self) -> None:
        """Let go of the film."""
        with self._gate:
            self._film.release()


def looks(port: int) -> int:
    """Return how many pictures the program has looked at, as its own figures say (METRICS)."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_MS / 1000) as answer:
        told = re.search(rb"^mehrkopf_frame_seconds_count (\S+)$", answer.read(), re.MULTILINE)
    return 0 if told is None else int(float(told[1]))


@contextmanager
def camera_that_sees(video: Path, metrics_port: int) -> Iterator[str]:
    """A network camera before which a filmed evening is played; yields its address.

    It begins when the camera is switched on, and waits for the program whose figures are at this
    port.
    """
    film, ended = PatientFilm(video, lambda: looks(metrics_port)), threading.Event()

    class Pictures(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            try:
                while not ended.wait(film.pause_s):
                    data = film.shown()
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
                    self.wfile.write(f"Content-Length: {len(data)}\r\n\r\n".encode())
                    self.wfile.write(data + b"\r\n")
            except OSError:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Keep the output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Pictures)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/table.mjpg"
    finally:
        ended.set()
        server.shutdown()
        server.server_close()
        film.close()


def call_by_the_film(finger: Finger) -> None:
    """Say what is played in the filmed evening's first deal: Xaver calls the Schellen-Sau."""
    finger.tap(finger.page.locator("#players .button", has_text="Xaver"))
    finger.look("call")
    for choice in ("kind-rufspiel", "suit-S"):
        finger.tap(finger.page.locator(f"#tap-{choice}"))
    finger.tap(finger.page.locator("#confirm:not([disabled])"))


def start_pictures(browser: Browser) -> None:
    """Write the pictures of docs/START.md, in both languages: a table with a camera, nobody yet."""
    for language in LANGUAGES:
        scene = Scene()
        scene.door.show(source="camera", off=True)
        with served(scene.door, language=language, camera=Off()) as address:
            page = browser.new_page(viewport={"width": 800, "height": 480}, reduced_motion="reduce")
            named = EveningPlan(("Resi", "Toni", "", ""), "schafkopf", first=True)
            paths = {
                "language": "/",
                "camera": EveningPlan(first=True).href(StartStep.WATCH),
                "people": named.href(StartStep.PEOPLE),
            }
            for name, path in paths.items():
                page.goto(address + path)
                file = START / f"{name}-{language}.webp"
                file.write_bytes(encoded(at_rest(page), QUALITY))
            page.close()


def main() -> None:
    """Write the pictures and print every tap."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = launch(playwright)
        start_pictures(browser)
        page = browser.new_page(
            viewport={"width": 800, "height": 480}, locale="de-DE", reduced_motion="reduce"
        )
        page.set_default_timeout(PATIENCE_MS)
        finger = Finger(page, SCREENS)
        with running(Path(home)) as address:
            page.goto(address)
            to_the_walk(finger)
            first_walk(finger)
            begin_by_dealer(finger)
            first_deal_by_hand(finger)
        browser.close()
    for number, (screen, words) in enumerate(finger.taps, start=1):
        print(f"{number:2}  {screen:8} {words}")


if __name__ == "__main__":
    main()
