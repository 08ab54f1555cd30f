"""Answers to what a table asks, given by a file of whole deals in the place of a person."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from engine.cards import Card
from engine.deal.record import Play
from engine.evening.deal import DealState, LaidCard
from engine.events import CardConfirmed, CardCorrected, Event
from kiosk.director.deal_source import CalledDeal
from kiosk.director.outlook import ASK_NATS, Outlook
from kiosk.director.priors import PRIORS
from kiosk.director.seen_plays import look


class Answers:
    """What was really played, asked about only where the table would be asked."""

    def __init__(self, deals: Sequence[CalledDeal]) -> None:
        self._deals = tuple(line.record for line in deals)
        self._answered: set[int] = set()

    def to(self, deal: DealState, outlook: Outlook, deck: Sequence[Card]) -> tuple[Event, ...]:
        """Answer the first open question; none where there is none to answer.

        `deck` is the cards in the order of the scores.
        """
        known = next((record for record in self._deals if record.id == deal.id), None)
        if known is None:
            return ()
        for question in outlook.questions:
            index = deal.index_of(question.seq)
            if question.seq in self._answered or index is None:
                continue
            true = _lay_there(deal, known.plays, index, deck)
            if true is None:
                continue
            self._answered.add(question.seq)
            if true is deal.laid[index].card:
                return (CardConfirmed(question.seq),)
            return (CardCorrected(question.seq, true, "person"),)
        return ()


_OTHER_SEAT = 0.7
"""Nats: where a card was missed everybody after it is one further, so seats tell little."""


def _lay_there(
    deal: DealState, plays: Sequence[Play], index: int, deck: Sequence[Card]
) -> Card | None:
    """Return the card that lay there, as somebody at the table would know it; None where unclear.

    Not its number tells: numbers shift where cards were missed. The looks are laid beside what was
    played in every way, each as likely as the looks are; one card has to be likelier there than
    any other by as much as the table asks for.
    """
    looks = [(laid.seat, _likely(laid, deck)) for laid in deal.laid]
    before = _least(looks[:index], plays, rest=False)
    # Plays to come are not missed.
    after = _least(looks[:index:-1], plays[::-1], rest=True)
    left = len(looks) - index - 1
    found: dict[Card | None, float] = {}
    for at in range(len(plays) + 1):
        extra = before[index][at] + _none(looks[index]) + after[left][len(plays) - at]
        found[None] = min(found.get(None, math.inf), extra)
    for at, play in enumerate(plays):
        there = before[index][at] + _unlike(looks[index], play) + after[left][len(plays) - at - 1]
        found[play.card] = min(found.get(play.card, math.inf), there)
    best = min(found, key=found.__getitem__)
    second = min(cost for card, cost in found.items() if card is not best)
    return best if second - found[best] >= ASK_NATS else None


_Look = tuple[int, Mapping[Card, float] | None]
"""Seat, and what each card costs that it may be; None: nobody saw it."""


def _likely(laid: LaidCard, deck: Sequence[Card]) -> Mapping[Card, float] | None:
    scores = look(laid).scores
    if laid.fixed or scores is None or len(scores) != len(deck):
        return None if laid.card is None or look(laid).guessed else {laid.card: 0.0}
    return {card: max(scores) - score for card, score in zip(deck, scores, strict=True)}


def _unlike(seen: _Look, play: Play) -> float:
    seat, cards = seen
    other = 0.0 if seat == play.seat else _OTHER_SEAT
    if cards is not None and play.card is not None:
        other += min(cards.get(play.card, PRIORS.misread), PRIORS.misread)
    return other


def _none(seen: _Look) -> float:
    """Return what it costs that a look is no play; a guess may be one too many, or elsewhere."""
    return PRIORS.same_rest if seen[1] is None else PRIORS.shown


def _least(looks: Sequence[_Look], plays: Sequence[Play], *, rest: bool) -> list[list[float]]:
    """Return what it costs at least that the first so many looks are the first so many plays.

    `rest`: plays before the first look cost nothing.
    """
    rows = [[0.0 if rest else at * PRIORS.missed for at in range(len(plays) + 1)]]
    for each in looks:
        above = rows[-1]
        row = [above[0] + _none(each)]
        for at, play in enumerate(plays):
            same = above[at] + _unlike(each, play)
            row.append(min(same, above[at + 1] + _none(each), row[at] + PRIORS.missed))
        rows.append(row)
    return rows
