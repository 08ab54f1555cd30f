"""The settlement of a deal whose result was entered by hand.

Amounts given outright are taken as they are. Everything else the game works out with the same
prices, thresholds and shares as for a deal that was played card by card.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.games import game as game_named
from engine.games.base import Game
from engine.games.facts import Facts
from engine.games.results import alone_result
from engine.games.shares import Payment, ledger
from engine.games.tally import Tally
from engine.games.tricks import gather
from engine.record import DealRecord
from engine.report import DealResult
from engine.text import PlainError, Text
from engine.told import Told, read_told


@runtime_checkable
class SettlesTold(Protocol):
    """A game that can work out a result that people tell."""

    def settle_told(self, facts: Facts, told: Told) -> DealResult:
        """Return the settlement of what was told.

        Raises:
            PlainError: it cannot be so, or something that decides the price was not told; one
                sentence that says what.
        """
        ...

    def check_told(self, facts: Facts, told: Told, result: DealResult) -> None:
        """Check that nothing was told that counts for nothing in this deal.

        Raises:
            PlainError: something was; one sentence that names it.
        """
        ...


_ONLY_AMOUNTS = Text(
    de="Für {game} lässt sich ein Ergebnis nicht ausrechnen; bitte die Beträge mit einem Grund "
    "eingeben.",
    en="For {game} a result cannot be worked out; please enter the amounts with a reason.",
)
_TRICKS_COUNT = Text(
    de="Nach dieser Hausregel zählen die Stiche: Bitte eingeben, wer wie viele gemacht hat.",
    en="By this house rule the tricks count: please enter who made how many.",
)
_TRICKS_SUM = Text(
    de="Die Stiche ergeben zusammen {sum}, gespielt werden {tricks}; bitte nachzählen.",
    en="The tricks add up to {sum}, but {tricks} are played; please count again.",
)
_NOT_IN_IT = Text(
    de="Platz {seat} hat in diesem Spiel keine Karten; bitte ohne diesen Platz eingeben.",
    en="Seat {seat} holds no cards in this deal; please enter it without that seat.",
)


def entered_result(facts: Facts, game: Game) -> DealResult:
    """Return the settlement of a deal that was entered by hand.

    Raises:
        PlainError: what was told cannot be so.
    """
    setting = facts.setting
    told = read_told(facts.record.end or {}, setting.players)
    _check_seats(facts, told)
    if told.amounts is not None:
        return _outright(told.amounts)
    _check_tricks(facts, told)
    if not isinstance(game, SettlesTold):
        raise PlainError(_ONLY_AMOUNTS.format(game=game.title))
    return game.settle_told(facts, told)


def check_entered(record: DealRecord, *, recorded: bool = False) -> None:
    """Check that the result told in a record can be settled, and that all of it counts.

    `recorded` where it stands in a journal already: what counts for nothing was passed over once,
    and an old evening must not lose a deal by it.

    Raises:
        PlainError: it cannot, or something told counts for nothing; one sentence that says why.
    """
    game = game_named(record.game)
    facts = gather(record, game.setting)
    result = entered_result(facts, game)
    told = read_told(record.end or {}, record.players)
    if isinstance(game, SettlesTold) and told.amounts is None and not recorded:
        game.check_told(facts, told, result)


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


def _check_seats(facts: Facts, told: Told) -> None:
    for seat in (*told.partners, *told.losers, *told.trickless):
        if seat not in facts.setting.seats:
            raise PlainError(_NOT_IN_IT.format(seat=seat + 1))
    for counts in (told.points_by_seat, told.tricks_by_seat):
        for seat, count in enumerate(counts or ()):
            if count and seat not in facts.setting.seats:
                raise PlainError(_NOT_IN_IT.format(seat=seat + 1))


def _check_tricks(facts: Facts, told: Told) -> None:
    counted = told.tricks_by_seat
    if counted is None:
        if facts.record.rules.options.get("scoring") == "tricks":
            raise PlainError(_TRICKS_COUNT)
        return
    all_tricks = facts.setting.trick_count
    if sum(counted) != all_tricks or min(counted) < 0:
        raise PlainError(_TRICKS_SUM.format(sum=sum(counted), tricks=all_tricks))
