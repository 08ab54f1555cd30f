"""Scores of one look at a card, kept small: an evening keeps a look for every card that fell.

Hundredths of a nat, one for each card of the enrolled deck in the profile's order. Two bytes each
hold all that a camera tells; others take as many as they need.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

_SIZES = "hiq"
"""By which `array` keeps whole numbers, the smallest first."""


class Scores(Sequence[int]):
    """The scores of a look, in the order of the deck.

    >>> tuple(Scores([-1009, -3])), len(Scores([-1009, -3])), max(Scores([-1009, -3]))
    ((-1009, -3), 2, -3)
    """

    __slots__ = ("_packed",)

    def __init__(self, numbers: Iterable[int]) -> None:
        """Keep the numbers.

        Raises:
            ValueError: one is too large for any score.
        """
        self._packed = _packed(tuple(numbers))

    def _numbers(self) -> array[int]:
        return array(chr(self._packed[0]), self._packed[1:])

    def __len__(self) -> int:
        """Return for how many cards there is one."""
        return (len(self._packed) - 1) // array(chr(self._packed[0])).itemsize

    def __iter__(self) -> Iterator[int]:
        """Go through them in the order of the deck."""
        return iter(self._numbers())

    @overload
    def __getitem__(self, at: int) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...

    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        """Return the score of a card, or of several."""
        found = self._numbers()[at]
        return found if isinstance(found, int) else tuple(found)

    def __eq__(self, other: object) -> bool:
        """Tell whether they are the scores of such a look."""
        return self._packed == other._packed if isinstance(other, Scores) else NotImplemented

    def __hash__(self) -> int:
        """Return the same for the same numbers."""
        return hash(self._packed)

    def __repr__(self) -> str:
        """Write the numbers out."""
        return f"Scores({list(self)})"


def _packed(numbers: tuple[int, ...]) -> bytes:
    for size in _SIZES:
        try:
            return size.encode() + array(size, numbers).tobytes()
        except OverflowError:
            continue
    raise ValueError("a score is too large")
