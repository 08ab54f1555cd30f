"""The alert: one verdict and the cards that prove it (KIOSK screen 3)."""

from __future__ import annotations

from engine.cards import Card
from engine.games.base import VerdictWords
from engine.report import Verdict
from engine.text import Text
from kiosk import messages as m
from kiosk.pages import facts
from kiosk.pages.cards import card_name, face
from kiosk.pages.catalogue import class_text, verdict_words
from kiosk.pages.facts import DealFacts
from kiosk.pages.screens import AlertScreen, ProofCard, ProofTrick
from kiosk.view import TableView

LONGEST_HEADLINE = 20
"""Characters that fit a line at two metres (KIOSK 3.1)."""


def alert(view: TableView) -> AlertScreen | None:
    """Return the first verdict that waits for the table's decision."""
    for verdict in facts.pending(view):
        deal = facts.judged_deal(view, verdict)
        if deal is not None:
            return alert_of(deal, verdict)
    return None


def alert_of(deal: DealFacts, verdict: Verdict) -> AlertScreen:
    """Return how `verdict` is told."""
    name = deal.names[verdict.seat]
    words = verdict_words(deal.record.game, verdict.kind)
    together = m.ALERT_HEAD.format(name=name, what=words.headline)
    fits = max(len(together.de), len(together.en)) <= LONGEST_HEADLINE
    return AlertScreen(
        deal=deal.record.id,
        verdict=verdict.id,
        headline=together if fits else _capital(words.headline),
        who=None if fits else name,
        tricks=_tricks(deal, verdict, words),
        certainty=_certainty(deal, verdict),
    )


def in_one_line(screen: AlertScreen) -> Text:
    """Return headline and name in one line."""
    if screen.who is None:
        return screen.headline
    return m.ALERT_HEAD.format(name=screen.who, what=screen.headline)


def _capital(text: Text) -> Text:
    return Text(de=text.de[:1].upper() + text.de[1:], en=text.en[:1].upper() + text.en[1:])


def _tricks(deal: DealFacts, verdict: Verdict, words: VerdictWords) -> tuple[ProofTrick, ...]:
    """Return the trick of the wrong play with the card led, then those of the plays that show it.

    Only the latest of the showing plays is drawn: it completes the proof.
    """
    wrong = facts.trick_number(deal, verdict.play)
    led = deal.report.tricks[wrong].start
    first = _trick(deal, verdict, words.wrong, sorted({led, verdict.play}))
    showing = [play for play in verdict.proof if play != verdict.play]
    if not showing:
        return (first,)
    return first, _trick(deal, verdict, words.shown, [showing[-1]])


def _trick(deal: DealFacts, verdict: Verdict, words: Text, plays: list[int]) -> ProofTrick:
    number = facts.trick_number(deal, plays[0])
    return ProofTrick(
        m.TRICK.format(n=number + 1),
        _sentence(deal, verdict, words),
        tuple(_card(deal, verdict, play) for play in plays),
    )


def _sentence(deal: DealFacts, verdict: Verdict, words: Text) -> Text:
    wrong = deal.record.plays[verdict.play]
    led = deal.report.tricks[facts.trick_number(deal, verdict.play)].start
    shown = deal.record.plays[verdict.proof[-1]].card if verdict.proof else None
    return words.format(
        name=deal.names[verdict.seat],
        led=class_text(deal.record, deal.record.plays[led].card),
        thrown=_name(wrong.card),
        card=_name(verdict.card or shown),
        count=len(verdict.proof),
    )


def _name(card: Card | None) -> Text:
    return card_name(card) if card is not None else m.UNSEEN_CARD


def _card(deal: DealFacts, verdict: Verdict, play: int) -> ProofCard:
    laid = deal.record.plays[play]
    return ProofCard(
        face(laid.card) if laid.card is not None else None,
        deal.seqs[play],
        deal.names[laid.seat],
        wrong=play == verdict.play,
        shows=play != verdict.play and play in verdict.proof,
    )


def _certainty(deal: DealFacts, verdict: Verdict) -> Text:
    seqs = {deal.seqs[play] for play in verdict.proof}
    return m.PROOF_CONFIRMED if seqs <= deal.deal.fixed else m.PROOF_SURE
