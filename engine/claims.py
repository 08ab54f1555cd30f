"""Who claims the rest of the tricks, and is waiting for the others to agree (RULES 12)."""

from __future__ import annotations

from engine.deal_log import standing
from engine.deal_state import DealState
from engine.events import CardInserted, CardPlayed, RestClaimed


def claiming(deal: DealState) -> int | None:
    """Return the seat whose claim nobody has answered; a card laid since says that play goes on."""
    if deal.closed:
        return None
    for entry in reversed(tuple(standing(deal.log))):
        event = entry.envelope.event
        if isinstance(event, CardPlayed | CardInserted):
            return None
        if isinstance(event, RestClaimed):
            return event.seat
    return None
