"""What lies on a table when watching begins: cards with their names, faces without, and backs.

The watcher asks for it once, at the first rest (`vision.watching.earlier.StillLook`). An empty
table costs a quarter of a second of one core, cards seconds: a recording is looked through at once,
so that every run says the same; before a camera it is done beside, and reading goes on meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future

from vision.arrays import Floats, Image
from vision.place.geometry import as_quad
from vision.reading.nets import Nets
from vision.reading.pose import from_corners
from vision.reading.profile import Profile
from vision.sighting import EarlierCard
from vision.still.candidates import free_quads, shared
from vision.still.edges import PictureEdges
from vision.still.reader import CLEAR_RIM
from vision.still.recognise import look
from vision.watching.earlier import StillLook
from vision.watching.thresholds import THRESHOLDS

_CHANGES = THRESHOLDS.changes
_ONE = 0.3
"""Common share from which on two outlines are of one card."""
_SHAPE = 0.08
"""How far, as a share, an outline may lie from the deck's shape: a camera looks a little aslant."""


def at_once(profile: Profile, nets: Nets) -> StillLook:
    """Return what looks through a picture before anything else is done: for recordings."""

    def ask(image: Image) -> Future[Sequence[EarlierCard]]:
        answer: Future[Sequence[EarlierCard]] = Future()
        answer.set_result(earlier_cards(image, profile, nets))
        return answer

    return ask


def beside(profile: Profile, nets: Nets) -> StillLook:
    """Return what looks through a picture in a thread of its own: for cameras."""

    def ask(image: Image) -> Future[Sequence[EarlierCard]]:
        answer: Future[Sequence[EarlierCard]] = Future()

        def work() -> None:
            try:
                answer.set_result(earlier_cards(image, profile, nets))
            except Exception as error:  # the watcher raises it, in its own thread
                answer.set_exception(error)

        threading.Thread(target=work, name="still look", daemon=True).start()
        return answer

    return ask


def earlier_cards(image: Image, profile: Profile, nets: Nets) -> tuple[EarlierCard, ...]:
    """Return the cards that lie in a picture, those that could be named first."""
    seen = look(image, profile, nets)
    named = [EarlierCard(each.card, each.probability, False, each.quad) for each in seen.cards]
    unnamed = [EarlierCard(None, 0.0, False, quad) for quad in seen.unnamed]
    backs = [EarlierCard(None, 0.0, True, quad) for quad in seen.backs]
    return (*named, *unnamed, *backs) or tuple(_of_the_shape(image, profile))


def _of_the_shape(image: Image, profile: Profile) -> Iterator[EarlierCard]:
    """Yield what alone tells of cards where none was read: clear outlines of the deck's own shape.

    A coaster is as long as wide; a pad or menu of just this shape is taken for a card face down.
    """
    edges, told = PictureEdges(image), list[Floats]()
    shortest, longest = (share * min(image.shape[:2]) for share in _CHANGES.lengths)
    for quad in free_quads(image, edges):
        support, visible = edges.support(quad[None])
        clear = (support.mean() + support.min()) / 2 >= CLEAR_RIM and visible.min() > 0.5
        pose = from_corners(quad)
        shaped = abs(pose.width / pose.height / profile.aspect - 1) <= _SHAPE
        alone = all(shared(quad, other) < _ONE for other in told)
        if clear and shaped and alone and shortest <= pose.height <= longest:
            told.append(quad)
            yield EarlierCard(None, 0.0, True, as_quad(quad))
