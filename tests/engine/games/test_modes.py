"""Classes and strengths of the cards, each contract's order as the documents give it."""

from __future__ import annotations

import pytest

from engine.cards import Card, Family
from engine.games import game
from engine.games.facts import TRUMP, Setting
from engine.rules.house_rules import preset_rules, rules_from
from tests.engine.deals import record

MEHRKOPF = preset_rules("mehrkopf")
NORMAL_TRUMPS = "EO GO HO SO EU GU HU SU"


def setting(contract: dict[str, object], **options: object) -> Setting:
    return game("schafkopf").setting(record([], contract, rules=options))


def order(setting: Setting, klass: int) -> str:
    cards = [each for each, own in setting.klass.items() if own == klass]
    cards.sort(key=lambda each: setting.strength[each], reverse=True)
    return " ".join(each.code for each in cards)


@pytest.mark.parametrize(
    ("contract", "trumps", "plain"),
    [
        # EN, normal game: all Ober, Unter and Herz
        (
            {"kind": "rufspiel", "seat": 0, "suit": "G"},
            f"{NORMAL_TRUMPS} HA HZ HK H9 H8 H7",
            {1: "EA EZ EK E9 E8 E7", 2: "GA GZ GK G9 G8 G7", 4: "SA SZ SK S9 S8 S7"},
        ),
        ({"kind": "ramsch"}, f"{NORMAL_TRUMPS} HA HZ HK H9 H8 H7", {4: "SA SZ SK S9 S8 S7"}),
        # EN, suit solo: the suit takes the place of Herz
        (
            {"kind": "solo", "seat": 0, "suit": "S"},
            f"{NORMAL_TRUMPS} SA SZ SK S9 S8 S7",
            {3: "HA HZ HK H9 H8 H7"},
        ),
        # EN, Geier and Wenz: the other trumps go to their suits by card points
        ({"kind": "geier", "seat": 0}, "EO GO HO SO", {3: "HA HZ HK HU H9 H8 H7"}),
        ({"kind": "wenz", "seat": 0}, "EU GU HU SU", {1: "EA EZ EK EO E9 E8 E7"}),
        # practice (RULES 2)
        (
            {"kind": "farbwenz", "seat": 0, "suit": "E"},
            "EU GU HU SU EA EZ EK EO E9 E8 E7",
            {2: "GA GZ GK GO G9 G8 G7"},
        ),
        (
            {"kind": "farbgeier", "seat": 0, "suit": "H"},
            "EO GO HO SO HA HZ HK HU H9 H8 H7",
            {4: "SA SZ SK SU S9 S8 S7"},
        ),
    ],
)
def test_orders(contract: dict[str, object], trumps: str, plain: dict[int, str]) -> None:
    made = setting(contract)
    assert order(made, TRUMP) == trumps
    assert " ".join(each.code for each in made.trumps) == trumps
    for klass, cards in plain.items():
        assert order(made, klass) == cards
    lowest = min(made.strength[each] for each in made.trumps)
    assert all(made.strength[each] < lowest for each in made.deck if made.klass[each] != TRUMP)


def test_a_full_deck_has_120_points_and_eight_tricks() -> None:
    made = setting({"kind": "wenz", "seat": 0})
    assert (len(made.deck), made.total, made.trick_count, made.hand_size) == (32, 120, 8, 8)


def test_the_short_deck_has_120_points_and_six_tricks() -> None:
    made = setting({"kind": "rufspiel", "seat": 0, "suit": "E"}, deck="short")
    assert (len(made.deck), made.total, made.trick_count, made.hand_size) == (24, 120, 6, 6)
    assert order(made, 1) == "EA EZ EK E9"


def test_a_french_deck_is_played_as_its_twin() -> None:
    rules = preset_rules("schafkopf")
    deck = game("schafkopf").deck(rules, 4, Family.FRENCH)
    assert {each.family for each in deck} == {Family.FRENCH}
    assert len(deck) == 32
    german = game("schafkopf").deck(rules, 4)
    assert [each.code for each in german][:8] == ["EA", "EZ", "EK", "EO", "EU", "E9", "E8", "E7"]


def test_equal_circumstances_share_one_setting() -> None:
    contract: dict[str, object] = {"kind": "wenz", "seat": 0}
    assert setting(contract) is setting({"kind": "wenz", "seat": 3})
    assert setting(contract) is not setting(contract, deck="short")


def called(contract: dict[str, object]) -> Card | None:
    return setting(contract).called


def test_the_called_card_is_the_ass_or_the_one_named() -> None:
    rufspiel: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "S"}
    ass, zehn = called(rufspiel), called({**rufspiel, "called": "SZ"})
    assert ass is not None
    assert ass.code == "SA"
    assert zehn is not None
    assert zehn.code == "SZ"
    assert called({"kind": "wenz", "seat": 0}) is None


@pytest.mark.parametrize("name", ["schafkopf", "mehrkopf"])
def test_the_dealer_s_left_neighbour_leads(name: str) -> None:
    for dealer in range(4):
        deal = record([], {"kind": "ramsch"}, name, dealer=dealer)
        assert game(name).leader(deal, game(name).setting(deal)) == (dealer + 1) % 4


def test_the_call_screen_offers_what_the_house_plays() -> None:
    menu = game("schafkopf").call_menu(
        rules_from({"games": ["wenz", "wenz tout", "rufspiel"]}, "schafkopf"), 4
    )
    rufspiel, wenz = menu.kinds
    assert (wenz.kind, wenz.suits, wenz.tout, wenz.declared) == ("wenz", (), True, True)
    assert [suit.letter for suit in rufspiel.suits] == ["E", "G", "S"]
    assert not rufspiel.tout
    words = [word for word, _ in menu.doublings]
    assert words[:4] == ["legen", "klopfen", "kontra", "re"]
    by_kind = {kind.kind: kind for kind in game("mehrkopf").call_menu(MEHRKOPF, 4).kinds}
    ramsch = by_kind["ramsch"]
    assert (ramsch.kind, ramsch.declared) == ("ramsch", False)
