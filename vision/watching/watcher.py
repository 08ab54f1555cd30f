"""Watches a table: frames in, sightings out.

Per frame only a small picture is compared; the nets run when the table has come to rest and
something has changed. Everything said is said from what was seen so far: the output for a
recording cut short is a prefix of the output for the whole.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Image
from vision.camera.frames import Frame
from vision.place.geometry import Geometry, WatchedSquare
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.reading.reader import CardReader, CardReading, Skip, log_scores, nothing
from vision.sighting import (
    ActivityChanged,
    CameraMoved,
    CardTakenBack,
    FaceDownSeen,
    ForeignSeen,
    Sighting,
    TableActivity,
    TableContext,
    VisionEvent,
)
from vision.watching.camera_view import CameraView
from vision.watching.earlier import EarlierCards, StillLook
from vision.watching.explaining import Explainer, Explanation
from vision.watching.finding import Search, with_size_of_its_edges
from vision.watching.motion import RestDetector, RestSchedule, changed, difference, share_above
from vision.watching.no_play import (
    Commotion,
    Stranger,
    Strangers,
    activity_at_rest,
    activity_in_motion,
    card_may_come,
    hangs_together,
    many_at_once,
)
from vision.watching.scene import EmptyTables, StillPlaces, TableScene, middle_of
from vision.watching.sight import Sight
from vision.watching.thresholds import THRESHOLDS
from vision.watching.trick import (
    LeftOff,
    LyingCard,
    RunningTrick,
    TrickRemains,
    laying_order,
    mostly_gone,
)

_COMMOTION = THRESHOLDS.commotion
_EARLIER = THRESHOLDS.earlier
_FINDING = THRESHOLDS.finding
_MOTION = THRESHOLDS.motion
_STRANGERS = THRESHOLDS.strangers
_VIEW = THRESHOLDS.view


class Watcher:
    """Turns the frames of one camera or recording into what happened on the table.

    Without `geometry` the picture is taken to be seen from straight above; where the table lies in
    it and how large the cards are is found out from the first ones. `look` finds what lies there
    when watching begins; without it the table is taken to begin empty.
    """

    def __init__(
        self,
        profile: Profile,
        nets: Nets,
        geometry: Geometry | None = None,
        look: StillLook | None = None,
    ) -> None:
        self._reader = CardReader(profile.embedded_with(nets.embedding), nets)
        self._search = Search(self._reader)
        self._tables = EmptyTables()
        self._explainer = Explainer(self._reader, self._tables)
        self._nets = nets
        self._view = CameraView(profile, geometry)
        self._context: TableContext | None = None
        self._settle = RestDetector()
        self._recent: list[Image] = []
        self._small = np.zeros((0, 0, 3), np.uint8)
        """The newest small picture."""
        self._rest: RestSchedule | None = None
        self._reference: TableScene | None = None
        self._trick = RunningTrick()
        self._left_off: LeftOff | None = None
        self._activity: TableActivity | None = None
        self._unread = False
        self._strangers = Strangers()
        self._commotion = Commotion()
        self._meanwhile = StillPlaces()
        self._earlier = EarlierCards(look)
        self._last = 0.0
        """Seconds of the recording at the last picture."""
        self._sight = Sight(profile.aspect)

    def context(self, context: TableContext) -> None:
        """Take note of what the director knows; it only sharpens what is seen from now on."""
        self._context = context

    def no_picture(self, t: float) -> tuple[VisionEvent, ...]:
        """The camera was lost: say so, and take the next picture for a new beginning of rest."""
        return self._sight.lost(t) + self._interrupted(t)

    def _interrupted(self, t: float) -> tuple[VisionEvent, ...]:
        self._settle.interrupt()
        self._rest = None
        self._recent.clear()
        self._meanwhile.forget()
        if t - self._last >= _EARLIER.away_seconds and not self._trick.cards:
            self._begin_watching()
        return self._tell_activity(t, TableActivity.NO_PICTURE)

    def _begin_watching(self) -> None:
        """Whatever the next resting picture shows lay there before."""
        self._reference = None
        self._tables.clear()
        self._strangers.forget_places()
        self._earlier.forget()

    def feed(self, frame: Frame) -> tuple[VisionEvent, ...]:
        """Look at the next frame and return what became known with it."""
        blank = self._sight.blank(frame.t, frame.image)
        if self._sight.covered:
            return blank + self._interrupted(frame.t)
        self._last = frame.t
        seen = self._see(frame)
        return blank + seen + self._sight.heard(frame.t, seen) + self._judge(frame.t)

    def _judge(self, t: float) -> tuple[VisionEvent, ...]:
        """Return what keeps the table from being read, where that is news."""
        small = self._small
        if self._commotion.on:
            self._sight.forget()
        elif not self._settle.resting:
            self._sight.moving(t, small)
        else:
            since, field = self._settle.since, self._view.field
            return self._sight.resting(t, since, self._recent, small, field)
        return ()

    def _see(self, frame: Frame) -> tuple[VisionEvent, ...]:
        # A camera that changes its size while something lies there is looked at as it was.
        keep, size = self._activity is not TableActivity.EMPTY, self._view.size_px
        image = self._view.fitted(frame.image, keep=keep)
        if self._view.begins_anew(image):
            self._begin_anew(size)
        small = self._small = self._view.field.small(image)
        self._recent = [*self._recent, image][-3:]
        if not self._settle.step(frame.t, small):
            self._rest = None
            if self._tables:
                self._trick.follow(small, self._tables[0].small)
            events = self._while_moving(frame.t, small)
            now = activity_in_motion(self._reference is None, self._commotion)
            return events + self._tell_activity(frame.t, now)
        self._meanwhile.forget()
        return self._at_rest(frame.t, small)

    def _while_moving(self, t: float, small: Image) -> tuple[VisionEvent, ...]:
        """Read what lay still for a moment, before something comes over it."""
        trick, context, before = self._trick.cards, self._context, self._reference
        lying = self._lying
        if before is None or self._commotion.on or not card_may_come(context, trick):
            return ()
        field, card = self._view.field, self._view.card
        moment = self._meanwhile.step(t, self._recent, small, before.small, card, field.side)
        if moment is None:
            return ()
        scene = moment.scene(field.sharp(middle_of(moment.images)), before)
        found = self._explainer.explain_while_moving(
            before, scene, lying, self._locate, moment.still
        )
        if found is None or many_at_once(found, trick, context):
            return ()
        if hangs_together(found, trick, context):
            return ()
        events = self._found(t, moment.since, scene, found)
        self._reference = before.with_parts_of(scene, found.poses)
        self._trick.remember(self._reference.small)
        return tuple(events)

    def _begin_anew(self, size: tuple[int, int] | None) -> None:
        """What was seen at `size` says nothing about pictures of another, until it comes back."""
        before, trick = self._left_off, self._trick
        self._left_off = LeftOff(size, self._reference, tuple(self._tables), trick.put_away())
        self._begin_watching()
        if before is not None and before.holds(self._view.size_px, trick):
            self._reference, self._trick = before.reference, before.trick
            self._tables.extend(before.tables)
        self._recent.clear()
        self._settle.interrupt()
        self._meanwhile.forget()

    def _at_rest(self, t: float, small: Image) -> tuple[VisionEvent, ...]:
        if self._rest is None:
            self._rest = RestSchedule(self._settle.since, t)
            if self._reference is not None:
                apart = difference(small, self._reference.small)
                if share_above(apart, _MOTION.changed_level) > self._view.more_than_a_card:
                    # More changed than a card covers: was the camera moved?
                    self._view.check_movement_soon()
        if self._reference is None:
            self._reference = self._scene(small)
            self._tables.add(self._reference)
        events: tuple[VisionEvent, ...] = self._look_for_earlier(t)
        quiet = not changed(small, self._reference.small)
        moved = self._follow_camera(t, quiet)
        if moved is not None:
            return events + moved + self._tell_activity(t, TableActivity.MOVING)
        if quiet and not self._commotion.on:
            self._unread = False
            self._rest.quiet(t)
            events += self._while_quiet(t, small, self._rest)
        elif self._rest.look_due(t):
            events += self._look(t, small, self._rest)
        now = activity_at_rest(self._commotion, self._unread, len(self._trick.cards), self._earlier)
        return events + self._tell_activity(t, now)

    def _look_for_earlier(self, t: float) -> tuple[VisionEvent, ...]:
        """Find out what lay there when watching began, once the table rests."""
        image = self._recent[-1]
        self._earlier.look(t, image)
        trick = [lying.pose for lying in self._trick.cards]
        return self._earlier.answer(t, image, self._view.field, self._reader, trick)

    @property
    def _lying(self) -> list[LyingCard]:
        """All cards within the watched square, the uppermost last."""
        return self._earlier.lying + self._trick.cards

    def _follow_camera(self, t: float, quiet: bool) -> tuple[VisionEvent, ...] | None:
        """Follow a moved camera or table; nothing is read while that is in doubt. None: go on."""
        image = self._recent[-1]
        empty = quiet and not self._trick.cards
        shift = self._view.shifted(t, image, empty=empty, busy=not quiet)
        if shift is None:
            return () if self._view.unsure else None
        self._recent, self._rest = [image], None
        self._settle.interrupt()
        if shift.large:
            self._begin_watching()
            self._trick.forget()
        return (CameraMoved(t, far=shift.large),)

    def _tell_activity(self, t: float, activity: TableActivity) -> tuple[VisionEvent, ...]:
        if activity is self._activity:
            return ()
        self._activity = activity
        return (ActivityChanged(t, activity),)

    def _scene(self, small: Image) -> TableScene:
        whole = middle_of(self._recent)
        return TableScene(self._view.field.sharp(whole), small, whole if self._view.seeks else None)

    def _see_anew(self, before: WatchedSquare) -> Image:
        """Look on by another square than `before`; return its small picture. Nothing is told."""
        field, onto = self._view.field, before.onto(self._view.field)
        small, card = field.small(self._recent[-1]), self._view.card
        assert self._reference is not None
        assert card is not None
        self._reference = self._reference.seen_by(field, onto)
        self._tables.seen_by(field, onto)
        self._trick.seen_by(small, onto, card, before.side, field.side)
        self._earlier.seen_by(self._recent[-1], field, self._reader)
        self._strangers.seen_by(onto)
        self._settle.seen_by(small)
        self._explainer.expect(*card)
        return small

    def _first_plane(self, scene: TableScene) -> Image | None:
        """Return the small picture of another plane, if the first cards show one.

        A card that lies by itself shows it before it is read; one that the next card covers already
        was noted when it was.
        """
        assert self._reference is not None
        if not self._view.rough:
            return None
        before = self._view.field
        if self._trick.cards:
            taken = self._view.better_plane()
        else:
            outline = self._search.outline(self._reference.in_light_of(scene), scene.sharp)
            taken = outline is not None and self._view.plane_by(outline)
        return self._see_anew(before) if taken else None

    def _while_quiet(self, t: float, small: Image, rest: RestSchedule) -> tuple[VisionEvent, ...]:
        events: tuple[VisionEvent, ...] = ()
        if rest.reread_due(t) and self._trick.cards:
            events = self._read_again(t, self._scene(small))
        if rest.refresh_due(t):
            self._reference = self._scene(small)
            self._trick.remember(small)
            if not (self._trick.cards or self._strangers.other_deck):
                self._tables[0] = self._reference
            events += self._check_earlier(t, self._reference)
            before = self._view.field
            if self._view.seeks and self._view.better_plane():
                self._see_anew(before)
        return events

    def _check_earlier(self, t: float, scene: TableScene) -> tuple[VisionEvent, ...]:
        """Say which of the cards that lay there from the beginning are gone."""
        trick = [lying.pose for lying in self._trick.cards]
        gone = self._earlier.check(t, self._recent[-1], scene.sharp, trick)
        if gone:
            self._view.learn_anew()
            if not trick:
                self._tables.clear()
                self._tables.add(scene)
        return gone

    def _read_again(self, t: float, scene: TableScene) -> tuple[VisionEvent, ...]:
        """Look again at the newest card, which lies on top."""
        newest = self._trick.cards[-1]
        start = self._reader.read(scene.sharp, [newest.pose])[0]
        again = start
        if not self._search.exact(start):
            again = self._reader.align(scene.sharp, start, _FINDING.size_slack, rounds=1)
        newest.add(again)
        if newest.best is again:
            newest.view = self._reader.view(scene.sharp, again.pose)
        return self._retold(t, newest)

    def _retold(self, t: float, lying: LyingCard) -> tuple[VisionEvent, ...]:
        scores = log_scores(lying.similarities, self._nets.temperature)
        apart = np.abs(np.exp(scores) - np.exp(lying.told)).max()
        return () if apart < _VIEW.retell else (self._sighting(t, lying),)

    def _sighting(self, t: float, lying: LyingCard) -> Sighting:
        lying.told = log_scores(lying.similarities, self._nets.temperature)
        quad, place = self._view.where(lying.pose)
        return Sighting(lying.track, lying.t, t, quad, place, lying.told, lying.view)

    def _look(self, t: float, small: Image, rest: RestSchedule) -> tuple[VisionEvent, ...]:
        assert self._reference is not None
        scene = self._scene(small)
        if self._empty_again(scene):
            return ()
        if self._commotion.on:
            return self._wait_for_the_end(t, rest, scene)
        seen = self._first_plane(scene)
        if seen is not None:
            small, scene = seen, self._scene(seen)
        events = list(self._cleared(t, rest, scene))
        if events and not changed(small, self._reference.small):
            return tuple(events)
        trick = self._trick.cards
        found = self._explainer.explain(self._reference, scene, self._lying, self._locate)
        if many_at_once(found, trick, self._context):
            self._commotion.begin(t)
            return tuple(events)
        patient = t - rest.changed < _STRANGERS.patience_seconds
        if hangs_together(found, trick, self._context):
            self._unread = True
            if not patient:
                self._commotion.begin(t)
            return tuple(events)
        events += self._found(t, rest.changed, scene, found)
        events += self._taken_back(t, rest, scene, found)
        if found.new or found.moved:
            # Else an arm or a shadow lies over the cards, or they are gone and it was not noticed.
            self._trick.remember(small)
        strangers = self._strangers_in(found, scene, t, again=rest.looks > 1)
        events += [self._stranger(t, rest, scene, one) for one in strangers if not one.told]
        doubtful = [] if strangers else found.doubtful
        open_doubts = self._strangers.still_doubtful(t, doubtful)
        # An arm at rest is told as one, also where nothing of it had to be read.
        arm = patient and bool(found.pieces.reaches_in.any())
        self._unread = bool(open_doubts) or arm
        if self._trick.missing:
            return tuple(events)
        explained = found.new or found.moved or found.doubtful or found.bare or strangers
        # What an arm laid is taken over without the arm: it will go.
        if (explained and not open_doubts and not arm) or not patient:
            self._reference = scene
            if not (trick or self._strangers.other_deck):
                self._tables.add(scene)
        elif found.new or found.moved:
            self._reference = self._reference.with_parts_of(scene, found.poses)
        return tuple(events)

    def _found(
        self, t: float, since: float, scene: TableScene, found: Explanation
    ) -> list[VisionEvent]:
        """Tell what was pushed and what was laid, `since` when it lies so."""
        told = [event for card in found.moved if card.play for event in self._retold(t, card)]
        places = [self._view.where(reading.pose)[1] for reading in found.new]
        order = laying_order([(place.x, place.y) for place in places], self._context)
        return told + [self._lay(t, since, scene, found.new[index]) for index in order]

    def _empty_again(self, scene: TableScene) -> bool:
        """Whether the table looks as before what lay there and was no card."""
        if self._trick.cards or self._commotion.on or not self._tables.like(scene):
            return False
        self._reference, self._unread = scene, False
        self._strangers.swept()
        return True

    def _wait_for_the_end(
        self, t: float, rest: RestSchedule, scene: TableScene
    ) -> tuple[VisionEvent, ...]:
        """Read nothing until the table is empty again, or what is left is no card."""
        assert self._reference is not None
        if self._trick.cards and not changed(scene.small, self._reference.small):
            # What was shown is gone again; the trick lies as before.
            self._commotion.end()
            return ()
        if not self._tables.like(scene):
            if not self._only_things_left(t, rest, scene):
                return ()
            self._tables.add(scene)
        self._commotion.end()
        self._strangers.swept()
        self._reference, self._unread = scene, False
        return (self._trick.taken(rest.changed, t),) if self._trick.cards else ()

    def _only_things_left(self, t: float, rest: RestSchedule, scene: TableScene) -> bool:
        if t - max(rest.changed, self._commotion.looked) < _COMMOTION.left_seconds:
            return False
        self._commotion.looked = t
        found = self._explainer.explain(self._tables[0], scene, (), self._locate)
        return not found.new and not self._strangers_in(found, scene, t, again=True)

    def _strangers_in(
        self, found: Explanation, scene: TableScene, t: float, *, again: bool
    ) -> list[Stranger]:
        first, sharp = not (found.new or self._trick.cards), scene.sharp
        reader = (self._view.card, self._reader)
        return self._strangers.lying(t, found, sharp, *reader, again=again, first=first)

    def _stranger(
        self, t: float, rest: RestSchedule, scene: TableScene, stranger: Stranger
    ) -> VisionEvent:
        reading = stranger.reading
        quad, place = self._view.where(reading.pose)
        if stranger.back:
            return FaceDownSeen(rest.changed, t, quad, place)
        view = self._reader.view(scene.sharp, reading.pose)
        return ForeignSeen(rest.changed, t, quad, place, reading.similarity, view)

    def _lay(self, t: float, since: float, scene: TableScene, reading: CardReading) -> Sighting:
        assert self._reference is not None
        lying = self._trick.lay(since, reading, self._reference.small)
        lying.view = self._reader.view(scene.sharp, reading.pose)
        clear = self._strangers.read_clearly(reading, self._nets.accept)
        if clear and len(self._trick.cards) == 1:
            side = self._view.field.side
            self._view.size.add(reading.pose.width / side, reading.pose.height / side)
        if clear:
            self._view.learn(scene.sharp, reading.pose.corners())
        if self._view.card is not None:
            self._explainer.expect(*self._view.card)
        return self._sighting(t, lying)

    def _cleared(self, t: float, rest: RestSchedule, scene: TableScene) -> tuple[VisionEvent, ...]:
        unknown = [lying.pose for lying in self._earlier.lying]
        left = self._trick.left(scene.small, self._tables[0].small, self._view.field.side, unknown)
        if left is None:
            return ()
        if left.emptied(self._trick.cards):
            # A lone card was taken back, but with a trick that was begun unseen it was taken.
            lone = len(self._trick.cards) == 1 and not self._earlier.gone(
                self._recent[-1], scene.sharp
            )
            if lone or self._laid_on(scene):
                return ()
            self._reference = self._tables[0] = scene
        elif mostly_gone(self._trick, left) and (
            self._taken_under_lead(scene, left)
            or (self._trick.read_nowhere(scene.sharp, self._reader) and not self._laid_on(scene))
        ):
            # Where it is read nowhere a shadow wanders over the table as it goes.
            self._reference = self._tables[0]
        else:
            return ()
        self._strangers.swept()
        return (self._trick.taken(rest.changed, t),)

    def _taken_back(
        self, t: float, rest: RestSchedule, scene: TableScene, found: Explanation
    ) -> tuple[VisionEvent, ...]:
        """Say that the newest card was lifted again, once two looks agree."""
        cards = self._trick.cards
        full = self._context is not None and len(cards) >= self._context.trick_size
        if full or found.new or (cards and cards[-1] in found.moved):
            self._trick.missing = False
            return ()
        lifted = self._trick.lifted(scene.small, self._view.field.side)
        if lifted is None:
            return ()
        self._reference = scene
        return (CardTakenBack(lifted.track, rest.changed, t),)

    def _laid_on(self, scene: TableScene) -> bool:
        """Whether a card lies on those that seem gone: paper hides print on white cloth too."""
        if not self._trick.incomplete(self._context):
            return False
        reading = self._locate(self._tables[0].in_light_of(scene), scene.sharp)
        return reading is not None and self._trick.hidden_by(reading, self._reader.nets.accept)

    def _taken_under_lead(self, scene: TableScene, left: TrickRemains) -> bool:
        """Whether the trick was taken and the next card led before the table rested."""
        reading = self._locate(self._tables[0].in_light_of(scene), scene.sharp)
        edges = self._reader.edges(scene.sharp)
        if reading is None or not self._explainer.convincing(reading, edges):
            return False
        if any(lying.lies_at(reading) for lying in self._trick.cards):
            return False
        return left.emptied(self._trick.cards, reading.pose)

    def _locate(self, before: Image, after: Image, skip: Skip = nothing) -> CardReading | None:
        card = self._view.card
        if card is None:
            return self._search.unmeasured(before, after, free_only=self._strangers.other_deck)
        lying = [each.pose for each in self._lying]
        found = self._search.known(before, after, card, skip, lying)
        if found is None or self._trick.cards or self._view.size.frozen:
            return found
        return with_size_of_its_edges(after, found, self._reader)
