"""Cards that lie there when watching begins: told once, followed, never plays; play goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Future

import cv2
import numpy as np
import pytest

from engine.cards import Card, card
from tests.vision.drawn import FACE_HEIGHT, FACE_WIDTH, Laid, Table
from tests.vision.test_watcher import cleared, codes, watch
from vision.arrays import Floats, Image, as_image
from vision.camera.frames import Frame
from vision.place.geometry import as_quad
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    EarlierCard,
    EarlierSeen,
    FaceDownSeen,
    ForeignSeen,
    Sighting,
    TableActivity,
    TableContext,
    VisionEvent,
)
from vision.still.earlier import at_once, beside
from vision.watching.earlier import StillLook
from vision.watching.watcher import Watcher

TRICK = (
    Laid(card("EO"), 480, 330, 0.1),
    Laid(card("S7"), 400, 270, 1.4),
    Laid(card("HA"), 560, 230, 3.3),
)


def told(laid: Iterable[Laid]) -> tuple[EarlierCard, ...]:
    return tuple(EarlierCard(each.card, 0.99, False, as_quad(each.corners())) for each in laid)


def sees(found: Sequence[EarlierCard]) -> StillLook:
    """Return a look that finds these cards whatever the picture shows."""

    def look(_: Image) -> Future[Sequence[EarlierCard]]:
        answer: Future[Sequence[EarlierCard]] = Future()
        answer.set_result(found)
        return answer

    return look


def activities(events: Iterable[VisionEvent]) -> list[TableActivity]:
    return [event.activity for event in events if isinstance(event, ActivityChanged)]


def lying(events: Iterable[VisionEvent]) -> list[list[Card | None]]:
    return [[one.card for one in event.cards] for event in events if isinstance(event, EarlierSeen)]


def plays(events: Iterable[VisionEvent]) -> list[VisionEvent]:
    """Return what would be a play, and a camera that was wrongly said to be moved."""
    return [
        event
        for event in events
        if isinstance(event, Sighting | CardTakenBack | FaceDownSeen | ForeignSeen)
        or (isinstance(event, CameraMoved) and event.far)
    ]


def begun(cards: Sequence[Laid] = TRICK, **looks: object) -> Table:
    table = Table(**looks)  # type: ignore[arg-type]
    table.cards += [Laid(each.card, each.x, each.y, each.theta) for each in cards]
    return table


def test_a_trick_that_lies_there_is_named_and_is_no_play(profile: Profile, nets: Nets) -> None:
    table = begun()
    events = watch(Watcher(profile, nets, look=at_once(profile, nets)), table.frames(1.2))
    (seen,) = (event for event in events if isinstance(event, EarlierSeen))
    assert {one.card for one in seen.cards} == {each.card for each in TRICK}
    assert all(one.p > 0.9 for one in seen.cards)
    for one in seen.cards:
        (laid,) = (each for each in TRICK if each.card is one.card)
        apart = np.asarray(one.quad).mean(0) - laid.corners().mean(0)
        assert np.abs(apart).max() < 6
    assert plays(events) == []
    assert activities(events) == [TableActivity.STARTING, TableActivity.LYING]


def test_an_empty_table_is_empty(profile: Profile, nets: Nets) -> None:
    events = watch(Watcher(profile, nets, look=at_once(profile, nets)), Table().frames(1.0))
    assert lying(events) == []
    assert activities(events) == [TableActivity.STARTING, TableActivity.EMPTY]


class BackTable(Table):
    """A table on which a pile lies face down, at the rim or wherever it is put."""

    pile: Laid | None = Laid(card("EO"), 330, 150, 0.3)

    def _drawn(self) -> Image:
        image = super()._drawn()
        if self.pile is None:
            return image
        y, x = np.mgrid[:FACE_HEIGHT, :FACE_WIDTH]
        ink = np.sin((x + y) / 5.0) * np.sin((x - y) / 5.0) > -0.5
        back = np.where(ink[..., None], (110, 40, 60), (210, 190, 200)).astype(np.uint8)
        back[:8] = back[-8:] = back[:, :8] = back[:, -8:] = (225, 228, 230)
        source = np.array(
            [[0, 0], [FACE_WIDTH, 0], [FACE_WIDTH, FACE_HEIGHT], [0, FACE_HEIGHT]], np.float32
        )
        way = cv2.getPerspectiveTransform(source, self.pile.corners().astype(np.float32))
        size = (self.width, self.height)
        over = cv2.warpPerspective(back, way, size, flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(np.full(back.shape[:2], 255, np.uint8), way, size)
        share = inside[..., None] / 255.0
        return as_image(image * (1 - share) + over * share)


def test_a_pile_face_down_is_a_back_and_play_goes_on_beside_it(
    profile: Profile, nets: Nets
) -> None:
    table = BackTable()
    watcher = Watcher(profile, nets, look=at_once(profile, nets))
    events = watch(watcher, table.frames(0.8))
    (seen,) = (event for event in events if isinstance(event, EarlierSeen))
    assert [(one.card, one.back) for one in seen.cards] == [(None, True)]
    for number in range(2):
        frames = [*table.slide(Laid(card("EO"), 520, 330, 0.1), (480, 600)), *table.frames(0.6)]
        frames += table.slide(Laid(card("S7"), 440, 300, 1.4), (-80, 280))
        frames += [*table.frames(0.6), *table.sweep(), *table.frames(0.8)]
        events += watch(watcher, frames)
        assert codes(events, profile) == ["EO", "S7"] * (number + 1)
    assert cleared(events) == [2, 2]
    assert len(lying(events)) == 1
    assert TableActivity.EMPTY not in activities(events)
    assert activities(events)[-1] is TableActivity.LYING


@pytest.mark.parametrize("ground", [(52, 84, 118), (225, 228, 230)])
def test_what_is_swept_that_lay_there_is_no_trick_and_then_play_is_read(
    profile: Profile, nets: Nets, ground: tuple[int, int, int]
) -> None:
    table = begun(ground=ground)
    watcher = Watcher(profile, nets, look=sees(told(TRICK)))
    events = watch(watcher, [*table.frames(2.0), *table.sweep(), *table.frames(6.0)])
    assert plays(events) == []
    assert cleared(events) == []
    assert lying(events)[-1] == []
    assert activities(events)[-1] is TableActivity.EMPTY
    # The very cards that lay there are dealt anew and played.
    for laid, start in ((Laid(card("S7"), 480, 330, 0.1), (480, 600)), (TRICK[2], (500, -90))):
        events += watch(watcher, [*table.slide(laid, start), *table.frames(0.8)])
    assert codes(events, profile) == ["S7", "HA"]


def test_the_next_trick_is_read_where_one_lay_half_played(profile: Profile, nets: Nets) -> None:
    """The camera came in the midst of a trick: its last card is read, the sweep counts it."""
    table = begun()
    watcher = Watcher(profile, nets, look=sees(told(TRICK)))
    watcher.context(TableContext(3, 4, 4))
    frames = [*table.frames(0.8), *table.slide(Laid(card("GK"), 530, 300, 4.5), (1040, 290))]
    events = watch(watcher, [*frames, *table.frames(0.8)])
    assert codes(events, profile) == ["GK"]
    events += watch(watcher, [*table.sweep(), *table.frames(6.0)])
    assert cleared(events) == [1]
    assert lying(events)[-1] == []
    frames = [*table.slide(Laid(card("SZ"), 470, 300, 0.2), (480, 600)), *table.frames(0.8)]
    events += watch(watcher, frames)
    assert codes(events, profile) == ["GK", "SZ"]


def test_a_card_that_is_pushed_where_it_lay_is_no_play(profile: Profile, nets: Nets) -> None:
    table = begun()
    watcher = Watcher(profile, nets, look=sees(told(TRICK)))
    events = watch(watcher, table.frames(0.8))
    table.cards[2].x += 30
    table.cards[2].theta += 0.1
    events += watch(watcher, table.frames(3.0))
    assert plays(events) == []
    assert lying(events) == [[each.card for each in TRICK]]


def test_a_card_that_lay_aside_and_is_played_is_a_play(profile: Profile, nets: Nets) -> None:
    aside = Laid(card("HA"), 300, 110, 0.4)
    table = begun([aside])
    watcher = Watcher(profile, nets, look=sees(told([aside])))
    events = watch(watcher, table.frames(0.8))
    table.cards.clear()
    frames = [*table.slide(Laid(card("HA"), 500, 330, 0.1), (300, 110)), *table.frames(2.0)]
    events += watch(watcher, frames)
    assert codes(events, profile) == ["HA"]
    assert lying(events)[-1] == []


def test_a_look_beside_holds_nothing_up_and_says_the_same(profile: Profile, nets: Nets) -> None:
    asked: list[Future[Sequence[EarlierCard]]] = []

    def later(_: Image) -> Future[Sequence[EarlierCard]]:
        asked.append(Future())
        return asked[0]

    table = begun(TRICK[:1])
    watcher = Watcher(profile, nets, look=later)
    frames = [*table.frames(0.6), *table.slide(Laid(card("S7"), 400, 220, 1.4), (-80, 280))]
    events = watch(watcher, [*frames, *table.frames(0.6)])
    assert codes(events, profile) == ["S7"]
    assert lying(events) == []
    assert TableActivity.EMPTY not in activities(events)
    asked[0].set_result(told(TRICK[:1]))
    events += watch(watcher, [*table.frames(0.2), *table.sweep(), *table.frames(4.0)])
    assert lying(events) == [[card("EO")], []]
    assert codes(events, profile) == ["S7"]

    found = beside(profile, nets)(table_picture(TRICK)).result(timeout=60)
    assert {one.card for one in found} == {each.card for each in TRICK}


def table_picture(cards: Sequence[Laid]) -> Image:
    return begun(cards).picture()


def test_after_a_long_time_without_a_picture_watching_begins_anew(
    profile: Profile, nets: Nets
) -> None:
    table = Table()
    answers = [(), told(TRICK)]

    def look(_: Image) -> Future[Sequence[EarlierCard]]:
        answer: Future[Sequence[EarlierCard]] = Future()
        answer.set_result(answers.pop(0))
        return answer

    watcher = Watcher(profile, nets, look=look)
    events = watch(watcher, table.frames(0.8))
    table.cards += TRICK
    again = [Frame(f.index, f.t + 300.0, f.image) for f in table.frames(1.2)]
    events += [*watcher.no_picture(again[0].t), *watch(watcher, again)]
    assert lying(events) == [[each.card for each in TRICK]]
    assert plays(events) == []


def test_a_mistake_in_the_look_is_not_swallowed(profile: Profile, nets: Nets) -> None:
    flat: Floats = np.zeros((0, 0, 3))
    failed = beside(profile, nets)(as_image(flat))
    with pytest.raises(Exception, match=r".+"):
        failed.result(timeout=60)
