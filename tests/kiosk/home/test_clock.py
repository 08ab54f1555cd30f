"""The table's clock, and what the start asks where none can be trusted."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape

import pytest

from engine.events import Note
from engine.journal.journal import Journal
from engine.text import PlainError
from kiosk.home.clock import TableClock, built, last_recorded, system_time
from tests.kiosk.fake_door import NAMES, FakeDoor
from tests.kiosk.opened import client_of, post, text

BUILT = datetime.fromisoformat("2026-11-01T12:00:00+01:00")
LAST = datetime.fromisoformat("2026-11-20T22:00:00+01:00")
WRONG = datetime.fromisoformat("1970-01-01T01:00:00+01:00")


class Steady:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def wrong_clock(steady: Steady) -> TableClock:
    return TableClock(LAST, BUILT, kept=False, system=lambda: WRONG, steady=steady)


def test_a_wrong_clock_is_asked_about_and_set() -> None:
    steady = Steady()
    clock = wrong_clock(steady)
    assert clock.question() is not None
    clock.set_to("2026-11-21T19:30")
    steady.seconds += 61.5
    assert clock.question() is None
    assert clock.stamp() == "2026-11-21T19:31:01.500+01:00"


@pytest.mark.parametrize("said", ["gestern", "2026-11-19T19:30", "1999-01-01T00:00"])
def test_a_time_that_cannot_be_either_is_refused(said: str) -> None:
    clock = wrong_clock(Steady())
    with pytest.raises(PlainError):
        clock.set_to(said)
    assert clock.question() is not None


def test_a_clock_that_is_kept_is_not_asked_about() -> None:
    right = datetime.fromisoformat("2026-11-21T19:30:00+01:00")
    assert TableClock(LAST, BUILT, kept=True, system=lambda: right).question() is None
    assert TableClock(LAST, BUILT, kept=False, system=lambda: right).question() is not None
    assert TableClock().question() is None


def test_the_start_asks_for_the_time_and_begins_with_it() -> None:
    door, clock = FakeDoor(), wrong_clock(Steady())
    client = client_of(door, clock=clock)
    assert "Die Uhr steht auf" in text(client.get("/begin/clock"))
    people = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    given = {"game": "schafkopf", "dealer": "0", "deck": "isar", **people}
    missing = post(client, "/start", **given)
    assert (missing.status_code, door.commands) == (400, [])
    assert post(client, "/start", **given, moment="1999-01-01T00:00").status_code == 400
    assert post(client, "/start", **given, moment="2026-11-21T19:30").status_code == 303
    assert clock.stamp().startswith("2026-11-21T19:30")
    again = client_of(FakeDoor(), clock=clock).get("/begin/clock", query_string=given)
    assert 'data-screen="go"' in text(again)


def test_where_the_time_may_be_right_it_is_proposed_and_need_not_be_confirmed() -> None:
    right = datetime.fromisoformat("2026-11-21T19:30:40+01:00")
    clock = TableClock(LAST, BUILT, kept=False, system=lambda: right)
    assert clock.start() == right
    clock.asked("")
    assert clock.question() is not None
    clock.asked("2026-11-21T19:30")
    assert clock.question() is None
    assert clock.now() == right


def test_where_names_wait_for_it_the_time_is_confirmed_by_one_tap() -> None:
    """Also where everything else is as last time; then nothing is asked any more."""
    right = datetime.fromisoformat("2026-11-21T19:30:40+01:00")
    clock = TableClock(LAST, BUILT, kept=False, system=lambda: right)
    door = FakeDoor()
    client = client_of(door, clock=clock, names_wait=lambda: clock.question() is not None)
    people = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    given = {"game": "schafkopf", "dealer": "0", "deck": "isar", **people}
    asked = text(client.get("/begin/go", query_string=given))
    assert 'data-screen="clock"' in asked
    assert 'href="/start"' in asked, "the way back does not come here again"
    onwards = unescape(re.findall(r'<a class="button main" href="([^"]+)"', asked)[0])
    shown = text(client.get(onwards))
    assert 'data-screen="go"' in shown
    (moment,) = re.findall(r'name="moment" value="([^"]+)"', shown)
    assert post(client, "/start", **given, moment=moment).status_code == 303
    assert clock.question() is None
    assert 'data-screen="go"' in text(client.get("/begin/go", query_string=given))


def test_the_newest_event_says_when_it_was() -> None:
    journal = Journal.in_memory()
    assert last_recorded(journal) is None
    journal.append([Note("a")], "2026-11-20T20:15:00.000+01:00")
    journal.append([Note("b")], LAST.isoformat())
    assert last_recorded(journal) == LAST
    journal.append([Note("c")], "unknown")
    assert last_recorded(journal) is None


def test_the_program_was_put_here_in_the_past() -> None:
    assert built() <= system_time()
