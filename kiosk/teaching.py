"""Corrections teach: what a person says of a card becomes a lesson of the deck, removably.

The views come with the sightings and are kept by track as long as the evening lasts. What is to be
taught follows from the record alone: every play whose card a person said. So an undone correction
takes its lesson back by itself. Everything here runs in the writer's thread; only `taught` is read
by the camera's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from engine.cards import Card
from engine.events import CardPlayed
from engine.state import DealState, TableState
from kiosk.running import newest_two
from vision.arrays import Floats
from vision.reading.profile import Profile
from vision.reading.taught import Lesson, Taught, may_teach, mistaken_for

LOG = logging.getLogger("mehrkopf.teaching")

MOST_VIEWS = 256
"""Views kept for corrections to come: several deals."""


class Teacher:
    """Keeps what corrections teach of one deck, in the file `path` beside it.

    `accept` is the similarity from which on something is taken for a card.
    """

    def __init__(self, profile: Profile, accept: float, path: Path, now: Callable[[], str]) -> None:
        self._profile = profile
        self._accept = accept
        self._path = path
        self._now = now
        self._views: dict[int, Floats] = {}
        self._taught = profile.taught

    @property
    def taught(self) -> Taught:
        """All lessons as they stand."""
        return self._taught

    def seen(self, track: int, view: Floats) -> None:
        """Keep the view [2,128] of the card that is recorded under `track`."""
        self._views.pop(track, None)
        self._views[track] = view
        while len(self._views) > MOST_VIEWS:
            del self._views[next(iter(self._views))]

    def follow(self, state: TableState) -> None:
        """Teach what a person has said of the newest deals, and take back what no longer holds."""
        taught = self._taught
        for deal in newest_two(state):
            taught = self._of_deal(deal, taught)
        if taught is self._taught:
            return
        self._taught = taught
        try:
            taught.save(self._path, self._profile)
        except OSError as error:
            LOG.error("what was taught cannot be stored: %s", error)  # noqa: TRY400

    def _of_deal(self, deal: DealState, taught: Taught) -> Taught:
        said = self._said(deal)
        for lesson in taught.lessons:
            if _deal_of(lesson.event) == deal.record.id and lesson.event not in said:
                taught = taught.without(lesson.event)
        for event, (card, track) in said.items():
            known = taught.lesson(event)
            if known is not None and known.card is card:
                continue
            view = self._views.get(track) if known is None else known.view
            taught = taught if known is None else taught.without(event)
            if view is not None and may_teach(self._profile, view, card, self._accept):
                instead = mistaken_for(self._profile, view, card)
                taught = taught.with_lesson(Lesson(card, view, instead, event, self._now()))
        return taught

    def _said(self, deal: DealState) -> dict[str, tuple[Card, int]]:
        """Return the camera's plays whose card a person said: the card and the track of each."""
        return {
            f"{deal.record.id}:{laid.seq}": (laid.card, laid.event.track)
            for laid in deal.laid
            if laid.fixed
            and laid.card is not None
            and isinstance(laid.event, CardPlayed)
            and laid.event.track is not None
        }


def _deal_of(event: str) -> str:
    return event.rpartition(":")[0]
