"""Between cards that show wholly there is no room for another one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import FACE_HEIGHT, FACE_WIDTH, Laid, Table
from vision.arrays import Image
from vision.reading.nets import Nets
from vision.reading.pose import Pose, covered_share
from vision.reading.profile import Profile
from vision.reading.reader import CardReader, CardReading, Skip
from vision.watching.explaining import Explainer, Explanation
from vision.watching.scene import TableScene
from vision.watching.trick import LyingCard

SIDE = 540
FIRST, SECOND = Laid(card("S7"), 200, 270), Laid(card("SZ"), 345, 270)
BETWEEN = Laid(card("HZ"), 272, 270, math.pi / 2)


def scene(*cards: Laid) -> TableScene:
    table = Table(width=SIDE, height=SIDE, cards=list(cards))
    picture = table.picture()
    return TableScene(picture, picture[::4, ::4].copy())


def pose(laid: Laid) -> Pose:
    return Pose(laid.x, laid.y, laid.theta, laid.height * FACE_WIDTH / FACE_HEIGHT, laid.height)


def lying(reader: CardReader, picture: Image, laid: Laid) -> LyingCard:
    reading = reader.read(picture, [pose(laid)])[0]
    return LyingCard(1, 0.0, reading, reading.similarities, 1.0, picture)


def explained(profile: Profile, nets: Nets, after: TableScene, place: Laid) -> Explanation:
    """Return what is found where `place` is all that the search comes up with."""
    reader = CardReader(profile, nets)
    before = scene(FIRST, SECOND)
    trick = [lying(reader, before.sharp, each) for each in (FIRST, SECOND)]
    left = [reader.read(after.sharp, [pose(place)])[0]]

    def locate(_before: Image, _after: Image, _skip: Skip) -> CardReading | None:
        return left.pop() if left else None

    return Explainer(reader).explain(scene(), after, trick, locate)


@pytest.fixture(autouse=True)
def _everything_convinces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Explainer, "convincing", lambda *_: True)


@pytest.mark.parametrize(("laid", "new"), [([], []), ([BETWEEN], ["HZ"])])
def test_what_is_read_across_two_cards_that_show_wholly_is_no_card_one_laid_on_both_is(
    profile: Profile, nets: Nets, laid: list[Laid], new: list[str]
) -> None:
    found = explained(profile, nets, scene(FIRST, SECOND, *laid), BETWEEN)
    assert [profile.cards[each.top].code for each in found.new] == new


def test_the_share_that_others_cover_together_counts_once() -> None:
    own = Pose(100.0, 100.0, 0.0, 60.0, 100.0)
    half = Pose(100.0, 125.0, 0.0, 60.0, 50.0)
    assert covered_share(own, [half, half], 200) == pytest.approx(0.5, abs=0.03)
    assert covered_share(own, [half, Pose(100.0, 75.0, math.pi, 60.0, 50.0)], 200) > np.float32(
        0.95
    )
    assert covered_share(own, [], 200) == 0.0


@pytest.mark.parametrize(("aside", "blurred"), [(30, True), (85, False)])
def test_a_card_half_under_another_is_read_less_surely(
    profile: Profile, nets: Nets, aside: int, blurred: bool
) -> None:
    reader = CardReader(profile, nets)
    over = Laid(card("HA"), 200 + aside, 270)
    after = scene(FIRST, over)
    under, upper = reader.read(after.sharp, [pose(FIRST), pose(over)])
    left = [under, upper]

    def locate(_before: Image, _after: Image, _skip: Skip) -> CardReading | None:
        return left.pop() if left else None

    found = Explainer(reader).explain(scene(), after, (), locate).new
    assert [reading.pose for reading in found] == [upper.pose, under.pose]
    assert found[0] is upper
    covered = covered_share(under.pose, [upper.pose], SIDE)
    share = (1 - covered) ** 2 if blurred else 1.0
    for whole, less in zip(under.similarities, found[1].similarities, strict=True):
        lead = float(under.similarity - whole)
        assert found[1].similarity - less == pytest.approx(share * lead, abs=1e-5)


@pytest.mark.parametrize("on_top", [True, False])
def test_what_just_came_to_lie_lies_on_the_trick_and_not_under_it(
    profile: Profile, nets: Nets, monkeypatch: pytest.MonkeyPatch, on_top: bool
) -> None:
    monkeypatch.setattr(Explainer, "_beyond_doubt", lambda *_: True)
    reader = CardReader(profile, nets)
    half_on = Laid(card("HZ"), 240, 270)
    before = scene(FIRST)
    after = scene(FIRST, half_on) if on_top else scene(half_on, FIRST)
    trick = [lying(reader, before.sharp, FIRST)]
    left = [reader.read(after.sharp, [pose(half_on)])[0]]

    def locate(_before: Image, _after: Image, _skip: Skip) -> CardReading | None:
        return left.pop() if left else None

    everywhere = np.full(after.small.shape[:2], 255, np.uint8)
    found = Explainer(reader).explain_while_moving(before, after, trick, locate, everywhere)
    assert (found is not None) == on_top


def test_a_card_read_with_something_in_the_way_is_read_anew_once_it_shows_whole(
    profile: Profile, nets: Nets
) -> None:
    reader = CardReader(profile, nets)
    after = scene(FIRST)
    held = TableScene(after.sharp.copy(), after.small)
    # The lower third was not still when it was read, and shows the table as it was before.
    held.sharp[300:] = scene().sharp[300:]
    trick = [lying(reader, held.sharp, FIRST)]
    assert trick[0].best.similarity < reader.read(after.sharp, [pose(FIRST)])[0].similarity - 0.03

    def nothing_else(_before: Image, _after: Image, _skip: Skip) -> CardReading | None:
        return None

    explainer = Explainer(reader)
    found = explainer.explain(held, after, trick, nothing_else)
    assert (found.new, found.moved) == ([], trick)
    assert trick[0].best.similarity == reader.read(after.sharp, [trick[0].pose])[0].similarity
    assert explainer.explain(after, after, trick, nothing_else).moved == []


def test_a_card_that_looks_no_better_than_before_is_not_read_anew(
    profile: Profile, nets: Nets
) -> None:
    reader = CardReader(profile, nets)
    before, after = scene(FIRST), scene(FIRST)
    # A shadow lies over the lower third: the card did not go with it.
    after.sharp[300:] -= after.sharp[300:] // 5
    trick = [lying(reader, before.sharp, FIRST)]
    read = trick[0].best
    found = Explainer(reader).explain(before, after, trick, lambda *_: None)
    assert (found.new, found.moved, trick[0].best) == ([], [], read)


def test_another_card_at_its_place_is_no_better_look_at_the_first(
    profile: Profile, nets: Nets
) -> None:
    """Of the first only a half was seen, so the other looks more like it than it did itself."""
    reader = CardReader(profile, nets)
    half = TableScene(scene(FIRST).sharp.copy(), scene(FIRST).small)
    half.sharp[240:] = scene().sharp[240:]
    trick = [lying(reader, half.sharp, FIRST)]
    read, first = trick[0].best, trick[0].identity
    after = scene(Laid(card("S8"), FIRST.x, FIRST.y))
    other = reader.read(after.sharp, [pose(FIRST)])[0]
    assert other.similarities[first] > read.similarity + 0.03
    assert profile.cards[other.top].code == "S8"
    found = Explainer(reader).explain(half, after, trick, lambda *_: None)
    assert (found.new, found.moved, trick[0].best) == ([], [], read)
