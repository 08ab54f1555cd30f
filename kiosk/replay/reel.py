"""An evening's events as recorded, the table at any of them, and one deal as the steps people saw.

`state_at(n)` is the engine's fold of the events up to n and nothing else; that it starts from a
state kept at the beginning of the deal only saves time.

Alerts, questions and doubtful cards are not logged (DESIGN 2). They are worked out again from the
record by the director's own functions, card by card as live; deals that were read in are certain.
What they knew and the record does not hold is missing: when the camera saw nothing at all, and what
a player claimed. Where the deck is not at hand by which the cards were read, their scores mean
nothing; then the proven verdicts are shown when the house rule says so, as if every card had been
read for certain.

A step is an event after which the screen was another one. What changed nothing that people saw (a
better look at a card) belongs to the step before it, so that the step shows the newest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from engine.cards import Card
from engine.deal.report import Status
from engine.evening.deal import DealState
from engine.evening.fold import apply, fold
from engine.evening.state import TableState
from engine.events import (
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardMoved,
    CardPlayed,
    CardRemoved,
    DealClosed,
    DealEntered,
    DealingTold,
    DealStarted,
    Envelope,
    Event,
    LeadSeen,
    Note,
    QuestionLeft,
    Ruling,
    TrickTaken,
    Undone,
)
from engine.games import game
from engine.games.wording import TOLD_ONLY
from engine.text import PlainError
from kiosk.director.deal_source import RoundDeals
from kiosk.director.director import Director
from kiosk.director.outlook import Outlook
from kiosk.director.seen_plays import latest, trick_size
from kiosk.director.verdicts import DEFAULT_SAYING, Saying
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import find_deck
from vision.reading.deck_archive import cards_in

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


Look = Callable[[TableState], Outlook]
"""To be asked about the states of one deal in their order."""


@dataclass(frozen=True)
class Recall:
    """How this table said things; `decks` tells a deck's cards in the order of the scores."""

    decks: Callable[[str], tuple[Card, ...]] = field(default=lambda name: ())
    saying: Saying = DEFAULT_SAYING
    angles: tuple[float, ...] | None = None

    def look(self, deal: DealState, deck: str) -> Look:
        """Return what tells, state by state of `deal`, what was shown."""
        profile = self.order(deal, deck)
        if not profile:
            return self._certain
        return Director(profile, RoundDeals(), self.angles, self.saying).outlook

    def order(self, deal: DealState, deck: str) -> tuple[Card, ...]:
        """Return the order of the scores of a deal; empty where it is not known or was read in."""
        plays = [e.envelope.event for e in deal.log if isinstance(e.envelope.event, CardPlayed)]
        if any(play.source == "import" for play in plays):
            return ()
        seen = {len(laid.scores) for laid in deal.laid if laid.scores is not None}
        if not seen:
            record = deal.record
            return tuple(game(record.game).deck(record.rules, trick_size(deal)))
        order = self.decks(deck)
        return order if seen == {len(order)} else ()

    def _certain(self, state: TableState) -> Outlook:
        deal = latest(state)
        if deal is None:
            return Outlook()
        proven = (v for v in deal.report.verdicts if v.status is not Status.SUSPECTED)
        return Outlook(
            shown=tuple(verdict for verdict in proven if self.saying.due(verdict, deal)),
            unsure=frozenset(laid.seq for laid in deal.laid if laid.card is None),
        )


@lru_cache(maxsize=8)
def _cards_in(path: Path, written: int) -> tuple[Card, ...]:
    """Read the cards of a deck as it was `written`; the pages ask at every state."""
    del written
    return cards_in(path)


def order_of(home: Home) -> Callable[[str], tuple[Card, ...]]:
    """Return what tells the cards of this home's decks in the order of the scores."""

    def cards(deck: str) -> tuple[Card, ...]:
        try:
            path = find_deck(deck, home)
            return _cards_in(path, path.stat().st_mtime_ns)
        except (PlainError, OSError):
            # Not enrolled here (any more): the scores cannot be read, the cards can.
            return ()

    return cards


class ReplayStepKind(Enum):
    """What happened in a step."""

    START = "start"
    CALL = "call"
    CARD = "card"
    SWEEP = "sweep"
    CORRECTION = "correction"
    TOLD = "told"
    """Only what the screens said changed: a question, an alert, a doubt; or what was told beside
    the play, a remark or how it was dealt."""
    END = "end"
    RULING = "ruling"


_KINDS: dict[type[Event], ReplayStepKind] = {
    # Whatever else is said in a deal (bids, doublings, who claims the rest) is a `CALL`.
    DealStarted: ReplayStepKind.START,
    CardPlayed: ReplayStepKind.CARD,
    TrickTaken: ReplayStepKind.SWEEP,
    CardCorrected: ReplayStepKind.CORRECTION,
    CardConfirmed: ReplayStepKind.CORRECTION,
    QuestionLeft: ReplayStepKind.TOLD,
    CardInserted: ReplayStepKind.CORRECTION,
    CardRemoved: ReplayStepKind.CORRECTION,
    CardMoved: ReplayStepKind.CORRECTION,
    LeadSeen: ReplayStepKind.CORRECTION,
    Note: ReplayStepKind.TOLD,
    DealingTold: ReplayStepKind.TOLD,
    DealClosed: ReplayStepKind.END,
    DealEntered: ReplayStepKind.END,
    Ruling: ReplayStepKind.RULING,
    Undone: ReplayStepKind.CORRECTION,
}
BEAT_S = 1.2
"""Seconds from step to step where the record does not tell: deals that were read in."""
SHORTEST_S = 0.4
LONGEST_S = 5.0
"""No pause of a replay is longer."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One thing people saw happen."""

    seq: int
    """The newest event of this step: the screen is the table after it."""
    event: int
    """`seq` of what happened."""
    kind: ReplayStepKind
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
    steps: tuple[ReplayStep, ...]
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
    steps: list[ReplayStep] = []
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
    last: ReplayStep | None,
    outlook: Outlook,
) -> ReplayStep | None:
    """Return the step an event makes, None where nobody saw it."""
    kind = _KINDS.get(type(envelope.event), ReplayStepKind.CALL)
    old = Outlook() if last is None else last.outlook
    alert = bool(_alerts(outlook) - _alerts(old))
    asked = bool(_asked(outlook) - _asked(old))
    told = alert or asked or _said(outlook) != _said(old)
    if isinstance(envelope.event, CardCorrected) and envelope.event.by == "decoder":
        if not told and before is not None and before.plays == now.plays:
            return None
        if before is not None and before.plays == now.plays:
            kind = ReplayStepKind.TOLD
    return ReplayStep(envelope.seq, envelope.seq, kind, len(now.laid), outlook, alert, asked)


def _alerts(outlook: Outlook) -> set[str]:
    proven = (v for v in outlook.shown if v.status is Status.PROVEN)
    return {verdict.id for verdict in proven if verdict.kind not in TOLD_ONLY}


def _asked(outlook: Outlook) -> set[int]:
    return {question.seq for question in outlook.questions}


def _said(outlook: Outlook) -> tuple[object, ...]:
    return _alerts(outlook), _asked(outlook), outlook.unsure


def _timed(tape: Tape, step: ReplayStep, after: ReplayStep) -> ReplayStep:
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
