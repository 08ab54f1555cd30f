"""The demonstration's end: it begins again by a tap, and what nobody ruled on stays in sight.

The program is put together as for `run`, before a film that ends when the test says so; the cards
of the sample evening are laid by hand, much faster than they are seen.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from flask.testing import FlaskClient

from engine.cards import card
from engine.events import CardPlayed
from engine.text import Language
from kiosk.camera import sight
from kiosk.cli.command import Arguments
from kiosk.cli.run import prepare
from kiosk.director.deal_source import CalledDeals
from kiosk.home.data_folder import Home
from kiosk.launch import Amends, Launch
from kiosk.table import resumption
from kiosk.table.commands import CloseDeal, Undo
from kiosk.table.systemd import Service
from kiosk.table.view import TableView
from kiosk.table.writer import Table
from kiosk.web.door import the_door
from kiosk.web.swap import Swaps
from tests.kiosk.appliance import true_deals
from tests.kiosk.launch.test_damaged_files import ORDER
from tests.kiosk.opened import post, screen, text
from tests.kiosk.web.play.test_finding import fields
from vision.camera.frames import Frame, VideoFile

PATIENCE_S = 60.0
AGAIN = {"de": "Noch einmal", "en": "Play it again"}


class Film(VideoFile):
    """The sample's film; it ends when it is told to."""

    def __init__(self) -> None:
        super().__init__(resumption.SAMPLE_VIDEO)
        self.ends = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        self.ends.wait(PATIENCE_S)
        return iter(())

    def close(self) -> None:
        self.ends.set()
        super().close()


class Demonstration:
    """A program that shows the sample evening, one start after another."""

    def __init__(self, launch: Launch, swaps: Swaps, films: list[Film]) -> None:
        self._launch, self._swaps, self._films = launch, swaps, films
        self._shown = ExitStack()
        self.client: FlaskClient

    def rise(self) -> None:
        app, _ = self._launch.attempt(self._shown, Service({}))
        self.client = app.test_client()

    def swap(self) -> None:
        """Do what `kiosk.launch.run` does about a wish."""
        wished = self._swaps.wait(lambda: None)
        assert wished is not None
        self.close()
        self._launch.next(wished)
        self.rise()

    def close(self) -> None:
        self._shown.close()
        self._shown = ExitStack()

    @property
    def table(self) -> Table:
        with self.client.application.app_context():
            return cast("Table", the_door())

    def page(self, path: str = "/") -> str:
        return text(self.client.get(path))

    def wait_for(self, reached: Callable[[TableView], bool]) -> TableView:
        view = self.table.view()
        while not reached(view):
            news = self.table.wait(view.version, PATIENCE_S)
            assert news is not None, view
            view = news
        return view

    def lay(self, count: int) -> None:
        """Play the next deal of the evening, so many cards of it."""
        calls, table = CalledDeals(resumption.SAMPLE_CALLS), self.table
        opening = calls.next(table.view().state, None)
        table.call(lambda core: core.commit(opening))
        self._lay(0, count)

    def lay_on(self) -> None:
        """Play the running deal's other cards."""
        deal = self.table.view().state.deal
        assert deal is not None
        self._lay(len(deal.laid), 32)

    def _lay(self, first: int, last: int) -> None:
        done = len(self.table.view().state.finished)
        for seat, code in true_deals(resumption.SAMPLE_VIDEO)[done]["plays"][first:last]:
            played = CardPlayed(card(code), seat, "touch")
            self.table.call(lambda core, played=played: core.commit((played,)))  # type: ignore[misc]

    def close_deal(self) -> None:
        self.table.do(CloseDeal())

    def end_film(self) -> None:
        self.page()
        self._films[-1].ends.set()
        self.wait_for(lambda view: view.camera.over)


@pytest.fixture(params=["de", "en"])
def language(request: pytest.FixtureRequest) -> Language:
    return cast("Language", request.param)


@pytest.fixture
def shown(
    tmp_path: Path, language: Language, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Demonstration]:
    home = Home(tmp_path / "home")
    home.prepare()
    films: list[Film] = []

    def opened(_: object) -> Film:
        films.append(Film())
        return films[-1]

    monkeypatch.setattr(sight, "open_source", opened)
    monkeypatch.setattr("kiosk.cli.run.cameras", tuple)
    swaps = Swaps()
    arguments = Arguments(**{**ORDER, "no_camera": False, "lang": language, "language": language})
    launch = Launch(partial(prepare, arguments), home, language, swaps, stays=True)
    demonstration = Demonstration(launch, swaps, films)
    demonstration.rise()
    try:
        yield demonstration
    finally:
        demonstration.close()


def first_place(page: str) -> tuple[str, str]:
    """Return where the foot's first place leads and what it says."""
    foot = page.split('<div class="first">')[1]
    action = re.search(r'(?:action|href)="([^"]*)"', foot)
    words = re.search(r'class="button[^"]*"[^>]*>([^<]*)', foot)
    assert action is not None
    assert words is not None
    return action[1], words[1].replace("\xa0", " ")


def findings(page: str) -> list[str]:
    return [each.replace("&amp;", "&") for each in re.findall(r'data-finding href="([^"]+)"', page)]


def test_at_its_end_one_tap_begins_it_again(shown: Demonstration, language: Language) -> None:
    """The last deal is closed by itself: no further one begins and does so."""
    shown.lay(32)
    assert screen(shown.page()) == "table"
    assert first_place(shown.page())[0] != "/show"
    shown.end_film()
    shown.wait_for(lambda view: len(view.state.finished) == 1)
    page = shown.page()
    assert screen(page) == "result"
    assert first_place(page) == ("/show", AGAIN[language])
    assert "/own" in page
    post(shown.client, "/show")
    shown.swap()
    state = shown.table.view().state
    assert state.running
    assert state.deals == ()
    assert first_place(shown.page())[0] != "/show"
    # Its film runs with the next viewer, and at its end the same tap is there.
    shown.end_film()
    assert first_place(shown.page()) == ("/show", AGAIN[language])


def test_ended_by_a_tap_it_begins_again_too(shown: Demonstration, language: Language) -> None:
    shown.lay(5)
    post(shown.client, "/end")
    assert screen(shown.page()) == "end"
    assert first_place(shown.page()) == ("/show", AGAIN[language])
    post(shown.client, "/show")
    shown.swap()
    assert shown.table.view().state.running
    assert shown.table.view().state.deals == ()


def test_a_close_that_is_taken_back_stays_so(shown: Demonstration) -> None:
    shown.lay(32)
    shown.end_film()
    shown.wait_for(lambda view: len(view.state.finished) == 1)
    shown.table.do(Undo())
    page = shown.page()
    assert screen(page) == "table"
    assert first_place(page)[0] == "/show"


def test_a_finding_nobody_touched_stays_to_the_end_until_it_is_left_as_played(
    shown: Demonstration,
) -> None:
    """The film goes on over the alert and to its end; the next deals' cards hide nothing."""
    shown.lay(32)
    shown.close_deal()
    wrong = true_deals(resumption.SAMPLE_VIDEO)[1]["expect"]["verdicts"][0]
    shown.lay(wrong["shown_by"] + 1)
    assert screen(shown.page()) == "alert"
    shown.lay_on()
    assert screen(shown.page()) == "alert"
    shown.close_deal()
    assert screen(shown.page()) == "alert"
    shown.lay(1)
    page = shown.page()
    assert screen(page) == "table"
    (mark,) = findings(page)
    shown.lay_on()
    shown.end_film()
    shown.wait_for(lambda view: len(view.state.finished) == 3)
    # The last deal ends with a finding of its own; beside it one can see it all again.
    page = shown.page()
    assert screen(page) == "alert"
    assert 'action="/show"' in page
    post(shown.client, "/rule", **fields(page, "waived"))
    page = shown.page()
    assert screen(page) == "result"
    assert first_place(page)[0] == "/show"
    assert findings(page) == [mark]
    post(shown.client, "/end")
    page = shown.page()
    assert screen(page) == "end"
    assert findings(page) == [mark]
    late = shown.page(mark)
    assert screen(late) == "alert"
    post(shown.client, "/rule", **fields(late, "waived"))
    assert findings(shown.page()) == []
    assert findings(shown.page("/scores")) == []


@pytest.mark.parametrize("deck", [None, "isar"])
def test_a_deck_named_by_the_command_is_known_to_the_walk(tmp_path: Path, deck: str | None) -> None:
    home = Home(tmp_path)
    order = prepare(Arguments(**{**ORDER, "deck": deck}), home, Amends(), lambda step: None).order
    assert order.deck_told is (deck is not None)


@pytest.mark.parametrize("lang", [None, "en"])
def test_a_language_named_by_the_command_is_chosen(tmp_path: Path, lang: str | None) -> None:
    home = Home(tmp_path)
    order = prepare(Arguments(**{**ORDER, "lang": lang}), home, Amends(), lambda step: None).order
    assert order.language_told is (lang is not None)
