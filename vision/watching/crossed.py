"""Is what hangs together with a card one more card, laid across under it?

Of two cards laid in a hurry one lies half under the other, at its own player's angle. A packet lies
in one direction, a fan and a hand reach farther than one card.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Mask
from vision.reading.pose import Pose
from vision.watching.pieces import Pieces

_ANGLES = 18
_LEAST_TURN = math.radians(25)
"""Cards of two players lie at such an angle at least; those of a packet do not."""
_INSIDE = 0.9
"""Share of the other card's rectangle in which something must have changed."""
_COVERED = 0.85
"""Share of what hangs together with the card that the other one must explain."""


def crossed_by_one(parts: Pieces, pose: Pose, shadow: Mask) -> bool:
    """Whether one more card of the same size, crossing the one at `pose`, explains all beside it.

    `shadow` says what lies in the shadow only, 1 and 0, as coarse as the pieces.
    """
    left, card = parts.around([pose], shadow)
    area = float(left.sum())
    there = np.asarray(left | card, np.float32)
    for step in range(_ANGLES):
        turned = Pose(pose.x, pose.y, math.pi * step / _ANGLES, pose.width, pose.height)
        if pose.turned(turned) < _LEAST_TURN:
            continue
        kernel = _rectangle(turned, parts.k)
        inside = cv2.filter2D(there, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT)
        covered = cv2.filter2D(
            np.asarray(left, np.float32), -1, kernel, borderType=cv2.BORDER_CONSTANT
        )
        if bool(((inside >= _INSIDE) & (covered >= _COVERED * area)).any()):
            return True
    return False


def _rectangle(pose: Pose, k: float) -> NDArray[np.float32]:
    """Return a card as a kernel of the coarse picture, in the middle of a square."""
    half = math.ceil(0.5 * k * math.hypot(pose.width, pose.height)) + 1
    middle = np.array([half, half], float)
    corners = (pose.corners() - np.array([pose.x, pose.y])) * k + middle
    drawn = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    cv2.fillConvexPoly(drawn, np.round(corners).astype(np.int32), 1)
    return drawn.astype(np.float32)
