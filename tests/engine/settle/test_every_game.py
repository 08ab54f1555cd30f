"""What holds of every settlement of every game and number of people: nothing is won from nowhere.

Deals played well and badly, ended in every way, doubled, with every proven error upheld.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRecord, DealRuling
from engine.deal.report import DealReport, DealResult
from engine.dealfile.reader import parse
from engine.games import game as game_named
from engine.referee.evaluation import evaluate
from tests.engine.settle.test_laws import DOUBLES, SOLOS, ends
from tests.simulate.playing import SimulatedPlay, deal_cards, play_out, start
from tests.simulate.records import line_of
from tests.simulate.table import GAMES, table

SEEDS = st.integers(0, 2**40)


def played(chance: random.Random, game: str, players: int, rate: float) -> dict[str, object]:
    """Return the line of a deal; at `rate` any card at all is laid."""

    def choose(play: SimulatedPlay, legal: Sequence[str]) -> str:
        return chance.choice(play.cards[play.turn] if chance.random() < rate else legal)

    made = table(game, players, chance, any_rules=True)
    return line_of(play_out(start(deal_cards(made, chance)), choose).deal)


def upheld(record: DealRecord, report: DealReport) -> DealRecord:
    rulings = tuple(DealRuling(each.id, "upheld") for each in report.verdicts)
    return replace(record, rulings=rulings)


def check(record: DealRecord, result: DealResult) -> None:
    """Check that what is paid is paid to somebody, and that who sits out is left alone."""
    assert sum(result.payout, Fraction(result.stock_change)) == 0
    assert len(result.payout) == record.players
    assert all(result.payout[seat] == 0 for seat in record.out)
    if result.game_points is not None:
        assert 0 in result.game_points
        assert min(result.game_points) >= 0
        assert set(result.payout) == {0}


@pytest.mark.parametrize(("game", "players"), GAMES)
@given(seed=SEEDS, rate=st.sampled_from([0.0, 0.1]), data=st.data())
@settings(max_examples=40, deadline=None)
def test_every_payment_of_every_game_sums_to_nothing(
    game: str, players: int, seed: int, rate: float, data: st.DataObject
) -> None:
    """RULES 8: whatever is said, however it ends, errors upheld included."""
    written = played(random.Random(seed), game, players, rate)
    end = data.draw(ends(players), "end")
    laid = written["plays"]
    assert isinstance(laid, list)
    if end is not None:
        count = data.draw(st.integers(0, len(laid)), "laid")
        written |= {"end": end, "plays": laid[:count]}
        written |= {"reveals": [each for each in _reveals(written) if each[0] <= count]}
        assume(end["kind"] != "laid_down" or _kind(written) in SOLOS)
    written["rules"] = {**_rules(written), **_DOUBLED.get(game, _DOUBLED["schafkopf"])}
    written["doubles"] = data.draw(st.sampled_from(_SAID.get(game, DOUBLES)), "doubles")
    record = parse(written)
    report = evaluate(record)
    for each in (report, evaluate(upheld(record, report))):
        if each.result is not None:
            check(record, each.result)


_DOUBLED: dict[str, dict[str, object]] = {
    "schafkopf": {"legen": True, "stoss": "resupra"},
    "sheepshead": {"all_pass": "doubler"},
    "bierkopf": {},
}
"""House rules that play with every doubling."""
_SAID = {
    "sheepshead": ([], ["crack"], ["doubler"], ["doubler", "crack", "recrack"]),
    "bierkopf": ([], ["double"], ["double", "double", "double"]),
}


def _rules(written: dict[str, object]) -> dict[str, object]:
    rules = written.get("rules", {})
    assert isinstance(rules, dict)
    return rules


def _kind(written: dict[str, object]) -> object:
    contract = written["contract"]
    assert isinstance(contract, dict)
    return contract["kind"]


def _reveals(written: dict[str, object]) -> list[list[int]]:
    reveals = written.get("reveals", [])
    assert isinstance(reveals, list)
    return reveals


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_deal_played_to_its_end_is_settled(game: str, players: int) -> None:
    """No game of any number ends without a result, and all points of the deck are somebody's."""
    for seed in range(12):
        record = parse(played(random.Random(seed), game, players, 0.0))
        report = evaluate(record)
        assert report.result is not None
        check(record, report.result)
        setting = game_named(game).setting(record)
        shown = {play.card for play in record.plays if play.card is not None}
        hidden = sum(setting.points[each] for each in setting.deck if each not in shown)
        assert sum(report.result.points_by_seat) == setting.total - hidden
