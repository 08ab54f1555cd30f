"""Settlement: documents' sums by hand, a second reckoning of random deals, and zero sums."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRecord, DealRuling, Play
from engine.deal.report import DealResult, Status
from engine.referee.evaluation import evaluate
from tests.engine.deals import plays_of, record, record_at, tricks
from tests.engine.referee.oracle import SHORT, Table, random_deal

seeds = st.integers(0, 2**40)

SIE = tricks(
    "0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA | 0 EU GZ HZ SZ"
    "| 0 GU GK HK SK | 0 HU S9 H9 S8 | 0 SU S7 H8 H7"
)
"""Seat 0 lays the eight highest trumps and takes every trick."""

CALLED = tricks(
    "0 G7 GZ GA G8 | 2 EO H8 HA HU | 2 GO EU H7 GU | 2 HO H9 SO HZ"
    "| 2 E8 EZ EA E7 | 0 EK E9 HK G9 | 2 SA S7 S8 SZ | 2 SU GK S9 SK"
)
"""Seat 0 calls Gras; seat 2 holds the Gras-Sau."""


def result_of(deal: DealRecord) -> DealResult:
    result = evaluate(deal).result
    assert result is not None
    return result


def whole(result: DealResult) -> list[int]:
    assert all(amount.denominator == 1 for amount in result.payout)
    return [int(amount) for amount in result.payout]


@pytest.mark.parametrize(
    ("game", "tout", "declarer", "payout"),
    [
        # base 5 + Schneider 1 + Schwarz 1 + 8 Laufende (EN, settling the score)
        ("mehrkopf", False, 0, [45, -15, -15, -15]),
        # the Tout doubles all of it in Mehrkopf; in practice base and Laufende, and nothing else
        # counts (RULES 0.3)
        ("mehrkopf", True, 0, [90, -30, -30, -30]),
        ("schafkopf", False, 0, [450, -150, -150, -150]),
        ("schafkopf", True, 0, [780, -260, -260, -260]),
        # a losing declarer pays neither Schneider nor Schwarz in Mehrkopf, but the 8 Laufende
        ("mehrkopf", False, 1, [13, -39, 13, 13]),
        ("schafkopf", False, 1, [150, -450, 150, 150]),
        # a lost Tout is not doubled in Mehrkopf
        ("mehrkopf", True, 1, [13, -39, 13, 13]),
        ("schafkopf", True, 1, [260, -780, 260, 260]),
    ],
)
def test_a_solo_with_eight_laufende(
    game: str, tout: bool, declarer: int, payout: list[int]
) -> None:
    contract: dict[str, object] = {"kind": "solo", "seat": declarer, "suit": "E", "tout": tout}
    result = result_of(record(SIE, contract, game))
    assert whole(result) == payout
    assert abs(result.laufende) == 8
    assert result.laufende_cards[0].code == "EO"


def test_nothing_is_settled_while_a_card_lies_twice() -> None:
    solo: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E"}
    assert evaluate(record(SIE, solo)).result is not None
    assert evaluate(record([*SIE[:-1], (3, "S7")], solo)).result is None
    assert evaluate(record([*SIE[:-1], (3, "??")], solo)).result is not None


def test_a_rufspiel_is_paid_between_two_pairs() -> None:
    result = result_of(record(CALLED, {"kind": "rufspiel", "seat": 0, "suit": "G"}))
    assert result.declarers == (0, 2)
    assert result.points is not None
    assert sum(result.points) == 120
    assert result.points == (120, 0)
    assert result.tricks == (1, 0, 7, 0)
    assert (result.schneider, result.schwarz) == (True, True)
    assert result.laufende == 4
    assert whole(result) == [80, -80, 80, -80]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_each_doubling_doubles(count: int) -> None:
    doubles = ["legen", "kontra", "re"][:count]
    contract: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
    result = result_of(record(CALLED, contract, doubles=doubles))
    assert result.price == 80 * 2**count


@pytest.mark.parametrize(
    ("options", "price"),
    [
        ({"laufende": False}, 40),
        ({"laufende_min": 5}, 40),
        ({"laufende_min": {"rufspiel": 5, "default": 1}}, 40),
        ({"laufende_min": {"wenz": 2, "default": 4}}, 80),
        ({"tariff": {"call": 50}}, 50 + 10 + 10 + 40),
        ({"tariff": {"schneider": 20}}, 20 + 20 + 20 + 40),
        ({"tariff": {"schneider": 20, "schwarz": 5}}, 20 + 20 + 5 + 40),
    ],
)
def test_house_rules_change_the_price(options: dict[str, object], price: int) -> None:
    contract: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
    assert result_of(record(CALLED, contract, rules=options)).price == price


def test_laufende_may_count_main_trumps_only() -> None:
    called = tricks(
        "0 G7 GA G8 G9 | 1 EO H7 H8 SU | 1 GO HZ H9 HA | 1 HO GK HK EA | 1 SO GZ S7 E7"
        "| 1 EU S8 S9 E8 | 1 GU SK EK E9 | 1 HU SZ SA EZ"
    )
    rufspiel: dict[str, object] = {"kind": "rufspiel", "seat": 0, "suit": "G"}
    for scope, count in (("all", 9), ("stamm", 8)):
        rules: dict[str, object] = {"laufende_scope": scope}
        assert result_of(record(called, rufspiel, rules=rules)).laufende == count


def test_a_caller_who_holds_the_called_card_plays_alone() -> None:
    result = result_of(record(CALLED, {"kind": "rufspiel", "seat": 2, "suit": "G"}))
    assert result.declarers == (2,)
    assert sum(result.payout) == 0


RAMSCH = tricks(
    "0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA | 0 EU GZ HZ SZ"
    "| 0 GU GK HK SK | 0 HU S9 H9 S8 | 0 SU S7 H8 H7"
)


@pytest.mark.parametrize(
    ("options", "payout"),
    [
        ({}, [-480, 160, 160, 160]),
        ({"ramsch_jungfrau": "none"}, [-60, 20, 20, 20]),
        ({"ramsch_jungfrau": "double_once"}, [-120, 40, 40, 40]),
        ({"ramsch_durchmarsch": "wins"}, [60, -20, -20, -20]),
        ({"tariff": {"ramsch": 5}, "ramsch_jungfrau": "none"}, [-15, 5, 5, 5]),
    ],
)
def test_ramsch(options: dict[str, object], payout: list[int]) -> None:
    result = result_of(record(RAMSCH, {"kind": "ramsch"}, rules=options))
    assert whole(result) == payout
    assert (result.declarers, result.points, result.winner) == ((), None, "seats")


TIED_RAMSCH = tricks(
    "0 GA H8 GZ G9 | 1 E8 E9 EZ HK | 0 HU EO HA H7 | 1 SU HO HZ GO"
    "| 0 GK EK G8 S8 | 0 H9 EU SA SZ | 1 S9 S7 SK GU | 0 SO E7 G7 EA"
)
"""Seats 0 and 1 get 60 each, seat 0 in five tricks, seat 1 with the Eichel-Ober."""


@pytest.mark.parametrize(
    ("option", "losers"),
    [("higher_trump", {1}), ("more_tricks", {0}), ("shared", {0, 1})],
)
def test_ramsch_ties(option: str, losers: set[int]) -> None:
    result = result_of(record(TIED_RAMSCH, {"kind": "ramsch"}, rules={"ramsch_tie": option}))
    assert (result.points_by_seat, result.tricks) == ((60, 60, 0, 0), (5, 3, 0, 0))
    assert {seat for seat in range(4) if result.payout[seat] < 0} == losers


class TestErrors:
    """What an upheld verdict costs."""

    PLAYS = tricks("0 G7 GA S9 G8 | 1 H7 G9")

    def deal(self, ruling: str | None, end: str | None = None, **options: object) -> DealRecord:
        deal = record(
            self.PLAYS,
            {"kind": "rufspiel", "seat": 0, "suit": "G"},
            "mehrkopf",
            rules=options,
            doubles=["kontra"],
            end={"kind": end} if end else None,
        )
        rulings = (DealRuling("revoke:2:2", ruling),) if ruling else ()
        return replace(deal, rulings=rulings)

    def test_nothing_is_scored_before_somebody_decides(self) -> None:
        report = evaluate(self.deal(None))
        assert [verdict.id for verdict in report.verdicts] == ["revoke:2:2"]
        assert report.verdicts[0].status is Status.PROVEN
        paid = report.verdicts[0].payout_if_upheld
        assert paid is not None
        assert [int(amount) for amount in paid] == [2, 2, -6, 2]
        assert report.result is None

    def test_upheld_the_offender_pays_everybody(self) -> None:
        report = evaluate(self.deal("upheld"))
        assert report.verdicts[0].status is Status.UPHELD
        assert report.turn is None
        assert report.result is not None
        assert whole(report.result) == [2, 2, -6, 2]
        assert report.result.winners == (0, 1, 3)

    @pytest.mark.parametrize(("price", "paid"), [("schneider", 4), ("schwarz", 6)])
    def test_the_price_is_a_house_rule(self, price: str, paid: int) -> None:
        assert result_of(self.deal("upheld", revoke_price=price)).price == paid

    def test_the_offender_s_team_may_lose_or_the_error_cost_nothing(self) -> None:
        lost = evaluate(self.deal("upheld", revoke="game_lost"))
        assert lost.result is not None
        assert whole(lost.result) == [2, 2, -2, -2]
        assert lost.verdicts[0].payout_if_upheld == lost.result.payout
        free = evaluate(self.deal("upheld", revoke="none"))
        assert free.result is None
        assert free.verdicts[0].payout_if_upheld is None

    @pytest.mark.parametrize(
        ("ruling", "status"), [("dismissed", Status.DISMISSED), ("waived", Status.WAIVED)]
    )
    def test_play_goes_on_otherwise(self, ruling: str, status: Status) -> None:
        report = evaluate(self.deal(ruling))
        assert report.verdicts[0].status is status
        assert report.result is None
        assert report.turn == 3

    def test_a_ruling_without_its_verdict_changes_nothing(self) -> None:
        deal = self.deal("upheld", end="ruled")
        corrected = plays_of([*self.PLAYS[:-1], (2, "H8")])
        report = evaluate(replace(deal, plays=corrected))
        assert report.verdicts == ()
        assert report.result is not None
        assert set(report.result.payout) == {Fraction(0)}


@pytest.mark.parametrize("kind", ["thrown_in", "void", "ruled"])
def test_an_aborted_deal_pays_nothing(kind: str) -> None:
    result = result_of(record(SIE[:6], None, end={"kind": kind}))
    assert set(result.payout) == {0}
    assert result.winner == "none"


def test_a_claim_gives_the_rest_to_who_claims() -> None:
    end = {"kind": "claim", "seat": 0, "tricks": "rest", "agreed": True, "laufende": 8}
    contract: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E"}
    result = result_of(record(SIE[:8], contract, end=end))
    assert result.points == (120, 0)
    assert result.tricks == (8, 0, 0, 0)
    assert whole(result) == [450, -150, -150, -150]


def test_a_tout_ends_with_its_first_lost_trick() -> None:
    plays = tricks("0 EO EA E7 G7 | 0 E9 GO E8 G8")
    contract: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E", "tout": True}
    report = evaluate(record(plays, contract))
    assert report.turn is None
    assert report.result is not None
    assert report.result.winner == "defenders"
    assert whole(report.result) == [-300, 100, 100, 100]


def test_a_tout_said_to_be_lost_is_lost() -> None:
    contract: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E", "tout": True}
    result = result_of(record(SIE[:4], contract, end={"kind": "tout_lost", "laufende": 3}))
    assert result.winner == "defenders"
    assert whole(result) == [-480, 160, 160, 160]


@given(seeds, st.sampled_from([0.0, 0.3]), st.sampled_from(["schafkopf", "mehrkopf"]))
@settings(max_examples=200, deadline=None)
def test_every_payment_sums_to_nothing(seed: int, error_rate: float, game: str) -> None:
    table, _, plays = random_deal(random.Random(seed), error_rate)
    deal = record_at(table, plays)
    other = record(plays, _contract(table), game, dealer=deal.dealer)
    for each in (deal, other):
        result = result_of(each)
        assert sum(result.payout) + result.stock_change == 0
        assert sum(result.points_by_seat) == 120
        assert sum(result.tricks) == 8
        assert result.payout[result.winners[0]] >= 0 or game == "mehrkopf"


def _contract(table: Table) -> dict[str, object]:
    given: dict[str, object | None] = {
        "kind": table.kind,
        "seat": table.caller,
        "suit": table.suit,
    }
    return {name: value for name, value in given.items() if value is not None}


POINTS = {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2}


def reckoned(table: Table, hands: list[list[str]], plays: list[tuple[int, str]]) -> list[int]:
    """Return the payout in the preset `schafkopf`, reckoned once more from whole hands."""
    assert table.caller is not None
    side = {table.caller} | {seat for seat in range(4) if table.called in hands[seat]}
    points = [0] * 4
    tricks_of = [0] * 4
    for start in range(0, len(plays), 4):
        trick = plays[start : start + 4]
        best = trick[0]
        for play in trick:
            best = play if table.beats(play[1], best[1]) else best
        points[best[0]] += sum(POINTS.get(card[1], 0) for _, card in trick)
        tricks_of[best[0]] += 1
    ours, taken = sum(points[s] for s in side), sum(tricks_of[s] for s in side)
    won = ours > 60
    price = 20 if table.kind == "rufspiel" else 50
    if (ours >= 91) if won else (ours <= 30):
        price += 10
    if taken in (0, table.tricks):
        price += 10
        price += 10 if 30 < ours < 91 else 0
    trumps = [card for card in table.deck if table.klass(card) == "T"]
    trumps = sorted(trumps, key=lambda card: sum(1 for other in trumps if table.beats(other, card)))
    run = 0
    has = [any(card in hands[seat] for seat in side) for card in trumps]
    while run < len(has) and has[run] == has[0]:
        run += 1
    price += 10 * run if run >= 3 else 0
    each = price if won else -price
    if len(side) == 1:
        return [3 * each if seat in side else -each for seat in range(4)]
    return [each if seat in side else -each for seat in range(4)]


@given(seeds, st.booleans(), st.sampled_from([0.0, 1.0]))
@settings(max_examples=400, deadline=None)
def test_random_deals_are_settled_as_reckoned_by_hand(
    seed: int, short: bool, error_rate: float
) -> None:
    chance = random.Random(seed)
    table, hands, plays = random_deal(chance, error_rate, *([SHORT] if short else []))
    while table.kind == "ramsch":
        table, hands, plays = random_deal(chance, error_rate, *([SHORT] if short else []))
    assert whole(result_of(record_at(table, plays))) == reckoned(table, hands, plays)


class TestUnseen:
    """A deal is settled only where every way the unseen cards can lie gives the same."""

    CONTRACT: dict[str, object] = {"kind": "solo", "seat": 0, "suit": "E"}  # noqa: RUF012

    def hide(self, *codes: str) -> DealRecord:
        deal = record(SIE, self.CONTRACT)
        plays = tuple(
            Play(play.seat, None if play.card and play.card.code in codes else play.card)
            for play in deal.plays
        )
        return replace(deal, plays=plays)

    def test_one_unseen_card_is_the_one_that_is_missing(self) -> None:
        report = evaluate(self.hide("EA"))
        assert not report.complete
        assert report.result is not None
        assert whole(report.result) == [450, -150, -150, -150]

    def test_cards_that_change_nothing_may_stay_unseen(self) -> None:
        assert result_of(self.hide("EA", "G7", "S9")).points == (120, 0)

    def test_cards_that_matter_leave_it_open(self) -> None:
        assert evaluate(self.hide("GU", "HU", "S9")).result is not None
        assert evaluate(self.hide("HU", "S9")).result is not None
        assert evaluate(self.hide("EO", "EA", "GO", "EZ")).result is None
