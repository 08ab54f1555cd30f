"""What a correction moved: which finding it took back, and whose score it changed.

Pure: two pictures of the table, before and after. Of a deal that runs only a finding is told that
everybody saw (DESIGN 8); a score there is none yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.deal.report import Status, Verdict
from engine.evening.state import person_keys
from engine.text import Text
from kiosk.screens import counting, facts
from kiosk.screens.cards import verdict_headline
from kiosk.screens.facts import DealFacts
from kiosk.table.view import TableView
from kiosk.words import pages as m

_STANDS = (Status.PROVEN, Status.UPHELD)


@dataclass(frozen=True, slots=True)
class MovedScore:
    """What one person gets by a deal now, and got before."""

    name: str
    before: Fraction
    now: Fraction
    total: Fraction | None
    """What this person stands at with it; None where the deal's own result says so already."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What followed from a correction."""

    withdrawn: tuple[Text, ...]
    """Findings that do not hold any more, in one line each."""
    scores: tuple[MovedScore, ...]
    """Those whose share of the deal changed."""


def moved(before: TableView, after: TableView, deal: str) -> Moved:
    """Return what a correction in this deal moved; nothing where it moved nothing."""
    was, now = facts.find_deal(before, deal), facts.find_deal(after, deal)
    if was is None or now is None:
        return Moved((), ())
    stands = {verdict.id for verdict in now.report.verdicts if verdict.status in _STANDS}
    withdrawn = [each for each in _told(before, was) if each.id not in stands]
    return Moved(tuple(_line(was, each) for each in withdrawn), _scores(after, was, now))


def _told(view: TableView, deal: DealFacts) -> tuple[Verdict, ...]:
    """Return the findings everybody saw: ruled on, or shown."""
    said = view.said.get(deal.record.id, frozenset()) | {each.id for each in view.outlook.shown}
    return tuple(
        verdict
        for verdict in deal.report.verdicts
        if verdict.status is Status.UPHELD
        or (verdict.status is Status.PROVEN and verdict.id in said)
    )


def _line(deal: DealFacts, verdict: Verdict) -> Text:
    words = verdict_headline(deal.record.game, verdict.kind)
    if verdict.seat is None:
        return words
    return m.ALERT_HEAD.format(name=deal.names[verdict.seat], what=words)


def _gains(deal: DealFacts) -> tuple[Fraction, ...]:
    """Return what everybody gets by a deal; nothing where it has no result."""
    none = (Fraction(0),) * deal.record.players
    return none if deal.report.result is None else tuple(deal.deal.gains)


def _scores(after: TableView, was: DealFacts, now: DealFacts) -> tuple[MovedScore, ...]:
    newest = facts.running_deal(after) is None and after.state.last_deal is now.deal
    totals = counting.totals(counting.counted(after.state, now.deal.head.rules))
    pairs = zip(now.names, person_keys(now.names), _gains(was), _gains(now), strict=True)
    return tuple(
        MovedScore(name, old, new, None if newest else totals[key])
        for name, key, old, new in pairs
        if old != new
    )
