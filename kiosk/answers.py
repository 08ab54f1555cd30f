"""Answers to questions from a file of whole deals, in the place of a person at the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.cards import Card
from engine.events import CardConfirmed, CardCorrected, Event
from engine.record import Play
from engine.state import DealState
from kiosk.deals import DealLine
from kiosk.outlook import Outlook

_OTHER_CARD = 1.0
_MISSED = 0.8
"""Leaving a play out costs a little less than taking it for another: a missed card is likelier
than two wrong readings in a row."""


class Answers:
    """What was really played, asked about only where the table would be asked."""

    def __init__(self, deals: Sequence[DealLine]) -> None:
        self._deals = tuple(line.record for line in deals)
        self._answered: set[int] = set()

    def to(self, deal: DealState, outlook: Outlook) -> tuple[Event, ...]:
        """Answer the first open question; none where there is none to answer."""
        known = next((record for record in self._deals if record.id == deal.id), None)
        if known is None:
            return ()
        for question in outlook.questions:
            index = deal.index_of(question.seq)
            if question.seq in self._answered or index is None:
                continue
            self._answered.add(question.seq)
            true = _counterpart(deal, known.plays, index)
            if true is None:
                continue
            if true is deal.laid[index].card:
                return (CardConfirmed(question.seq),)
            return (CardCorrected(question.seq, true, "person"),)
        return ()


def _counterpart(deal: DealState, plays: tuple[Play, ...], index: int) -> Card | None:
    """Return what play `index` really was: the two sequences are laid side by side."""
    read = tuple((laid.seat, laid.card) for laid in deal.laid)
    true = tuple((play.seat, play.card) for play in plays)

    @cache
    def cost(a: int, b: int) -> tuple[float, int]:
        """Least cost of the rest from `read[a]` and `true[b]`, and the step that begins it."""
        if a == len(read):
            return 0.0, 0
        if b == len(true):
            return (len(read) - a) * _MISSED, 1
        steps = (
            (cost(a + 1, b + 1)[0] + _difference(read[a], true[b]), 0),
            (cost(a + 1, b)[0] + _MISSED, 1),
            (cost(a, b + 1)[0] + _MISSED, 2),
        )
        return min(steps)

    a = b = 0
    while a < len(read) and b < len(true):
        step = cost(a, b)[1]
        if a == index and step != 2:
            return true[b][1] if step == 0 else None
        a += step != 2
        b += step != 1
    return None


def _difference(read: tuple[int, Card | None], true: tuple[int, Card | None]) -> float:
    if read[1] is true[1]:
        return 0.0
    other = 0.5 if read[1] is None else _OTHER_CARD
    return other if read[0] == true[0] else other + 0.3
