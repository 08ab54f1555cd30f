"""After a moment in which nobody watched the table nobody is accused before the deal is whole."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kiosk.director.seen_plays import latest
from kiosk.table.writer import MemoryTable
from tests.kiosk.director.test_slots import without
from tests.kiosk.director.test_unread import accused
from tests.kiosk.seen_deals import revoke_deal, seen, session
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    Sighting,
    TableActivity,
    TrickCleared,
    VisionEvent,
)

FAR = CameraMoved(20.0, far=True)
DARK = ActivityChanged(20.0, TableActivity.NO_PICTURE)
NEAR = CameraMoved(20.0)
REVOKE: list[tuple[str, int | None]] = [("revoke", 2)]
"""Play 6, shown by play 18."""


def events(blink: VisionEvent, before: int) -> list[VisionEvent]:
    """All of the deal, with a moment unwatched before this card."""
    told = seen(revoke_deal())
    cards = [event for event in told if isinstance(event, Sighting)]
    at = told.index(cards[before])
    return [*told[:at], blink, *told[at:]]


def heard(table: MemoryTable, told: list[VisionEvent]) -> list[list[tuple[str, int | None]]]:
    """Whom the table accused after each event."""
    said = []
    for event in told:
        table.hear(event)
        said.append(accused(table))
    return said


@pytest.mark.parametrize("blink", [FAR, DARK])
def test_a_revoke_is_said_only_when_every_card_was_seen_after_all(blink: VisionEvent) -> None:
    said = heard(session(revoke_deal()), events(blink, 13))
    first = said.index(REVOKE)
    assert said[-1] == REVOKE
    assert first >= len(said) - 2, "the last card, or the sweep after it"


@pytest.mark.parametrize("watched", [True, False])
def test_after_the_power_came_back_people_may_have_played_on(watched: bool) -> None:
    told = seen(revoke_deal())
    cards = [event for event in told if isinstance(event, Sighting)]
    at = told.index(cards[13])
    table = session(revoke_deal())
    heard(table, told[:at])
    table.director.resume(table.state, watched=watched)
    said = heard(table, told[at:])
    assert said[-1] == REVOKE
    assert (said.index(REVOKE) >= len(said) - 2) is not watched


def test_a_camera_begun_anew_counts_from_nothing_and_every_card_is_recorded() -> None:
    told = seen(revoke_deal(), start=3000.0)
    cards = [event for event in told if isinstance(event, Sighting)]
    at = told.index(cards[12])
    table = session(revoke_deal())
    heard(table, told[:at])
    table.director.resume(table.state, watched=False)
    heard(table, [earlier(event, 3000.0) for event in told[at:]])
    deal = latest(table.state)
    assert deal is not None
    assert deal.plays == revoke_deal().plays


def earlier(event: VisionEvent, seconds: float) -> VisionEvent:
    """Return the event as of a camera that began to count so much later; tracks begin anew."""
    then = replace(event, t=event.t - seconds)
    if isinstance(then, Sighting | TrickCleared):
        then = replace(then, known_t=then.known_t - seconds)
    return replace(then, track=then.track - 12) if isinstance(then, Sighting) else then


@pytest.mark.parametrize("blink", [FAR, DARK])
def test_a_trick_lost_meanwhile_accuses_nobody(blink: VisionEvent) -> None:
    told = events(blink, 17)
    sweep = [event for event in told if isinstance(event, TrickCleared)][3]
    lost = without([event for event in told if event is not sweep], 15, 16)
    assert not any(heard(session(revoke_deal()), lost))
    assert heard(session(revoke_deal()), told)[-1] == REVOKE


def test_what_was_said_before_and_a_table_moved_a_little_change_nothing() -> None:
    assert heard(session(revoke_deal()), events(FAR, 21))[-12] == REVOKE
    assert heard(session(revoke_deal()), events(NEAR, 13)).index(REVOKE) < 30
