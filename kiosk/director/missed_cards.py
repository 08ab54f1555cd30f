"""Tricks with a card too few or too many, and a trick missed before the first.

`next_of_trick`: where the places of the running trick speak clearly for a gap, an unseen card is
put there at once, and decided anew with every further card, for what an arm hid may be seen yet.
`repairs`: a swept trick one card short gets an unseen one where all that is known says it was
(`kiosk.director.unseen_cards`); one card too many, and the play goes without which the rest fits
best. `split`: a trick that lacked two cards was swept, and the next cards may have been taken for
its rest; how many the next sweep takes tells. `missed_before`: where the first trick lies firmly as
if another than Vorhand had led, a trick of unseen cards is put before it, so that the seats come
right.

All are the decoder's guesses, which a tap corrects; nobody is accused by a trick with such a gap.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.evening.deal import DealState, LaidCard
from engine.events import CardInserted, CardPlayed, CardRemoved, Event, TrickTaken
from kiosk.director.deal_decoding import DealReader, DealReading
from kiosk.director.seen_plays import look, seat_order, swept_plays, total_cards, trick_size
from kiosk.director.trick_order import fit, is_presumed, laid_in_order, led_anew
from kiosk.director.unseen_cards import after, filled, likely_lead, weigh
from vision.sighting import TrickCleared


def repairs(
    deal: DealState,
    read: DealReading,
    reader: DealReader,
    angles: tuple[float, ...],
    taker: int | None = None,
) -> tuple[Event, ...]:
    """Return what has to change before the cards since the last sweep are whole tricks.

    `taker` is the seat they were seen to go to.
    """
    size = trick_size(deal)
    start = swept_plays(deal)
    lying = len(deal.seqs) - start
    over = lying % size
    room = total_cards(deal) - len(deal.seqs)
    if changes := led_anew(deal, taker, reader, angles):
        return changes
    if over == 0 and room >= 0:
        return ()
    if room < size - over or (over == 1 and lying > size):
        extra = worst(deal, start, read)
        if lying == size + 1 and read.decoding.best[extra] is not None:
            extra = _least_fitting(deal, start, read, reader, angles, TrickTaken(taker))
        return (CardRemoved(deal.seqs[extra], "decoder"),)
    return filled(deal, start + lying - over, taker, reader, angles)


def _least_fitting(
    deal: DealState,
    start: int,
    read: DealReading,
    reader: DealReader,
    angles: tuple[float, ...],
    taken: TrickTaken,
) -> int:
    """Return the play from `start` on without which all that is known of the trick fits best."""

    def without(index: int) -> float:
        best = read.decoding.best[index]
        own = 0.0 if best is None else read.rows[index][read.cards.index(best)]
        removed = CardRemoved(deal.seqs[index], "decoder")
        return weigh(after(deal, (removed, taken)), reader, angles) - own

    loose = [at for at in range(start, len(deal.laid)) if not deal.laid[at].fixed]
    return max(loose, key=without, default=worst(deal, start, read))


def worst(deal: DealState, start: int, read: DealReading) -> int:
    """Return the play from `start` on that is explained worst; what a person said stays.

    `read` may hold a play more than the deal: its index is the number of plays recorded.
    """

    def merit(index: int) -> tuple[bool, float]:
        best = read.decoding.best[index]
        told = index < len(deal.laid) and deal.laid[index].fixed
        if best is None or not read.seen[index]:
            return told, -math.inf
        return told, read.rows[index][read.cards.index(best)]

    return min(range(start, len(read.rows)), key=merit)


GAP_NATS = 2.7
"""The places must fit a trick with a gap better by this: one card right before the next player, or
two that lean. Of 384 simulated careless throws, one in twelve of them at any angle, one says so
wrongly. In 24 hurried evenings of decks that taught the nets, watched with 32 of 758 cards missed,
686 were told with their player at once; 680 with 3.5, 660 without, and 693 with 2.0, by which two
throws say so wrongly."""


def next_of_trick(
    deal: DealState,
    played: Callable[[DealState], CardPlayed],
    reader: DealReader,
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


def _taken_back(trick: Sequence[LaidCard]) -> tuple[CardRemoved, ...]:
    return tuple(CardRemoved(laid.seq, "decoder") for laid in trick if look(laid).guessed)


def settled(
    deal: DealState, taker: int | None, reader: DealReader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return what puts right, now that a trick is swept, where a card of it was missed, if any was.

    `taker` is the seat it was seen to go to: with all cards there and the taker more is known than
    when the gap was guessed. Nothing follows once the trick is as it would be filled.
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


def _gap(deal: DealState, trick: Sequence[LaidCard], angles: tuple[float, ...]) -> int | None:
    """Return the place of the running trick that nobody saw filled, None where none clearly is."""
    if not 0 < len(trick) < trick_size(deal) or any(laid.fixed for laid in trick):
        return None
    seats = seat_order(deal, trick[0].seat)
    spots = [look(laid).spot for laid in trick]
    # The deal's first leader is known by its dealer, another by the trick before; where that does
    # not say it, it was another's lead rather than one that was missed
    # (`kiosk.director.trick_order`).
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


def split(
    deal: DealState,
    early: TrickCleared,
    cleared: TrickCleared,
    reader: DealReader,
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


def _came(laid: LaidCard) -> float:
    return look(laid).t or 0.0


def _again(laid: LaidCard, seat: int | None) -> CardPlayed:
    assert isinstance(laid.event, CardPlayed)
    return replace(laid.event, card=laid.card, scores=laid.scores, seat=seat)


FIRM_NATS = 6.0
"""By so much the places have to speak for another leader. Of tricks that Vorhand led none in 2,000
of each size did, drawn as a poor camera sees them; of those another led 80 to 98 % do."""


def missed_before(deal: DealState, angles: tuple[float, ...]) -> tuple[Event, ...]:
    """Return what puts an unseen trick before the first one of a deal, if one was missed.

    To be asked when the first trick is swept, of a deal the camera opened whose dealer is known
    from its call: dealers who only take turns may as well have been one further.
    """
    size = trick_size(deal)
    trick = deal.laid
    if deal.contract is None or deal.sweeps or len(trick) != size or deal.report.trick_count < 2:
        return ()
    if any(look(laid).spot is None or laid.fixed for laid in trick):
        return ()
    leader = _firm_leader(deal, angles)
    if leader is None:
        return ()
    gone = (CardRemoved(laid.seq, "decoder") for laid in trick)
    unseen = (CardInserted(None, None, None, "decoder") for _ in range(size))
    return (*gone, *unseen, TrickTaken(leader), *_before_again(deal, leader))


def _firm_leader(deal: DealState, angles: tuple[float, ...]) -> int | None:
    """Return who led the first trick, where its places firmly say that Vorhand did not."""
    spots = [look(laid).spot for laid in deal.laid]
    fits = {seat: fit(spots, seat_order(deal, seat), angles) for seat in deal.head.active}
    likeliest = max(fits, key=lambda seat: fits[seat])
    firmly = fits[likeliest] - fits[deal.laid[0].seat] > FIRM_NATS
    return likeliest if firmly else None


def _before_again(deal: DealState, leader: int) -> Iterator[Event]:
    """Yield the cards of the first trick once more, the first one laid by `leader`."""
    for place, laid in enumerate(deal.laid):
        assert isinstance(laid.event, CardPlayed)
        seat = leader if place == 0 else None
        yield replace(laid.event, card=laid.card, scores=laid.scores, seat=seat)
