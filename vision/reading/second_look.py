"""A second look where two cards of the deck look nearly as likely.

The net was shown each card one way up; turned by half, the same crop gives it an answer of its own,
and what misled it the one way seldom misleads it the other. And it weighs the whole face, though
only the place matters where the two differ: so both enrolled faces are laid exactly over the crop,
each freed of its light, and compared with it where they differ from each other. A deck without
pictures has only the first of the two.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image, as_image
from vision.reading.embedding import embed, half_turned
from vision.reading.nets import Net
from vision.reading.profile import Profile

DOUBT = 0.12
"""Lead in similarity from which on the first look counts. Of 14,464 own renders of decks that
taught the nets or were drawn for choosing numbers 11,919 led by more and eleven of them were read
wrong; of the other 2,545 it was 304, and 237 after a second look."""
WEIGHT = 0.06
"""Similarity that the pixels may give and take at most half of, each card; fitted on the same."""
_LIGHT = 12.0
_FINE = 1.0
"""Pixels of a crop over which light is told, and below which print is not compared."""
_STEADY = 8.0
"""Grey levels added to the spread of print, so that a plain face shows no noise."""
_APART = 0.5
"""Spreads by which two faces must differ at a pixel, and in sum of squares at all, to say much."""
_LEAST_APART = 50.0
_RIM_X, _RIM_Y = 4, 5
_FITTING = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 25, 1e-3)
_FIT_BLUR = 5


def second_look(profile: Profile, net: Net, crops: Image, first: Floats) -> Floats:
    """Return similarities [n,cards] of crops [n,128,80,3] whose first reading is `first`.

    Rows in which one card leads clearly stay as they are. Some 10 ms for each of the others.
    """
    doubtful = np.flatnonzero(_lead(first) < DOUBT)
    if len(doubtful) == 0:
        return first
    told = first.copy()
    vectors = embed(net, half_turned(crops[doubtful]))
    told[doubtful] = (first[doubtful] + profile.similarities(vectors)) / 2
    if profile.pictured:
        for row, vector in zip(doubtful, vectors, strict=True):
            _compare(profile, crops[row], vector, told[row])
    return told


def _lead(similarities: Floats) -> Floats:
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
    apart[:_RIM_Y], apart[-_RIM_Y:], apart[:, :_RIM_X], apart[:, -_RIM_X:] = 0.0, 0.0, 0.0, 0.0
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
