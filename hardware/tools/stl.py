"""Reads a binary STL: how large a printed part is, and how much plastic it holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
_HEAD = 80


@dataclass(frozen=True, slots=True)
class Solid:
    """A part's box in millimetres, its volume in cubic centimetres, its number of triangles."""

    size: tuple[float, float, float]
    volume: float
    triangles: int


def read_stl(path: Path) -> Solid:
    """Read a part.

    Raises:
        ValueError: the file is no binary STL of the length its head gives.
    """
    data = path.read_bytes()
    count = int.from_bytes(data[_HEAD : _HEAD + 4], "little")
    if len(data) != _HEAD + 4 + count * _TRIANGLE.itemsize or not count:
        raise ValueError(f"{path} is no binary STL")
    corners = np.frombuffer(data, _TRIANGLE, count, _HEAD + 4)["corners"].astype(float)
    points = corners.reshape(-1, 3)
    x, y, z = (points.max(axis=0) - points.min(axis=0)).tolist()
    volume = float(np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6)
    return Solid((x, y, z), volume / 1000, count)
