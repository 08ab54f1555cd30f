"""What hangs together with a new card and is none: a fan, a packet, a hand."""

from __future__ import annotations

from collections.abc import Sequence

from vision.place.light import relit
from vision.reading.pose import Pose
from vision.watching.crossed import crossed_by_one
from vision.watching.pieces import Pieces, shadowed
from vision.watching.scene import Scene


def beside(reference: Scene, scene: Scene, parts: Pieces, poses: Sequence[Pose]) -> float:
    """Return the area beside first cards in areas of one, less shadows and one crossing card."""
    shadow = shadowed(relit(reference.sharp, scene.sharp), scene.sharp, parts)
    area = parts.beside(poses, shadow)
    one = len(poses) == 1 and 0 < area < 1 and not parts.armed(poses[0])
    return 0.0 if one and crossed_by_one(parts, poses[0], shadow) else area
