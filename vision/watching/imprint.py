"""A card of the table's own colour: nothing of it is new but its print.

A white ace on a white cloth in dim light changes a tenth of its rectangle, less than a strip of
another card would. But all that is printed there is new, and of a strip it is not.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Image
from vision.reading.pose import Pose
from vision.watching.evidence import CHANGE_LEVEL

_INK = 24
"""Levels by which print stands out against the paper of its card."""
_LEAST = 0.02
"""Share of a face that is printed at least; less is noise."""
_NEW = 0.8
"""Share of what is printed there that is new. On own renders of decks that taught the nets, white
on white in dim light, cards showed 94 % and more, whatever else was read there up to 51 %."""


def printed_anew(level: Image, after: Image, pose: Pose) -> bool:
    """Whether what is printed within a card's rectangle was not there before, nearly all of it.

    `level` comes from `change`, `after` is the sharp picture.
    """
    inside = pose.draw(after.shape[0], 0.96) > 0
    seen = after[inside]
    if not len(seen):
        return False
    paper = np.median(seen, axis=0).astype(np.int16)
    apart = np.abs(seen.astype(np.int16) - paper).max(1)
    ink = apart > _INK
    return bool(ink.mean() >= _LEAST and (level[inside][ink] > CHANGE_LEVEL).mean() >= _NEW)
