"""Paper lists of an evening, tapped in from beginning to end; the totals were added up by hand."""

from fractions import Fraction

import pytest

from kiosk.table.writer import Table
from tests.kiosk.web.play.test_score_pad import begin, save, table, taps

__all__ = ["table"]

SCHAFKOPF = """
who-0 kind-rufspiel suit-G partners-3 won-1
who-1 kind-wenz won-1
who-none kind-thrown_in
who-2 kind-rufspiel suit-E partners-0 won-0 level-schneider
who-3 kind-solo suit-H won-1 lauf-up
who-none kind-ramsch losers-1
who-1 kind-rufspiel suit-S partners-2 won-1 d-kontra
who-0 kind-geier won-0
who-2 kind-rufspiel suit-G partners-3 n-p k-9 k-1
who-3 kind-farbwenz suit-G won-0
outright-1 k-1 k-0 n-a1 k-1 k-0 k-sign n-a2 k-0 reason-agreed
who-0 kind-solo suit-E tout won-1
"""
SHEEPSHEAD = """
who-0 kind-pick partners-2 won-1
who-1 kind-pick f-partner-none won-0
who-none kind-leaster winners-4
who-2 kind-pick partners-3 won-1 level-schneider d-crack
who-3 kind-pick partners-4 n-p k-5 k-5
who-4 kind-pick partners-0 won-1 level-schwarz
"""
MEHRKOPF = """
who-0 kind-rufspiel suit-G partners-2 partners-3 won-1
who-1 kind-wenz won-0
who-none kind-ramsch losers-4
who-2 kind-solo suit-S won-1 level-schneider
who-4 kind-niederer won-1
who-3 kind-rufspiel suit-E partners-0 partners-4 won-0
"""
BIERKOPF = """
won-1
won-0 level-schneider
won-1 d-double
won-1
"""


@pytest.mark.parametrize(
    ("game", "people", "paper", "totals", "most"),
    [
        ("schafkopf", 4, SCHAFKOPF, "20 20 -90 50", 74),
        ("sheepshead", 5, SHEEPSHEAD, "4 -15 9 -3 5", 34),
        ("mehrkopf", 5, MEHRKOPF, "-16/3 -59/2 163/6 -16/3 13", 34),
        ("bierkopf", 4, BIERKOPF, "4 2 4 2", 10),
    ],
)
def test_a_paper_list_comes_out_in_few_taps(
    table: Table, game: str, people: int, paper: str, totals: str, most: int
) -> None:
    client = begin(table, game, people)
    lines = [line.split() for line in paper.strip().splitlines()]
    for line in lines:
        assert save(client, taps(client, *line), then="next").location == "/enter"
    assert list(table.view().state.totals) == [Fraction(each) for each in totals.split()]
    assert len(table.view().state.finished) == len(lines)
    assert sum(len(line) + 1 for line in lines) <= most
