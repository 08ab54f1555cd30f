"""`Game`: the hooks a game gives the house; referee, deal file and pages know only these.

A game says what it must (the abstract hooks) and overrides what differs of the rest: every optional
hook has a default that says "this game has no such thing". A method that is no hook is refused when
the class is made, so that a misspelt hook cannot switch something off without a word.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import FunctionType

from engine.cards import Card, Family
from engine.deal.auction import AuctionView
from engine.deal.ends import EnteredResult
from engine.deal.record import Contract, DealRecord
from engine.deal.report import DealResult, Verdict
from engine.games.auction.bid_texts import BID_TEXTS, CONTRACT
from engine.games.called_cards import Calling
from engine.games.carry import Carry, GameScore
from engine.games.contract_fields import CallMenu, ContractShape, Misfit
from engine.games.dealer import PartnerDraw, next_dealer
from engine.games.facts import NOTHING_FOREKNOWN, Facts, Foreknown, Setting
from engine.games.hidden import Hidden
from engine.games.payouts import Ledger, ledger
from engine.games.two_sides import NO_SIDES, Holders, TwoSides
from engine.options import OptionSpec, Preset, Rules, Theme
from engine.text import Text

_WHO_PLAYS = Text(de="{name} spielt {contract}", en="{name}: {contract}")


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
    did: Text | None = None
    """What {name} did, as a sentence; None where headline and name beside each other say it."""


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
class BlindTaken:
    """Who got the blind with a trick, while the deal goes on."""

    seat: int
    may_look: bool
    """Whether that player may look at it at once."""


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


class Feat(Enum):
    """What is so rare in a game that people talk of it."""

    HIGHEST_HAND = "highest_hand"
    """The highest cards there are in one hand, laid open: a Sie."""
    EVERY_TRICK = "every_trick"
    """It was announced that every trick would be taken, and it was."""
    LONG_RUN = "long_run"
    """A run of trumps as long as hardly ever."""


class LookBack(Enum):
    """What may be looked at again during a deal (RULES 0.9)."""

    LAST_TRICK = "last_trick"
    OWN_TRICKS = "own_tricks"
    """One's own tricks at any time, and the partner's last one."""
    NOTHING = "nothing"


class Game(ABC):
    """One game, or a family of them under one name each.

    `name` ... `presets` are values of the game; a frozen dataclass with slots has them as fields.

    Raises:
        TypeError: a class made of it defines a public method or property that no class above it
            has: a misspelt hook. What only helps gets a leading underscore, or is a function.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        # A dataclass with slots is made twice, the second time with its fields as descriptors:
        # those are neither functions nor properties.
        made = (FunctionType, property, classmethod, staticmethod)
        unknown = [
            name
            for name, value in vars(cls).items()
            if isinstance(value, made)
            and not name.startswith("_")
            and not any(hasattr(base, name) for base in cls.__bases__)
        ]
        if unknown:
            raise TypeError(f"{cls.__name__}: no hook of a game: {', '.join(unknown)}")

    @property
    @abstractmethod
    def name(self) -> str:
        """The word of the deal file."""

    @property
    @abstractmethod
    def title(self) -> Text:
        """The game's name for people."""

    @property
    @abstractmethod
    def family(self) -> Family:
        """The suits it is usually played with."""

    @property
    @abstractmethod
    def player_counts(self) -> tuple[int, ...]:
        """How many may hold cards."""

    @property
    @abstractmethod
    def themes(self) -> tuple[Theme, ...]:
        """Every house rule that has an effect, under its heading."""

    @property
    @abstractmethod
    def presets(self) -> tuple[Preset, ...]:
        """The named sets of house rules, the game's own first."""

    @abstractmethod
    def deck(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> tuple[Card, ...]:
        """Return the cards dealt to `players` people holding cards.

        Raises:
            PlainError: a deck of this family has not all of them.
        """

    @abstractmethod
    def contract_kinds(
        self, rules: Rules, players: int, family: Family
    ) -> Mapping[str, ContractShape]:
        """Return the kinds a deal file may name and what they need.

        `players` counts people holding cards.
        """

    @abstractmethod
    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""

    @abstractmethod
    def teams(self, facts: Facts) -> Teams:
        """Return who plays with whom, judged by the cards seen."""

    @abstractmethod
    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement of a deal that is over, as played.

        None where cards that decide it were not seen. `upheld` are the errors that people upheld:
        some change the reckoning (a trick lost, a doubling that does not count).
        """

    @abstractmethod
    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an error costs that stops the deal; None where it costs nothing."""

    @abstractmethod
    def call_menu(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> CallMenu:
        """Return what the call screen offers to `players` people holding cards."""

    @abstractmethod
    def contract_text(self, contract: Contract) -> Text:
        """Return the contract in words, without the declarer's name."""

    @abstractmethod
    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""

    # From here on every hook is optional.

    def who_plays(self, name: str, contract: Text) -> Text:
        """Return who plays what, as people say it; `contract` is `contract_text`."""
        return _WHO_PLAYS.format(name=name, contract=contract)

    @property
    def options(self) -> tuple[OptionSpec, ...]:
        """Every house rule that has an effect."""
        return tuple(option for theme in self.themes for option in theme.options)

    @property
    def told_first(self) -> tuple[str, ...]:
        """Return the names of the five house rules a table has to agree on, in order."""
        return tuple(option.name for option in self.options[:5])

    def usual_prices(self, rules: Rules) -> tuple[tuple[Text, int], ...]:
        """Return the usual games and their prices in units; none where nothing is paid."""
        return ()

    def completed(self, values: Mapping[str, object], preset: Preset) -> Mapping[str, object]:
        """Fill in what follows from other values (tariffs left out)."""
        return dict(values)

    def bid_words(self) -> Mapping[str, Text]:
        """Return what may be said in an auction besides a contract, by word of the deal file.

        Numbers are words as well ("18"). Words may come on top, none may go: a recorded bid is read
        by them.
        """
        return {word: text for word, text in BID_TEXTS.items() if word != CONTRACT}

    def doubling_words(self) -> Mapping[str, Text]:
        """Return the doublings by word of the deal file."""
        return {}

    def leader(self, record: DealRecord, setting: Setting) -> int:
        """Return who leads to the first trick; Vorhand in most games."""
        return vorhand(record, setting)

    def carries(self, rules: Rules) -> bool:
        """Tell whether these rules carry anything but the dealer from deal to deal."""
        return False

    def carried(self, carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
        """Return what the deal after this one finds, which itself found `carry`."""
        return carry

    def game_won(self, carry: Carry, result: DealResult | None, rules: Rules) -> GameScore | None:
        """Return how a game of several deals stood where a deal ended it; it found `carry`."""
        return None

    def set_contract(self, carry: Carry) -> Contract | None:
        """Return what a deal that finds `carry` is without an auction; None where one is held."""
        return None

    def auction(self, record: DealRecord) -> AuctionView | None:
        """Return the auction as the bids leave it; None where none was noted and none goes on.

        Without bids a contract that the house does not play may still be told.
        """
        return None

    def next_dealer(self, record: DealRecord) -> int:
        """Return the seat that deals after this deal, which is over."""
        return next_dealer(record)

    def never_played(self, record: DealRecord) -> tuple[Card, ...]:
        """Return the cards of the deck that are known and were not to be played (a bury)."""
        return ()

    def hidden(self, record: DealRecord) -> tuple[Hidden, ...]:
        """Return the cards of the call that lay face down, and what each can have been."""
        return ()

    def foreknown(self, record: DealRecord) -> Foreknown:
        """Return what the contract says about hands."""
        return NOTHING_FOREKNOWN

    def calling(self, facts: Facts) -> Calling | None:
        """Return the called cards and the duties of who holds one; None where none is called."""
        return None

    def duties(self, facts: Facts) -> tuple[Verdict, ...]:
        """Return verdicts about further duties: beyond following and called cards."""
        return ()

    def two_sides(self, facts: Facts, had: Holders) -> TwoSides | Text:
        """Return what a deal is played for whose cards `had` these seats; else why it is not.

        What the duties of called cards are for hands that are known stands in it.
        """
        return NO_SIDES

    def may_double(self, facts: Facts) -> MayDouble | None:
        """Return who may double now; None where the game leaves that to the table."""
        return None

    def may_say(self, record: DealRecord, word: str) -> tuple[int, ...]:
        """Return who may say a doubling, by the call and what was said; nothing of the cards."""
        return tuple(seat for seat in range(record.players) if seat not in record.out)

    def misfits(self, record: DealRecord) -> Iterable[Misfit]:
        """Yield what a record claims that this game, or its house rules, do not know.

        Calls, doublings and ends; what was played is a fact and no claim.
        """
        return ()

    def clashes(self, rules: Rules) -> Iterable[Text]:
        """Yield what of these house rules cannot be played together, a sentence each."""
        return ()

    def over(self, facts: Facts) -> bool:
        """Tell whether the deal ended before its last card (a Tout that lost a trick)."""
        return False

    def settle_entered(self, facts: Facts, told: EnteredResult) -> DealResult | None:
        """Return the settlement of a result that people tell; None where only amounts are taken.

        Raises:
            PlainError: it cannot be so, or something that decides the price was not told; one
                sentence that says what.
        """
        return None

    def check_entered(self, facts: Facts, told: EnteredResult, result: DealResult) -> None:
        """Check that nothing was told that counts for nothing in this deal.

        Raises:
            PlainError: something was; one sentence that names it.
        """
        return

    def unplayed(self, facts: Facts) -> Ledger:
        """Return what a deal costs that ended without being played (cards thrown in)."""
        return ledger(facts.setting.players, ())

    def suspicion(self, facts: Facts, seat: int) -> Mapping[Card, float]:
        """Return nats against cards that `seat` could only lay by breaking a duty of the game."""
        return {}

    def drawn(self, first: int, second: int) -> PartnerDraw | None:
        """Return partners and first dealer as the first two people with an ace decide them.

        People count from 0 in the order in which they got their first card; None where no partners
        are drawn.

        Raises:
            ValueError: they are the same, or not two of the table.
        """
        return None

    def sitting_out(self, rules: Rules, players: int, dealer: int) -> tuple[int, ...]:
        """Return which of `players` people at the table get no cards."""
        return one_too_many(self.player_counts, players, dealer)

    def blind_taken(self, facts: Facts) -> BlindTaken | None:
        """Return who got the blind with a trick of the running deal; None where nobody has it."""
        return None

    def dealings(self, setting: Setting) -> tuple[str, ...]:
        """Return how its cards may be dealt, the usual way first; empty where it knows no ways.

        The words are those of the deal file's `dealt`; told, judged by nobody.
        """
        return ()

    def may_throw_in(self, rules: Rules, players: int, hand: Sequence[Card | None]) -> bool:
        """Tell whether a hand is bad enough to be thrown in before the auction.

        Args:
            rules: the table's.
            players: people holding cards.
            hand: the cards as dealt, None for one not seen, which counts in favour.
        """
        return False

    def feats(self, record: DealRecord, result: DealResult) -> frozenset[Feat]:
        """Return what was rare about a deal that came out like that."""
        return frozenset()

    def look_back(self, rules: Rules) -> LookBack:
        """Return what may be looked at again during a deal (RULES 0.9)."""
        return LookBack.LAST_TRICK


def vorhand(record: DealRecord, setting: Setting) -> int:
    """Return the dealer's left neighbour among those who hold cards (EN, dealing; BK; PG)."""
    seat = (record.dealer + 1) % record.players
    while seat not in setting.rotation:
        seat = (seat + 1) % record.players
    return seat


def one_too_many(possible: tuple[int, ...], players: int, dealer: int) -> tuple[int, ...]:
    """Return the dealer where one too many sits at the table, else nobody (RULES 0.12)."""
    return (dealer,) if players not in possible and players - 1 in possible else ()
