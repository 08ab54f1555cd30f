"""What every auction is made of: a stage hears a bid and leads to the next; the ends they share.

A stage refuses nothing. What did not belong is said beside the stage it leads to, and a word out of
turn counts, for it cannot be taken back (AB 2.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.games.auction.table import AuctionTable
from engine.games.auction.view import MUSS, Offer, Outcome, Standing, Why
from engine.record import Bid, Contract


class Stage(Protocol):
    """One moment of an auction."""

    @property
    def due(self) -> tuple[int, ...]:
        """Seats that still owe a word here, the next one first."""
        ...

    @property
    def standing(self) -> Standing | None:
        """The highest bid so far."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the auction ended; None while it runs."""
        ...

    @property
    def gave_up(self) -> frozenset[int]:
        """Seats that can no longer win."""
        ...

    def offers(self, seat: int) -> tuple[Offer, ...]:
        """Return what the seat may say."""
        ...

    def hear(self, bid: Bid) -> Heard:
        """Return where a bid leads, and what was odd about it."""
        ...


@dataclass(frozen=True, slots=True)
class Heard:
    """Where a bid leads to."""

    stage: Stage
    whys: tuple[Why, ...] = ()
    """What did not belong; empty for a bid in order."""

    def after(self, *whys: Why) -> Heard:
        """Return the same with something noted before the rest."""
        return Heard(self.stage, (*whys, *self.whys))


def order_of(seat: int, due: tuple[int, ...]) -> tuple[Why, ...]:
    """Return what is odd about the moment at which a seat that still owes a word says it."""
    return () if seat == due[0] else (Why.OUT_OF_TURN,)


def same_game(one: Contract, other: Contract | None) -> bool:
    """Tell whether two contracts are the same game of the same seat, details aside."""
    return other is not None and (one.kind, one.seat, one.suit, one.tout) == (
        other.kind,
        other.seat,
        other.suit,
        other.tout,
    )


def words_of(offers: Iterable[Offer]) -> frozenset[str]:
    """Return the words among some offers."""
    return frozenset(offer.say for offer in offers)


@dataclass(frozen=True, slots=True)
class Over:
    """The auction has ended."""

    outcome: Outcome
    gave_up: frozenset[int] = frozenset()

    @property
    def due(self) -> tuple[int, ...]:
        """Nobody."""
        return ()

    @property
    def standing(self) -> Standing | None:
        """Who won."""
        won = self.outcome
        return None if won.seat is None else Standing(won.seat, won.rank, won.contract)

    def offers(self, seat: int) -> tuple[Offer, ...]:
        """Return nothing."""
        return ()

    def hear(self, bid: Bid) -> Heard:
        """Stay; the winner may say his game once more."""
        said = self.outcome
        again = bid.contract is not None and bid.seat == said.seat
        if again and said.contract is not None:
            again = same_game(said.contract, bid.contract)
        return Heard(self, () if again else (Why.OVER,))


@dataclass(frozen=True, slots=True)
class Naming:
    """The winner names the game: at least as high as what won."""

    table: AuctionTable
    seat: int
    least: int = 0

    @property
    def due(self) -> tuple[int, ...]:
        """The winner."""
        return (self.seat,)

    @property
    def standing(self) -> Standing | None:
        """The winner's bid."""
        return Standing(self.seat, self.least)

    @property
    def outcome(self) -> Outcome | None:
        """Nothing yet: the game is still to be named."""
        return None

    @property
    def gave_up(self) -> frozenset[int]:
        """Return everybody else."""
        return frozenset(self.table.order) - {self.seat}

    def offers(self, seat: int) -> tuple[Offer, ...]:
        """Return the naming of a game."""
        return (self.table.naming(self.table.at_least(self.least)),)

    def hear(self, bid: Bid) -> Heard:
        """End with the game named; anything else leaves the naming open."""
        if bid.seat != self.seat:
            return Heard(self, (Why.OVER,))
        if bid.contract is None:
            return Heard(self, (Why.NO_SUCH_WORD,))
        game = self.table.find(bid.contract)
        if game is None:
            return Heard(self._named(bid.contract, self.least), (Why.NOT_PLAYED,))
        if game.rank < self.least:
            return Heard(self, (Why.LOWER_GAME,))
        return Heard(self._named(bid.contract, game.rank))

    def _named(self, contract: Contract, rank: int) -> Over:
        return Over(Outcome(self.seat, rank, contract), self.gave_up)


@dataclass(frozen=True, slots=True)
class AllPass:
    """Nobody bid; what follows is the house's rule or the chooser's choice (RULES 0.11)."""

    table: AuctionTable

    @property
    def due(self) -> tuple[int, ...]:
        """Who chooses, where there is a choice."""
        return (self.table.chooser,) if len(self.table.all_pass) > 1 else ()

    @property
    def standing(self) -> Standing | None:
        """No bid."""
        return None

    @property
    def outcome(self) -> Outcome | None:
        """All passed, once nothing is left to choose."""
        return None if self.due else Outcome(None)

    @property
    def gave_up(self) -> frozenset[int]:
        """Return everybody."""
        return frozenset(self.table.order)

    def offers(self, seat: int) -> tuple[Offer, ...]:
        """Return nothing to say; `AuctionTable.choices` are decided, not bid."""
        return ()

    def hear(self, bid: Bid) -> Heard:
        """End with a Ramsch or a Muss-Spiel; other words come too late."""
        contract = bid.contract
        if contract is None:
            return Heard(self, (Why.OVER,))
        word = follows(contract)
        if word is None:
            return Heard(self, (Why.NOBODY_BID,))
        stage = Over(Outcome(contract.seat, 0, contract), self.gave_up)
        return Heard(stage, () if word in self.table.all_pass else (Why.NOT_A_CHOICE,))


def follows(contract: Contract) -> str | None:
    """Return as what a contract follows when all pass; None where it has to be bid for."""
    if contract.details.get("muss"):
        return MUSS
    return contract.kind if contract.seat is None else None
