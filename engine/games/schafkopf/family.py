"""The Schafkopf family's hooks, shared by every game that is played on these tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.cards import Card, Family
from engine.deal.auction import AuctionView
from engine.deal.ends import EnteredResult
from engine.deal.record import Contract, DealRecord, Play
from engine.deal.report import DealResult, Verdict
from engine.games.auction.bid_texts import BID_TEXTS
from engine.games.base import (
    Feat,
    Game,
    LookBack,
    Penalty,
    Teams,
    VerdictWords,
    one_too_many,
)
from engine.games.called_cards import Calling, called_card_verdicts
from engine.games.carry import Carry
from engine.games.contract_fields import CallMenu, ContractShape, Misfit
from engine.games.dealer import next_dealer
from engine.games.facts import Facts, Foreknown, Setting, gather
from engine.games.hidden import Hidden
from engine.games.payouts import Ledger
from engine.games.schafkopf import entered, messages, rounds, settlement
from engine.games.schafkopf.contracts import auction_of, call_menu, contract_text, shapes
from engine.games.schafkopf.declared_settlement import thrown_in, two_sides
from engine.games.schafkopf.duties import (
    doubling_verdicts,
    foreknown,
    may_say,
    may_throw_in,
    promise_verdicts,
    tout_verdicts,
)
from engine.games.schafkopf.house_rules import (
    FOUR,
    THEMES,
    SchafkopfCount,
    SettingTable,
    house,
    printed,
)
from engine.games.schafkopf.kinds import KINDS, ContractKind
from engine.games.schafkopf.misfits import clashes, misfits
from engine.games.schafkopf.partners import calling_of, hidden, teams
from engine.games.schafkopf.price_options import TARIFF, completed_tariff
from engine.games.two_sides import Holders, TwoSides
from engine.options import Preset, Rules, Theme
from engine.text import Text

_KEPT = 4096
"""Tables of contract kinds kept for reuse."""
_DENIED = 2.0
"""Nats against a card that its player could only lay by breaking a duty."""
_HIGHEST, _USUAL = "sie", ("call", "solo")
"""Prices of the tariff: of the highest hand, and of the usual games."""
_LONG_RUN, _SHORT_RUN = 10, 8
_DEALINGS = {8: ("4+4", "8", "counterclockwise"), 6: ("3+3", "6", "counterclockwise")}
"""By the size of a hand; the short deck's like the full one's."""


@dataclass(frozen=True, slots=True, eq=False)
class SchafkopfGame(Game):
    """One game of the family: its name, its presets, what is played with how many."""

    name: str
    title: Text
    presets: tuple[Preset, ...]
    family: Family = Family.GERMAN
    counts: Mapping[int, SchafkopfCount] = field(default_factory=lambda: {4: FOUR})
    """What each number of people holding cards plays with."""
    kinds: Mapping[str, ContractKind] = field(default_factory=lambda: KINDS)
    """The kinds of contract, by the word of the deal file."""
    bid_texts: Mapping[str, Text] = field(default_factory=lambda: BID_TEXTS)
    """What is said in an auction, by word of the deal file."""
    doublings: Mapping[str, Text] = field(default_factory=lambda: messages.DOUBLINGS)
    """What doublings are called, by word of the deal file."""
    themes: tuple[Theme, ...] = THEMES
    """The house rules under their headings."""
    _settings: SettingTable = field(init=False, repr=False)
    _shapes: dict[tuple[str, int, Family], Mapping[str, ContractShape]] = field(
        default_factory=dict, init=False, repr=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_settings", SettingTable(self.kinds, self.counts))

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many may hold cards."""
        return tuple(self.counts)

    @property
    def told_first(self) -> tuple[str, ...]:
        """Return what tables play differently, beside the prices."""
        return ("games", "all_pass", "laufende_min", "legen", "stoss")

    def usual_prices(self, rules: Rules) -> tuple[tuple[Text, int], ...]:
        """Return what a call game and a Solo cost."""
        tariff = house(rules).tariff
        return tuple((TARIFF[key], tariff[key]) for key in _USUAL)

    def completed(self, values: Mapping[str, object], preset: Preset) -> Mapping[str, object]:
        """Fill in what follows from other values: the tariff's gaps."""
        given, fallback = values["tariff"], preset.values["tariff"].value
        assert isinstance(given, Mapping)
        assert isinstance(fallback, Mapping)
        factors = {name: value for name, value in values.items() if isinstance(value, int)}
        return {**values, "tariff": completed_tariff(given, fallback, factors)}

    def deck(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> tuple[Card, ...]:
        """Return the cards dealt to `players` people holding cards."""
        return printed(self.counts[players].german(house(rules)), family)

    def contract_kinds(
        self, rules: Rules, players: int, family: Family
    ) -> Mapping[str, ContractShape]:
        """Return the kinds a deal file may name and what they need."""
        key = (rules.key, players, family)
        known = self._shapes.get(key)
        if known is None:
            if len(self._shapes) >= _KEPT:
                self._shapes.clear()
            count = self.counts[players]
            known = shapes(self.kinds, count, players, house(rules), family)
            self._shapes[key] = known
        return known

    def doubling_words(self) -> Mapping[str, Text]:
        """Return the doublings by word of the deal file."""
        return self.doublings

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        return self._settings.of(record)

    def auction(self, record: DealRecord) -> AuctionView | None:
        """Return the auction in the house's style; see `auction_of`."""
        count = self.counts[record.players - len(record.out)]
        return auction_of(record, self.kinds, count, house(record.rules), self.bid_texts)

    def next_dealer(self, record: DealRecord) -> int:
        """Return the seat that deals after this deal, by the table's house rules."""
        rules = house(record.rules)
        return next_dealer(record, rules.redeal_dealer, rules.misdeal_dealer)

    def carries(self, rules: Rules) -> bool:
        """Tell whether the house plays with a Stock, or with Bock or Ramsch rounds."""
        return rounds.carries(house(rules))

    def carried(self, carry: Carry, record: DealRecord, result: DealResult | None) -> Carry:
        """Return what the deal after this one finds, which itself found `carry`."""
        return rounds.carried(carry, record, result, house(record.rules))

    def set_contract(self, carry: Carry) -> Contract | None:
        """Return the Ramsch of a Ramsch round."""
        return rounds.set_contract(carry)

    def hidden(self, record: DealRecord) -> tuple[Hidden, ...]:
        """Return what went from hand to hand in a Hochzeit."""
        setting = self.setting(record)
        return hidden(record, setting, setting.deck)

    def foreknown(self, record: DealRecord) -> Foreknown:
        """Return what a Hochzeit says about hands."""
        return foreknown(record)

    def calling(self, facts: Facts) -> Calling | None:
        """Return the called cards and the duties of who holds one."""
        return calling_of(facts, house(facts.record.rules))

    def duties(self, facts: Facts) -> tuple[Verdict, ...]:
        """Return the verdicts about what was said, and that a Tout is lost."""
        rules = house(facts.record.rules)
        found = promise_verdicts(facts, rules)
        found += doubling_verdicts(facts, rules)
        found += tout_verdicts(facts)
        return tuple(found)

    def may_say(self, record: DealRecord, word: str) -> tuple[int, ...]:
        """Return who may say a doubling, by the call and what was said."""
        return may_say(gather(replace(record, plays=()), self.setting), word)

    def clashes(self, rules: Rules) -> Iterable[Text]:
        """Yield what of these house rules cannot be played together."""
        return clashes(house(rules))

    def misfits(self, record: DealRecord) -> Iterable[Misfit]:
        """Yield what the house rules do not know."""
        count = self.counts[record.players - len(record.out)]
        return misfits(record, house(record.rules), count, self.kinds)

    def teams(self, facts: Facts) -> Teams:
        """Return who plays with whom, judged by the cards that lie."""
        return teams(facts)

    def two_sides(self, facts: Facts, had: Holders) -> TwoSides | Text:
        """Return the sides of a declared game, and what the called cards ask of their holders."""
        return two_sides(facts, house(facts.record.rules), had)

    def over(self, facts: Facts) -> bool:
        """Tell whether a Tout lost its first trick (RULES 0.3)."""
        contract = facts.record.contract
        if contract is None or not contract.tout:
            return False
        return any(
            trick.complete and trick.winner not in (None, contract.seat) for trick in facts.tricks
        )

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement as played."""
        return settlement.settle(facts, house(facts.record.rules), upheld)

    def settle_entered(self, facts: Facts, told: EnteredResult) -> DealResult:
        """Return the settlement of a result that people tell."""
        return entered.settle_entered(facts, house(facts.record.rules), told)

    def check_entered(self, facts: Facts, told: EnteredResult, result: DealResult) -> None:
        """Check that nothing was told that counts for nothing."""
        entered.check_entered(facts, house(facts.record.rules), told, result)

    def unplayed(self, facts: Facts) -> Ledger:
        """Return what goes into the Stock where all passed."""
        return thrown_in(facts, house(facts.record.rules))

    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an upheld error costs."""
        return settlement.penalty(facts, house(facts.record.rules), verdict)

    def suspicion(self, facts: Facts, seat: int) -> Mapping[Card, float]:
        """Return nats against cards `seat` has denied, and the called card where it may not lie."""
        promised = self.foreknown(facts.record).denials
        if promised:
            klass = facts.setting.klass
            return {card: _DENIED for card in klass if (seat, klass[card]) in promised}
        called = facts.setting.called
        if called is None:
            return {}
        plays = (*facts.plays, Play(seat, called))
        shown = gather(facts.record.with_plays(plays), self.setting)
        calling = self.calling(shown)
        would_show = calling is not None and called_card_verdicts(shown, calling)
        return {called: _DENIED} if would_show else {}

    def call_menu(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> CallMenu:
        """Return what the call screen offers."""
        count = self.counts[players]
        return call_menu(self.kinds, self.doublings, count, players, house(rules), family)

    def sitting_out(self, rules: Rules, players: int, dealer: int) -> tuple[int, ...]:
        """Return the dealer, by the table's house rule, or nobody (RULES 0.12)."""
        if house(rules).sit_out == "dealer" and players - 1 in self.counts:
            return (dealer,)
        return one_too_many(self.player_counts, players, dealer)

    def dealings(self, setting: Setting) -> tuple[str, ...]:
        """Return two rounds, and what whoever knocks may ask for (EN, dealing; RULES 0.21)."""
        return _DEALINGS.get(setting.hand_size, ())

    def may_throw_in(self, rules: Rules, players: int, hand: Sequence[Card | None]) -> bool:
        """Tell whether a hand has enough Nixer and no main trump (EN, dealing; RULES 0.30)."""
        return may_throw_in(hand, house(rules), players)

    def look_back(self, rules: Rules) -> LookBack:
        """Return what may be looked at again during a deal (RULES 0.9)."""
        return LookBack(house(rules).look_back)

    def feats(self, record: DealRecord, result: DealResult) -> frozenset[Feat]:
        """Return what was rare: a Sie, a Tout that was won, ten Laufende or all there are."""
        contract, found = record.contract, set[Feat]()
        if contract is not None and contract.seat in result.winners:
            if self.kinds[contract.kind].base == _HIGHEST:
                found.add(Feat.HIGHEST_HAND)
            elif contract.tout:
                found.add(Feat.EVERY_TRICK)
        if abs(result.laufende) >= _LONG_RUN or self._whole_run(record, abs(result.laufende)):
            found.add(Feat.LONG_RUN)
        return frozenset(found)

    def _whole_run(self, record: DealRecord, laufende: int) -> bool:
        """Tell whether those are all that count as Laufende, and more than the few of a Wenz."""
        setting = self.setting(record)
        stamm = house(record.rules).laufende_scope == "stamm"
        return _SHORT_RUN <= laufende == len(setting.stamm if stamm else setting.trumps)

    def contract_text(self, contract: Contract) -> Text:
        """Return the contract in words, without the declarer's name."""
        return contract_text(contract, self.kinds[contract.kind])

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        return messages.VERDICTS[kind]
