"""Reads cards at proposed places: where the picture looks most like an enrolled card wins.

Edges bring a proposal close; the last millimetres are found by what is recognised there, because
the embedding net notices a shifted crop better than any edge detector does under overlap.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Image
from vision.embedding import embed
from vision.nets import Nets
from vision.pose import Edges, Pose, crop
from vision.profile import Profile

_STEP = 0.035
_TURN = 0.035
_GROW = 0.03
_ROUNDS = 5
_EDGE_LOSS = 0.02


@dataclass(frozen=True, slots=True)
class Reading:
    """What is seen at a pose: the similarity to each card of the profile."""

    pose: Pose
    similarities: Floats

    @property
    def top(self) -> int:
        """Index of the most similar card."""
        return int(self.similarities.argmax())

    @property
    def similarity(self) -> float:
        """Similarity to the most similar card."""
        return float(self.similarities.max())


Skip = Callable[[Reading], bool]
"""Knows readings that are explained already."""


def nothing(_: Reading) -> bool:
    """Skip no reading."""
    return False


class Reader:
    """Reads poses of pictures with one profile."""

    def __init__(self, profile: Profile, nets: Nets) -> None:
        self.profile = profile
        self.nets = nets

    def read(self, image: Image, poses: Sequence[Pose]) -> list[Reading]:
        """Read every pose as it is."""
        if not poses:
            return []
        crops = np.stack([crop(image, pose) for pose in poses])
        rows = self.profile.similarities(embed(self.nets.embedding, crops))
        return [Reading(pose, row) for pose, row in zip(poses, rows, strict=True)]

    def best(self, image: Image, poses: Sequence[Pose]) -> Reading | None:
        """Read every pose and return the reading most similar to some card."""
        readings = self.read(image, poses)
        return max(readings, key=lambda reading: reading.similarity, default=None)

    def align(
        self, image: Image, start: Reading, sizes: float = 0.0, rounds: int = _ROUNDS
    ) -> Reading:
        """Climb to the most similar pose near `start`.

        `sizes` is how far, as a share, the size may wander from the start's: a camera that looks
        a little aslant sees far cards smaller.
        """
        best, step = start, 1.0
        for _ in range(rounds):
            around = self.best(image, list(_neighbours(best.pose, start.pose, step, sizes)))
            if around is not None and around.similarity > best.similarity + 0.002:
                best = around
            else:
                step /= 2
        return best

    def locate(
        self,
        image: Image,
        edges: Edges,
        starts: Sequence[Pose],
        sizes: float = 0.0,
        skip: Skip = nothing,
    ) -> Reading | None:
        """Return the best reading near any of the poses `starts`, or None without any.

        Readings that `skip` knows already do not count.
        """
        poses: list[Pose] = []
        for start in starts:
            near = edges.fit(start, start.height * 0.07, math.radians(8))
            poses += [start, near]
        readings = [reading for reading in self.read(image, poses) if not skip(reading)]
        if not readings:
            return None
        found = max(readings, key=lambda reading: reading.similarity)
        settled = self.on_edges(image, edges, self.align(image, found, sizes))
        return None if skip(settled) else settled

    def on_edges(self, image: Image, edges: Edges, reading: Reading) -> Reading:
        """Return the reading shifted onto the edges beside it, unless it is read worse there."""
        pose = reading.pose
        there = self.read(image, [edges.fit(pose, pose.height * 0.03, math.radians(2))])[0]
        return there if there.similarity >= reading.similarity - _EDGE_LOSS else reading


def _neighbours(pose: Pose, origin: Pose, step: float, sizes: float) -> Iterable[Pose]:
    reach = _STEP * pose.height * step
    c, s = math.cos(pose.theta) * reach, math.sin(pose.theta) * reach
    yield pose.moved(c, s)
    yield pose.moved(-c, -s)
    yield pose.moved(-s, c)
    yield pose.moved(s, -c)
    yield pose.moved(theta=_TURN * step)
    yield pose.moved(theta=-_TURN * step)
    for k in (1 + _GROW * step, 1 / (1 + _GROW * step)):
        if sizes and abs(pose.height * k / origin.height - 1) <= sizes:
            yield pose.moved(k=k)
