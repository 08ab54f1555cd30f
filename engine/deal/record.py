"""What happened in one deal, as recorded: the referee's and the settlement's only input.

A `DealRecord` judges nothing. Any card by anybody is a fact; whether it was right is the question
`engine.deal.report` answers. Field by field it is a line of the deal file (`docs/DEAL_FILE.md`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.caching import Memo, instance_with
from engine.cards import Card, Family, Suit
from engine.options import Rules

JsonObject = Mapping[str, object]

LONGEST_NOTE = 60
"""Characters of a remark on a deal: so many fit on every page."""


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played, and by whom.

    `kind` is a word of the game's own (`rufspiel`, `solo`, `wenz`, `geier` ...); `seat` names the
    declarer and is None where nobody is (Ramsch); `suit` is the called suit of a Rufspiel and the
    trump suit of a Solo. `details` holds what only some games know (`bury`, `partner`, `why` ...).
    """

    kind: str
    seat: int | None = None
    suit: Suit | None = None
    tout: bool = False
    details: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Doubling:
    """One doubling; who said it and after how many cards, where that is known."""

    say: str
    seat: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """One word of the auction (DEAL_FILE, `bids`), or the contract that was named."""

    seat: int
    say: str
    """`pass`, `play`, `solo` ...; `contract` where a contract was named."""
    contract: Contract | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """A card of a two-player layout turned over after the open one on it was played."""

    after: int
    """Plays that lay when it was turned over."""
    seat: int
    pile: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Play:
    """One card laid by one seat; `card` is None where it was laid but not seen."""

    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class DealRuling:
    """What a person at the table decided about a verdict."""

    verdict: str
    """Verdict id, `kind:seat:play`."""
    ruling: str
    """`upheld`, `dismissed` or `waived`."""


@dataclass(frozen=True)
class DealRecord:
    """One deal. `contract` is None until it is announced, and where the deal was thrown in."""

    id: str
    game: str
    rules: Rules
    players: int
    dealer: int
    out: tuple[int, ...] = ()
    contract: Contract | None = None
    bids: tuple[Bid, ...] = ()
    doubles: tuple[Doubling, ...] = ()
    plays: tuple[Play, ...] = ()
    hands: tuple[tuple[Card | None, ...], ...] | None = None
    blind: tuple[Card | None, ...] | None = None
    piles: tuple[tuple[tuple[Card | None, ...], ...], ...] | None = None
    """Two-player layouts: for each seat its piles, each from the bottom up, the last card open."""
    reveals: tuple[Reveal, ...] = ()
    dealt: str | None = None
    """How it was dealt, a word of `engine.dealfile.places.DEALT`; shown, never judged by."""
    end: JsonObject | None = None
    rulings: tuple[DealRuling, ...] = ()
    stock: int = 0
    note: str | None = None
    """A remark of the people at the table."""
    family: Family = Family.GERMAN
    extra: JsonObject = field(default_factory=dict)
    """Fields this version does not know; kept and written back."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False, compare=False)
    """What was worked out of the deal, shared by records that differ in nothing but their plays.

    `dataclasses.replace` gives a new one; `with_plays` and `with_play` hand it on.
    """

    def with_plays(self, plays: tuple[Play, ...]) -> DealRecord:
        """Return the deal with other plays; what was worked out of it is kept.

        Otherwise as `dataclasses.replace`, in a fraction of the time: one is made for every card.
        """
        entries = vars(self).copy()
        entries["plays"] = plays
        return instance_with(DealRecord, entries)

    def with_play(self, play: Play) -> DealRecord:
        """Return the deal with one more card at its end."""
        return self.with_plays((*self.plays, play))

    def branch(self, play: Play) -> DealRecord:
        """Return the deal with one more card, for one of several ways in which it may go on.

        What was worked out of it so far is kept, what is worked out from now on is its own.
        """
        entries = vars(self).copy()
        entries["plays"] = (*self.plays, play)
        entries["memo"] = Memo(self.memo)
        return instance_with(DealRecord, entries)
