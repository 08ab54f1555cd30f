"""Many cards at once are shown around: nothing is read before they are gone again."""

from __future__ import annotations

import cv2
import pytest

from engine.cards import card
from tests.vision.drawn import Laid, Table
from tests.vision.test_watcher import codes, watch
from vision.arrays import Image
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import ActivityChanged, TableActivity, TableContext
from vision.watching.thresholds import THRESHOLDS
from vision.watching.watcher import Watcher

NOBODY_PLAYS = TableContext(seat=None, seats=4, trick_size=4)


class GlassTable(Table):
    """A table on which a glass may be left."""

    glass = False

    def _drawn(self) -> Image:
        image = super()._drawn()
        if self.glass:
            cv2.circle(image, (380, 300), 34, (30, 30, 30), -1)
            cv2.circle(image, (380, 300), 20, (90, 90, 80), -1)
        return image


@pytest.mark.parametrize("glass", [False, True])
def test_after_cards_were_shown_around_the_table_is_empty_though_a_glass_was_left(
    glass: bool, profile: Profile, nets: Nets
) -> None:
    table, watcher = GlassTable(), Watcher(profile, nets)
    watcher.context(NOBODY_PLAYS)
    watch(watcher, [*table.frames(0.6), *table.slide(Laid(card("EO"), 480, 330, 0.1), (480, 600))])
    watch(watcher, [*table.frames(0.6), *table.sweep(), *table.frames(1.0)])
    table.cards += [
        Laid(card(code), 330 + 100 * k, 270) for k, code in enumerate(("S7", "HA", "GK", "E9"))
    ]
    shown = watch(watcher, table.frames(0.6))
    assert [event.activity for event in shown if isinstance(event, ActivityChanged)] == [
        TableActivity.MOVING,
        TableActivity.SWEPT,
    ]
    table.cards.clear()
    table.glass, gone = glass, table.index / 25
    (empty,) = watch(watcher, table.frames(6.0))
    assert isinstance(empty, ActivityChanged)
    assert empty.activity is TableActivity.EMPTY
    assert (empty.t - gone >= THRESHOLDS.commotion.left_seconds) is glass
    lead = table.slide(Laid(card("SA"), 560, 250, 0.1), (480, 600))
    assert codes(watch(watcher, [*lead, *table.frames(0.6)]), profile) == ["SA"]


def test_what_was_taken_up_with_the_cards_keeps_no_later_card_from_being_read(
    profile: Profile, nets: Nets
) -> None:
    """A glass that stood there from the beginning: the table never looks as it did again."""
    table, watcher = GlassTable(), Watcher(profile, nets)
    table.glass = True
    watcher.context(NOBODY_PLAYS)
    watch(watcher, table.frames(0.6))
    table.cards += [
        Laid(card(code), 330 + 100 * k, 270) for k, code in enumerate(("S7", "HA", "GK", "E9"))
    ]
    watch(watcher, table.frames(0.6))
    table.cards.clear()
    table.glass = False
    watch(watcher, table.frames(1.6))
    lead = table.slide(Laid(card("SA"), 560, 250, 0.1), (480, 600))
    assert codes(watch(watcher, [*lead, *table.frames(0.6)]), profile) == ["SA"]
