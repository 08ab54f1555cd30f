"""The few hooks a game family gives the house; evaluation, file and page know only these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Protocol

from engine.cards import Card, Family
from engine.games.auction.view import AuctionView
from engine.games.calling import Calling
from engine.games.facts import Facts, Foreknown, Setting
from engine.games.hidden import Hidden
from engine.games.naming import CallMenu, ContractShape
from engine.games.rounds import Carry
from engine.games.shares import Ledger
from engine.options import OptionSpec, Preset, Rules, Theme
from engine.record import Contract, DealRecord
from engine.report import DealResult, Verdict
from engine.text import Text


@dataclass(frozen=True, slots=True)
class CardWords:
    """Which of the field's synonyms the house uses."""

    gras: str = "Gras"
    """`Gras`, `Blatt` or `Laub`."""
    ass: str = "Sau"
    """`Sau` or `Ass`."""


PLAIN_WORDS = CardWords()


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """How a kind of verdict is said.

    `wrong` and `shown` may have the places `{name}`, `{led}` (suit or trump), `{did}` (threw which
    suit, or trumped), `{thrown}` (the card) and `{card}` (the called card).
    """

    headline: Text
    """At most 20 characters."""
    wrong: Text
    """What was done, for the trick with the wrong card."""
    shown: Text
    """What proves it, for the trick with the proving card."""
    somebody: Text | None = None
    """The headline while it may have been one of several."""


@dataclass(frozen=True, slots=True)
class MayDouble:
    """Who may double now."""

    say: str
    """The word for it."""
    seats: tuple[int, ...] = ()
    """Seats that may; before the first card in the order in which they are asked."""
    talks: tuple[int, ...] = ()
    """The team that may talk about its hands, strength only: whose turn to double it is."""


@dataclass(frozen=True, slots=True)
class Teams:
    """Who plays with whom, as far as it is known."""

    declarers: tuple[int, ...]
    """Those known so far, lowest seat first."""
    known: bool
    """False while a partner is still hidden."""
    partners: tuple[int, ...] = ()
    """The declarers besides the one who called, as far as they have shown."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """The settlement of an error that stops the deal."""

    price: int
    payout: tuple[Fraction, ...]
    winner: str = "seats"
    """As in the answer; a team where the game counts points of its own."""
    winners: tuple[int, ...] | None = None
    """Seats that win by it; None where it is those that are paid."""
    game_points: tuple[int, int] | None = None
    """What each team gains where the game counts points of its own and pays nothing."""


class LookBack(Enum):
    """What may be looked at again during a deal (RULES 0.9)."""

    LAST_TRICK = "last_trick"
    OWN_TRICKS = "own_tricks"
    """One's own tricks at any time, and the partner's last one."""
    NOTHING = "nothing"


class Game(Protocol):
    """A game family's hooks."""

    @property
    def name(self) -> str:
        """The word of the deal file."""
        ...

    @property
    def title(self) -> Text:
        """The game's name for people."""
        ...

    @property
    def family(self) -> Family:
        """The suits it is usually played with."""
        ...

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many may hold cards."""
        ...

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """Every house rule that has an effect."""
        ...

    @property
    def themes(self) -> tuple[Theme, ...]:
        """The same house rules under their headings."""
        ...

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The named sets of house rules, the game's own first."""
        ...

    def completed(self, values: Mapping[str, object], preset: Preset) -> Mapping[str, object]:
        """Fill in what follows from other values (tariffs left out)."""
        ...

    def deck(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> tuple[Card, ...]:
        """Return the cards dealt to `players` people holding cards.

        Raises:
            PlainError: a deck of this family has not all of them.
        """
        ...

    def contract_kinds(
        self, rules: Rules, players: int, family: Family
    ) -> Mapping[str, ContractShape]:
        """Return the kinds a deal file may name and what they need.

        `players` counts people holding cards.
        """
        ...

    def doubling_words(self) -> Mapping[str, Text]:
        """Return the doublings by word of the deal file."""
        ...

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        ...

    def leader(self, record: DealRecord, setting: Setting) -> int:
        """Return who leads to the first trick."""
        ...

    def carries(self, rules: Rules) -> bool:
        """Tell whether these rules carry anything but the dealer from deal to deal."""
        ...

    def carried(self, carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
        """Return what the deal after this one finds, which itself found `carry`."""
        ...

    def set_contract(self, carry: Carry) -> Contract | None:
        """Return what a deal that finds `carry` is without an auction; None where one is held."""
        ...

    def auction(self, record: DealRecord) -> AuctionView | None:
        """Return the auction as the bids leave it; None where none was noted and none goes on.

        Without bids a contract that the house does not play may still be told.
        """
        ...

    def next_dealer(self, record: DealRecord) -> int:
        """Return the seat that deals after this deal, which is over."""
        ...

    def never_played(self, record: DealRecord) -> tuple[Card, ...]:
        """Return the cards of the deck that are known and were not to be played (a bury)."""
        ...

    def hidden(self, record: DealRecord) -> tuple[Hidden, ...]:
        """Return the cards of the call that lay face down, and what each can have been."""
        ...

    def foreknown(self, record: DealRecord) -> Foreknown:
        """Return what the contract says about hands; `NOTHING_FOREKNOWN` for most."""
        ...

    def calling(self, facts: Facts) -> Calling | None:
        """Return the called cards and the duties of who holds one; None where none is called."""
        ...

    def duties(self, facts: Facts) -> tuple[Verdict, ...]:
        """Return verdicts about further duties: beyond following and called cards."""
        ...

    def teams(self, facts: Facts) -> Teams:
        """Return who plays with whom, judged by the cards seen."""
        ...

    def over(self, facts: Facts) -> bool:
        """Tell whether the deal ended before its last card (a Tout that lost a trick)."""
        ...

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement of a deal that is over, as played.

        None where cards that decide it were not seen. `upheld` are the errors that people upheld:
        some change the reckoning (a trick lost, a doubling that does not count).
        """
        ...

    def unplayed(self, facts: Facts) -> Ledger:
        """Return what a deal costs that ended without being played (cards thrown in)."""
        ...

    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an error costs that stops the deal; None where it costs nothing."""
        ...

    def suspicion(self, facts: Facts, seat: int) -> Mapping[Card, float]:
        """Return nats against cards that `seat` could only lay by breaking a duty of the game."""
        ...

    def call_menu(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> CallMenu:
        """Return what the call screen offers to `players` people holding cards."""
        ...

    def sitting_out(self, rules: Rules, players: int, dealer: int) -> tuple[int, ...]:
        """Return which of `players` people at the table get no cards."""
        ...

    def may_throw_in(self, rules: Rules, players: int, hand: Sequence[Card | None]) -> bool:
        """Tell whether a hand is bad enough to be thrown in before the auction.

        Args:
            rules: the table's.
            players: people holding cards.
            hand: the cards as dealt, None for one not seen, which counts in favour.
        """
        ...

    def look_back(self, rules: Rules) -> LookBack:
        """Return what may be looked at again during a deal."""
        ...

    def contract_text(self, contract: Contract, words: CardWords = PLAIN_WORDS) -> Text:
        """Return the contract in words, without the declarer's name."""
        ...

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        ...


def one_too_many(possible: tuple[int, ...], players: int, dealer: int) -> tuple[int, ...]:
    """Return the dealer where one too many sits at the table, else nobody (RULES 0.12)."""
    return (dealer,) if players not in possible and players - 1 in possible else ()
