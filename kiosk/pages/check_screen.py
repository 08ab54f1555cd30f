"""Check or correct one card (KIOSK screen 4).

What is offered is what the camera takes the card for, never which cards are still out: that would
count cards for the players.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.text import Text
from kiosk import messages as m
from kiosk.pages import facts
from kiosk.pages.cards import Face, by_suit, face
from kiosk.pages.catalogue import deck
from kiosk.pages.door import settings
from kiosk.pages.facts import DealFacts
from kiosk.view import TableView

LOOK_ALIKES = 3


@dataclass(frozen=True, slots=True)
class CheckScreen:
    """One card in question and what it may have been."""

    seq: int
    action: str
    heading: Text
    trick: Text
    name: str
    face: Face | None
    options: tuple[Face, ...]
    right: Text | None
    deck: tuple[tuple[Face, ...], ...]
    """The whole deck, one row a suit, when asked for."""
    note: Text | None = None
    """Why it is asked once more."""


def find(view: TableView, seq: int) -> tuple[DealFacts, int] | None:
    """Return the deal and the index of the play behind `seq`."""
    deal = facts.deal_with_play(view, seq)
    play = deal.deal.index_of(seq) if deal is not None else None
    return None if deal is None or play is None else (deal, play)


def may_be_seen(view: TableView, deal: DealFacts, play: int) -> bool:
    """Tell whether a card may be shown: open to an onlooker, asked about, or part of a proof."""
    if not deal.running or facts.trick_number(deal, play) in facts.open_tricks(deal):
        return True
    asked = {question.seq for question in view.questions}
    told = (*facts.pending(view), *(facts.claimable(view) if settings().claims else ()))
    proof = {index for verdict in told for index in verdict.proof}
    led = {deal.report.tricks[facts.trick_number(deal, index)].start for index in proof}
    return deal.seqs[play] in asked or play in proof | led


def check(view: TableView, deal: DealFacts, play: int, whole: bool) -> CheckScreen:
    """Return the screen for the play with index `play`, with the `whole` deck or without."""
    laid = deal.record.plays[play]
    seq = deal.seqs[play]
    shown = face(laid.card) if laid.card is not None else None
    alike = [card for card in _alike(view, deal, play) if card is not laid.card]
    return CheckScreen(
        seq=seq,
        action=f"/check/{seq}",
        heading=m.WHOLE_DECK if whole else m.CHECK_CARD,
        trick=m.TRICK.format(n=facts.trick_number(deal, play) + 1),
        name=deal.names[laid.seat],
        face=shown,
        options=tuple(face(card) for card in alike[:LOOK_ALIKES]),
        right=m.CARD_RIGHT.format(card=shown.name) if shown is not None else None,
        deck=by_suit(deck(deal.record)) if whole else (),
    )


def missing(view: TableView, deal: DealFacts, play: int) -> CheckScreen:
    """Return the screen that asks which card was laid before play `play` without being seen."""
    screen = check(view, deal, play, whole=True)
    return CheckScreen(
        seq=screen.seq,
        action=f"/missing/{screen.seq}",
        heading=m.WHICH_MISSING,
        trick=screen.trick,
        name="",
        face=None,
        options=(),
        right=None,
        deck=screen.deck,
    )


def lay(deal: DealFacts) -> CheckScreen:
    """Return the screen that asks which card is laid next."""
    turn = deal.report.turn
    return CheckScreen(
        seq=0,
        action="/lay",
        heading=m.WHICH_LAID,
        trick=m.DEAL_NUMBER.format(n=deal.number),
        name=deal.names[turn] if turn is not None else "",
        face=None,
        options=(),
        right=None,
        deck=by_suit(deck(deal.record)),
    )


def _alike(view: TableView, deal: DealFacts, play: int) -> tuple[Card, ...]:
    """Return what the camera takes a play for, best first: by the question, else by its scores."""
    for question in view.questions:
        if question.seq == deal.seqs[play]:
            return question.options
    order = settings().order_of(deal.deal)
    known = set(deck(deal.record))
    return tuple(card for card in facts.look_alikes(deal, play, order) if card in known)
