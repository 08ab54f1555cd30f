"""The strip's wire read as the strip reads it, and measured against both data sheets.

An independent second reading: the board's own "lit" lines come from C code that counts cycles, this
one starts again from the traced edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CYCLE_NS = 62.5
MIDDLE_NS = 565.0
"""Between the longest 0 (380 ns) and the shortest 1 (580 ns) of either sheet, nearer the 1."""
RESET_NS = 50_000.0
"""WS2812B takes over after this long a low, the newer parts after 280 us."""

WS2812B = {"T0H": (250, 550), "T1H": (650, 950), "T0L": (700, 1000), "T1L": (300, 600)}
"""Worldsemi WS2812B: 400, 800, 850, 450 ns, each +-150 ns."""
NEWER = {"T0H": (220, 380), "T1H": (580, 1000), "T0L": (580, 1000), "T1L": (580, 1000)}
"""WS2812B-V5 and the like; reset above 280 us."""

Nanoseconds = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Writing:
    """One picture on the wire."""

    colours: bytes
    """Red green blue of each light."""
    bits: int
    ones: Nanoseconds
    """Lengths of the highs that are a 1, and so on; lows within a byte only."""
    zeros: Nanoseconds
    low_after_one: Nanoseconds
    low_after_zero: Nanoseconds
    between_bytes: Nanoseconds
    low_before: float
    """How long the wire was low before it; infinite for the first."""


def read(trace: Path) -> list[Writing]:
    """Read all complete and incomplete writings of a trace."""
    records = np.fromfile(trace, dtype="<u4")
    lengths = (records >> 1).astype(np.float64) * CYCLE_NS
    levels = records & 1
    assert np.all(np.diff(levels.astype(np.int8)) != 0), "each edge turns the level"
    if levels.size and levels[0] == 0:
        lengths, levels = lengths[1:], levels[1:]
    highs, lows = lengths[1::2], lengths[0::2]
    lows = lows[: highs.size]
    starts = np.flatnonzero(lows >= RESET_NS)
    starts = np.unique(np.concatenate(([0], starts)))
    ends = np.append(starts[1:], highs.size)
    return [
        _writing(highs[a:b], lows[a + 1 : b], lows[a] if a else np.inf)
        for a, b in zip(starts, ends, strict=True)
        if b > a
    ]


def _writing(highs: Nanoseconds, lows: Nanoseconds, before: float) -> Writing:
    bits = highs > MIDDLE_NS
    whole = bits[: bits.size - bits.size % 24]
    wire = np.packbits(whole).reshape(-1, 3)
    inside = np.arange(lows.size) % 8 != 7
    followed = bits[: lows.size]
    return Writing(
        colours=wire[:, [1, 0, 2]].tobytes(),
        bits=bits.size,
        ones=highs[bits],
        zeros=highs[~bits],
        low_after_one=lows[inside & followed],
        low_after_zero=lows[inside & ~followed],
        between_bytes=lows[~inside],
        low_before=float(before),
    )
