"""Forty deals of one night: every game, guests, breaks, aborts, results by hand, corrections.

The night folds; its export imports with the same head and folds to the same; so do its deals
written for people, read and journalled again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.deal.record import Contract, DealRecord
from engine.evening.deal_log import card_events, closing_events, opening_events
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    Announced,
    BreakBegun,
    BreakEnded,
    CardConfirmed,
    CardCorrected,
    CardPlayed,
    DealClosed,
    DealEntered,
    DealStarted,
    EveningEnded,
    EveningStarted,
    Event,
    Note,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    SubstituteSat,
    Undone,
)
from engine.games import GAMES
from engine.games.carry import NOTHING_CARRIED
from engine.journal.journal import Journal
from engine.notation.reader import read
from engine.notation.writer import write
from engine.rules.house_rules import overrides
from engine.text import PlainError
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.records import record_of
from tests.simulate.table import table

AT = "2026-11-21T20:00:00.000+01:00"
NAMES = ("Sepp", "Resi", "Xaver", "Vroni", "Toni", "Kathi", "Girgl")
DEALS = 46
TABLES = (
    *(("mehrkopf", players) for players in (2, 3, 4, 5, 6, 7)),
    *(("sheepshead", players) for players in (2, 3, 4, 5, 6, 7)),
    *(("schafkopf", 4), ("bavarian", 4), ("bierkopf", 4)),
)


def played(game: str, players: int, number: int) -> DealRecord:
    chance = random.Random(f"{game} {players} {number}")
    laid = play_out(start(deal_cards(table(game, players, chance), chance)), anyhow(chance))
    return record_of(laid.deal, f"{game}-{players}-{number}")


def whole(record: DealRecord) -> Iterator[Event]:
    rules = overrides(record.rules, record.game)
    yield from opening_events(record, NOTHING_CARRIED, rules)
    yield from card_events(record)
    yield from closing_events(record)


def aborted(record: DealRecord, laid: int, kind: str) -> Iterator[Event]:
    end: dict[str, object] = {"kind": kind}
    if kind == "claim":
        end |= {"seat": 0, "tricks": "rest", "agreed": True}
    yield from whole(replace(record, plays=record.plays[:laid], reveals=(), end=end))


def thrown_in(record: DealRecord) -> Iterator[Event]:
    yield DealStarted(record.id, record.dealer, record.out)
    yield DealClosed({"kind": "thrown_in", "why": "all_pass"})


def by_hand(record: DealRecord) -> Iterator[Event]:
    yield DealStarted(record.id, record.dealer, record.out)
    amounts = (10, -10, *(0 for _ in range(record.players - 2)))
    yield DealEntered({"amounts": list(amounts), "reason": "vom Zettel"})


def result_told(record: DealRecord) -> Iterator[Event]:
    yield DealStarted(record.id, record.dealer, record.out)
    told = {"won": True, "schneider": False, "points": [75, 45]}
    yield DealEntered(told, Contract("wenz", 1), doubles=("kontra",))


def mended(record: DealRecord, seq: int) -> Iterator[Event]:
    """Two cards read for each other, put right by a person, one confirmed; a call taken back."""
    events = list(whole(record))
    laid = [index for index, event in enumerate(events) if isinstance(event, CardPlayed)]
    first, second = laid[0], laid[5]
    one, other = events[first], events[second]
    assert isinstance(one, CardPlayed)
    assert isinstance(other, CardPlayed)
    events[first], events[second] = replace(one, card=other.card), replace(other, card=one.card)
    end = events.pop()
    called = next(index for index, event in enumerate(events) if isinstance(event, Announced))
    contract = events[called]
    yield from events
    yield CardCorrected(seq + 1 + first, one.card)
    yield CardCorrected(seq + 1 + second, other.card)
    yield CardConfirmed(seq + 1 + laid[1])
    yield Announced(None)
    yield Undone(seq + len(events) + 4)
    yield contract
    yield end


def night() -> list[Event]:
    """Return the events: fifteen tables, one after the other."""
    events: list[Event] = []
    count = 0
    for place, (game, players) in enumerate(TABLES):
        names = NAMES[:players]
        events.append(EveningStarted(f"night-{place}", game, {}, names, "isar", {"a.onnx": "0"}))
        events.append(SubstituteSat(players - 1, "Gast", "owner"))
        for number in range(3):
            events += _deal(played(game, players, number), number, len(events))
            count += 1
            if number == 0:
                events += [SubstituteSat(players - 1, None), BreakBegun(), BreakEnded()]
        events.append(SeatsChanged(names[1:] + names[:1]))
        events.append(ScoreAdjusted((5, -5, *(0 for _ in names[2:])), "Bier"))
        if game == "schafkopf":
            events += result_told(replace(played(game, players, 9), dealer=2))
            count += 1
        events += [Note("a gmahde Wiesn"), EveningEnded()]
    assert count == DEALS
    return events


def _deal(record: DealRecord, number: int, seq: int) -> list[Event]:
    aborts = {1: "claim", 2: "void"}
    place = TABLES.index((record.game, record.players))
    if number == 0:
        done = mended(record, seq) if place % 2 else whole(record)
        return [*done, Ruling(record.id, "revoke:0:0", "waived")]
    if (place + number) % 3 == 0:
        return list(by_hand(record))
    if (place + number) % 3 == 1:
        return list(thrown_in(record))
    return list(aborted(record, 6, aborts[number]))


def evenings(journal: Journal) -> list[TableState]:
    envelopes = list(journal.events())
    starts = [mark.seq - 1 for mark in journal.evenings()]
    return [fold(envelopes[a:b]) for a, b in pairwise([*starts, len(envelopes)])]


@pytest.fixture(scope="module")
def journal() -> Journal:
    made = Journal.in_memory()
    made.append(night(), AT)
    return made


def test_the_night_is_what_it_says(journal: Journal) -> None:
    states = evenings(journal)
    assert {state.game for state in states} == set(GAMES)
    assert sum(len(state.finished) for state in states) == DEALS
    assert all(state.deal is None and state.ended for state in states)
    ends = [deal.end["kind"] for state in states for deal in state.finished if deal.end]
    assert {"claim", "void", "thrown_in", "entered"} <= set(ends)
    scored = [deal for state in states for deal in state.finished if deal.result is not None]
    assert len(scored) >= len(TABLES)
    # What stands in the journal and was not counted are the rulings on verdicts nobody gave.
    for state in states:
        assert len(state.oddities) <= 1, [oddity.why.en for oddity in state.oddities]
        assert sum(deal.corrected != frozenset() for deal in state.finished) <= 1


def test_its_export_imports_with_the_same_head_and_folds_to_the_same(journal: Journal) -> None:
    lines = list(journal.export_lines())
    again = Journal.in_memory()
    assert again.import_lines(lines) == journal.last_seq
    assert again.head == journal.head
    assert list(again.export_lines()) == lines
    assert evenings(again) == evenings(journal)
    with pytest.raises(PlainError, match="already holds evenings"):
        again.import_lines(lines)
    assert again.head == journal.head


def test_a_changed_digit_anywhere_is_found(journal: Journal) -> None:
    lines = list(journal.export_lines())
    first = len(lines) - journal.last_seq
    for at in range(first, len(lines), 97):
        changed = [*lines[:at], lines[at].replace("20:00", "20:01", 1), *lines[at + 1 :]]
        with pytest.raises(PlainError, match="checksum"):
            Journal.in_memory().import_lines(changed)


def test_its_deals_are_written_for_people_and_read_as_the_same(journal: Journal) -> None:
    records = [deal.record for state in evenings(journal) for deal in state.finished]
    found = read("\n".join(write(record) for record in records))
    assert [deal.problems for deal in found] == [()] * DEALS
    assert [deal.record for deal in found] == records


def test_read_again_they_come_to_the_same_results(journal: Journal) -> None:
    for state in evenings(journal):
        kept: Sequence[DealRecord] = [
            deal.record
            for deal in read("\n".join(write(d.record) for d in state.finished))
            if deal.record
        ]
        for record, before in zip(kept, state.finished, strict=True):
            made = Journal.in_memory()
            begun = EveningStarted("e", record.game, {}, before.names, "isar", {})
            made.append([begun, *whole(record)], AT)
            (again,) = evenings(made)
            assert again.finished[-1].result == before.result, record.id
