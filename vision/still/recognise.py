"""Finds and reads the cards of a still picture.

There is no table before the cards came, so cards are looked for by their rims. Those that lie free
are read first; they tell the plane of the table and the size of a card in it, and with that every
further card is a rectangle with three unknowns, also where others cover a part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from vision.still.candidates import fitted, free_quads, plane_poses, shared, support_of
from vision.still.covered import read_covered
from vision.still.edges import PictureEdges
from vision.still.reader import CLEAR_MARGIN, CLEAR_RIM, QuadReading, StillReader
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


def recognise(image: Image, profile: Profile, nets: Nets) -> tuple[SeenCard, ...]:
    """Return the cards in `image`, the clearest first; nothing where there is none."""
    return look(image, profile, nets).cards


def look(image: Image, profile: Profile, nets: Nets) -> StillContents:
    """Return the cards in `image`, and beside them the faces that may be of another deck."""
    scale = min(1.0, LONGEST / max(image.shape[:2]))
    if scale < 1.0:
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        image = as_image(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    finder = _Finder(image, StillReader(profile.embedded_with(nets.embedding), nets))
    cards = tuple(_seen(spot, finder.reader, scale) for spot in finder.spots())
    return StillContents(cards, finder.faces())


class _Finder:
    """The search through one picture."""

    def __init__(self, image: Image, reader: StillReader) -> None:
        self.image = image
        self.reader = reader
        self.outline = PictureEdges(image)
        self._alone: list[QuadReading] = []
        """What stood out by itself, whether or not it was read."""

    def faces(self) -> tuple[Floats, ...]:
        """Return the vectors of what stands out with a clear rim and is paper, each place once."""
        kept: list[QuadReading] = []
        for spot in sorted(self._alone, key=lambda spot: -spot.similarity):
            if spot.support >= CLEAR_RIM and all(shared(spot.quad, o.quad) < _APART for o in kept):
                kept.append(spot)
        crops = [crop_corners(self.image, spot.quad) for spot in kept]
        faces = [crop for crop in crops if paper_share(crop) >= _STRANGERS.paper_share]
        return tuple(embed(self.reader.nets.embedding, np.stack(faces))) if faces else ()

    def spots(self) -> list[QuadReading]:
        """Return every card read, the clearest first."""
        free = self._free()
        plane = self._plane(free)
        for _ in range(_ROUNDS):
            before = len(free)
            if plane is not None:
                free = self._in_plane(plane, free)
            if len(free) <= before:
                break
            plane = self._plane(free)
        if plane is None:
            return self._each_once([self._settled(spot) for spot in free])
        under = [spot for spot in free if self._lies_under(spot, free)]
        found = [self._settled(spot) for spot in free if all(spot is not one for one in under)]
        covered = read_covered(self.image, self.outline, plane, found, self.reader, under)
        return self._each_once(found + covered + self._left_over(under, covered))

    def _lies_under(self, spot: QuadReading, free: Sequence[QuadReading]) -> bool:
        """Return whether another card, whose rim is whole, lies upon a part of this one."""
        if spot.support >= CLEAR_RIM or not self.reader.profile.pictured:
            return False
        whole = (one for one in free if one.support >= CLEAR_RIM)
        return any(shared(spot.quad, one.quad) > _TOUCHING for one in whole)

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

        Of a deck of another print no face may be sure: then clear rims alone must do.
        """
        size = (self.image.shape[1], self.image.shape[0])
        sure = [spot for spot in spots if spot.similarity >= self.reader.nets.accept]
        clear = [spot.quad for spot in sure or spots if spot.support >= CLEAR_RIM]
        surest = [spot.quad for spot in spots[:1]]
        some = clear or [spot.quad for spot in sure] or surest
        aspect = self.reader.profile.aspect
        return fit_plane(some, aspect, size) or fit_plane(surest, aspect, size)

    def _in_plane(self, plane: Plane, free: list[QuadReading]) -> list[QuadReading]:
        """Add what is found as a rectangle of the plane; drop what does not fit into it."""
        self.outline.hide([])
        kept = [s for s in free if self._certain(s) or misfit(plane, s.quad) < _ON_PLANE]
        poses = fitted(self.outline, plane, plane_poses(self.outline, plane))
        poses = [pose for pose in poses if support_of(self.outline, plane, [pose])[0][0] > 0.5]
        quads = [plane.quad(pose) for pose in poses]
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
        return [self.reader.judged(self.image, spot, self.outline) for spot in spots]

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


def _seen(spot: QuadReading, reader: StillReader, scale: float) -> SeenCard:
    chances = np.exp(log_scores(spot.similarities, reader.nets.temperature))
    order = np.argsort(-chances)
    cards = reader.profile.cards
    others = tuple((cards[index], float(chances[index])) for index in order[1 : 1 + _ALTERNATIVES])
    a, b, c, d = ((float(x), float(y)) for x, y in (np.asarray(spot.quad) + 0.5) / scale - 0.5)
    return SeenCard(cards[order[0]], float(chances[order[0]]), others, (a, b, c, d))
