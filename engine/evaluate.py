"""The one door to the referee and the settlement: a record goes in, a `DealReport` comes out.

Nothing is ever refused. Running and finished deals, cards not seen, wrong seats and cards that lie
twice are all facts; the report says what follows from them and leaves open what does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.games import game as game_named
from engine.games.base import Game
from engine.games.called_shown import called_card_verdicts
from engine.games.calling import ILLEGAL_CALL, NOT_KEPT, UNDER_WITHHELD
from engine.games.facts import Facts
from engine.games.revokes import REVOKE, read_denials, revoke_verdicts
from engine.games.tricks import cards_left, gather, next_seat
from engine.irregular import irregular_verdicts, seats_in_doubt_from
from engine.proof.grades import Given, graded
from engine.record import DealRecord
from engine.report import DealReport, Status, Verdict
from engine.settlement import cost, offence, settled, with_changes

_RULED = {
    "upheld": Status.UPHELD,
    "dismissed": Status.DISMISSED,
    "waived": Status.WAIVED,
}


def evaluate(record: DealRecord) -> DealReport:
    """Return everything that can be said about a deal, running or over."""
    game = game_named(record.game)
    facts = gather(record, game.setting)
    start = _start(facts, game)
    setting = facts.setting
    verdicts = _verdicts(facts, game, start)
    complete = _all_seen(facts, start.given.never_played)
    over = _over(facts, game) or (verdicts and offence(facts, game, verdicts) is not None)
    sides = game.teams(facts)
    return DealReport(
        turn=None if over else next_seat(facts, start.leader),
        tricks=facts.tricks,
        trick_count=setting.trick_count,
        hand_sizes=_hand_sizes(facts),
        complete=complete,
        called_card=setting.called,
        partners=sides.partners,
        sides_known=sides.known,
        verdicts=with_changes(facts, game, verdicts) if over and verdicts else verdicts,
        result=settled(facts, game, verdicts) if over else None,
        auction=game.auction(record),
    )


def _hand_sizes(facts: Facts) -> tuple[int, ...]:
    left = cards_left(facts)
    return tuple(left) if min(left) >= 0 else tuple([max(0, each) for each in left])


@dataclass(frozen=True, slots=True)
class _Start:
    """What holds for a deal before its first card."""

    leader: int
    given: Given


_last: tuple[object, _Start] | None = None
"""The frame of the record read last, and what holds for it: a deal asks with every card."""


def _start(facts: Facts, game: Game) -> _Start:
    global _last  # noqa: PLW0603 - a cache; what is returned never depends on it
    record, last = facts.record, _last
    if last is not None and last[0] is record.frame:
        return last[1]
    given = Given(game.calling(facts), game.foreknown(record), game.never_played(record))
    start = _Start(game.leader(record, facts.setting), given)
    _last = record.frame, start
    return start


def _all_seen(facts: Facts, never_played: Sequence[Card]) -> bool:
    """Tell whether every card of the deck is known to have been played, or never to be."""
    if facts.doubtful or len(facts.plays) != facts.setting.play_count:
        return False
    seen = {play.card for play in facts.plays}.union(never_played)
    return seen.issuperset(facts.setting.deck) and len(seen) == len(facts.setting.deck)


def _verdicts(facts: Facts, game: Game, start: _Start) -> tuple[Verdict, ...]:
    denials, given = read_denials(facts), start.given
    found = revoke_verdicts(facts, denials)
    if given.calling is not None:
        found += called_card_verdicts(facts, given.calling)
    duties = game.duties(facts)
    said = (ILLEGAL_CALL, NOT_KEPT, given.foreknown.kind)
    if duties:
        told = {each.kind for each in found}
        found += [each for each in duties if each.kind in said and each.kind not in told]
        found = _with_twins(found, duties)
    irregular = irregular_verdicts(facts, start.leader)
    found = graded(facts, given, denials, found, irregular) + irregular
    if duties:
        found = _without_twins(found, duties)
        found += [each for each in duties if each.kind not in said]
    if not found:
        return ()
    found.sort(key=lambda verdict: (verdict.play, verdict.kind))
    doubtful = _doubtful_plays(facts, irregular)
    return tuple(_with_life(facts, game, verdict, doubtful) for verdict in found)


def _with_twins(found: Sequence[Verdict], duties: Sequence[Verdict]) -> list[Verdict]:
    """Take revokes that are the withholding of a card face down for proven with it."""
    twins = [replace(each, kind=REVOKE) for each in duties if each.kind == UNDER_WITHHELD]
    return _without_twins(found, duties) + twins if twins else [*found]


def _without_twins(found: Sequence[Verdict], duties: Sequence[Verdict]) -> list[Verdict]:
    """Leave out revokes that are the withholding of a card face down: one act, one verdict."""
    told = {(each.seat, each.play) for each in duties if each.kind == UNDER_WITHHELD}
    return [each for each in found if each.kind != REVOKE or (each.seat, each.play) not in told]


def _doubtful_plays(facts: Facts, irregular: Sequence[Verdict]) -> frozenset[int]:
    """Return the plays that may have been read wrongly: cards that lie twice, seats out of turn."""
    if not irregular:
        return frozenset()
    seats = seats_in_doubt_from(facts, irregular)
    return frozenset(
        index
        for index, play in enumerate(facts.plays)
        if play.card in facts.doubtful or (seats is not None and index >= seats)
    )


def _with_life(facts: Facts, game: Game, verdict: Verdict, doubtful: frozenset[int]) -> Verdict:
    """Add what doubt and people say about a verdict, and what it would cost."""
    status = verdict.status
    if status is Status.PROVEN and doubtful and _rests_on(doubtful, facts, verdict):
        status = Status.SUSPECTED
    for ruling in facts.record.rulings:
        if ruling.verdict == verdict.id:
            status = _RULED[ruling.ruling]
    penalty = cost(facts, game, verdict)
    return replace(verdict, status=status, payout_if_upheld=penalty.payout if penalty else None)


def _rests_on(doubtful: frozenset[int], facts: Facts, verdict: Verdict) -> bool:
    size = len(facts.setting.seats)
    lead = verdict.play - verdict.play % size
    return not doubtful.isdisjoint((lead, verdict.play, *verdict.proof))


def _over(facts: Facts, game: Game) -> bool:
    if facts.record.end is not None or len(facts.plays) >= facts.setting.play_count:
        return True
    return game.over(facts)
