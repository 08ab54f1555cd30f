"""What lies on a table when watching begins: cards with their names, faces without, and backs.

The watcher asks for it once, at the first rest (`vision.watching.earlier.StillLook`). An empty
table costs a quarter of a second of one core, cards seconds: a recording is looked through at once,
so that every run says the same; before a camera it is done beside, and reading goes on meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future

from vision.arrays import Image
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import EarlierCard
from vision.still.recognise import look
from vision.watching.earlier import StillLook


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
    return (*named, *unnamed, *(EarlierCard(None, 0.0, True, quad) for quad in seen.backs))
