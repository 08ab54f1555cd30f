"""What an error costs, by house rule (DE, EN Abrechnung; RULES 0.17, 8, 12)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRuling
from engine.deal.report import DealReport, Status
from engine.dealfile.reader import parse
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import rules_from
from tests.engine.deals import record_at, tricks
from tests.engine.referee.oracle import random_deal
from tests.engine.settle.made import Line, amounts, line

CALL: Line = {"kind": "rufspiel", "seat": 0, "suit": "G"}

PLAYS = tricks(
    "0 G7 GA S9 GK | 1 H7 G9 H8 HK | 3 EA E7 E8 E9 | 3 EZ EK S7 HZ"
    "| 2 S8 SA SZ SK | 3 G8 HA GZ EO | 2 GO HO EU HU | 2 SO SU GU H9"
)
"""Seat 0 calls, seat 1 has the Gras-Sau; seat 2 does not follow to the first trick."""
REVOKE: Line = {"kind": "revoke", "seat": 2, "play": 2, "ruling": "upheld"}


def report(plays: list[tuple[int, str]] = PLAYS, **fields: object) -> DealReport:
    return evaluate(parse(line(plays, **{"contract": CALL, **fields})))


def paid(found: DealReport) -> list[int | str]:
    assert found.result is not None
    return amounts(found.result)


class TestOffenderPaysAll:
    """DE Abrechnung: he pays every other player."""

    def test_partner_and_opponents_alike(self) -> None:
        assert paid(report(rulings=[REVOKE])) == [20, 20, -60, 20]

    def test_the_deal_is_settled_again_after_its_last_card(self) -> None:
        """RULES 12 `late_proof` = `resettle`."""
        played, ruled = report(), report(rulings=[REVOKE])
        assert paid(played) != paid(ruled)
        assert ruled.verdicts[0].status is Status.UPHELD

    def test_or_stands_as_it_was_played(self) -> None:
        """RULES 12 `late_proof` = `stands`."""
        rules = {"late_proof": "stands"}
        assert paid(report(rules=rules, rulings=[REVOKE])) == paid(report())

    def test_a_deal_it_stopped_is_settled_in_either_case(self) -> None:
        """`late_proof` is about errors that stopped nothing."""
        rules = {"late_proof": "stands"}
        stopped = report(PLAYS[:6], rules=rules, rulings=[REVOKE], end={"kind": "ruled"})
        assert paid(stopped) == [20, 20, -60, 20]

    @pytest.mark.parametrize("ruling", ["dismissed", "waived"])
    def test_dismissed_or_waived_changes_nothing(self, ruling: str) -> None:
        """DESIGN 6: nothing is scored before a person at the table taps."""
        assert paid(report(rulings=[{**REVOKE, "ruling": ruling}])) == paid(report())

    def test_doublings_count(self) -> None:
        """RULES 8: Grundtarif plus declared doublings."""
        found = report(rulings=[REVOKE], doubles=["kontra", "re"])
        assert paid(found) == [80, 80, -240, 80]

    @pytest.mark.parametrize(("price", "each"), [("base", 20), ("schneider", 30), ("schwarz", 40)])
    def test_the_price_is_a_house_rule(self, price: str, each: int) -> None:
        """RULES 8 `revoke_price`."""
        found = report(rulings=[REVOKE], rules={"revoke_price": price})
        assert paid(found) == [each, each, -3 * each, each]

    def test_who_sits_out_is_not_paid(self) -> None:
        """RULES 0.12: seven players, the dealer without cards."""
        plays = tricks("0 G7 G8 E9 GK GZ GA", size=6) + tricks("5 H7", size=6)
        plays += [(0, "H8"), (1, "H9"), (2, "G9")]
        found = report(
            plays,
            game="mehrkopf",
            players=7,
            dealer=6,
            out=[6],
            rulings=[{**REVOKE, "play": 2}],
        )
        assert paid(found) == [1, 1, -5, 1, 1, 1, 0]


class TestGameLost:
    """RULES 0.17 `game_lost`: his team pays normally."""

    RULES: Line = {"revoke": "game_lost"}  # noqa: RUF012

    def test_everyone_of_his_team_pays(self) -> None:
        """`revoke_side` = `team`."""
        assert paid(report(rulings=[REVOKE], rules=self.RULES)) == [20, 20, -20, -20]

    def test_he_may_pay_alone_for_his_team(self) -> None:
        """RULES 8: an innocent partner is neither paid nor charged (`revoke_side`)."""
        rules = {**self.RULES, "revoke_side": "offender"}
        assert paid(report(rulings=[REVOKE], rules=rules)) == [20, 20, -40, 0]

    def test_while_his_team_is_not_known_he_pays_alone(self) -> None:
        """Before the called card shows nobody else can be charged."""
        plays = tricks("0 EA S7 E8 E9 | 0 H7 EZ H8 H9")
        ruling = {**REVOKE, "seat": 1, "play": 1}
        found = report(plays, rulings=[ruling], rules=self.RULES)
        assert paid(found) == [20, -60, 20, 20]

    def test_a_soloist_s_error_pays_each_opponent(self) -> None:
        solo: Line = {"kind": "solo", "seat": 2, "suit": "H"}
        found = report(PLAYS[:6], contract=solo, rulings=[REVOKE], rules=self.RULES)
        assert paid(found) == [50, 50, -150, 50]


class TestTrickLost:
    """EN Abrechnung: the trick is considered as lost, and its points with it."""

    RULES: Line = {"revoke": "trick_lost"}  # noqa: RUF012

    def test_the_trick_goes_to_the_other_side_and_play_goes_on(self) -> None:
        """The rest is played, and settled as it was won; elsewhere the error ends the deal."""
        found = report(PLAYS[:8], rulings=[REVOKE], rules=self.RULES)
        assert (found.result, found.turn) == (None, 0)
        ended = report(PLAYS[:8], rulings=[REVOKE])
        assert (paid(ended), ended.turn) == ([20, 20, -60, 20], None)

    @given(st.integers(0, 2**40))
    @settings(max_examples=100, deadline=None)
    def test_its_points_and_the_trick_change_sides(self, seed: int) -> None:
        """Where the offender's side had won it; otherwise nothing changes."""
        table, _, plays = random_deal(random.Random(seed), error_rate=0.5)
        plain = record_at(table, plays)
        record = replace(
            plain, rules=rules_from({**plain.rules.options, **self.RULES}, "schafkopf")
        )
        played = evaluate(record)
        wrong = next((v for v in played.verdicts if v.kind == "revoke"), None)
        if wrong is None or wrong.seat is None or table.kind == "ramsch":
            return
        ruled = evaluate(replace(record, rulings=(DealRuling(wrong.id, "upheld"),)))
        trick = played.tricks[wrong.play // 4]
        assert played.result is not None
        assert ruled.result is not None
        assert played.result.points is not None
        assert ruled.result.points is not None
        declarers = played.result.declarers
        ours = (trick.winner in declarers) and (wrong.seat in declarers)
        theirs = (trick.winner not in declarers) and (wrong.seat not in declarers)
        moved = trick.points * (theirs - ours)
        assert ruled.result.points[0] - played.result.points[0] == moved
        assert sum(ruled.result.points) == 120
        assert sum(ruled.result.payout) == 0
        changed = ruled.result.payout != played.result.payout
        assert wrong.payout_if_upheld == (ruled.result.payout if changed else None)

    def test_it_has_no_price_of_its_own(self) -> None:
        """Nothing is paid but what the lost trick changes: here it was lost anyway."""
        assert report(rules=self.RULES).verdicts[0].payout_if_upheld is None
        assert report().verdicts[0].payout_if_upheld == tuple(map(Fraction, (20, 20, -60, 20)))


class TestSeveral:
    """RULES 12: a second error, and errors of both sides."""

    TWO = tricks("0 G7 GA S9 GK | 1 H7 G9 E9 HK | 3 H8")

    def test_the_one_played_first_counts(self) -> None:
        """By the wrong cards, not by when somebody noticed."""
        both = [{**REVOKE, "seat": 3, "play": 6}, REVOKE]
        found = report(self.TWO, rulings=both)
        upheld = [verdict for verdict in found.verdicts if verdict.status is Status.UPHELD]
        assert [verdict.seat for verdict in upheld] == [2, 3]
        assert paid(found) == [20, 20, -60, 20]

    def test_a_waived_first_error_leaves_the_second(self) -> None:
        both = [{**REVOKE, "ruling": "waived"}, {**REVOKE, "seat": 3, "play": 6}]
        assert paid(report(self.TWO, rulings=both)) == [20, 20, 20, -60]


@pytest.mark.parametrize("revoke", ["offender_pays_all", "game_lost", "trick_lost", "none"])
def test_doubts_about_a_reading_cost_nothing(revoke: str) -> None:
    """A card seen twice is no player's error."""
    plays = tricks("0 G7 GA GA GK")
    found = report(plays, rules={"revoke": revoke})
    assert [verdict.kind for verdict in found.verdicts] == ["duplicate_card"]
    assert found.verdicts[0].payout_if_upheld is None


def test_every_penalty_sums_to_nothing() -> None:
    """RULES 8: zero-sum, in fractions too."""
    for revoke in ("offender_pays_all", "game_lost"):
        for side in ("team", "offender"):
            rules: Line = {"revoke": revoke, "revoke_side": side}
            found = report(rulings=[REVOKE], rules=rules)
            assert found.result is not None
            assert sum(found.result.payout) == Fraction(0)
