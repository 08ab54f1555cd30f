"""Explains what changed between two rests: cards pushed, cards laid, and what cannot be read.

Each card found is copied into the picture of before, so that the next look sees only what is still
unexplained. Every card is in the deck once: the same face elsewhere is a card that moved. A card
that others lie on is read less surely: the less of it shows, the more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Image, Mask
from vision.reading.pose import Edges, Pose, covered_share, overlap, uppermost_first
from vision.reading.reader import CardReader, CardReading, Skip
from vision.watching.changes import (
    ChangedPieces,
    area_beside,
    change_level,
    changed_pieces,
    changed_share,
    in_the_middle,
    printed_anew,
    sides_seen,
    slide,
)
from vision.watching.motion import relit
from vision.watching.scene import TableScene, copy_card, shows_bare_table
from vision.watching.thresholds import THRESHOLDS
from vision.watching.trick import LyingCard

_CHANGES = THRESHOLDS.changes
_EARLIER = THRESHOLDS.earlier
_EXPLAINING = THRESHOLDS.explaining
_FINDING = THRESHOLDS.finding
_SCENE = THRESHOLDS.scene


def less_sure_where_covered(
    new: Sequence[CardReading], trick: Sequence[Pose], edges: Edges
) -> list[CardReading]:
    """Return new cards, the uppermost first, those less surely read that others lie on.

    What is found late may lie under a card of the `trick`.
    """
    found = []
    for at, reading in enumerate(new):
        over = [each.pose for each in new[:at]]
        over += _on(reading.pose, trick, edges)
        share, half = covered_share(reading.pose, over, edges.side), _EXPLAINING.half_seen
        found.append(reading if share < half else _nearer(reading, (1.0 - share) ** 2))
    return found


def covered_by_trick(pose: Pose, trick: Sequence[Pose], edges: Edges) -> float:
    """Return the share of what lies at a pose that cards of the `trick` lie on."""
    return covered_share(pose, _on(pose, trick, edges), edges.side)


def _on(pose: Pose, trick: Sequence[Pose], edges: Edges) -> list[Pose]:
    lying = [each for each in trick if overlap(each, pose) > 0.0]
    return [each for each in lying if uppermost_first([pose, each], edges)[0]]


def _nearer(reading: CardReading, share: float) -> CardReading:
    """Return a reading with only a share of its lead over every other card."""
    top = reading.similarity
    return CardReading(reading.pose, np.asarray(top - share * (top - reading.similarities), float))


Locate = Callable[[Image, Image, Skip], CardReading | None]
"""Finds the newest card between two sharp pictures, leaving out what is known."""


@dataclass(slots=True)
class Explanation:
    """What one look found; `new` has the uppermost card first."""

    pieces: ChangedPieces
    """What had changed, in pieces."""
    new: list[CardReading] = field(default_factory=list)
    doubtful: list[CardReading] = field(default_factory=list)
    moved: list[LyingCard] = field(default_factory=list)
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
    trick: tuple[LyingCard, ...]
    locate: Locate
    found: Explanation
    edges: Edges

    @property
    def change(self) -> Image:
        """How far before and after still differ."""
        return change_level(self.before, self.after)

    def explained(self, *poses: Pose) -> None:
        """Copy what is explained into a new picture of before."""
        self.before = self.before.copy()
        for pose in poses:
            copy_card(self.before, self.after, pose)

    @property
    def untouched(self) -> bool:
        """Whether nothing was explained yet."""
        return not (self.found.new or self.found.moved or self.found.doubtful)

    def lies_already(self, reading: CardReading) -> bool:
        """Whether a reading is a card of the trick where it lies already."""
        return any(lying.lies_at(reading) for lying in self.trick)


def _lies_nearly_as(lying: LyingCard, reading: CardReading) -> bool:
    """Whether a reading lies nearly as a card of the trick does.

    A card that came to lie so would show clearly; what does not is that card, half covered by now.
    """
    return (
        overlap(reading.pose, lying.pose) >= _EXPLAINING.nearly_on
        and reading.pose.distance(lying.pose) < _EXPLAINING.same_near
        and reading.pose.turned(lying.pose) < 2 * _EXPLAINING.same_turn
    )


class Explainer:
    """Explains changes with one reader; `tables` are looks of the table without cards."""

    def __init__(self, reader: CardReader, tables: Iterable[TableScene] = ()) -> None:
        self._reader = reader
        self._tables = tables
        self._size: tuple[float, float] | None = None

    def expect(self, width: float, height: float) -> None:
        """Take note of the size of the cards in pixels of the sharp picture."""
        self._size = (width, height)

    def explain(
        self, reference: TableScene, scene: TableScene, trick: Sequence[LyingCard], locate: Locate
    ) -> Explanation:
        """Return what lies on the table of `scene` that did not lie so in `reference`."""
        before, after = relit(reference.sharp, scene.sharp), scene.sharp
        length = _EXPLAINING.usual_length * after.shape[0] if self._size is None else self._size[1]
        found = Explanation(changed_pieces(change_level(before, after), length))
        edges = self._reader.edges(after)
        look = _Look(before, after, tuple(trick), locate, found, edges)
        first = look.locate(look.before, look.after, look.lies_already)
        if first is not None and self._clearly_new(first, look):
            look.explained(first.pose)
            look.found.new.append(first)
            first = None
        # Strips beside a pushed card must not be read; but a card that covers it comes first.
        look.found.moved += self._pushed(look)
        if look.found.moved:
            first = None
        for _ in range(_EXPLAINING.looks):
            reading = first
            if reading is None and (look.untouched or self._card_sized(look)):
                reading = look.locate(look.before, look.after, look.lies_already)
            first = None
            if reading is None or not self._sorted_in(reading, look):
                break
        poses = [reading.pose for reading in found.new]
        if poses and not any(lying.play for lying in trick):
            known = [lying.pose for lying in trick]
            found.beside = area_beside(reference, scene, found.pieces, poses, known)
        upper = [found.new[at] for at in uppermost_first(poses, edges)]
        found.new = less_sure_where_covered(upper, [lying.pose for lying in trick], edges)
        return found

    def _sorted_in(self, reading: CardReading, look: _Look) -> bool:
        """Take note of what a reading is; False where looking further is in vain."""
        found = look.found
        share = self._share(reading, look)
        if share < _CHANGES.least_share:
            return False
        look.explained(reading.pose)
        bare = shows_bare_table(reading.pose, look.after, self._tables)
        if bare or self._was_under(reading, look):
            found.bare = True
            return True
        same = self._same_card(reading, look)
        if same is not None:
            look.explained(same.pose)
            same.moved_to(reading)
            found.moved.append(same)
        elif self._shows_card_below(reading, look) or self._hidden(reading, look):
            return True
        elif self._new(reading, share, look):
            found.new.append(reading)
        else:
            found.doubtful.append(reading)
        return len(found.doubtful) < _EXPLAINING.doubts

    def _was_under(self, reading: CardReading, look: _Look) -> bool:
        """Whether a reading is no card but the table, where one lay before it was watched.

        Nobody has seen that place without it.
        """
        earlier = [lying.pose for lying in look.trick if not lying.play]
        return (
            reading.similarity < self._reader.nets.accept - _FINDING.hopeless
            and sides_seen(look.edges, reading.pose) < _CHANGES.sides
            and covered_share(reading.pose, earlier, look.edges.side) >= _EARLIER.under
        )

    def _share(self, reading: CardReading, look: _Look) -> float:
        """Return how much of its place changed; all of it where all print there is new."""
        share = changed_share(look.change, reading.pose)
        if share >= _EXPLAINING.bare_change or not self._clear(reading):
            return share
        return 1.0 if printed_anew(look.change, look.after, reading.pose) else share

    def _new(self, reading: CardReading, share: float, look: _Look) -> bool:
        """Whether a reading is a new card; what an arm holds or rests on must be read clearly."""
        if share < _CHANGES.new_share or not self.convincing(reading, look.edges, share):
            return False
        if not self._clear(reading) and any(_lies_nearly_as(each, reading) for each in look.trick):
            return False
        held = look.found.pieces.touches_arm(reading.pose)
        return not held or (self._clear(reading) and self._surely_one(reading))

    def _surely_one(self, reading: CardReading) -> bool:
        """Whether a reading can hardly be another card though a hand may hide what tells."""
        second, first = np.partition(reading.similarities, -2)[-2:]
        return bool(first - second >= _EXPLAINING.held_nats * self._reader.nets.temperature)

    def _clear(self, reading: CardReading, share: float = _EXPLAINING.clear) -> bool:
        accept = self._reader.nets.accept
        return reading.similarity >= accept + share * (1.0 - accept)

    def _clearly_new(self, reading: CardReading, look: _Look) -> bool:
        """Whether a reading is a new card beyond doubt, whatever else was pushed."""
        if not self._clear(reading):
            return False
        share = self._share(reading, look)
        if share < _CHANGES.new_share or not self.convincing(reading, look.edges, share):
            return False
        if look.found.pieces.touches_arm(reading.pose) and not self._surely_one(reading):
            return False
        if self._same_card(reading, look) is not None or self._shows_card_below(reading, look):
            return False
        return not shows_bare_table(reading.pose, look.after, self._tables)

    def explain_while_moving(
        self,
        before: TableScene,
        scene: TableScene,
        trick: Sequence[LyingCard],
        locate: Locate,
        still: Mask,
    ) -> Explanation | None:
        """Return what lies there while something moves about, if there are new cards beyond doubt.

        `still` is 255 where `scene` was still. What is not taken leaves the trick as it was.
        """
        seen = [copy(each) for each in trick]
        found = self.explain(before, scene, seen, locate)
        doubtful = bool(found.moved) and bool(found.pieces.reaches_in.any())
        if not found.new or doubtful or not self._beyond_doubt(found, scene.sharp, still):
            return None
        poses, edges = [lying.pose for lying in trick], self._reader.edges(scene.sharp)
        half = _EXPLAINING.half_seen
        if any(covered_by_trick(reading.pose, poses, edges) >= half for reading in found.new):
            # What just came to lie lies on the trick: of a card and what shows below it a third
            # may seem to be made.
            return None
        pairs = [pair for pair in zip(trick, seen, strict=True) if pair[1] in found.moved]
        for own, now in pairs:
            own.best, own.total, own.weight = now.best, now.total, now.weight
        found.moved = [own for own, _ in pairs]
        return found

    def _beyond_doubt(self, found: Explanation, after: Image, still: Mask) -> bool:
        """Whether all new cards show wholly, clearly, where it was `still`, with no arm near."""
        edges, side = self._reader.edges(after), after.shape[0]
        lay_still = cv2.resize(still, (side, side), interpolation=cv2.INTER_NEAREST)
        for reading in found.new:
            place = reading.pose.draw(side)
            within = cv2.countNonZero(cv2.bitwise_and(place, lay_still))
            whole = sides_seen(edges, reading.pose) >= _CHANGES.sides
            share = _EXPLAINING.clear if whole else _EXPLAINING.one_side
            clear = self._clear(reading, share) and not found.pieces.touches_arm(reading.pose)
            if within < _EXPLAINING.still_share * cv2.countNonZero(place) or not clear:
                return False
        return True

    def _shows_card_below(self, reading: CardReading, look: _Look) -> bool:
        """Whether this would lie on a card that shows as clearly as before: then it is nothing."""
        covered = [
            lying
            for lying in look.trick
            if overlap(lying.pose, reading.pose) >= _EXPLAINING.covered_share
        ]
        here = self._reader.read(look.after, [lying.pose for lying in covered])
        return any(
            own.similarities[lying.identity] > lying.best.similarity - _EXPLAINING.covered_loss
            for lying, own in zip(covered, here, strict=True)
        )

    def _hidden(self, reading: CardReading, look: _Look) -> bool:
        """Whether cards that show wholly leave too little of this place to tell a card by."""
        near = [lying for lying in look.trick if overlap(reading.pose, lying.pose) > 0.0]
        here = self._reader.read(look.after, [lying.pose for lying in near])
        whole = [
            lying.pose
            for lying, own in zip(near, here, strict=True)
            if own.similarities[lying.identity] > lying.best.similarity - _EXPLAINING.whole_loss
        ]
        return covered_share(reading.pose, whole, look.edges.side) >= _EXPLAINING.hidden_share

    def _card_sized(self, look: _Look) -> bool:
        """Whether anything is left unexplained that could be the visible part of a card."""
        level = look.change
        side = level.shape[0]
        width, height = self._size or (0.5 * _FINDING.smallest * side, _FINDING.smallest * side)
        return changed_pieces(level, height).largest >= _CHANGES.least_piece * width * height

    def convincing(self, reading: CardReading, edges: Edges, share: float = 1.0) -> bool:
        """Whether a reading is a card: like one of the deck, with sides where a card has them.

        `share` is how much of its rectangle changed: all of it where nothing else can lie there.
        What lies at the rim of the field, cut by it or not, is a pile of tricks or a coaster.
        """
        if not in_the_middle(reading.pose, edges.side):
            return False
        seen = sides_seen(edges, reading.pose)
        if seen < _CHANGES.sides and self._size is not None:
            # A face enrolled with a little ground around it is recognised best in a small frame.
            nominal = reading.pose.sized(*self._size)
            fitted = edges.fit(nominal, 0.05 * nominal.height, math.radians(2))
            seen = max(seen, sides_seen(edges, fitted))
        if seen < _CHANGES.sides and share < _EXPLAINING.bare_change:
            return False
        if seen < _CHANGES.sides - 1 and self._size is None:
            return False
        if seen >= _CHANGES.sides:
            return self._clear(reading, 0.0)
        two = seen == _CHANGES.sides - 1
        return self._clear(reading, _EXPLAINING.two_sides if two else _EXPLAINING.one_side)

    def _pushed(self, look: _Look) -> list[LyingCard]:
        """Find lying cards that were pushed a little or show more of themselves by now.

        They are copied into the picture of before.
        """
        level, after = look.change, look.after
        pushed = []
        # What lies on a card of the trick: the new ones, and those that came after it.
        over = np.zeros(after.shape[:2], np.uint8)
        for reading in look.found.new:
            over |= reading.pose.draw(look.edges.side, _SCENE.copied_margin)
        for lying in reversed(look.trick):
            above, old = over, lying.pose
            over = over | old.draw(look.edges.side, _SCENE.copied_margin)
            if changed_share(level, old) < _CHANGES.least_share / 2:
                continue
            slid = self._slid(lying, look, above)
            if slid is not None:
                look.explained(old, slid.pose)
                if slid.pose is not old:
                    lying.moved_to(slid)
                    pushed.append(lying)
                    over |= slid.pose.draw(look.edges.side, _SCENE.copied_margin)
                continue
            here = self._reader.read(after, [lying.pose])[0]
            shown = float(here.similarities[lying.identity]) - lying.best.similarity
            if shown > -_EXPLAINING.stayed_loss:
                if shown > _EXPLAINING.push_gain and here.top == lying.identity:
                    # Something was in the way when it was read, as it still was being laid.
                    look.explained(lying.pose)
                    lying.add(here)
                    pushed.append(lying)
                continue
            there = self._reader.align(after, here, 0.0, rounds=4)
            own, was = there.similarities[lying.identity], lying.best.similarity
            stayed = own < float(here.similarities[lying.identity]) + _EXPLAINING.push_gain
            if stayed or there.top != lying.identity or own < was - _EXPLAINING.push_loss:
                continue
            look.explained(lying.pose, there.pose)
            lying.moved_to(there)
            pushed.append(lying)
        return pushed

    def _slid(self, lying: LyingCard, look: _Look, over: Mask) -> CardReading | None:
        """Return the reading of a lying card where its look went, its own where nothing happened.

        None where what shows there is not explained by the card alone. `over` is 255 where
        something lies on it.
        """
        found = slide(look.before, look.after, lying.pose, over)
        if found is None:
            return None
        if found.was <= _EXPLAINING.shimmer:
            return lying.best
        if found.left > _EXPLAINING.push_left * found.was:
            return None
        return self._reader.read(look.after, [found.pose])[0]

    def _same_card(self, reading: CardReading, look: _Look) -> LyingCard | None:
        """Return the lying card this is, pushed or seen again; None for a new one."""
        for lying in look.trick:
            own = float(reading.similarities[lying.identity])
            away, turned = reading.pose.distance(lying.pose), reading.pose.turned(lying.pose)
            if away < _EXPLAINING.same_near and turned < _EXPLAINING.same_turn:
                # Hardly moved: a new card does not come to lie so exactly on another; and one that
                # was pushed by the new card is covered by it as well.
                near = away <= _EXPLAINING.same_place or bool(look.found.new)
                loss = _EXPLAINING.same_place_loss if near else _EXPLAINING.same_loss
                if own > _EXPLAINING.same_similarity and own > reading.similarity - loss:
                    return lying
            laid = not lying.play and away >= _EARLIER.pushed
            if lying.identity == reading.top and own > _EXPLAINING.moved_similarity and not laid:
                there = self._reader.read(look.after, [lying.pose])[0]
                still_there = lying.best.similarity - _EXPLAINING.moved_loss
                if there.similarities[lying.identity] < still_there:
                    return lying
        return None
