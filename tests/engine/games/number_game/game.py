"""The hooks of the game, and its settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from engine.cards import (
    GERMAN_32,
    SUITS,
    Card,
    Family,
    Suit,
    card,
    family_card,
    family_suit,
    german_suit,
)
from engine.deal.auction import AuctionView
from engine.deal.record import Contract, DealRecord
from engine.deal.report import DealResult, Verdict
from engine.games.base import Game, Penalty, Teams, VerdictWords
from engine.games.common_options import SCORING_OPTIONS
from engine.games.contract_fields import CallField, CallKind, CallMenu, ContractShape, Detail
from engine.games.facts import Facts, Setting, tally
from engine.games.hidden import BURY, Hidden, named_cards, not_played
from engine.games.payouts import each_to_each, ledger
from engine.games.trump_order import POINTS, TrumpOrder, card_points, trump_order
from engine.games.wording import COMMON_VERDICTS, INFORMATIONAL, suit_text
from engine.options import Flag, OptionSpec, Preset, Rules, Sourced, Theme
from engine.text import Text
from tests.engine.games.number_game.auction import BIDS, highest_number, number_auction

SUIT_GAME, GRAND, NULL, HAND = "farbspiel", "grand", "null", "hand"
BASE = {Suit.SCHELLEN: 9, Suit.HERZ: 10, Suit.GRAS: 11, Suit.EICHEL: 12}
GRAND_BASE, NULL_PRICE = 24, 23
NEEDED, SCHNEIDER = 61, 90
HAND_SIZE, SKAT = 10, 2
PLAIN_RANKS = "AKOUZ987"
"""Order of a suit in a Null."""
TITLES = {
    SUIT_GAME: Text(de="Farbspiel", en="Suit game"),
    GRAND: Text(de="Grand", en="Grand"),
    NULL: Text(de="Null", en="Null"),
}
HAND_FIELD = CallField(HAND, Text(de="aus der Hand", en="from the hand"))
LOST_TWICE = OptionSpec(
    "lost_twice", Flag(), Text(de="Ein verlorenes Spiel zählt doppelt", en="A lost game is doubled")
)
PRESET = Preset(
    "numbers",
    Text(de="Reizspiel", en="Number game"),
    {
        LOST_TWICE.name: Sourced(True, "the house, 1"),
        "scoring": Sourced("units", "the house, 2"),
        "unit": Sourced(1, "the house, 3"),
    },
)
THEMES = (
    Theme(Text(de="Preise", en="Prices"), (LOST_TWICE,)),
    Theme(Text(de="Der Stand des Abends", en="The evening's score"), SCORING_OPTIONS),
)


@dataclass(frozen=True, slots=True)
class NumberGame(Game):
    """Bidding by numbers, ten cards each, a skat of two."""

    name: str = "numbers"
    title: Text = PRESET.title
    family: Family = Family.GERMAN
    player_counts: tuple[int, ...] = (3,)
    themes: tuple[Theme, ...] = THEMES
    presets: tuple[Preset, ...] = (PRESET,)

    def deck(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> tuple[Card, ...]:
        """Return the 32 cards."""
        return tuple(family_card(each, family) for each in GERMAN_32)

    def contract_kinds(
        self, rules: Rules, players: int, family: Family
    ) -> Mapping[str, ContractShape]:
        """Return suit game, Grand and Null; the bury is told afterwards."""
        suits = tuple(family_suit(suit, family) for suit in SUITS)
        more = {HAND: Detail.FLAG, BURY: Detail.CARDS}
        return {
            SUIT_GAME: ContractShape(suits=suits, details=more),
            GRAND: ContractShape(details=more),
            NULL: ContractShape(details=more),
        }

    def bid_words(self) -> Mapping[str, Text]:
        """Return the numbers, hold and pass."""
        return BIDS

    def auction(self, record: DealRecord) -> AuctionView | None:
        """Return who bid highest."""
        return number_auction(record)

    def setting(self, record: DealRecord) -> Setting:
        """Return what holds for the deal before its first card."""
        contract = record.contract
        kind = "" if contract is None else contract.kind
        suit = None if contract is None or contract.suit is None else german_suit(contract.suit)
        return setting_of(record.players, record.out, record.family, kind, suit)

    def never_played(self, record: DealRecord) -> tuple[Card, ...]:
        """Return the bury, and of a game from the hand the skat, where they are on record."""
        contract = record.contract
        if contract is None:
            return ()
        if contract.details.get(HAND):
            return tuple(each for each in record.blind or () if each is not None)
        return named_cards(contract.details.get(BURY), record)

    def hidden(self, record: DealRecord) -> tuple[Hidden, ...]:
        """Return what was buried."""
        contract = record.contract
        if contract is None or contract.details.get(HAND):
            return ()
        deck = self.setting(record).deck
        said = named_cards(contract.details.get(BURY), record)
        title = Text(de="Gedrückt", en="Buried")
        return (Hidden(BURY, title, SKAT, not_played(record, deck), said),)

    def teams(self, facts: Facts) -> Teams:
        """Return the declarer, whom everybody knows."""
        contract = facts.record.contract
        alone = () if contract is None or contract.seat is None else (contract.seat,)
        return Teams(alone, contract is not None)

    def over(self, facts: Facts) -> bool:
        """Tell whether a Null has taken a trick."""
        contract = facts.record.contract
        if contract is None or contract.kind != NULL:
            return False
        return any(trick.complete and trick.winner == contract.seat for trick in facts.tricks)

    def settle(self, facts: Facts, upheld: Sequence[Verdict] = ()) -> DealResult | None:
        """Return the settlement as played; what nobody took is the declarer's."""
        record, contract, counted = facts.record, facts.record.contract, tally(facts)
        if contract is None or contract.seat is None or counted is None:
            return None
        if len(facts.plays) < facts.setting.play_count and not self.over(facts):
            return None
        theirs = sum(n for seat, n in enumerate(counted.points) if seat != contract.seat)
        points = (facts.setting.total - theirs, theirs)
        if contract.kind == NULL:
            won, schneider, schwarz = counted.tricks[contract.seat] == 0, False, False
        else:
            won = points[0] >= NEEDED
            schneider = max(points) >= SCHNEIDER
            schwarz = facts.setting.trick_count in (
                counted.tricks[contract.seat],
                sum(counted.tricks) - counted.tricks[contract.seat],
            )
        matadors = matadors_of(facts)
        worth = value(contract, matadors, schneider + schwarz)
        if worth < highest_number(record):
            won, worth = False, highest_number(record)
        return self._paid(facts, won, worth, points, schneider, schwarz, matadors)

    def _paid(
        self,
        facts: Facts,
        won: bool,
        worth: int,
        points: tuple[int, int],
        schneider: bool,
        schwarz: bool,
        matadors: int,
    ) -> DealResult:
        contract, counted = facts.record.contract, tally(facts)
        assert contract is not None
        assert contract.seat is not None
        assert counted is not None
        alone = (contract.seat,)
        others = tuple(seat for seat in facts.setting.seats if seat != contract.seat)
        price = worth if won else worth * self._lost_factor(facts.record.rules)
        winners, losers = (alone, others) if won else (others, alone)
        paid = ledger(facts.setting.players, each_to_each(losers, winners, price))
        return DealResult(
            declarers=alone,
            winner="declarers" if won else "defenders",
            winners=winners,
            points=points,
            points_by_seat=counted.points,
            tricks=counted.tricks,
            schneider=schneider,
            schwarz=schwarz,
            laufende=matadors,
            laufende_cards=facts.setting.trumps[: abs(matadors)],
            price=price,
            payout=paid.payout,
            stock_change=0,
        )

    def _lost_factor(self, rules: Rules) -> int:
        return 2 if rules.options[LOST_TWICE.name] is True else 1

    def penalty(self, facts: Facts, verdict: Verdict) -> Penalty | None:
        """Return what an upheld error costs: its side has lost the game."""
        contract = facts.record.contract
        if contract is None or contract.seat is None or verdict.kind in INFORMATIONAL:
            return None
        others = tuple(seat for seat in facts.setting.seats if seat != contract.seat)
        worth = max(value(contract, 1, 0), highest_number(facts.record))
        if verdict.seat == contract.seat:
            price = worth * self._lost_factor(facts.record.rules)
            paid = each_to_each((contract.seat,), others, price)
            return Penalty(price, ledger(facts.setting.players, paid).payout, "defenders")
        paid = each_to_each(others, (contract.seat,), worth)
        return Penalty(worth, ledger(facts.setting.players, paid).payout, "declarers")

    def call_menu(self, rules: Rules, players: int, family: Family = Family.GERMAN) -> CallMenu:
        """Return suit game, Grand and Null, each from the hand or with the skat."""
        suits = tuple(family_suit(suit, family) for suit in SUITS)
        return CallMenu(
            tuple(
                CallKind(kind, title, suits if kind == SUIT_GAME else (), fields=(HAND_FIELD,))
                for kind, title in TITLES.items()
            ),
            (),
        )

    def contract_text(self, contract: Contract) -> Text:
        """Return the contract in words."""
        text = TITLES[contract.kind]
        if contract.suit is not None:
            text = suit_text(contract.suit)
        if not contract.details.get(HAND):
            return text
        return Text(de=f"{text.de} Hand", en=f"{text.en} from the hand")

    def verdict_words(self, kind: str) -> VerdictWords:
        """Return how a kind of verdict is said."""
        return COMMON_VERDICTS[kind]


@lru_cache(maxsize=64)
def setting_of(
    players: int, out: tuple[int, ...], family: Family, kind: str, suit: Suit | None
) -> Setting:
    """Return what holds before the first card; nothing of the cards where nothing is called."""
    seats = tuple(seat for seat in range(players) if seat not in out)
    points = card_points(GERMAN_32, family)
    order = {
        "": TrumpOrder({}, {}, (), ()),
        NULL: null_order(family),
    }.get(kind) or trump_order("U", suit, GERMAN_32, family)
    return Setting(
        seats=seats,
        rotation={seat: seats[place:] + seats[:place] for place, seat in enumerate(seats)},
        players=players,
        deck=tuple(points),
        hand_size=HAND_SIZE,
        trick_count=HAND_SIZE,
        points=points,
        total=sum(POINTS.get(each.rank, 0) for each in GERMAN_32),
        klass=order.klass,
        strength=order.strength,
        trumps=order.trumps,
        stamm=order.stamm,
    )


def null_order(family: Family) -> TrumpOrder:
    """Return the order without trumps, the Ten below the Unter."""
    klass, strength = {}, {}
    for number, suit in enumerate(SUITS, start=1):
        for place, rank in enumerate(PLAIN_RANKS):
            each = family_card(card(suit.letter + rank), family)
            klass[each], strength[each] = number, 100 - place
    return TrumpOrder(klass, strength, (), ())


def matadors_of(facts: Facts) -> int:
    """Return how many trumps from the top the declarer had, or lacked (below nothing)."""
    contract, trumps = facts.record.contract, facts.setting.trumps
    if contract is None or not trumps:
        return 0
    seen = {play.card: play.seat for play in facts.plays}
    # What nobody else laid was in the declarer's hand or in the skat, which counts as his.
    own = [seen.get(each, contract.seat) == contract.seat for each in trumps]
    run = len(list(takewhile(lambda each: each is own[0], own)))
    return run if own[0] else -run


def value(contract: Contract, matadors: int, grades: int) -> int:
    """Return what a game is worth: its base as often as matadors, grades and one more say."""
    if contract.kind == NULL:
        return NULL_PRICE
    base = GRAND_BASE if contract.suit is None else BASE[german_suit(contract.suit)]
    return base * (abs(matadors) + 1 + grades + (contract.details.get(HAND) is True))
