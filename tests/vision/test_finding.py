"""Where a new card is looked for: a clear reading is believed at once only with a card's sides."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from engine.cards import card
from tests.vision.drawn import Laid, Table
from vision.arrays import Image
from vision.reading.nets import Nets, Proposal
from vision.reading.pose import Edges, Pose
from vision.reading.profile import Profile
from vision.reading.reader import CardReader, CardReading, Skip, nothing
from vision.watching import finding
from vision.watching.finding import Search, find_unsized

SIZE = (70.0, 120.0)
CARD = Pose(230.0, 200.0, 0.0, *SIZE)
BETWEEN = Pose(170.0, 200.0, 0.8, *SIZE)
"""Half on the card, half beside it."""


class Pointed(CardReader):
    """Reads what it was told to; notes where it was sent."""

    def __init__(self, profile: Profile, nets: Nets, there: Pose) -> None:
        super().__init__(profile, nets)
        self.there = there
        self.looked: list[list[Pose]] = []

    def read(self, image: Image, poses: Sequence[Pose]) -> list[CardReading]:
        self.looked.append(list(poses))
        return super().read(image, poses)

    def on_edges_of(self, image: Image, edges: Edges, start: Pose) -> CardReading:
        """Nothing is clear as it lies."""
        return CardReading(start, np.zeros(len(self.profile.cards)))

    def locate(
        self,
        image: Image,
        edges: Edges,
        starts: Sequence[Pose],
        sizes: float = 0.0,
        skip: Skip = nothing,
    ) -> CardReading | None:
        self.looked.append(list(starts))
        pose, similarity = (self.there, 0.92) if len(self.looked) == 1 else (CARD, 0.98)
        return CardReading(pose, np.full(len(self.profile.cards), similarity))


def pointing(there: Pose, monkeypatch: pytest.MonkeyPatch, confidence: float = 0.9) -> None:
    """Let the net for new cards point at a pose."""

    def proposed(*_: object) -> tuple[Proposal, ...]:
        return (Proposal(there.x, there.y, there.theta, confidence),)

    monkeypatch.setattr(finding, "propose", proposed)


@pytest.fixture
def pictures() -> tuple[Image, Image]:
    """A table, and the same table with a white card on it."""
    before = np.full((400, 400, 3), 60, np.uint8)
    after = before.copy()
    cv2.fillConvexPoly(after, np.round(CARD.corners()).astype(np.int32), (235, 235, 235))
    return before, after


@pytest.mark.parametrize(("confidence", "followed"), [(0.4, False), (0.5, True)])
def test_a_faint_hint_of_the_net_is_not_followed(
    confidence: float,
    followed: bool,
    pictures: tuple[Image, Image],
    profile: Profile,
    nets: Nets,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What changed is looked at as a whole instead."""
    pointing(CARD, monkeypatch, confidence)
    reader = Pointed(profile, nets, CARD)
    assert Search(reader).known(*pictures, SIZE, nothing) is not None
    assert [len(starts) == 1 for starts in reader.looked] == [followed]


def test_a_card_of_unknown_size_is_looked_for_right_where_something_changed(
    pictures: tuple[Image, Image], profile: Profile, nets: Nets
) -> None:
    """Not beside it, however far an arm has to be cut off."""
    reader = Pointed(profile, nets, CARD)
    find_unsized(*pictures, [], reader)
    starts = reader.looked[0]
    assert starts
    assert all(math.dist((pose.x, pose.y), (CARD.x, CARD.y)) < 0.5 for pose in starts)


@pytest.mark.parametrize(("there", "found", "looks"), [(CARD, CARD, 1), (BETWEEN, CARD, 2)])
def test_a_clear_reading_without_the_sides_of_a_card_is_not_the_last_word(
    there: Pose,
    found: Pose,
    looks: int,
    pictures: tuple[Image, Image],
    profile: Profile,
    nets: Nets,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two cards that came at once the net points between both; half and half looks like one."""
    pointing(there, monkeypatch)
    reader = Pointed(profile, nets, there)
    reading = Search(reader).known(*pictures, SIZE, nothing)
    assert reading is not None
    assert reading.pose == found
    assert len(reader.looked) == looks


@pytest.mark.parametrize("theta", [0.4, 2.0])
def test_where_the_net_points_nowhere_what_changed_is_looked_at_as_it_lies(
    theta: float, profile: Profile, nets: Nets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "propose", lambda *_: ())
    laid = Pose(250.0, 160.0, theta, *SIZE)
    before = np.full((400, 400, 3), 60, np.uint8)
    after = before.copy()
    cv2.fillConvexPoly(after, np.round(laid.corners()).astype(np.int32), (235, 235, 235))
    reader = Pointed(profile, nets, laid)
    Search(reader).known(before, after, SIZE, nothing)
    first = reader.looked[0][0]
    assert first.distance(laid) < 0.03
    assert first.turned(laid) < 0.05


def test_edges_beside_a_card_of_unknown_size_do_not_draw_it_away(
    profile: Profile, nets: Nets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "edges_fit", lambda _, fitted: fitted.moved(12.0, 9.0))
    laid = Laid(card("S7"), 230, 200)
    table = Table(width=400, height=400)
    before = table.picture()
    table.cards.append(laid)
    found = find_unsized(before, table.picture(), [], CardReader(profile, nets))
    assert found is not None
    assert math.dist((found.pose.x, found.pose.y), (laid.x, laid.y)) < 5


def test_a_new_card_is_looked_for_where_others_lie(
    pictures: tuple[Image, Image], profile: Profile, nets: Nets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may come to lie nearly on one of them; of its outline hardly anything changes then."""
    pointing(BETWEEN, monkeypatch)
    reader = Pointed(profile, nets, BETWEEN)
    lying = Pose(236.0, 204.0, 0.1, *SIZE)
    Search(reader).known(*pictures, SIZE, nothing, [lying])
    assert lying in reader.looked[1]


def searched(before: Laid | None, laid: Laid, profile: Profile, nets: Nets) -> CardReading | None:
    """Return what is found of a card of known size laid on a table, maybe on another card."""
    table = Table(width=540, height=540, cards=[] if before is None else [before])
    seen = table.picture()
    table.cards.append(laid)
    whole = (laid.height * profile.aspect, laid.height)
    lying = [] if before is None else [Pose(before.x, before.y, before.theta, *whole)]
    return Search(CardReader(profile, nets)).known(seen, table.picture(), whole, nothing, lying)


@pytest.mark.parametrize("below", [None, Laid(card("S7"), 290, 360)])
def test_a_card_whose_outline_is_new_is_read_without_the_net_that_points(
    below: Laid | None, profile: Profile, nets: Nets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it climbed from: a look as it lies is enough."""
    monkeypatch.setattr(finding, "propose", lambda *_: pytest.fail("the net was asked"))
    monkeypatch.setattr(CardReader, "_climbed", lambda *_: pytest.fail("it was climbed from"))
    laid = Laid(card("HK"), 270, 260, 0.7)
    found = searched(below, laid, profile, nets)
    assert found is not None
    assert profile.cards[found.top] == laid.card
    assert math.dist((found.pose.x, found.pose.y), (laid.x, laid.y)) < 0.02 * laid.height


@pytest.mark.parametrize(
    ("towards_likeness", "lead", "sides", "climbed", "believed"),
    [
        (0.80, 4.0, 3, False, True),
        (0.70, 4.0, 3, True, True),
        (0.30, 4.0, 3, False, False),
        (0.80, 2.0, 3, False, False),
        (0.80, 4.0, 2, False, False),
    ],
)
def test_what_is_clear_is_brought_where_it_lies_before_it_is_believed(
    towards_likeness: float,
    lead: float,
    sides: int,
    climbed: bool,
    believed: bool,
    pictures: tuple[Image, Image],
    profile: Profile,
    nets: Nets,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, asked = CardReader(profile, nets), []
    similarity = nets.accept + towards_likeness * (1 - nets.accept)
    row = np.full(len(profile.cards), similarity - lead * nets.temperature)
    row[0] = similarity
    reading = CardReading(CARD, row)

    def climb(_image: Image, start: CardReading, _sizes: float, rounds: int) -> CardReading:
        assert rounds == 2
        asked.append(start)
        return start

    monkeypatch.setattr(reader, "on_edges_of", lambda *_: reading)
    monkeypatch.setattr(reader, "align", climb)
    monkeypatch.setattr(reader, "on_edges", lambda _image, _edges, there: there)
    monkeypatch.setattr(finding, "sides_seen", lambda *_: sides)
    monkeypatch.setattr(reader, "locate", lambda *_: None)
    monkeypatch.setattr(finding, "propose", lambda *_: ())
    found = Search(reader).known(*pictures, SIZE, nothing)
    assert (found is reading) is believed
    assert bool(asked) is climbed
