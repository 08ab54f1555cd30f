"""One evening's events as they were recorded, and the table at any of them.

`state_at(n)` is the engine's fold of the events up to n and nothing else; that it starts from a
state kept at the beginning of the deal only saves time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from copy import copy

from engine.events import DealStarted, Envelope
from engine.fold import apply, fold
from engine.state import DealState, TableState

_MOST_RECENT = 64


class Tape:
    """A recorded evening.

    Args:
        envelopes: of this evening alone, in order, without a gap; at least its beginning.
        head: the hash over the journal it was taken from, up to its end.

    Raises:
        ValueError: there are no events.
    """

    def __init__(self, envelopes: Sequence[Envelope], head: str) -> None:
        if not envelopes:
            raise ValueError("an evening without events")
        self.envelopes: tuple[Envelope, ...] = ()
        self.head = head
        self.final = TableState()
        self._kept: list[tuple[int, TableState]] = [(envelopes[0].seq - 1, self.final)]
        self._recent: dict[int, TableState] = {}
        """Asked for just now: a screen asks for the same state several times."""
        self._add(envelopes)

    def grown(self, envelopes: Sequence[Envelope], head: str) -> Tape:
        """Return the tape with what was recorded since; this one stays as it is."""
        grown = copy(self)
        grown.head = head
        grown._kept = list(self._kept)
        grown._recent = {}
        grown._add(envelopes)
        return grown

    def _add(self, envelopes: Sequence[Envelope]) -> None:
        state = self.final
        for envelope in envelopes:
            if isinstance(envelope.event, DealStarted):
                self._kept.append((envelope.seq - 1, state))
            state = apply(state, envelope)
        self.envelopes = (*self.envelopes, *envelopes)
        self.final = state

    @property
    def first_seq(self) -> int:
        """`seq` of the evening's beginning."""
        return self.envelopes[0].seq

    @property
    def last_seq(self) -> int:
        """`seq` of the newest event."""
        return self.envelopes[-1].seq

    @property
    def began(self) -> str:
        """When the evening began, RFC 3339."""
        return self.envelopes[0].at

    @property
    def deals(self) -> tuple[DealState, ...]:
        """Every deal as it stands at the end of the tape."""
        return self.final.deals

    def envelope(self, seq: int) -> Envelope:
        """Return the event with this `seq`.

        Raises:
            LookupError: the evening has no such event.
        """
        if not self.first_seq <= seq <= self.last_seq:
            raise LookupError(f"no event {seq} in this evening")
        return self.envelopes[seq - self.first_seq]

    def state_at(self, seq: int) -> TableState:
        """Return the table after event `seq`; before the first event it is empty."""
        known = self._recent.get(seq)
        if known is not None:
            return known
        at = bisect_right(self._kept, seq, key=lambda kept: kept[0]) - 1
        since, state = self._kept[max(at, 0)]
        before = self._recent.get(seq - 1)
        if before is not None and seq - 1 > since:
            since, state = seq - 1, before
        begin = since + 1 - self.first_seq
        state = fold(self.envelopes[begin : max(begin, seq + 1 - self.first_seq)], state)
        if len(self._recent) >= _MOST_RECENT:
            self._recent = {}
        self._recent[seq] = state
        return state

    def is_running(self, deal: DealState) -> bool:
        """Tell whether a deal is still being played: fair display holds for it (DESIGN 8)."""
        return self.final.running and deal is self.final.deal and not deal.closed
