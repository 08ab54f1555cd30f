"""The file for friends: all inside, nothing that runs but its own script, nothing left over."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from engine.events import Event
from kiosk.web.evening.replay import Film, evening_html
from tests.kiosk.replay.evenings import HOSTILE, PLAYS, an_evening, began, dealt, library_of


def file_of(events: list[Event]) -> str:
    library = library_of(events)
    tape = library.tape("1")
    assert tape is not None
    return evening_html(tape, library)


@pytest.fixture(scope="module")
def written() -> str:
    return file_of(an_evening(HOSTILE))


class Parts(HTMLParser):
    """What a browser makes of a document."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._in: str | None = None
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._in = tag
        if tag in ("script", "style"):
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        self._in = None

    def handle_data(self, data: str) -> None:
        if self._in in ("script", "style"):
            self.texts[self._in][-1] += data


def film(written: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', written, re.S)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def step(told: dict[str, Any], deal: int, index: int, language: str = "de") -> str:
    rows = told["deals"][deal]["steps"][index][language]
    return "\n".join(told["lines"][line] for row in rows for line in told["blocks"][row])


def test_nothing_in_it_points_outside(written: str) -> None:
    for tag, attributes in Parts(written).tags:
        for name in ("src", "href", "action", "data-at"):
            value = attributes.get(name)
            assert value is None or value.startswith(("#", "data:")), (tag, attributes)
    told = film(written)
    for line in told["lines"]:
        assert not re.search(r'(?:src|href)="(?!#|data:)', line), line
        assert "/static/" not in line
    styles = "".join(Parts(written).texts["style"])
    assert not re.search(r'url\("(?!data:)', styles)
    assert "@import" not in styles


def test_its_policy_allows_its_own_style_and_script_alone(written: str) -> None:
    parts = Parts(written)
    policy = next(a["content"] for t, a in parts.tags if "http-equiv" in a) or ""
    assert policy.startswith("default-src 'none'; img-src data:; font-src data:; style-src")
    assert "unsafe" not in policy
    assert "http" not in policy
    for text in (parts.texts["style"][0], parts.texts["script"][-1]):
        hashed = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{hashed}'" in policy
    assert not any(name.startswith("on") for _, found in parts.tags for name in found)
    assert not any("style" in attributes for _, attributes in parts.tags)


def test_hostile_names_stay_names(written: str) -> None:
    scripts = [tag for tag, _ in Parts(written).tags if tag == "script"]
    assert len(scripts) == 2, "the data and the player"
    assert "<img src=x>" not in written
    told = film(written)
    drawn = "\n".join(told["lines"])
    assert "<img src=x>" not in drawn
    assert "</script" not in drawn
    assert "<b>Resi" not in drawn


def test_every_step_is_in_it_in_both_languages_and_each_face_once(written: str) -> None:
    told = film(written)
    first = told["deals"][0]["steps"]
    assert [len(deal["steps"]) for deal in told["deals"]] == [43, 32]
    assert 'data-card="EO"' in step(told, 0, 2)
    assert "Wiedergabe" in step(told, 0, 2, "de")
    assert "Replay" in step(told, 0, 2, "en")
    assert 'data-screen="result"' in step(told, 0, len(first) - 1)
    faces = re.findall(r"data:image/svg\+xml;base64,[\w+/=]+", "\n".join(told["lines"]))
    assert len(faces) == len(set(faces)) == 32
    assert told["deals"][1]["corrected"]
    assert sum(each["alert"] for each in told["deals"][1]["steps"]) == 1


def test_its_front_tells_standing_deals_and_payments_in_both_languages() -> None:
    written = file_of([*began(), *dealt(1, PLAYS)])
    for words in ("Stand", "Abrechnen", "Resi und Sepp gewinnen", "Standings", "Settling up"):
        assert words in written
    assert "ab" * 4 not in written or "Prüfsumme" in written
    assert "<polyline" in written or "<path" in written


def test_a_film_gives_back_what_was_put_in() -> None:
    reel = Film()
    markup = '<main>\n<p>a</p>\n<p>b</p>\n</main>\n<div class="slot">\n<p>a</p>\n</div>'
    rows = [reel.add(markup), reel.add(markup.replace("b", "c")), reel.add(markup)]
    told = json.loads(json.dumps(reel.written()))
    lines = [[told["lines"][n] for row in each for n in told["blocks"][row]] for each in rows]
    assert ["\n".join(each) for each in lines] == [markup, markup.replace("b", "c"), markup]
    assert rows[0] == rows[2]
