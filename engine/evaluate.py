"""The one door to the referee and the settlement: a record goes in, a `DealReport` comes out.

Nothing is ever refused. Running and finished deals, cards not seen, wrong seats and cards that lie
twice are all facts; the report says what follows from them and leaves open what does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from engine.games import game as game_named
from engine.games.base import UNKNOWN, Facts, Game, Penalty
from engine.games.revokes import revoke_verdicts
from engine.games.tricks import gather, next_seat
from engine.irregular import irregular_verdicts
from engine.record import DealRecord, Play
from engine.report import DealReport, DealResult, Status, Verdict

NOTHING = Fraction(0)
_MOST_UNSEEN = 4
"""Up to so many unseen cards every way they can lie is tried for the settlement."""
_RULED = {
    "upheld": Status.UPHELD,
    "dismissed": Status.DISMISSED,
    "waived": Status.WAIVED,
}
_NO_PENALTY = frozenset({"duplicate_card", "foreign_card"})
"""Doubts about a reading, not errors of a player."""
_UNPLAYED = frozenset({"thrown_in", "void", "ruled"})
"""Ends that leave nothing to settle but an upheld error."""


def evaluate(record: DealRecord) -> DealReport:
    """Return everything that can be said about a deal, running or over."""
    game = game_named(record.game)
    facts = gather(record, game)
    setting = facts.setting
    verdicts = _verdicts(facts, game)
    offence = _offence(facts, game, verdicts)
    complete = _all_seen(facts, game)
    over = _over(facts, game) or offence is not None
    sides = game.teams(facts)
    laid = [play.seat for play in record.plays]
    return DealReport(
        turn=None if over else next_seat(facts, game.leader(record, setting)),
        tricks=facts.tricks,
        trick_count=setting.trick_count,
        hand_sizes=tuple(
            [
                max(0, setting.hand_size - laid.count(seat)) if seat in setting.rotation else 0
                for seat in range(record.players)
            ]
        ),
        complete=complete,
        called_card=setting.called,
        partner=sides.partner,
        verdicts=verdicts,
        result=_result(facts, game, offence) if over else None,
    )


def _all_seen(facts: Facts, game: Game) -> bool:
    """Tell whether every card of the deck is known to have been played, or never to be."""
    if facts.doubtful or len(facts.plays) != facts.setting.play_count:
        return False
    seen = {play.card for play in facts.plays}.union(game.never_played(facts.record))
    return seen.issuperset(facts.setting.deck) and len(seen) == len(facts.setting.deck)


def _verdicts(facts: Facts, game: Game) -> tuple[Verdict, ...]:
    found = revoke_verdicts(facts)
    found += game.duties(facts)
    found += irregular_verdicts(facts, game.leader(facts.record, facts.setting))
    if not found:
        return ()
    found.sort(key=lambda verdict: (verdict.play, verdict.kind))
    return tuple(_with_life(facts, game, verdict) for verdict in found)


def _with_life(facts: Facts, game: Game, verdict: Verdict) -> Verdict:
    """Add what doubt and people say about a verdict, and what it would cost."""
    status = verdict.status
    if status is Status.PROVEN and facts.doubtful and _rests_on_doubt(facts, verdict):
        status = Status.SUSPECTED
    for ruling in facts.record.rulings:
        if ruling.verdict == verdict.id:
            status = _RULED[ruling.ruling]
    cost = None if verdict.kind in _NO_PENALTY else game.penalty(facts, verdict.seat)
    return replace(verdict, status=status, payout_if_upheld=cost.payout if cost else None)


def _rests_on_doubt(facts: Facts, verdict: Verdict) -> bool:
    size = len(facts.setting.seats)
    lead = verdict.play - verdict.play % size
    return any(facts.plays[index].card in facts.doubtful for index in (lead, *verdict.proof))


def _offence(facts: Facts, game: Game, verdicts: Sequence[Verdict]) -> Penalty | None:
    """Return what the first error that was upheld costs (RULES 12: the first played one counts)."""
    for verdict in verdicts:
        if verdict.status is Status.UPHELD and verdict.kind not in _NO_PENALTY:
            return game.penalty(facts, verdict.seat)
    return None


def _over(facts: Facts, game: Game) -> bool:
    if facts.record.end is not None or len(facts.plays) >= facts.setting.play_count:
        return True
    return game.over(facts)


def _result(facts: Facts, game: Game, offence: Penalty | None) -> DealResult | None:
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
