"""Who claims the rest of the tricks, and is waiting for the others to agree (RULES 12)."""

from __future__ import annotations

from engine.deal_log import standing
from engine.deal_state import DealState, LogEntry
from engine.events import CardInserted, CardPlayed, RestClaimed


def standing_claim(deal: DealState) -> LogEntry | None:
    """Return the claim that nobody has answered; a card laid since says that play goes on."""
    if deal.closed:
        return None
    for entry in reversed(standing(deal.log)):
        event = entry.envelope.event
        if isinstance(event, CardPlayed | CardInserted):
            return None
        if isinstance(event, RestClaimed):
            return entry
    return None


def claiming(deal: DealState) -> int | None:
    """Return the seat that claims the rest; None where nobody does."""
    claim = standing_claim(deal)
    event = None if claim is None else claim.envelope.event
    return event.seat if isinstance(event, RestClaimed) else None
