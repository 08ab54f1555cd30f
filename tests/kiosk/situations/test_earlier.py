"""Cards lie there that lay there before: a pile at the rim, a trick nobody saw begin."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import QUAD
from tests.kiosk.situations.playing import Playing, missing
from tests.simulate.watched_deals import hear
from vision.sighting import ActivityChanged, EarlierCard, EarlierSeen, TableActivity

PILE = (EarlierCard(None, 0.0, True, QUAD),)


class Piled(Playing):
    """The table is never seen empty: a pile lies there all evening."""

    def looks_like(self, activity: TableActivity) -> None:
        """Of an empty table the camera says that the pile lies there."""
        empty = activity is TableActivity.EMPTY
        super().looks_like(TableActivity.LYING if empty else activity)


def looked_at(table: Playing) -> Playing:
    """The camera has just come, and found the pile."""
    for event in (
        ActivityChanged(table.now, TableActivity.STARTING),
        EarlierSeen(table.now, table.now + 0.1, PILE),
        ActivityChanged(table.now + 0.1, TableActivity.LYING),
    ):
        hear(table.table, event)
    return table


def test_deals_open_and_end_beside_a_pile() -> None:
    first, second = replace(random_deal(6), id="one"), replace(random_deal(7), id="two")
    table = looked_at(Piled(first, second, seed=6))
    table.to_the_end()
    assert table.told == table.played
    assert table.deal.closed
    table.next_deal(after_s=60.0)
    table.to_the_end()
    assert table.deal.id == "two"
    assert table.told == table.played


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_of_a_trick_that_lay_there_the_rest_and_all_after_it_have_their_seats(gone: int) -> None:
    table = looked_at(Piled(random_deal(6), seed=6))
    table.missed(gone)
    while table.laid < 4:
        table.lay()
    table.sweep()
    table.to_the_end()
    assert table.told[-28:] == table.played[4:]
    assert set(missing(table.told)) <= set(range(gone))


def test_what_lay_there_is_never_a_play() -> None:
    table = looked_at(Piled(random_deal(6), seed=6))
    assert table.table.state.deal is None
    table.cards(3)
    hear(table.table, EarlierSeen(0.0, table.now + 0.1, ()))
    assert table.told == table.played[:3]
