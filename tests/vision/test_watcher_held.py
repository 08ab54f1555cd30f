"""What a hand rests on: nothing is said of it that the hand may hide."""

from __future__ import annotations

from engine.cards import card
from tests.vision.drawn import Laid, Table
from tests.vision.test_watcher import codes, watch
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.watching.watcher import Watcher


def test_a_card_a_hand_rests_on_is_not_taken_for_its_neighbour(
    profile: Profile, nets: Nets
) -> None:
    """Without its lower shapes the nine looks most like the ten; both are clear readings."""
    table = Table()
    frames = [*table.frames(0.6)]
    frames += [*table.slide(Laid(card("EO"), 330, 250, 0.3), (-80, 240)), *table.frames(0.6)]
    table.cards.append(Laid(card("E9"), 520, 260, 0.05))
    table.arm = (520, 290)
    frames += table.frames(0.7)
    table.arm = (520, 430)
    frames += table.frames(0.08)
    table.arm = None
    frames += table.frames(0.8)
    assert codes(watch(Watcher(profile, nets), frames), profile) == ["EO", "E9"]
