"""From the facts and what was ruled to the settlement of a deal that is over.

The order is fixed: an upheld error is settled instead of the cards; an end that leaves nothing to
settle pays nothing; everything else is the game's own `settle`. Where cards were not seen, a result
is given only if every way they can lie gives the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from engine.games.base import UNKNOWN, Facts, Game, Penalty
from engine.games.tricks import gather
from engine.record import Play
from engine.report import DealResult

NOTHING = Fraction(0)
_MOST_UNSEEN = 4
"""Up to so many unseen cards every way they can lie is tried for the settlement."""
_UNPLAYED = frozenset({"thrown_in", "void", "ruled"})
"""Ends that leave nothing to settle but an upheld error."""


def settled(facts: Facts, game: Game, offence: Penalty | None) -> DealResult | None:
    """Return the settlement of a deal that is over; None where cards that decide it are unseen.

    `offence` is what the upheld error costs, where one was upheld.
    """
    if offence is not None:
        return _penalised(facts, game, offence)
    if (facts.record.end or {}).get("kind") in _UNPLAYED:
        return _nothing(facts)
    if UNKNOWN not in facts.klasses:
        return game.settle(facts)
    return _settled_anyway(facts, game)


def _settled_anyway(facts: Facts, game: Game) -> DealResult | None:
    """Settle a deal with unseen cards where every way they can lie gives the same."""
    results = {_key(result): result for result in _possible_results(facts, game)}
    return next(iter(results.values())) if len(results) == 1 else None


def _key(result: DealResult | None) -> object:
    return None if result is None else (result.payout, result.points_by_seat, result.laufende)


def _possible_results(facts: Facts, game: Game) -> Iterator[DealResult | None]:
    plays = facts.plays
    unseen = [index for index, play in enumerate(plays) if play.card is None]
    gone = {play.card for play in plays}.union(game.never_played(facts.record))
    pool = [card for card in facts.setting.deck if card not in gone]
    if len(unseen) > _MOST_UNSEEN or len(unseen) != len(pool) or not facts.setting.klass:
        yield None
        return
    for order in permutations(pool):
        filled = list(plays)
        for index, card in zip(unseen, order, strict=True):
            filled[index] = Play(plays[index].seat, card)
        possible = gather(replace(facts.record, plays=tuple(filled)), game)
        if _leads_fit(possible):
            yield game.settle(possible)


def _leads_fit(facts: Facts) -> bool:
    """Tell whether every trick is led by who won the one before it."""
    return all(
        later.leader == earlier.winner
        for earlier, later in zip(facts.tricks, facts.tricks[1:], strict=False)
    )


def _penalised(facts: Facts, game: Game, offence: Penalty) -> DealResult:
    counted = _nothing(facts)
    return replace(
        counted,
        declarers=game.teams(facts).declarers,
        winners=tuple(seat for seat, amount in enumerate(offence.payout) if amount > 0),
        winner="seats",
        price=offence.price,
        payout=offence.payout,
    )


def _nothing(facts: Facts) -> DealResult:
    """Return a result in which nobody gets anything; Augen and tricks as far as they are known."""
    points = [0] * facts.setting.players
    tricks = [0] * facts.setting.players
    for trick in facts.tricks:
        if trick.complete and trick.winner is not None:
            points[trick.winner] += trick.points
            tricks[trick.winner] += 1
    return DealResult(
        declarers=(),
        winner="none",
        winners=(),
        points=None,
        points_by_seat=tuple(points),
        tricks=tuple(tricks),
        schneider=False,
        schwarz=False,
        laufende=0,
        laufende_cards=(),
        price=0,
        payout=(NOTHING,) * facts.setting.players,
        stock_change=0,
    )
