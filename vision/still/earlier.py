"""What lies on a table when watching begins: cards with their names, faces without, and backs.

The watcher asks for it once, at the first rest (`vision.watching.earlier.StillLook`). An empty
table costs a quarter of a second of one core, cards seconds: a recording is looked through at once,
so that every run says the same; before a camera it is done beside, and reading goes on meanwhile.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future

import numpy as np

from vision.arrays import Floats, Image
from vision.enrolling.cutout import NARROWEST, WIDEST
from vision.place.geometry import as_quad
from vision.reading.nets import Nets, embed
from vision.reading.pose import crop_corners
from vision.reading.profile import Profile
from vision.sighting import EarlierCard
from vision.still.candidates import free_quads, shared
from vision.still.edges import PictureEdges
from vision.still.reader import CLEAR_RIM
from vision.still.recognise import recognise
from vision.watching.earlier import StillLook
from vision.watching.no_play import paper_share
from vision.watching.thresholds import THRESHOLDS

_CHANGES = THRESHOLDS.changes
_STRANGERS = THRESHOLDS.strangers
_ONE = 0.3
"""Common share from which on two outlines are of one card."""
_SIZE = 0.25
"""How much longer or shorter than the cards that were read one may be: a camera looks aslant."""

_SHAPE = 0.08
"""How far, as a share, the shape of what may be a face may lie from the deck's where no card was
read."""


def at_once(profile: Profile, nets: Nets) -> StillLook:
    """Return what looks through a picture before anything else is done: for recordings."""

    def look(image: Image) -> Future[Sequence[EarlierCard]]:
        answer: Future[Sequence[EarlierCard]] = Future()
        answer.set_result(earlier_cards(image, profile, nets))
        return answer

    return look


def beside(profile: Profile, nets: Nets) -> StillLook:
    """Return what looks through a picture in a thread of its own: for cameras."""

    def look(image: Image) -> Future[Sequence[EarlierCard]]:
        answer: Future[Sequence[EarlierCard]] = Future()

        def work() -> None:
            try:
                answer.set_result(earlier_cards(image, profile, nets))
            except Exception as error:  # the watcher raises it, in its own thread
                answer.set_exception(error)

        threading.Thread(target=work, name="still look", daemon=True).start()
        return answer

    return look


def earlier_cards(image: Image, profile: Profile, nets: Nets) -> tuple[EarlierCard, ...]:
    """Return the cards that lie in a picture, those that could be named first."""
    named = recognise(image, profile, nets)
    read = [np.asarray(seen.quad) for seen in named]
    found = [EarlierCard(seen.card, seen.probability, False, seen.quad) for seen in named]
    for quad in _outlines(image, read):
        back = _is_back(crop_corners(image, quad), profile, nets)
        if _fits(quad, read, image, profile.aspect, back=back):
            found.append(EarlierCard(None, 0.0, back, as_quad(quad)))
    return tuple(found)


def _outlines(image: Image, read: Sequence[Floats]) -> Iterator[Floats]:
    """Yield what stands out with a clear rim where nothing was `read`, each place once."""
    edges, told = PictureEdges(image), list(read)
    for quad in free_quads(image, edges):
        support, visible = edges.support(quad[None])
        clear = (support.mean() + support.min()) / 2 >= CLEAR_RIM and visible.min() > 0.5
        if clear and all(shared(quad, other) < _ONE for other in told):
            told.append(quad)
            yield quad


def _fits(quad: Floats, read: Sequence[Floats], image: Image, aspect: float, *, back: bool) -> bool:
    """Whether an outline has a card's size, as far as that is known, and its shape.

    Coasters are as long as wide; a pad or a menu of just the deck's shape is taken for a card.
    """
    length, wide = _sides(quad)
    if read:
        usual = float(np.median([_sides(other)[0] for other in read]))
        return abs(length / usual - 1) <= _SIZE and NARROWEST <= wide / length <= WIDEST
    shortest, longest = (share * min(image.shape[:2]) for share in _CHANGES.lengths)
    shaped = abs(wide / length / aspect - 1) <= (_CHANGES.shape if back else _SHAPE)
    return shaped and shortest <= length <= longest


def _is_back(face: Image, profile: Profile, nets: Nets) -> bool:
    """Whether a rectified card is printed all over, or like the enrolled back."""
    if paper_share(face) < _STRANGERS.paper_share:
        return True
    profile = profile.embedded_with(nets.embedding)
    vector = embed(nets.embedding, face[None])
    like_back = float(profile.likeness_to_negatives(vector)[0, 0])
    return like_back > float(profile.similarities(vector).max())


def _sides(quad: Floats) -> tuple[float, float]:
    """Return length and width of a quad in pixels."""
    sides = [math.dist(quad[k], quad[k - 1]) for k in range(4)]
    one, other = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    return max(one, other), min(one, other)
