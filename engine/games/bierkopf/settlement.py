"""What a deal of Bierkopf is worth in game points, and who has won the game (BK)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.deal.ends import EnteredResult
from engine.deal.report import DealResult, Verdict
from engine.games.base import Penalty
from engine.games.bierkopf.doubling import counting, team_of, teams_of
from engine.games.carry import Carry, GameScore
from engine.games.entered import check_meant, told_score, told_winner, with_sides
from engine.games.facts import Facts, Tally, remainder, tally
from engine.games.payouts import alone_result, ledger
from engine.games.two_sides import TwoSides
from engine.games.wording import INFORMATIONAL
from engine.options import Rules
from engine.text import PlainError, Text

_WIN = 61
_DOUBLE_WIN = 91
_TOLD = ("won", "points", "tricks", "schneider", "points_by_seat", "tricks_by_seat")
_NOT_DOUBLE = Text(
    de="Mit {points} Augen zählt es nicht doppelt, dazu gehören {least}; bitte Augen oder "
    "Schneider berichtigen.",
    en="With {points} points it does not count double, that takes {least}; please correct points "
    "or Schneider.",
)
_OTHERS_REST = "conceded"
"""The end by which everything that is left goes to the other team."""


def settle(facts: Facts) -> DealResult | None:
    """Return the settlement of a deal that is over; None where cards are missing."""
    won = tally(facts)
    if won is None:
        return None
    rest = _rest(facts)
    if rest is None and len(facts.plays) != facts.setting.play_count:
        return None
    points = _points(facts, won, rest)
    price = (1 + (max(points) >= _DOUBLE_WIN)) << counting(facts)
    if max(points) < _WIN:
        return _result(facts, won, None, 0)
    return _result(facts, won, points.index(max(points)), price)


def two_sides(facts: Facts) -> TwoSides:
    """Return the teams and the points at which the first one's result becomes another."""
    total = facts.setting.total
    steps = (total - _DOUBLE_WIN + 1, total - _WIN + 1, _WIN, _DOUBLE_WIN)
    return TwoSides(teams_of(facts)[0], steps)


def settle_entered(facts: Facts, told: EnteredResult) -> DealResult:
    """Return the settlement of a result that people tell, the first team's side of it.

    Without points, `schneider` says that the winners had 91 or more.

    Raises:
        PlainError: it does not add up, or nobody said who won.
    """
    players, points = facts.setting.players, told.points_by_seat
    told = with_sides(told, teams_of(facts)[0], facts.setting)
    unknown = Tally(points or (0,) * players, told.tricks_by_seat or (0,) * players)
    score = told_score(told, facts.setting)
    first_won = told_winner(told, score, _WIN)
    if score.points is not None and max(score.points) < _WIN:
        return _result(facts, unknown, None, 0)
    double = told.schneider is True if score.points is None else max(score.points) >= _DOUBLE_WIN
    return _result(facts, unknown, int(not first_won), (1 + double) << counting(facts))


def check_entered(facts: Facts, told: EnteredResult, result: DealResult) -> None:
    """Check that nothing was told that counts for nothing (`engine.referee.settlement`).

    Raises:
        PlainError: something was.
    """
    check_meant(told, *_TOLD)
    if told.schneider is True and result.price < 2 << counting(facts):
        sides = with_sides(told, teams_of(facts)[0], facts.setting)
        most = max(told_score(sides, facts.setting).points or (0,))
        raise PlainError(_NOT_DOUBLE.format(points=most, least=_DOUBLE_WIN))


def _rest(facts: Facts) -> int | None:
    """Return the team that gets what is left; None where nobody claimed or gave up."""
    end = facts.record.end or {}
    kind, seat = end.get("kind"), end.get("seat")
    if kind not in ("claim", _OTHERS_REST) or not isinstance(seat, int):
        return None
    if kind == "claim" and end.get("agreed", True) is not True:
        return None
    team = team_of(facts, seat)
    return 1 - team if kind == _OTHERS_REST else team


def _points(facts: Facts, won: Tally, rest: int | None) -> tuple[int, int]:
    """Return the Augen of both teams."""
    first, second = (sum(won.points[seat] for seat in team) for team in teams_of(facts))
    left = remainder(facts).points
    return first + left * (rest == 0), second + left * (rest == 1)


def _result(facts: Facts, won: Tally, team: int | None, price: int) -> DealResult:
    """Return the result; `team` has won `price` game points, nobody anything where it is None."""
    winners = teams_of(facts)[team] if team is not None else ()
    nothing = ledger(facts.setting.players, ())
    winner = f"team{team}" if team is not None else "none"
    return replace(
        alone_result(won, winner, winners, price, nothing), game_points=_for(team, price)
    )


def _for(team: int | None, price: int) -> tuple[int, int]:
    return price * (team == 0), price * (team == 1)


def penalty(facts: Facts, verdict: Verdict) -> Penalty | None:
    """Return what an upheld error costs: the other team gets a game point (RULES 0.17)."""
    off = facts.record.rules.options["revoke"] == "none"
    if off or verdict.seat is None or verdict.kind in INFORMATIONAL:
        return None
    team, price = 1 - team_of(facts, verdict.seat), 1 << counting(facts)
    nothing = (Fraction(0),) * facts.setting.players
    return Penalty(price, nothing, f"team{team}", teams_of(facts)[team], _for(team, price))


def next_dealer(facts: Facts) -> int:
    """Return who deals after a deal that is over, by the house rules `next_dealer` and `tie`."""
    record = facts.record
    options, winners = record.rules.options, _winners(facts)
    if winners == () and options["tie"] == "replay":
        return record.dealer
    clockwise = [(record.dealer + step) % record.players for step in range(1, record.players + 1)]
    if winners and options["next_dealer"] == "winners":
        return next(seat for seat in clockwise if seat in winners)
    return clockwise[0]


def _winners(facts: Facts) -> tuple[int, ...] | None:
    """Return who won the deal, nobody at 60 to 60; None where nothing says so."""
    record = facts.record
    if record.end is not None and record.end.get("kind") == "void":
        return None
    if record.rules.options["revoke"] != "none":
        errors = [each.verdict.split(":") for each in record.rulings if each.ruling == "upheld"]
        costly = [each for each in errors if each[0] not in INFORMATIONAL and each[1] != "x"]
        if costly:
            # The first one played counts (RULES 12).
            _, seat, _ = min(costly, key=lambda each: int(each[2]))
            return teams_of(facts)[1 - team_of(facts, int(seat))]
    result = settle(facts)
    return None if result is None else result.winners


def carried(carry: Carry, result: DealResult | None, rules: Rules) -> Carry:
    """Return the game points of the game after a deal; a game that is won leaves none (BK)."""
    if result is None or result.game_points is None:
        return carry
    if game_won(carry, result, rules) is not None:
        return replace(carry, game_points=(0, 0))
    return replace(carry, game_points=_added(carry, result))


def game_won(carry: Carry, result: DealResult | None, rules: Rules) -> GameScore | None:
    """Return how the game stood when a deal ended it: a team has 21 (`game_to`); else None."""
    if result is None or result.game_points is None:
        return None
    points, enough = _added(carry, result), rules.options["game_to"]
    assert isinstance(enough, int)
    if max(points) < enough:
        return None
    team = points.index(max(points))
    return GameScore(team, result.winners, points)


def _added(carry: Carry, result: DealResult) -> tuple[int, int]:
    first, second = carry.game_points
    more = result.game_points or (0, 0)
    return first + more[0], second + more[1]
