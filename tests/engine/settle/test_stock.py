"""The Stock: paid into when all pass, won with a game (practice; RULES 0.32)."""

from __future__ import annotations

import pytest

from tests.engine.referee.test_settlement import CALLED, SIE
from tests.engine.settle.made import Line, amounts, found, line, result, zero_sum

PASSED: Line = {"kind": "thrown_in", "why": "all_pass"}
CALL: Line = {"kind": "rufspiel", "seat": 0, "suit": "G"}
SOLO: Line = {"kind": "solo", "seat": 0, "suit": "E"}


def test_everyone_pays_in_when_all_pass() -> None:
    """RULES 0.32: all-pass deals pay in."""
    settled = result(line([], end=PASSED, rules={"stock_pay": 10}, stock=40))
    assert amounts(settled) == [-10, -10, -10, -10]
    assert settled.stock_change == 40


def test_without_a_stock_nobody_does() -> None:
    """Every preset leaves it off."""
    for game in ("schafkopf", "mehrkopf", "bavarian"):
        assert amounts(result(line([], game=game, end=PASSED))) == [0, 0, 0, 0]


@pytest.mark.parametrize("why", ["nixer", "misdeal", "exposed", "wrong_count", "redeal"])
def test_other_reasons_pay_nothing_in(why: str) -> None:
    """Only a deal that nobody wanted to play pays in."""
    settled = result(line([], end={"kind": "thrown_in", "why": why}, rules={"stock_pay": 10}))
    assert (amounts(settled), settled.stock_change) == ([0, 0, 0, 0], 0)


def test_who_sits_out_pays_nothing_in() -> None:
    """RULES 0.12: who has no cards is not charged."""
    passed = line(
        [], game="mehrkopf", players=7, dealer=6, out=[6], end=PASSED, rules={"stock_pay": 3}
    )
    settled = result(passed)
    assert amounts(settled) == [-3] * 6 + [0]
    assert settled.stock_change == 18


@pytest.mark.parametrize(
    ("to", "contract", "plays", "takes"),
    [
        ("call_won", CALL, CALLED, True),
        ("call_won", SOLO, SIE, False),
        ("solo_won", CALL, CALLED, False),
        ("solo_won", SOLO, SIE, True),
        ("any_won", CALL, CALLED, True),
        ("any_won", SOLO, SIE, True),
    ],
)
def test_which_game_wins_it(to: str, contract: Line, plays: list[object], takes: bool) -> None:
    """RULES 0.32: who wins it is an option."""
    written = line(plays, contract=contract, rules={"stock_to": to})  # type: ignore[arg-type]
    without, with_stock = result(written), result({**written, "stock": 30})
    gained = [
        after - before for before, after in zip(without.payout, with_stock.payout, strict=True)
    ]
    alone = contract is SOLO
    shares = [30, 0, 0, 0] if alone else [15, 0, 15, 0]
    assert gained == (shares if takes else [0, 0, 0, 0])
    assert with_stock.stock_change == (-30 if takes else 0)
    assert zero_sum(with_stock)


@pytest.mark.parametrize(("lost", "change"), [("stays", 0), ("doubled", 40)])
def test_what_losing_it_costs(lost: str, change: int) -> None:
    """Practice: declarers who lose a call game pay as much again."""
    lost_call = found(
        "schafkopf",
        4,
        "rufspiel",
        lambda deal, each: each.winner == "defenders" and len(each.declarers) == 2,
    )[1]
    written: Line = {**lost_call, "rules": {"preset": "schafkopf", "stock_lost": lost}}
    without, with_stock = result(written), result({**written, "stock": 40})
    assert with_stock.stock_change == change
    for seat in range(4):
        pays = change // 2 if seat in without.declarers else 0
        assert with_stock.payout[seat] == without.payout[seat] - pays


def test_three_winners_share_it_in_fractions() -> None:
    """5 and 6 players: a Stock that three cannot divide stays exact."""
    _, written, _ = found(
        "mehrkopf",
        6,
        "rufspiel",
        lambda deal, each: each.winner == "declarers" and len(each.declarers) == 3,
    )
    settled = result({**written, "stock": 40})
    assert {each.denominator for each in settled.payout} == {1, 3}
    assert settled.stock_change == -40
    assert zero_sum(settled)


def test_an_error_and_a_ramsch_leave_it_on_the_table() -> None:
    """Nobody won a game: it stays."""
    for contract, change in ((SOLO, -40), ({"kind": "ramsch"}, 0)):
        played = line(SIE, contract=contract, stock=40, rules={"stock_to": "any_won"})
        assert result(played).stock_change == change
    revoke = line(
        [(0, "G7"), (1, "GA"), (2, "S9"), (3, "G8"), (1, "H7"), (2, "G9")],
        contract=CALL,
        stock=40,
        rulings=[{"kind": "revoke", "seat": 2, "play": 2, "ruling": "upheld"}],
    )
    assert result(revoke).stock_change == 0
