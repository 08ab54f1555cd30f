"""Watches a table: frames in, sightings out.

Per frame only a small picture is compared; the nets run when the table has come to rest and
something has changed. Everything said is said from what was seen so far: the output for a
recording cut short is a prefix of the output for the whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Image
from vision.calibration import log_scores
from vision.commotion import LEFT_SECONDS, Commotion, hangs_together, many_at_once
from vision.explain import Explainer, Found, in_the_middle
from vision.field import Field
from vision.frames import Frame
from vision.geometry import Geometry, overhead
from vision.light import relit
from vision.moved import Guard
from vision.nets import Nets
from vision.order import in_order
from vision.pose import Edges
from vision.profile import Profile
from vision.reader import Reader, Reading, Skip, nothing
from vision.scene import Scene, middle_of
from vision.search import SIZE_SLACK, Search
from vision.settle import CHANGED_LEVEL, Settle, changed, difference, share_above
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    FaceDownSeen,
    ForeignSeen,
    Sighting,
    TableActivity,
    TableContext,
    TrickCleared,
    VisionEvent,
)
from vision.size import CardSize, remeasured
from vision.stranger import PATIENCE_SECONDS, Stranger, Strangers
from vision.trick import Comparison, Lying, Sweep, lay

LOOK_SECONDS = 0.16
"""Between two looks at the same unexplained rest; doubled with every look in vain."""
REREAD_SECONDS = (0.2, 0.5, 1.1)
REFRESH_SECONDS = 0.5
STRANGE_SECONDS = 20.0
"""After this long a face-down or foreign card belongs to the table."""
_CLEAR_MARGIN = 0.05
_RETELL = 0.05
_MOSTLY = 0.4
_SAME_DOUBT = 0.4
_MORE_THAN_A_CARD = 0.06
_MAX_SIDE = 720


@dataclass(slots=True)
class _Rest:
    """What was done since the table came to rest."""

    since: float
    next_look: float
    pause: float = LOOK_SECONDS
    rereads: int = 0
    refreshed: float = 0.0


class Watcher:
    """Turns the frames of one camera or recording into what happened on the table.

    Without `geometry` the picture is taken to be seen from straight above, and the size of the
    cards is found out from the first ones.
    """

    def __init__(self, profile: Profile, nets: Nets, geometry: Geometry | None = None) -> None:
        self._reader = Reader(profile.embedded_with(nets.embedding), nets)
        self._search = Search(self._reader)
        self._explainer = Explainer(self._reader)
        self._nets = nets
        self._geometry = geometry
        self._size = CardSize(_known_size(profile, geometry))
        self._context: TableContext | None = None
        self._field: Field | None = None
        self._guard: Guard | None = None
        self._settle = Settle()
        self._sweep = Sweep()
        self._recent: list[Image] = []
        self._rest: _Rest | None = None
        self._reference: Scene | None = None
        self._empty: Scene | None = None
        self._laid: Image | None = None
        self._trick: list[Lying] = []
        self._tracks = 0
        self._activity: TableActivity | None = None
        self._unread = False
        self._missing = False
        """Whether the newest card was not there at the last look."""
        self._strangers = Strangers()
        self._commotion = Commotion()
        self._strange_since: float | None = None
        """When a card that is no play came to lie; the empty table is the one before."""

    def context(self, context: TableContext) -> None:
        """Take note of what the director knows; it only sharpens what is seen from now on."""
        self._context = context

    def no_picture(self, t: float) -> tuple[VisionEvent, ...]:
        """The camera was lost: say so, and take the next picture for a new beginning of rest."""
        self._settle.interrupt()
        self._rest = None
        self._recent.clear()
        return self._tell_activity(t, TableActivity.NO_PICTURE)

    def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
        """Look at the next frame and return what became known with it."""
        field_of_view = self._field_for(frame.image)
        small = field_of_view.small(frame.image)
        self._recent = [*self._recent, frame.image][-3:]
        if not self._settle.step(frame.t, small):
            self._rest = None
            if self._empty is not None and self._trick:
                self._sweep.follow(small, self._empty.small)
            return self._tell_activity(frame.t, self._moving_activity())
        return self._at_rest(frame.t, small)

    def _field_for(self, image: Image) -> Field:
        height, width = image.shape[:2]
        seen = self._field
        if seen is None or (seen.width, seen.height) != (width, height):
            measured = self._geometry
            geometry = measured.in_picture(width, height) if measured else overhead(width, height)
            self._guard = Guard(geometry)
            side = round(geometry.field_mm / _mm_per_px(geometry))
            seen = self._field = Field(geometry, width, height, min(side, _MAX_SIDE))
            self._reference = self._empty = None
            self._trick.clear()
            self._recent.clear()
            self._settle.interrupt()
        return seen

    def _at_rest(self, t: float, small: Image) -> tuple[VisionEvent, ...]:
        if self._rest is None:
            self._rest = _Rest(self._settle.since, t)
            self._look_round_first(small)
        if self._reference is None:
            scene = self._scene(small)
            self._reference = self._empty = scene
        quiet = not changed(small, self._reference.small)
        moved = self._looked_round(t, quiet)
        if moved is not None:
            return moved + self._tell_activity(t, TableActivity.MOVING)
        events: tuple[VisionEvent, ...] = ()
        if quiet and not self._commotion.on:
            self._unread = False
            events = self._while_quiet(t, small, self._rest)
        elif t >= self._rest.next_look:
            self._rest.next_look = t + self._rest.pause
            self._rest.pause *= 2
            events = self._look(t, small, self._rest)
        return events + self._tell_activity(t, self._resting_activity())

    def _look_round_first(self, small: Image) -> None:
        """Where more has changed than a card covers, ask first whether the camera was moved."""
        if self._reference is not None and self._guard is not None:
            apart = difference(small, self._reference.small)
            if share_above(apart, CHANGED_LEVEL) > _MORE_THAN_A_CARD:
                self._guard.at_once()

    def _looked_round(self, t: float, quiet: bool) -> tuple[VisionEvent, ...] | None:
        """Follow a moved camera or table; nothing is read while that is in doubt. None: go on."""
        assert self._guard is not None
        assert self._field is not None
        image = self._recent[-1]
        shift = self._guard.look(t, image, empty=quiet and not self._trick)
        if shift is None:
            return () if self._guard.unsure else None
        seen = self._field
        self._field = Field(self._guard.geometry, seen.width, seen.height, seen.side)
        self._recent, self._rest = [image], None
        self._settle.interrupt()
        if shift.large:
            self._reference = self._empty = self._laid = None
            self._trick.clear()
            self._strangers.forget_places()
        return (CameraMoved(t, far=shift.large),)

    def _moving_activity(self) -> TableActivity:
        if self._reference is None:
            return TableActivity.STARTING
        return TableActivity.SWEPT if self._commotion.on else TableActivity.MOVING

    def _resting_activity(self) -> TableActivity:
        if self._commotion.on:
            return TableActivity.SWEPT
        if self._unread:
            return TableActivity.HAND
        return TableActivity.STABLE if self._trick else TableActivity.EMPTY

    def _tell_activity(self, t: float, activity: TableActivity) -> tuple[VisionEvent, ...]:
        if activity is self._activity:
            return ()
        self._activity = activity
        return (ActivityChanged(t, activity),)

    def _scene(self, small: Image) -> Scene:
        assert self._field is not None
        return Scene(self._field.sharp(middle_of(self._recent)), small)

    def _while_quiet(self, t: float, small: Image, rest: _Rest) -> tuple[VisionEvent, ...]:
        events: tuple[VisionEvent, ...] = ()
        quiet = t - rest.since
        due = rest.rereads < len(REREAD_SECONDS) and quiet >= REREAD_SECONDS[rest.rereads]
        if due:
            rest.rereads += 1
            if self._trick:
                events = self._read_again(t, self._scene(small))
        if t - rest.refreshed >= REFRESH_SECONDS:
            rest.refreshed = t
            self._reference = self._scene(small)
            if self._trick:
                self._laid = small
            elif self._strange_since is None or t - self._strange_since > STRANGE_SECONDS:
                self._empty, self._strange_since = self._reference, None
        return events

    def _read_again(self, t: float, scene: Scene) -> tuple[VisionEvent, ...]:
        """Look again at the newest card, which lies on top."""
        newest = self._trick[-1]
        start = self._reader.read(scene.sharp, [newest.pose])[0]
        again = self._reader.align(scene.sharp, start, SIZE_SLACK, rounds=1)
        newest.add(again)
        return self._tell_again(t, newest)

    def _tell_again(self, t: float, lying: Lying) -> tuple[VisionEvent, ...]:
        scores = log_scores(lying.similarities, self._nets.temperature)
        apart = np.abs(np.exp(scores) - np.exp(lying.told)).max()
        if apart < _RETELL:
            return ()
        return (self._sighting(t, lying),)

    def _sighting(self, t: float, lying: Lying) -> Sighting:
        assert self._field is not None
        lying.told = log_scores(lying.similarities, self._nets.temperature)
        quad = self._field.to_picture(lying.pose.corners())
        return Sighting(
            lying.track, lying.t, t, quad, self._measured_geometry().place(quad), lying.told
        )

    def _measured_geometry(self) -> Geometry:
        assert self._field is not None
        geometry = self._field.geometry
        shares = self._size.shares
        if geometry.calibrated or shares is None:
            return geometry
        return geometry.scaled(self._reader.profile.height_mm / (shares[1] * geometry.field_mm))

    def _look(self, t: float, small: Image, rest: _Rest) -> tuple[VisionEvent, ...]:
        assert self._reference is not None
        scene = self._scene(small)
        if self._empty_again(scene):
            return ()
        if self._commotion.on:
            return self._wait_for_the_end(t, rest, scene)
        events = list(self._cleared(t, rest, scene))
        if events and not changed(small, self._reference.small):
            return tuple(events)
        found = self._explainer.explain(self._reference, scene, self._trick, self._locate)
        if many_at_once(found, self._trick, self._context):
            self._commotion.begin(t)
            return tuple(events)
        patient = t - rest.since < PATIENCE_SECONDS
        if hangs_together(found, self._trick, self._context):
            self._unread = True
            if not patient:
                self._commotion.begin(t)
            return tuple(events)
        events += [event for lying in found.moved for event in self._tell_again(t, lying)]
        events += [self._lay(t, rest, reading) for reading in self._in_order(found.new)]
        events += self._taken_back(t, rest, scene, found.moved)
        if self._trick and not self._missing:
            self._laid = small
        strangers = self._strangers_in(found, scene) if t > rest.since + LOOK_SECONDS else []
        events += [self._stranger(t, rest, stranger) for stranger in strangers]
        doubtful = [] if strangers else found.doubtful
        open_doubts = self._strangers.still_doubtful(t, doubtful)
        self._unread = bool(open_doubts)
        if self._missing:
            return tuple(events)
        explained = found.new or found.moved or found.doubtful
        if (explained and not open_doubts) or not patient:
            self._reference = scene
            if strangers:
                self._strange_since = t
            elif not self._trick and self._strange_since is None:
                self._empty = scene
        elif found.new or found.moved:
            known = [reading.pose for reading in found.new] + [card.pose for card in found.moved]
            self._reference = self._reference.with_parts_of(scene, known)
        return tuple(events)

    def _empty_again(self, scene: Scene) -> bool:
        """Whether the table looks as before what lay there and was no card."""
        assert self._reference is not None
        if self._trick or self._commotion.on or self._empty is None:
            return False
        if changed(scene.small, self._empty.small):
            return False
        self._reference = self._empty = scene
        self._strange_since, self._unread = None, False
        return True

    def _wait_for_the_end(self, t: float, rest: _Rest, scene: Scene) -> tuple[VisionEvent, ...]:
        """Read nothing until the table is empty again, or what is left is no card."""
        assert self._empty is not None
        assert self._reference is not None
        if self._trick and not changed(scene.small, self._reference.small):
            # What was shown is gone again; the trick lies as before.
            self._commotion.end()
            return ()
        if changed(scene.small, self._empty.small) and not self._only_things_left(t, rest, scene):
            return ()
        self._commotion.end()
        self._reference = self._empty = scene
        self._unread = False
        events: tuple[VisionEvent, ...] = ()
        if self._trick:
            cards = len(self._trick)
            events = (TrickCleared(rest.since, t, cards, self._sweep.direction()),)
        self._trick.clear()
        self._laid = None
        return events

    def _only_things_left(self, t: float, rest: _Rest, scene: Scene) -> bool:
        assert self._empty is not None
        if t - max(rest.since, self._commotion.looked) < LEFT_SECONDS:
            return False
        self._commotion.looked = t
        found = self._explainer.explain(self._empty, scene, (), self._locate)
        return not found.new and not self._strangers_in(found, scene)

    def _strangers_in(self, found: Found, scene: Scene) -> list[Stranger]:
        shares, side = self._size.shares, scene.sharp.shape[0]
        if not found.doubtful:
            return []
        size = None if shares is None else (shares[0] * side, shares[1] * side)
        among = self._strangers.among(found.pieces, scene.sharp, size, self._reader)
        return [one for one in among if in_the_middle(one.reading.pose, side)]

    def _stranger(self, t: float, rest: _Rest, stranger: Stranger) -> VisionEvent:
        assert self._field is not None
        quad = self._field.to_picture(stranger.reading.pose.corners())
        place = self._measured_geometry().place(quad)
        if stranger.back:
            return FaceDownSeen(rest.since, t, quad, place)
        return ForeignSeen(rest.since, t, quad, place, stranger.reading.similarity)

    def _lay(self, t: float, rest: _Rest, reading: Reading) -> Sighting:
        assert self._field is not None
        side = self._field.side
        assert self._reference is not None
        lying = lay(self._tracks, rest.since, reading, self._reference.small)
        self._tracks += 1
        self._trick.append(lying)
        if reading.similarity >= self._nets.accept + _CLEAR_MARGIN and len(self._trick) == 1:
            self._size.add(reading.pose.width / side, reading.pose.height / side)
        if self._size.shares is not None:
            width, height = self._size.shares
            self._explainer.expect(width * side, height * side)
        return self._sighting(t, lying)

    def _in_order(self, readings: list[Reading]) -> list[Reading]:
        assert self._field is not None
        geometry = self._measured_geometry()
        quads = [self._field.to_picture(reading.pose.corners()) for reading in readings]
        places = [(place.x, place.y) for place in map(geometry.place, quads)]
        return [readings[index] for index in in_order(places, self._context)]

    def _cleared(self, t: float, rest: _Rest, scene: Scene) -> tuple[VisionEvent, ...]:
        assert self._field is not None
        if not self._trick or self._laid is None or self._empty is None:
            return ()
        comparison = Comparison(scene.small, self._laid, self._empty.small, self._field.side)
        if comparison.emptied(self._trick):
            if len(self._trick) == 1:
                return ()
            self._reference = self._empty = scene
        elif not self._led_again(scene, comparison):
            return ()
        else:
            self._reference = self._empty
        event = TrickCleared(rest.since, t, len(self._trick), self._sweep.direction())
        self._trick.clear()
        self._laid = None
        return (event,)

    def _taken_back(
        self, t: float, rest: _Rest, scene: Scene, moved: list[Lying]
    ) -> tuple[VisionEvent, ...]:
        """Say that the newest card was lifted again, once two looks agree."""
        assert self._field is not None
        before, self._missing = self._missing, False
        full = self._context is not None and len(self._trick) >= self._context.trick_size
        if not self._trick or self._laid is None or full or self._trick[-1] in moved:
            return ()
        newest = self._trick[-1]
        comparison = Comparison(scene.small, self._laid, newest.under, self._field.side)
        if not comparison.emptied([newest]):
            return ()
        if not before:
            self._missing = True
            return ()
        self._trick.pop()
        self._reference = scene
        return (CardTakenBack(newest.track, rest.since, t),)

    def _led_again(self, scene: Scene, comparison: Comparison) -> bool:
        """Whether the trick was taken and the next card laid before the table came to rest."""
        assert self._empty is not None
        if len(self._trick) < 2 or comparison.gone_share(self._trick) < _MOSTLY:
            return False
        reading = self._locate(relit(self._empty.sharp, scene.sharp), scene.sharp)
        if reading is None or not self._explainer.convincing(reading, Edges(scene.sharp)):
            return False
        if any(lying.lies_at(reading) for lying in self._trick):
            return False
        return comparison.emptied(self._trick, reading.pose)

    def _locate(self, before: Image, after: Image, skip: Skip = nothing) -> Reading | None:
        shares = self._size.shares
        if shares is None:
            return self._search.unmeasured(before, after)
        side = after.shape[0]
        found = self._search.known(before, after, (shares[0] * side, shares[1] * side), skip)
        if found is None or self._trick or self._size.frozen:
            return found
        return remeasured(after, found, self._reader)


def _known_size(profile: Profile, geometry: Geometry | None) -> tuple[float, float] | None:
    if geometry is None or not geometry.calibrated:
        return None
    length = profile.height_mm / geometry.field_mm
    return length * profile.aspect, length


def _mm_per_px(geometry: Geometry) -> float:
    ends = geometry.to_px(np.array([[-0.5, 0.0], [0.5, 0.0]]) * geometry.field_mm)
    return geometry.field_mm / math.dist(*ends)
