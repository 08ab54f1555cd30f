"""Real deals: every card may be laid, and they end with the points by which they were settled."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from engine.open_cards.analysis import course, positions_of
from engine.open_cards.deal import OpenDeal, opened
from engine.open_cards.findings import Withheld, looked
from engine.open_cards.game import OpenGame
from engine.open_cards.search import Limit
from engine.referee.evaluation import evaluate
from engine.text import Text
from kiosk.exports.deals import DEALS, read_deals
from tests.engine.open_cards.honesty import figures
from tests.engine.open_cards.test_findings import LITTLE
from tests.shared_data import shared_path

FILES = (
    "schafkopf-paid.jsonl",
    "schafkopf-priced.jsonl",
    "schafkopf-practice.jsonl",
    "sheepshead-5-players.jsonl",
)


@pytest.mark.shared
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("most", [60, pytest.param(1000, marks=pytest.mark.prove)])
def test_no_real_deal_ends_with_other_points(name: str, most: int) -> None:
    met: Counter[str] = Counter()
    text = shared_path("deals", name).read_text("utf-8")
    for each in islice(read_deals(text, DEALS), most):
        assert each.record is not None
        met["deals"] += 1
        deal = opened(each.record)
        if isinstance(deal, Text):
            met[deal.en] += 1
            continue
        game, positions = OpenGame(deal), positions_of(deal, each.record)
        for at, play in zip(positions, each.record.plays, strict=False):
            assert play.card is not None
            assert game.legal(at) & deal.bit_of[play.card], each.record.id
        result = evaluate(each.record).result
        assert result is not None
        assert result.points is not None
        trickless = sum(result.tricks[seat] for seat in result.declarers) == 0
        if trickless and deal.apart:
            met["a bury that counts for the others"] += result.points[0] != positions[-1].taken
        else:
            assert result.points[0] == positions[-1].taken, each.record.id
        met["worked out"] += 1
    print("\n", name, dict(met))
    assert met["worked out"] >= 0.6 * met["deals"]


@pytest.mark.shared
def test_the_last_tricks_of_real_deals_keep_their_points() -> None:
    text = shared_path("deals", "schafkopf-practice.jsonl").read_text("utf-8")
    for each in islice(read_deals(text, DEALS), 8):
        assert each.record is not None
        deal = opened(each.record)
        if isinstance(deal, OpenDeal):
            *_, done = course(deal, each.record, Limit(300))
            assert done >= 12
            found = looked(each.record, LITTLE)
            assert not isinstance(found, Withheld)
            assert found.values[-1][2] == found.final


def test_the_honesty_figure_counts_cards_before_and_after_the_filter() -> None:
    def card(loss: int, first: bool, second: bool) -> dict[str, object]:
        return {"loss": loss, "first": {"seen": first}, "second": {"seen": second}}

    cards = [card(20, False, False), card(15, True, True), card(12, False, True)]
    found = figures([[*cards, card(4, True, False)], []])
    assert (found["deals"], found["with cards"], found["candidates"]) == (2, 1, 4)
    assert (found["before better"], found["before"]) == (2, 3)
    assert (found["after better"], found["after"]) == (1, 2)
    assert (found["ten points better"], found["ten points"]) == (2, 3)
