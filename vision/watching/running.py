"""The running trick: which cards of it lie, how they looked together, and how it ends."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from vision.arrays import Image
from vision.reading.reader import Reader, Reading
from vision.reading.stack import overlap
from vision.sighting import TableContext, TrickCleared
from vision.watching.scene import Scene
from vision.watching.trick import Comparison, Lying, Sweep, lay

_MOSTLY = 0.4
"""Share of the cards' pixels that look like the empty table once the trick is taken."""

_SURELY = 0.4
"""Share of the way from the acceptance to likeness itself from which on a card is one."""
_HIDING = 0.5
"""Share of a card that another covers at least of which nearly all print is hidden."""


@dataclass(frozen=True, slots=True)
class LeftOff:
    """Where pictures of one size left off."""

    size: tuple[int, int] | None
    """Width and height, pixels."""
    reference: Scene | None
    tables: tuple[Scene, ...]
    trick: RunningTrick

    def goes_on(self, size: tuple[int, int] | None, trick: RunningTrick) -> bool:
        """Tell whether they are back and nothing was read meanwhile; `trick` is that of now."""
        return self.size == size and self.trick.laid == trick.laid


class RunningTrick:
    """The cards that lie on the table, the one laid last at the end.

    All pictures given are small ones of the watched square; `side` is that of the sharp picture.
    """

    def __init__(self) -> None:
        self.cards: list[Lying] = []
        self.missing = False
        """Whether the newest card was not there at the last look."""
        self._tracks = 0
        self._together: Image | None = None
        self._sweep = Sweep()

    def lay(self, t: float, reading: Reading, under: Image) -> Lying:
        """Add a card that came to rest at `t` seconds; `under` shows the table without it."""
        card = lay(self._tracks, t, reading, under)
        self._tracks += 1
        self.cards.append(card)
        return card

    def remember(self, now: Image) -> None:
        """Take note of how the cards look together, if any lie and none is missing."""
        if self.cards and not self.missing:
            self._together = now

    def follow(self, now: Image, empty: Image) -> None:
        """Follow where the cards go while the table moves."""
        if self.cards:
            self._sweep.follow(now, empty)

    def left(self, now: Image, empty: Image, side: int) -> Comparison | None:
        """Return what is left of the trick; None where none was seen at rest."""
        if not self.cards or self._together is None:
            return None
        return Comparison(now, self._together, empty, side)

    def read_nowhere(self, sharp: Image, reader: Reader) -> bool:
        """Whether none of the cards can be read where it lay: taken, whatever the light does.

        The newest lies on all others, so that a trick that lies there has one at least that reads.
        """
        here = reader.read(sharp, [lying.pose for lying in self.cards])
        return all(
            own.similarities[lying.identity] < reader.nets.accept
            for lying, own in zip(self.cards, here, strict=True)
        )

    def goes_on(self, context: TableContext | None) -> bool:
        """Whether cards of this trick are still to come, as far as anybody knows."""
        return context is not None and len(self.cards) < context.trick_size

    def hidden_by(self, reading: Reading, accept: float) -> bool:
        """Whether a reading is surely a card, and so laid that it hides the newest of these."""
        clear = reading.similarity >= accept + _SURELY * (1.0 - accept)
        return clear and overlap(reading.pose, self.cards[-1].pose) >= _HIDING

    def lifted(self, now: Image, side: int) -> Lying | None:
        """Take off the newest card once two looks in succession do not find it."""
        before, self.missing = self.missing, False
        if not self.cards or self._together is None:
            return None
        newest = self.cards[-1]
        if not Comparison(now, self._together, newest.under, side).emptied([newest]):
            return None
        self.missing = not before
        return self.cards.pop() if before else None

    def taken(self, t: float, known_t: float) -> TrickCleared:
        """The trick was taken: say so, and begin the next one."""
        event = TrickCleared(t, known_t, len(self.cards), self._sweep.direction())
        self.forget()
        return event

    @property
    def laid(self) -> int:
        """How many cards were ever laid."""
        return self._tracks

    def put_away(self) -> RunningTrick:
        """Return the trick as it lies; here a new one begins."""
        kept = copy(self)
        kept.cards = list(self.cards)
        self.forget()
        return kept

    def forget(self) -> None:
        """Nothing of the trick counts any more."""
        self.cards.clear()
        self._together = None


def mostly_gone(trick: RunningTrick, left: Comparison) -> bool:
    """Tell whether most of a trick is not there any more."""
    return len(trick.cards) >= 2 and left.gone_share(trick.cards) >= _MOSTLY


def led_again(trick: RunningTrick, left: Comparison, reading: Reading) -> bool:
    """Tell whether a trick was taken and the card of `reading` laid before the table rested."""
    if any(lying.lies_at(reading) for lying in trick.cards):
        return False
    return left.emptied(trick.cards, reading.pose)
