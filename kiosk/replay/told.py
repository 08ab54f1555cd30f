"""What happened in a step, in one short sentence."""

from __future__ import annotations

from engine.cards import Card
from engine.events import (
    BidMade,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealEntered,
    DealStarted,
    Event,
    RestClaimed,
    Ruling,
    TrickTaken,
    Undone,
)
from engine.text import Text
from kiosk.pages import table_screen
from kiosk.pages.cards import card_name
from kiosk.pages.catalogue import verdict_headline
from kiosk.pages.facts import DealFacts
from kiosk.pages.stop_screen import ended
from kiosk.replay import words as w
from kiosk.replay.frame import facts_at
from kiosk.replay.reel import Reel

_NOTHING = Text(de="", en="")


def told(reel: Reel, index: int) -> Text:
    """Return what happened in step `index`."""
    event = reel.tape.envelope(reel.steps[index].event).event
    before = facts_at(reel, index - 1) if index else None
    now = facts_at(reel, index)
    return _of_card(event, before, now) or _of_deal(event, now)


def _of_card(event: Event, before: DealFacts | None, now: DealFacts) -> Text | None:
    """Return what happened to a card, None where something else happened."""
    match event:
        case CardPlayed():
            return _laid(now, len(now.deal.laid) - 1)
        case TrickTaken():
            return w.SWEPT
        case CardCorrected(of=of):
            return _corrected(before, now, of)
        case CardConfirmed(of=of):
            return _confirmed(now, of)
        case CardInserted(card=card):
            return w.INSERTED.format(card=name_of(card))
        case CardRemoved(of=of):
            return _removed(before, of)
        case CardRevealed(card=card, seat=seat):
            return w.TURNED.format(name=now.names[seat], card=name_of(card))
        case _:
            return None


def _of_deal(event: Event, now: DealFacts) -> Text:
    match event:
        case DealStarted(dealer=dealer):
            return w.DEALER.format(name=now.names[dealer])
        case DealClosed() | DealEntered():
            end = now.record.end
            return w.OVER if end is None else _capital(ended(end))
        case Ruling(verdict=verdict, ruling=ruling):
            what = verdict_headline(now.record.game, verdict.partition(":")[0])
            return w.RULED[ruling].format(what=what)
        case Undone():
            return w.TAKEN_BACK
        case RestClaimed(seat=seat):
            return w.CLAIMED.format(name=now.names[seat])
        case BidMade(seat=seat):
            return w.SPOKEN.format(name=now.names[seat])
        case _:
            return _called(now)


def _called(now: DealFacts) -> Text:
    if now.record.contract is None:
        return w.CALLED
    said = (table_screen.contract_line(now), *table_screen.doublings(now))
    return Text(de=" · ".join(t.de for t in said), en=" · ".join(t.en for t in said))


def name_of(card: Card | None) -> Text:
    """Return a card's name, also of one nobody saw."""
    return w.UNSEEN if card is None else card_name(card)


def _laid(deal: DealFacts, play: int) -> Text:
    if not 0 <= play < len(deal.deal.laid):
        return _NOTHING
    laid = deal.deal.laid[play]
    if laid.card is None:
        return w.PLAYED_UNSEEN.format(name=deal.names[laid.seat])
    return w.PLAYED.format(name=deal.names[laid.seat], card=card_name(laid.card))


def _corrected(before: DealFacts | None, now: DealFacts, of: int) -> Text:
    play = now.deal.index_of(of)
    if before is None or play is None:
        return _NOTHING
    laid = now.deal.laid[play]
    was = before.deal.index_of(of)
    old = None if was is None else before.deal.laid[was].card
    if old is laid.card:
        # A better look, or a word that changed only what is sure.
        return _laid(now, len(now.deal.laid) - 1)
    return w.CORRECTED.format(name=now.names[laid.seat], card=name_of(laid.card), old=name_of(old))


def _confirmed(now: DealFacts, of: int) -> Text:
    play = now.deal.index_of(of)
    if play is None:
        return _NOTHING
    laid = now.deal.laid[play]
    return w.CONFIRMED.format(name=now.names[laid.seat], card=name_of(laid.card))


def _removed(before: DealFacts | None, of: int) -> Text:
    play = None if before is None else before.deal.index_of(of)
    if before is None or play is None:
        return _NOTHING
    return w.REMOVED.format(card=name_of(before.deal.laid[play].card))


def _capital(text: Text) -> Text:
    return Text(de=text.de[:1].upper() + text.de[1:], en=text.en[:1].upper() + text.en[1:])
