"""The `Strip`: something that shows one colour a light. Drivers are told pictures, not meanings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

Rgb = tuple[int, int, int]
"""Red, green, blue, 0..255 each."""
Picture = tuple[Rgb, ...]
"""One colour a light, in the order of the strip; light 0 lies at the right end of seat 0's side."""


class Strip(Protocol):
    """One strip of lights round the table."""

    @property
    def lights(self) -> int:
        """How many lights it has."""
        ...

    def show(self, picture: Sequence[Rgb]) -> None:
        """Show the picture soon; never blocks and never raises for a missing strip."""
        ...

    def close(self) -> None:
        """Show black and let go of the line."""
        ...
