"""The organiser's seating: offered at the start, begun by one tap, over with a quiet word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
from flask.testing import FlaskClient

from engine.evening.fold import fold
from engine.events import DealEntered, EveningEnded, Event, TournamentPlace
from engine.journal.journal import Journal
from kiosk.exchange.messages import Guest, Seating, seating_to_json
from kiosk.integrations.seating import SeatingDesk
from kiosk.screens.tournament import called, round_over
from kiosk.table.person_names import is_unnamed
from kiosk.table.view import SourceKind
from kiosk.table.writer import Table
from tests.engine.spine import EVENING, enveloped, evening, finished_deal, opened
from tests.kiosk.integrations.test_publisher import SOLO
from tests.kiosk.served import app_of, touch_table

SEATING = Seating(
    "rennen",
    "Herbstrennen",
    2,
    (Guest(17), Guest(4, "Toni"), Guest(33), Guest(8)),
    "schafkopf",
    {"laufende_min": 3},
    20,
    "2026-11-28T21:30:00+01:00",
)
PLACE = TournamentPlace("rennen", "7", 2, (17, 4, 33, 8), 2, "2026-11-28T21:30:00+01:00")
ENDS = datetime(2026, 11, 28, 20, 30, tzinfo=UTC)


@dataclass
class Start:
    """The pages of a table before an evening."""

    table: Table
    desk: SeatingDesk
    client: FlaskClient

    def page(self, path: str = "/") -> str:
        return self.client.get(path).get_data(as_text=True)

    def speaks(self, language: str) -> str:
        [token, *_] = re.findall(r'name="csrf_token" value="([^"]+)"', self.page())
        chosen = {"csrf_token": token, "language": language}
        return self.client.post("/begin/language", data=chosen, follow_redirects=True).text

    def begins(self, camera: str = "off") -> int:
        form = re.search(r'<form[^>]*id="seating".*?</form>', self.page(), re.DOTALL)
        assert form is not None
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
        fields["camera"] = camera
        return self.client.post("/start/round", data=fields).status_code


@pytest.fixture(params=["none", "camera"])
def fresh(request: pytest.FixtureRequest) -> Iterator[Start]:
    """A table at which nobody has chosen a language yet."""
    source: SourceKind = request.param
    desk = SeatingDesk("7")
    with touch_table(Journal.in_memory(), source=source) as table:
        app = app_of(table, seating=desk)
        yield Start(table, desk, app.test_client())


@pytest.fixture
def start(fresh: Start) -> Start:
    fresh.speaks("de")
    return fresh


def test_nothing_is_offered_unless_the_organiser_sent_something(start: Start) -> None:
    assert 'id="seating"' not in start.page()
    start.desk.hear(seating_to_json(SEATING))
    page = start.page()
    assert "Runde 2 an Tisch 7: so anfangen" in page
    assert "Nr. 17, Toni, Nr. 33, Nr. 8 im Uhrzeigersinn · Schafkopf" in page
    start.desk.hear(b"")
    assert 'id="seating"' not in start.page()


def test_one_tap_begins_with_these_seats_this_game_and_these_rules(start: Start) -> None:
    start.desk.hear(seating_to_json(SEATING))
    assert start.begins() == 303
    state = start.table.view().state
    assert state.seats == ("Nr. 17", "Toni", "Nr. 33", "Nr. 8")
    assert (state.game, dict(state.options)) == ("schafkopf", {"laufende_min": 3})
    assert state.tournament == replace(PLACE, deals=20)
    assert state.deal is not None
    assert state.deal.head.dealer == 3


def test_the_round_is_offered_once_a_language_is_chosen(fresh: Start) -> None:
    fresh.desk.hear(seating_to_json(SEATING))
    assert 'id="seating"' not in fresh.page()
    page = fresh.speaks("en")
    assert "Round 2 at table 7: begin like this" in page
    assert 'name="language"' not in page.partition("<main")[2]
    # The walk is still a tap away, from its first question on.
    walk = re.search(r'href="(/begin/[^"]*first=1[^"]*)"', page)
    assert walk is not None
    assert "1/" in fresh.page(walk[1].replace("&amp;", "&"))
    assert fresh.begins() == 303


def test_a_round_that_was_begun_is_offered_no_more_but_the_next_one_is(start: Start) -> None:
    start.desk.hear(seating_to_json(SEATING))
    assert start.begins() == 303
    assert 'id="seating"' not in start.page("/start")
    start.table.call(lambda core: core.commit([EveningEnded()]))
    assert 'id="seating"' not in start.page("/start")
    assert 'id="seating"' not in start.page()
    start.desk.hear(seating_to_json(replace(SEATING, round=3)))
    assert "Runde 3" in start.page("/start")
    # Where the evening is over the next round is a tap away as well.
    assert 'data-screen="end"' in start.page()
    assert start.begins() == 303
    state = start.table.view().state
    assert state.tournament is not None
    assert (state.tournament.round, state.running) == (3, True)


def test_who_pays_whom_reads_well_where_people_are_numbers(start: Start) -> None:
    start.desk.hear(seating_to_json(SEATING))
    assert start.begins() == 303
    start.table.call(lambda core: core.commit([DealEntered({"won": True}, SOLO), EveningEnded()]))
    page = start.page()
    assert "Nr. 17 zahlt an Toni <b>" in page
    assert "Nr. 17 zahlt an Toni:" not in page
    assert is_unnamed("Nr. 17")
    assert is_unnamed("No. 17")
    assert not is_unnamed("Nr. 17 Toni")


def test_a_seating_that_changed_meanwhile_is_shown_again(start: Start) -> None:
    start.desk.hear(seating_to_json(SEATING))
    page = start.page()
    [token] = set(re.findall(r'name="csrf_token" value="([^"]+)"', page))
    [key] = re.findall(r'name="round" value="([^"]+)"', page)
    start.desk.hear(seating_to_json(replace(SEATING, seats=SEATING.seats[::-1])))
    fields = {"csrf_token": token, "round": key, "camera": "off"}
    answer = start.client.post("/start/round", data=fields)
    assert answer.status_code == 409
    assert "inzwischen geändert" in answer.get_data(as_text=True)
    assert start.table.view().state.evening is None


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SEATING, seats=SEATING.seats[:1]),
        replace(SEATING, seats=(Guest(17), Guest(17), Guest(1), Guest(2))),
        replace(SEATING, rules={"no such rule": 1}),
    ],
)
def test_a_seating_that_cannot_be_played_is_one_sentence(start: Start, wrong: Seating) -> None:
    start.desk.hear(seating_to_json(wrong))
    assert start.begins() == 409
    assert start.table.view().state.evening is None


def test_two_of_one_name_are_told_apart_and_what_is_no_name_is_a_number() -> None:
    guests = (Guest(17, "Toni"), Guest(4, "toni"), Guest(33, "x" * 60), Guest(8))
    assert called(guests, "de") == ("Toni 17", "toni 4", "Nr. 33", "Nr. 8")


def test_a_game_this_program_does_not_know_is_not_offered(start: Start) -> None:
    start.desk.hear(seating_to_json(replace(SEATING, game="skat")))
    assert 'id="seating"' not in start.page()


def test_what_is_no_seating_leaves_the_one_before(start: Start) -> None:
    start.desk.hear(seating_to_json(SEATING))
    start.desk.hear(b"nonsense")
    assert start.desk.newest == SEATING


def test_who_waits_hears_of_another_seating() -> None:
    heard: list[int] = []
    desk = SeatingDesk("7")
    desk.changed = lambda: heard.append(1)
    desk.hear(seating_to_json(SEATING))
    desk.hear(b"nonsense")
    assert heard == [1]


def test_all_deals_played_or_the_time_up_is_a_word_between_deals() -> None:
    before, after = ENDS - timedelta(seconds=1), ENDS
    one = [*finished_deal()]
    two = [*one, *finished_deal("d2")]
    assert said(one, before) is None
    assert said(two, before) == "All 2"
    assert said(one, after) == "The round's"
    assert said([*one, *opened("d2")], after) is None
    assert said([*two, EveningEnded()], after) is None
    assert said(two, after, deals=0, ends="") is None
    assert said(two, after, deals=0, ends="soon") is None
    assert round_over(evening(*two), after) is None


def said(events: list[Event], now: datetime, deals: int = 2, ends: str = PLACE.ends) -> str | None:
    place = replace(PLACE, deals=deals, ends=ends)
    told = round_over(fold(enveloped([replace(EVENING, tournament=place), *events])), now)
    return None if told is None else " ".join(told.en.split()[:2])


def test_the_word_stands_on_the_table_and_hinders_nobody(start: Start) -> None:
    place = replace(PLACE, deals=1, ends="")
    start.table.call(
        lambda core: core.commit([replace(EVENING, tournament=place), *finished_deal()])
    )
    page = start.page()
    assert "Alle 1 Spiele der Runde sind gespielt" in page
    assert 'data-screen="result"' in page
    start.table.call(lambda core: core.commit(opened("d2")))
    assert 'id="round-over"' not in start.page()
