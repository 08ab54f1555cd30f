"""The replay's pages: lists, steps, what is refused, and that nothing of what follows shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from engine.cards import GERMAN_32, card
from engine.events import CardCorrected, Event
from engine.journal.journal import Journal
from kiosk.exports.past_evenings import PastEvenings
from kiosk.replay.library import deal_replay
from kiosk.table.writer import Table
from kiosk.web.evening.replay import create_replay_app
from tests.kiosk.fake_door import REVOKE
from tests.kiosk.opened import screen, sentence, shown_cards, text
from tests.kiosk.replay.evenings import (
    HOSTILE,
    PLAYS,
    an_evening,
    began,
    dealt,
    journal_of,
    library_of,
    often_put_right,
)
from tests.kiosk.served import app_of


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[FlaskClient]:
    """The kiosk's own pages over a journal with two finished deals and a running one."""
    path = tmp_path / "journal.sqlite"
    journal_of(path, an_evening())
    with Table(Journal.open(path)) as table:
        yield app_of(table, past=PastEvenings(path)).test_client()


def alone(*evenings: list[Event]) -> FlaskClient:
    return create_replay_app(library_of(*evenings), "de").test_client()


def page(client: FlaskClient, path: str) -> str:
    """Open a page, and the one it leads to; without the token that is another each time."""
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == 200, text(answer)
    return re.sub(r'name="csrf_token" value="[^"]+"', "", text(answer))


def links(opened: str, go: str) -> str:
    found = re.search(rf'data-go="{go}" href="([^"]+)"', opened)
    assert found is not None, f"nowhere to go: {go}"
    return found[1].replace("&amp;", "&")


def every_step(client: FlaskClient, path: str) -> Iterator[str]:
    """Open a deal from its beginning and follow the link to the next card until the end."""
    opened = page(client, path)
    yield opened
    while re.search(r'data-go="on" href', opened):
        opened = page(client, links(opened, "on"))
        yield opened


def test_the_lists_lead_to_every_deal_but_the_one_that_runs(kiosk: FlaskClient) -> None:
    assert 'href="/replay/1"' in page(kiosk, "/replay")
    listed = page(kiosk, "/replay/now")
    assert 'href="/replay/now/1"' in listed
    assert 'href="/replay/now/2"' in listed
    assert 'href="/replay/now/3"' not in listed
    assert "läuft gerade" in listed


def test_without_scripts_links_lead_through_the_whole_deal_and_back(kiosk: FlaskClient) -> None:
    pages = list(every_step(kiosk, deal_replay(1)))
    assert [screen(each) for each in pages][:1] == ["wait"]
    assert [screen(each) for each in pages].count("table") == 32 + 8 + 1
    assert screen(pages[-1]) == "result"
    assert pages[-1] == page(kiosk, f"{deal_replay(1)}/end")
    back = page(kiosk, links(pages[-1], "back"))
    assert back == pages[-2]
    third = page(kiosk, "/replay/now/1?trick=3")
    assert shown_cards(third)[:1] == [PLAYS[8][1:]]
    assert page(kiosk, "/replay/now/1?card=9") == third
    assert shown_cards(page(kiosk, links(third, "trick-on")))[:1] == [PLAYS[12][1:]]


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_page_says_that_it_is_a_replay(kiosk: FlaskClient, language: str) -> None:
    with kiosk.session_transaction() as session:
        session["language"] = language
    word = {"de": "Wiedergabe", "en": "Replay"}[language]
    paths = ["/replay", "/replay/now", *(f"/replay/now/2?card={n}" for n in range(0, 23, 2))]
    for path in [*paths, f"{deal_replay(2)}/end"]:
        assert re.search(rf'class="replaying"[^>]*>{word}<', page(kiosk, path)), path


def test_of_the_deal_that_runs_nothing_is_shown_anywhere(kiosk: FlaskClient) -> None:
    for path in ("/replay/now/3", "/replay/1/3/end", "/replay/now/3?card=2", "/replay/1/3/125"):
        answer = kiosk.get(path)
        assert answer.status_code == 403
        assert "läuft noch" in sentence(text(answer))
        assert not shown_cards(text(answer))
    file = text(kiosk.get("/replay/now/file"))
    assert "lief noch" in file
    assert '"number":2' in file
    assert '"number":3' not in file


def test_what_is_not_there_is_told_in_a_sentence(kiosk: FlaskClient) -> None:
    for path in ("/replay/9", "/replay/x", "/replay/now/8", "/replay/1/1/999999", "/replay/1/1/0"):
        answer = kiosk.get(path)
        assert answer.status_code == 404, path
        assert sentence(text(answer))
    assert kiosk.post("/replay/1").status_code in (400, 405)


def test_nothing_recorded_is_no_error() -> None:
    assert "Noch kein Abend da" in page(alone(), "/replay")
    assert "Noch kein Spiel da" in page(alone(began()), "/replay/1")


def test_a_card_can_be_put_right_from_the_replay_of_this_evening_only(kiosk: FlaskClient) -> None:
    third = page(kiosk, "/replay/now/1?trick=3")
    found = re.search(r'href="(/check/\d+[^"]*)"', third)
    assert found is not None
    assert kiosk.get(unescape(found[1])).status_code == 200
    assert "/check/" not in page(alone(an_evening()), "/replay/1/1?trick=3")


def test_nothing_on_a_replayed_page_can_be_sent_but_the_language(kiosk: FlaskClient) -> None:
    for path in ("", "/2", "/2?card=9", "/2?card=22", "/2/end", "/1/end"):
        opened = page(kiosk, f"/replay/now{path}")
        assert set(re.findall(r'method="post" action="([^"]+)"', opened)) <= {"/language"}


# Spoilers.


def other_endings() -> Iterator[tuple[int, list[Event]]]:
    """The same deal up to card `n`, and then another one."""
    rest = [f"{play[0]}{later}" for play, later in zip(REVOKE[17:], SPARE, strict=False)]
    yield 17, [*began(), *dealt(1, [*REVOKE[:17], *rest])]
    yield 13, [*began(), *dealt(1, REVOKE[:13], "thrown_in")]


SPARE = [each.code for each in reversed(GERMAN_32)]


@pytest.mark.parametrize(("count", "other"), list(other_endings()))
def test_a_page_hangs_on_nothing_that_comes_after_it(count: int, other: list[Event]) -> None:
    one, two = alone([*began(), *dealt(1, REVOKE)]), alone(other)
    assert page(one, "/replay/1") == page(two, "/replay/1")
    pages = zip(every_step(one, "/replay/1/1"), every_step(two, "/replay/1/1"), strict=False)
    same = 0
    for first, second in pages:
        played = int(re.findall(r'id="scrub"[^>]* value="(\d+)"', first)[0])
        if played > count or 'data-go="on" href' not in second:
            break
        if same and played == count and played % 4 == 0:
            break  # what follows the last common card may be a sweep or not
        assert first == second
        same += 1
    assert same >= count


def test_with_marks_the_places_of_alert_and_correction_can_be_jumped_to(kiosk: FlaskClient) -> None:
    hidden = page(kiosk, "/replay/now/2")
    assert "data-jump" not in hidden
    shown = page(kiosk, re.findall(r'id="toggle" href="([^"]+)"', hidden)[0])
    jumps = dict(re.findall(r'data-jump="(\w+)" href="([^"]+)"', shown))
    assert screen(page(kiosk, jumps["alert"])) == "alert"
    assert "Berichtigt: Toni legte Herz-Zehn" in page(kiosk, jumps["correction"])
    assert "marks=1" in links(shown, "on"), "the choice is kept from step to step"


def test_each_finding_and_correction_of_a_trick_is_named_once() -> None:
    shown = page(alone(often_put_right()), "/replay/1/2?marks=1")
    assert re.findall(r'data-jump="(\w+)"', shown) == ["alert", "correction"]


def test_the_list_of_deals_tells_how_they_ended_only_when_asked(kiosk: FlaskClient) -> None:
    assert "gewinnen" not in page(kiosk, "/replay/now")
    assert "Resi und Sepp gewinnen" in page(kiosk, "/replay/now?marks=1")


def test_a_question_is_shown_as_it_was_without_its_buttons(tmp_path: Path) -> None:
    # A card laid twice by hand: one of the two was a slip, and the table was asked.
    events = [*began(), *dealt(1, [*PLAYS[:4], "0EO", *PLAYS[5:]])]
    opened = page(alone(events), "/replay/1/1?card=5")
    assert "Am Tisch wurde gefragt" in opened
    assert "/check/" not in opened


def test_hostile_names_are_text_everywhere(tmp_path: Path) -> None:
    client = alone(an_evening(HOSTILE))
    paths = [f"/replay/1/2?card={count}" for count in (0, 1, 6, 22)]
    for path in (*paths, "/replay/1/2/end", "/replay/1?marks=1", "/replay/1", "/replay"):
        opened = page(client, path)
        assert "<img src=x>" not in opened
        assert "</script><b>" not in opened
    assert "&lt;img" in page(client, "/replay/1/1?card=4")


def test_a_correction_of_the_running_table_shows_in_the_replay_at_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal_of(path, [*began(), *dealt(1, PLAYS)])
    with Table(Journal.open(path)) as table:
        client = app_of(table, past=PastEvenings(path)).test_client()
        before = page(client, f"{deal_replay(1)}/end")
        table.call(lambda core: core.commit((CardCorrected(4, card("E9")),)))
        after = page(client, f"{deal_replay(1)}/end")
    assert before != after
    assert "Berichtigt: Resi legte Eichel-Neun, nicht Eichel-Ober" in after
