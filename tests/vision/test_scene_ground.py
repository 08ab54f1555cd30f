"""Bare cloth under a shadow is no card; a card that lies on it is none of the cloth."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from engine.cards import card
from tests.vision.drawn import Laid, Table
from tests.vision.test_watcher import codes, watch
from vision.arrays import Floats, Image, as_image
from vision.camera.frames import Frame
from vision.place.geometry import SMALL
from vision.reading.nets import Nets
from vision.reading.pose import Pose
from vision.reading.profile import Profile
from vision.sighting import CardTakenBack
from vision.watching.scene import TableScene, shows_bare_table
from vision.watching.watcher import Watcher

SIDE = 600
PLACE = Pose(300.0, 300.0, 0.3, 90.0, 146.0)


def checked() -> Image:
    y, x = np.mgrid[:SIDE, :SIDE]
    checks = 90 + 50 * ((x // 17) % 2) + 50 * ((y // 17) % 2)
    noise = np.random.default_rng(3).normal(0, 4, (SIDE, SIDE))
    return picture(np.repeat((checks + noise)[..., None], 3, 2))


def picture(values: Floats) -> Image:
    return as_image(np.clip(values, 0, 255).astype(np.uint8))


def shaded(cloth: Image) -> Image:
    """A soft shadow across the middle, and another camera's noise."""
    gain = 1.0 - 0.5 * np.exp(-(((np.arange(SIDE) - 320) / 60.0) ** 2))
    noise = np.random.default_rng(4).normal(0, 4, cloth.shape)
    return picture(cloth * gain[None, :, None] + noise)


def with_card(cloth: Image) -> Image:
    laid = cloth.copy()
    cv2.fillConvexPoly(laid, np.round(PLACE.corners()).astype(np.int32), (225, 230, 235))
    for across in (-20, 20):
        for down in (-45, 0, 45):
            cv2.circle(laid, (300 + across, 300 + down), 9, (40, 40, 190), -1)
    return as_image(laid)


def scene(sharp: Image) -> TableScene:
    return TableScene(sharp, as_image(cv2.resize(sharp, (SMALL, SMALL))))


def test_a_shadow_over_print_lays_nothing_a_card_hides_the_print() -> None:
    cloth = checked()
    assert shows_bare_table(PLACE, shaded(cloth), [scene(cloth)])
    assert not shows_bare_table(PLACE, with_card(shaded(cloth)), [scene(cloth)])


def test_half_beside_a_card_is_not_bare() -> None:
    """What is half on a card is a card read at a wrong place; that is for others to say."""
    cloth = checked()
    half = PLACE.moved(x=48.0)
    assert not shows_bare_table(half, with_card(cloth), [scene(cloth)])
    assert shows_bare_table(half, cloth, [scene(cloth)])


def test_any_look_of_the_table_will_do() -> None:
    """Cards were dealt and taken up: the last look shows them, one before shows the cloth."""
    cloth = checked()
    assert shows_bare_table(PLACE, shaded(cloth), [scene(with_card(cloth)), scene(cloth)])
    assert not shows_bare_table(PLACE, shaded(cloth), [scene(with_card(cloth))])


def test_of_a_plain_table_or_without_a_look_at_it_nothing_is_told() -> None:
    plain = picture(150 + np.random.default_rng(5).normal(0, 2, (SIDE, SIDE, 3)))
    assert not shows_bare_table(PLACE, plain, [scene(plain)])
    assert not shows_bare_table(PLACE, checked(), [])
    assert shows_bare_table(PLACE, checked(), [scene(checked())])


class Cloth(Table):
    """A checked cloth on which a shadow falls; no line or column of it is all dark."""

    dark: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        y, x = np.mgrid[: self.height, : self.width]
        checks = 90 + 50 * ((x // 17) % 2) + 50 * ((y // 17) % 2)
        self._wood = np.repeat(checks[..., None], 3, 2).astype(np.float32)
        self._round = np.exp(-(((x - 480) / 60.0) ** 2) - ((y - 270) / 96.0) ** 2)[..., None]

    def frames(self, seconds: float) -> Iterator[Frame]:
        """Deliver frames with the shadow as dark as it is now."""
        for frame in super().frames(seconds):
            yield Frame(
                frame.index, frame.t, picture(frame.image * (1.0 - self.dark * self._round))
            )

    def darkened(self) -> Iterator[Frame]:
        """The shadow falls."""
        for _ in range(5):
            self.dark += 0.1
            yield from self.frames(0.08)


def test_a_card_laid_where_a_shadow_fell_just_before_is_taken_back_as_any_other(
    profile: Profile, nets: Nets
) -> None:
    watcher, table = Watcher(profile, nets), Cloth()
    frames = [*table.frames(0.6), *table.darkened(), *table.frames(0.4)]
    frames += [*table.slide(Laid(card("EO"), 480, 300, 0.1), (480, 600)), *table.frames(0.6)]
    table.cards.pop()
    events = watch(watcher, [*frames, *table.frames(0.8)])
    assert codes(events, profile) == ["EO"]
    (last,) = (event for event in events if isinstance(event, CardTakenBack))
    assert last.track == 0
