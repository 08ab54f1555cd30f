"""Where the card lay that nobody saw: places, taker, duties and later tricks, all weighed."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord
from engine.evening.deal import DealState
from engine.events import CardCorrected, CardInserted, CardRemoved
from kiosk.director.seen_plays import latest
from kiosk.table.commands import CorrectCard
from kiosk.table.orders import Circumstances, events_of
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import CLEAR, place, revoke_deal, seen, session
from vision.sighting import Place, Sighting, TrickCleared, VisionEvent

SLOPPY_MM, SLOPPY_RAD = 20.0, 0.35
"""How far from its place and how much askew a careless hand's card lies."""

SEEDS = (0, 11, 19, 21, 37, 80)


def way(seat: int) -> float:
    """The direction in which a trick goes to a seat, as the camera tells it."""
    angle = 2 * math.pi * seat / 4
    return math.atan2(-math.cos(angle), -math.sin(angle))


def thrown(seat: int, chance: random.Random) -> Place:
    """Where a card lies that was thrown to the middle without care."""
    own = place(seat)
    return Place(
        0.6 * own.x + chance.gauss(0, SLOPPY_MM),
        0.6 * own.y + chance.gauss(0, SLOPPY_MM),
        (own.theta + chance.gauss(0, SLOPPY_RAD)) % math.pi,
    )


def carelessly(record: DealRecord, seed: int, told: bool = True) -> list[VisionEvent]:
    """The deal with careless places; where `told`, the camera sees who takes the tricks."""
    chance = random.Random(seed)
    events: list[VisionEvent] = []
    count = 0
    for event in seen(record, CLEAR, seed):
        if isinstance(event, Sighting):
            events.append(replace(event, place=thrown(record.plays[count].seat, chance)))
            count += 1
        elif isinstance(event, TrickCleared) and told and count < 32:
            events.append(replace(event, direction=way(record.plays[count].seat)))
        else:
            events.append(event)
    return events


def without(events: list[VisionEvent], *missed: int) -> list[VisionEvent]:
    sightings = [event for event in events if isinstance(event, Sighting)]
    gone = [sightings[index] for index in missed]
    return [event for event in events if event not in gone]


def recorded(record: DealRecord, events: list[VisionEvent]) -> DealState:
    table = session(record)
    for event in events:
        table.hear(event)
        assert table.director.outlook(table.state).shown == ()
    deal = latest(table.state)
    assert deal is not None
    return deal


def test_a_card_nobody_saw_is_put_where_it_lay_though_the_cards_lie_carelessly() -> None:
    right = whole = 0
    for seed in SEEDS:
        record = random_deal(seed)
        events = without(carelessly(record, seed), random.Random(seed).randrange(32))
        plays = recorded(record, events).record.plays
        right += sum(a == b for a, b in zip(plays, record.plays, strict=True))
        whole += plays == record.plays
    assert whole >= len(SEEDS) - 1
    assert right >= 32 * len(SEEDS) - 4


@pytest.mark.parametrize("missed", [5, 6])
def test_who_took_the_trick_tells_who_laid_the_card_nobody_saw(missed: int) -> None:
    """The cards of the trick all lie in the very middle: their places say nothing."""
    record = next(
        deal
        for deal in map(random_deal, range(60))
        if deal.plays[8].seat == deal.plays[missed].seat
    )
    events = carelessly(record, 1)
    for sighting in [event for event in events if isinstance(event, Sighting)][4:8]:
        at = events.index(sighting)
        events[at] = replace(sighting, place=Place(0.0, 0.0, math.pi / 4))
    events = without(events, missed)
    deal = recorded(record, events[: 1 + events.index(_sweep(events, 1))])
    assert deal.laid[missed].card is None
    assert [laid.seat for laid in deal.laid] == [play.seat for play in record.plays[:8]]


def _sweep(events: list[VisionEvent], number: int) -> VisionEvent:
    return [event for event in events if isinstance(event, TrickCleared)][number]


def test_a_guess_is_given_up_when_the_last_card_tells_that_it_was_wrong() -> None:
    """Places and way speak for a wrong guess; that the card then won its trick speaks louder."""
    record, missed = _winner_missed()
    events = carelessly(record, 3)
    sightings = [event for event in events if isinstance(event, Sighting)]
    misplaced = missed + 1
    at = events.index(sightings[misplaced])
    # The card after the missed one lies between its own player's side and the missed one's.
    seats = [record.plays[index].seat for index in (missed, misplaced)]
    own, other = (place(seat) for seat in seats)
    between = Place(0.55 * own.x + 0.45 * other.x, 0.55 * own.y + 0.45 * other.y, own.theta)
    events[at] = replace(sightings[misplaced], place=between)
    sweep = events.index(_sweep(events, missed // 4))
    told = events[sweep]
    assert isinstance(told, TrickCleared)
    events[sweep] = replace(told, direction=None)
    events = without(events, missed)
    table = session(record)
    guesses: list[tuple[int, ...]] = []
    for event in events:
        table.hear(event)
        if (deal := latest(table.state)) is not None:
            guesses.append(tuple(at for at, laid in enumerate(deal.laid) if laid.card is None))
    assert (misplaced,) in guesses
    deal = latest(table.state)
    assert deal is not None
    assert deal.record.plays == record.plays


def _winner_missed() -> tuple[DealRecord, int]:
    """A deal in which the second card of a trick wins it."""
    for seed in range(100):
        record = random_deal(seed)
        for trick in (2, 3, 4):
            if record.plays[4 * trick + 4].seat == record.plays[4 * trick + 1].seat:
                return record, 4 * trick + 1
    raise AssertionError("no such deal")


def test_a_presumed_lead_gives_way_once_the_cards_say_who_won() -> None:
    record, missed = _winner_missed()
    events = carelessly(record, 5)
    lead = missed + 3
    sightings = [event for event in events if isinstance(event, Sighting)]
    seat = record.plays[lead].seat
    sweep = events.index(_sweep(events, missed // 4))
    told = events[sweep]
    assert isinstance(told, TrickCleared)
    events[sweep] = replace(told, direction=None)
    table = session(record)
    for event in without(events[: sweep + 1], missed):
        table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    best_seen = deal.turn.leader
    assert best_seen != seat
    table.hear(replace(sightings[lead], place=place(best_seen)))
    deal = latest(table.state)
    assert deal is not None
    assert deal.laid[lead].seat == best_seen
    unseen, card = deal.laid[missed], record.plays[missed].card
    assert unseen.card is None
    table.store((CardCorrected(unseen.seq, card, "person"),))
    deal = latest(table.state)
    assert deal is not None
    assert deal.laid[lead].seat == seat


def test_a_planted_revoke_stays_where_another_card_was_missed() -> None:
    """The duties weigh little: a missed card is not put elsewhere to save a player's honour."""
    record = revoke_deal()
    for missed in (1, 9, 13, 22):
        table = session(record)
        for event in without(carelessly(record, missed), missed):
            table.hear(event)
        deal = latest(table.state)
        assert deal is not None
        assert [play.card for play in deal.record.plays] == [play.card for play in record.plays]
        assert deal.record.plays[6] == record.plays[6]


def test_an_answer_about_a_guess_that_was_moved_meanwhile_is_meant_for_the_new_one() -> None:
    record, missed = _winner_missed()
    table = session(record)
    events = without(carelessly(record, 3), missed)
    for event in events[: events.index(_sweep(events, missed // 4)) + 1]:
        table.hear(event)
    deal = latest(table.state)
    assert deal is not None
    guess = next(laid for laid in deal.laid if laid.card is None)
    at = deal.seqs.index(guess.seq)
    there = deal.seqs[at + 1 if at % 4 == 0 else at - 1]
    moved = (CardRemoved(guess.seq, "decoder"), CardInserted(None, there, None, "decoder"))
    table.store(moved)
    card = record.plays[missed].card
    assert card is not None
    now = Circumstances("2026-01-01T20:00:00+01:00", {})
    answer = events_of(CorrectCard(guess.seq, card), table.state, now)
    table.store(answer)
    deal = latest(table.state)
    assert deal is not None
    assert len(deal.laid) == 4 * (missed // 4 + 1)
    assert [laid.card for laid in deal.laid if laid.fixed] == [card]
    assert None not in [laid.card for laid in deal.laid]
