"""What the table is asked: little, one thing at a time, and nothing that the cards tell anyway."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import GERMAN_32, Card, card
from engine.deal.record import DealRecord
from kiosk.director.seen_plays import latest
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import seen, session, told, torn, with_doubt
from vision.sighting import Sighting, VisionEvent


def test_an_older_trick_is_asked_about_only_when_the_deal_is_over() -> None:
    """A question shows a card; during the deal only the last two tricks may be seen."""
    record = random_deal(3)
    asked_at = _asked_at(record, 1, _late_card(record, 1, turns=True))
    assert asked_at
    assert max(asked_at) <= 8


def test_what_is_offered_tells_nothing_of_cards_that_are_gone() -> None:
    """A card of the first trick looks alike: it is offered though it lay long ago."""
    record = random_deal(3)
    gone, late = record.plays[0].card, _late_card(record, 9, turns=True)
    assert gone is not None
    table = session(record)
    offered: list[tuple[Card, ...]] = []
    for event in with_doubt(record, 9, late, 0.5):
        own = isinstance(event, Sighting) and event.track == 9
        table.hear(_also(event, gone) if own else event)
        deal = latest(table.state)
        if deal is None or len(deal.laid) > 16:
            continue
        for question in table.director.outlook(table.state).questions:
            if deal.index_of(question.seq) == 9:
                offered.append(question.options)
    assert offered
    assert all(gone in options for options in offered)


def _also(sighting: VisionEvent, gone: Card) -> Sighting:
    """Return a sighting whose card might be `gone` as the third likeliest."""
    assert isinstance(sighting, Sighting)
    listed = list(sighting.log_scores)
    third = sorted(listed)[-3]
    at = GERMAN_32.index(gone)
    listed[at] = max(listed[at], third + 0.01)
    return replace(sighting, log_scores=tuple(listed))


@pytest.mark.parametrize("index", [1, 9])
def test_a_question_goes_away_by_itself_once_the_cards_tell(index: int) -> None:
    record = random_deal(3)
    late = _late_card(record, index, turns=True)
    asked_at = _asked_at(record, index, late)
    laid = [play.card for play in record.plays].index(card(late))
    assert asked_at
    assert max(asked_at) <= laid


@pytest.mark.parametrize(
    ("lead", "first", "second"),
    [(2.0, True, True), (2.5, True, False), (3.25, True, False), (3.75, False, False)],
)
def test_a_doubt_that_was_shown_takes_more_to_go_than_to_come(
    lead: float, first: bool, second: bool
) -> None:
    """A question that comes and goes with every card would unsettle the table.

    Two plays may each be the other's card. By itself the first is read with a lead of 0.5; with
    the second, which nobody doubted before, both have the same lead.
    """
    record = random_deal(6)
    other = _late_card(record, 1, turns=True)
    late = [play.card for play in record.plays].index(card(other))
    events = with_doubt(record, 1, other, 0.5)
    place = [at for at, event in enumerate(events) if isinstance(event, Sighting)][late]
    sighting, own = events[place], record.plays[1].card
    assert isinstance(sighting, Sighting)
    assert own is not None
    events[place] = replace(sighting, log_scores=torn(card(other), own, lead - 0.5))
    table = session(record)
    doubted = []
    for event in events:
        table.hear(event)
        outlook = table.director.outlook(table.state)
        doubted.append(outlook.unsure)
    deal = latest(table.state)
    assert deal is not None
    shown = {deal.seqs[index] for index, is_shown in ((1, first), (late, second)) if is_shown}
    # Steadily: from the second card on nothing comes or goes.
    assert set(doubted[place + 1 :]) == {frozenset(shown)}
    assert [deal.index_of(each.seq) for each in outlook.questions] == ([1] if first else [])


def _late_card(record: DealRecord, index: int, *, turns: bool) -> str:
    """Return a card that comes after the trick of a play and would (not) have won it instead."""
    deal = told(session(record), seen(record))
    start = index // 4 * 4
    trick = [play.card for play in record.plays[start : start + 4]]
    for play in reversed(record.plays[start + 8 :]):
        other = [*trick[: index - start], play.card, *trick[index - start + 1 :]]
        if (deal.rule(other) != deal.rule(trick)) is turns:
            return str(play.card)
    raise AssertionError("no card would do")


def _asked_at(record: DealRecord, index: int, other: str) -> list[int]:
    """Return after how many sightings a play that may have been `other` is asked about."""
    table = session(record)
    sightings = 0
    asked_at: list[int] = []
    for event in with_doubt(record, index, other, 0.5):
        table.hear(event)
        sightings += isinstance(event, Sighting)
        deal = latest(table.state)
        if deal is None:
            continue
        asked = {deal.index_of(q.seq) for q in table.director.outlook(table.state).questions}
        if index in asked:
            asked_at.append(sightings)
    return asked_at
