"""The one door to the referee and the settlement: a record goes in, a `DealReport` comes out.

Nothing is ever refused. Running and finished deals, cards not seen, wrong seats and cards that lie
twice are all facts; the report says what follows from them and leaves open what does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.games import game as game_named
from engine.games.base import Facts, Game
from engine.games.called_shown import called_card_verdicts
from engine.games.revokes import read_denials, revoke_verdicts
from engine.games.tricks import cards_left, gather, next_seat
from engine.irregular import OUT_OF_TURN, irregular_verdicts
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
    facts = gather(record, game)
    setting = facts.setting
    verdicts = _verdicts(facts, game)
    complete = _all_seen(facts, game)
    over = _over(facts, game) or offence(facts, game, verdicts) is not None
    sides = game.teams(facts)
    return DealReport(
        turn=None if over else next_seat(facts, game.leader(record, setting)),
        tricks=facts.tricks,
        trick_count=setting.trick_count,
        hand_sizes=tuple([max(0, left) for left in cards_left(facts)]),
        complete=complete,
        called_card=setting.called,
        partners=sides.partners,
        sides_known=sides.known,
        verdicts=with_changes(facts, game, verdicts) if over and verdicts else verdicts,
        result=settled(facts, game, verdicts) if over else None,
        auction=game.auction(record),
    )


def _all_seen(facts: Facts, game: Game) -> bool:
    """Tell whether every card of the deck is known to have been played, or never to be."""
    if facts.doubtful or len(facts.plays) != facts.setting.play_count:
        return False
    seen = {play.card for play in facts.plays}.union(game.never_played(facts.record))
    return seen.issuperset(facts.setting.deck) and len(seen) == len(facts.setting.deck)


def _verdicts(facts: Facts, game: Game) -> tuple[Verdict, ...]:
    denials = read_denials(facts)
    found = revoke_verdicts(facts, denials)
    calling = game.calling(facts)
    if calling is not None:
        found += called_card_verdicts(facts, calling)
    duties = game.duties(facts)
    foreknown = game.foreknown(facts.record)
    if duties:
        found += [each for each in duties if each.kind == foreknown.kind]
    irregular = irregular_verdicts(facts, game.leader(facts.record, facts.setting))
    never_played = game.never_played(facts.record)
    given = Given(calling, foreknown, never_played)
    found = graded(facts, given, denials, found, irregular) + irregular
    found += [each for each in duties if each.kind != foreknown.kind]
    if not found:
        return ()
    found.sort(key=lambda verdict: (verdict.play, verdict.kind))
    doubtful = _doubtful_plays(facts, irregular)
    return tuple(_with_life(facts, game, verdict, doubtful) for verdict in found)


def _doubtful_plays(facts: Facts, irregular: Sequence[Verdict]) -> frozenset[int]:
    """Return the plays that may have been read wrongly: cards that lie twice, seats out of turn."""
    if not irregular:
        return frozenset()
    size = len(facts.setting.seats)
    tricks = {each.play // size for each in irregular if each.kind in OUT_OF_TURN}
    return frozenset(
        index
        for index, play in enumerate(facts.plays)
        if play.card in facts.doubtful or index // size in tricks
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
