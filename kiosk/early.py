"""A trick was swept that lacked two cards; were the next cards taken for the rest of it by mistake?

An arm may hide a trick so that it seems to be gone; then its cards are seen again when the arm is.
Or two cards of it were missed, and the next trick was laid where the rest would have been. How many
cards the next sweep takes tells: all of them, or only those that came after the first sweep.
"""

from __future__ import annotations

from dataclasses import replace

from engine.events import CardPlayed, CardRemoved, Event, TrickTaken
from engine.state import DealState, Laid
from kiosk.looks import look
from kiosk.reading import Reader
from kiosk.running import swept_plays, trick_size
from kiosk.slots import after, filled, likely_lead
from vision.sighting import TrickCleared


def split(
    deal: DealState,
    early: TrickCleared,
    cleared: TrickCleared,
    reader: Reader,
    angles: tuple[float, ...],
) -> tuple[Event, ...]:
    """Return what makes two tricks of the cards since the last recorded sweep, if they were two.

    `early` is the sweep after which play seemed to go on, `cleared` the one seen now.
    """
    lying = deal.laid[swept_plays(deal) :]
    if len(lying) == trick_size(deal):
        # Together they are a trick; that two in succession lack as many cards is far less likely.
        return ()
    if any(laid.fixed or not isinstance(laid.event, CardPlayed) for laid in lying):
        return ()
    first = [laid for laid in lying if _came(laid) <= early.t]
    second = [laid for laid in lying if _came(laid) > early.t]
    all_again = abs(cleared.cards - len(lying)) <= abs(cleared.cards - len(second))
    if not first or not second or all_again:
        return ()
    events: list[Event] = [CardRemoved(laid.seq, "decoder") for laid in lying]
    events += [_again(laid, None) for laid in sorted(first, key=_came)]
    events += filled(after(deal, events), swept_plays(deal), None, reader, angles)
    events.append(TrickTaken(None, early.known_t))
    for laid in sorted(second, key=_came):
        here, spot = after(deal, events), look(laid).spot
        presumed = here.turn.presumed and not here.turn.seats and spot is not None
        events.append(_again(laid, likely_lead(spot, here, angles) if presumed and spot else None))
    return tuple(events)


def _came(laid: Laid) -> float:
    return look(laid).t or 0.0


def _again(laid: Laid, seat: int | None) -> CardPlayed:
    assert isinstance(laid.event, CardPlayed)
    return replace(laid.event, card=laid.card, scores=laid.scores, seat=seat)
