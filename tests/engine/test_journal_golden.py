"""Journals of released versions are read for ever.

`golden/vN.*` were written by the program when N was new and are never written again; when a number
of this file changes, old evenings change with it.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.evening.deal import DealState
from engine.evening.fold import fold
from engine.evening.start_numbers import numbers_of
from engine.evening.state import TableState
from engine.journal.codec import EVENT_TYPES
from engine.journal.journal import Journal

GOLDEN = Path(__file__).parent / "golden"
VERSIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
NUMBERED = 9
"""From here on lines hold numbers in place of names; before, a head was one over the names."""
"""Each has the types that came until it was written, from the third on the new ones and what a deal
needs. The eighth's evenings begin in the second version of their type. In the ninth
somebody is forgotten. In the tenth a revoke was shown, another one was not. The eleventh has two
rounds of a tournament and an evening of none."""


def deal_summary(deal: DealState) -> dict[str, object]:
    report = deal.report
    return {
        "id": deal.id,
        "plays": [f"{play.seat}{play.card or '??'}" for play in deal.plays],
        "closed": deal.closed,
        "contract": None if deal.contract is None else deal.contract.kind,
        "doubles": [doubling.say for doubling in deal.doubles],
        "sweeps": [sweep.after for sweep in deal.sweeps],
        "verdicts": {verdict.id: verdict.status.value for verdict in report.verdicts},
        "withdrawn": list(deal.withdrawn),
        "payout": None if report.result is None else [str(pay) for pay in report.result.payout],
    }


def summary(state: TableState) -> dict[str, object]:
    return {
        "evening": state.evening,
        "seats": list(state.seats),
        "totals": [str(total) for total in state.totals],
        "finished": [deal_summary(done) for done in state.finished],
        "running": None if state.deal is None else deal_summary(state.deal),
        "notes": [note.text for note in state.notes],
        "oddities": [oddity.seq for oddity in state.oddities],
        "ended": state.ended,
        "last_seq": state.last_seq,
    }


def more(state: TableState) -> dict[str, object]:
    """Return what an evening has had since the second version."""
    return {
        "games": [played.game for played in state.games],
        "out": [list(deal.head.out) for deal in state.deals],
        "played_by": [list(deal.head.played_by) for deal in state.deals],
        "bids": [len(deal.bids) for deal in state.deals],
        "turned": [len(deal.turned) for deal in state.deals],
        "sits_out": list(state.sits_out),
        "substitutions": [each.name for each in state.substitutions],
        "breaks": [[each.begun, each.ended] for each in state.breaks],
        "adjustments": [each.reason for each in state.adjustments],
        "stock": state.next_carry.stock,
        "bock": state.next_carry.bock,
        "game_points": list(state.next_carry.game_points),
        "games_won": [[won.deal, *won.names, *won.points] for won in state.games_won],
    }


def decks(state: TableState) -> dict[str, object]:
    """Return what an evening has had since the fourth version."""
    return {
        "decks": [[seq, deck] for seq, deck in state.decks],
        "of_deals": [deal.head.deck for deal in state.deals],
    }


def beside(state: TableState) -> dict[str, object]:
    """Return what was said beside the play since the seventh version."""
    return {
        "dealt": [deal.record.dealt for deal in state.deals],
        "remarks": [deal.record.note for deal in state.deals],
    }


def shown(state: TableState) -> dict[str, object]:
    """Return what an evening has had since the tenth version."""
    return {"shown": {deal: sorted(verdicts) for deal, verdicts in state.shown.items()}}


def in_tournament(state: TableState) -> dict[str, object]:
    """Return what an evening has had since the eleventh version."""
    place = state.tournament
    return {
        "tournament": None if place is None else [place.id, place.table, place.round],
        "until": None if place is None else [place.deals, place.ends],
        "numbers": [list(numbers_of(state, deal)) for deal in state.deals],
    }


def summaries(journal: Journal, version: int = 1) -> dict[str, object]:
    """Return what each evening of a journal comes to, and its head."""
    starts = [mark.seq for mark in journal.evenings()]
    events = list(journal.events())
    ends = [*starts[1:], len(events) + 1]
    states = [fold(events[start - 1 : end - 1]) for start, end in zip(starts, ends, strict=True)]
    evenings = [
        {
            **summary(state),
            **({"more": more(state)} if version > 1 else {}),
            **(decks(state) if version > 3 else {}),
            **(beside(state) if version > 6 else {}),
            **(shown(state) if version > 9 else {}),
            **(in_tournament(state) if version > 10 else {}),
        }
        for state in states
    ]
    return {"head": journal.head, "evenings": evenings}


def as_it_was(journal: Journal, version: int = 1) -> dict[str, object]:
    """Return the summaries with the head that a list showed when the journal was written."""
    former = journal.former_head_at(journal.last_seq)
    return {**summaries(journal, version), **({"head": former} if version < NUMBERED else {})}


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def stored(version: int) -> dict[str, object]:
    read: dict[str, object] = json.loads((GOLDEN / f"v{version}.summary.json").read_text("utf-8"))
    return read


def test_an_old_file_opens_and_comes_to_the_same(version: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(GOLDEN / f"v{version}.sqlite", path)
    journal = Journal.open(path)
    found = as_it_was(journal, version)
    journal.close()
    assert found == stored(version)


def test_an_old_export_imports_and_comes_to_the_same(version: int) -> None:
    journal = Journal.in_memory()
    lines = (GOLDEN / f"v{version}.jsonl").read_text("utf-8").splitlines()
    journal.import_lines(lines)
    assert as_it_was(journal, version) == stored(version)
    assert version < NUMBERED or list(journal.export_lines()) == lines
    again = Journal.in_memory()
    again.import_lines(journal.export_lines())
    assert (again.head, as_it_was(again, version)) == (journal.head, stored(version))


def test_an_old_file_keeps_no_name_in_its_lines(version: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(GOLDEN / f"v{version}.sqlite", path)
    journal = Journal.open(path)
    journal.forget([person.number for person in journal.persons()])
    journal.close()
    shown = (GOLDEN / f"v{version}.jsonl").read_text("utf-8")
    assert version != 1 or '"Vroni"' in shown
    for name in ("Resi", "Toni", "Vroni", "Sepp", "Kathi"):
        assert name.encode() not in path.read_bytes()


SINCE_V1 = {
    *("stock_counted", "bid_made", "layout_given", "card_revealed"),
    *("deal_entered", "substitute_sat", "break_begun", "break_ended"),
    *("game_changed", "sitting_out"),
    *("rest_claimed", "deck_changed", "card_moved", "lead_seen"),
    *("question_left", "dealing_told", "hands_given"),
}
"""Types of event that came later, without changing those that were there."""


SINCE_V2 = {"rest_claimed"}
SINCE_V3 = {"deck_changed"}
SINCE_V4 = {"card_moved", "lead_seen"}
SINCE_V5 = {"question_left"}
SINCE_V6 = {"dealing_told"}
SINCE_V7 = {"hands_given"}


def test_the_first_versions_journal_holds_every_event_of_its_time() -> None:
    lines = (GOLDEN / "v1.jsonl").read_text("utf-8").splitlines()[1:]
    of_its_time = {known.name for known in EVENT_TYPES} - SINCE_V1
    assert {json.loads(line)["type"] for line in lines} == of_its_time


def test_the_second_versions_journal_holds_every_event_there_was_by_then() -> None:
    lines = (GOLDEN / "v2.jsonl").read_text("utf-8").splitlines()[1:]
    assert {json.loads(line)["type"] for line in lines} == {
        known.name for known in EVENT_TYPES
    } - SINCE_V2 - SINCE_V3 - SINCE_V4 - SINCE_V5 - SINCE_V6 - SINCE_V7


def test_the_third_versions_journal_holds_what_came_since() -> None:
    lines = (GOLDEN / "v3.jsonl").read_text("utf-8").splitlines()[1:]
    assert {json.loads(line)["type"] for line in lines} >= SINCE_V2


def test_the_fourth_versions_journal_holds_what_came_since() -> None:
    lines = (GOLDEN / "v4.jsonl").read_text("utf-8").splitlines()[1:]
    assert {json.loads(line)["type"] for line in lines} >= SINCE_V3


def test_the_fifth_versions_journal_holds_what_came_since() -> None:
    lines = (GOLDEN / "v5.jsonl").read_text("utf-8").splitlines()[1:]
    assert {json.loads(line)["type"] for line in lines} >= SINCE_V4


def test_the_sixth_versions_journal_holds_what_came_since() -> None:
    lines = (GOLDEN / "v6.jsonl").read_text("utf-8").splitlines()[1:]
    assert {json.loads(line)["type"] for line in lines} >= SINCE_V5


def test_the_seventh_versions_journal_holds_what_came_since() -> None:
    lines = [json.loads(line) for line in (GOLDEN / "v7.jsonl").read_text("utf-8").splitlines()[1:]]
    assert {line["type"] for line in lines} >= SINCE_V6
    assert any(line["type"] == "note" and "deal" in line for line in lines)


def test_the_eighth_versions_journal_holds_what_came_since() -> None:
    lines = [json.loads(line) for line in (GOLDEN / "v8.jsonl").read_text("utf-8").splitlines()[1:]]
    assert {line["type"] for line in lines} >= SINCE_V7
    assert {line["v"] for line in lines if line["type"] == "evening_started"} == {2}


def test_the_tenth_versions_journal_holds_what_came_since() -> None:
    lines = [
        json.loads(line) for line in (GOLDEN / "v10.jsonl").read_text("utf-8").splitlines()[1:]
    ]
    assert {line["type"] for line in lines if line.get("shown")} == {
        "deal_started",
        "evening_ended",
    }
    evening = stored(10)["evenings"]
    assert isinstance(evening, list)
    assert [*map(len, evening[0]["shown"].values())] == [1, 0, 1]


def test_the_eleventh_versions_journal_holds_what_came_since() -> None:
    lines = [
        json.loads(line) for line in (GOLDEN / "v11.jsonl").read_text("utf-8").splitlines()[1:]
    ]
    begun = [line for line in lines if line.get("type") == "evening_started"]
    assert ["tournament" in line for line in begun] == [True, True, False]
    evenings = stored(11)["evenings"]
    assert isinstance(evenings, list)
    assert evenings[0]["numbers"] == [[17, 4, 33, 8], [17, 4, 33, 8], [4, 17, 33, 8]]
