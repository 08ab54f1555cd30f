"""Learns a deck as its cards are shown one after another: frames in, steps out.

First the table is seen empty, then each card is asked for in turn and taken when it has come to
rest; those that look much alike are asked for once more, then a back and a hand. Every step says in
words what happened or what is wanted; a person's wishes (`skip`, `undo`, `keep`) come in by calls.
Nothing here waits or reads a clock: a camera and a recording are the same. In a recording nobody
answers: what is refused is left out, so that the next card shown is the next in order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.cards import Card
from engine.text import Text
from vision.arrays import Image
from vision.camera.frames import Frame
from vision.enrolling import steps as words
from vision.enrolling.album import Album, Judge, ShowingOpinion
from vision.enrolling.picture_faults import flaw_of
from vision.enrolling.shown_card import Showing, ShowingStage, Sizing, StageLook, Unclear, find_one
from vision.enrolling.steps import EnrolmentPlan, EnrolmentStep, EnrolmentStepKind, WantedShowing
from vision.place.geometry import Geometry
from vision.reading.nets import Nets
from vision.reading.pose import Pose, crop
from vision.reading.profile import HAND_PLACES, TABLE_PLACES, NegativeKind, Profile, cut_pieces

HELP_MARGIN = 0.2
"""Two cards nearer than this are mixed up often in poor light: a second view of both is asked for.

On renders of training decks one reading in five is wrong from there on, one in thirty below."""
MOST_AGAIN = 6
"""So many cards are asked for a second time at most: two minutes shall do."""
SURE_LOOK = 2
"""From this look at a rest on it is said what is wrong; before, a hand may just be leaving."""
_DOUBTS = {
    ShowingOpinion.OTHER_CARD: words.OTHER_CARD,
    ShowingOpinion.LIKE_ENROLLED: words.LIKE_ENROLLED,
}
_NEGATIVES = (WantedShowing.BACK, WantedShowing.HAND)
_NEGATIVE_KINDS = (NegativeKind.BACK, NegativeKind.HAND)


class LiveEnrolment:
    """The course of one enrolment. `begun` is what was learned of the deck at an earlier time."""

    def __init__(
        self,
        plan: EnrolmentPlan,
        nets: Nets,
        geometry: Geometry | None = None,
        begun: Profile | None = None,
    ) -> None:
        self._plan = plan
        self._nets = nets
        self._geometry = geometry
        self._stage = ShowingStage(geometry)
        self._album = Album(nets.embedding, begun)
        learned = set(self._album.cards)
        self._queue = [card for card in plan.cards if card not in learned]
        self._again: list[Card] | None = None
        self._tried: Text | None = None
        """Why what was shown since the table was last empty could not be taken."""
        self._untold = False
        """Whether that was not said yet."""
        self._left = [
            wanted
            for wanted, kind in zip(_NEGATIVES, _NEGATIVE_KINDS, strict=True)
            if plan.negatives and not self._album.has_negative(kind)
        ]
        self._wanted = WantedShowing.EMPTY_TABLE
        self._sizing = Sizing()
        self._history: list[Card] = []
        self._judge = Judge(self._album, nets.accept, recorded=plan.recorded)
        self._said: object = None
        self._aspect = None if begun is None else begun.aspect

    @property
    def wanted(self) -> WantedShowing:
        """What is to be shown next."""
        return self._wanted

    @property
    def card(self) -> Card | None:
        """The card that is asked for."""
        if self._wanted is WantedShowing.CARD:
            return self._queue[0]
        if self._wanted is WantedShowing.SECOND_VIEW and self._again:
            return self._again[0]
        return None

    @property
    def latest(self) -> Card | None:
        """The card taken last; None before the first."""
        return self._history[-1] if self._history else None

    @property
    def missing(self) -> tuple[Card, ...]:
        """Cards of the plan without any view."""
        learned = set(self._album.cards)
        return tuple(card for card in self._plan.cards if card not in learned)

    def begin(self) -> tuple[EnrolmentStep, ...]:
        """Say what is wanted first."""
        return (self._step(EnrolmentStepKind.ASK, words.EMPTY_TABLE),)

    def feed(self, frame: Frame) -> tuple[EnrolmentStep, ...]:
        """Take the next frame and return what is to be said now, mostly nothing."""
        if self._wanted is WantedShowing.NOTHING:
            return ()
        look = self._stage.feed(frame)
        if self._wanted is WantedShowing.EMPTY_TABLE:
            return self._next() if self._stage.empty is not None else ()
        if look is None:
            return self._given_up()
        if look.number == 0:
            self._said = None
        if self._wanted is WantedShowing.HAND:
            return self._hand(look)
        return self._look(look)

    def skip(self) -> tuple[EnrolmentStep, ...]:
        """Leave out what is asked for."""
        card, wanted = self.card, self._wanted
        if wanted in (WantedShowing.EMPTY_TABLE, WantedShowing.NOTHING):
            return ()
        text = words.SKIPPED_NEGATIVE
        if card is not None:
            text = words.SKIPPED.format(card=self._plan.names(card))
        said = self._step(EnrolmentStepKind.SKIPPED, text, card)
        self._judge.pending = None
        self._done_with()
        return (said, *self._next())

    def undo(self) -> tuple[EnrolmentStep, ...]:
        """Forget the view taken last and ask for that card again."""
        if not self._history:
            return (self._step(EnrolmentStepKind.REFUSED, words.NOTHING_TO_UNDO),)
        card = self._history.pop()
        self._album.drop_last(card)
        self._sizing.forget(card)
        self._judge.last = self._judge.pending = self._again = None
        if card not in self._queue:
            self._queue.insert(0, card)
        text = words.UNDONE.format(card=self._plan.names(card))
        return (self._step(EnrolmentStepKind.UNDONE, text, card), *self._next())

    def keep(self) -> tuple[EnrolmentStep, ...]:
        """Take the view just refused for being like another card: it is the one asked for."""
        pending, card = self._judge.pending, self.card
        if pending is None or card is None:
            return ()
        return self._take(card, pending)

    def relearn(self, cards: Sequence[Card]) -> tuple[EnrolmentStep, ...]:
        """Forget these cards and ask for them again, as after a test of the deck."""
        for card in cards:
            self._album.drop(card)
            self._history = [other for other in self._history if other is not card]
            if card not in self._queue:
                self._queue.append(card)
        self._again = []
        return self._next()

    def profile(self) -> Profile | None:
        """Return the deck as far as it is learned; None before the first card."""
        if not self._album.cards:
            return None
        size = self._sizing.estimate
        aspect = self._aspect if size is None else size.aspect
        height = None
        if self._geometry is not None and self._geometry.calibrated and size is not None:
            height = round(size.height / self._stage.field.px_per_mm, 1)
        if aspect is None:
            return None
        made = self._album.profile(self._plan.name, self._plan.cards, aspect, height)
        return replace(made, printed=self._plan.printed)

    def _next(self) -> tuple[EnrolmentStep, ...]:
        """Ask for what comes next."""
        self._said = self._judge.pending = self._tried = None
        if self._queue:
            self._wanted = WantedShowing.CARD
            name = self._plan.names(self._queue[0])
            text = words.LAY.format(card=name)
            return (self._step(EnrolmentStepKind.ASK, text, self._queue[0]),)
        self._learn_table()
        if self._again is None:
            self._again = [] if self._plan.recorded else self._alike()
        if self._again:
            return (self._ask_again(self._again[0]),)
        if self._left:
            self._wanted = self._left[0]
            back = self._wanted is WantedShowing.BACK
            return (self._step(EnrolmentStepKind.ASK, words.LAY_BACK if back else words.SHOW_HAND),)
        return self._finish()

    def _finish(self) -> tuple[EnrolmentStep, ...]:
        self._wanted = WantedShowing.NOTHING
        done = len(self._plan.cards) - len(self.missing)
        text = words.FINISHED.format(count=done)
        if self.missing:
            german = ", ".join(self._plan.names(card).de for card in self.missing)
            english = ", ".join(self._plan.names(card).en for card in self.missing)
            names = Text(de=german, en=english)
            said = words.FINISHED_WITHOUT_ONE if len(self.missing) == 1 else words.FINISHED_WITHOUT
            text = said.format(count=done, missing=names)
        return (self._step(EnrolmentStepKind.FINISHED, text),)

    def _alike(self) -> list[Card]:
        """Cards of which a second view helps, those most alike first."""
        pairs = self._album.closest_pairs(HELP_MARGIN)
        cards = [card for one, other, _ in pairs for card in (one, other)]
        single = [card for card in dict.fromkeys(cards) if self._album.views(card) == 1]
        return single[:MOST_AGAIN]

    def _ask_again(self, card: Card) -> EnrolmentStep:
        self._wanted = WantedShowing.SECOND_VIEW
        like, margin = self._album.neighbour(card)
        names = self._plan.names
        text = words.LAY_AGAIN.format(card=names(card), other=names(like), margin=margin)
        return self._step(EnrolmentStepKind.ASK, text, card, like, margin)

    def _look(self, look: StageLook) -> tuple[EnrolmentStep, ...]:
        """Look for the one card that is asked for, or for a back."""
        empty = self._stage.empty
        if empty is None:
            return ()
        found = find_one(self._nets.newcard, empty.sharp, look.scene.sharp, self._sizing.size)
        if isinstance(found, Unclear):
            if found is Unclear.NOTHING or not self._sure(look):
                return ()
            return self._refuse(words.UNCLEAR[found], found)
        showing = Showing(crop(look.scene.sharp, found), found, look.scene.sharp)
        flaw = flaw_of(showing.face, self._length_px(found))
        if flaw is not None:
            said = words.flawed(flaw)
            return self._refuse(said, flaw) if self._sure(look) else self._unsure(said)
        card = self.card
        if card is None:
            return self._back(look, showing)
        return self._judged(look, card, showing)

    def _sure(self, look: StageLook) -> bool:
        """Whether it is time to say what is wrong; a recording may show a card but briefly."""
        return look.number >= (1 if self._plan.recorded else SURE_LOOK)

    def _length_px(self, pose: Pose) -> float:
        quad = np.asarray(self._stage.field.to_picture(pose.corners()))
        return float(np.linalg.norm(quad[2] - quad[1]) + np.linalg.norm(quad[3] - quad[0])) / 2

    def _judged(self, look: StageLook, card: Card, showing: Showing) -> tuple[EnrolmentStep, ...]:
        """Take the showing for `card` unless it looks like one that is learned already."""
        judged = self._judge.judge(card, showing, cleared=self._stage.cleared)
        if judged.opinion is ShowingOpinion.LIES_STILL:
            self._stage.enough()
            return ()
        if judged.opinion is ShowingOpinion.TAKE or judged.other is None:
            return self._take(card, showing)
        return self._doubt(look, card, judged.other, showing, _DOUBTS[judged.opinion])

    def _doubt(
        self, look: StageLook, card: Card, other: Card, showing: Showing, text: Text
    ) -> tuple[EnrolmentStep, ...]:
        said = text.format(card=self._plan.names(card), other=self._plan.names(other))
        if not self._sure(look):
            return self._unsure(said)
        steps = self._refuse(said, other, other)
        self._judge.pending = showing
        return steps

    def _refuse(
        self, text: Text, why: object, other: Card | None = None
    ) -> tuple[EnrolmentStep, ...]:
        """Say once a rest what is wrong."""
        steps: tuple[EnrolmentStep, ...] = ()
        if self._said != why:
            self._said = why
            steps = (self._step(EnrolmentStepKind.REFUSED, text, self.card, other),)
        self._tried, self._untold = text, False
        self._stage.cleared = False
        return steps

    def _unsure(self, text: Text) -> tuple[EnrolmentStep, ...]:
        """A card was shown, but it is too early to say so; it counts if it is gone before that."""
        if self._tried is None:
            self._tried, self._untold = text, True
            self._stage.cleared = False
        return ()

    def _given_up(self) -> tuple[EnrolmentStep, ...]:
        """In a recording, leave out what was shown, could not be taken and is gone again."""
        tried = self._tried
        if not self._plan.recorded or tried is None or not self._stage.cleared:
            return ()
        told = (self._step(EnrolmentStepKind.REFUSED, tried, self.card),) if self._untold else ()
        return (*told, *self.skip())

    def _take(self, card: Card, showing: Showing) -> tuple[EnrolmentStep, ...]:
        near = self._album.nearest(self._album.seen(showing.face), card)
        self._album.add(card, showing.face)
        self._history.append(card)
        self._measure(card, showing)
        self._judge.last = showing.pose
        self._stage.enough()
        name = self._plan.names(card)
        other, margin, text = None, None, words.TAKEN.format(card=name)
        if near is not None:
            other, margin = near[0], 1.0 - near[1]
            like = self._plan.names(other)
            text = words.TAKEN_NEAR.format(card=name, other=like, margin=margin)
        second = self._wanted is WantedShowing.SECOND_VIEW
        if second or self._album.views(card) >= self._plan.views:
            self._done_with()
        said = self._step(EnrolmentStepKind.TAKEN, text, card, other, margin)
        return (said, *self._next())

    def _done_with(self) -> None:
        """Go on from what was asked for."""
        if self._wanted is WantedShowing.CARD:
            self._queue.pop(0)
        elif self._wanted is WantedShowing.SECOND_VIEW and self._again:
            self._again.pop(0)
        elif self._wanted in self._left:
            self._left.remove(self._wanted)

    def _measure(self, card: Card, showing: Showing) -> None:
        """The first few cards tell the size; then they are cut out once more with that size."""
        again = self._sizing.add(card, showing)
        for measured, _ in again:
            self._album.drop(measured)
        for measured, face in again:
            self._album.add(measured, face)

    def _back(self, look: StageLook, showing: Showing) -> tuple[EnrolmentStep, ...]:
        vectors = self._album.seen(showing.face)
        near = self._album.nearest(vectors)
        if self._judge.lies_still(showing.pose) or near is None:
            return ()
        other, alike = near
        if alike >= self._nets.accept:
            if not self._sure(look):
                return ()
            said = words.FACE_NOT_BACK.format(other=self._plan.names(other))
            return self._refuse(said, other, other)
        self._album.add_negative(NegativeKind.BACK, showing.face)
        self._stage.enough()
        self._done_with()
        return (self._step(EnrolmentStepKind.TAKEN, words.BACK_TAKEN), *self._next())

    def _hand(self, look: StageLook) -> tuple[EnrolmentStep, ...]:
        """Take whatever rests in the middle for the hand."""
        self._keep(NegativeKind.HAND, look.scene.sharp, HAND_PLACES)
        self._stage.enough()
        self._done_with()
        return (self._step(EnrolmentStepKind.TAKEN, words.HAND_TAKEN), *self._next())

    def _learn_table(self) -> None:
        empty = self._stage.empty
        if empty is not None and not self._album.has_negative(NegativeKind.TABLE):
            self._keep(NegativeKind.TABLE, empty.sharp, TABLE_PLACES)

    def _keep(
        self, kind: NegativeKind, sharp: Image, places: Sequence[tuple[float, float]]
    ) -> None:
        size = self._sizing.estimate
        if size is not None:
            for piece in cut_pieces(sharp, size.width, size.height, places):
                self._album.add_negative(kind, piece)

    def _step(
        self,
        kind: EnrolmentStepKind,
        text: Text,
        card: Card | None = None,
        other: Card | None = None,
        margin: float | None = None,
    ) -> EnrolmentStep:
        count = len(self._album.cards)
        return EnrolmentStep(
            kind, self._wanted, text, count, len(self._plan.cards), card, other, margin
        )
