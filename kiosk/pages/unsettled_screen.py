"""What a deal without a result lacks, asked before the next one and kept in sight during it."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from engine.state import DealState, TableState
from engine.text import Text
from kiosk import call_words as c
from kiosk import messages as m
from kiosk.pages import missing_screen
from kiosk.pages.facts import DealFacts
from kiosk.pages.screens import AskHolder, Mark
from kiosk.unsettled import left_behind


@dataclass(frozen=True, slots=True)
class UnsettledScreen:
    """Which deal lacks what."""

    deal: str
    asked: str
    """When it was asked, seconds of the monotonic clock."""
    heading: Text
    lacks: Text


def screen(deal: DealState) -> UnsettledScreen:
    """Return the question about a deal that has no result."""
    shown = DealFacts(deal, running=False)
    asked, lacks = missing_screen.asked(shown), missing_screen.still_open(shown)
    if asked is not None:
        lacks = asked.question if isinstance(asked, AskHolder) else m.HOW_MANY_LAUFENDE
    assert lacks is not None
    heading = c.NO_RESULT_YET.format(n=deal.number)
    return UnsettledScreen(deal.id, f"{monotonic():.3f}", heading, lacks)


def bounced(asked: str, window: float) -> bool:
    """Tell whether an answer came within `window` seconds of the question: a finger's bounce."""
    try:
        since = monotonic() - float(asked)
    except ValueError:
        return True
    return 0 <= since < window


def mark(state: TableState) -> tuple[Mark, ...]:
    """Return the way to the deal before the running one, where that was left without a result."""
    deal = left_behind(state)
    if deal is None:
        return ()
    return (Mark(c.OPEN_RESULT.format(n=deal.number), f"/enter?deal={deal.id}"),)
