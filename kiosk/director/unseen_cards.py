"""Where did the card lie that nobody saw?

A trick was a card short; which place of it stayed empty is a guess, and every card after that place
has another player by it. The places of the cards speak for one guess or another, and so does what
follows from it: who took the trick, whose turn it was then, who would have broken a duty. No one of
these decides: people throw carelessly, take tricks for each other, and do revoke. The sum of all is
weighed for every guess, when the trick is swept and again after every later trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from engine.evening.deal import DealState, LaidCard, LogEntry
from engine.evening.deal_log import derive, with_play
from engine.events import (
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    Envelope,
    Event,
    TrickTaken,
)
from kiosk.director.deal_decoding import DealReader, DealReading
from kiosk.director.seat_likelihood import Spot, seat_scores
from kiosk.director.seen_plays import active_seats, is_full, look, seating, swept_plays, trick_size

TAKER_NATS = 3.0
"""So much speaks against a guess by which another seat won the trick than took it: one trick in
twenty is taken by somebody else's hand, or was not seen well as it went."""
MOVED_NATS = 1.5
"""A guess once made is given up for one that is better by this."""
INFERRED_NATS = 2.2
"""A card nobody saw is taken for the one that is left only with such a lead over all others."""


def filled(
    deal: DealState, first: int, taker: int | None, reader: DealReader, angles: tuple[float, ...]
) -> tuple[Event, ...]:
    """Return the insertions that fill the trick from play `first` on, to be swept by `taker`."""
    lying = [laid.seq for laid in deal.laid[first:]]
    taken = TrickTaken(taker, None)
    size = trick_size(deal)
    return max(
        (tuple(_insertions(lying, free, None)) for free in _choices(size, len(lying))),
        key=lambda events: weigh(after(deal, (*events, taken)), reader, angles),
    )


def moved(deal: DealState, reader: DealReader, angles: tuple[float, ...]) -> tuple[Event, ...]:
    """Return what puts a guess elsewhere in its trick, once the deal fits together better so."""
    size = trick_size(deal)
    own: float | None = None
    best: tuple[float, tuple[Event, ...]] = (MOVED_NATS, ())
    for start in range(0, swept_plays(deal), size):
        trick = deal.laid[start : start + size]
        guessed = [at for at, laid in enumerate(trick) if look(laid).guessed]
        if not guessed or len(trick) < size:
            continue
        own = weigh(deal, reader, angles) if own is None else own
        following = deal.laid[start + size].seq if len(deal.laid) > start + size else None
        seen = [laid.seq for laid in trick if not look(laid).guessed]
        gone = [CardRemoved(trick[at].seq, "decoder") for at in guessed]
        for free in _choices(size, len(seen)):
            if list(free) == guessed or (following is None and size - 1 in free):
                continue
            events: tuple[Event, ...] = (*gone, *_insertions(seen, free, following))
            gain = weigh(after(deal, events), reader, angles) - own
            best = max(best, (gain, events), key=lambda one: one[0])
    return best[1]


def likely_lead(spot: Spot, deal: DealState, angles: tuple[float, ...]) -> int:
    """Return who leads with a card at `spot` after a trick whose cards do not say who won it."""
    scores = seat_scores(spot, angles)
    start = len(deal.laid)

    def likely(seat: int) -> float:
        return scores[seat] - TAKER_NATS * led_astray(deal, start, seat)

    return max(active_seats(deal), key=likely)


def weigh(deal: DealState, reader: DealReader, angles: tuple[float, ...]) -> float:
    """Return how well a deal fits together, in nats: cards, duties, places and takers."""
    read = reader.read(deal)
    whole = after(deal, _inferred(deal, read)) if is_full(deal) else deal
    astray = _astray(whole) + _all_led_astray(whole)
    return _cards(read) + seating(whole, angles) - TAKER_NATS * astray


def led_astray(deal: DealState, start: int, leader: int) -> int:
    """Return how much speaks against `leader` leading with play `start`, in mistakes.

    That the trick before was seen to go to another, and that by its cards he did not win it.
    """
    size = trick_size(deal)
    before = deal.laid[max(0, start - size) : start]
    if len(before) < size or deal.rule([laid.card for laid in before]) is not None:
        return 0
    went = next((sweep.seat for sweep in deal.sweeps if sweep.after == start), None)
    return (went not in (None, leader)) + (leader not in _may_have_won(deal, before))


def after(deal: DealState, events: Iterable[Event]) -> DealState:
    """Return the deal as it would be after these events."""
    last = deal.log[-1].seq if deal.log else deal.head.seq
    entries = [
        LogEntry(Envelope(last + number, "", event)) for number, event in enumerate(events, 1)
    ]
    if len(entries) == 1 and isinstance(played := entries[0].envelope.event, CardPlayed):
        # One more card: the deal need not be read again from its beginning.
        return with_play(deal, entries[0], played)
    return derive(deal.head, (*deal.log, *entries)) if entries else deal


def _choices(size: int, seen: int) -> Iterator[tuple[int, ...]]:
    """Yield every set of places of a trick that may be those nobody saw."""
    return combinations(range(size), size - seen)


def _insertions(
    seen: Sequence[int], free: Sequence[int], following: int | None
) -> Iterator[CardInserted]:
    """Yield what puts unseen cards at the `free` places between the cards `seen` (by `seq`).

    `following` is the play after the trick, None where there is none yet.
    """
    rest = list(seen)
    for place in range(len(seen) + len(free)):
        if place in free:
            yield CardInserted(None, rest[0] if rest else following, None, "decoder")
        else:
            rest.pop(0)


def _inferred(deal: DealState, read: DealReading) -> Iterator[CardCorrected]:
    for index, laid in enumerate(deal.laid):
        best = read.decoding.best[index]
        if laid.card is None and best is not None and read.sure(index, INFERRED_NATS):
            yield CardCorrected(laid.seq, best, "decoder")


def _cards(read: DealReading) -> float:
    """Return how well the cards fit what was seen of them and what the rules expect."""
    duties = sum(
        expected.get(best, 0.0)
        for expected, best in zip(read.soft, read.decoding.best, strict=True)
        if best is not None
    )
    return -read.loss - duties


def _astray(deal: DealState) -> int:
    """Return how many tricks were taken by a seat that did not win them, as they are recorded."""
    size = trick_size(deal)
    count = 0
    for sweep in deal.sweeps:
        start = (sweep.after - 1) // size * size
        trick = deal.laid[start : start + size]
        if sweep.seat is None or len(trick) < size:
            continue
        count += sweep.seat not in _may_have_won(deal, trick)
    return count


def _all_led_astray(deal: DealState) -> int:
    size = trick_size(deal)
    leads = range(size, len(deal.laid), size)
    return sum(led_astray(deal, start, deal.laid[start].seat) for start in leads)


def _may_have_won(deal: DealState, trick: Sequence[LaidCard]) -> set[int]:
    """Return the seats that won a trick, or may have with a card nobody saw; all where unsure."""
    won = deal.rule([laid.card for laid in trick])
    if won is not None:
        return {trick[won].seat}
    shown = [laid for laid in trick if laid.card is not None]
    best = deal.rule([laid.card for laid in shown]) if shown else None
    if best is None:
        return {laid.seat for laid in trick}
    return {shown[best].seat} | {laid.seat for laid in trick if laid.card is None}
