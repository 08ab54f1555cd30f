"""Checks whether what was said fits the game: where not, the fold passes over it.

The writer refuses it by the same checks.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.deal.record import Contract
from engine.dealfile.contract import NAMED_CONTRACT, check_fits
from engine.evening.deal import DealHead, DealState, LogEntry
from engine.evening.deal_log import derive
from engine.events import DealEntered
from engine.games import game
from engine.options import Rules
from engine.referee.settlement import check_entered
from engine.text import PlainError, Text

_WRONG_SUIT = Text(
    de="Diese Farbe gibt es im Blatt nicht; bitte eine andere wählen.",
    en="The deck has no such suit; please choose another.",
)
_NO_BID = Text(
    de="Das wird bei der Ansage nicht gesagt; bitte eines der angebotenen Worte wählen.",
    en="That is not said in an auction; please choose one of the words offered.",
)
_NO_DOUBLING = Text(
    de="„{say}“ wird in diesem Spiel nicht gesagt; bitte eines der angebotenen Worte wählen.",
    en='"{say}" is not said in this game; please choose one of the words offered.',
)
_NO_SEAT = Text(
    de="Diesen Platz gibt es nicht; bitte einen der Plätze am Tisch wählen.",
    en="There is no such seat; please choose one of the seats at the table.",
)
_PLAYERS = Text(
    de="Das geht nicht mit {count} Leuten, die Karten bekommen, sondern mit {possible}; bitte die "
    "Plätze ändern.",
    en="This cannot be played by {count} people with cards, only by {possible}; please change "
    "the seats.",
)


def check_players(game_name: str, count: int) -> None:
    """Check that the game can be played by `count` people holding cards.

    Raises:
        PlainError: it cannot, or there is no such game.
    """
    possible = game(game_name).player_counts
    if count not in possible:
        listed = ", ".join(str(number) for number in possible)
        raise PlainError(_PLAYERS.format(count=count, possible=listed))


def sitting_out(
    game_name: str, rules: Rules, players: int, dealer: int, chosen: Collection[int] = ()
) -> tuple[int, ...]:
    """Return which of `players` people at the table get no cards (RULES 0.12).

    `chosen` sit out by choice; of the others it is as if they alone were at the table.

    Raises:
        PlainError: there is no such game.
    """
    others = [seat for seat in range(players) if seat not in chosen]
    if dealer not in others:
        return tuple(sorted(chosen))
    more = game(game_name).sitting_out(rules, len(others), others.index(dealer))
    return tuple(sorted({*chosen, *(others[place] for place in more)}))


def check_sitting_out(game_name: str, rules: Rules, players: int, chosen: Collection[int]) -> None:
    """Check that the game goes on where these of `players` people sit out by choice.

    Raises:
        PlainError: there is no such seat, or the others cannot play it.
    """
    if any(not 0 <= seat < players for seat in chosen):
        raise PlainError(_NO_SEAT)
    first = next((seat for seat in range(players) if seat not in chosen), 0)
    check_players(game_name, players - len(sitting_out(game_name, rules, players, first, chosen)))


def check_bid(head: DealHead, say: str, contract: Contract | None) -> None:
    """Check that a bid is a word of the auction, or names a contract that the game knows.

    Raises:
        PlainError: it is neither.
    """
    if contract is not None:
        check_contract(head, contract)
    known = say == NAMED_CONTRACT if contract is not None else say in game(head.game).bid_words()
    if not known:
        raise PlainError(_NO_BID)


def with_entered_result(
    deal: DealState, entry: LogEntry, event: DealEntered, *, recorded: bool = False
) -> DealState:
    """Return the deal with the result that was entered by hand, or with the call its cards lacked.

    `recorded` where it stands in the journal already (`engine.referee.settlement.check_entered`).

    Raises:
        PlainError: contract, a doubling or the result cannot be so.
    """
    if event.contract is not None:
        check_contract(deal.head, event.contract)
    words = game(deal.head.game).doubling_words()
    for say in event.doubles or ():
        if say not in words:
            raise PlainError(_NO_DOUBLING.format(say=say))
    told = derive(deal.head, (*deal.log, entry))
    if event.told or told.report.result is None:
        check_entered(told.record, recorded=recorded)
    return told


def check_contract(head: DealHead, contract: Contract) -> None:
    """Check that the game knows the contract and its seat and suit are such as it takes.

    Raises:
        PlainError: one of them does not fit.
    """
    if contract.suit is not None and contract.suit.family is not head.family:
        raise PlainError(_WRONG_SUIT)
    check_fits(contract, game(head.game), head.active, head.family, head.rules)
