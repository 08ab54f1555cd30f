"""The engine's verdicts at a position, held against what the oracle counted."""

from __future__ import annotations

from dataclasses import dataclass

from engine.deal.record import DealRecord
from engine.deal.report import Grade, Verdict
from engine.referee.evaluation import evaluate
from tests.engine.brute.worlds import Proven
from tests.simulate.playing import BEFORE_PLAY, Act

BEFORE = frozenset({"illegal_call", "hochzeit_trump"})
"""What was wrong before the first card, whichever card shows it."""
JUDGED = BEFORE | {
    "revoke",
    "must_trump",
    "called_card_withheld",
    "called_card_underled",
    "called_card_discarded",
}
"""What hands and plays prove; the other kinds are about seats, readings and the auction."""


OWN = frozenset({"revoke", "must_trump"})
"""What the offender's own later card shows."""


@dataclass(frozen=True)
class Said:
    """The engine's verdicts by what they rest on."""

    own: frozenset[Act]
    """Revokes by the seat's own later card."""
    certain: frozenset[Act]
    """By own play or by count."""
    alone: frozenset[int]
    """Seats that are alone under suspicion, by joint proof only."""
    several: frozenset[int]
    """Everybody who is under suspicion beside others."""
    verdicts: tuple[Verdict, ...]


def said_at(record: DealRecord) -> Said:
    """Ask the engine."""
    verdicts = tuple(each for each in evaluate(record).verdicts if each.kind in JUDGED)
    sure = [each for each in verdicts if grades(each) & {Grade.OWN_PLAY, Grade.COUNT}]
    joint = [each for each in verdicts if each not in sure]
    own = [each for each in sure if each.kind in OWN and Grade.OWN_PLAY in grades(each)]
    return Said(
        frozenset(map(act_of, own)),
        frozenset(map(act_of, sure)),
        frozenset(each.suspects[0] for each in joint if len(each.suspects) == 1),
        frozenset(seat for each in joint if len(each.suspects) > 1 for seat in each.suspects),
        verdicts,
    )


def grades(verdict: Verdict) -> set[Grade]:
    return {known.grade for known in verdict.grades}


def act_of(verdict: Verdict) -> Act:
    assert verdict.seat is not None
    return verdict.kind, verdict.seat, BEFORE_PLAY if verdict.kind in BEFORE else verdict.play


def differences(said: Said, proven: Proven) -> list[str]:
    """Return in which points the engine says anything but what follows; empty where it agrees.

    A seat that is guilty of one act more, but not in every world of the same one, is named with the
    play that made it certain; such a verdict is held against the oracle by its seat.
    """
    extra = frozenset(seat for _, seat, _ in said.certain - proven.certain)
    always = frozenset.intersection(*proven.offenders)
    named = extra | said.alone
    checks = {
        "own play": said.own == proven.own,
        "certain, but not said": proven.certain <= said.certain,
        "said to be certain, but is not": extra <= proven.more,
        "named, but another may have been it": named <= always,
        "suspects": named | said.several == proven.suspects,
        # One set of two: both erred for certain, and one joint verdict says so of them together.
        "several": bool(said.several) == (len(proven.offenders) > 1 or len(always - extra) > 1),
    }
    return [name for name, agrees in checks.items() if not agrees]
