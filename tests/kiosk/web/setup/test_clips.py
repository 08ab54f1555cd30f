"""The page of clips: seen first, kept by a tap alone, on no phone that looks on, behind the PIN."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.cards import GERMAN_32, card
from engine.text import Language
from kiosk.camera.workshop import Workshop
from kiosk.exports.files import Stick
from kiosk.home.clips import MOST, ClipFolder
from kiosk.home.data_folder import Home
from kiosk.web import pin as pin_pages
from kiosk.web.phones.guest_app import create_guest_app
from kiosk.web.pin import HostPin
from tests.kiosk.browsing import go
from tests.kiosk.camera.test_clip import frames_of, sighting
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.home.test_clips import HOSTILE, NAME
from tests.kiosk.opened import post, sentence, text
from tests.kiosk.served import Pages, pages, serving
from tests.vision.drawn import Laid, Table
from vision.camera.frames import Frame

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

NOW = datetime(2026, 11, 20, 21, 30, 5)
EVERY = re.compile(r"(?s)<script.*?</script>|<style.*?</style>|<[^>]+>")


@dataclass
class Place:
    """A table with a camera that has seen three cards."""

    door: FakeDoor
    workshop: Workshop

    @property
    def kept(self) -> ClipFolder:
        return ClipFolder(self.workshop.home)

    def pages(self, language: Language = "de") -> Pages:
        return pages(
            language=language,
            workshop=self.workshop,
            order_of=lambda deal: GERMAN_32,
            now=lambda: NOW,
        )

    def client(self, language: Language = "de") -> FlaskClient:
        return self.pages(language).app(self.door).test_client()

    def files(self) -> list[Path]:
        return sorted(path for path in self.workshop.home.root.rglob("*") if path.is_file())


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr("kiosk.web.setup.clips.sticks", tuple)
    home = Home(tmp_path / "home")
    home.prepare()
    place = Place(FakeDoor(), Workshop(home))
    place.door.seat_them()
    see(place.workshop)
    return place


def see(workshop: Workshop, seconds: float = 1.5) -> None:
    """Let the ring see a table on which three cards come to lie, one after the other."""
    table = Table(width=640, height=400)
    which = ("EO", "GA", "S7")
    for index in range(round(seconds * 8) + 1):
        table.cards[:] = [
            Laid(card(code), 230 + 90 * each, 200, 0.1 * each, 120.0)
            for each, code in enumerate(which[: 1 + index * 3 // 13])
        ]
        workshop.ring.sees(Frame(index, index / 8, table.picture()))
        if index % 4 == 0:
            workshop.ring.hears(sighting(card(which[index // 4 % 3]), index // 4, index / 8))


def watch(client: FlaskClient) -> str:
    """Tap, see the clip to its end, return its number."""
    assert post(client, "/setup/clip").status_code == 303
    page = text(client.get("/setup/clip"))
    found = re.search(r'data-clip="(\d+)" data-pictures="(\d+)"', page)
    assert found is not None
    for index in range(int(found[2])):
        answer = client.get(f"/setup/clip/{found[1]}/{index}")
        assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
        assert answer.headers["Cache-Control"] == "no-store"
    return found[1]


def said(answer: TestResponse, client: FlaskClient) -> str:
    """Follow a tap that did something to the page that says what."""
    assert answer.status_code == 303
    return text(client.get(answer.headers["Location"]))


def test_nothing_is_on_the_disk_before_it_was_kept_and_then_one_file(place: Place) -> None:
    before, client = place.files(), place.client()
    number = watch(client)
    assert place.files() == before
    page = said(post(client, "/setup/clip/keep", clip=number, to="device"), client)
    assert f"Behalten: {NAME}" in page
    (file,) = set(place.files()) - set(before)
    assert file == place.kept.find(NAME).path
    told, pictures = frames_of(file.read_bytes())
    assert told["deck"] == place.door.view().state.deck
    assert [each["card"] for each in told["readings"]] == ["EO", "GA", "S7", "EO"]
    assert len(pictures) == len(told["t"]) == 13
    # Kept once: the clip that waited is gone.
    assert client.get(f"/setup/clip/{number}/0").status_code == 404


def test_it_is_not_kept_before_it_was_seen_to_its_end(place: Place) -> None:
    client = place.client()
    post(client, "/setup/clip")
    number = str(place.workshop.ring.take().number)
    client.get(f"/setup/clip/{number}/0")
    answer = post(client, "/setup/clip/keep", clip=number, to="device")
    assert answer.status_code == 409
    assert "erst bis zum Ende ansehen" in sentence(text(answer))
    assert place.kept.all() == ()


def test_a_page_opened_without_a_tap_takes_nothing(place: Place) -> None:
    page = text(place.client().get("/setup/clip"))
    assert "data-clip" not in page
    assert place.workshop.ring.taken() is None


@pytest.mark.parametrize("number", ["99", "", "-1", "../1", "٣", "1e9", "9" * 5000])
def test_a_number_that_is_gone_or_none_is_told(place: Place, number: str) -> None:
    client = place.client()
    watch(client)
    answer = post(client, "/setup/clip/keep", clip=number, to="device")
    assert answer.status_code == 409
    assert "schon vergessen" in sentence(text(answer))
    assert place.kept.all() == ()


def test_pictures_of_a_number_that_is_gone_are_not_found(place: Place) -> None:
    client = place.client()
    number = watch(client)
    for path in (f"{number}/13", "99/0", f"{number}/-1", "x/0", "..%2f0/0", f"{'9' * 30}/0"):
        assert client.get(f"/setup/clip/{path}").status_code == 404, path
    watch(client)
    assert client.get(f"/setup/clip/{number}/0").status_code == 404


def test_thrown_away_it_is_gone(place: Place) -> None:
    client = place.client()
    number = watch(client)
    before = place.files()
    assert post(client, "/setup/clip/drop").status_code == 303
    assert client.get(f"/setup/clip/{number}/0").status_code == 404
    assert place.files() == before


def test_with_the_camera_off_there_is_none(place: Place) -> None:
    place.workshop.window.forget()
    client = place.client()
    answer = post(client, "/setup/clip")
    assert answer.status_code == 409
    assert "Kamera ist aus" in sentence(text(answer))


def test_it_goes_onto_the_stick_and_is_not_kept_here(
    place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stick = tmp_path / "KARTEN"
    stick.mkdir()
    monkeypatch.setattr("kiosk.web.setup.clips.sticks", lambda: (Stick("KARTEN", stick),))
    client = place.client()
    page = said(post(client, "/setup/clip/keep", clip=watch(client), to="stick"), client)
    assert f"Auf dem Stick: mehrkopf-{NAME}.zip" in page
    (file,) = stick.iterdir()
    assert len(frames_of(file.read_bytes())[1]) == 13
    assert place.kept.all() == ()
    kept = place.kept.keep(file.read_bytes(), NOW)
    file.unlink()
    page = said(post(client, "/setup/clip/save", name=kept.name), client)
    assert "Auf dem Stick" in page
    assert (stick / f"mehrkopf-{NAME}.zip").read_bytes() == kept.path.read_bytes()


def test_a_stick_pulled_out_or_missing_is_told_and_the_clip_still_waits(
    place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client = place.client()
    number = watch(client)
    answer = post(client, "/setup/clip/keep", clip=number, to="stick")
    assert (answer.status_code, "Kein Stick da" in sentence(text(answer))) == (409, True)
    gone = Stick("GONE", tmp_path / "GONE")
    monkeypatch.setattr("kiosk.web.setup.clips.sticks", lambda: (gone,))
    answer = post(client, "/setup/clip/keep", clip=number, to="stick")
    assert (answer.status_code, "kann nicht nach GONE" in sentence(text(answer))) == (409, True)
    assert post(client, "/setup/clip/keep", clip=number, to="device").status_code == 303


def test_a_device_that_is_full_says_so_and_the_clip_still_waits(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(MOST):
        place.kept.keep(b"x", NOW)
    client = place.client()
    number = watch(client)
    answer = post(client, "/setup/clip/keep", clip=number, to="device")
    assert answer.status_code == 409
    assert f"Mehr als {MOST} Ausschnitte" in sentence(text(answer))
    place.kept.delete(NAME)
    free = shutil.disk_usage(place.workshop.home.root)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: free)
    answer = post(client, "/setup/clip/keep", clip=number, to="device")
    assert (answer.status_code, "zu wenig Platz" in sentence(text(answer))) == (409, True)
    monkeypatch.undo()
    assert len(place.kept.all()) == MOST - 1
    assert place.workshop.ring.played(int(number)).number == int(number)


def test_what_was_kept_is_deleted_by_a_tap(place: Place) -> None:
    place.kept.keep(b"x", NOW)
    client = place.client()
    assert f'data-kept="{NAME}"' in text(client.get("/setup/clip"))
    page = said(post(client, "/setup/clip/delete", name=NAME), client)
    assert f"Gelöscht: {NAME}" in page
    assert place.kept.all() == ()
    answer = post(client, "/setup/clip/delete", name=NAME)
    assert (answer.status_code, "gibt es nicht" in sentence(text(answer))) == (409, True)


@pytest.mark.parametrize("name", [*HOSTILE, "<script>alert(1)</script>", "x" * 3000])
@pytest.mark.parametrize("order", ["delete", "save"])
def test_a_name_that_leads_elsewhere_touches_nothing(place: Place, order: str, name: str) -> None:
    place.workshop.home.secret.with_suffix(".zip").write_text("secret")
    place.kept.keep(b"x", NOW)
    before = place.files()
    answer = post(place.client(), f"/setup/clip/{order}", name=name)
    assert answer.status_code == 409
    assert "gibt es nicht" in sentence(text(answer))
    assert "<script>alert" not in text(answer)
    assert place.files() == before


def test_without_the_pages_own_token_nothing_is_done(place: Place) -> None:
    client = place.client()
    assert client.post("/setup/clip").status_code == 400
    assert client.post("/setup/clip/delete", data={"name": NAME}).status_code == 400
    assert place.workshop.ring.taken() is None


def test_phones_that_look_on_have_no_such_page(place: Place) -> None:
    number = watch(place.client())
    app = create_guest_app(place.door, place.pages().guests)
    assert not [rule.rule for rule in app.url_map.iter_rules() if "clip" in rule.rule]
    client = app.test_client()
    for path in ("/setup/clip", f"/setup/clip/{number}/0", "/setup/clip/keep"):
        assert client.get(path).status_code == 404
        assert client.post(path).status_code in (404, 405)


def test_the_pin_is_asked_before_anything_is_seen_taken_or_kept(
    place: Place, tmp_path: Path
) -> None:
    number = watch(place.client())
    app = place.pages().app(place.door)
    pin = HostPin(tmp_path / "pin")
    pin.choose("2580")
    app.extensions[pin_pages.EXTENSION] = pin
    client = app.test_client()
    for path in ("/setup/clip", f"/setup/clip/{number}/0"):
        assert client.get(path).headers["Location"].startswith("/pin?"), path
    for order in ("", "/keep", "/drop", "/delete", "/save"):
        answer = post(client, f"/setup/clip{order}", clip=number, to="device", name=NAME)
        assert answer.headers["Location"].startswith("/pin?"), order
    assert place.kept.all() == ()
    assert place.workshop.ring.played(int(number)).number == int(number)
    post(client, "/pin", pin="2580", next="/setup/clip")
    assert post(client, "/setup/clip/keep", clip=number, to="device").status_code == 303
    assert len(place.kept.all()) == 1


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_state_of_the_page_is_in_one_language(place: Place, language: Language) -> None:
    client = place.client(language)
    german = {"Ausschnitt", "Sekunden", "Behalten", "Verwerfen", "Löschen", "behalten"}
    english = {"seconds", "Keep", "Discard", "Delete", "kept"}
    other = english if language == "de" else german
    own = german if language == "de" else english
    for act in (lambda: None, lambda: place.kept.keep(b"x", NOW), lambda: watch(client)):
        act()
        words = set(re.findall(r"[\wäöüÄÖÜß]+", EVERY.sub(" ", text(client.get("/setup/clip")))))
        assert words & own, words
        assert not words & other, words & other


SIZES = ((1280, 800), (800, 480), (390, 844))
FITS = """[...document.querySelectorAll(".page, .foot, .bar, main, .lines, .eye, button, img")]
    .filter(e => { const r = e.getBoundingClientRect();
        return r.right > innerWidth + 1 || r.left < -1 })
    .map(e => e.outerHTML.slice(0, 90))"""
REACHABLE = """[...document.querySelectorAll("#clip, #page button:not([disabled]), .foot button")]
    .filter(e => {
        e.scrollIntoView({block: "nearest"}); const r = e.getBoundingClientRect();
        return r.height < 20 || r.bottom > innerHeight + 1 || r.top < -1 })
    .map(e => e.outerHTML.slice(0, 90))"""


TIMERS = """(() => {
    const waiting = new Set(), set = window.setTimeout, clear = window.clearTimeout;
    window.most = 0;
    window.setTimeout = (act, ms) => {
        const timer = set(() => { waiting.delete(timer); act(); }, ms);
        if (ms === 125) waiting.add(timer);
        window.most = Math.max(window.most, waiting.size);
        return timer;
    };
    window.clearTimeout = timer => { waiting.delete(timer); clear(timer); };
    Object.defineProperty(HTMLImageElement.prototype, "complete", { get: () => true });
})()"""
"""Counts the clip's timers, on a browser that calls a picture complete before its load is told."""


@pytest.fixture
def address(place: Place) -> Iterator[str]:
    with serving(place.pages().app(place.door)) as address:
        yield address


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_finger_taps_sees_keeps_and_deletes(
    place: Place, context: BrowserContext, address: str, size: tuple[int, int]
) -> None:
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/setup/clip")
    go(page, page.get_by_role("button", name="Ausschnitt ansehen"))
    keep = page.get_by_role("button", name="Im Gerät behalten")
    assert keep.is_disabled()
    assert place.files() == []
    # Only once every picture was loaded and shown may it be kept.
    page.locator("#keep:not([disabled])").wait_for()
    assert keep.is_enabled()
    assert page.evaluate(FITS) == []
    assert page.evaluate(REACHABLE) == []
    go(page, keep)
    assert f"Behalten: {NAME}" in page.locator("#saved").inner_text()
    assert page.evaluate(FITS) == []
    assert page.evaluate(REACHABLE) == []
    (file,) = place.files()
    assert len(frames_of(file.read_bytes())[1]) == 13
    for _ in range(MOST - 1):
        place.kept.keep(b"x", NOW)
    page.reload()
    assert page.evaluate(FITS) == []
    assert page.evaluate(REACHABLE) == []
    go(page, page.get_by_role("button", name="Löschen").first)
    assert len(place.files()) == MOST - 1
    assert complaints == []


@pytest.mark.browser
def test_a_first_picture_that_is_there_already_does_not_double_the_speed(
    context: BrowserContext, address: str
) -> None:
    page = context.new_page()
    page.add_init_script(TIMERS)
    page.goto(f"{address}/setup/clip")
    go(page, page.get_by_role("button", name="Ausschnitt ansehen"))
    page.locator("#keep:not([disabled])").wait_for()
    assert page.evaluate("window.most") == 1
