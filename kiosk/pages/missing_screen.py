"""What a finished deal lacks to be settled: asked by one tap each, else said plainly."""

from __future__ import annotations

from engine.games import game
from engine.text import Text
from kiosk import call_words as c
from kiosk import messages as m
from kiosk.pages.cards import face
from kiosk.pages.facts import DealFacts
from kiosk.pages.screens import AskHolder, AskLaufende, Run


def asked(deal: DealFacts) -> AskLaufende | AskHolder | None:
    """Return the question how many Laufende there were, or who had the called card.

    None where neither is what alone is missing.
    """
    missing = deal.deal.missing
    if missing.holder_of is not None:
        question = m.WHO_HAD.format(card=face(missing.holder_of).name)
        seats = tuple((seat, deal.names[seat]) for seat in missing.holders)
        return AskHolder(deal.record.id, question, seats)
    counts = deal.deal.missing.laufende
    if not counts:
        return None
    sides = (
        (m.NO_LAUFENDE, [count for count in counts if count == 0], m.NO_LAUFENDE),
        (m.WITH, [count for count in counts if count > 0], m.LAUFENDE_WITH),
        (m.WITHOUT, [count for count in counts if count < 0], m.LAUFENDE_WITHOUT),
    )
    runs = tuple(
        Run(title, tuple((count, words.format(n=abs(count))) for count in listed))
        for title, listed, words in sides
        if listed
    )
    return AskLaufende(deal.record.id, runs)


def still_open(deal: DealFacts) -> Text | None:
    """Return what a deal without a result lacks; None where it is settled."""
    if deal.report.result is not None:
        return None
    missing = deal.deal.missing
    if deal.record.contract is None:
        return m.NOT_SETTLED
    if deal.record.end is None or missing.unseen:
        return m.NOT_COUNTED
    if missing.laufende or missing.holder_of is not None:
        return m.SETTLED_THEN
    if any(not each.told for each in game(deal.record.game).hidden(deal.record)):
        return c.BURY_DECIDES
    return m.NOT_DECIDED
