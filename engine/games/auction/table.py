"""What an auction depends on besides the words said: seats, games and their order, house rules.

Beside it what is said in an auction and about one (a game replaces the words it says otherwise),
and who deals after a deal (RULES 0.11, 0.21, 0.22).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.deal.auction import (
    MUSS,
    REDEAL,
    AllPassChoice,
    BidFault,
    BidOffer,
    HighestBid,
    NamedGame,
)
from engine.deal.ends import MISDEALS
from engine.deal.record import Contract, DealRecord
from engine.text import Text

BID_TEXTS = {
    "pass": Text(de="Weiter", en="Pass"),
    "play": Text(de="Ich spiele", en="Play"),
    "play_too": Text(de="Ich spiele auch", en="Play too"),
    "good": Text(de="Gut", en="Good"),
    "normal": Text(de="Normalspiel", en="Normal game"),
    "solo": Text(de="Solo", en="Solo"),
    "tout": Text(de="Tout", en="Tout"),
    "hochzeit": Text(de="Hochzeit", en="Wedding"),
    "accept": Text(de="Ich heirate", en="I accept"),
    "pick": Text(de="Ich nehme auf", en="Pick"),
    "contract": Text(de="Spiel nennen", en="Name the game"),
}
"""What a button says, by word of the deal file."""

CHOICE_TEXTS = {
    "redeal": Text(de="Zusammenwerfen", en="Throw the cards in"),
    "ramsch": Text(de="Ramsch", en="Ramsch"),
    "muss": Text(de="Muss-Spiel", en="Must game"),
    "leaster": Text(de="Leaster", en="Leaster"),
}
"""What a button says when all have passed."""

WHY_TEXTS = {
    BidFault.OUT_OF_TURN: Text(
        de="{name} sagte an, ohne an der Reihe zu sein", en="{name} bid out of turn"
    ),
    BidFault.NOT_ASKED: Text(
        de="{name} sagte noch einmal an; es gilt, was zuerst gesagt wurde",
        en="{name} bid once more; what was said first stands",
    ),
    BidFault.OVER: Text(
        de="{name} sagte an, als die Ansage schon vorbei war",
        en="{name} bid when the auction was over",
    ),
    BidFault.NO_SUCH_WORD: Text(
        de="Was {name} sagte, gibt es an dieser Stelle der Ansage nicht",
        en="What {name} said cannot be said at this point of the auction",
    ),
    BidFault.NOT_HIGHER: Text(
        de="{name} überbot die höchste Ansage nicht", en="{name} did not outbid the highest bid"
    ),
    BidFault.NAMED_EARLY: Text(
        de="{name} nannte das Spiel, bevor die Ansage gewonnen war",
        en="{name} named the game before the auction was won",
    ),
    BidFault.NOT_PLAYED: Text(
        de="Das Spiel von {name} wird nach den Hausregeln nicht gespielt",
        en="The house rules leave out the game of {name}",
    ),
    BidFault.OTHER_DECLARER: Text(
        de="{name} spielt, hat die Ansage aber nicht gewonnen",
        en="{name} plays without having won the auction",
    ),
    BidFault.LOWER_GAME: Text(
        de="{name} spielt weniger, als angesagt war", en="{name} plays less than was bid"
    ),
    BidFault.OTHER_GAME: Text(
        de="Gespielt wird ein anderes Spiel, als genannt war",
        en="Another game is played than was named",
    ),
    BidFault.OTHER_PARTNER: Text(
        de="Die Hochzeit von {name} hat ein anderer Platz zuerst angenommen",
        en="Another seat was the first to accept the wedding of {name}",
    ),
    BidFault.NOBODY_BID: Text(
        de="{name} spielt, obwohl alle gepasst haben", en="{name} plays though all passed"
    ),
    BidFault.SOMEBODY_BID: Text(
        de="Gespielt wird, was nur folgt, wenn alle passen; es hat aber jemand angesagt",
        en="What is played follows only when all pass, but somebody bid",
    ),
    BidFault.NOT_A_CHOICE: Text(
        de="Was gespielt wird, folgt nach den Hausregeln nicht, wenn alle passen",
        en="By the house rules, what is played does not follow when all pass",
    ),
}
"""What a finding says."""


PASS, CONTRACT = "pass", "contract"


@dataclass(frozen=True, slots=True)
class AuctionTable:
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


SAME = "same"
"""The options' word for a dealer who deals once more."""


def next_dealer(record: DealRecord, redeal: str = "next", misdeal: str = SAME) -> int:
    """Return the seat that deals after this deal.

    The dealer moves clockwise after every deal (EN and DE, dealing), those who sit out included: a
    dealer of seven holds no cards and deals all the same (RULES 0.12).

    Args:
        record: the deal that is over.
        redeal: `next` or `same` after cards thrown in (option `redeal_dealer`).
        misdeal: the same for errors of dealing (option `misdeal_dealer`).
    """
    end = record.end or {}
    if end.get("kind") == "thrown_in":
        again = misdeal if end.get("why") in MISDEALS else redeal
        if again == SAME:
            return record.dealer
    return (record.dealer + 1) % record.players
