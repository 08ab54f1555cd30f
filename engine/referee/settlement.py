"""From the facts and what was ruled to the settlement of a deal that is over.

The order is fixed: a deal that does not count pays nothing; an upheld error is settled instead of
the cards; an end that leaves nothing to settle pays what it costs to throw in; everything else is
the game's own `settle`. Where cards were not seen, a result is given only if every way they can lie
gives the same.

Of a result entered by hand, amounts given outright are taken as they are; everything else the game
works out with the same prices, thresholds and shares as for a deal played card by card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations
from math import perm

from engine.deal.ends import ENTERED, EnteredResult, read_entered
from engine.deal.record import DealRecord, DealRuling, Play
from engine.deal.report import TOUT_LOST, DealResult, Status, Verdict, decided_after
from engine.games import game as game_named
from engine.games.base import Game, Penalty
from engine.games.facts import UNKNOWN, Facts, Tally, gather
from engine.games.payouts import Payment, alone_result, ledger, unplayed_result
from engine.text import PlainError, Text

_ONLY_AMOUNTS = Text(
    de="Für {game} lässt sich ein Ergebnis nicht ausrechnen; bitte die Beträge mit einem Grund "
    "eingeben.",
    en="No result can be worked out for {game}; please enter the amounts with a reason.",
)
_TRICKS_COUNT = Text(
    de="Nach dieser Hausregel zählen die Stiche: Bitte eingeben, wer wie viele gemacht hat.",
    en="By this house rule it is tricks that count: please enter how many each player took.",
)
_TRICKS_SUM = Text(
    de="Die Stiche ergeben zusammen {sum}, gespielt werden {tricks}; bitte nachzählen.",
    en="The tricks add up to {sum}, but there are {tricks}; please count again.",
)
_NOT_IN_IT = Text(
    de="Platz {seat} hat in diesem Spiel keine Karten; bitte ohne diesen Platz eingeben.",
    en="Seat {seat} holds no cards in this deal; please leave that seat out.",
)


def settle_entered(facts: Facts, game: Game) -> DealResult:
    """Return the settlement of a deal that was entered by hand.

    Raises:
        PlainError: what was told cannot be so.
    """
    setting = facts.setting
    told = read_entered(facts.record.end or {}, setting.players)
    _check_seats(facts, told)
    if told.amounts is not None:
        return _outright(told.amounts)
    _check_tricks(facts, told)
    result = game.settle_entered(facts, told)
    if result is None:
        raise PlainError(_ONLY_AMOUNTS.format(game=game.title))
    return result


def check_entered(record: DealRecord, *, recorded: bool = False) -> None:
    """Check that the result told in a record can be settled, and that all of it counts.

    `recorded` where it stands in a journal already: what counts for nothing was passed over once,
    and an old evening must not lose a deal by it.

    Raises:
        PlainError: it cannot, or something told counts for nothing; one sentence that says why.
    """
    game = game_named(record.game)
    facts = gather(record, game.setting)
    result = settle_entered(facts, game)
    told = read_entered(record.end or {}, record.players)
    if told.amounts is None and not recorded:
        game.check_entered(facts, told, result)


def _outright(amounts: tuple[int, ...]) -> DealResult:
    payers = [seat for seat, amount in enumerate(amounts) if amount < 0]
    payees = [seat for seat, amount in enumerate(amounts) if amount > 0]
    nothing = Tally((0,) * len(amounts), (0,) * len(amounts))
    # They add up to nothing, so that through the first who gets something all of it flows.
    through = payees[0] if payees else 0
    paid = [Payment(seat, through, -amounts[seat]) for seat in payers]
    paid += [Payment(through, seat, amounts[seat]) for seat in payees[1:]]
    winner = "seats" if payees else "none"
    return alone_result(nothing, winner, payees, 0, ledger(len(amounts), paid))


def _check_seats(facts: Facts, told: EnteredResult) -> None:
    for seat in (*told.partners, *told.losers, *told.trickless):
        if seat not in facts.setting.seats:
            raise PlainError(_NOT_IN_IT.format(seat=seat + 1))
    for counts in (told.points_by_seat, told.tricks_by_seat):
        for seat, count in enumerate(counts or ()):
            if count and seat not in facts.setting.seats:
                raise PlainError(_NOT_IN_IT.format(seat=seat + 1))


def _check_tricks(facts: Facts, told: EnteredResult) -> None:
    counted = told.tricks_by_seat
    if counted is None:
        if facts.record.rules.options.get("scoring") == "tricks":
            raise PlainError(_TRICKS_COUNT)
        return
    all_tricks = facts.setting.trick_count
    if sum(counted) != all_tricks or min(counted) < 0:
        raise PlainError(_TRICKS_SUM.format(sum=sum(counted), tricks=all_tricks))


_MOST_WAYS = 200
"""Up to so many ways the unseen cards can lie are tried for the settlement."""
_VOID = "void"
"""The end of a deal that does not count, whatever happened in it."""


def cost(facts: Facts, game: Game, verdict: Verdict) -> Penalty | None:
    """Return what an error costs that stops the deal; nothing while nobody can be named."""
    return None if verdict.seat is None else game.penalty(facts, verdict)


def offence(facts: Facts, game: Game, verdicts: Sequence[Verdict]) -> Penalty | None:
    """Return what the first error that was upheld costs (RULES 12: the first played one counts)."""
    for verdict in sorted(verdicts, key=lambda each: each.play):
        if verdict.status is Status.UPHELD:
            found = cost(facts, game, verdict)
            if found is not None:
                return found
    return None


def settled(facts: Facts, game: Game, verdicts: Sequence[Verdict]) -> DealResult | None:
    """Return the settlement of a deal that is over; None where cards that decide it are unseen."""
    end = (facts.record.end or {}).get("kind")
    if end == _VOID:
        return unplayed_result(facts, ledger(facts.setting.players, ()))
    error = offence(facts, game, verdicts)
    if error is not None:
        return _penalised(facts, game, error)
    upheld = [verdict for verdict in verdicts if verdict.status is Status.UPHELD]
    if _unplayed(facts, end, upheld):
        return unplayed_result(facts, game.unplayed(facts))
    if end == ENTERED:
        return _as_told(facts, game)
    if end == TOUT_LOST:
        facts = _until_decided(facts, game, verdicts)
    if UNKNOWN not in facts.klasses:
        return game.settle(facts, upheld)
    return _settled_anyway(facts, game, upheld)


def _as_told(facts: Facts, game: Game) -> DealResult | None:
    """Return the settlement of a result entered by hand; None where it cannot be so.

    Such a one is refused when it is entered; a deal file may hold it all the same.
    """
    try:
        return settle_entered(facts, game)
    except PlainError:
        return None


def _until_decided(facts: Facts, game: Game, verdicts: Sequence[Verdict]) -> Facts:
    """Return the deal without the cards that were thrown in when it was over."""
    count = decided_after(verdicts, len(facts.plays), len(facts.setting.seats))
    if count is None:
        return facts
    return gather(facts.record.with_plays(facts.plays[:count]), game.setting)


def with_changes(facts: Facts, game: Game, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    """Return the verdicts of a deal that is over, with what those would change that stop none.

    An error may cost its trick, a doubling may not count: then `payout_if_upheld` is the settlement
    with the verdict upheld, where that is another one than without it.
    """
    return tuple(
        verdict
        if verdict.payout_if_upheld is not None or verdict.seat is None
        else replace(verdict, payout_if_upheld=_change(facts, game, verdicts, verdict))
        for verdict in verdicts
    )


def _change(
    facts: Facts, game: Game, verdicts: tuple[Verdict, ...], changed: Verdict
) -> tuple[Fraction, ...] | None:
    def ruled(status: Status, *rulings: DealRuling) -> tuple[Fraction, ...] | None:
        others = tuple(each for each in facts.record.rulings if each.verdict != changed.id)
        record = replace(facts.record, rulings=(*others, *rulings))
        standing = [replace(v, status=status) if v is changed else v for v in verdicts]
        result = settled(replace(facts, record=record), game, standing)
        return None if result is None else result.payout

    upheld = ruled(Status.UPHELD, DealRuling(changed.id, "upheld"))
    return None if upheld == ruled(Status.PROVEN) else upheld


def _unplayed(facts: Facts, end: object, upheld: Sequence[Verdict]) -> bool:
    """Tell whether a deal ended without cards to settle by.

    One that a ruling ended has them where all were played, and where the error that was upheld does
    not stop a deal (it costs a trick, or nothing): then it is open as far as the rest is.
    """
    if end == "ruled":
        return not upheld and len(facts.plays) < facts.setting.play_count
    return end == "thrown_in"


def _settled_anyway(facts: Facts, game: Game, upheld: Sequence[Verdict]) -> DealResult | None:
    """Settle a deal with unseen cards where every way they can lie gives the same."""
    results = {_key(result): result for result in _possible_results(facts, game, upheld)}
    return next(iter(results.values())) if len(results) == 1 else None


def _key(result: DealResult | None) -> object:
    if result is None:
        return None
    return (result.payout, result.stock_change, result.points_by_seat, result.laufende)


def _possible_results(
    facts: Facts, game: Game, upheld: Sequence[Verdict]
) -> Iterator[DealResult | None]:
    plays = facts.plays
    unseen = [index for index, play in enumerate(plays) if play.card is None]
    gone = {play.card for play in plays}.union(game.never_played(facts.record))
    pool = [card for card in facts.setting.deck if card not in gone]
    ways = perm(len(pool), len(unseen))
    if not 0 < ways <= _MOST_WAYS or not facts.setting.klass:
        yield None
        return
    for order in islice(permutations(pool, len(unseen)), ways):
        filled = list(plays)
        for index, card in zip(unseen, order, strict=True):
            filled[index] = Play(plays[index].seat, card)
        possible = gather(facts.record.with_plays(tuple(filled)), game.setting)
        if _leads_fit(possible):
            yield game.settle(possible, upheld)


def _leads_fit(facts: Facts) -> bool:
    """Tell whether every trick is led by who won the one before it."""
    return all(
        later.leader == earlier.winner
        for earlier, later in zip(facts.tricks, facts.tricks[1:], strict=False)
    )


def _penalised(facts: Facts, game: Game, error: Penalty) -> DealResult:
    paid = tuple(seat for seat, amount in enumerate(error.payout) if amount > 0)
    return replace(
        unplayed_result(facts, ledger(facts.setting.players, ())),
        declarers=game.teams(facts).declarers,
        winners=paid if error.winners is None else error.winners,
        winner=error.winner,
        price=error.price,
        payout=error.payout,
        game_points=error.game_points,
    )
