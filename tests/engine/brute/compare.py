"""What the engine says at a position, in the oracle's words."""

from __future__ import annotations

from dataclasses import dataclass

from engine.evaluate import evaluate
from engine.record import DealRecord
from engine.report import Grade, Verdict
from kiosk.simulate.duties import BEFORE_PLAY, Act

BEFORE = frozenset({"illegal_call", "hochzeit_trump"})
"""What was wrong before the first card, whichever card shows it."""
JUDGED = BEFORE | {
    "revoke",
    "called_card_withheld",
    "called_card_underled",
    "called_card_discarded",
}
"""What hands and plays prove; the other kinds are about seats, readings and the auction."""


@dataclass(frozen=True)
class Said:
    """The engine's verdicts."""

    own: frozenset[Act]
    """Revokes by the seat's own later card."""
    certain: frozenset[Act]
    """By own play or by count."""
    joint: frozenset[Act]
    """Proven jointly only, with the culprit named."""
    suspects: frozenset[int]
    """Everybody who may have been it where no culprit is named."""
    named: frozenset[int]
    """Everybody named by any verdict."""
    verdicts: tuple[Verdict, ...]


def said_at(record: DealRecord) -> Said:
    """Ask the engine."""
    verdicts = tuple(each for each in evaluate(record).verdicts if each.kind in JUDGED)
    named = [each for each in verdicts if each.seat is not None]
    sure = [each for each in named if _grades(each) & {Grade.OWN_PLAY, Grade.COUNT}]
    return Said(
        frozenset(
            _act(each) for each in sure if each.kind == "revoke" and Grade.OWN_PLAY in _grades(each)
        ),
        frozenset(map(_act, sure)),
        frozenset(_act(each) for each in named if each not in sure),
        frozenset(seat for each in verdicts if each.seat is None for seat in each.suspects),
        frozenset(each.seat for each in named if each.seat is not None),
        verdicts,
    )


def _grades(verdict: Verdict) -> set[Grade]:
    return {known.grade for known in verdict.grades} or {verdict.grade}


def _act(verdict: Verdict) -> Act:
    assert verdict.seat is not None
    return verdict.kind, verdict.seat, BEFORE_PLAY if verdict.kind in BEFORE else verdict.play
