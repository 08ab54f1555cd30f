"""Reads quadrilaterals of a still picture, and judges whether what is read is a card there.

Three witnesses: how similar the face is to an enrolled one, how well its pixels agree with that
one's, and how well the rim is seen. A face of another print of the deck is less similar, but its
rim is as clear and it stands out from the rest of the deck; neither table nor hand has all that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats, Image
from vision.reading.agreement import matched
from vision.reading.embedding import embed
from vision.reading.likeness import Likeness
from vision.reading.nets import Nets
from vision.reading.pose import crop_corners
from vision.reading.profile import Profile
from vision.reading.second_look import second_look
from vision.still.outline import Outline

OTHER_PRINT = 0.2
"""How far below the usual similarity a clear rim allows a face of another print."""
CLEAR_MARGIN = 0.08
CLEAR_RIM = 0.75
AGREES, AGREES_IN_RIM = 0.4, 0.18
"""How well the pixels must agree where no rim is clear, and within a clear one. On own renders no
table and no thing reached 0.3 and 0.11; the same print 0.53, another one 0.25."""
RIM_ALONE = 0.5
"""The rim a deck without pictures must show: nothing can be compared with it."""
_RIM_WEIGHT = 0.15


@dataclass(frozen=True)
class Spot(Likeness):
    """A place of the picture and what is read there; `support` of its rim is 0..1."""

    quad: Floats
    similarities: Floats
    support: float = 0.0
    accepted: bool = False

    @property
    def sureness(self) -> float:
        """What orders competing spots: the face first, then the rim."""
        return self.similarity + _RIM_WEIGHT * self.support


class StillReader:
    """Reads with one deck."""

    def __init__(self, profile: Profile, nets: Nets) -> None:
        self.profile = profile
        self.nets = nets

    def read(self, image: Image, quads: Sequence[Floats]) -> list[Spot]:
        """Read quads (clockwise, first side short) as they are."""
        if not quads:
            return []
        crops = np.stack([crop_corners(image, quad) for quad in quads])
        rows = self.profile.similarities(embed(self.nets.embedding, crops))
        return [Spot(np.asarray(quad), row) for quad, row in zip(quads, rows, strict=True)]

    def read_either_way(self, image: Image, quads: Sequence[Floats]) -> list[Spot]:
        """Read quads whose short side is not known: seen aslant, a long side may look shorter."""
        turned = [np.roll(quad, -1, 0) for quad in quads]
        pairs = zip(self.read(image, quads), self.read(image, turned), strict=True)
        return [max(pair, key=lambda spot: spot.similarity) for pair in pairs]

    def judged(self, image: Image, spot: Spot, outline: Outline) -> Spot:
        """Return the spot with its rim measured and the verdict whether it is a card."""
        support, visible = outline.support(spot.quad[None])
        rim = float((support.mean() + support.min()) / 2)
        clear = rim >= CLEAR_RIM and bool(visible.min() > 0.5)
        sure = spot.similarity >= self.nets.accept
        other = spot.similarity >= self.nets.accept - OTHER_PRINT and spot.margin >= CLEAR_MARGIN
        accepted = sure or (clear and other)
        if accepted:
            spot = self._looked_at_twice(image, spot)
        if accepted and self.profile.pictured:
            face = self.profile.crops[spot.top]
            alike = matched(crop_corners(image, spot.quad), face).agreement
            accepted = alike >= (AGREES_IN_RIM if clear else AGREES)
        elif accepted:
            accepted = rim >= RIM_ALONE
        return replace(spot, support=rim, accepted=accepted)

    def _looked_at_twice(self, image: Image, spot: Spot) -> Spot:
        """Return the spot as it is read where two cards looked nearly as likely at first."""
        crop, first = crop_corners(image, spot.quad)[None], spot.similarities[None]
        told = second_look(self.profile, self.nets.embedding, crop, first)[0]
        return replace(spot, similarities=told)
