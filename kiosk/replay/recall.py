"""What the screens showed beside the record: alerts, questions, doubtful cards.

None of that is logged (DESIGN point 2). It is worked out again from the record by the director's
own functions, card by card as live; deals that were read in are certain. What they knew and the
record does not hold is missing: when the camera saw nothing at all, and what a player claimed.
Where the deck is not at hand by which the cards were read, their scores mean nothing; then the
proven verdicts are shown when the house rule says so, as if every card had been read for certain.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from engine.cards import Card, Family, UnknownCardError, card
from engine.events import CardPlayed
from engine.games import game
from engine.report import Status
from engine.state import DealState, TableState
from engine.text import PlainError
from kiosk.deals import RoundDeals
from kiosk.decks import find_deck
from kiosk.director import Director
from kiosk.home import Home
from kiosk.outlook import Outlook
from kiosk.running import latest, trick_size
from kiosk.saying import DEFAULT_SAYING, Saying

Look = Callable[[TableState], Outlook]
"""To be asked about the states of one deal in their order."""


@dataclass(frozen=True)
class Recall:
    """How this table said things; `decks` tells a deck's cards in the order of the scores."""

    decks: Callable[[str], tuple[Card, ...]] = field(default=lambda name: ())
    saying: Saying = DEFAULT_SAYING
    angles: tuple[float, ...] | None = None

    def look(self, deal: DealState, deck: str) -> Look:
        """Return what tells, state by state of `deal`, what was shown."""
        profile = self.order(deal, deck)
        if not profile:
            return self._certain
        return Director(profile, RoundDeals(), self.angles, self.saying).outlook

    def order(self, deal: DealState, deck: str) -> tuple[Card, ...]:
        """Return the order of the scores of a deal; empty where it is not known or was read in."""
        plays = [e.envelope.event for e in deal.log if isinstance(e.envelope.event, CardPlayed)]
        if any(play.source == "import" for play in plays):
            return ()
        seen = {len(laid.scores) for laid in deal.laid if laid.scores is not None}
        if not seen:
            record = deal.record
            return tuple(game(record.game).deck(record.rules, trick_size(deal)))
        order = self.decks(deck)
        return order if seen == {len(order)} else ()

    def _certain(self, state: TableState) -> Outlook:
        deal = latest(state)
        if deal is None:
            return Outlook()
        proven = (v for v in deal.report.verdicts if v.status is not Status.SUSPECTED)
        return Outlook(
            shown=tuple(verdict for verdict in proven if self.saying.due(verdict, deal)),
            unsure=frozenset(laid.seq for laid in deal.laid if laid.card is None),
        )


@lru_cache(maxsize=8)
def _cards_in(path: Path, written: int) -> tuple[Card, ...]:
    """Read the cards of a deck as it was `written`; the pages ask at every state."""
    del written
    with zipfile.ZipFile(path) as archive:
        told = json.loads(archive.read("deck.json"))
    family = Family(told["family"])
    return tuple(card(code, family) for code in told["cards"])


def order_of(home: Home) -> Callable[[str], tuple[Card, ...]]:
    """Return what tells the cards of this home's decks in the order of the scores."""

    def cards(deck: str) -> tuple[Card, ...]:
        try:
            path = find_deck(deck, home)
            return _cards_in(path, path.stat().st_mtime_ns)
        except (PlainError, OSError, ValueError, KeyError, zipfile.BadZipFile, UnknownCardError):
            # Not enrolled here (any more): the scores cannot be read, the cards can.
            return ()

    return cards
