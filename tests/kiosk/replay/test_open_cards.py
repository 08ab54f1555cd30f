"""The replay with open cards: what is shown when, where it is marked, and to whom it is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from engine.cards import card
from engine.events import CardCorrected, CardPlayed
from engine.journal.journal import Journal
from engine.open_cards.findings import Progress, Stage
from engine.open_cards.wording import MEANING, summary
from kiosk.exports.past_evenings import PastEvenings
from kiosk.replay.library import Library, open_cards, place, step
from kiosk.replay.open_cards import FINDER, Found, Opening, Phase, open_cards_screen, told_plays
from kiosk.replay.reel import Reel
from kiosk.replay.screen import replay_screen
from kiosk.table.writer import Table
from kiosk.web.evening.replay import create_replay_app, evening_html
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import sentence, shown_cards, text
from tests.kiosk.replay.evenings import PLAYS, an_evening, began, dealt, journal_of, library_of
from tests.kiosk.replay.opened_cards import CHAIN, PHASES, TOLD, WITHHELD, WORKING, Knows
from tests.kiosk.replay.test_file import film
from tests.kiosk.replay.test_file import step as of_file
from tests.kiosk.replay.test_pages import every_step, links, page
from tests.kiosk.served import app_of, pages

HERE = "/replay/now/1/open"
BLAME = re.compile(r"fehler|mistake|fault|blunder|\berror|schuld|patzer", re.IGNORECASE)


def reel_of(*plays: str) -> Reel:
    library = library_of([*began(), *dealt(1, plays or PLAYS)])
    return _reel(library)


def _reel(library: Library) -> Reel:
    tape = library.tape("1")
    assert tape is not None
    return library.reel(tape, tape.deals[0])


def at(index: int) -> str:
    return f"/{index}"


def alone(found: Found) -> FlaskClient:
    """The replay without a table, where somebody knows its deals."""
    app = create_replay_app(library_of([*began(), *dealt(1, PLAYS)]), "de")
    app.extensions[FINDER] = Knows(found)
    return app.test_client()


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[tuple[FlaskClient, Knows]]:
    """The kiosk's own pages: two finished deals, and a running one."""
    path, knows = tmp_path / "journal.sqlite", Knows()
    journal_of(path, an_evening())
    with Table(Journal.open(path)) as table:
        yield app_of(table, past=PastEvenings(path), analyses=knows).test_client(), knows


# Values.


def test_a_deal_that_was_worked_out_is_told_in_the_words_of_the_findings() -> None:
    screen = open_cards_screen(TOLD, reel_of(), at)
    assert screen.phase is Phase.TOLD
    assert screen.meaning == MEANING
    assert screen.says == summary(TOLD, NAMES)
    assert not screen.changes
    assert screen.share is None
    first, second, third = screen.cards
    assert (first.laid.code, first.better.code, first.trick) == ("HZ", "SU", 2)
    assert first.lines.chain == CHAIN
    assert "140 von 200" in first.lines.better.de
    assert first.seen
    assert first.step is None
    assert "konnte Vroni nicht wissen: besser in 30 von 200" in second.lines.better.de
    assert not second.seen
    assert second.step == 91
    assert third.href == at(third.index)


def test_a_card_is_told_at_the_very_step_in_which_it_was_laid() -> None:
    reel = reel_of()
    for told, found in zip(told_plays(TOLD, reel, at), TOLD.cards, strict=True):
        event = reel.tape.envelope(reel.steps[told.index].event).event
        assert isinstance(event, CardPlayed)
        assert event.card is found.laid
        assert reel.steps[told.index].plays == found.play + 1


def test_a_card_that_was_put_right_is_told_where_it_was_laid_as_it_counts_now() -> None:
    misread = [*PLAYS[:5], "1GU", *PLAYS[6:]]
    events = [*began(), *dealt(1, misread)]
    laid = [at for at, event in enumerate(events) if isinstance(event, CardPlayed)][5]
    events.insert(laid + 2, CardCorrected(laid + 1, card("HZ")))
    reel = _reel(library_of(events))
    [told, *_] = told_plays(TOLD, reel, at)
    assert reel.steps[told.index].event == laid + 1
    assert told.laid.code == reel.deal.laid[5].card.code == "HZ"  # type: ignore[union-attr]


@pytest.mark.parametrize("phase", ["withheld", "working", "waiting"])
def test_before_and_without_findings_it_says_why_and_marks_nothing(phase: str) -> None:
    screen = open_cards_screen(PHASES[phase], reel_of(), at)
    assert screen.phase.value == phase
    assert screen.cards == ()
    assert screen.changes == (phase != "withheld")
    assert (screen.share is not None) == (phase == "working")
    assert screen.says
    if phase == "withheld":
        assert screen.says[-1] == WITHHELD.why


@pytest.mark.parametrize(
    ("done", "total", "share"), [(0, 0, 0), (0, 9, 0), (412, 1032, 39), (9, 9, 100)]
)
def test_how_far_it_is_is_told_in_hundredths(done: int, total: int, share: int) -> None:
    screen = open_cards_screen(Progress(Stage.CARDS, done, total), reel_of(), at)
    assert screen.share == share
    assert f"{share}\N{NO-BREAK SPACE}%" in screen.says[0].de
    screen = open_cards_screen(Progress(Stage.DEAL, done, total), reel_of(), at)
    assert screen.share == share
    assert f"{done} von {total} Karten" in screen.says[0].de


def test_a_trick_leads_to_the_first_card_told_of_it() -> None:
    reel = reel_of()
    two = replace(TOLD, cards=(TOLD.cards[0], replace(TOLD.cards[1], play=6, trick=2)))
    opening = Opening("", told_plays(two, reel, at), on=True)
    screen = replay_screen(reel, 0, "1", marks=False, opening=opening)
    assert [each.number for each in screen.tricks if each.told] == [2]
    assert screen.tricks[1].href == opening.cards[0].href
    assert screen.told is None
    later = replay_screen(reel, opening.cards[1].index, "1", marks=False, opening=opening)
    assert later.told is opening.cards[1]


@pytest.mark.parametrize(("marks", "opened"), list(product([False, True], repeat=2)))
def test_addresses_keep_what_was_asked_for(marks: bool, opened: bool) -> None:
    wanted = "&".join((["marks=1"] if marks else []) + (["open=1"] if opened else []))
    assert step("now", 3, 7, marks=marks, opened=opened) == "/replay/now/3/7" + (
        f"?{wanted}" if wanted else ""
    )
    found = place("now", 3, marks=marks, opened=opened, card=4)
    assert found == "/replay/now/3?card=4" + (f"&{wanted}" if wanted else "")
    assert open_cards("now", 3) == "/replay/now/3/open"


# Pages.


def test_the_replay_leads_there_and_gives_nothing_away_before_it_is_tapped() -> None:
    told, nothing = alone(TOLD), alone(None)
    steps = list(every_step(told, "/replay/now/1"))
    assert steps == list(every_step(nothing, "/replay/now/1"))
    assert len(steps) > 32
    for opened in steps:
        assert f'id="to-open-cards" href="{HERE}"' in opened
        assert "◆" not in opened
        assert "told-here" not in opened


def test_the_page_tells_meaning_result_and_each_card_with_its_better_one(
    kiosk: tuple[FlaskClient, Knows],
) -> None:
    opened = page(kiosk[0], HERE)
    assert MEANING.de in opened
    for said in summary(TOLD, NAMES):
        assert said.de in opened
    assert shown_cards(opened) == ["HZ", "SU", "SA", "S7", "GZ", "SZ"]
    assert "Hier drehte es sich: 91 Augen oder nicht" in opened
    assert "konnte Vroni nicht wissen" in opened
    assert "zu viel zum Rechnen" in opened
    assert 'action="/language"' in opened
    assert set(re.findall(r'method="post" action="([^"]+)"', opened)) == {"/language"}
    [record] = kiosk[1].asked
    assert [each.card for each in record.plays] == [card(play[1:]) for play in PLAYS]


def test_from_a_card_its_step_is_reached_and_the_marks_stay_on_the_way() -> None:
    client = alone(TOLD)
    opened = page(client, HERE)
    [href, *_] = re.findall(r'data-told="HZ" href="([^"]+)"', opened)
    at_card = page(client, href)
    assert CHAIN.de in at_card
    assert shown_cards(at_card)[-2:] == ["HZ", "SU"], "the better card beside the one laid"
    marked = re.findall(r'class="[^"]*told" data-trick="(\d)" href="([^"]+)"', at_card)
    assert [number for number, _ in marked] == ["2", "5", "6"]
    assert at_card.count("◆") == 3, "a sign, not a colour alone"
    assert at_card.count("mit offenen Karten hätte dort eine andere mehr gebracht") == 3
    assert marked[0][1] == href
    onward = page(client, links(at_card, "on"))
    assert "told-here" not in onward
    assert onward.count("◆") == 3
    for go in ("back", "trick-on", "trick-back"):
        assert page(client, links(onward, go)).count("◆") == 3
    assert page(client, "/replay/now/1?card=6&open=1") == at_card


@pytest.mark.parametrize(
    ("phase", "changes"),
    [("told", False), ("withheld", False), ("working", True), ("waiting", True)],
)
def test_while_it_changes_the_page_asks_again_by_itself_also_without_scripts(
    phase: str, changes: bool
) -> None:
    opened = page(alone(PHASES[phase]), HERE)
    assert f'data-phase="{phase}"' in opened
    assert ('hx-trigger="every 2s"' in opened) == changes
    assert ('<noscript><meta http-equiv="refresh"' in opened) == changes
    assert ("<progress" in opened) == (phase == "working")


@pytest.mark.parametrize("phase", ["working", "waiting", "withheld"])
def test_steps_of_a_deal_nothing_is_known_of_are_plain(phase: str) -> None:
    opened = page(alone(PHASES[phase]), "/replay/now/1?card=6&open=1")
    assert "◆" not in opened
    assert "told-here" not in opened


@pytest.mark.parametrize(("language", "phase"), list(product(("de", "en"), PHASES)))
def test_nobody_is_blamed(language: str, phase: str) -> None:
    client = alone(PHASES[phase])
    with client.session_transaction() as session:
        session["language"] = language
    for path in (HERE, "/replay/now/1?card=19&open=1"):
        assert not BLAME.search(re.sub(r"<(?:script|link|meta)[^>]*>", "", page(client, path)))


def test_a_running_deal_is_refused_and_nobody_works_it_out(
    kiosk: tuple[FlaskClient, Knows],
) -> None:
    client, knows = kiosk
    for path in ("/replay/now/3/open", "/replay/1/3/open", "/replay/now/3?card=2&open=1"):
        answer = client.get(path)
        assert answer.status_code == 403
        assert "läuft noch" in sentence(text(answer))
    assert knows.asked == []
    assert client.get("/replay/now/9/open").status_code == 404


def test_where_the_house_does_not_want_it_there_is_no_way_to_it(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal_of(path, an_evening())
    knows = Knows()
    with Table(Journal.open(path)) as table:
        made = pages(past=PastEvenings(path), analyses=knows)
        made.services.preferences.wishes.change(open_cards="nobody")
        client = made.app(table).test_client()
        answer = client.get(HERE)
        assert answer.status_code == 403
        assert "Hausregel" in sentence(text(answer))
        opened = page(client, "/replay/now/1?card=6&open=1")
        assert "to-open-cards" not in opened
        assert "told-here" not in opened
        assert "◆" not in opened
        assert '"open":' not in text(client.get("/replay/now/file"))
    assert knows.asked == []


def test_a_replay_nobody_worked_out_has_no_such_place() -> None:
    client = create_replay_app(library_of([*began(), *dealt(1, PLAYS)]), "de").test_client()
    assert client.get(HERE).status_code == 403
    assert "to-open-cards" not in page(client, "/replay/now/1")


# The file.


def file_of(found: Found) -> tuple[str, Knows]:
    library, knows = library_of(an_evening()), Knows(found)
    tape = library.tape("1")
    assert tape is not None
    return evening_html(tape, library, finder=knows), knows


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_file_tells_what_was_kept_and_has_nothing_worked_out(language: str) -> None:
    written, knows = file_of(TOLD)
    assert knows.asked == []
    told = film(written)
    deal = told["deals"][0]
    rows = deal["open"][language]
    drawn = unescape("\n".join(told["lines"][n] for row in rows for n in told["blocks"][row]))
    assert MEANING.in_language("de" if language == "de" else "en") in drawn
    assert ("zu viel zum Rechnen" if language == "de" else "too much to work out") in drawn
    assert re.findall(r'data-told="\w+" href="([^"]+)"', drawn) == [
        f"#1.{index}.o" for index in sorted(deal["open"]["tricks"].values())
    ]
    assert sorted(deal["open"]["tricks"]) == ["2", "5", "6"]
    index = deal["open"]["tricks"]["2"]
    plain = of_file(told, 0, index, language)
    assert "told-here" not in plain
    opened = deal["steps"][index]["open"][language]
    drawn = "\n".join(told["lines"][line] for row in opened for line in told["blocks"][row])
    assert CHAIN.in_language("de" if language == "de" else "en") in drawn
    assert 'data-card="SU"' in drawn
    assert sum("open" in each for each in deal["steps"]) == 3


@pytest.mark.parametrize("found", [WORKING, None])
def test_of_a_deal_not_worked_out_by_now_the_file_has_nothing(found: Found) -> None:
    written, knows = file_of(found)
    assert knows.asked == []
    assert film(written)["deals"][0] == film(file_of(None)[0])["deals"][0]
    assert "open" not in film(written)["deals"][0]


def test_without_anybody_who_knows_the_file_has_no_word_of_it() -> None:
    library = library_of(an_evening())
    tape = library.tape("1")
    assert tape is not None
    told = film(evening_html(tape, library))
    assert not any("open" in each for deal in told["deals"] for each in (deal, *deal["steps"]))


def test_why_a_deal_is_not_told_stands_in_the_file() -> None:
    told = film(file_of(WITHHELD)[0])
    rows = told["deals"][0]["open"]["de"]
    drawn = "\n".join(told["lines"][line] for row in rows for line in told["blocks"][row])
    assert WITHHELD.why.de in drawn
    assert told["deals"][0]["open"]["tricks"] == {}
