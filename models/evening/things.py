"""Things that are no cards, from above: phone, coaster, newspaper, napkin, notepad, pen, coins.

Each is a BGRA sprite; drawn otherwise than the props the nets are trained with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from models.evening.geometry import Floats, Picture

UNITS = 2.0
"""Pixels a millimetre of these sprites."""

Colour = tuple[float, float, float]


def thing(kind: str, rng: np.random.Generator) -> Picture:
    """Return a thing's sprite, BGRA.

    Raises:
        KeyError: there is no thing of this kind; `KINDS` has them all.
    """
    return _DRAWN[kind](rng)


def _sheet(width: float, height: float, colour: Colour, corner: float = 2.0) -> Floats:
    """Return an empty rounded rectangle, BGRA floats; measures in mm."""
    wide, tall = round(width * UNITS), round(height * UNITS)
    r = max(1, round(corner * UNITS))
    alpha = np.zeros((tall, wide), np.uint8)
    cv2.rectangle(alpha, (r, 0), (wide - 1 - r, tall - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (wide - 1, tall - 1 - r), 255, -1)
    for x in (r, wide - 1 - r):
        for y in (r, tall - 1 - r):
            cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    sheet = np.empty((tall, wide, 4))
    sheet[..., :3] = colour
    sheet[..., 3] = alpha
    return sheet


def _done(sheet: Floats) -> Picture:
    return np.clip(sheet, 0, 255).astype(np.uint8)


def _smooth(rng: np.random.Generator, shape: tuple[int, int], cells: int) -> Floats:
    small = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float64)


def _phone(rng: np.random.Generator) -> Picture:
    shell: Colour = (26, 24, 22) if rng.random() < 0.7 else (190, 186, 182)
    sheet = _sheet(72, 150, shell, 9)
    tall, wide = sheet.shape[:2]
    lit = rng.random() < 0.5
    screen = np.array([200.0, 190.0, 180.0]) if lit else np.array([18.0, 15.0, 14.0])
    inner = sheet[8 : tall - 8, 8 : wide - 8, :3]
    inner[:] = screen
    if lit:
        for row in range(4):
            top = 20 + row * (inner.shape[0] - 40) // 4
            inner[top : top + 34, 12:-12] = rng.uniform(90, 250, 3)
            inner[top + 8 : top + 14, 24:-50] = 40
    else:
        y, x = np.mgrid[0 : inner.shape[0], 0 : inner.shape[1]]
        inner += (34 * np.exp(-(((x + y * 0.6 - 90) / 34.0) ** 2)))[..., None]
    return _done(sheet)


def _coaster(rng: np.random.Generator) -> Picture:
    size = round(94 * UNITS)
    ground = rng.uniform([150, 190, 200], [225, 240, 248])
    ink = rng.uniform([20, 20, 20], [150, 120, 190])
    sheet = _sheet(94, 94, (0, 0, 0), 14 if rng.random() < 0.5 else 46)
    sheet[..., :3] = ground
    colours = np.ascontiguousarray(sheet[..., :3])
    middle = (size // 2, size // 2)
    cv2.circle(colours, middle, round(size * 0.42), ink.tolist(), 5, cv2.LINE_AA)
    cv2.circle(colours, middle, round(size * 0.24), ink.tolist(), -1, cv2.LINE_AA)
    cv2.putText(
        colours, "HELLES", (size // 5, round(size * 0.86)), 2, 0.9, ink.tolist(), 2, cv2.LINE_AA
    )
    cv2.ellipse(colours, middle, (18, 26), 0, 0, 360, ground.tolist(), -1, cv2.LINE_AA)
    sheet[..., :3] = colours + 5 * _smooth(rng, (size, size), 12)[..., None]
    return _done(sheet)


def newsprint(rng: np.random.Generator, width: float, height: float) -> Floats:
    """Return a printed page, BGR floats, `UNITS` pixels a millimetre: heads, columns, pictures."""
    wide, tall = round(width * UNITS), round(height * UNITS)
    page = np.empty((tall, wide, 3))
    page[:] = np.array([206.0, 217.0, 222.0]) * rng.uniform(0.86, 1.06)
    column = round(46 * UNITS)
    left = 10
    while left < wide - 20:
        top = int(rng.integers(6, 30))
        while top < tall - 10:
            span = min(column - 8, wide - left - 6)
            top = _block(page, rng, left, top, span)
        left += column
    return np.asarray(page + rng.normal(0, 3, page.shape))


def _block(page: Floats, rng: np.random.Generator, left: int, top: int, span: int) -> int:
    """Draw a headline, a picture or lines of text; return where the next block begins."""
    kind = rng.random()
    if kind < 0.16:
        tall = int(rng.integers(50, 130))
        part = page[top : top + tall, left : left + span]
        if part.size:
            tone = 120 + 45 * _smooth(rng, (part.shape[0], part.shape[1]), 5)
            part[:] = tone[..., None]
        return top + tall + 10
    if kind < 0.36:
        for _ in range(int(rng.integers(1, 3))):
            wide = int(span * rng.uniform(0.6, 1.0))
            _words(page, rng, left, top, wide, 11)
            top += 20
        return top + 6
    for _ in range(int(rng.integers(6, 22))):
        _words(page, rng, left, top, int(span * rng.uniform(0.85, 1.0)), 3)
        top += 6
    return top + 8


def _words(
    page: Floats, rng: np.random.Generator, left: int, top: int, span: int, tall: int
) -> None:
    x = left
    while x < left + span - tall:
        long = int(tall * rng.uniform(1.5, 5))
        page[top : top + tall, x : min(x + long, left + span)] *= rng.uniform(0.25, 0.5)
        x += long + max(2, tall // 2)


def _newspaper(rng: np.random.Generator) -> Picture:
    sheet = _sheet(230, 155, (0, 0, 0), 0.5)
    page = newsprint(rng, 230, 155)
    fold = np.abs(np.arange(page.shape[1]) - page.shape[1] * rng.uniform(0.45, 0.55))
    page *= (1 - 0.16 * np.exp(-((fold / 5) ** 2)))[None, :, None]
    sheet[..., :3] = page[: sheet.shape[0], : sheet.shape[1]]
    return _done(sheet)


def _napkin(rng: np.random.Generator) -> Picture:
    """A crumpled paper napkin, white, of about a card's size."""
    size = (round(88 * UNITS), round(104 * UNITS))
    y, x = np.mgrid[-1 : 1 : size[0] * 1j, -1 : 1 : size[1] * 1j]
    around = np.arctan2(y, x)
    edge = sum(
        (
            rng.uniform(0.02, 0.09) * np.sin(around * k + rng.uniform(0, 6.3))
            for k in (2, 3, 4, 5, 7, 9)
        ),
        np.full_like(x, 0.8),
    )
    creases = sum((np.abs(_smooth(rng, size, c)) for c in (5, 9, 15)), np.zeros(size))
    down, right = np.gradient(creases * 16)
    bright = np.clip(228 + 7 * (right + down) - 16 * creases, 120, 252)
    alpha = np.clip((edge - np.hypot(x, y)) * 60, 0, 1) * 255
    return _done(np.dstack([bright * 0.98, bright, bright, alpha]))


def _notepad(rng: np.random.Generator) -> Picture:
    sheet = _sheet(105, 148, (232, 240, 240), 1)
    colours = np.ascontiguousarray(sheet[..., :3])
    for line in range(14, colours.shape[0] - 8, 12):
        cv2.line(colours, (6, line), (colours.shape[1] - 6, line), (214, 200, 186), 1)
    for row in range(int(rng.integers(4, 12))):
        text = "  ".join(str(int(v)) for v in rng.integers(0, 240, int(rng.integers(2, 5))))
        cv2.putText(colours, text, (12, 36 + row * 22), 1, 1.1, (120, 50, 30), 1, cv2.LINE_AA)
    sheet[..., :3] = colours
    return _done(sheet)


def _pen(rng: np.random.Generator) -> Picture:
    blue, green, red = rng.uniform(20, 220, 3).tolist()
    sheet = _sheet(140, 11, (blue, green, red), 5)
    y = np.abs(np.linspace(-1, 1, sheet.shape[0]))
    sheet[..., :3] *= (1.15 - 0.5 * y**2)[:, None, None]
    sheet[:, :34, :3] = (170.0, 176.0, 180.0)
    return _done(sheet)


def _coins(rng: np.random.Generator) -> Picture:
    sheet = np.zeros((round(80 * UNITS), round(80 * UNITS), 4))
    for _ in range(int(rng.integers(3, 7))):
        x, y = (int(v) for v in rng.uniform(26, sheet.shape[0] - 26, 2))
        metal = (62, 118, 160) if rng.random() < 0.4 else (150, 172, 178)
        radius = int(rng.uniform(17, 26))
        cv2.circle(sheet, (x, y), radius, (*(0.75 * v for v in metal), 255), -1, cv2.LINE_AA)
        cv2.circle(sheet, (x, y), radius - 4, (*metal, 255), -1, cv2.LINE_AA)
        cv2.putText(sheet, "2", (x - 6, y + 7), 2, 0.6, (70, 80, 86, 255), 2, cv2.LINE_AA)
    return _done(sheet)


_DRAWN: Mapping[str, Callable[[np.random.Generator], Picture]] = {
    "phone": _phone,
    "coaster": _coaster,
    "newspaper": _newspaper,
    "napkin": _napkin,
    "notepad": _notepad,
    "pen": _pen,
    "coins": _coins,
}
KINDS: tuple[str, ...] = tuple(_DRAWN)
"""Every thing there is."""
