"""Things that are no cards, from above, each a BGRA sprite of `UNITS` pixels a millimetre.

Phone, coaster, newspaper, napkin, notepad, pen, coins; and those easily taken for cards: menus and
coasters with cards pictured on them, the deck's own box, money, a bank card, made of the faces of
the deck that is played. They are drawn otherwise than the props the nets are trained with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from models.workshop.evening.geometry import Floats, Picture

UNITS = 2.0
"""Pixels a millimetre of these sprites."""

ThingColour = tuple[float, float, float]


def thing(kind: str, rng: np.random.Generator) -> Picture:
    """Return a thing's sprite, BGRA.

    Raises:
        KeyError: there is no thing of this kind; `KINDS` has them all.
    """
    return _DRAWN[kind](rng)


def _sheet(width: float, height: float, colour: ThingColour, corner: float = 2.0) -> Floats:
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
    shell: ThingColour = (26, 24, 22) if rng.random() < 0.7 else (190, 186, 182)
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


ThingSize = tuple[float, float]
_Drawn = Callable[[np.random.Generator, Sequence[Picture], ThingSize], Picture]


def pub_things(
    rng: np.random.Generator, faces: Sequence[Picture], size: ThingSize
) -> dict[str, Picture]:
    """Return every thing by its name; `size` is a card's width and height in mm."""
    own = rng.spawn(len(_PUB_THINGS))
    return {
        name: draw(chance, faces, size)
        for (name, draw), chance in zip(_PUB_THINGS.items(), own, strict=True)
    }


def _printed_sheet(
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


def _menu(rng: np.random.Generator, faces: Sequence[Picture], _: ThingSize) -> Picture:
    """A price list with two cards pictured on it, smaller than cards are."""
    sheet = _printed_sheet(148, 210, rng.uniform([190, 210, 220], [225, 240, 250]))
    _write(sheet, "Getraenke", 14, 20, 1.4)
    for row in range(12):
        y = 36 + 8 * row
        _write(sheet, "Helles 0,5 l" if row % 2 else "Radler", 14, y, 0.5)
        _write(sheet, f"{rng.integers(2, 6)},{rng.integers(1, 9)}0", 116, y, 0.5)
    high = float(rng.uniform(50, 76))
    for place in range(2):
        _print(sheet, _pick(rng, faces), 18 + 62 * place, 134, high)
    return sheet


def _rule_page(rng: np.random.Generator, faces: Sequence[Picture], size: ThingSize) -> Picture:
    """A page of a rule booklet: text, and a card pictured as large as it is."""
    sheet = _printed_sheet(148, 210, (255, 255, 255))
    sheet[..., :3] = np.clip(newsprint(rng, 148, 210), 0, 255)[: sheet.shape[0], : sheet.shape[1]]
    sheet[round(50 * UNITS) : round(170 * UNITS), round(20 * UNITS) : round(128 * UNITS), :3] = 235
    _print(sheet, _pick(rng, faces), (148 - size[0]) / 2, 105 - size[1] / 2, size[1])
    return sheet


def _card_coaster(rng: np.random.Generator, faces: Sequence[Picture], _: ThingSize) -> Picture:
    """A coaster with a card pictured in its middle."""
    sheet = _printed_sheet(
        94, 94, rng.uniform([150, 190, 200], [225, 240, 248]), float(47 * rng.integers(2) + 4)
    )
    face = _pick(rng, faces)
    high = float(rng.uniform(56, 74))
    _print(sheet, face, 47 - high * face.shape[1] / face.shape[0] / 2, 47 - high / 2, high)
    return sheet


def _deck_box(rng: np.random.Generator, faces: Sequence[Picture], size: ThingSize) -> Picture:
    """The deck's box: a little larger than a card, one of the cards pictured on it."""
    wide, tall = size[0] + 5, size[1] + 6
    sheet = _printed_sheet(wide, tall, rng.uniform([20, 20, 90], [120, 90, 200]), 1)
    high = size[1] * float(rng.uniform(0.72, 0.95))
    face = _pick(rng, faces)
    left = (wide - high * face.shape[1] / face.shape[0]) / 2
    _print(sheet, face, left, (tall - high) / 2, high)
    return sheet


def _banknote(rng: np.random.Generator, *_: object) -> Picture:
    wide, tall = ((120, 62), (127, 67), (133, 72))[int(rng.integers(3))]
    tint = rng.uniform([120, 130, 150], [215, 205, 225])
    sheet = _printed_sheet(wide, tall, tint, 0.5)
    x = np.arange(sheet.shape[1])[None, :]
    y = np.arange(sheet.shape[0])[:, None]
    waves = sum(np.sin(x / a + 6 * np.sin(y / b + c)) for a, b, c in rng.uniform(3, 14, (4, 3)))
    sheet[..., :3] = np.clip(tint + 12 * np.asarray(waves)[..., None], 0, 255)
    _write(sheet, "10", 6, 18, 1.3, 60)
    _write(sheet, "EURO", wide * 0.4, tall * 0.9, 0.8, 70)
    sheet[8:-8, round(wide * UNITS * 0.72) : round(wide * UNITS * 0.78), :3] = (200, 205, 205)
    return sheet


def _bank_card(rng: np.random.Generator, *_: object) -> Picture:
    sheet = _printed_sheet(85.6, 54, rng.uniform([40, 20, 20], [220, 180, 200]), 3)
    sheet[44:70, 20:54, :3] = (120, 190, 215)
    _write(sheet, "4912 0077 1834 2210", 10, 38, 0.55, 230)
    _write(sheet, "GIROKARTE", 50, 12, 0.6, 240)
    return sheet


def _postcard(rng: np.random.Generator, *_: object) -> Picture:
    """A picture postcard: sky, hills, a house, and a white border."""
    sheet = _printed_sheet(100, 145, (240, 242, 244), 1)
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
    sheet = _printed_sheet(90, 130, (225, 240, 244), 0.5)
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
    sheet = _printed_sheet(116, 116, (160, 150, 120), 58)
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
    sheet = _printed_sheet(62, 118, (244, 244, 242), 0.2)
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


_PUB_THINGS: Mapping[str, _Drawn] = {
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
PUB_KINDS: tuple[str, ...] = tuple(_PUB_THINGS)
"""Every thing there is."""
CARDLIKE = ("menu", "rule-page", "card-coaster", "deck-box")
"""Those on which cards of the very deck are pictured."""
