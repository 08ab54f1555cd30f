"""What an auction depends on besides the words said: seats, games and their order, house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.deal.auction import (
    MUSS,
    REDEAL,
    AllPassChoice,
    BidOffer,
    HighestBid,
    NamedGame,
)
from engine.deal.record import Contract, DealRecord
from engine.games.auction.bid_texts import BID_TEXTS, CHOICE_TEXTS, CONTRACT
from engine.text import Text


@dataclass(frozen=True, slots=True)
class AuctionSetting:
    """One deal's auction before the first word."""

    order: tuple[int, ...]
    """Seats that hold cards as they speak: Vorhand first, the dealer last."""
    games: tuple[NamedGame, ...]
    """What may be named, lowest first."""
    ties: tuple[int, ...]
    """The same seats; of two equal bids the one of the earlier seat wins."""
    chooser: int
    """Who decides when all pass (RULES 0.11, 0.12)."""
    all_pass: tuple[str, ...] = (REDEAL,)
    """What may follow when all pass; several are the chooser's choice."""
    hochzeit: NamedGame | None = None
    """The Hochzeit, which is offered and not named; None where there is none."""
    muss_card: Card | None = None
    """Whose holder must declare when a Muss-Spiel is demanded."""
    texts: Mapping[str, Text] = field(default_factory=lambda: BID_TEXTS)
    """What a button says, by word of the deal file."""

    def beats(self, rank: int, seat: int, standing: HighestBid | None) -> bool:
        """Tell whether a bid is higher than the one that stands, or as high and comes first."""
        if standing is None or rank != standing.rank:
            return standing is None or rank > standing.rank
        return self.ties.index(seat) < self.ties.index(standing.seat)

    def find(self, contract: Contract) -> NamedGame | None:
        """Return the game a contract names; None where the house rules leave it out."""
        offered: tuple[NamedGame, ...] = () if self.hochzeit is None else (self.hochzeit,)
        for game in (*self.games, *offered):
            if (game.kind, game.tout) == (contract.kind, contract.tout):
                return game
        return None

    def offer(self, word: str) -> BidOffer:
        """Return a word as an offer."""
        return BidOffer(word, self.texts[word])

    def naming(self, games: tuple[NamedGame, ...]) -> BidOffer:
        """Return the naming of one of some games as an offer."""
        return BidOffer(CONTRACT, self.texts[CONTRACT], games)

    def at_least(self, rank: int) -> tuple[NamedGame, ...]:
        """Return the games as high as `rank` or higher."""
        return tuple(game for game in self.games if game.rank >= rank)

    def above(
        self, seat: int, standing: HighestBid | None, least: int = 0
    ) -> tuple[NamedGame, ...]:
        """Return the games with which `seat` would beat the bid that stands."""
        return tuple(game for game in self.at_least(least) if self.beats(game.rank, seat, standing))

    def choices(self) -> tuple[AllPassChoice, ...]:
        """Return what the chooser may decide when all have passed."""
        return tuple(
            AllPassChoice(word, CHOICE_TEXTS[word], self.muss_card if word == MUSS else None)
            for word in self.all_pass
        )


def speaking_order(record: DealRecord) -> tuple[int, ...]:
    """Return the seats that hold cards, the dealer's left neighbour first (EN, DE, AB, PG)."""
    around = ((record.dealer + place) % record.players for place in range(1, record.players + 1))
    return tuple(seat for seat in around if seat not in record.out)


def untold(record: DealRecord) -> bool:
    """Tell whether the deal has an auction of which nobody noted a word."""
    return not record.bids and bool(record.contract or record.end or record.plays)
