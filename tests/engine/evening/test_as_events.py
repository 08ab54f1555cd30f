"""A deal file's line, journalled as at the table, is the same deal again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.cards import Family
from engine.deal.record import DealRecord
from engine.dealfile.reader import parse, parse_line
from engine.evening.deal_log import card_events, closing_events, opening_events
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import EveningStarted
from engine.games import GAMES
from engine.games.carry import Carry
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import overrides
from engine.text import PlainError
from tests.engine.dealfile.test_dealfile_all_games import Json, deals
from tests.engine.spine import enveloped
from tests.shared_data import shared_path


def journalled(record: DealRecord) -> TableState:
    names = tuple(str(seat) for seat in range(record.players))
    rules = overrides(record.rules, record.game)
    events = [
        EveningStarted("e", record.game, rules, names, "isar", {}),
        *opening_events(record, Carry()),
        *card_events(record),
        *closing_events(record),
    ]
    return fold(enveloped(events))


def told(record: DealRecord) -> DealRecord:
    """Return what a journal can know of a record: the later word of a ruling.

    Reveals after more cards than lie, or rulings on cards that do not, have no place at a table.
    """
    laid = len(record.plays)
    reveals = sorted(record.reveals, key=lambda each: each.after)
    rulings = {each.verdict: each for each in record.rulings if _play(each.verdict) < laid}
    return replace(
        record,
        extra={},
        reveals=tuple(each for each in reveals if each.after <= laid),
        rulings=tuple(rulings.values()),
    )


def _play(verdict: str) -> int:
    return int(verdict.rpartition(":")[2])


@pytest.mark.parametrize("name", ["bavarian", "mehrkopf", "schafkopf"])
def test_a_line_journalled_is_the_same_deal(name: str) -> None:
    @settings(deadline=None, max_examples=60)
    @given(deals(name))
    def there_and_back(line: Json) -> None:
        try:
            record = parse(line)
        except PlainError:
            return
        if record.family is not Family.GERMAN:
            return
        state = journalled(record)
        assert state.oddities == () or len(told(record).rulings) < len(record.rulings)
        assert state.finished[0].record == told(record)

    there_and_back()


@pytest.mark.shared
def test_real_deals_journalled_are_settled_alike() -> None:
    lines = shared_path("deals", "schafkopf-paid.jsonl").read_text("utf-8").splitlines()
    assert GAMES["schafkopf"]
    for line in lines[:40]:
        record = parse_line(line)
        state = journalled(record)
        assert state.finished[0].payout == getattr(evaluate(record).result, "payout", None)


def test_a_stock_the_evening_knows_of_is_not_counted_again() -> None:
    record = parse({"game": "schafkopf", "players": 4, "dealer": 3, "stock": 40})
    assert (
        len(list(opening_events(record, Carry())))
        == len(list(opening_events(record, Carry(stock=40)))) + 1
    )
