"""When a verdict is said: a house rule for each grade of proof (DESIGN point 7).

A proof by the player's own later card lies open to everybody. A proof by counting, or one against
several together, tells the table who holds what while the deal still runs; so by default it waits
until the deal is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from engine.report import Grade, Known, Verdict
from engine.state import DealState
from kiosk.running import is_full, trick_size


class Moment(Enum):
    """When a verdict of one grade is said, the earliest first."""

    AT_ONCE = "at_once"
    TRICK_END = "trick_end"
    DEAL_END = "deal_end"
    ON_CLAIM = "on_claim"
    """Only when a player claims it."""


ORDER = tuple(Moment)


@dataclass(frozen=True, slots=True)
class Saying:
    """The house rule; a stronger proof is never said later than a weaker one.

    Raises:
        ValueError: it would be.
    """

    own_play: Moment = Moment.AT_ONCE
    count: Moment = Moment.DEAL_END
    joint: Moment = Moment.DEAL_END

    def __post_init__(self) -> None:
        ranks = [ORDER.index(moment) for moment in (self.own_play, self.count, self.joint)]
        if ranks != sorted(ranks):
            raise ValueError("a stronger proof would be said later than a weaker one")

    @property
    def claims(self) -> bool:
        """Whether anything is said only when it is claimed."""
        return self.joint is Moment.ON_CLAIM

    def moment(self, grade: Grade) -> Moment:
        """Return when a verdict of this grade is said."""
        return {
            Grade.OWN_PLAY: self.own_play,
            Grade.COUNT: self.count,
            Grade.JOINT: self.joint,
        }[grade]

    def due(self, verdict: Verdict, deal: DealState) -> bool:
        """Tell whether the verdict may be said as the deal stands, unasked."""
        return any(
            _REACHED[self.moment(known.grade)](deal, known.after)
            for known in moments(verdict, deal)
        )

    def stood(self, verdict: Verdict, deal: DealState) -> bool:
        """Tell whether it was due while a deal ran that was thrown in or does not count after all.

        What the table saw proven then it can look at again and decide; what would have waited for
        the end of the deal, or for a claim, is not said of such a deal any more.
        """
        if not _uncounted(deal):
            return False
        running = replace(deal, closed=False, end=None)
        return self.due(verdict, running)

    def claimable(self, verdict: Verdict, deal: DealState) -> bool:
        """Tell whether the verdict is said to a player who claims it."""
        grades = {self.moment(known.grade) for known in moments(verdict, deal)}
        return Moment.ON_CLAIM in grades or self.due(verdict, deal)


DEFAULT_SAYING = Saying()
_NOT_COUNTED = frozenset({"thrown_in", "void"})
"""Ends (`engine.ends`) after which nothing of the deal is settled."""


def moments(verdict: Verdict, deal: DealState) -> tuple[Known, ...]:
    """Return which grade held from when on, as long as the deal was played.

    Nothing where only cards show it that were thrown in after the deal was decided: they were not
    played, and by the turn they may be put down to somebody whose they never were. Nothing either
    of a deal that was thrown in or does not count: nobody is asked to answer for it. What was said
    while it ran can be looked at (`Saying.stood`).
    """
    if _uncounted(deal):
        return ()
    known = verdict.grades or (Known(verdict.grade, verdict.known_after),)
    decided = deal.decided
    return known if decided is None else tuple(each for each in known if each.after < decided)


def _uncounted(deal: DealState) -> bool:
    return deal.end is not None and deal.end.get("kind") in _NOT_COUNTED


def _over(deal: DealState, after: int) -> bool:
    return deal.closed or is_full(deal)


def _trick_over(deal: DealState, after: int) -> bool:
    size = trick_size(deal)
    return _over(deal, after) or len(deal.laid) >= (after // size + 1) * size


_REACHED: Mapping[Moment, Callable[[DealState, int], bool]] = {
    Moment.AT_ONCE: lambda deal, after: len(deal.laid) > after,
    Moment.TRICK_END: _trick_over,
    Moment.DEAL_END: _over,
    Moment.ON_CLAIM: lambda deal, after: False,
}
