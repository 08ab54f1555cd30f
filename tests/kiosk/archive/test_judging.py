"""What was said then is compared with what today's program says to the same record."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from engine.events import Event
from engine.journal.journal import Journal
from engine.journal.people import placeholder
from engine.rules.house_rules import NamedRules
from engine.text import PlainError
from kiosk.archive.comparing import compared
from kiosk.archive.finding import Looking, find
from kiosk.archive.jobs import JournalWork, answer_of
from kiosk.archive.rows import Answer, EveningAnswer
from kiosk.archive.run import Outcome, Shelf, report, run
from kiosk.archive.tables import END, TABLES
from kiosk.exports.backup import back_up
from kiosk.home.data_folder import Home
from tests.engine.spine import NAMES
from tests.kiosk.archive import club
from tests.kiosk.archive.club import Here


def quiet(done: int, of: int) -> None:
    """Say nothing."""


def looking(tmp_path: Path) -> Looking:
    return Looking(Home(tmp_path / "home"))


def ran(folder: Path, out: Path, *, names: bool = False, crew: Here | None = None) -> Outcome:
    look = Looking(Home(out.parent / "home"), out=out)
    return run([folder], Shelf(out), look, crew or Here(), quiet, names=names)


def judged(tmp_path: Path, *evenings: tuple[str, list[Event]]) -> list[EveningAnswer]:
    club.written(tmp_path / "in" / "journal.sqlite", *evenings)
    found = find([tmp_path / "in"], looking(tmp_path))
    assert found.unread == ()
    answers = [answer_of(job.travelling()) for job in found.jobs]
    assert [each.error for each in answers] == [None] * len(evenings)
    return sorted(
        (evening for each in answers for evening in each.evenings), key=lambda e: e.facts.began
    )


def test_what_agrees_with_the_record_is_no_difference(tmp_path: Path) -> None:
    autumn, winter = judged(tmp_path, *club.agreeing())
    assert autumn.differences == winter.differences == ()
    revoke, other = [row for row in autumn.verdicts if row.verdict in club.REVOKED]
    assert (revoke.status, revoke.said_then, revoke.said_now) == ("upheld", True, True)
    assert (other.status, other.said_then, other.said_now) == ("proven", True, True)
    assert [row.deal for row in autumn.deals] == [1, 2, 3]
    assert autumn.deals[2].entered
    assert autumn.deals[2].alone


def test_a_verdict_that_would_be_said_today_and_one_that_does_not_hold_are_told(
    tmp_path: Path,
) -> None:
    [spring] = judged(tmp_path, club.differing())
    assert [(row.deal, row.what, row.seat, row.since) for row in spring.differences] == [
        (1, "verdict", 2, "record"),
        (1, "verdict", 2, "record"),
        (2, "verdict", 3, "record"),
    ]
    said, _, gone = spring.differences
    assert said.de == "Platz 2: „nicht bedient“ (Karte 18) würde heute gesagt, damals nicht."
    assert gone.en == 'Seat 3: "revoked" (card 7) was said then and does not hold today.'
    assert spring.facts.differing == 2


def test_what_a_person_corrected_later_is_no_difference_of_programs(tmp_path: Path) -> None:
    [helped] = judged(tmp_path, club.corrected())
    assert helped.differences == ()
    said = [row for row in helped.verdicts if row.verdict in club.REVOKED]
    assert len(said) == 2
    for row in said:
        assert (row.holds, row.said_then, row.said_now) == (False, True, False)


def test_seats_are_people_s_numbers_and_know_who_stood_in(tmp_path: Path) -> None:
    [helped] = judged(tmp_path, club.corrected())
    third = [row for row in helped.seats if row.deal == 3]
    assert [row.person for row in third] == [1, 2, 3, 4]
    assert [row.player for row in third] == [None, None, 5, None]
    assert sum(row.delta or 0 for row in third) == 0
    assert "Toni" not in json.dumps(Answer("p", (helped,)).to_json(), ensure_ascii=False)


def test_other_house_rules_tell_what_they_change(tmp_path: Path) -> None:
    club.written(tmp_path / "in" / "journal.sqlite", *club.agreeing())
    dearer = NamedRules("schafkopf", {"preset": "schafkopf", "tariff": {"call": 40, "solo": 50}})
    found = find([tmp_path / "in"], Looking(Home(tmp_path), rules=dearer))
    [autumn, *_] = sorted(
        (answer_of(job.travelling()).evenings[0] for job in found.jobs),
        key=lambda each: each.facts.began,
    )
    told = [row for row in autumn.differences if row.since == "rules"]
    assert {row.deal for row in told} == {1, 2}
    assert all(row.what == "result" for row in told)
    assert "heute:" in told[0].de


def test_an_evening_of_another_program_is_compared_with_its_answer(tmp_path: Path) -> None:
    [autumn, _] = judged(tmp_path, *club.agreeing())
    other = EveningAnswer(autumn.facts, autumn.deals, tuple(autumn.seats[4:]), autumn.verdicts, ())
    told = compared(other, autumn, "former")
    assert [(row.deal, row.what) for row in told] == [(1, "result")]


def test_a_former_program_s_answer_stays_what_is_compared_with(tmp_path: Path) -> None:
    """Also when the same program runs again: the question is what its coming changed."""
    folder, out = tmp_path / "in", tmp_path / "out"
    club.written(folder / "journal.sqlite", *club.agreeing())
    ran(folder, out)
    for path in (out / "answers").iterdir():
        old = json.loads(path.read_text("utf-8"))
        old["program"] = "0.9"
        for row in old["evenings"][0]["seats"]:
            row["delta"] = None if row["delta"] is None else 2 * row["delta"]
        path.rename(path.with_stem(path.stem.rpartition("-")[0] + "-" + "0" * 16))
        former = path.with_stem(path.stem.rpartition("-")[0] + "-" + "0" * 16)
        former.write_text(json.dumps(old), "utf-8")
    for _ in range(2):
        again = ran(folder, out)
        since = {row.since for each in again.evenings for row in each.answer.differences}
        assert since == {"former"}
        assert again.differing == 6
    assert again.done == 0


def test_a_club_s_folder_is_looked_through_once(tmp_path: Path) -> None:
    """The backup and the export hold evenings that the journals hold too."""
    folder = club.club(tmp_path / "club")
    crew = Here()
    outcome = ran(folder, tmp_path / "out", crew=crew)
    assert sorted(crew.done) == [
        "club/damaged/journal.sqlite",
        "club/exports/deals.jsonl",
        *["club/stube/journal.sqlite"] * 3,
        "club/wirtshaus/journal.sqlite",
    ]
    unread = {each.source: each.why.de for each in outcome.unread}
    assert list(unread) == ["club/damaged/journal.sqlite", "club/exports/newer.jsonl"]
    assert "beschädigt" in unread["club/damaged/journal.sqlite"]
    assert "neueren Mehrkopf" in unread["club/exports/newer.jsonl"]
    lines = [line.de for line in report(outcome)]
    assert "2026-03-13 · club/stube/journal.sqlite" in lines
    assert lines[-1].startswith(f"Abende: {len(outcome.evenings)}, Spiele: {outcome.deals},")
    assert not outcome.clean


def test_an_evening_that_went_on_after_the_backup_is_looked_at_to_its_end(tmp_path: Path) -> None:
    home = Home(tmp_path / "in" / "table")
    begun = club.evening("long", *club.deal("x1", 3))[:-1]
    club.written(home.journal, (club.FIRST, begun))
    back_up(home, tmp_path / "in", datetime.fromisoformat(club.FIRST), "1")
    club.written(home.journal, (club.FIRST, club.deal("x2", 3)))
    found = find([tmp_path / "in"], looking(tmp_path))
    [job] = found.jobs
    [evening] = answer_of(job.travelling()).evenings
    assert (evening.facts.deals, job.source) == (2, "in/table/journal.sqlite")


def test_nobody_s_name_travels_to_a_worker(tmp_path: Path) -> None:
    club.written(tmp_path / "in" / "journal.sqlite", club.corrected())
    [job] = find([tmp_path / "in"], looking(tmp_path)).jobs
    work = job.travelling().work
    assert isinstance(work, JournalWork)
    assert "Toni" in job.people.values()
    assert not any("Toni" in repr(each.event) for each in work.envelopes)


def test_tables_hold_names_only_where_they_are_asked_for_and_kept(tmp_path: Path) -> None:
    home = Home(tmp_path / "in" / "table")
    club.written(home.journal, *club.agreeing(), club.corrected())
    with closing(Journal.open(home.journal)) as journal:
        journal.forget([2])
    ran(tmp_path / "in", tmp_path / "out")
    everything = "".join(map(str, (_rows(tmp_path / "out", name) for name in TABLES)))
    assert [name for name in (*NAMES, "Girgl") if name in everything] == []
    assert {row["person"] for row in _rows(tmp_path / "out", "seats")} == {
        placeholder(number) for number in (1, 2, 3, 4)
    }
    ran(tmp_path / "in", tmp_path / "out", names=True)
    seats = _rows(tmp_path / "out", "seats")
    assert {row["person"] for row in seats} == {"Resi", placeholder(2), "Vroni", "Sepp"}
    assert {row["player"] for row in seats} == {None, "Girgl"}


def _rows(out: Path, name: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = pq.read_table(out / f"{name}{END}").to_pylist()
    return rows


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match="There is no"):
        find([tmp_path / "nowhere"], looking(tmp_path))


def test_who_was_forgotten_stays_so_where_a_backup_still_has_the_name(tmp_path: Path) -> None:
    home = Home(tmp_path / "in" / "table")
    club.written(home.journal, *club.agreeing())
    back_up(home, tmp_path / "in", datetime.fromisoformat(club.SECOND), "1")
    with closing(Journal.open(home.journal)) as journal:
        journal.forget([2])
    for job in find([tmp_path / "in"], looking(tmp_path)).jobs:
        assert job.people[2] is None
        assert job.people[1] == "Resi"
