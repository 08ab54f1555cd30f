"""Finds and reads the cards of a still picture.

There is no table before the cards came, so cards are looked for by their rims. Those that lie free
are read first; they tell the plane of the table and the size of a card in it, and with that every
further card is a rectangle with three unknowns, also where others cover a part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from engine.cards import Card
from vision.arrays import Floats, Image, as_image
from vision.enrolling.cutout import NARROWEST, WIDEST
from vision.place.geometry import as_quad
from vision.reading.nets import Nets, embed
from vision.reading.plane import Plane, fit_plane, misfit
from vision.reading.pose import crop_corners
from vision.reading.profile import Profile
from vision.reading.reader import log_scores
from vision.sighting import Quad
from vision.still.candidates import fitted, free_quads, plane_poses, shared
from vision.still.covered import BESIDE, covering, likely, read_covered, wider
from vision.still.edges import PictureEdges
from vision.still.lens import Lens, find_lens
from vision.still.reader import CLEAR_MARGIN, CLEAR_RIM, QuadReading, StillReader, matched
from vision.watching.no_play import paper_share
from vision.watching.thresholds import THRESHOLDS

_STRANGERS = THRESHOLDS.strangers

LONGEST = 2000
"""Longer side, in pixels, above which a picture is made smaller first."""
_ALTERNATIVES = 3
_FREE = 40
_APART = 0.3
"""Common share from which on two cards that lie free would be the same."""
_TOUCHING = 0.02
_ALIKE, _MOST_ALONE = 2, 8
"""So many things of one size and of a card's shape are cards although none is read, found among so
many with clear rims: a single one may be a pad."""
_MOST_SHARED, _LEAST_VISIBLE = 0.6, 0.5
"""Of a card that cannot be named: the part that may lie under one other, and the part of its rim
that must be seen."""
_ON_PLANE = 0.07
_ROUNDS = 2
"""What is found in the plane tells the plane better; so often is it fitted and looked at again."""
_FORGIVEN = 0.02


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card of a still picture."""

    card: Card
    probability: float
    alternatives: tuple[tuple[Card, float], ...]
    """Other cards with their probability, likeliest first."""
    quad: Quad
    """Corners in pixels, clockwise, first side one of the card's short sides."""


@dataclass(frozen=True, slots=True)
class StillContents:
    """What is on a picture."""

    cards: tuple[SeenCard, ...]
    """Cards of the deck, the clearest first."""
    faces: tuple[Floats, ...]
    """The net's unit vectors [128] of all faces whose rims are clear, of this deck or another."""
    unnamed: tuple[Quad, ...] = ()
    """Where a card lies face up that cannot be named: another print's, or too poorly seen."""
    backs: tuple[Quad, ...] = ()
    """Where a card lies face down."""


def recognise(image: Image, profile: Profile, nets: Nets) -> tuple[SeenCard, ...]:
    """Return the cards in `image`, the clearest first; nothing where there is none."""
    return look(image, profile, nets).cards


def look(image: Image, profile: Profile, nets: Nets) -> StillContents:
    """Return the cards in `image`, and beside them the faces that may be of another deck."""
    scale = min(1.0, LONGEST / max(image.shape[:2]))
    if scale < 1.0:
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        image = as_image(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    reader = StillReader(profile.embedded_with(nets.embedding), nets)
    finder = _Finder(image, reader)
    lens = finder.lens()
    if lens is not None:
        finder = _Finder(lens.straightened(image), reader)
    named, others = finder.spots()

    def corners(spot: QuadReading) -> Quad:
        """Return the corners in the picture as it was given."""
        quad = spot.quad if lens is None else lens.bent(spot.quad)
        a, b, c, d = ((float(x), float(y)) for x, y in (np.asarray(quad) + 0.5) / scale - 0.5)
        return a, b, c, d

    cards = tuple(_seen(spot, reader, corners(spot)) for spot in named)
    unnamed = tuple(corners(spot) for spot in others if not spot.face_down)
    backs = tuple(corners(spot) for spot in others if spot.face_down)
    return StillContents(cards, finder.faces(), unnamed, backs)


class _Finder:
    """The search through one picture."""

    def __init__(self, image: Image, reader: StillReader) -> None:
        self.image = image
        self.reader = reader
        self.outline = PictureEdges(image)
        self._alone: list[QuadReading] = []
        """What stood out by itself, whether or not it was read."""
        self._judged: list[QuadReading] = []
        """Whatever was looked at."""

    def faces(self) -> tuple[Floats, ...]:
        """Return the vectors of what stands out with a clear rim and is paper, each place once."""
        kept: list[QuadReading] = []
        for spot in sorted(self._alone, key=lambda spot: -spot.similarity):
            if spot.support >= CLEAR_RIM and all(shared(spot.quad, o.quad) < _APART for o in kept):
                kept.append(spot)
        crops = [crop_corners(self.image, spot.quad) for spot in kept]
        faces = [crop for crop in crops if paper_share(crop) >= _STRANGERS.paper_share]
        return tuple(embed(self.reader.nets.embedding, np.stack(faces))) if faces else ()

    def spots(self) -> tuple[list[QuadReading], list[QuadReading]]:
        """Return every card read, the clearest first, and the cards that cannot be named."""
        free = self._free
        plane = self._plane(free)
        for _ in range(_ROUNDS):
            before = len(free)
            if plane is not None:
                free = self._in_plane(plane, free)
            if len(free) <= before:
                break
            plane = self._plane(free)
        if plane is None:
            return self._each_once([self._settled(spot) for spot in free]), []
        if not free:
            others = self._others(plane, [])
            there = len(others) >= _ALIKE or any(spot.face for spot in others)
            return [], others if there else []
        under = [spot for spot in free if self._lies_under(spot, free)]
        found = [self._settled(spot) for spot in free if all(spot is not one for one in under)]
        covered = read_covered(self.image, self.outline, plane, found, self.reader, under)
        named = self._each_once(found + covered + self._left_over(under, covered))
        return named, self._others(plane, named)

    def _others(self, plane: Plane, named: Sequence[QuadReading]) -> list[QuadReading]:
        """Return the cards of the plane beside and under those named that cannot be named."""
        self.outline.hide([])
        kept: list[QuadReading] = []
        for spot in sorted(self._judged, key=lambda spot: -spot.support):
            if spot.clear and all(shared(spot.quad, one.quad) < _APART for one in (*named, *kept)):
                # Of what is like no face nobody knows yet which side is the short one.
                ways = (spot.quad, np.roll(spot.quad, -1, 0))
                quad = min(ways, key=lambda way: misfit(plane, way))
                if misfit(plane, quad) < _ON_PLANE:
                    kept.append(replace(spot, quad=quad))
        # Where another card lies upon it or it upon another, white meets white and no rim shows.
        over = [wider(spot.quad, BESIDE) for spot in (*named, *kept)]
        self.outline.hide(over)
        for place in likely(self.outline, plane, over, CLEAR_RIM):
            apart = all(shared(place.quad, one.quad) < _MOST_SHARED for one in (*named, *kept))
            if apart and place.visible >= _LEAST_VISIBLE:
                spot = self.reader.read(self.image, [place.quad])[0]
                kept.append(replace(spot, support=place.support))
        return kept

    def _lies_under(self, spot: QuadReading, free: Sequence[QuadReading]) -> bool:
        """Return whether another card lies upon a part of this one."""
        if spot.support >= CLEAR_RIM or not self.reader.profile.pictured:
            return False
        return any(
            one is not spot
            and shared(spot.quad, one.quad) > _TOUCHING
            and (one.support >= CLEAR_RIM or self._upon(one, spot))
            for one in free
        )

    def _upon(self, one: QuadReading, other: QuadReading) -> bool:
        """Return whether what both share looks more like the one's face than like the other's."""
        alike = []
        for spot, over in ((one, other), (other, one)):
            common = covering(spot.quad, [over.quad], self.image)
            face = self.reader.profile.crops[spot.top]
            alike.append(matched(crop_corners(self.image, spot.quad), face, common).agreement)
        return alike[0] > alike[1]

    def _left_over(
        self, under: Sequence[QuadReading], covered: Sequence[QuadReading]
    ) -> list[QuadReading]:
        """Return what was not read again but stands out clearly enough as it is."""
        return [
            self._settled(spot)
            for spot in under
            if spot.margin >= CLEAR_MARGIN
            and all(shared(spot.quad, one.quad) < _APART for one in covered)
        ]

    def lens(self) -> Lens | None:
        """Return what bends the rims of the cards that are sure."""
        size = (self.image.shape[1], self.image.shape[0])
        sure = [spot.quad for spot in self._free if self._certain(spot) and spot.clear]
        return find_lens(sure, self.reader.profile.aspect, size)

    @cached_property
    def _free(self) -> list[QuadReading]:
        """Read the quadrilaterals that stand out by themselves."""
        quads = free_quads(self.image, self.outline)[:_FREE]
        height, width = self.image.shape[:2]
        if NARROWEST <= min(width, height) / max(width, height) <= WIDEST:
            whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) - 0.5
            quads.append(np.asarray(as_quad(whole)))
        spots = self.reader.read_either_way(self.image, quads)
        self._alone = self._each_judged(spots)
        return self._chosen(self._alone)

    def _plane(self, spots: list[QuadReading]) -> Plane | None:
        """Fit the plane to the sure cards whose rims are clear, to all sure ones, or the surest.

        Of a deck of another print no face may be sure: then clear rims alone must do, also those
        of cards of which none is read.
        """
        size = (self.image.shape[1], self.image.shape[0])
        sure = [spot for spot in spots if spot.similarity >= self.reader.nets.accept]
        clear = [spot.quad for spot in sure or spots if spot.support >= CLEAR_RIM]
        surest = [spot.quad for spot in spots[:1]]
        alone = [] if spots else [spot.quad for spot in self._alone if spot.clear]
        some = clear or [spot.quad for spot in sure] or surest or alone[:_MOST_ALONE]
        aspect = self.reader.profile.aspect
        return fit_plane(some, aspect, size) or fit_plane(surest, aspect, size)

    def _in_plane(self, plane: Plane, free: list[QuadReading]) -> list[QuadReading]:
        """Add what is found as a rectangle of the plane; drop what does not fit into it."""
        self.outline.hide([])
        kept = [s for s in free if self._certain(s) or misfit(plane, s.quad) < _ON_PLANE]
        # What was read somewhat askew, for want of a rim beside another card, is laid straight.
        askew = [plane.pose(s.quad) for s in free if misfit(plane, s.quad) >= _ON_PLANE]
        poses = fitted(self.outline, plane, plane_poses(self.outline, plane))
        quads = [plane.quad(pose) for pose in (*poses, *askew)]
        new = [quad for quad in quads if all(shared(quad, spot.quad) < 0.8 for spot in kept)]
        spots = self.reader.read(self.image, new)
        return self._chosen([*kept, *self._each_judged(spots)])

    def _chosen(self, spots: list[QuadReading]) -> list[QuadReading]:
        """Return what is read as a card, the surest first, of overlapping ones the surest."""
        kept: list[QuadReading] = []
        for spot in sorted(spots, key=lambda spot: -spot.sureness):
            if spot.accepted and all(shared(spot.quad, one.quad) < _APART for one in kept):
                kept.append(spot)
        return kept

    def _settled(self, spot: QuadReading) -> QuadReading:
        """Lay the four sides on the edges beside them, unless it is read worse there."""
        best = spot
        for reach in (0.03, 0.015):
            quad = self.outline.refined(best.quad, reach)
            if quad is None:
                continue
            there = self._each_judged(self.reader.read(self.image, [quad]))[0]
            if not there.accepted:
                continue
            if there.similarity >= best.similarity - _FORGIVEN and there.support >= best.support:
                best = there
        return best

    def _certain(self, spot: QuadReading) -> bool:
        """Return whether there is a card for certain: then it is the plane that is off."""
        return spot.similarity >= self.reader.nets.accept and spot.support >= CLEAR_RIM

    def _each_judged(self, spots: Sequence[QuadReading]) -> list[QuadReading]:
        judged = [self.reader.judged(self.image, spot, self.outline) for spot in spots]
        self._judged += judged
        return judged

    def _each_once(self, spots: list[QuadReading]) -> list[QuadReading]:
        """Give each place another card, as a deck has every card once; drop what has none."""
        if not spots:
            return []
        rows = np.stack([spot.similarities for spot in spots])
        places, cards = linear_sum_assignment(-rows)
        told = []
        for place, card in zip(places, cards, strict=True):
            spot = spots[int(place)]
            if int(card) == spot.top:
                told.append(spot)
        return sorted(told, key=lambda spot: -spot.sureness)


def _seen(spot: QuadReading, reader: StillReader, corners: Quad) -> SeenCard:
    chances = np.exp(log_scores(spot.similarities, reader.nets.temperature))
    order = np.argsort(-chances)
    cards = reader.profile.cards
    others = tuple((cards[index], float(chances[index])) for index in order[1 : 1 + _ALTERNATIVES])
    return SeenCard(cards[order[0]], float(chances[order[0]]), others, corners)
