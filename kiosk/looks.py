"""How the camera saw the plays of a deal, taken from the deal as it stands in the journal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.events import CardInserted, CardPlayed
from engine.state import DealState, Laid, TableState
from kiosk.places import Spot
from kiosk.running import newest_two

CENTINATS = 100


@dataclass(frozen=True, slots=True)
class Look:
    """One play as the camera saw it."""

    scores: tuple[float, ...] | None
    """Natural logarithms, one a card of the profile; None where the camera did not see it."""
    spot: Spot | None
    t: float | None
    """Seconds of the recording at the first frame of rest."""
    guessed: bool
    """The director filled this place because a trick was a card short."""


def look(laid: Laid) -> Look:
    """Return how a play was seen."""
    scores = None if laid.scores is None else nats(laid.scores)
    match laid.event:
        case CardPlayed(place=place, t=t):
            return Look(scores, place, t, guessed=False)
        case CardInserted(by=by):
            return Look(scores, None, None, guessed=by == "decoder" and not laid.fixed)


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


@lru_cache(maxsize=4096)
def nats(scores: tuple[int, ...]) -> tuple[float, ...]:
    """Return the natural logarithms behind recorded hundredths of a nat."""
    return tuple(score / CENTINATS for score in scores)


def centinats(log_scores: Iterable[float]) -> tuple[int, ...]:
    """Quantise natural logarithms for the record: hundredths of a nat."""
    return tuple(round(score * CENTINATS) for score in log_scores)
