"""What can be said about an auction: whose word it is, what may be said, who won, what was odd."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

from engine.cards import Card, Suit
from engine.deal.record import Contract
from engine.text import Text

ILLEGAL_BID = "illegal_bid"
"""The kind of every finding about an auction; it informs, nobody pays for it."""
REDEAL, RAMSCH, MUSS, LEASTER = "redeal", "ramsch", "muss", "leaster"
"""What can follow when all pass (RULES 0.11)."""


class BidLevel(IntEnum):
    """How high a game is bid; a higher level beats every game below it (EN, bidding)."""

    NORMAL = 100
    SOLO = 200
    TOUT = 300
    SIE = 400


@dataclass(frozen=True, slots=True)
class NamedGame:
    """One game that may be named."""

    kind: str
    tout: bool
    title: Text
    suits: tuple[Suit, ...]
    """Suits to choose from; empty where none is named."""
    level: BidLevel
    rank: int
    """`level` and, where Solos rank among themselves, a place above it; higher beats lower."""


@dataclass(frozen=True, slots=True)
class BidOffer:
    """Something that may be said now."""

    say: str
    """A word of the deal file, or `contract`: naming one of `games`."""
    text: Text
    games: tuple[NamedGame, ...] = ()
    """Lowest first."""


@dataclass(frozen=True, slots=True)
class AllPassChoice:
    """Something that may be decided when all have passed."""

    word: str
    """`redeal`, `ramsch`, `muss`, `leaster` ..."""
    text: Text
    card: Card | None = None
    """The card whose holder must declare a Muss-Spiel."""


@dataclass(frozen=True, slots=True)
class HighestBid:
    """The highest bid so far."""

    seat: int
    rank: int
    """The least that whoever holds it must play."""
    contract: Contract | None = None
    """Where the game was named already."""


@dataclass(frozen=True, slots=True)
class AuctionOutcome:
    """How an auction ended."""

    seat: int | None
    """Who plays; None where nobody does (all passed)."""
    rank: int = 0
    """The least that has to be played."""
    contract: Contract | None = None
    partner: int | None = None
    """Who accepted a Hochzeit."""


class BidFault(Enum):
    """What did not belong into the auction."""

    OUT_OF_TURN = "out_of_turn"
    """Counts all the same: what was said cannot be taken back (AB 2.1)."""
    NOT_ASKED = "not_asked"
    """Who had spoken already, or had nothing to decide."""
    OVER = "over"
    NO_SUCH_WORD = "no_such_word"
    """A word that cannot be said at this point."""
    NOT_HIGHER = "not_higher"
    """Does not beat the bid that stands."""
    NAMED_EARLY = "named_early"
    """A game named where only its height is said."""
    NOT_PLAYED = "not_played"
    """A game the house rules leave out."""
    OTHER_DECLARER = "other_declarer"
    """Declares though another seat won, or after passing."""
    LOWER_GAME = "lower_game"
    """Declares less than was bid."""
    OTHER_GAME = "other_game"
    """Declares another game than the one that was named."""
    OTHER_PARTNER = "other_partner"
    """A Hochzeit with somebody else than who accepted first."""
    NOBODY_BID = "nobody_bid"
    """A game though all passed and no Muss-Spiel was demanded."""
    SOMEBODY_BID = "somebody_bid"
    """What follows only when all pass, though somebody bid."""
    NOT_A_CHOICE = "not_a_choice"
    """The house rules do not let it follow when all pass."""


@dataclass(frozen=True, slots=True)
class BidFinding:
    """Something that did not belong; informational, without a price."""

    why: BidFault
    seat: int | None
    bid: int | None
    """Index into the bids; None where the contract does not fit them."""
    text: Text
    """With the place `{name}` for the seat, where it names one."""
    kind: str = ILLEGAL_BID


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An auction as far as it went."""

    turn: int | None
    """Whose word it is; None when it is over."""
    offers: tuple[BidOffer, ...]
    """What that seat may say."""
    choices: tuple[AllPassChoice, ...]
    """What that seat may decide instead, all having passed."""
    leader: int | None
    """Whose bid is the highest so far."""
    outcome: AuctionOutcome | None
    """How it ended; None while it runs."""
    findings: tuple[BidFinding, ...]
    """In the order in which they were said, those about the contract last."""
