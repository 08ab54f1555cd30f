"""Was a card of the running trick missed? Then who laid the next one is told at once.

Of two cards laid in a hurry the lower one may never be seen. The trick is filled when it is swept
(`kiosk.slots`); until then every card after it would be told as another player's. Where the places
of the cards speak clearly for a gap among them, an unseen card is put there at once. With every
card of the trick that is decided anew: what was missed may be seen yet, when an arm is gone. Nobody
is accused by a trick with such a gap.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from engine.events import CardInserted, CardPlayed, CardRemoved, Event
from engine.state import DealState, Laid
from kiosk.late import fit, laid_in_order
from kiosk.lead import is_presumed
from kiosk.looks import look
from kiosk.reading import Reader
from kiosk.running import seat_order, swept_plays, trick_size
from kiosk.slots import after
from kiosk.sweep import repairs

GAP_NATS = 2.7
"""The places must fit a trick with a gap better by this: one card right before the next player, or
two that lean. Of 384 simulated careless throws, one in twelve of them at any angle, one says so
wrongly. In 24 hurried evenings of decks that taught the nets, watched with 32 of 758 cards missed,
686 were told with their player at once; 680 with 3.5, 660 without, and 693 with 2.0, by which two
throws say so wrongly."""


def next_of_trick(
    deal: DealState,
    played: Callable[[DealState], CardPlayed],
    reader: Reader,
    angles: tuple[float, ...],
) -> tuple[Event, ...]:
    """Return what records a new card, and before it one that was missed, if one clearly was.

    `played` returns the event of the new card as the next one of a deal.
    """
    blanks = [laid for laid in deal.laid[swept_plays(deal) :] if look(laid).guessed]
    if len(blanks) > 1:
        # A trick swept too early was filled; it is whole.
        return laid_in_order(deal, played(deal), reader, angles)
    gone = _taken_back(blanks)
    bare = after(deal, gone)
    card = played(bare)
    events = laid_in_order(bare, card, reader, angles)
    if len(events) > 1:
        return (*gone, *events)
    there = after(bare, events)
    trick = there.laid[swept_plays(there) :]
    gap = _gap(there, trick, angles)
    if gap is None:
        return (*gone, *events)
    here = deal.laid[swept_plays(deal) :][gap : gap + 1]
    if blanks and tuple(blanks) == here:
        return (played(deal),)
    before = None if gap == len(trick) - 1 else trick[gap].seq
    blank = CardInserted(None, before, None, "decoder")
    return (*gone, blank, played(after(bare, (blank,))))


def _taken_back(trick: Sequence[Laid]) -> tuple[CardRemoved, ...]:
    return tuple(CardRemoved(laid.seq, "decoder") for laid in trick if look(laid).guessed)


def settled(
    deal: DealState, taker: int | None, reader: Reader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return what puts right, now that a trick is swept, where a card of it was missed, if any was.

    `taker` is the seat it was seen to go to: with all cards there and the taker more is known than
    when the gap was guessed. Nothing follows once the trick is as `kiosk.sweep` fills it.
    """
    start = swept_plays(deal)
    gone = _taken_back(deal.laid[start:])
    if len(gone) != 1:
        return ()
    bare = after(deal, gone)
    events = (*gone, *repairs(bare, reader.read(bare), reader, angles, taker))
    there = after(deal, events)
    return events if _told(there, start) != _told(deal, start) else ()


def _told(deal: DealState, start: int) -> list[tuple[int, int | None, bool]]:
    """Return who laid which card of the trick from play `start` on, by its track."""
    return [
        (laid.seat, getattr(laid.event, "track", None), look(laid).guessed)
        for laid in deal.laid[start:]
    ]


def _gap(deal: DealState, trick: Sequence[Laid], angles: tuple[float, ...]) -> int | None:
    """Return the place of the running trick that nobody saw filled, None where none clearly is."""
    if not 0 < len(trick) < trick_size(deal) or any(laid.fixed for laid in trick):
        return None
    seats = seat_order(deal, trick[0].seat)
    spots = [look(laid).spot for laid in trick]
    # The deal's first leader is known by its dealer, another by the trick before; where that does
    # not say it, it was another's lead rather than one that was missed (`kiosk.lead`).
    first = int(is_presumed(deal, swept_plays(deal)))
    gaps = [
        (fit(spots, (*seats[:gap], *seats[gap + 1 :]), angles), gap)
        for gap in range(first, len(trick))
    ]
    if not gaps:
        return None
    best, gap = max(gaps)
    others = [fit(spots, (*seats[by:], *seats[:by]), angles) for by in range(2 - first, len(seats))]
    clearly = best > fit(spots, seats, angles) + GAP_NATS and best > max(others, default=-math.inf)
    return gap if clearly else None
