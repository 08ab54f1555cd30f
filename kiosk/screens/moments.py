"""What a finished deal is remembered for: why it ended before its time, or how rare it was.

A deal like forty others has no moment. What is rare in a game the game says itself (`Game.feats`);
that somebody played alone and won, won a game of several deals, or had the dearest deal of the
evening so far holds for all of them. Pure: an evening's state, no journal.
"""

from __future__ import annotations

from fractions import Fraction

from engine.deal.report import Status
from engine.evening.deal import DealState
from engine.evening.scoring import UNITS, currency
from engine.evening.state import TableState
from engine.games.base import Feat
from kiosk.screens.evening_list import alone, feats
from kiosk.screens.values import Moment, MomentKind
from kiosk.words import moments as w

DEALS_BEFORE = 8
"""Deals an evening has to have before one can be its dearest."""


def moments(state: TableState, deal: DealState) -> tuple[Moment, ...]:
    """Return what a deal that is over is remembered for, what weighs most first; mostly nothing."""
    result = deal.result
    if result is None or not result.winners or _ruled(deal):
        return ()
    found, rare = list[Moment](), feats(deal)
    if Feat.HIGHEST_HAND in rare:
        found.append(Moment(MomentKind.SIE, w.SIE))
    if deal.game_won is not None:
        found.append(Moment(MomentKind.GAME_WON, w.GAME_WON))
    if Feat.EVERY_TRICK in rare:
        found.append(Moment(MomentKind.TOUT, w.TOUT))
    if Feat.LONG_RUN in rare:
        words = w.LONG_RUN if result.laufende > 0 else w.LONG_RUN_WITHOUT
        found.append(Moment(MomentKind.LONG_RUN, words.format(n=abs(result.laufende))))
    if not found and alone(deal) in result.winners:
        found.append(Moment(MomentKind.SOLO, w.SOLO))
    if _dearest(state, deal):
        found.append(Moment(MomentKind.RECORD, w.RECORD))
    return tuple(found)


def _ruled(deal: DealState) -> bool:
    """Tell whether a mistake that was upheld decided the deal: nobody celebrates that."""
    return any(
        verdict.status is Status.UPHELD and verdict.payout_if_upheld is not None
        for verdict in deal.report.verdicts
    )


def _dearest(state: TableState, deal: DealState) -> bool:
    """Tell whether nobody won or lost as much in one deal of the evening before."""
    before = [
        _swing(state, each)
        for each in state.finished
        if each.result is not None and each.head.seq < deal.head.seq and _paid(each)
    ]
    return (
        _paid(deal) and len(before) >= DEALS_BEFORE and _swing(state, deal) > max(before, default=0)
    )


def _paid(deal: DealState) -> bool:
    return currency(deal.head.rules) == UNITS


def _swing(state: TableState, deal: DealState) -> Fraction:
    """Return the most anybody won or lost by a deal, in the evening's units."""
    rules = deal.head.rules
    return max((abs(state.worth(gain, rules)) for gain in deal.gains), default=Fraction(0))
