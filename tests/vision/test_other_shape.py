"""Cards of a deck of another shape are told as foreign; a card of the deck half covered is not."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from engine.cards import Card, card
from tests.vision.drawn import Laid, Table
from tests.vision.test_watcher import watch
from vision.arrays import Floats, Image, as_image
from vision.camera.frames import Frame
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import ForeignSeen, Sighting
from vision.watching.watcher import Watcher

WIDTH, HEIGHT = 176, 240
"""A poker card, 63 by 86 mm; the drawn deck has the shape 58 by 100."""


def poker_face(which: Card) -> Image:
    """Draw a face like none of the deck: a frame, bars and a ring in black and red."""
    picture = np.full((HEIGHT, WIDTH, 3), 240, np.uint8)
    colour = (30, 20, 200) if which.suit.letter in "HS" else (25, 25, 25)
    index = "AZKOU987".index(which.rank.letter)
    cv2.rectangle(picture, (34, 34), (WIDTH - 34, HEIGHT - 34), colour, 2)
    for k in range(2 + index % 4):
        cv2.line(picture, (50, 60 + 28 * k), (126, 74 + 28 * k), colour, 6)
    cv2.circle(picture, (88, 120), 18 + 4 * index, colour, 7)
    for _ in range(2):
        cv2.putText(picture, which.rank.letter, (6, 26), cv2.FONT_HERSHEY_DUPLEX, 0.8, colour, 2)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return as_image(picture)


class PokerTable(Table):
    """A table on which cards of another deck are laid."""

    def _draw(self, image: Floats, laid: Laid) -> None:
        h, w = laid.height / 2, laid.height / 2 * WIDTH / HEIGHT
        c, s = np.cos(laid.theta), np.sin(laid.theta)
        box = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        corners = box @ np.array([[c, s], [-s, c]]) + np.array([laid.x, laid.y])
        source = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        size, flags = (self.width, self.height), cv2.INTER_AREA
        over = cv2.warpPerspective(poker_face(laid.card), matrix, size, flags=flags)
        whole = np.full((HEIGHT, WIDTH), 255, np.uint8)
        inside = cv2.warpPerspective(whole, matrix, size, flags=flags)
        share = inside[..., None].astype(np.float32) / 255
        image *= 1 - share
        image += over * share


class MatTable(Table):
    """A table on which a dark mat lies across the lower part of what is laid in the middle."""

    covered = 0.25

    def _draw(self, image: Floats, laid: Laid) -> None:
        super()._draw(image, laid)
        top = round(laid.y + laid.height * (0.5 - self.covered))
        left, right = round(laid.x - 70), round(laid.x + 70)
        image[top : top + 60, left:right] = (40, 40, 60)


def leads(table: Table, codes: tuple[str, ...]) -> Iterator[Frame]:
    """Lay one card after another at one place, each alone, as the leads of as many tricks."""
    yield from table.frames(0.6)
    for code in codes:
        yield from table.slide(Laid(card(code), 470, 270, 0.2), (480, 600))
        yield from table.frames(1.0)
        yield from table.sweep()
        yield from table.frames(0.6)


def test_each_card_of_another_shape_is_told_once(profile: Profile, nets: Nets) -> None:
    events = watch(Watcher(profile, nets), leads(PokerTable(), ("SK", "E9", "HA")))
    told = [event for event in events if isinstance(event, ForeignSeen)]
    assert len(told) == 3
    assert all(event.similarity < nets.accept and event.view is not None for event in told)
    assert not any(isinstance(event, Sighting) for event in events)


def test_a_card_of_the_deck_partly_covered_is_not_told_as_foreign(
    profile: Profile, nets: Nets
) -> None:
    for table, foreign in ((MatTable(), 0), (PokerTable(), 1)):
        events = watch(Watcher(profile, nets), leads(table, ("EO",)))
        assert sum(isinstance(event, ForeignSeen) for event in events) == foreign


def test_a_stranger_over_which_an_arm_lies_is_told_once(profile: Profile, nets: Nets) -> None:
    table = PokerTable()

    def frames() -> Iterator[Frame]:
        yield from table.frames(0.6)
        table.arm = (560, 380)
        yield from table.slide(Laid(card("SK"), 470, 230, 0.2), (480, 600))
        yield from table.frames(1.0)
        table.arm = None
        yield from table.frames(0.6)
        table.arm = (600, 420)
        yield from table.frames(1.0)
        table.arm = None
        yield from table.frames(1.0)

    told = [one for one in watch(Watcher(profile, nets), frames()) if isinstance(one, ForeignSeen)]
    assert len(told) == 1
