"""The plays of a deal as the journal holds them: sizes, seats, how each was seen, and what-ifs.

`look` is how the camera saw one play; `supposed` is the same deal with other cards in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import Card
from engine.evening.deal import DealState, LaidCard, LogEntry
from engine.evening.deal_log import derive
from engine.evening.state import TableState
from engine.events import CardCorrected, CardInserted, CardPlayed, Envelope
from engine.scores import Scores
from kiosk.director.seat_likelihood import MOST_KEPT, Spot


def latest(state: TableState) -> DealState | None:
    """Return the running deal, else the one that was closed last."""
    return state.last_deal


def newest_two(state: TableState) -> tuple[DealState, ...]:
    """Return the deal finished last and the running one, as far as there are any."""
    return (*state.finished[-1:], *state.deals[len(state.finished) :])


def trick_size(deal: DealState) -> int:
    """Return how many cards a trick of this deal has."""
    return deal.record.players - len(deal.record.out)


def total_cards(deal: DealState) -> int:
    """Return how many cards are played in a whole deal."""
    return deal.report.trick_count * trick_size(deal)


def is_full(deal: DealState) -> bool:
    """Return whether every card of the deal was laid."""
    return len(deal.seqs) >= total_cards(deal)


def last_trick(deal: DealState) -> int:
    """Return the index of the first play of the last trick before the running one."""
    size = trick_size(deal)
    running = max(0, len(deal.seqs) - 1) // size * size
    return max(0, running - size)


def seat_order(deal: DealState, leader: int) -> list[int]:
    """Return the seats that play, from `leader` on clockwise."""
    players = deal.record.players
    seats = [(leader + step) % players for step in range(players)]
    return [seat for seat in seats if seat not in deal.record.out]


def swept_plays(deal: DealState) -> int:
    """Return how many plays belong to tricks that left the table."""
    return len(deal.sweeps) * trick_size(deal)


CENTINATS = 100


@dataclass(frozen=True, slots=True)
class SeenPlay:
    """One play as the camera saw it."""

    scores: tuple[float, ...] | None
    """Natural logarithms, one a card of the profile; None where the camera did not see it."""
    spot: Spot | None
    t: float | None
    """Seconds of the recording at the first frame of rest."""
    guessed: bool
    """The director filled this place because a trick was a card short."""


def look(laid: LaidCard) -> SeenPlay:
    """Return how a play was seen."""
    scores = None if laid.scores is None else nats(laid.scores)
    match laid.event:
        case CardPlayed(place=place, t=t):
            return SeenPlay(scores, place, t, guessed=False)
        case CardInserted(by=by):
            return SeenPlay(scores, None, None, guessed=by == "decoder" and not laid.fixed)


def is_guess(laid: LaidCard) -> bool:
    """Tell whether a play is a card nobody saw, put there because one was missed."""
    event = laid.event
    return isinstance(event, CardInserted) and event.by == "decoder" and not laid.fixed


def recorded_until(state: TableState) -> float | None:
    """Return seconds of the recording up to which everything seen is in the journal."""
    times = [time for deal in newest_two(state) for time in _times(deal)]
    return max(times, default=None)


def _times(deal: DealState) -> Iterable[float]:
    for laid in deal.laid:
        if isinstance(laid.event, CardPlayed) and laid.event.known_t is not None:
            yield laid.event.known_t
    for sweep in deal.sweeps:
        if sweep.t is not None:
            yield sweep.t


@lru_cache(maxsize=MOST_KEPT)
def nats(scores: Scores) -> tuple[float, ...]:
    """Return the natural logarithms behind recorded hundredths of a nat."""
    return tuple([score / CENTINATS for score in scores])


def centinats(log_scores: Iterable[float]) -> Scores:
    """Quantise natural logarithms for the record: hundredths of a nat."""
    return Scores(round(score * CENTINATS) for score in log_scores)


def supposed(deal: DealState, cards: Sequence[Card | None]) -> DealState:
    """Return the deal with these cards; seats and turns follow from them anew.

    Plays nobody saw stay unseen, whatever `cards` says of them.
    """
    changed = [
        (laid.seq, face)
        for laid, face in zip(deal.laid, cards, strict=True)
        if laid.card is not None and face is not laid.card
    ]
    if not changed:
        return deal
    last = deal.log[-1].seq if deal.log else deal.head.seq
    entries = [
        LogEntry(Envelope(last + 1 + number, "", CardCorrected(seq, face, "decoder")))
        for number, (seq, face) in enumerate(changed)
    ]
    return derive(deal.head, (*deal.log, *entries))
