"""Where the camera misses card after card nobody is accused, until somebody says what lay there."""

from __future__ import annotations

from engine.evening.deal import DealState
from engine.events import Announced, DealStarted
from kiosk.director.seen_plays import latest
from kiosk.table.commands import CorrectCard, LayCard
from kiosk.table.orders import Circumstances, events_of
from kiosk.table.writer import MemoryTable
from tests.kiosk.director.test_slots import without
from tests.kiosk.seen_deals import revoke_deal, seen, session

MISSED = (3, 9, 13)
"""Cards of others before the one that shows the revoke of play 6: play 18."""


def heard(*missed: int) -> MemoryTable:
    record = revoke_deal()
    table = session(record)
    for event in without(seen(record), *missed):
        table.hear(event)
    return table


def deal_of(table: MemoryTable) -> DealState:
    deal = latest(table.state)
    assert deal is not None
    return deal


def accused(table: MemoryTable) -> list[tuple[str, int | None]]:
    shown = table.director.outlook(table.state).shown
    return [(verdict.kind, verdict.seat) for verdict in shown]


def test_a_revoke_in_cards_laid_by_hand_is_said_as_it_shows() -> None:
    """Without a camera nothing was ever said: no place of a card speaks for who led."""
    record = revoke_deal()
    table, now = session(record), Circumstances("2026-01-01T20:00:00+01:00", {})
    contract = record.contract
    assert contract is not None
    table.commit((DealStarted("by hand", record.dealer), Announced(contract)))
    said = []
    for play in record.plays:
        assert play.card is not None
        table.commit(events_of(LayCard(play.card), table.state, now))
        said.append(accused(table))
    assert [at for at, each in enumerate(said) if each] == list(range(18, 32))
    assert said[18] == [("revoke", 2)]


def test_a_revoke_is_said_where_one_or_two_cards_were_missed() -> None:
    for missed in (MISSED[:1], MISSED[:2], MISSED[1:]):
        assert accused(heard(*missed)) == [("revoke", 2)]


def test_three_cards_missed_accuse_nobody() -> None:
    assert accused(heard(*MISSED)) == []
    assert accused(heard(*MISSED[:2])) == [("revoke", 2)]


def test_what_was_said_stays_where_cards_are_missed_after_it() -> None:
    assert accused(heard(3, 9, 22, 27)) == [("revoke", 2)]


def test_a_card_that_somebody_names_counts_as_seen() -> None:
    record, table = revoke_deal(), heard(*MISSED)
    deal = deal_of(table)
    named = record.plays[MISSED[0]].card
    assert named is not None
    now = Circumstances("2026-01-01T20:00:00+01:00", {})
    order = CorrectCard(deal.seqs[MISSED[0]], named)
    table.commit(events_of(order, table.state, now))
    assert accused(table) == [("revoke", 2)]
