"""What is reckoned in a quicker way gives what the plain way gives."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Image, median, median_of_differences, middles, strongest
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, Nets, prepare
from vision.reading.pose import Edges, Pose, crop, crop_corners
from vision.reading.profile import Profile
from vision.reading.reader import CardReader
from vision.watching.changes import change_level, changed_pieces, changed_share
from vision.watching.motion import relit
from vision.watching.scene import copy_card
from vision.watching.thresholds import THRESHOLDS

RNG = np.random.default_rng(11)


def picture(side: int = 200) -> Image:
    noise = RNG.integers(0, 255, (side, side, 3), dtype=np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 2.0), np.uint8)


def plainly_prepared(crops: Image) -> Floats:
    values = crops.transpose(0, 3, 1, 2).astype(np.float64) / 255.0
    mean = values.mean((2, 3), keepdims=True)
    spread = values.std((1, 2, 3), keepdims=True, ddof=1)
    return np.asarray((values - 0.5 * mean.mean(1, keepdims=True) - 0.5 * mean) / (spread + 0.05))


def test_crops_are_prepared_as_the_net_learned_them() -> None:
    crops = RNG.integers(0, 255, (5, CROP_HEIGHT, CROP_WIDTH, 3), dtype=np.uint8)
    crops[1] = 17
    for given in (crops, crops[:, ::-1, ::-1], crops[:0]):
        assert np.allclose(prepare(given), plainly_prepared(given), atol=2e-6)
        assert prepare(given).dtype == np.float32


def test_edges_are_reckoned_once_a_picture(profile: Profile, nets: Nets) -> None:
    reader, first, second = CardReader(profile, nets), picture(), picture()
    assert reader.edges(first) is reader.edges(first)
    edges, at = reader.edges(second), np.array([[90.0, 110.0, 0.4]])
    assert edges is not reader.edges(first)
    assert np.array_equal(edges.sides(at, 60.0, 96.0), Edges(second).sides(at, 60.0, 96.0))


def test_rectangles_of_many_sizes_are_followed_at_once() -> None:
    edges, poses = Edges(picture()), np.array([[90.0, 110.0, 0.4], [80.0, 90.0, 1.9]])
    sizes = np.array([[60.0], [70.0]])
    together = edges.sides(poses, sizes, sizes * 1.6)
    for row, at, size in zip(together, poses, sizes[:, 0], strict=True):
        assert np.array_equal(row, edges.sides(at[None], float(size), float(size * 1.6))[0])


def test_the_share_that_changed_counts_the_pixels_inside() -> None:
    pose, level = Pose(100, 90, 0.3, 60, 96), strongest(picture())
    level = np.asarray(level // 8, np.uint8)
    inside = pose.draw(200, 0.94) > 0
    assert changed_share(level, pose) == float((level[inside] > THRESHOLDS.changes.level).mean())
    assert changed_share(level, Pose(-900, -900, 0.0, 60, 96)) == 0.0


def test_a_card_is_painted_with_its_margin_and_nothing_else() -> None:
    target, source, pose = picture(), picture(), Pose(100, 90, 0.3, 60, 96)
    before = target.copy()
    copy_card(target, source, pose)
    inside = pose.draw(200, 1.06) > 0
    assert np.array_equal(target[inside], source[inside])
    assert np.array_equal(target[~inside], before[~inside])


def test_light_that_grows_to_one_side_is_taken_off() -> None:
    before = np.clip(picture(), 40, 160)
    slope = np.linspace(0.8, 1.3, 200)[None, :, None]
    after = np.asarray(np.clip(before * slope, 0, 255), np.uint8)
    after[60:140, 80:130] = 240
    off = np.abs(relit(before, after).astype(float) - after)
    off[60:140, 80:130] = 0
    assert float(np.percentile(off, 99)) < 6.0


def shown(profile: Profile, card: int) -> tuple[Image, Pose]:
    """A card of the deck on a grey table, turned, and where it lies."""
    pose = Pose(203.0, 190.0, 0.4, 90.0, 144.0)
    face = profile.crops[card][0]
    corners = np.array([[0, 0], [80, 0], [80, 128], [0, 128]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, pose.corners().astype(np.float32))
    table = np.full((400, 400, 3), 90, np.uint8)
    cv2.warpPerspective(face, matrix, (400, 400), dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    return table, pose


def test_gradients_are_the_same_whatever_was_asked_before() -> None:
    image, at = picture(330), np.array([[160.0, 170.0, 0.7], [5.0, 320.0, 0.1], [500.0, -9.0, 2.0]])
    whole = cv2.GaussianBlur(image, (0, 0), 1.0)
    piecewise = Edges(image)
    for row in at:
        piecewise.sides(row[None], 50.0, 80.0)
    x, y = (int(value) for value in at[0, :2])
    found = piecewise._gradients[:, :, y * 330 + x]
    for channel, plane in zip(cv2.split(whole), found, strict=True):
        across, down = cv2.spatialGradient(channel)
        assert plane.tolist() == [across[y, x], down[y, x]]
    assert np.array_equal(piecewise.sides(at, 50.0, 80.0), Edges(image).sides(at, 50.0, 80.0))


def test_a_rectangle_is_cut_out_as_by_its_corners(profile: Profile) -> None:
    image, pose = shown(profile, 3)
    apart = crop(image, pose).astype(int) - crop_corners(image, pose.corners())
    assert np.abs(apart).max() <= 6
    assert np.abs(apart).mean() < 0.05


def test_what_the_quick_net_says_of_a_place_differs_by_rounding_alone(
    profile: Profile, nets: Nets
) -> None:
    reader = CardReader(profile, nets)
    image, pose = shown(profile, 5)
    start = reader.read(image, [pose.moved(3.0, -2.0, 0.02)])[0]
    found = reader.align(image, start)
    assert found.top == 5
    assert found.similarity > start.similarity
    plain = CardReader(profile, replace(nets, quick=None))
    said = plain.read(image, [found.pose])[0]
    assert np.allclose(found.similarities, said.similarities, atol=0.01)
    assert abs(plain.align(image, start).similarity - found.similarity) < 0.01


def test_a_place_is_read_once_a_picture(profile: Profile, nets: Nets) -> None:
    reader = CardReader(profile, nets)
    (image, pose), (other, _) = shown(profile, 5), shown(profile, 6)
    first = reader.read(image, [pose, pose])
    assert np.array_equal(first[0].similarities, first[1].similarities)
    assert reader.read(other, [pose])[0].top == 6
    assert np.allclose(reader.read(image, [pose])[0].similarities, first[0].similarities)
    view = reader.view(image, pose)
    assert np.allclose(profile.similarities(view[:1])[0], first[0].similarities)


def test_a_median_is_the_median() -> None:
    for shape in ((1, 3), (2, 3), (7, 4, 3), (40, 40, 3)):
        values = RNG.normal(0, 1, shape)
        whole = RNG.integers(-255, 255, shape).astype(np.int16)
        for axis in range(len(shape)):
            assert np.array_equal(median(values, axis), np.median(values, axis=axis))
            assert np.array_equal(median(whole, axis), np.median(whole, axis=axis))


def test_medians_of_short_lines_and_of_differences_of_bytes_are_medians() -> None:
    for rows in (1, 2, 7, 72):
        values = RNG.normal(0, 9, (rows, 11, 3)).astype(np.float32)
        given = values.copy()
        for axis in (0, 1, 2):
            assert np.array_equal(middles(values, axis), np.median(values.astype(float), axis))
        assert np.array_equal(values, given)
        apart = RNG.integers(-255, 256, (rows, 3)).astype(np.int16)
        assert np.array_equal(median_of_differences(apart), np.median(apart, 0))
    assert np.array_equal(median_of_differences(np.array([[-255], [255]], np.int16)), [0])


def test_a_change_is_reckoned_once_for_the_same_pictures_and_anew_for_others() -> None:
    before, after = picture(), picture()
    level = change_level(before, after)
    assert change_level(before, after) is level
    assert changed_pieces(level, 90.0) is changed_pieces(level, 90.0)
    assert changed_pieces(level, 45.0).k == 2 * changed_pieces(level, 90.0).k
    brighter = before.copy()
    brighter[40:90, 40:90] = 255
    other = change_level(brighter, after)
    assert not np.array_equal(other, level)
    assert np.array_equal(change_level(before.copy(), after), level)
