"""One deal as the steps people saw: each card, call, sweep, correction, alert and ruling.

A step is an event after which the screen was another one. What changed nothing that people saw (a
better look at a card) belongs to the step before it, so that the step shows the newest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from itertools import pairwise

from engine.cards import Card
from engine.events import (
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealEntered,
    DealStarted,
    Envelope,
    Event,
    Ruling,
    TrickTaken,
    Undone,
)
from engine.fold import apply
from engine.games.verdicts import TOLD_ONLY
from engine.report import Status
from engine.state import DealState, TableState
from kiosk.outlook import Outlook
from kiosk.replay.recall import Recall
from kiosk.replay.tape import Tape


class Kind(Enum):
    """What happened in a step."""

    START = "start"
    CALL = "call"
    CARD = "card"
    SWEEP = "sweep"
    CORRECTION = "correction"
    TOLD = "told"
    """Only what the screens said changed: a question, an alert, a doubt."""
    END = "end"
    RULING = "ruling"


_KINDS: dict[type[Event], Kind] = {
    # Whatever else is said in a deal (bids, doublings, who claims the rest) is a `CALL`.
    DealStarted: Kind.START,
    CardPlayed: Kind.CARD,
    TrickTaken: Kind.SWEEP,
    CardCorrected: Kind.CORRECTION,
    CardConfirmed: Kind.CORRECTION,
    CardInserted: Kind.CORRECTION,
    CardRemoved: Kind.CORRECTION,
    DealClosed: Kind.END,
    DealEntered: Kind.END,
    Ruling: Kind.RULING,
    Undone: Kind.CORRECTION,
}
BEAT_S = 1.2
"""Seconds from step to step where the record does not tell: deals that were read in."""
SHORTEST_S = 0.4
LONGEST_S = 5.0
"""No pause of a replay is longer."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing people saw happen."""

    seq: int
    """The newest event of this step: the screen is the table after it."""
    event: int
    """`seq` of what happened."""
    kind: Kind
    plays: int
    """Cards that lay by then."""
    outlook: Outlook
    alert: bool = False
    """Whether an alert began here."""
    asked: bool = False
    """Whether a question began here."""
    wait: float = BEAT_S
    """Seconds until the next step in a replay at speed 1."""
    cut: float = 0.0
    """Seconds by which that is shorter than it was; 0 where it is not."""


@dataclass(frozen=True, slots=True)
class Reel:
    """One deal of an evening."""

    tape: Tape
    deal: DealState
    """As it stands at the end of the tape."""
    steps: tuple[Step, ...]
    order: tuple[Card, ...] = ()
    """The cards in the order of the plays' scores, where that is known."""

    @property
    def trick_size(self) -> int:
        """Cards of a trick."""
        return len(self.deal.head.active)

    def at(self, seq: int) -> int:
        """Return the index of the step that shows event `seq`; the first or last one else."""
        return max((i for i, step in enumerate(self.steps) if step.event <= seq), default=0)

    def at_card(self, count: int) -> int:
        """Return the index of the step in which the card number `count` (from 1) was laid.

        0 is the beginning; where so many never lay, the end.
        """
        if count <= 0:
            return 0
        found = (i for i, step in enumerate(self.steps) if step.plays >= count)
        return next(found, len(self.steps) - 1)

    def at_trick(self, number: int) -> int:
        """Return the index of the step in which trick `number` (from 1) was led."""
        return self.at_card((number - 1) * self.trick_size + 1)

    def state(self, index: int) -> TableState:
        """Return the table at a step, with this deal as its newest."""
        return cut_after(self.tape.state_at(self.steps[index].seq), self.deal.id)


def cut_after(state: TableState, deal: str) -> TableState:
    """Return the evening as if it had ended with a deal: no later one, the evening not over."""
    if state.deal is not None and state.deal.id == deal:
        return state
    ids = [done.id for done in state.finished]
    finished = state.finished[: ids.index(deal) + 1] if deal in ids else state.finished
    return replace(state, deal=None, finished=finished, ended=None)


def reel(tape: Tape, deal: DealState, recall: Recall) -> Reel:
    """Return a deal of the tape step by step."""
    look = recall.look(deal, deal.head.deck)
    steps: list[Step] = []
    before: DealState | None = None
    for envelope, state in _moments(tape, deal):
        now = state.find_deal(deal.id)
        if now is None:
            continue
        # How likely each card was is of no use later, and it is much.
        outlook = replace(look(state), chances={})
        step = _step(envelope, before, now, steps[-1] if steps else None, outlook)
        if step is None:
            steps[-1] = replace(steps[-1], seq=envelope.seq, outlook=outlook)
        else:
            steps.append(step)
        before = now
    timed = [_timed(tape, step, after) for step, after in pairwise(steps)]
    return Reel(tape, deal, (*timed, *steps[-1:]), recall.order(deal, deal.head.deck))


def _moments(tape: Tape, deal: DealState) -> Iterator[tuple[Envelope, TableState]]:
    """Yield every event of a deal, those that came long after it too, and the table after it."""
    wanted = {deal.head.seq, *(entry.seq for entry in deal.log)}
    state = tape.state_at(deal.head.seq - 1)
    for seq in range(deal.head.seq, max(wanted) + 1):
        envelope = tape.envelope(seq)
        state = apply(state, envelope)
        if seq in wanted:
            yield envelope, cut_after(state, deal.id)


def _step(
    envelope: Envelope,
    before: DealState | None,
    now: DealState,
    last: Step | None,
    outlook: Outlook,
) -> Step | None:
    """Return the step an event makes, None where nobody saw it."""
    kind = _KINDS.get(type(envelope.event), Kind.CALL)
    old = Outlook() if last is None else last.outlook
    alert = bool(_alerts(outlook) - _alerts(old))
    asked = bool(_asked(outlook) - _asked(old))
    told = alert or asked or _said(outlook) != _said(old)
    if isinstance(envelope.event, CardCorrected) and envelope.event.by == "decoder":
        if not told and before is not None and before.plays == now.plays:
            return None
        if before is not None and before.plays == now.plays:
            kind = Kind.TOLD
    return Step(envelope.seq, envelope.seq, kind, len(now.laid), outlook, alert, asked)


def _alerts(outlook: Outlook) -> set[str]:
    proven = (v for v in outlook.shown if v.status is Status.PROVEN)
    return {verdict.id for verdict in proven if verdict.kind not in TOLD_ONLY}


def _asked(outlook: Outlook) -> set[int]:
    return {question.seq for question in outlook.questions}


def _said(outlook: Outlook) -> tuple[object, ...]:
    return _alerts(outlook), _asked(outlook), outlook.unsure


def _timed(tape: Tape, step: Step, after: Step) -> Step:
    passed = _passed(tape.envelope(step.event), tape.envelope(after.event))
    if passed is None:
        return step
    wait = min(max(passed, SHORTEST_S), LONGEST_S)
    return replace(step, wait=wait, cut=passed - wait if passed > LONGEST_S else 0.0)


def _passed(one: Envelope, other: Envelope) -> float | None:
    """Return the seconds between two events, None where the record does not tell.

    Two cards by the camera tell it themselves: a recording may have been watched at any speed.
    """
    begun, ended = _known(one.event), _known(other.event)
    if begun is not None and ended is not None:
        passed = ended - begun
    else:
        passed = _between(one.at, other.at)
    return passed if passed > 0 else None


def _known(event: Event) -> float | None:
    if isinstance(event, CardPlayed):
        return event.known_t
    return event.t if isinstance(event, TrickTaken) else None


def _between(at: str, later: str) -> float:
    """Return the seconds between two times, 0 where one of them is none: they are only shown."""
    try:
        return (datetime.fromisoformat(later) - datetime.fromisoformat(at)).total_seconds()
    except (ValueError, TypeError):
        return 0.0
