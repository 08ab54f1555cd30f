"""Ramsch: everyone alone, and what a table may agree about it (EN Ramsch; RULES 5, 0.32)."""

from __future__ import annotations

import pytest

from tests.engine.deals import tricks
from tests.engine.settle.made import Line, amounts, found, line, result, scored, zero_sum

RAMSCH: Line = {"kind": "ramsch"}
PLAIN: Line = {"ramsch_jungfrau": "none"}

MARCH = tricks(
    "0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA | 0 EU GZ HZ SZ"
    "| 0 GU GK HK SK | 0 HU S9 H9 S8 | 0 SU S7 H8 H7"
)
"""Seat 0 takes every trick."""

ONE_VIRGIN = tricks(
    "0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA | 0 EU GZ HZ SZ"
    "| 0 GU GK HK SK | 0 S9 S8 HU H9 | 2 SU H8 H7 S7"
)
"""Seat 0 has six tricks, seat 2 two, seats 1 and 3 none."""


def test_the_most_points_lose_and_pay_everyone() -> None:
    """EN Ramsch: the most points lose; the normal rate to each (RULES 11.5)."""
    assert amounts(result(line(ONE_VIRGIN, contract=RAMSCH, rules=PLAIN))) == [-60, 20, 20, 20]


def test_nobody_is_schneider_or_schwarz_where_there_are_no_two_sides() -> None:
    """EN Ramsch: everyone plays alone; who took no trick is a Jungfrau."""
    settled = result(line(ONE_VIRGIN, contract=RAMSCH))
    assert (settled.schneider, settled.schwarz) == (False, False)


@pytest.mark.parametrize(
    ("jungfrau", "payout"),
    [
        ("none", [-60, 20, 20, 20]),
        ("double_each", [-240, 80, 80, 80]),
        ("double_once", [-120, 40, 40, 40]),
        ("own_double", [-100, 40, 20, 40]),
        ("own_double_each", [-180, 80, 20, 80]),
    ],
)
def test_a_player_without_a_trick(jungfrau: str, payout: list[int]) -> None:
    """RULES 0.32: each Jungfrau x2; 5: for all, individually once, or for each of them."""
    rules = {"ramsch_jungfrau": jungfrau}
    assert amounts(result(line(ONE_VIRGIN, contract=RAMSCH, rules=rules))) == payout


@pytest.mark.parametrize(
    ("rules", "winner_gets"),
    [
        ({}, -60),
        ({"ramsch_durchmarsch": "wins"}, 60),
        ({"ramsch_durchmarsch": "wins", "ramsch_durchmarsch_from": 91}, 60),
        ({"ramsch_durchmarsch": "wins", "ramsch_durchmarsch_from": 120}, 60),
    ],
)
def test_taking_everything(rules: Line, winner_gets: int) -> None:
    """RULES 5: Durchmarsch: all tricks, or so many points; a Jungfrau doubles nothing in it."""
    settled = result(line(MARCH, contract=RAMSCH, rules={**PLAIN, **rules}))
    assert settled.payout[0] == winner_gets
    if winner_gets > 0:
        assert result(line(MARCH, contract=RAMSCH, rules=rules)).payout[0] == winner_gets


@pytest.mark.parametrize(("least", "wins"), [("all_tricks", False), (100, True), (120, False)])
def test_a_durchmarsch_by_points_needs_no_last_trick(least: int | str, wins: bool) -> None:
    """RULES 5: Durchmarsch >= N points."""
    rules = {**PLAIN, "ramsch_durchmarsch": "wins", "ramsch_durchmarsch_from": least}
    settled = result(line(ONE_VIRGIN, contract=RAMSCH, rules=rules))
    assert settled.points_by_seat[0] == 116
    assert (settled.payout[0] > 0) is wins


def test_more_people_pay_and_are_paid_alike() -> None:
    """EN Ramsch with five, six and seven."""
    for players in (5, 6, 7):
        deal, _, settled = found("mehrkopf", players, "ramsch", lambda deal, each: True)
        loser = min(range(players), key=lambda seat: settled.payout[seat])
        assert settled.points_by_seat[loser] == max(settled.points_by_seat)
        assert settled.payout[loser] == 1 - len(deal.table.seats)
        assert zero_sum(settled)


class TestEnds:
    """A Ramsch that is not played to its end."""

    def test_who_claims_the_rest_has_its_points(self) -> None:
        end = {"kind": "claim", "seat": 0}
        settled = result(line(MARCH[:8], contract=RAMSCH, rules=PLAIN, end=end))
        assert settled.points_by_seat == (120, 0, 0, 0)
        assert amounts(settled) == [-60, 20, 20, 20]

    def test_who_gives_up_takes_the_rest(self) -> None:
        """Conceding a Ramsch is losing it: the rest is his."""
        end = {"kind": "conceded", "seat": 3}
        settled = result(line(MARCH[:8], contract=RAMSCH, rules=PLAIN, end=end))
        assert amounts(settled) == [20, 20, 20, -60]

    def test_a_claim_somebody_contests_leaves_it_open(self) -> None:
        for agreed, points in ((True, (120, 0, 0, 0)), (False, None)):
            end = {"kind": "claim", "seat": 0, "agreed": agreed}
            settled = scored(line(MARCH[:8], contract=RAMSCH, end=end))
            assert (settled and settled.points_by_seat) == points

    def test_a_trick_lost_by_an_error_is_the_offender_s(self) -> None:
        """`revoke` = `trick_lost`: nobody wants a trick of a Ramsch."""
        plays = tricks(
            "0 EA EZ S7 E7 | 0 EO EK E8 G7 | 0 GO S8 E9 G8 | 0 HO GA GK G9 | 0 SO GZ HA SA"
            "| 0 EU SK HZ SZ | 0 GU S9 HK HU | 0 SU H9 H8 H7"
        )
        ruling = {"kind": "revoke", "seat": 2, "play": 2, "ruling": "upheld"}
        rules = {**PLAIN, "revoke": "trick_lost"}
        settled = result(line(plays, contract=RAMSCH, rules=rules, rulings=[ruling]))
        assert settled.points_by_seat == (99, 0, 21, 0)
        assert settled.tricks == (7, 0, 1, 0)
