"""Bierkopf's hooks and words: two against two with 20 cards; who cannot follow must trump (BK).

Trumps are the queens, the jacks and the hearts in the order of a Schafkopf solo in Herz.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cards import GERMAN_20, Card, Family, Suit, family_card
from engine.deal.ends import EnteredResult
from engine.deal.record import Contract, DealRecord
from engine.deal.report import DealResult, Verdict
from engine.games.base import (
    Game,
    LookBack,
    MayDouble,
    Penalty,
    Teams,
    VerdictWords,
)
from engine.games.bierkopf import settlement
from engine.games.bierkopf.doubling import doubling_verdicts, may_double
from engine.games.bierkopf.options import BIERKOPF_PRESET, THEMES
from engine.games.carry import Carry, GameScore
from engine.games.contract_fields import CallKind, CallMenu, ContractShape, Detail
from engine.games.dealer import PartnerDraw, draw_of, next_dealer
from engine.games.facts import TRUMP, Facts, Setting, gather
from engine.games.trump_order import card_points, trump_order
from engine.games.two_sides import Holders, TwoSides
from engine.games.wording import COMMON_VERDICTS
from engine.options import Preset, Rules, Theme
from engine.text import Text

TITLE = Text(de="Bierkopf", en="Bierkopf")
TEAMS = Text(de="Zwei gegen zwei", en="Two against two")
DOUBLINGS = {"double": Text(de="Doppelt", en="Double")}

VERDICTS = {
    **COMMON_VERDICTS,
    "must_trump": VerdictWords(
        Text(de="nicht gestochen", en="did not trump"),
        Text(
            de="{led} angespielt – {name} warf {thrown} ab, statt zu stechen",
            en="{led} led – {name} threw off {thrown} instead of trumping",
        ),
        Text(de="… und spielte dann selbst Trumpf", en="… and then played a trump"),
        Text(de="Jemand hat nicht gestochen", en="Somebody did not trump"),
        did=Text(de="{name} hat nicht gestochen", en="{name} did not trump"),
    ),
    "illegal_double": VerdictWords(
        Text(de="Doppeln nicht erlaubt", en="double not allowed"),
        Text(
            de="{name} durfte {said} nicht sagen: zu spät oder zu oft",
            en="{name} was not allowed to say {said}: too late or too often",
        ),
        Text(de="… wie sich hier zeigt", en="… as it turns out here"),
    ),
}
"""How each kind of verdict is said."""


_HAND_SIZE = 5
"""Cards of each hand, dealt in packets of two and three (BK)."""
_TEAMS = "teams"
_SHAPES = {_TEAMS: ContractShape(seat=False, details={_TEAMS: Detail.TEAMS})}


@dataclass(frozen=True, slots=True)
class BierkopfGame(Game):
    """Bierkopf."""

    name: str = "bierkopf"
    title: Text = TITLE
    family: Family = Family.FRENCH
    player_counts: tuple[int, ...] = (4,)
    themes: tuple[Theme, ...] = THEMES
    presets: tuple[Preset, ...] = (BIERKOPF_PRESET,)

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
        return DOUBLINGS

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        must_trump = record.rules.options["must_trump"] is True
        return _setting(record.players, record.out, record.family, must_trump)

    def next_dealer(self, record: DealRecord) -> int:
        """Return who deals next, by the house rules `next_dealer` and `tie`."""
        if record.end is not None and record.end.get("kind") == "thrown_in":
            return next_dealer(record)
        return settlement.next_dealer(gather(record, self.setting))

    def carries(self, rules: Rules) -> bool:
        """Return True: a game takes several deals."""
        return True

    def carried(self, carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
        """Return the game points after the deal."""
        return settlement.carried(carry, result, record.rules)

    def game_won(self, carry: Carry, result: DealResult | None, rules: Rules) -> GameScore | None:
        """Return how the game stood where the deal ended it."""
        return settlement.game_won(carry, result, rules)

    def set_contract(self, carry: Carry) -> Contract | None:
        """Return the teams: who sits opposite plays together, nothing is called."""
        return Contract(_TEAMS, details={_TEAMS: [[0, 2], [1, 3]]})

    def duties(self, facts: Facts) -> tuple[Verdict, ...]:
        """Return what was doubled out of turn."""
        return doubling_verdicts(facts)

    def teams(self, facts: Facts) -> Teams:
        """Return that there are no declarers and that everybody's side is known."""
        return Teams((), True)

    def two_sides(self, facts: Facts, had: Holders) -> TwoSides:
        """Return the teams; the first one's points are counted."""
        return settlement.two_sides(facts)

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement as played."""
        return settlement.settle(facts)

    def settle_entered(self, facts: Facts, told: EnteredResult) -> DealResult:
        """Return the settlement of a result that people tell."""
        return settlement.settle_entered(facts, told)

    def check_entered(self, facts: Facts, told: EnteredResult, result: DealResult) -> None:
        """Check that nothing was told that counts for nothing."""
        settlement.check_entered(facts, told, result)

    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an upheld error costs."""
        return settlement.penalty(facts, verdict)

    def drawn(self, first: int, second: int) -> PartnerDraw:
        """Return partners and first dealer, from who got the first two aces."""
        return draw_of(first, second)

    def may_double(self, facts: Facts) -> MayDouble:
        """Return who may double now."""
        return may_double(facts)

    def call_menu(self, rules: Rules, players: int, family: Family = Family.FRENCH) -> CallMenu:
        """Return what the call screen offers."""
        doublings = () if rules.options["doubling"] == "off" else tuple(DOUBLINGS.items())
        teams = CallKind(_TEAMS, TEAMS, declared=False)
        return CallMenu((teams,), doublings, judged=frozenset(DOUBLINGS))

    def sitting_out(self, rules: Rules, players: int, dealer: int) -> tuple[int, ...]:
        """Return nobody: the teams stay as they are for a whole game."""
        return ()

    def dealings(self, setting: Setting) -> tuple[str, ...]:
        """Return packets of two and three (BK)."""
        return ("2+3",)

    def look_back(self, rules: Rules) -> LookBack:
        """Return what the house says (BK; RULES 0.9)."""
        return LookBack(str(rules.options["look_back"]))

    def contract_text(self, contract: Contract) -> Text:
        """Return the contract in words."""
        return TEAMS

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        return VERDICTS[kind]


@lru_cache(maxsize=64)
def _setting(players: int, out: tuple[int, ...], family: Family, must_trump: bool) -> Setting:
    seats = tuple(seat for seat in range(players) if seat not in out)
    points = card_points(GERMAN_20, family)
    tables = trump_order("OU", Suit.HERZ, GERMAN_20, family)
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
