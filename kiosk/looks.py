"""What the camera saw of the running deal, gathered from the committed events.

Everything here follows from the journal, so that a program started again knows what the one before
it knew; only which track of the camera is which play belongs to the present run.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.events import (
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealStarted,
    Envelope,
    TrickTaken,
)
from kiosk.places import Spot

CENTINATS = 100


@dataclass(frozen=True, slots=True)
class Look:
    """One play as the camera saw it; no scores: nobody saw it."""

    scores: tuple[float, ...] | None = None
    """Natural logarithms, one a card of the profile."""
    spot: Spot | None = None
    t: float | None = None
    """Seconds of the recording at the first frame of rest."""


UNSEEN = Look()


@dataclass
class Looks:
    """The looks of the running deal by the `seq` of the play."""

    by_seq: dict[int, Look] = field(default_factory=dict)
    by_track: dict[int, int] = field(default_factory=dict)
    """Play of each track of this run."""
    settled: set[int] = field(default_factory=set)
    """Plays a person spoke about or laid by touch: what the record says of them stands."""
    guessed: set[int] = field(default_factory=set)
    """Places the director filled because a trick was a card short."""
    taken: int = 0
    """Tricks swept from the table in this deal."""
    latest: float | None = None
    """Seconds of the recording up to which everything is in the journal."""

    def note(self, envelopes: Iterable[Envelope]) -> None:
        """Take in events as they are committed, in their order."""
        for envelope in envelopes:
            self._note(envelope)

    def of(self, seq: int) -> Look:
        """Return how the play with this `seq` was seen."""
        return self.by_seq.get(seq, UNSEEN)

    def look_again(self, seq: int, scores: tuple[float, ...]) -> None:
        """Replace the scores of a play by those of a better look."""
        self.by_seq[seq] = replace(self.of(seq), scores=scores)

    def _note(self, envelope: Envelope) -> None:
        match envelope.event:
            case DealStarted():
                self.__init__(latest=self.latest)  # type: ignore[misc]
            case CardPlayed() as played:
                self._played(envelope.seq, played)
            case CardInserted(by=by):
                self.by_seq[envelope.seq] = UNSEEN
                (self.settled if by == "person" else self.guessed).add(envelope.seq)
            case CardCorrected(of=of, by="person"):
                self.settled.add(of)
            case CardCorrected(of=of, scores=scores) if scores is not None:
                self.look_again(of, nats(scores))
            case CardConfirmed(of=of):
                self.settled.add(of)
            case CardRemoved(of=of):
                self.by_seq.pop(of, None)
                self.settled.discard(of)
                self.guessed.discard(of)
            case TrickTaken(t=t):
                self.taken += 1
                self._reach(t)
            case _:
                pass

    def _played(self, seq: int, played: CardPlayed) -> None:
        scores = None if played.scores is None else nats(played.scores)
        self.by_seq[seq] = Look(scores, played.place, played.t)
        if played.source == "camera" and played.track is not None:
            self.by_track[played.track] = seq
        elif played.scores is None:
            self.settled.add(seq)
        self._reach(played.known_t)

    def _reach(self, t: float | None) -> None:
        if t is not None:
            self.latest = t if self.latest is None else max(t, self.latest)


def nats(scores: Iterable[int]) -> tuple[float, ...]:
    """Return the natural logarithms behind recorded hundredths of a nat."""
    return tuple(score / CENTINATS for score in scores)


def centinats(log_scores: Iterable[float]) -> tuple[int, ...]:
    """Quantise natural logarithms for the record: hundredths of a nat."""
    return tuple(round(score * CENTINATS) for score in log_scores)
