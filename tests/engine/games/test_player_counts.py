"""What each number of people plays with: the tables that follow from deck and contract."""

from __future__ import annotations

import itertools
import random

import pytest

from engine.cards import Card, Family, Suit, card
from engine.deal.record import DealRecord, Play
from engine.dealfile.reader import parse
from engine.games import GAMES, game
from engine.games.base import LookBack
from engine.games.facts import TRUMP, Setting
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import preset_rules, rules_from
from engine.text import PlainError
from tests.engine.lines import line

MEHRKOPF = game("mehrkopf")
RULES = preset_rules("mehrkopf")


def setting(players: int, contract: dict[str, object] | None, **rules: object) -> Setting:
    return MEHRKOPF.setting(parse(line(players, contract, rules=rules)))


CALLED = {"kind": "rufspiel", "seat": 0, "suit": "G"}
SOLO = {"kind": "solo", "seat": 0, "suit": "E"}


@pytest.mark.parametrize(
    ("players", "cards", "hand", "tricks", "total", "quarter"),
    [
        (2, 32, 16, 16, 120, 30),
        (3, 24, 8, 8, 120, 30),
        (4, 32, 8, 8, 120, 30),
        (5, 40, 8, 8, 148, 37),
        (6, 48, 8, 8, 120, 30),
        (7, 48, 8, 8, 120, 30),
    ],
)
def test_cards_tricks_and_points_of_every_count(
    players: int, cards: int, hand: int, tricks: int, total: int, quarter: int
) -> None:
    """EN, game objective and variations by number of players; RULES 1."""
    made = setting(players, SOLO)
    assert (len(made.deck), made.hand_size, made.trick_count) == (cards, hand, tricks)
    assert made.total == sum(made.points.values()) == total
    assert made.total // 4 == quarter
    assert set(made.deck) == set(made.klass) == set(made.strength) == set(made.points)
    assert made.hand_size * len(made.seats) == cards


@pytest.mark.parametrize(
    ("players", "trumps", "plain"), [(4, 14, 6), (5, 19, 7), (6, 21, 9), (3, 12, 4), (2, 14, 6)]
)
def test_trumps_and_suits_have_so_many_cards(players: int, trumps: int, plain: int) -> None:
    """RULES 2: normal trump 14, 12, 19, 21; plain suits 6, 4, 7, 9."""
    made = setting(players, {"kind": "solo", "seat": 0, "suit": "H"})
    assert len(made.trumps) == trumps
    for klass in (1, 2, 4):
        assert list(made.klass.values()).count(klass) == plain


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("kind", ["rufspiel", "hochzeit", "ramsch", "sie"])
def test_games_without_a_trump_suit_named_have_herz_as_trump(players: int, kind: str) -> None:
    """EN, normal game, Ramsch, wedding game: Ober, Unter, Gefreite and Herz."""
    contract: dict[str, object] = {"kind": kind, "seat": 0}
    if kind == "rufspiel":
        contract["suit"] = "S"
    if kind == "hochzeit":
        contract["partner"] = 1
    if kind == "ramsch":
        del contract["seat"]
    made = setting(players, contract)
    assert made.trumps == setting(players, {**SOLO, "suit": "H"}).trumps
    last = {4: "H7", 5: "H7", 6: "HP"}[players]
    assert (made.trumps[0].code, made.trumps[-1].code) == ("EO", last)
    stamm = "EO GO HO SO EU GU HU SU" + (" EG GG HG SG" if players > 4 else "")
    assert " ".join(each.code for each in made.stamm) == stamm


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("geier", "HA HZ HS HK HU HG H9 H8 H7 H6 HP"),
        ("wenz", "HA HZ HS HK HO HG H9 H8 H7 H6 HP"),
        ("niederer", "HA HZ HS HK HO HU H9 H8 H7 H6 HP"),
    ],
)
def test_former_trumps_go_to_their_suit_by_points(kind: str, order: str) -> None:
    """EN, card values and Geier: A 10 S K O U G 9 8 7 6 P without the trump rank."""
    made = setting(6, {"kind": kind, "seat": 0})
    hearts = [each for each in made.klass if made.klass[each] == 3]
    hearts.sort(key=lambda each: -made.strength[each])
    assert " ".join(each.code for each in hearts) == order
    assert len(made.trumps) == 4


def test_the_heart_prussian_may_be_no_trump() -> None:
    """RULES 11.16: both documents name the Six as the lowest trump."""
    made = setting(6, CALLED, heart_prussian_is_trump=False)
    assert made.klass[card("HP")] == 3
    assert (made.trumps[-1].code, len(made.trumps)) == ("H6", 20)
    acorns = setting(6, SOLO, heart_prussian_is_trump=False)
    assert (acorns.trumps[-1].code, acorns.klass[card("HP")]) == ("EP", 3)


def test_the_house_may_have_bells_as_trump_and_hearts_to_call() -> None:
    """RULES 0.16: with Bells as trump Hearts can be called, and Bells cannot."""
    contract: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "H"}
    made = setting(4, contract, trump_suit="S")
    assert (made.klass[card("S7")], made.klass[card("H7")], made.called) == (0, 3, card("HA"))
    shape = MEHRKOPF.contract_kinds(rules_from({"trump_suit": "S"}, "mehrkopf"), 4, Family.GERMAN)[
        "rufspiel"
    ]
    assert [suit.letter for suit in shape.suits] == ["E", "G", "H"]


@pytest.mark.parametrize(
    ("players", "named", "called", "schoene"),
    [
        (4, None, "GA", None),
        (5, None, "GA", "GS"),
        (6, None, "GA", "GS"),
        (5, ["GA", "GS"], "GA", "GS"),
        (5, "GA", "GA", "GS"),
        (5, ["GA"], "GA", "GS"),
        (5, "GZ", "GZ", "GS"),
        (4, "GZ", "GZ", None),
    ],
)
def test_the_schoene_is_called_with_the_ass(
    players: int, named: object, called: str, schoene: str | None
) -> None:
    """DE Normalspiel: with five and six the Schöne is called with the Ass."""
    contract = CALLED if named is None else {**CALLED, "called": named}
    made = setting(players, contract, called_ten="always")
    found = made.schoene.code if made.schoene else None
    assert made.called is not None
    assert (made.called.code, found) == (called, schoene)


def test_two_play_from_eight_piles_of_two_for_the_price_of_a_call() -> None:
    """EN, 2 players: eight cards face down, eight open on them; RULES 0.31: base price call."""
    made = setting(2, SOLO)
    assert (made.piles, made.base) == ((8, 2), "call")
    assert setting(4, SOLO).piles is None
    assert setting(4, SOLO).base == "solo"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_every_card_of_any_deal_follows_wins_and_counts(players: int) -> None:
    """RULES 2: highest trump, else highest of the led class; all points are won."""
    shapes = MEHRKOPF.contract_kinds(RULES, min(players, 6), Family.GERMAN)
    for kind, shape in shapes.items():
        contract: dict[str, object] = {"kind": kind, "seat": 0}
        if shape.suits:
            contract["suit"] = shape.suits[-1].letter
        if kind == "hochzeit":
            contract["partner"] = 1
        if not shape.seat:
            del contract["seat"]
        record = parse(line(players, contract))
        made = MEHRKOPF.setting(record)
        played = by_chance(record, made, random.Random(players))
        report = evaluate(played)
        assert report.complete
        assert sum(trick.points for trick in report.tricks) == made.total
        for trick in report.tricks:
            assert trick.winner == strongest(made, trick.plays)


def by_chance(record: DealRecord, made: Setting, chance: random.Random) -> DealRecord:
    """Return the record with every card laid by chance, each trick led by who won the last."""
    deck = list(made.deck)
    chance.shuffle(deck)
    leader, plays = MEHRKOPF.leader(record, made), []
    size = len(made.seats)
    for start in range(0, len(deck), size):
        trick = list(zip(made.rotation[leader], deck[start : start + size], strict=True))
        plays += trick
        leader = strongest(made, tuple(trick))
    return parse({**line_of(record), "plays": [[seat, each.code] for seat, each in plays]})


def line_of(record: DealRecord) -> dict[str, object]:
    contract = record.contract
    assert contract is not None
    said: dict[str, object] = {"kind": contract.kind, **contract.details}
    if contract.seat is not None:
        said["seat"] = contract.seat
    if contract.suit is not None:
        said["suit"] = contract.suit.letter
    return line(record.players, said)


def strongest(made: Setting, plays: tuple[tuple[int, Card | None], ...]) -> int:
    """Reckon the winner from the printed orders alone."""
    codes = [(seat, each) for seat, each in plays if each is not None]
    trumps = [pair for pair in codes if pair[1] in made.trumps]
    if trumps:
        return min(trumps, key=lambda pair: made.trumps.index(pair[1]))[0]
    led = codes[0][1].suit
    order = "AZSKOUG9876P"
    follows = [pair for pair in codes if pair[1].suit is led]
    return min(follows, key=lambda pair: order.index(pair[1].rank.letter))[0]


def test_equal_circumstances_share_one_setting_and_others_do_not() -> None:
    made = [
        setting(players, contract)
        for players, contract in itertools.product((5, 6), (CALLED, {**CALLED, "called": ["GA"]}))
    ]
    assert len({id(each) for each in made}) == 4
    assert setting(5, CALLED) is setting(5, {**CALLED, "seat": 3})
    assert setting(4, CALLED) is not game("schafkopf").setting(parse(line(4, CALLED, "schafkopf")))


@pytest.mark.parametrize("players", [5, 6, 7])
def test_a_french_deck_has_no_cards_for_five_and_more(players: int) -> None:
    """RULES 2: French twins; the Schöne, the Gefreite and the Preußen have none."""
    with pytest.raises(PlainError) as refused:
        parse({**line(players, None), "suits": "french"})
    assert "französischen Blatt" in refused.value.text.de
    assert "French deck" in refused.value.text.en


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_french_deck_serves_two_three_and_four(players: int) -> None:
    contract = {"kind": "solo", "seat": 0, "suit": "C"}
    made = MEHRKOPF.setting(parse({**line(players, contract), "suits": "french"}))
    assert {each.family for each in made.deck} == {Family.FRENCH}
    assert made.trumps[0].code == "CQ"
    assert made.total == 120


class TestWhoSitsOut:
    def test_the_dealer_of_seven(self) -> None:
        """EN, 7 players: the dealer misses a turn; RULES 0.12."""
        for dealer in range(7):
            assert MEHRKOPF.sitting_out(RULES, 7, dealer) == (dealer,)

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
    def test_nobody_where_all_can_play(self, players: int) -> None:
        assert MEHRKOPF.sitting_out(RULES, players, 1) == ((1,) if players == 7 else ())

    def test_the_dealer_of_five_people_at_a_four_player_game(self) -> None:
        """RULES 0.12: `sit_out` = dealer also for five people at a four-player game."""
        dealer = rules_from({"sit_out": "dealer"}, "mehrkopf")
        assert MEHRKOPF.sitting_out(dealer, 5, 2) == (2,)
        assert MEHRKOPF.sitting_out(dealer, 2, 1) == ()
        assert game("schafkopf").sitting_out(preset_rules("schafkopf"), 5, 4) == (4,)

    def test_a_deal_of_five_people_without_the_dealer_is_one_of_four(self) -> None:
        record = parse({**line(5, {**CALLED, "seat": 1}), "dealer": 4, "out": [4]})
        made = MEHRKOPF.setting(record)
        assert (made.seats, made.total, made.schoene) == ((0, 1, 2, 3), 120, None)
        assert MEHRKOPF.leader(record, made) == 0

    def test_who_sits_out_plays_no_card_and_gets_no_money(self) -> None:
        """RULES 0.12: no cards, payout 0."""
        record = parse(line(7, SOLO))
        report = evaluate(by_chance(record, MEHRKOPF.setting(record), random.Random(7)))
        assert report.result is not None
        assert report.hand_sizes[6] == 0
        assert report.result.payout[6] == 0
        assert len(report.result.payout) == 7


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_last_trick_may_be_looked_at_by_default(name: str) -> None:
    """RULES 0.9: others: last trick."""
    if name != "bierkopf":
        assert GAMES[name].look_back(preset_rules(name)) is LookBack.LAST_TRICK


def test_the_house_may_forbid_looking_back() -> None:
    nothing = rules_from({"look_back": "nothing"}, "mehrkopf")
    assert MEHRKOPF.look_back(nothing) is LookBack.NOTHING


def test_trumps_beat_every_plain_card_at_every_count() -> None:
    for players, suit in itertools.product((2, 3, 4, 5, 6), Suit):
        if suit.family is Family.GERMAN:
            made = setting(players, {**SOLO, "suit": suit.letter})
            lowest = min(made.strength[each] for each in made.trumps)
            plain = [made.strength[each] for each in made.deck if made.klass[each] != TRUMP]
            assert max(plain) < lowest


def test_a_play_of_a_card_the_deck_lacks_is_recorded_as_foreign() -> None:
    """DESIGN 1: any card is a fact; four people have no Gefreite."""
    record = parse({**line(4, SOLO), "plays": [[0, "EG"]]})
    assert record.plays == (Play(0, card("EG")),)
    assert [verdict.kind for verdict in evaluate(record).verdicts] == ["foreign_card"]
