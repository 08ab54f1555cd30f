"""Reads quadrilaterals of a still picture, and judges whether what is read is a card there.

Three witnesses: how similar the face is to an enrolled one, how well its pixels agree with that
one's, and how well the rim is seen. A face of another print of the deck is less similar, but its
rim is as clear and it stands out from the rest of the deck; neither table nor hand has all that.

Pixels (`told_apart`, `pixels_lead`): the net was taught to tell cards from each other, not from all
that lies on tables; there is grain and there are shadows that it finds like some ace. And where it
finds two cards alike it weighs the whole crop, though only the places matter where they differ.
Pixels ask whether light and dark, red and black stand where they stand on the face.

A second look (`second_look`) where two cards are nearly as likely: the crop turned by half gives
the net an answer of its own, and both enrolled faces are laid exactly over the crop, freed of their
light, and compared with it where they differ. A deck without pictures has only the first of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask, as_image
from vision.reading.nets import Net, Nets, embed, half_turned
from vision.reading.pose import crop_corners
from vision.reading.profile import Profile
from vision.reading.reader import Likeness
from vision.still.edges import PictureEdges
from vision.watching.no_play import paper_share
from vision.watching.thresholds import THRESHOLDS

_STRANGERS = THRESHOLDS.strangers

_SMOOTH = 1.5
"""Print finer than this, in pixels of a crop, is not compared: corners are found no better."""
_FINE = 1.0
"""The same where two faces are told apart: an index is small."""
_RIM_X, _RIM_Y = 4, 6
"""So far, in pixels of a crop, the place may be off."""
_NEAR_COVER = np.ones((5, 5), np.uint8)
_SAME = 20.0
"""Brightness by which a pixel must differ between two faces to speak for one of them."""
LEAST_DIFFERENCE = 4e4
"""Summed squares of what differs between two faces, below which nobody can tell them apart."""


@dataclass(frozen=True)
class FaceMatch:
    """An enrolled view, the way up in which it agrees best, and where it lies in the crop."""

    agreement: float
    view: Image
    x: int
    y: int


def matched(crop: Image, views: Image, visible: Mask | None = None) -> FaceMatch:
    """Return which of views [n,128,80,3], either way up, agrees best with a crop [128,80,3].

    The agreement is a correlation, -1..1. `visible` [128,80] is 255 where the crop shows the
    card: all of it, if None.
    """
    seen = _smooth(crop, _SMOOTH)
    shown = None if visible is None else _inner(visible)
    found = []
    for view in np.concatenate([views, views[:, ::-1, ::-1]]):
        inner = _inner(_smooth(view, _SMOOTH))
        alike = cv2.matchTemplate(seen, inner, cv2.TM_CCOEFF_NORMED, mask=shown)
        alike = np.nan_to_num(alike, nan=0.0, posinf=0.0, neginf=0.0)
        y, x = np.unravel_index(int(alike.argmax()), alike.shape)
        found.append(FaceMatch(float(alike.max()), as_image(view), int(x), int(y)))
    return max(found, key=lambda match: match.agreement)


def told_apart(crop: Image, matches: Sequence[FaceMatch], visible: Mask) -> tuple[int, float]:
    """Return which match the crop shows, judged where they differ, and how clearly.

    Clearly is the least over the other matches: 0.5 where the crop looks as the face does, 0 where
    it looks half like the one and half like the other or where they do not differ.
    """
    best = max(matches, key=lambda match: match.agreement)
    height, width = crop.shape[0] - 2 * _RIM_Y, crop.shape[1] - 2 * _RIM_X
    fine = _smooth(crop, _FINE)[best.y : best.y + height, best.x : best.x + width]
    seen = fine.astype(np.float32)
    faces = [_inner(_smooth(match.view, _FINE)).astype(np.float32) for match in matches]
    shown = _inner(as_image(cv2.erode(visible, _NEAR_COVER)))
    leads = [
        min(_lead(seen, one, two, shown) for j, two in enumerate(faces) if j != i)
        for i, one in enumerate(faces)
    ]
    first = int(np.argmax(leads))
    return first, leads[first]


def _lead(seen: Floats, one: Floats, two: Floats, shown: Mask) -> float:
    """Return how much more the crop looks like face `one` than like `two`: 0.5 as it, -0.5."""
    seeing = shown > 0
    apart = (one - two) * seeing[..., None]
    apart = np.where(np.abs(apart) < _SAME, 0.0, apart)
    whole = float((apart**2).sum())
    if whole < LEAST_DIFFERENCE:
        return 0.0
    middle = (one + two) / 2
    alike = seeing & (np.abs(apart).max(2) == 0.0)
    lit = _in_light_of(seen, middle, alike if alike.sum() > _LEAST_ALIKE else seeing)
    lead = float(((lit - middle) * apart).sum()) / whole
    # Far beyond either face something else lies there: that says nothing.
    return float(np.clip(lead, -0.5, 0.5)) if abs(lead) < 1.0 else 0.0


_LEAST_ALIKE = 400
"""Pixels that must be alike on both faces to learn the light from them."""


def _in_light_of(seen: Floats, face: Floats, where: np.ndarray[Any, np.dtype[np.bool_]]) -> Floats:
    """Return the crop in the light of a face: brightness and contrast of each channel."""
    own, other = seen[where], face[where]
    mean, wanted = own.mean(0), other.mean(0)
    off = own - mean
    gain = (off * (other - wanted)).sum(0) / np.maximum(1e-6, (off**2).sum(0))
    lit: Floats = (seen - mean) * gain + wanted
    return lit


def _inner(picture: Image) -> Image:
    return np.ascontiguousarray(picture[_RIM_Y:-_RIM_Y, _RIM_X:-_RIM_X])


def _smooth(crop: Image, spread: float) -> Image:
    return as_image(cv2.GaussianBlur(np.ascontiguousarray(crop), (0, 0), spread))


DOUBT = 0.12
"""Lead in similarity from which on the first look counts. Of 14,464 own renders of decks that
taught the nets or were drawn for choosing numbers 11,919 led by more and eleven of them were read
wrong; of the other 2,545 it was 304, and 237 after a second look."""
WEIGHT = 0.06
"""Similarity that the pixels may give and take at most half of, each card; fitted on the same."""
_LIGHT = 12.0
_STEADY = 8.0
"""Grey levels added to the spread of print, so that a plain face shows no noise."""
_APART = 0.5
"""Spreads by which two faces must differ at a pixel, and in sum of squares at all, to say much."""
_LEAST_APART = 50.0
_SIDE_RIM, _END_RIM = 4, 5
"""Pixels at the long and the short sides that say nothing of the face."""
_FITTING = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 25, 1e-3)
_FIT_BLUR = 5


def second_look(profile: Profile, net: Net, crops: Image, first: Floats) -> Floats:
    """Return similarities [n,cards] of crops [n,128,80,3] whose first reading is `first`.

    Rows in which one card leads clearly stay as they are. Some 10 ms for each of the others.
    """
    doubtful = np.flatnonzero(_leads(first) < DOUBT)
    if len(doubtful) == 0:
        return first
    told = first.copy()
    vectors = embed(net, half_turned(crops[doubtful]))
    told[doubtful] = (first[doubtful] + profile.similarities(vectors)) / 2
    if profile.pictured:
        for row, vector in zip(doubtful, vectors, strict=True):
            _compare(profile, crops[row], vector, told[row])
    return told


def _leads(similarities: Floats) -> Floats:
    """Return by how much the most similar card leads the next in each row."""
    two = np.partition(similarities, -2, axis=1)[:, -2:]
    return np.asarray(two[:, 1] - two[:, 0])


def _compare(profile: Profile, crop: Image, turned: Floats, row: Floats) -> None:
    """Shift the two leading similarities of a row by what the pixels say.

    `turned` [128] is what the net makes of the crop turned by half.
    """
    one, two = (int(card) for card in np.argsort(row)[:-3:-1])
    faces = [_enrolled(profile, card, turned) for card in (one, two)]
    lead = pixels_lead(crop, faces[0], faces[1])
    row[one] += WEIGHT * lead
    row[two] -= WEIGHT * lead


def _enrolled(profile: Profile, card: int, turned: Floats) -> Image:
    """Return the enrolled view of a card that is most like a crop, the way up the crop shows it."""
    rows = np.flatnonzero(np.asarray(profile.owner) == card)
    best = int((profile.prototypes[rows] @ turned).argmax())
    views = profile.crops[card]
    # The first half of the rows has the views as they are, and the crop was turned.
    view = views[best % len(views)]
    return as_image(half_turned(view[None])[0] if best < len(views) else view)


def pixels_lead(crop: Image, one: Image, two: Image) -> float:
    """Return how much more a crop [128,80,3] looks like face `one` than like `two`, -1..1.

    0.5 where it looks as the one does, 0 where they hardly differ.
    """
    seen, place = _unlit(crop), _grey(crop)
    own, other = (_unlit(_laid_over(place, face)) for face in (one, two))
    apart = own - other
    apart[np.abs(apart) < _APART] = 0.0
    (
        apart[:_END_RIM],
        apart[-_END_RIM:],
        apart[:, :_SIDE_RIM],
        apart[:, -_SIDE_RIM:],
    ) = 0.0, 0.0, 0.0, 0.0
    whole = float((apart * apart).sum())
    if whole < _LEAST_APART:
        return 0.0
    return float(np.clip(((seen - (own + other) / 2) * apart).sum() / whole, -1.0, 1.0))


def _laid_over(place: Floats, face: Image) -> Image:
    """Return a face shifted, turned and stretched onto what `place` [128,80] shows."""
    start = np.eye(2, 3, dtype=np.float32)
    try:
        _, fitted = cv2.findTransformECC(  # type: ignore[call-overload]
            place, _grey(face), start, cv2.MOTION_AFFINE, _FITTING, None, _FIT_BLUR
        )
    except cv2.error:
        # The two have nothing in common by which to fit them: they are compared as they lie.
        fitted = np.eye(2, 3, dtype=np.float32)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (face.shape[1], face.shape[0])
    laid = cv2.warpAffine(face, fitted, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return as_image(laid)


def _grey(picture: Image) -> Floats:
    """Return the brightness [128,80], freed of light."""
    grey: Floats = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return _freed(grey, 9.0)


def _unlit(picture: Image) -> Floats:
    """Return each channel [128,80,3] freed of light, print finer than is compared smoothed off."""
    channels = [_freed(channel.astype(np.float32), _LIGHT) for channel in cv2.split(picture)]
    return np.stack([cv2.GaussianBlur(each, (0, 0), _FINE) for each in channels], -1)


def _freed(channel: Floats, reach: float) -> Floats:
    """Return how far every pixel lies from the mean around it, in spreads around it."""
    off = channel - cv2.GaussianBlur(channel, (0, 0), reach)
    spread = np.sqrt(cv2.GaussianBlur(off * off, (0, 0), reach)) + _STEADY
    return np.asarray(off / spread)


OTHER_PRINT = 0.2
"""How far below the usual similarity a clear rim allows a face of another print."""
CLEAR_MARGIN = 0.08
CLEAR_RIM = 0.75
AGREES, AGREES_IN_RIM = 0.4, 0.18
"""How well the pixels must agree with the face, and within a clear rim where the face is sure. On
own renders no table and no thing reached 0.3 and 0.11; the same print 0.53. Of 168 framed backs 21
were like some face in all else and agreed by 0.18, one by 0.4; of 168 courts of another print it
was 88 and 82."""
RIM_ALONE = 0.5
"""The rim a deck without pictures must show: nothing can be compared with it."""
_RIM_WEIGHT = 0.15


@dataclass(frozen=True)
class QuadReading(Likeness):
    """A place of the picture and what is read there; `support` of its rim is 0..1."""

    quad: Floats
    similarities: Floats
    back: float = -1.0
    """Likeness to the enrolled back, and below to table and hand; -1 where none is enrolled."""
    bare: float = -1.0
    support: float = 0.0
    clear: bool = False
    """Whether the rim is seen on all sides."""
    accepted: bool = False
    """Whether it is a card that can be named."""
    face: bool = False
    """Whether it looks like a face, of whatever card."""
    face_down: bool = False

    @property
    def sureness(self) -> float:
        """What orders competing spots: the face first, then the rim."""
        return self.similarity + _RIM_WEIGHT * self.support


class StillReader:
    """Reads with one deck."""

    def __init__(self, profile: Profile, nets: Nets) -> None:
        self.profile = profile
        self.nets = nets

    def read(self, image: Image, quads: Sequence[Floats]) -> list[QuadReading]:
        """Read quads (clockwise, first side short) as they are."""
        if not quads:
            return []
        crops = np.stack([crop_corners(image, quad) for quad in quads])
        vectors = embed(self.nets.embedding, crops)
        rows = self.profile.similarities(vectors)
        other = self.profile.likeness_to_negatives(vectors)
        return [
            QuadReading(np.asarray(quad), row, back=float(none[0]), bare=float(none[1:].max()))
            for quad, row, none in zip(quads, rows, other, strict=True)
        ]

    def read_either_way(self, image: Image, quads: Sequence[Floats]) -> list[QuadReading]:
        """Read quads whose short side is not known: seen aslant, a long side may look shorter."""
        turned = [np.roll(quad, -1, 0) for quad in quads]
        pairs = zip(self.read(image, quads), self.read(image, turned), strict=True)
        return [max(pair, key=lambda spot: max(spot.similarity, spot.back)) for pair in pairs]

    def judged(self, image: Image, spot: QuadReading, outline: PictureEdges) -> QuadReading:
        """Return the spot with its rim measured and the verdict whether it is a card."""
        support, visible = outline.support(spot.quad[None])
        rim = float((support.mean() + support.min()) / 2)
        clear = rim >= CLEAR_RIM and bool(visible.min() > 0.5)
        spot = replace(spot, support=rim, clear=clear)
        if spot.similarity < max(spot.back, spot.bare):
            table = spot.bare > max(spot.back, self.nets.accept)
            return replace(spot, clear=clear and not table, face_down=spot.back >= spot.bare)
        sure = spot.similarity >= self.nets.accept
        other = spot.similarity >= self.nets.accept - OTHER_PRINT and spot.margin >= CLEAR_MARGIN
        crop = crop_corners(image, spot.quad)
        if not sure and paper_share(crop) < _STRANGERS.paper_share:
            return replace(spot, face_down=self._shows_back(crop, spot))
        if not (sure or (clear and other)):
            return spot
        spot = self._looked_at_twice(image, spot)
        if not self.profile.pictured:
            return replace(spot, accepted=rim >= RIM_ALONE)
        face = self.profile.crops[spot.top]
        alike = matched(crop, face).agreement
        least = AGREES_IN_RIM if clear and sure else AGREES
        return replace(spot, accepted=alike >= least, face=alike >= AGREES_IN_RIM)

    def _shows_back(self, crop: Image, spot: QuadReading) -> bool:
        """Return whether what shows no more paper than a back is one, and no court.

        A court of another print is a little like its likeliest face, and its frame and signs
        stand where those of that face do.
        """
        if spot.similarity < self.nets.accept - OTHER_PRINT or not self.profile.pictured:
            return True
        return matched(crop, self.profile.crops[spot.top]).agreement < AGREES_IN_RIM

    def _looked_at_twice(self, image: Image, spot: QuadReading) -> QuadReading:
        """Return the spot as it is read where two cards looked nearly as likely at first."""
        crop, first = crop_corners(image, spot.quad)[None], spot.similarities[None]
        told = second_look(self.profile, self.nets.embedding, crop, first)[0]
        return replace(spot, similarities=told)
