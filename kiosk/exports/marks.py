"""What is worth a sign beside a deal: played alone, an error, corrected, entered by hand, a Sie."""

from __future__ import annotations

from enum import Enum

from engine.events import CardCorrected, DealEntered, Event, Undone
from engine.report import Status
from engine.state import DealState
from engine.text import Text
from engine.told import ENTERED

LAID_OPEN = frozenset({"sie"})
"""Contracts that are laid open: every card is the highest there is."""


class Mark(Enum):
    """One sign; its value is the name of its picture and of its word."""

    SIE = "sie"
    SOLO = "solo"
    ERROR = "error"
    CORRECTED = "corrected"
    BY_HAND = "by_hand"
    THROWN_IN = "thrown_in"
    VOID = "void"
    BOCK = "bock"
    GAME_WON = "game_won"


WORDS: dict[Mark, Text] = {
    Mark.SIE: Text(de="Sie", en="Sie"),
    Mark.SOLO: Text(de="Solo", en="solo"),
    Mark.ERROR: Text(de="Fehler", en="mistake"),
    Mark.CORRECTED: Text(de="berichtigt", en="corrected"),
    Mark.BY_HAND: Text(de="von Hand", en="by hand"),
    Mark.THROWN_IN: Text(de="zusammengeworfen", en="thrown in"),
    Mark.VOID: Text(de="nicht gewertet", en="not counted"),
    Mark.BOCK: Text(de="zählt doppelt", en="counts double"),
    Mark.GAME_WON: Text(de="Partie", en="game won"),
}


def alone(deal: DealState) -> int | None:
    """Return the seat that played alone against two or more, None where nobody did.

    Whoever called a card plays alone by chance at most; that is no solo.
    """
    contract, result = deal.contract, deal.result
    if contract is None or contract.seat is None or result is None:
        return None
    if len(deal.head.active) < 3 or deal.report.called_card is not None:
        return None
    sole = result.declarers == (contract.seat,) and deal.report.sides_known
    return contract.seat if sole else None


def is_sie(deal: DealState) -> bool:
    """Tell whether a Sie was laid down, or told, and won."""
    contract, result = deal.contract, deal.result
    if contract is None or contract.kind not in LAID_OPEN or result is None:
        return False
    return contract.seat is not None and contract.seat in result.winners


def of(deal: DealState) -> tuple[Mark, ...]:
    """Return the signs of a deal that is over."""
    end = (deal.end or {}).get("kind")
    ruled = any(verdict.status is Status.UPHELD for verdict in deal.report.verdicts)
    holds = {
        Mark.SIE: is_sie(deal),
        Mark.SOLO: alone(deal) is not None and not is_sie(deal),
        Mark.ERROR: ruled,
        Mark.CORRECTED: corrected(deal),
        Mark.BY_HAND: end == ENTERED,
        Mark.THROWN_IN: end == "thrown_in",
        Mark.VOID: end == "void",
        Mark.BOCK: deal.head.takes.value.doubling is not None,
        Mark.GAME_WON: deal.game_won is not None,
    }
    return tuple(mark for mark, held in holds.items() if held)


def corrected(deal: DealState) -> bool:
    """Tell whether a person changed a card, or the result afterwards, and left it at that."""
    events = [entry.envelope.event for entry in deal.log]
    gone = {event.of for event in events if isinstance(event, Undone)}
    return any(_corrects(entry.envelope.event) and entry.seq not in gone for entry in deal.log)


def _corrects(event: Event) -> bool:
    if isinstance(event, CardCorrected):
        return event.by == "person"
    return isinstance(event, DealEntered) and event.deal is not None
