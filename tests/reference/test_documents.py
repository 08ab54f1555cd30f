"""The reference itself against figures and examples that the documents print."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.reference import bierkopf, declared, sheepshead
from tests.reference.cards import Trumps, cards_each, deck, points, to_french, trumps_of
from tests.reference.deal import Line, Play, read, taker
from tests.reference.house import HOUSES
from tests.reference.settled import shared


@pytest.mark.parametrize(
    ("game", "people", "cards", "total"),
    [
        ("mehrkopf", 2, 32, 120),
        ("mehrkopf", 3, 24, 120),
        ("mehrkopf", 4, 32, 120),
        ("mehrkopf", 5, 40, 148),
        ("mehrkopf", 6, 48, 120),
        ("bierkopf", 4, 20, 120),
        ("sheepshead", 5, 32, 120),
    ],
)
def test_decks_have_the_cards_and_points_of_the_books(
    game: str, people: int, cards: int, total: int
) -> None:
    """DE Ziel des Spiels, the table; BK; PG the Deck."""
    assert len(deck(game, people)) == cards
    assert sum(map(points, deck(game, people))) == total


def test_orders_are_those_the_books_print() -> None:
    """PG the Deck, BK Rank of cards, DE Kartenwerte and Solospiel."""
    picks = trumps_of("sheepshead", 5, {"kind": "pick"})
    shown = [to_french(card) for card in picks.of(deck("sheepshead", 5))]
    assert shown == [
        "CQ",
        "SQ",
        "HQ",
        "DQ",
        "CJ",
        "SJ",
        "HJ",
        "DJ",
        "DA",
        "DT",
        "DK",
        "D9",
        "D8",
        "D7",
    ]
    teams = trumps_of("bierkopf", 4, {"kind": "teams"})
    shown = [to_french(card) for card in teams.of(deck("bierkopf", 4))]
    assert shown == ["CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ", "HA", "HT", "HK"]
    geier = Trumps("O", None)
    plain = [card for card in deck("mehrkopf", 6) if geier.klass(card) == "E"]
    ranks = [card[1] for card in sorted(plain, key=geier.strength, reverse=True)]
    assert ranks == list("AZSKUG9876P")
    normal = trumps_of("mehrkopf", 6, {"kind": "rufspiel"}).of(deck("mehrkopf", 6))
    assert normal[0] == "EO"
    assert normal[11:13] == ["SG", "HA"]


def test_only_the_suit_led_takes_a_trick_without_trumps() -> None:
    """DE Stiche: a Blatt-Zehn does not take an Eichel-Neun that was led."""
    trumps = trumps_of("schafkopf", 4, {"kind": "rufspiel"})
    part = tuple(Play(i, i, card) for i, card in enumerate(["E9", "GZ", "E7", "SA"]))
    assert taker(part, trumps, None) == 0


def test_a_won_tout_is_doubled_whole() -> None:
    """DE Toutspiel "die Bezahlung wird verdoppelt": Solo 5, Schwarz 2, eight Laufende: 30."""
    line: Line = {"game": "mehrkopf", "players": 4, "dealer": 3, "plays": [], "doubles": []}
    line["contract"] = {"kind": "solo", "seat": 0, "suit": "E", "tout": True}
    deal = read(line, {})
    house = HOUSES["mehrkopf"]
    assert declared.priced(deal, house, won=True, schneider=True, schwarz=True, run=8) == 30
    assert declared.priced(deal, house, won=False, schneider=False, schwarz=False, run=0) == 5


def test_game_points_are_doubled_as_in_the_book() -> None:
    """BK: "if a team earns 1 Game Point, but the stakes were doubled twice … (1x2x2)"."""
    hands = {
        0: ["EA", "EZ", "GA", "SA", "SZ"],
        1: ["EK", "EO", "GZ", "SK", "GK"],
        2: ["HA", "HZ", "HK", "EU", "GU"],
        3: ["HO", "SO", "GO", "HU", "SU"],
    }
    assert sum(len(hand) for hand in hands.values()) == 4 * cards_each("bierkopf", 4)
    line: Line = {"game": "bierkopf", "players": 4, "dealer": 3, "doubles": ["double", "double"]}
    line["contract"] = {"kind": "teams", "teams": [[0, 2], [1, 3]]}
    line["plays"] = [[0, "CA"], [1, "CK"], [2, "HA"], [3, "HQ"]]
    result = bierkopf.settle(read(line, hands))
    assert result.game_points == (0, 0)  # nobody has 61 yet
    line["plays"] = [[0, "CA"], [1, "CK"], [2, "HA"], [3, "HQ"], [3, "SQ"], [0, "SA"]]
    line["plays"] += [[1, "ST"], [2, "HT"], [3, "DQ"], [0, "DA"], [1, "SK"], [2, "HK"]]
    result = bierkopf.settle(read(line, hands))
    assert result.points_by_seat == (0, 0, 0, 29 + 34 + 22)
    assert result.game_points == (0, 4)


def test_a_lost_pick_costs_twice_the_table() -> None:
    """PG Keeping Score: one, two, three points; the defence gets "two, four or six"."""
    grades = [(False, False), (True, False), (True, True)]
    for won, units in ((True, [1, 2, 3]), (False, [2, 4, 6])):
        paid = [
            sheepshead.units_paid(won=won, schneider=schneider, schwarz=schwarz)
            for schneider, schwarz in grades
        ]
        assert paid == units


def test_the_pot_is_shared_evenly() -> None:
    """DE Abrechnung: with five, three losers pay two winners; with six, two pay four."""
    line: Line = {"game": "mehrkopf", "players": 5, "dealer": 4, "plays": [], "doubles": []}
    line["contract"] = {"kind": "rufspiel", "seat": 0, "suit": "E"}
    paid = shared(read(line, {}), (0, 1), (2, 3, 4), Fraction(2))
    assert list(paid) == [3, 3, -2, -2, -2]
    paid = shared(read({**line, "players": 6}, {}), (2, 3, 4, 5), (0, 1), Fraction(2))
    assert list(paid) == [-2, -2, 1, 1, 1, 1]
