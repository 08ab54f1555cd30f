"""Explains what changed between two rests: cards pushed, cards laid, and what cannot be read.

Each card found is painted into the picture of before, so that the next look sees only what is
still unexplained. Every card is in the deck once: the same face elsewhere is a card that moved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Image, Mask
from vision.place.light import relit
from vision.reading.pose import Edges, Pose
from vision.reading.reader import Reader, Reading, Skip
from vision.reading.stack import covered_share, overlap, uppermost_first
from vision.watching.beside import beside
from vision.watching.evidence import (
    LEAST_BLOB,
    LEAST_CHANGE,
    NEW_CHANGE,
    SIDES,
    change,
    changed_share,
    in_the_middle,
    sides_seen,
)
from vision.watching.ground import bare
from vision.watching.half_seen import HALF_SEEN, less_sure, under
from vision.watching.imprint import printed_anew
from vision.watching.pieces import Pieces, pieces
from vision.watching.scene import Scene, paint
from vision.watching.size import SMALLEST
from vision.watching.trick import Lying

LOOKS = 4
CLEAR = 0.4
"""A reading is clear from this share of the way from the acceptance to likeness itself on."""
HELD_NATS = 6.0
"""Lead over the next card of what an arm rests on. On own renders of decks that taught the nets,
with a fist on them, of the clear readings with less lead one in ten was wrong, with more one of
341."""
DOUBTS = 2
"""After so many things that cannot be read a hand is in the picture: wait for it to leave."""
HIDDEN_SIDES = 0.5
"""How much more similar a card must look of which only two sides show, as a share of the way from
the acceptance to likeness itself."""
NO_SIDES = 0.7
"""The same where one side shows at most: white cards on white ones, a little out of focus. On own
renders of decks that taught the nets 151 of 151 readings from there on were right, 17 so."""
STILL = 0.7
"""Share of a card's rectangle at least that was still while something else moved; what was not is
filled with what lay there before, so that hardly a card is read clearly that lies there less."""
BARE_CHANGE = 0.45
"""Share of its rectangle that a card changes at least of which a side does not show. On own renders
of training decks cards laid so changed 76 % and more, strips of other cards up to 24 %."""
PUSH_LOSS = 0.06
"""How much less similar a pushed card may look than before."""
PUSH_GAIN = 0.03
"""How much more similar it must look at its new place than at the old one."""
_USUAL_LENGTH = 0.2
"""Length of a card as a share of the field's side, where nobody knows it yet."""
_SAME_NEAR = 0.25
_SAME_TURN = math.radians(15)
_SAME_SCORE = 0.6
_SAME_LOSS = 0.04
_SAME_PLACE = 0.12
_SAME_PLACE_LOSS = 0.15
_SAME_FAR = 0.75
_STILL_THERE = 0.08
_COVERED = 0.5
_COVERED_LOSS = 0.03
"""A card that has half of its face covered looks less like itself by more than this."""
_NEARLY_ON = 0.75
_HIDDEN = 0.6
"""A place of which cards that show wholly cover so much is no card's: a strip is left of it."""
_WHOLE_LOSS = 0.015
"""A card that shows wholly looks as like itself as before but for this much."""
_STAYED_LOSS = 0.02
"""A card that looks as like itself as before, but for this much, lies where it lay."""

Locate = Callable[[Image, Image, Skip], Reading | None]
"""Finds the newest card between two sharp pictures, leaving out what is known."""


@dataclass(slots=True)
class Found:
    """What one look found; `new` has the uppermost card first."""

    pieces: Pieces
    """What had changed, in pieces."""
    new: list[Reading] = field(default_factory=list)
    doubtful: list[Reading] = field(default_factory=list)
    moved: list[Lying] = field(default_factory=list)
    bare: bool = False
    """Whether something changed where nothing but the table lies: a shadow went over its print."""
    beside: float = 0.0
    """Area of what hangs together with a new card and is none, in areas of the card."""

    @property
    def poses(self) -> list[Pose]:
        """Where the new cards lie, and those that moved."""
        return [reading.pose for reading in self.new] + [card.pose for card in self.moved]


@dataclass(slots=True)
class _Look:
    """One look at a rest: the picture of before fills up with what is explained."""

    before: Image
    after: Image
    trick: tuple[Lying, ...]
    locate: Locate
    found: Found
    edges: Edges
    _change: Image | None = None

    @property
    def change(self) -> Image:
        """How far before and after still differ (`evidence.change`)."""
        if self._change is None:
            self._change = change(self.before, self.after)
        return self._change

    def explained(self, *poses: Pose) -> None:
        """Paint what is explained into the picture of before."""
        for pose in poses:
            paint(self.before, self.after, pose)
        self._change = None

    @property
    def untouched(self) -> bool:
        """Whether nothing was explained yet."""
        return not (self.found.new or self.found.moved or self.found.doubtful)

    def lies_already(self, reading: Reading) -> bool:
        """Whether a reading is a card of the trick where it lies already."""
        return any(lying.lies_at(reading) for lying in self.trick)


def _nearly_on(lying: Lying, reading: Reading) -> bool:
    """Whether a reading lies nearly as a card of the trick does.

    A card that came to lie so would show clearly; what does not is that card, half covered by now.
    """
    return (
        overlap(reading.pose, lying.pose) >= _NEARLY_ON
        and reading.pose.distance(lying.pose) < _SAME_NEAR
        and reading.pose.turned(lying.pose) < 2 * _SAME_TURN
    )


class Explainer:
    """Explains changes with one reader; `tables` are looks of the table without cards."""

    def __init__(self, reader: Reader, tables: Iterable[Scene] = ()) -> None:
        self._reader = reader
        self._tables = tables
        self._size: tuple[float, float] | None = None

    def expect(self, width: float, height: float) -> None:
        """Take note of the size of the cards in pixels of the sharp picture."""
        self._size = (width, height)

    def explain(
        self, reference: Scene, scene: Scene, trick: Sequence[Lying], locate: Locate
    ) -> Found:
        """Return what lies on the table of `scene` that did not lie so in `reference`."""
        before, after = relit(reference.sharp, scene.sharp).copy(), scene.sharp
        length = _USUAL_LENGTH * after.shape[0] if self._size is None else self._size[1]
        apart = change(before, after)
        found = Found(pieces(apart, length))
        edges = self._reader.edges(after)
        look = _Look(before, after, tuple(trick), locate, found, edges, apart)
        first = look.locate(look.before, look.after, look.lies_already)
        if first is not None and self._clearly_new(first, look):
            look.explained(first.pose)
            look.found.new.append(first)
            first = None
        # Strips beside a pushed card must not be read; but a card that covers it comes first.
        look.found.moved += self._pushed(look)
        if look.found.moved:
            first = None
        for _ in range(LOOKS):
            reading = first
            if reading is None and (look.untouched or self._card_sized(look)):
                reading = look.locate(look.before, look.after, look.lies_already)
            first = None
            if reading is None or not self._sorted_in(reading, look):
                break
        poses = [reading.pose for reading in found.new]
        if poses and not trick:
            found.beside = beside(reference, scene, found.pieces, poses)
        upper = [found.new[at] for at in uppermost_first(poses, edges)]
        found.new = less_sure(upper, [lying.pose for lying in trick], edges)
        return found

    def _sorted_in(self, reading: Reading, look: _Look) -> bool:
        """Take note of what a reading is; False where looking further is in vain."""
        found = look.found
        share = self._share(reading, look)
        if share < LEAST_CHANGE:
            return False
        look.explained(reading.pose)
        if bare(reading.pose, look.after, self._tables):
            found.bare = True
            return True
        same = self._same_card(reading, look)
        if same is not None:
            look.explained(same.pose)
            same.moved_to(reading)
            found.moved.append(same)
        elif self._uncovered(reading, look) or self._hidden(reading, look):
            return True
        elif self._new(reading, share, look):
            found.new.append(reading)
        else:
            found.doubtful.append(reading)
        return len(found.doubtful) < DOUBTS

    def _share(self, reading: Reading, look: _Look) -> float:
        """Return how much of its place changed; all of it where all print there is new."""
        share = changed_share(look.change, reading.pose)
        if share >= BARE_CHANGE or not self._clear(reading):
            return share
        return 1.0 if printed_anew(look.change, look.after, reading.pose) else share

    def _new(self, reading: Reading, share: float, look: _Look) -> bool:
        """Whether a reading is a new card; what an arm holds or rests on must be read clearly."""
        if share < NEW_CHANGE or not self.convincing(reading, look.edges, share):
            return False
        if not self._clear(reading) and any(_nearly_on(each, reading) for each in look.trick):
            return False
        armed = look.found.pieces.armed(reading.pose)
        return not armed or (self._clear(reading) and self._surely_one(reading))

    def _surely_one(self, reading: Reading) -> bool:
        """Whether a reading can hardly be another card though a hand may hide what tells."""
        second, first = np.partition(reading.similarities, -2)[-2:]
        return bool(first - second >= HELD_NATS * self._reader.nets.temperature)

    def _clear(self, reading: Reading, share: float = CLEAR) -> bool:
        accept = self._reader.nets.accept
        return reading.similarity >= accept + share * (1.0 - accept)

    def _clearly_new(self, reading: Reading, look: _Look) -> bool:
        """Whether a reading is a new card beyond doubt, whatever else was pushed."""
        if not self._clear(reading):
            return False
        share = self._share(reading, look)
        if share < NEW_CHANGE or not self.convincing(reading, look.edges, share):
            return False
        if look.found.pieces.armed(reading.pose) and not self._surely_one(reading):
            return False
        if self._same_card(reading, look) is not None or self._uncovered(reading, look):
            return False
        return not bare(reading.pose, look.after, self._tables)

    def in_passing(
        self, before: Scene, scene: Scene, trick: Sequence[Lying], locate: Locate, still: Mask
    ) -> Found | None:
        """Return what lies there while something moves about, if there are new cards beyond doubt.

        `still` is 255 where `scene` was still. What is not taken leaves the trick as it was.
        """
        seen = [copy(each) for each in trick]
        found = self.explain(before, scene, seen, locate)
        doubtful = bool(found.moved) and bool(found.pieces.reaches_in.any())
        if not found.new or doubtful or not self._beyond_doubt(found, scene.sharp, still):
            return None
        poses, edges = [lying.pose for lying in trick], self._reader.edges(scene.sharp)
        if any(under(reading.pose, poses, edges) >= HALF_SEEN for reading in found.new):
            # What just came to lie lies on the trick: of a card and what shows below it a third
            # may seem to be made.
            return None
        pairs = [pair for pair in zip(trick, seen, strict=True) if pair[1] in found.moved]
        for own, now in pairs:
            own.best, own.total, own.weight = now.best, now.total, now.weight
        found.moved = [own for own, _ in pairs]
        return found

    def _beyond_doubt(self, found: Found, after: Image, still: Mask) -> bool:
        """Whether all new cards show wholly, clearly, where it was `still`, with no arm near."""
        edges, side = self._reader.edges(after), after.shape[0]
        lay_still = cv2.resize(still, (side, side), interpolation=cv2.INTER_NEAREST)
        for reading in found.new:
            place = reading.pose.draw(side)
            within = cv2.countNonZero(cv2.bitwise_and(place, lay_still))
            share = CLEAR if sides_seen(edges, reading.pose) >= SIDES else NO_SIDES
            clear = self._clear(reading, share) and not found.pieces.armed(reading.pose)
            if within < STILL * cv2.countNonZero(place) or not clear:
                return False
        return True

    def _uncovered(self, reading: Reading, look: _Look) -> bool:
        """Whether this would lie on a card that shows as clearly as before: then it is nothing."""
        covered = [lying for lying in look.trick if overlap(lying.pose, reading.pose) >= _COVERED]
        here = self._reader.read(look.after, [lying.pose for lying in covered])
        return any(
            own.similarities[lying.identity] > lying.best.similarity - _COVERED_LOSS
            for lying, own in zip(covered, here, strict=True)
        )

    def _hidden(self, reading: Reading, look: _Look) -> bool:
        """Whether cards that show wholly leave too little of this place to tell a card by."""
        near = [lying for lying in look.trick if overlap(reading.pose, lying.pose) > 0.0]
        here = self._reader.read(look.after, [lying.pose for lying in near])
        whole = [
            lying.pose
            for lying, own in zip(near, here, strict=True)
            if own.similarities[lying.identity] > lying.best.similarity - _WHOLE_LOSS
        ]
        return covered_share(reading.pose, whole, look.edges.side) >= _HIDDEN

    def _card_sized(self, look: _Look) -> bool:
        """Whether anything is left unexplained that could be the visible part of a card."""
        level = look.change
        side = level.shape[0]
        width, height = self._size or (0.5 * SMALLEST * side, SMALLEST * side)
        return pieces(level, height).largest >= LEAST_BLOB * width * height

    def convincing(self, reading: Reading, edges: Edges, share: float = 1.0) -> bool:
        """Whether a reading is a card: like one of the deck, with sides where a card has them.

        `share` is how much of its rectangle changed: all of it where nothing else can lie there.
        What lies at the rim of the field, cut by it or not, is a pile of tricks or a coaster.
        """
        if not in_the_middle(reading.pose, edges.side):
            return False
        seen = sides_seen(edges, reading.pose)
        if seen < SIDES and self._size is not None:
            # A face enrolled with a little ground around it is recognised best in a small frame.
            nominal = reading.pose.sized(*self._size)
            fitted = edges.fit(nominal, 0.05 * nominal.height, math.radians(2))
            seen = max(seen, sides_seen(edges, fitted))
        if seen < SIDES and share < BARE_CHANGE:
            return False
        if seen < SIDES - 1 and self._size is None:
            return False
        more = 0.0 if seen >= SIDES else HIDDEN_SIDES if seen == SIDES - 1 else NO_SIDES
        accept = self._reader.nets.accept
        return reading.similarity >= accept + more * (1.0 - accept)

    def _pushed(self, look: _Look) -> list[Lying]:
        """Find lying cards that were pushed a little or show more of themselves by now.

        They are painted into the picture of before.
        """
        level, after = look.change, look.after
        pushed = []
        for lying in reversed(look.trick):
            if changed_share(level, lying.pose) < LEAST_CHANGE / 2:
                continue
            here = self._reader.read(after, [lying.pose])[0]
            shown = float(here.similarities[lying.identity]) - lying.best.similarity
            if shown > -_STAYED_LOSS:
                if shown > PUSH_GAIN and here.top == lying.identity:
                    # Something was in the way when it was read, as it still was being laid.
                    look.explained(lying.pose)
                    lying.add(here)
                    pushed.append(lying)
                continue
            there = self._reader.align(after, here, 0.0, rounds=4)
            own, was = there.similarities[lying.identity], lying.best.similarity
            stayed = own < float(here.similarities[lying.identity]) + PUSH_GAIN
            if stayed or there.top != lying.identity or own < was - PUSH_LOSS:
                continue
            look.explained(lying.pose, there.pose)
            lying.moved_to(there)
            pushed.append(lying)
        return pushed

    def _same_card(self, reading: Reading, look: _Look) -> Lying | None:
        """Return the lying card this is, pushed or seen again; None for a new one."""
        for lying in look.trick:
            own = float(reading.similarities[lying.identity])
            away = reading.pose.distance(lying.pose)
            if away < _SAME_NEAR and reading.pose.turned(lying.pose) < _SAME_TURN:
                # Hardly moved: a new card does not come to lie so exactly on another; and one that
                # was pushed by the new card is covered by it as well.
                near = away <= _SAME_PLACE or bool(look.found.new)
                loss = _SAME_PLACE_LOSS if near else _SAME_LOSS
                if own > _SAME_SCORE and own > reading.similarity - loss:
                    return lying
            if lying.identity == reading.top and own > _SAME_FAR:
                there = self._reader.read(look.after, [lying.pose])[0]
                if there.similarities[lying.identity] < lying.best.similarity - _STILL_THERE:
                    return lying
        return None
