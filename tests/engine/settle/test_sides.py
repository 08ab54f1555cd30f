"""Teams of every size: thresholds, Schneider and Schwarz, and how the pot is shared."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.deal.report import DealResult
from tests.engine.settle.made import Line, amounts, found, result, zero_sum
from tests.engine.settle.reckoning import side
from tests.simulate.table import Deal

NO_EXTRAS = {"preset": "mehrkopf", "laufende": False, "tariff": {"schneider": 0}}
"""A price of 1 for a call, whatever the cards are."""


def sized(declarers: int, *, won: bool):  # type: ignore[no-untyped-def]
    def wanted(deal: Deal, settled: DealResult) -> bool:
        right = len(settled.declarers) == declarers
        return right and (settled.winner == "declarers") is won

    return wanted


@pytest.mark.parametrize(
    ("players", "declarers", "won", "each_winner", "each_loser"),
    [
        (4, 2, True, "1", "-1"),
        (4, 2, False, "1", "-1"),
        (5, 2, True, "3/2", "-1"),
        (5, 2, False, "2/3", "-1"),
        (5, 3, True, "2/3", "-1"),
        (5, 3, False, "3/2", "-1"),
        (6, 2, True, "2", "-1"),
        (6, 2, False, "1/2", "-1"),
        (6, 3, True, "1", "-1"),
        (6, 3, False, "1", "-1"),
    ],
)
def test_losers_pay_into_a_pot_that_the_winners_share_equally(
    players: int, declarers: int, won: bool, each_winner: str, each_loser: str
) -> None:
    """DE Abrechnung: gleichmäßig; RULES 8 Payment, 5 (2 against 3, 2 against 4, 3 against 3)."""
    _, _, settled = found(
        "mehrkopf", players, "rufspiel", sized(declarers, won=won), rules=NO_EXTRAS
    )
    for seat in range(players):
        expected = each_winner if seat in settled.winners else each_loser
        assert settled.payout[seat] == Fraction(expected)


@pytest.mark.parametrize(
    ("players", "declarers", "each_winner", "each_loser"),
    [(4, 2, 2, -2), (5, 2, 3, -2), (5, 3, 2, -3), (6, 2, 4, -2), (6, 3, 3, -3)],
)
def test_per_head_every_loser_pays_every_winner(
    players: int, declarers: int, each_winner: int, each_loser: int
) -> None:
    """RULES 8: `pot_split` = `per_head` needs no fractions."""
    rules = {**NO_EXTRAS, "pot_split": "per_head"}
    _, _, settled = found("mehrkopf", players, "rufspiel", sized(declarers, won=True), rules=rules)
    for seat in range(players):
        assert settled.payout[seat] == (each_winner if seat in settled.winners else each_loser)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_a_soloist_settles_with_each_opponent(players: int) -> None:
    """DE Abrechnung: der Solist erhält von jedem anderen Spieler die Bezahlung."""
    deal, _, settled = found("mehrkopf", players, "solo", sized(1, won=True), rules=NO_EXTRAS)
    (declarer,) = settled.declarers
    assert settled.payout[declarer] == 5 * (len(deal.table.seats) - 1)
    assert sorted(amounts(settled))[:-1].count(-5) == len(deal.table.seats) - 1


def test_two_players_settle_at_the_price_of_a_call() -> None:
    """RULES 0.31: base price `call`."""
    _, _, settled = found("mehrkopf", 2, "solo", sized(1, won=True), rules=NO_EXTRAS)
    assert sorted(amounts(settled)) == [-1, 1]


def test_who_sits_out_is_neither_paid_nor_charged() -> None:
    """DE 7 Spieler; RULES 0.12: payout 0."""
    deal, _, settled = found("mehrkopf", 7, "rufspiel", sized(3, won=True))
    assert settled.payout[deal.table.dealer] == 0
    assert settled.points_by_seat[deal.table.dealer] == 0
    assert zero_sum(settled)


@pytest.mark.parametrize(
    ("players", "ours", "winner"),
    [
        (4, 60, "defenders"),
        (4, 61, "declarers"),
        (5, 74, "defenders"),
        (5, 75, "declarers"),
        (6, 60, "defenders"),
        (6, 61, "declarers"),
        (3, 60, "defenders"),
        (2, 61, "declarers"),
    ],
)
def test_declarers_need_one_point_more_than_half(players: int, ours: int, winner: str) -> None:
    """DE Ziel des Spiels: 61, with five players 75; a tie is won by the others (RULES 1)."""
    kind = "rufspiel" if players > 3 else "solo"
    _, _, settled = found(
        "mehrkopf",
        players,
        kind,
        lambda deal, each: each.points is not None and each.points[0] == ours,
    )
    assert settled.winner == winner


@pytest.mark.parametrize(
    ("players", "theirs", "schneider"),
    [(4, 29, True), (4, 30, False), (5, 36, True), (5, 37, False), (6, 29, True), (6, 30, False)],
)
def test_the_others_are_free_of_schneider_from_a_quarter_on(
    players: int, theirs: int, schneider: bool
) -> None:
    """DE Ziel des Spiels: less than a quarter of all; 37 of 148 are a quarter (RULES 1, 8)."""
    _, _, settled = found(
        "mehrkopf",
        players,
        "rufspiel",
        lambda deal, each: each.points is not None and each.points[1] == theirs,
    )
    assert settled.schneider is schneider
    assert not settled.schwarz


@pytest.mark.parametrize(
    ("players", "ours", "schneider"), [(4, 30, True), (4, 31, False), (5, 37, True), (5, 38, False)]
)
def test_losing_declarers_are_free_with_one_point_more(
    players: int, ours: int, schneider: bool
) -> None:
    """RULES 0.4, 8: free at 31 of 120, 38 of 148; in Mehrkopf they never pay it."""

    def wanted(deal: Deal, each: DealResult) -> bool:
        return each.points is not None and each.points[0] == ours

    rules = {"preset": "mehrkopf", "declarer_schneider_free": "total/4+1"}
    _, written, settled = found("mehrkopf", players, "rufspiel", wanted, rules=rules)
    assert settled.schneider is schneider
    assert not result({**written, "rules": {"preset": "mehrkopf"}}).schneider


class TestPrussians:
    """DE 6 Spieler: whoever takes a Preuße gets minus seven."""

    def test_a_side_with_tricks_can_have_less_than_nothing_and_is_not_schwarz(self) -> None:
        """RULES 1: Schwarz is a trick count, never a point count."""

        def wanted(deal: Deal, each: DealResult) -> bool:
            losers = set(deal.table.seats) - set(each.winners)
            points = sum(each.points_by_seat[seat] for seat in losers)
            return points <= 0 < sum(each.tricks[seat] for seat in losers)

        _, _, settled = found("mehrkopf", 6, "solo", wanted)
        assert not settled.schwarz
        assert settled.points is not None
        assert sum(settled.points) == 120
        assert max(settled.points) >= 120

    def test_no_trick_at_all_is_schwarz(self) -> None:
        """DE Abrechnung: keinen einzigen Stich."""

        def wanted(deal: Deal, each: DealResult) -> bool:
            ours = sum(each.tricks[seat] for seat in each.declarers)
            return ours == 0

        rules = {"preset": "mehrkopf", "declarer_schneider_free": "total/4+1"}
        _, _, settled = found("mehrkopf", 6, "geier", wanted, rules=rules)
        assert (settled.schneider, settled.schwarz) == (True, True)


def test_a_schoene_in_the_caller_s_hand_makes_two_against_the_rest() -> None:
    """DE Normalspiel: the caller may hold the Schöne himself; RULES 5."""

    def wanted(deal: Deal, each: DealResult) -> bool:
        caller = deal.table.caller
        return caller is not None and deal.table.schoene in deal.hands[caller]

    deal, _, settled = found("mehrkopf", 5, "rufspiel", wanted)
    assert set(settled.declarers) == side(deal)
    assert len(settled.declarers) == 2


def test_a_hochzeit_is_played_by_two_at_its_own_price() -> None:
    """EN Hochzeit: normal rate (RULES 0.18): giver and acceptor against the rest."""
    rules: Line = {**NO_EXTRAS, "tariff": {"schneider": 0, "hochzeit": 7}}
    for players in (4, 5, 6):
        deal, _, settled = found(
            "mehrkopf", players, "hochzeit", lambda deal, each: True, rules=rules
        )
        assert set(settled.declarers) == {deal.table.caller, deal.table.partner}
        assert settled.price == 7
        assert zero_sum(settled)
