"""Names go by themselves after so many days, and nobody's by a clock that is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from engine.events import EveningEnded, EveningStarted, Event, SubstituteSat
from engine.journal.journal import Journal
from engine.journal.people import placeholder
from engine.text import PlainError
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.clock import TableClock
from kiosk.replay.library import JournalShelf, Library
from kiosk.table.commands import EndEvening, ForgetPeople, StartEvening
from kiosk.table.forgetting import Forgetting
from kiosk.table.person_names import Acquaintances, earlier_names, people_of
from kiosk.table.resumption import state_of
from kiosk.table.view import after_evenings
from kiosk.table.writer import Table
from tests.kiosk.replay.evenings import an_evening, journal_of
from tests.kiosk.served import touch_table

NOW = datetime.fromisoformat("2026-11-20T20:00:00+01:00")


def day(before: int) -> str:
    return (NOW - timedelta(days=before)).isoformat()


def evening(*seats: str) -> EveningStarted:
    return EveningStarted("e", "schafkopf", {}, seats, "isar", {})


def clock(now: datetime = NOW, *, kept: bool = True) -> TableClock:
    return TableClock(None, NOW - timedelta(days=300), kept=kept, system=lambda: now)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Sepp came last 31 days ago, Vroni helped out 30 days ago less an hour, Toni plays."""
    made = Journal.open(tmp_path / "journal.sqlite")
    made.append([evening("Sepp", "Toni", "Platz 3", "4"), EveningEnded()], day(100))
    made.append([evening("Sepp", "Toni"), EveningEnded()], day(31))
    helped: list[Event] = [evening("Toni", "Kathi"), SubstituteSat(1, "Vroni"), EveningEnded()]
    made.append(helped, (NOW - timedelta(days=30) + timedelta(hours=1)).isoformat())
    made.forgetting_since(day(200))
    yield made
    made.close()


def due(journal: Journal, forgetting: Forgetting) -> list[str]:
    numbers = forgetting.due(journal, state_of(journal))
    return [str(each.name) for each in journal.persons() if each.number in numbers]


def test_who_has_not_come_for_so_long_is_due_and_nobody_else(journal: Journal) -> None:
    assert due(journal, Forgetting(clock(), 30)) == ["Sepp"]
    assert due(journal, Forgetting(clock(), 31)) == []
    assert due(journal, Forgetting(clock(), 29)) == ["Sepp", "Toni", "Kathi", "Vroni"]
    assert due(journal, Forgetting(clock(), None)) == []


def test_whoever_plays_just_now_stays_however_long_the_evening_lies_open(journal: Journal) -> None:
    journal.append([evening("Toni", "Xaver")], day(90))
    assert due(journal, Forgetting(clock(), 29)) == ["Sepp", "Kathi", "Vroni"]


def test_a_doubtful_clock_costs_nobody_the_name(journal: Journal) -> None:
    assert due(journal, Forgetting(clock(kept=False), 30)) == []
    years_ahead = NOW + timedelta(days=11 * 366)
    assert due(journal, Forgetting(clock(years_ahead), 30)) == []


def test_names_wait_for_the_time_where_somebody_was_not_there_on_the_newest_evening(
    journal: Journal,
) -> None:
    """The same four every week are asked nothing, a table with guests is."""
    doubtful = clock(kept=False)
    assert Forgetting(doubtful, 30).waits(journal.persons)
    assert not Forgetting(doubtful, None).waits(journal.persons)
    assert not Forgetting(clock(), 30).waits(journal.persons)
    away = [each.number for each in journal.persons() if each.name == "Sepp"]
    journal.forget(away)
    assert not Forgetting(doubtful, 30).waits(journal.persons), "Platz 3 is nobody"
    journal.append([evening("Resi", "Zenz", "Toni", "Vroni"), EveningEnded()], day(0))
    assert Forgetting(doubtful, 30).waits(journal.persons), "Kathi"
    doubtful.asked(NOW.isoformat())
    assert not Forgetting(doubtful, 30).waits(journal.persons)


def test_a_journal_that_came_here_today_loses_nobody_for_as_long(tmp_path: Path) -> None:
    with closing(Journal.open(tmp_path / "journal.sqlite")) as journal:
        journal.append([evening("Sepp", "Toni"), EveningEnded()], day(200))
        assert due(journal, Forgetting(clock(), 30)) == []
        later = NOW + timedelta(days=31)
        assert due(journal, Forgetting(clock(later), 30)) == ["Sepp", "Toni"]


@pytest.fixture
def table(journal: Journal) -> Table:
    return touch_table(journal, NOW.isoformat)


def test_the_table_forgets_when_an_evening_has_ended(table: Table) -> None:
    forgetting = Forgetting(clock(), 29)
    asked: list[bool] = []

    def forget() -> None:
        asked.append(True)
        table.post(lambda core: core.forget_overdue(forgetting))

    with table:
        table.listen(after_evenings(table.view().state, forget))
        table.do(StartEvening("schafkopf", {}, ("Vroni", "Resi", "Zenz", "Toni"), "isar"))
        assert asked == []
        table.do(EndEvening())
        # What was posted is done before the next question is answered.
        names = table.call(lambda core: [each.name for each in core._journal.persons()])
    assert asked == [True]
    assert [name for name in names if name] == [
        *("Toni", "Platz 3", "4", "Vroni", "Resi", "Zenz"),
    ]


def test_a_name_is_gone_from_every_picture_at_once(table: Table, tmp_path: Path) -> None:
    past = PastEvenings(tmp_path / "journal.sqlite")
    known = Acquaintances(["Kathi", "Vroni", "Sepp"], past.known)

    def shown() -> list[tuple[str, ...]]:
        return list(past.tell(lambda past: people_of(past.state)))

    with table:
        table.listen(known.seen)
        assert ("Toni", "Kathi", "Vroni") in shown()
        (kathi,) = [each.number for each in past.people() if each.name == "Kathi"]
        table.do(ForgetPeople((kathi,)))
        assert table.view().state.seats == ("Toni", placeholder(kathi))
        assert table.view().forgotten == 1
        assert ("Toni", "Vroni") in shown()
        assert "Kathi" not in str([past.evening(6), shown(), known.names()])
        assert "Sepp" in known.names()
        earlier = table.call(lambda core: earlier_names(core._journal))
        assert "Kathi" not in earlier


def test_a_replay_that_was_worked_out_forgets_too(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal_of(path, an_evening())
    shelf = JournalShelf(path)
    library = Library(shelf)
    before = library.tape("now")
    assert before is not None
    name = before.final.seats[0]
    assert name in str(library.reel(before, before.deals[0]))
    journal = Journal.open(path)
    journal.forget([each.number for each in journal.persons() if each.name == name])
    journal.close()
    after = library.tape("now")
    assert after is not None
    assert name not in after.final.seats
    assert name not in str(library.reel(after, after.deals[0]))


def test_nobody_is_forgotten_in_the_middle_of_an_evening(table: Table) -> None:
    with table:
        table.do(StartEvening("schafkopf", {}, ("Toni", "Resi", "Zenz", "Vroni"), "isar"))
        numbers = {
            each.name: each.number for each in table.call(lambda core: core._journal.persons())
        }
        with pytest.raises(PlainError, match="Resi is part of this evening"):
            table.do(ForgetPeople((numbers["Kathi"], numbers["Resi"])))
        table.do(ForgetPeople((numbers["Kathi"],)))
        assert table.view().forgotten == 1
        assert table.view().state.seats == ("Toni", "Resi", "Zenz", "Vroni")
