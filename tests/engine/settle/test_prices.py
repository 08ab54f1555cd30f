"""What a game costs: tariff, Tout, Sie, Laufende, doublings."""

from __future__ import annotations

import pytest

from engine.rules.description import to_toml
from engine.rules.house_rules import preset_rules, rules_from
from tests.engine.deals import tricks
from tests.engine.referee.test_settlement import CALLED, SIE
from tests.engine.settle.made import Line, amounts, line, result, scored

SOLO: Line = {"kind": "solo", "seat": 0, "suit": "E"}
CALL: Line = {"kind": "rufspiel", "seat": 0, "suit": "G"}


class TestTariff:
    """Deal file, `rules.tariff`: what is left out follows from the rest."""

    def test_what_is_left_out_follows_from_call_and_solo(self) -> None:
        """Ramsch = Hochzeit = call, Schwarz = Schneider, Sie = solo x `sie_factor`."""
        tariff = rules_from({"tariff": {"call": 3, "solo": 7, "schneider": 2}}, "schafkopf")
        assert tariff.options["tariff"] == {
            **{"call": 3, "solo": 7, "ramsch": 3, "hochzeit": 3, "sie": 28},
            **{"schneider": 2, "schwarz": 2, "laufende": 10},
        }

    def test_a_house_may_price_them_in_calls_and_solos(self) -> None:
        """RULES 0.18 `hochzeit_price`, 11.5 `ramsch_price`, 5 `sie_factor`."""
        options = {"ramsch_price": 2, "hochzeit_price": 3, "sie_factor": 10}
        tariff = rules_from(options, "mehrkopf").options["tariff"]
        assert isinstance(tariff, dict)
        assert (tariff["ramsch"], tariff["hochzeit"], tariff["sie"]) == (2, 3, 50)

    def test_an_amount_in_the_tariff_wins(self) -> None:
        options = {"ramsch_price": 2, "tariff": {"ramsch": 9}}
        tariff = rules_from(options, "mehrkopf").options["tariff"]
        assert isinstance(tariff, dict)
        assert tariff["ramsch"] == 9

    def test_the_documents_count_units(self) -> None:
        """EN, DE Abrechnung: 1, Solo 5, Schneider 1, Schwarz 2 in all, a Laufender 1."""
        assert preset_rules("mehrkopf").options["tariff"] == {
            **{"call": 1, "solo": 5, "ramsch": 1, "hochzeit": 1, "sie": 20},
            **{"schneider": 1, "schwarz": 1, "laufende": 1},
        }


def tariff_line(options: Line) -> str:
    written = to_toml(rules_from(options, "schafkopf"), "schafkopf", "en")
    return next(each for each in written.splitlines() if each.startswith("tariff"))


def test_a_file_of_house_rules_writes_no_amount_that_follows_from_another() -> None:
    """`sie_factor` changed in the file would change nothing beside a written `sie`."""
    plain = "tariff = { call = 20, solo = 50, schneider = 10, laufende = 10"
    assert tariff_line({}) == f"{plain} }}"
    assert tariff_line({"sie_factor": 7}) == f"{plain} }}"
    assert tariff_line({"tariff": {"ramsch": 3}}) == f"{plain}, ramsch = 3 }}"


class TestSie:
    """DE Sie: the eight highest are laid down, not played."""

    LAID: Line = {"kind": "laid_down", "seat": 0}  # noqa: RUF012

    @pytest.mark.parametrize(
        ("game", "factor", "price"),
        [("mehrkopf", 4, 20), ("schafkopf", 4, 200), ("mehrkopf", 2, 10)],
    )
    def test_it_is_paid_by_each_at_a_multiple_of_a_solo(
        self, game: str, factor: int, price: int
    ) -> None:
        """RULES 5, 8: solo base x `sie_factor`, nothing on top."""
        rules = {"preset": game, "sie_factor": factor, "games": ["rufspiel", "solo", "sie"]}
        settled = result(
            line([], game=game, contract={"kind": "sie", "seat": 0}, end=self.LAID, rules=rules)
        )
        assert amounts(settled) == [3 * price, -price, -price, -price]
        assert (settled.schneider, settled.schwarz, settled.laufende) == (False, False, 0)
        assert settled.tricks == (8, 0, 0, 0)
        assert settled.points == (120, 0)

    def test_doublings_count(self) -> None:
        sie = line(
            [],
            game="mehrkopf",
            contract={"kind": "sie", "seat": 0},
            end={"kind": "laid_down"},
            doubles=["kontra"],
            rules={"stoss": "kontra"},
        )
        assert result(sie).price == 40

    def test_with_more_players_each_of_them_pays(self) -> None:
        """DE Sie, 5 and 6 players."""
        sie = line(
            [],
            game="mehrkopf",
            players=6,
            contract={"kind": "sie", "seat": 2},
            end=self.LAID | {"seat": 2},
        )
        assert amounts(result(sie)) == [-20, -20, 100, -20, -20, -20]


LOST_TOUT = tricks("0 EO EA E7 G7 | 0 E9 GO E8 G8")


class TestTout:
    """DE Toutspiel, RULES 0.3 and 8."""

    @pytest.mark.parametrize(
        ("doubles", "when", "price"),
        [
            ("base", "always", 100 + 80),
            ("base+laufende", "always", 260),
            ("all", "always", 2 * (50 + 20 + 80)),
            ("base+laufende", "won", 260),
        ],
    )
    def test_a_won_tout_doubles_what_the_house_says(
        self, doubles: str, when: str, price: int
    ) -> None:
        """RULES 0.3 `tout_doubles`: base, base+laufende or all; no Schneider, no Schwarz else."""
        rules = {"tout_doubles": doubles, "tout_doubles_when": when}
        assert result(line(SIE, contract={**SOLO, "tout": True}, rules=rules)).price == price

    @pytest.mark.parametrize(("when", "price"), [("always", 100), ("won", 50)])
    def test_a_lost_one_is_doubled_by_house_rule(self, when: str, price: int) -> None:
        """RULES 0.3 `tout_doubles_when`."""
        tout = line(LOST_TOUT, contract={**SOLO, "tout": True}, rules={"tout_doubles_when": when})
        assert amounts(result(tout)) == [-3 * price, price, price, price]

    def test_a_tout_lost_with_61_points_is_lost(self) -> None:
        """DE Toutspiel: one trick for anybody else and it is lost."""
        plays = [*SIE[:28], (0, "S7"), (1, "SU"), (2, "H8"), (3, "H7")]
        tout = line(plays, contract={**SOLO, "tout": True}, rules={"laufende": False})
        settled = result(tout)
        assert settled.points is not None
        assert settled.points[0] > 60
        assert settled.winner == "defenders"


class TestLaufende:
    """RULES 0.5, 8: scope, minimum, both directions, claimed or not."""

    def test_without_is_paid_like_with(self) -> None:
        """RULES 8: both directions, for whoever wins."""
        with_them = result(line(SIE, contract=SOLO))
        without = result(line(SIE, contract={**SOLO, "seat": 1}))
        assert (with_them.laufende, without.laufende) == (8, -8)

    @pytest.mark.parametrize(
        ("claimed", "count"), [(None, 0), (4, 4), (3, 3), (2, 0), (7, 4), (-4, 0)]
    )
    def test_where_they_must_be_claimed_only_those_count(
        self, claimed: int | None, count: int
    ) -> None:
        """DE Abrechnung: einfordern; never more than the cards show, never below the minimum."""
        end = {} if claimed is None else {"laufende": claimed}
        written = line(
            CALLED,
            contract=CALL,
            rules={"laufende_claim": "must_claim"},
            end={"kind": "claim", "seat": 2, "tricks": "rest", **end},
        )
        assert result(written).laufende == count

    def test_what_is_stated_does_not_change_what_all_cards_show(self) -> None:
        end = {"kind": "claim", "seat": 2, "tricks": "rest", "laufende": 9}
        assert result(line(CALLED, contract=CALL, end=end)).laufende == 4

    @pytest.mark.parametrize(("counted", "count"), [(True, 8), (False, 0)])
    def test_a_house_may_play_without_them(self, counted: bool, count: int) -> None:
        """DE Abrechnung: for the first games they may be left out."""
        end = {"kind": "claim", "seat": 0, "tricks": "rest", "laufende": 8}
        written = line(SIE[:4], contract=SOLO, end=end, rules={"laufende": counted})
        assert result(written).laufende == count

    def test_the_holders_are_paid_even_if_they_lose(self) -> None:
        """RULES 0.5 `laufende_to` = `holder`: two payments, one each way."""
        rules = {"preset": "mehrkopf", "laufende_scope": "all"}
        written = line(SIE, game="mehrkopf", contract={**SOLO, "seat": 1}, rules=rules)
        held = result({**written, "rules": {**rules, "declarer_schneider_free": 31}})
        assert held.winner == "defenders"
        assert held.price == 5 + 1 + 1 + 8

    @pytest.mark.parametrize(("contract", "count"), [(SOLO, 8), ({"kind": "ramsch"}, 0)])
    def test_a_ramsch_has_none(self, contract: Line, count: int) -> None:
        """RULES 0.5: none in Ramsch."""
        assert result(line(SIE, contract=contract)).laufende == count

    def test_main_trumps_alone_can_be_counted(self) -> None:
        """DE Abrechnung: Stammtrümpfe; practice: all trumps (RULES 11.2)."""
        geier: Line = {"kind": "geier", "seat": 0}
        plays = tricks("0 EO EA E7 G7 | 0 GO EZ E8 G8 | 0 HO EK E9 G9 | 0 SO GA HA SA")
        end = {"kind": "claim", "seat": 0, "tricks": "rest"}
        assert result(line(plays, contract=geier, end=end)).laufende == 4


@pytest.mark.parametrize("doubles", [[], ["legen"], ["legen", "klopfen", "kontra", "re", "supra"]])
def test_each_doubling_is_times_two(doubles: list[str]) -> None:
    """Deal file, `doubles`: each is x2."""
    assert result(line(CALLED, contract=CALL, doubles=doubles)).price == 80 * 2 ** len(doubles)


def test_a_number_the_cards_rule_out_is_not_believed() -> None:
    """Seat 1 laid the Gras-Ober: the Eichel-Ober's side has a run of one, whatever is said."""
    claim: Line = {"kind": "claim", "seat": 0, "tricks": "rest"}
    for said in (None, 0, 8, -5):
        end = claim if said is None else {**claim, "laufende": said}
        assert result(line(tricks("0 EO GO E7 G7"), contract=SOLO, end=end)).laufende == 0
    eight = {**claim, "laufende": 8}
    assert result(line(tricks("0 EO E8 E7 G7"), contract=SOLO, end=eight)).laufende == 8


def test_two_players_open_cards_show_who_has_the_run() -> None:
    """EN 2 players: the layout lies open."""
    piles = [
        [["??", code] for code in ("EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU")],
        [["??", code] for code in ("EA", "EZ", "EK", "GA", "GZ", "GK", "SA", "SZ")],
    ]
    claim: Line = {"kind": "claim", "seat": 0, "tricks": "rest"}
    written = line(
        [],
        game="mehrkopf",
        players=2,
        dealer=1,
        contract={"kind": "solo", "seat": 0, "suit": "H"},
        piles=piles,
        end=claim,
        rules={"laufende_scope": "stamm"},
    )
    settled = result(written)
    assert settled.laufende == 8
    assert amounts(settled) == [11, -11]


def test_nothing_is_guessed_where_the_run_was_not_seen() -> None:
    """Cards of the run still in hands: settled only where nothing turns on them."""
    claim = {"kind": "claim", "seat": 0, "tricks": "rest"}
    assert scored(line(SIE[:4], contract=SOLO, end=claim)) is None
    assert scored(line(SIE[:12], contract=SOLO, end=claim)) is None
    known = [["EO", "GO", "HO", "SO", "EU", "GU", "HU", "SU"], [], [], []]
    settled = result(line(SIE[:4], contract=SOLO, end=claim, hands=known))
    assert settled.laufende == 8
    ended = line(SIE[:12], contract=SOLO, end=claim, rules={"laufende_min": 14})
    assert result(ended).laufende == 0
