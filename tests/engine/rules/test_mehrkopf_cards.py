"""Cards, their values and their order (DE Kartenwerte, Ziel des Spiels, Grundlagen)."""

from __future__ import annotations

import pytest

from engine.cards import card
from engine.games import game
from engine.games.facts import TRUMP
from engine.rules.house_rules import preset_rules
from tests.engine.rules.table import (
    POINTS,
    RANKS,
    SUITS,
    codes,
    deck,
    line_of,
    plain,
    points_of,
    setting,
    trumps,
)

NORMAL: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
COUNTS = (2, 3, 4, 5, 6, 7)


def cards(players: int) -> list[str]:
    """The deck of so many people; of seven the dealer sits out."""
    contract = NORMAL if players >= 4 else {"kind": "solo", "seat": 0, "suit": "H"}
    return codes(setting(players, contract, out=[6] if players == 7 else []).deck)


def test_there_are_four_suits_in_this_order() -> None:
    """DE/EN Kartenwerte, first paragraph: Eichel, Blatt, Herz, Schellen."""
    assert codes(setting(4, NORMAL).trumps)[:4] == ["EO", "GO", "HO", "SO"]
    assert {each.suit.letter for each in setting(6, NORMAL).deck} == set(SUITS)


@pytest.mark.parametrize(
    ("rank", "points"),
    [("A", 11), ("Z", 10), ("S", 6), ("K", 4), ("O", 3), ("U", 2), ("G", 1)]
    + [(rank, 0) for rank in "9876"]
    + [("P", -7)],
)
def test_each_symbol_has_its_point_value(rank: str, points: int) -> None:
    """DE/EN Kartenwerte, tables."""
    made = setting(6, NORMAL)
    assert [made.points[card(suit + rank)] for suit in SUITS] == [points] * 4


def test_the_schoene_is_in_play_with_five_or_six_only() -> None:
    """DE/EN Kartenwerte, table, note x5 or x6."""
    assert [n for n in COUNTS if "ES" in cards(n)] == [5, 6, 7]


def test_the_sechs_and_the_preusse_are_in_play_with_six_only() -> None:
    """DE/EN Kartenwerte, table, note x6; seven play as six do."""
    for rank in "6P":
        assert [n for n in COUNTS if "E" + rank in cards(n)] == [6, 7]


def test_acht_and_sieben_are_in_play_as_the_sections_on_player_numbers_say() -> None:
    """DE/EN Kartenwerte, table, note x3 to x6; the sections differ and win (RULES 11.11)."""
    for rank in "87":
        assert [n for n in COUNTS if "E" + rank in cards(n)] == [
            2,
            4,
            5,
            6,
            7,
        ]


@pytest.mark.parametrize(
    ("players", "total", "count"),
    [(2, 120, 32), (3, 120, 24), (4, 120, 32), (5, 148, 40), (6, 120, 48), (7, 120, 48)],
)
def test_total_points_and_cards_of_each_number_of_players(
    players: int, total: int, count: int
) -> None:
    """DE/EN Ziel des Spiels, table; seven as six (DE 7 Spieler)."""
    assert sorted(cards(players)) == sorted(deck(players))
    assert len(deck(players)) == count
    assert points_of(deck(players)) == total
    if players in (4, 5, 6):
        assert setting(players, NORMAL).total == total


def test_stammtruempfe_are_ober_unter_gefreiter() -> None:
    """DE/EN Grundlagen: O, U and G are the main trumps."""
    made = setting(5, NORMAL)
    assert codes(made.stamm) == [suit + rank for rank in "OUG" for suit in SUITS]
    assert all(made.klass[each] == TRUMP for each in made.stamm)


def test_stammtruempfe_are_not_part_of_their_suit() -> None:
    """DE/EN Vorwort (tip) and Stiche: whatever suit is printed on them, they are trumps."""
    for players in (4, 5, 6):
        made = setting(players, NORMAL)
        for rank in [each for each in "OUG" if each in RANKS[players]]:
            assert made.klass[card("E" + rank)] == TRUMP != made.klass[card("E9")]


def test_the_order_of_stammtruempfe_goes_by_suit() -> None:
    """DE/EN Grundlagen: E-O highest, then G-O, H-O, S-O, E-U ...; last the S-G."""
    main = codes(setting(5, NORMAL).trumps)[:12]
    assert main == ["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU", "EG", "GG", "HG", "SG"]


def test_a_suit_ranks_by_point_value() -> None:
    """DE/EN Grundlagen: A 10 S K 9 8 7 6 P."""
    assert [c[1] for c in line_of(setting(6, NORMAL), "EA")] == list("AZSK9876P")


@pytest.mark.parametrize("kind", ["geier", "wenz", "niederer"])
def test_former_trumps_are_sorted_into_their_suit_by_point_value(kind: str) -> None:
    """DE/EN Grundlagen: A 10 S K O U G 9 8 7 6 P, less the rank that is trump."""
    made = setting(6, {"kind": kind, "seat": 0})
    for suit in SUITS:
        assert line_of(made, suit + "A") == plain(6, kind, suit)
    assert codes(made.trumps) == trumps(6, kind)


def test_six_to_nine_are_worth_nothing() -> None:
    """DE/EN Grundlagen: Nichtserle, Nixer, Luschen, Leere, Spatzen."""
    made = setting(6, NORMAL)
    assert {made.points[card(suit + rank)] for suit in SUITS for rank in "9876"} == {0}


def test_the_preusse_is_worth_less_than_nothing() -> None:
    """DE/EN Grundlagen: a value below zero."""
    assert {setting(6, NORMAL).points[card(suit + "P")] for suit in SUITS} == {POINTS["P"]}


def test_two_three_and_four_play_with_known_cards_only() -> None:
    """DE/EN Vorwort: with two, three or four players everything stays as it was."""
    for players, new in ((2, ""), (3, ""), (4, ""), (5, "SG"), (6, "SG6P")):
        ranks = {code[1] for code in cards(players)}
        assert ranks & set("SG6P") == set(new)


def test_five_add_eight_cards_and_six_add_the_preussen() -> None:
    """DE/EN Vorwort: eight new cards for five; four completely new ones (Preußen) for six."""
    four, five, six = (set(codes(setting(n, NORMAL).deck)) for n in (4, 5, 6))
    assert five - four == {suit + rank for suit in SUITS for rank in "SG"}
    assert six - five == {suit + rank for suit in SUITS for rank in "6P"}


@pytest.mark.parametrize("players", [4, 5, 6])
def test_more_than_half_of_the_points_wins(players: int) -> None:
    """DE/EN Ziel des Spiels: one point more than half wins; the table's 61, 75, 61."""
    half = setting(players, NORMAL).total // 2
    assert half + 1 == {4: 61, 5: 75, 6: 61}[players]


def test_mehrkopf_is_for_two_to_seven() -> None:
    """DE/EN Vorwort: made for five and six as well; 7 Spieler: seven, of whom the dealer waits."""
    rules, mehrkopf = preset_rules("mehrkopf"), game("mehrkopf")
    playing = [n - len(mehrkopf.sitting_out(rules, n, 0)) for n in COUNTS]
    assert playing == [2, 3, 4, 5, 6, 6]
    assert set(playing) <= set(mehrkopf.player_counts)
