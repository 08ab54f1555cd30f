"""From the order in which cues are painted to the order in which a strip was laid.

Cues, and the page, know one order alone: light 0 lies at the right end of the lower side, the
others follow clockwise as seen from above. Who glues a strip begins where the cable comes out.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.look import FIRST_SEAT
from firmware_bridge.strip import Rgb, Strip

LOWER_RIGHT = 360.0 * (1 - float(FIRST_SEAT))
"""Where light 0 of the painted order lies, degrees clockwise from the middle of the lower edge."""


class LaidStrip:
    """A strip as it lies on the table; satisfies `Strip`.

    `zero_at` is where its light 0 lies, degrees clockwise from the middle of the lower edge;
    `clockwise` whether the next lights follow clockwise as seen from above.
    """

    def __init__(
        self, strip: Strip, zero_at: float = LOWER_RIGHT, *, clockwise: bool = True
    ) -> None:
        self._strip = strip
        shift = round((zero_at - LOWER_RIGHT) / 360 * strip.lights)
        # A light stands for the stretch behind it: run backwards, that lies on its other side.
        self._first, self._step = (shift, 1) if clockwise else (shift - 1, -1)

    @property
    def lights(self) -> int:
        """How many lights it has."""
        return self._strip.lights

    def show(self, picture: Sequence[Rgb]) -> None:
        """Show a picture of the painted order; one of another length is handed on as it is."""
        count = len(picture)
        if count == self.lights:
            picture = [picture[(self._first + self._step * n) % count] for n in range(count)]
        self._strip.show(picture)

    def close(self) -> None:
        """Show black and let go of the line."""
        self._strip.close()
