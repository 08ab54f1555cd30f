"""Bierkopf's hooks: two against two with 20 cards; who cannot follow must trump (BK).

Trumps are the queens, the jacks and the hearts in the order of a Schafkopf solo in Herz.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cards import GERMAN_20, Card, Family, Suit
from engine.games.auction.dealing import next_dealer
from engine.games.auction.view import AuctionView
from engine.games.base import (
    PLAIN_WORDS,
    CardWords,
    LookBack,
    MayDouble,
    Penalty,
    Teams,
    VerdictWords,
)
from engine.games.bierkopf import messages as m
from engine.games.bierkopf import settle
from engine.games.bierkopf.doubling import doubling_verdicts, may_double
from engine.games.bierkopf.options import BIERKOPF_PRESET, OPTIONS, THEMES
from engine.games.bierkopf.teams import vorhand
from engine.games.calling import Calling
from engine.games.draw import Draw, decided
from engine.games.facts import NOTHING_FOREKNOWN, TRUMP, Facts, Foreknown, Setting
from engine.games.hidden import Hidden
from engine.games.modes import card_points, family_card, mode
from engine.games.naming import CallKind, CallMenu, ContractShape, Detail
from engine.games.rounds import Carry, GameScore
from engine.games.shares import Ledger, ledger
from engine.games.tricks import gather
from engine.options import OptionSpec, Preset, Rules, Theme
from engine.record import Contract, DealRecord
from engine.report import DealResult, Verdict
from engine.text import Text
from engine.told import Told

_HAND_SIZE = 5
"""Cards of each hand, dealt in packets of two and three (BK)."""
_TEAMS = "teams"
_SHAPES = {_TEAMS: ContractShape(seat=False, details={_TEAMS: Detail.TEAMS})}


@dataclass(frozen=True, slots=True)
class BierkopfGame:
    """Bierkopf."""

    name: str = "bierkopf"
    title: Text = m.TITLE
    family: Family = Family.FRENCH
    player_counts: tuple[int, ...] = (4,)
    options: tuple[OptionSpec, ...] = OPTIONS
    themes: tuple[Theme, ...] = THEMES
    presets: tuple[Preset, ...] = (BIERKOPF_PRESET,)

    def completed(self, values: Mapping[str, object], preset: Preset) -> Mapping[str, object]:
        """Return the values: none follows from another."""
        return dict(values)

    def deck(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> tuple[Card, ...]:
        """Return the 20 cards, French or German."""
        return tuple(family_card(each, family) for each in GERMAN_20)

    def contract_kinds(
        self, rules: Rules, players: int, family: Family
    ) -> Mapping[str, ContractShape]:
        """Return the one kind there is."""
        return _SHAPES

    def doubling_words(self) -> Mapping[str, Text]:
        """Return the doublings by word of the deal file."""
        return m.DOUBLINGS

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        must_trump = record.rules.options["must_trump"] is True
        return _setting(record.players, record.out, record.family, must_trump)

    def leader(self, record: DealRecord, setting: Setting) -> int:
        """Return who leads to the first trick: the dealer's left neighbour (BK)."""
        return vorhand(record, setting)

    def auction(self, record: DealRecord) -> AuctionView | None:
        """Return None: nothing is called."""
        return None

    def next_dealer(self, record: DealRecord) -> int:
        """Return who deals next, by the house rules `next_dealer` and `tie`."""
        if record.end is not None and record.end.get("kind") == "thrown_in":
            return next_dealer(record)
        return settle.next_dealer(gather(record, self.setting))

    def carries(self, rules: Rules) -> bool:
        """Return True: a game takes several deals."""
        return True

    def carried(self, carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
        """Return the game points after the deal."""
        return settle.carried(carry, result, record.rules)

    def game_won(self, carry: Carry, result: DealResult | None, rules: Rules) -> GameScore | None:
        """Return how the game stood where the deal ended it."""
        return settle.game_won(carry, result, rules)

    def set_contract(self, carry: Carry) -> Contract | None:
        """Return the teams: who sits opposite plays together, nothing is called."""
        return Contract(_TEAMS, details={_TEAMS: [[0, 2], [1, 3]]})

    def never_played(self, record: DealRecord) -> tuple[Card, ...]:
        """Return nothing: every card is played."""
        return ()

    def hidden(self, record: DealRecord) -> tuple[Hidden, ...]:
        """Return nothing: no card lies face down."""
        return ()

    def foreknown(self, record: DealRecord) -> Foreknown:
        """Return nothing: nobody says anything about single cards."""
        return NOTHING_FOREKNOWN

    def calling(self, facts: Facts) -> Calling | None:
        """Return nothing: no card is called."""
        return None

    def duties(self, facts: Facts) -> tuple[Verdict, ...]:
        """Return what was doubled out of turn."""
        return doubling_verdicts(facts)

    def teams(self, facts: Facts) -> Teams:
        """Return that there are no declarers and that everybody's side is known."""
        return Teams((), True)

    def over(self, facts: Facts) -> bool:
        """Return False: every deal is played to its end."""
        return False

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement as played."""
        return settle.settle(facts)

    def settle_told(self, facts: Facts, told: Told) -> DealResult:
        """Return the settlement of a result that people tell."""
        return settle.settle_told(facts, told)

    def check_told(self, facts: Facts, told: Told, result: DealResult) -> None:
        """Check that nothing was told that counts for nothing."""
        settle.check_told(facts, told, result)

    def unplayed(self, facts: Facts) -> Ledger:
        """Return nothing: cards thrown in cost nobody anything."""
        return ledger(facts.setting.players, ())

    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an upheld error costs."""
        return settle.penalty(facts, verdict)

    def suspicion(self, facts: Facts, seat: int) -> Mapping[Card, float]:
        """Return nothing: what must be played is said by the class order alone."""
        return {}

    def drawn(self, first: int, second: int) -> Draw:
        """Return partners and first dealer, from who got the first two aces."""
        return decided(first, second)

    def may_double(self, facts: Facts) -> MayDouble:
        """Return who may double now."""
        return may_double(facts)

    def call_menu(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> CallMenu:
        """Return what the call screen offers."""
        doublings = () if rules.options["doubling"] == "off" else tuple(m.DOUBLINGS.items())
        return CallMenu((CallKind(_TEAMS, m.TEAMS, declared=False),), doublings)

    def sitting_out(self, rules: Rules, players: int, dealer: int) -> tuple[int, ...]:
        """Return nobody: the teams stay as they are for a whole game."""
        return ()

    def may_throw_in(self, rules: Rules, players: int, hand: Sequence[Card | None]) -> bool:
        """Return False: every hand is played."""
        return False

    def look_back(self, rules: Rules) -> LookBack:
        """Return what the house says (BK; RULES 0.9)."""
        return LookBack(str(rules.options["look_back"]))

    def contract_text(self, contract: Contract, words: CardWords = PLAIN_WORDS) -> Text:
        """Return the contract in words."""
        return m.TEAMS

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        return m.VERDICTS[kind]


@lru_cache(maxsize=64)
def _setting(players: int, out: tuple[int, ...], family: Family, must_trump: bool) -> Setting:
    seats = tuple(seat for seat in range(players) if seat not in out)
    points = card_points(GERMAN_20, family)
    tables = mode("OU", Suit.HERZ, GERMAN_20, family)
    made = Setting(
        seats=seats,
        rotation={seat: seats[place:] + seats[:place] for place, seat in enumerate(seats)},
        players=players,
        deck=tuple(points),
        hand_size=_HAND_SIZE,
        trick_count=_HAND_SIZE,
        points=points,
        total=sum(points.values()),
        klass=tables.klass,
        strength=tables.strength,
        trumps=tables.trumps,
        stamm=tables.stamm,
    )
    return replace(made, otherwise=(TRUMP,)) if must_trump else made
