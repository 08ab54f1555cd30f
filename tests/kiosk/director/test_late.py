"""A card seen later than it was laid is put where its place says, and the seats with it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from engine.events import CardPlayed
from kiosk.director.seen_plays import latest
from kiosk.table.commands import CorrectCard
from kiosk.table.orders import Circumstances, events_of
from kiosk.table.writer import MemoryTable
from tests.kiosk.director.test_slots import carelessly
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import place, revoke_deal, seen, session
from vision.sighting import Place, Sighting, TrickCleared, VisionEvent

LATER_S = 1.2


def seen_late(events: list[VisionEvent], index: int, known: bool = False) -> list[VisionEvent]:
    """Tell card `index` only after the one that came next; `known` with the time it came."""
    sightings = [event for event in events if isinstance(event, Sighting)]
    late, after = sightings[index], sightings[index + 1]
    told = replace(late, t=late.t if known else after.t + LATER_S, known_t=after.known_t + LATER_S)
    rest = [event for event in events if event is not late]
    rest.insert(rest.index(after) + 1, told)
    return rest


def heard(record: DealRecord, events: list[VisionEvent]) -> tuple[MemoryTable, DealState]:
    table = session(record)
    for event in events:
        table.hear(event)
        if isinstance(event, TrickCleared):
            assert table.director.outlook(table.state).shown == ()
    deal = latest(table.state)
    assert deal is not None
    return table, deal


@pytest.mark.parametrize("index", [2, 5, 12])
def test_a_card_seen_late_is_put_before_those_laid_after_it(index: int) -> None:
    record = random_deal(3)
    _, deal = heard(record, seen_late(seen(record), index))
    assert deal.record.plays == record.plays


def test_the_cards_after_a_late_one_are_seated_right_at_once() -> None:
    record = random_deal(3)
    events = seen_late(seen(record), 5)
    upto = events.index([e for e in events if isinstance(e, Sighting)][6]) + 1
    _, deal = heard(record, events[:upto])
    assert deal.record.plays == record.plays[:7]


def test_who_took_the_trick_tells_of_a_card_seen_late_among_careless_ones() -> None:
    right = 0
    for seed in range(8):
        record = random_deal(seed)
        chance = random.Random(seed)
        index = 4 * chance.randrange(1, 8) + chance.randrange(3)
        _, deal = heard(record, seen_late(carelessly(record, seed), index, known=True))
        right += deal.record.plays == record.plays
    assert right >= 7


def test_cards_in_their_order_stay_in_it_however_carelessly_they_lie() -> None:
    for seed in range(8):
        record = random_deal(seed)
        _, deal = heard(record, carelessly(record, seed))
        assert deal.record.plays == record.plays


@pytest.mark.parametrize("index", [4, 5, 13])
def test_of_five_cards_the_one_goes_that_lies_where_another_lies(index: int) -> None:
    """A pushed card was read as another that is still to come: both readings are clear."""
    record = random_deal(3)
    events = seen(record)
    told = [event for event in events if isinstance(event, Sighting)]
    again = replace(told[index], track=99, t=told[index + 1].t, known_t=told[index + 1].known_t)
    events.insert(
        events.index(told[index + 1]) + 1,
        replace(again, log_scores=told[20 + index % 3].log_scores),
    )
    _, deal = heard(record, events)
    assert deal.record.plays == record.plays


def test_a_wrong_leader_is_not_taken_for_a_late_card() -> None:
    """Seat 1 leads though seat 0 should have, and the others follow: no card came late."""
    record = random_deal(3)
    events = seen(record)
    told = [event for event in events if isinstance(event, Sighting)]
    seats = [play.seat for play in record.plays]
    for index in (4, 5, 6):
        turned = replace(told[index], place=place((seats[index] + 1) % 4))
        events[events.index(told[index])] = turned
    upto = events.index(told[7])
    _, deal = heard(record, events[:upto])
    seen_cards = [laid for laid in deal.laid if laid.card is not None]
    assert [laid.card for laid in seen_cards] == [play.card for play in record.plays[:7]]
    # Until the trick is swept a lead that nobody saw says the same of who laid what.
    assert [laid.seat for laid in seen_cards[4:]] == [(seats[at] + 1) % 4 for at in (4, 5, 6)]


def test_cards_after_one_that_was_missed_are_not_taken_for_late() -> None:
    record = random_deal(3)
    events = seen(record)
    told = [event for event in events if isinstance(event, Sighting)]
    upto = [event for event in events[: events.index(told[8]) - 1] if event is not told[5]]
    # The last one lies in the very middle: across from its player it would lie as well.
    own = told[7].place
    upto[-1] = replace(told[7], place=Place(0.15 * own.x, 0.15 * own.y, own.theta))
    _, deal = heard(record, upto)
    laid = [*record.plays[:5], *record.plays[6:8]]
    seen_cards = [each.card for each in deal.laid if each.card is not None]
    assert seen_cards == [play.card for play in laid]


def test_the_first_two_cards_of_a_deal_may_come_in_one_moment() -> None:
    """Both have the same time; the second was taken for the first, recorded already."""
    record = random_deal(3)
    events = seen(record)
    first = events[0]
    second = events[1]
    assert isinstance(first, Sighting)
    assert isinstance(second, Sighting)
    events[0] = replace(first, t=second.t, known_t=second.known_t)
    _, deal = heard(record, events)
    assert all(isinstance(laid.event, CardPlayed) for laid in deal.laid)
    assert deal.record.plays == record.plays


def test_what_a_person_says_of_a_card_meanwhile_put_elsewhere_stands() -> None:
    """The page still shows the play by the number it had before it was recorded anew."""
    record = random_deal(3)
    events = seen_late(seen(record), 5)
    told = [event for event in events if isinstance(event, Sighting)]
    table, before = heard(record, events[: events.index(told[6])])
    shown = before.laid[-1]
    assert shown.card is record.plays[6].card
    table.hear(told[6])
    now = Circumstances("2026-11-21T17:00:00+01:00", {})
    table.commit(events_of(CorrectCard(shown.seq, shown.card), table.state, now))
    deal = latest(table.state)
    assert deal is not None
    assert deal.record.plays == record.plays[:7]
    assert deal.laid[6].fixed


def test_what_a_person_fixed_is_not_put_elsewhere() -> None:
    record = random_deal(3)
    events = seen_late(seen(record), 5)
    told = [event for event in events if isinstance(event, Sighting)]
    table, before = heard(record, events[: events.index(told[6])])
    now = Circumstances("2026-11-21T17:00:00+01:00", {})
    said = CorrectCard(before.laid[-1].seq, before.laid[-1].card)
    table.commit(events_of(said, table.state, now))
    table.hear(told[6])
    deal = latest(table.state)
    assert deal is not None
    assert deal.laid[5].seq == before.laid[-1].seq
    assert deal.laid[5].fixed


def test_nobody_is_accused_over_an_order_the_places_hardly_speak_for() -> None:
    """Seat 2 did revoke, but the two last cards of the trick that proves it may be exchanged."""
    record = revoke_deal()
    events = seen(record)
    told = [event for event in events if isinstance(event, Sighting)]
    for index in (6, 7):
        # Both lie between seats 2 and 3, and the first was seen after the second.
        between = replace(told[index], place=Place(20.0, 20.0, 0.8), t=28.0 - index)
        events[events.index(told[index])] = between
    table = session(record)
    for event in events:
        table.hear(event)
        if isinstance(event, TrickCleared):
            assert not table.director.outlook(table.state).shown
    as_they_came = session(record)
    for event in seen(record):
        as_they_came.hear(event)
    (verdict,) = as_they_came.director.outlook(as_they_came.state).shown
    assert (verdict.kind, verdict.seat) == ("revoke", 2)
