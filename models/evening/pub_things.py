"""More things of a pub's table, those that are easily taken for cards among them.

Menus and coasters with cards pictured on them, the deck's own box, money, a bank card: each as a
BGRA sprite of `things.UNITS` pixels a millimetre, made of the faces of the deck that is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from models.evening.geometry import Floats, Picture
from models.evening.things import UNITS, newsprint

Size = tuple[float, float]
_Drawn = Callable[[np.random.Generator, Sequence[Picture], Size], Picture]


def pub_things(
    rng: np.random.Generator, faces: Sequence[Picture], size: Size
) -> dict[str, Picture]:
    """Return every thing by its name; `size` is a card's width and height in mm."""
    own = rng.spawn(len(_DRAWN))
    return {
        name: draw(chance, faces, size)
        for (name, draw), chance in zip(_DRAWN.items(), own, strict=True)
    }


def _sheet(
    width: float, height: float, colour: Sequence[float] | Floats, corner: float = 1.0
) -> Picture:
    """Return a rounded sheet, BGRA; measures in mm."""
    wide, tall = round(width * UNITS), round(height * UNITS)
    sheet = np.zeros((tall, wide, 4), np.uint8)
    r = min(round(corner * UNITS), min(wide, tall) // 2)
    mask = np.zeros((tall, wide), np.uint8)
    cv2.rectangle(mask, (r, 0), (wide - 1 - r, tall - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (wide - 1, tall - 1 - r), 255, -1)
    for x in (r, wide - 1 - r):
        for y in (r, tall - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    sheet[..., :3] = np.asarray(colour, np.uint8)
    sheet[..., 3] = mask
    return sheet


def _print(sheet: Picture, face: Picture, left: float, top: float, height: float) -> None:
    """Print a card's picture onto a sheet; left, top and height in mm."""
    tall = round(height * UNITS)
    wide = round(tall * face.shape[1] / face.shape[0])
    small = cv2.resize(face, (wide, tall), interpolation=cv2.INTER_AREA)
    x, y = round(left * UNITS), round(top * UNITS)
    part = sheet[y : y + tall, x : x + wide]
    small = small[: part.shape[0], : part.shape[1]]
    share = small[..., 3:].astype(np.float32) / 255
    part[..., :3] = (part[..., :3] * (1 - share) + small[..., :3] * share).astype(np.uint8)


def _write(sheet: Picture, words: str, x: float, y: float, scale: float, ink: int = 40) -> None:
    """Write words; the place in mm is their lower left corner."""
    colours = np.ascontiguousarray(sheet[..., :3])
    place = (round(x * UNITS), round(y * UNITS))
    cv2.putText(colours, words, place, 2, scale, (ink, ink, ink), 1, cv2.LINE_AA)
    sheet[..., :3] = colours


def _pick(rng: np.random.Generator, faces: Sequence[Picture]) -> Picture:
    return faces[int(rng.integers(len(faces)))]


def _menu(rng: np.random.Generator, faces: Sequence[Picture], _: Size) -> Picture:
    """A price list with two cards pictured on it, smaller than cards are."""
    sheet = _sheet(148, 210, rng.uniform([190, 210, 220], [225, 240, 250]))
    _write(sheet, "Getraenke", 14, 20, 1.4)
    for row in range(12):
        y = 36 + 8 * row
        _write(sheet, "Helles 0,5 l" if row % 2 else "Radler", 14, y, 0.5)
        _write(sheet, f"{rng.integers(2, 6)},{rng.integers(1, 9)}0", 116, y, 0.5)
    high = float(rng.uniform(50, 76))
    for place in range(2):
        _print(sheet, _pick(rng, faces), 18 + 62 * place, 134, high)
    return sheet


def _rule_page(rng: np.random.Generator, faces: Sequence[Picture], size: Size) -> Picture:
    """A page of a rule booklet: text, and a card pictured as large as it is."""
    sheet = _sheet(148, 210, (255, 255, 255))
    sheet[..., :3] = np.clip(newsprint(rng, 148, 210), 0, 255)[: sheet.shape[0], : sheet.shape[1]]
    sheet[round(50 * UNITS) : round(170 * UNITS), round(20 * UNITS) : round(128 * UNITS), :3] = 235
    _print(sheet, _pick(rng, faces), (148 - size[0]) / 2, 105 - size[1] / 2, size[1])
    return sheet


def _card_coaster(rng: np.random.Generator, faces: Sequence[Picture], _: Size) -> Picture:
    """A coaster with a card pictured in its middle."""
    sheet = _sheet(
        94, 94, rng.uniform([150, 190, 200], [225, 240, 248]), float(47 * rng.integers(2) + 4)
    )
    face = _pick(rng, faces)
    high = float(rng.uniform(56, 74))
    _print(sheet, face, 47 - high * face.shape[1] / face.shape[0] / 2, 47 - high / 2, high)
    return sheet


def _deck_box(rng: np.random.Generator, faces: Sequence[Picture], size: Size) -> Picture:
    """The deck's box: a little larger than a card, one of the cards pictured on it."""
    wide, tall = size[0] + 5, size[1] + 6
    sheet = _sheet(wide, tall, rng.uniform([20, 20, 90], [120, 90, 200]), 1)
    high = size[1] * float(rng.uniform(0.72, 0.95))
    face = _pick(rng, faces)
    left = (wide - high * face.shape[1] / face.shape[0]) / 2
    _print(sheet, face, left, (tall - high) / 2, high)
    return sheet


def _banknote(rng: np.random.Generator, *_: object) -> Picture:
    wide, tall = ((120, 62), (127, 67), (133, 72))[int(rng.integers(3))]
    tint = rng.uniform([120, 130, 150], [215, 205, 225])
    sheet = _sheet(wide, tall, tint, 0.5)
    x = np.arange(sheet.shape[1])[None, :]
    y = np.arange(sheet.shape[0])[:, None]
    waves = sum(np.sin(x / a + 6 * np.sin(y / b + c)) for a, b, c in rng.uniform(3, 14, (4, 3)))
    sheet[..., :3] = np.clip(tint + 12 * np.asarray(waves)[..., None], 0, 255)
    _write(sheet, "10", 6, 18, 1.3, 60)
    _write(sheet, "EURO", wide * 0.4, tall * 0.9, 0.8, 70)
    sheet[8:-8, round(wide * UNITS * 0.72) : round(wide * UNITS * 0.78), :3] = (200, 205, 205)
    return sheet


def _bank_card(rng: np.random.Generator, *_: object) -> Picture:
    sheet = _sheet(85.6, 54, rng.uniform([40, 20, 20], [220, 180, 200]), 3)
    sheet[44:70, 20:54, :3] = (120, 190, 215)
    _write(sheet, "4912 0077 1834 2210", 10, 38, 0.55, 230)
    _write(sheet, "GIROKARTE", 50, 12, 0.6, 240)
    return sheet


def _postcard(rng: np.random.Generator, *_: object) -> Picture:
    """A picture postcard: sky, hills, a house, and a white border."""
    sheet = _sheet(100, 145, (240, 242, 244), 1)
    inner = np.ascontiguousarray(sheet[10:-10, 10:-10, :3])
    inner[:] = rng.uniform([200, 160, 110], [240, 210, 170])
    tall, wide = inner.shape[:2]
    for level, colour in ((0.5, (90, 110, 80)), (0.7, (60, 140, 70))):
        edge = tall * level + 20 * np.sin(np.arange(wide) / rng.uniform(20, 60))
        inner[np.arange(tall)[:, None] > edge[None, :]] = colour
    cv2.rectangle(inner, (wide // 3, tall // 2), (wide // 2, tall * 2 // 3), (200, 220, 235), -1)
    sheet[10:-10, 10:-10, :3] = inner
    return sheet


def _score_pad(rng: np.random.Generator, *_: object) -> Picture:
    """A pad of columns with names, marks and a pencil across it."""
    sheet = _sheet(90, 130, (225, 240, 244), 0.5)
    colours = np.ascontiguousarray(sheet[..., :3])
    tall, wide = colours.shape[:2]
    for column in range(4):
        x = 8 + column * (wide - 12) // 4
        cv2.line(colours, (x, 20), (x, tall - 8), (140, 120, 110), 1)
        cv2.putText(colours, "ABCD"[column], (x + 8, 16), 1, 1.0, (60, 40, 40), 1, cv2.LINE_AA)
        total = 0
        for row in range(int(rng.integers(3, 14))):
            total += int(rng.integers(-4, 9)) * 10
            place = (x + 4, 36 + 16 * row)
            cv2.putText(colours, str(total), place, 1, 0.9, (70, 60, 60), 1, cv2.LINE_AA)
    cv2.line(colours, (12, tall - 20), (wide - 14, 60), (40, 150, 220), 14, cv2.LINE_AA)
    sheet[..., :3] = colours
    return sheet


def _dice(rng: np.random.Generator, *_: object) -> Picture:
    side, die = round(70 * UNITS), 16 * UNITS
    sheet = np.zeros((side, side, 4), np.uint8)
    for _number in range(3):
        middle = rng.uniform(die, side - die, 2)
        turn = float(rng.uniform(0, 90))
        box = cv2.boxPoints(((float(middle[0]), float(middle[1])), (die, die), turn))
        cv2.fillConvexPoly(sheet, np.round(box).astype(np.int32), (232, 238, 240, 255))
        for _pip in range(int(rng.integers(1, 7))):
            x, y = (int(v) for v in middle + rng.uniform(-0.32, 0.32, 2) * die)
            cv2.circle(sheet, (x, y), 4, (30, 30, 30, 255), -1, cv2.LINE_AA)
    return sheet


def _ashtray(rng: np.random.Generator, *_: object) -> Picture:
    sheet = _sheet(116, 116, (160, 150, 120), 58)
    middle = (sheet.shape[1] // 2, sheet.shape[0] // 2)
    colours = np.ascontiguousarray(sheet[..., :3])
    cv2.circle(colours, middle, round(44 * UNITS), (70, 72, 74), -1, cv2.LINE_AA)
    for _butt in range(int(rng.integers(1, 5))):
        x, y = (int(v) for v in middle + rng.uniform(-60, 60, 2))
        angle = float(rng.uniform(0, 6.28))
        end = (x + round(44 * np.cos(angle)), y + round(44 * np.sin(angle)))
        cv2.line(colours, (x, y), end, (225, 235, 240), 14, cv2.LINE_AA)
        cv2.circle(colours, end, 8, (90, 140, 200), -1, cv2.LINE_AA)
    sheet[..., :3] = colours
    return sheet


def _receipt(rng: np.random.Generator, *_: object) -> Picture:
    sheet = _sheet(62, 118, (244, 244, 242), 0.2)
    _write(sheet, "Gasthof", 12, 14, 0.7)
    for row in range(11):
        _write(
            sheet,
            f"{rng.integers(1, 5)} x {rng.integers(2, 19)},{rng.integers(9)}0",
            6,
            26 + 7 * row,
            0.45,
        )
    return sheet


_DRAWN: Mapping[str, _Drawn] = {
    "menu": _menu,
    "rule-page": _rule_page,
    "card-coaster": _card_coaster,
    "deck-box": _deck_box,
    "banknote": _banknote,
    "bank-card": _bank_card,
    "postcard": _postcard,
    "score-pad": _score_pad,
    "dice": _dice,
    "ashtray": _ashtray,
    "receipt": _receipt,
}
PUB_KINDS: tuple[str, ...] = tuple(_DRAWN)
"""Every thing there is."""
CARDLIKE = ("menu", "rule-page", "card-coaster", "deck-box")
"""Those on which cards of the very deck are pictured."""
