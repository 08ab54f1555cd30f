"""Decks drawn by code from a seed, so that training needs no picture of anybody's cards.

A drawn deck has four suits and either the eight German ranks (7, 8, 9, ten, Unter, Ober,
King, Ace) or the thirteen French ones, with pips laid out in one of several manners, double or
single figures made of coloured pieces, with or without indices, frames and corner signs.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.workshop.decks.face_decks import ART_HEIGHT, FaceDeck
from models.workshop.decks.figures import FigurePalette, Style, ace_picture, figure, palette
from models.workshop.decks.pips import InkColour, four_suits
from models.workshop.pictures import Picture, Random

GERMAN_RANKS = "789TUOKA"
FRENCH_RANKS = "23456789TJQKA"
GERMAN_SUITS = "EGHS"
FRENCH_SUITS = "CSHD"
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_PLAIN,
)
SCALE = 2
"""Drawn at twice the size and shrunk, so that edges come out smooth."""


@dataclass(frozen=True)
class DeckLook:
    """What the cards of one deck have in common."""

    size: tuple[int, int]
    paper: InkColour
    corner: int
    frame: int
    signs: tuple[Picture, Picture, Picture, Picture]
    manner: int
    pip: float
    stems: bool
    font: int
    index: float
    index_places: int
    corner_signs: bool
    style: Style
    colours: FigurePalette
    bare: bool = False


def look(rng: Random) -> DeckLook:
    """Draw the common traits of a deck."""
    height = ART_HEIGHT * SCALE
    paper = (
        np.clip(
            np.array([rng.uniform(205, 252)] * 3) - rng.uniform(0, 45) * np.array([1, 0.35, 0.15]),
            0,
            255,
        )
        .astype(int)
        .tolist()
    )
    return DeckLook(
        size=(height, int(height * rng.uniform(0.52, 0.71))),
        paper=(paper[0], paper[1], paper[2]),
        corner=int(rng.uniform(0, 0.07) * height),
        frame=int(rng.choice([0, 0, 1, 2])),
        signs=four_suits(rng),
        manner=int(rng.integers(4)),
        pip=float(rng.uniform(0.75, 1.35)),
        stems=bool(rng.random() < 0.5),
        font=int(rng.choice(FONTS)),
        index=float(rng.choice([0, 0, 0.7, 1, 1.6])),
        index_places=int(rng.choice([2, 4])),
        corner_signs=bool(rng.random() < 0.35),
        style=Style.drawn(rng),
        colours=palette(rng),
    )


def put(
    canvas: Picture, sign: Picture, place: tuple[float, float], side: float, angle: float = 0
) -> None:
    """Lay a square sign onto a BGR canvas, centred at a place in fractions; angle in degrees."""
    x, y = place
    height, width = canvas.shape[:2]
    length = side * width
    matrix = cv2.getRotationMatrix2D((sign.shape[1] / 2, sign.shape[0] / 2), -angle, 1.0)
    matrix = matrix * (length / sign.shape[0])
    matrix[:, 2] += np.array([x * width, y * height]) - length / 2
    reach = int(length) + 2
    left, top = int(x * width) - reach, int(y * height) - reach
    x0, x1 = max(0, left), min(width, left + 2 * reach)
    y0, y1 = max(0, top), min(height, top + 2 * reach)
    matrix[:, 2] -= (x0, y0)
    layer = cv2.warpAffine(sign, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_AREA)
    alpha = layer[..., 3:].astype(np.float32) / 255
    part = canvas[y0:y1, x0:x1]
    canvas[y0:y1, x0:x1] = (part * (1 - alpha) + layer[..., :3] * alpha).astype(np.uint8)


def columns_layout(number: int, spread: float) -> list[tuple[float, float, float]]:
    """Two (and a middle) columns as on French cards; x, y in 0..1 and the turn in degrees."""
    side = {2: 0, 3: 0, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[number]
    middle = number - 2 * side
    spots = []
    if side:
        for y in np.linspace(0.18, 0.82, side):
            spots += [
                (0.5 - spread, float(y), 180.0 * (y > 0.51)),
                (0.5 + spread, float(y), 180.0 * (y > 0.51)),
            ]
    rows = {
        0: [],
        1: [0.5 if number < 7 or number == 9 else 0.34],
        3: [0.18, 0.5, 0.82],
        2: [0.18, 0.82] if number == 2 else ([0.34, 0.66] if number == 8 else [0.29, 0.71]),
    }
    return spots + [(0.5, y, 180.0 * (y > 0.51)) for y in rows[middle]]


def rows_layout(number: int, spread: float) -> list[tuple[float, float, float]]:
    """Pairs one below the other, a single one on top, as on German cards."""
    pairs, single = divmod(number, 2)
    top = 0.16 if single else 0.14
    spots = [(0.5, top, 0.0)] if single else []
    for y in np.linspace(top + (0.14 if single else 0), 0.86, pairs):
        turn = 180.0 * (y > 0.51)
        spots += [(0.5 - spread, float(y), turn), (0.5 + spread, float(y), turn)]
    return spots


def wreath_layout(number: int, spread: float) -> list[tuple[float, float, float]]:
    """Pips around an oval, each turned outwards."""
    t = np.arange(number) / number * 2 * np.pi
    return [
        (0.5 + spread * 1.1 * float(np.sin(a)), 0.5 - 0.34 * float(np.cos(a)), float(np.rad2deg(a)))
        for a in t
    ]


def scattered_layout(number: int, seed: int) -> list[tuple[float, float, float]]:
    """Three columns filled from the top, leaning: no deck's own manner."""
    rng = np.random.default_rng(seed)
    rows = -(-number // 3)
    return [
        (0.25 + 0.25 * (k % 3), 0.16 + 0.68 * (k // 3) / max(1, rows - 1), float(rng.normal(0, 20)))
        for k in range(number)
    ]


def pip_spots(number: int, deck: DeckLook, suit: int) -> list[tuple[float, float, float]]:
    """Places of a card's pips."""
    spread = 0.15 + 0.07 * deck.pip
    if deck.manner == 0:
        return columns_layout(number, spread)
    if deck.manner in (1, 2):
        return rows_layout(number, spread)
    if suit % 2:
        return wreath_layout(number, spread)
    return scattered_layout(number, number)


def pip_card(canvas: Picture, number: int, deck: DeckLook, suit: int) -> None:
    """Draw a number card's pips, with stems where the deck has them."""
    height, width = canvas.shape[:2]
    spots = pip_spots(number, deck, suit)
    if deck.stems and deck.manner in (1, 2):
        for side in (-1, 1):
            x = int(width * (0.5 + side * 0.06))
            cv2.line(canvas, (x, int(height * 0.12)), (x, int(height * 0.88)), deck.colours[0], 5)
        for x_, y_, _ in spots:
            cv2.line(
                canvas,
                (int(x_ * width), int(y_ * height)),
                (width // 2, int((y_ + 0.03) * height)),
                deck.colours[0],
                4,
            )
    length = deck.pip * (0.26 if number < 9 else 0.22)
    for x_, y_, turn in spots:
        put(canvas, deck.signs[suit], (x_, y_), length, turn)


def indices(canvas: Picture, text: str, deck: DeckLook, suit: int) -> None:
    """Rank letters in two or four corners, and corner signs."""
    half = canvas[::-1, ::-1]
    scale, thick = 1.1 * deck.index, max(1, int(2.5 * deck.index))
    for turned in (canvas, half):
        part = np.ascontiguousarray(turned)
        width = part.shape[1]
        if deck.index:
            size, _ = cv2.getTextSize(text, deck.font, scale, thick)
            ends = [14] if deck.index_places == 2 else [14, width - 14 - size[0]]
            for x in ends:
                cv2.putText(
                    part,
                    text,
                    (x, 16 + size[1]),
                    deck.font,
                    scale,
                    deck.colours[1],
                    thick,
                    cv2.LINE_AA,
                )
        if deck.corner_signs:
            put(part, deck.signs[suit], (0.1, 0.06 + 0.09 * min(deck.index, 1)), 0.13)
        turned[...] = part


def lay_corner_signs(canvas: Picture, sign: Picture) -> None:
    """A small sign near each corner, the lower ones upside down."""
    for x in (0.1, 0.9):
        put(canvas, sign, (x, 0.2), 0.13)
        put(canvas, sign, (x, 0.8), 0.13, 180)


def card(deck: DeckLook, suit: int, rank: str, seed: int) -> Picture:
    """One face, BGRA, ART_HEIGHT high."""
    rng = np.random.default_rng([seed, suit, ord(rank)])
    height, width = deck.size
    canvas = np.full((height, width, 3), deck.paper, np.uint8)
    if deck.bare:
        lay_corner_signs(canvas, deck.signs[suit])
    elif rank in "23456789T":
        number = 10 if rank == "T" else int(rank)
        pip_card(canvas, number, deck, suit)
    elif rank == "A":
        ace_picture(canvas, deck.signs[suit], deck.style, deck.colours, rng)
    else:
        figure(
            canvas,
            deck.signs[suit],
            rank,
            suit,
            style=deck.style,
            colours=deck.colours,
            seed=seed,
        )
    indices(canvas, "10" if rank == "T" else rank, deck, suit)
    if deck.frame:
        inset = 10 + 6 * deck.frame
        cv2.rectangle(
            canvas,
            (inset, inset),
            (width - inset, height - inset),
            deck.colours[1],
            deck.frame * 2,
            cv2.LINE_AA,
        )
    mask = np.zeros((height, width), np.uint8)
    c = deck.corner
    cv2.rectangle(mask, (c, 0), (width - 1 - c, height - 1), 255, -1)
    cv2.rectangle(mask, (0, c), (width - 1, height - 1 - c), 255, -1)
    for x in (c, width - 1 - c):
        for y in (c, height - 1 - c):
            cv2.circle(mask, (x, y), c, 255, -1, cv2.LINE_AA)
    face = np.dstack([canvas, mask])
    return cv2.resize(face, (width // SCALE, height // SCALE), interpolation=cv2.INTER_AREA)


def sparse_look(rng: Random) -> DeckLook:
    """A deck of hardly any ink: an index and a small sign in the corners, perhaps a frame."""
    return replace(
        look(rng),
        index=float(rng.uniform(0.7, 1.3)),
        index_places=4,
        corner_signs=True,
        bare=True,
        frame=int(rng.integers(3)),
    )


def drawn_deck(seed: int, sparse: bool = False) -> FaceDeck:
    """The deck of a seed; two thirds of the seeds give German ranks."""
    rng = np.random.default_rng([seed, 71])
    german = bool(rng.random() < 0.67)
    ranks, suits = (GERMAN_RANKS, GERMAN_SUITS) if german else (FRENCH_RANKS, FRENCH_SUITS)
    traits = sparse_look(rng) if sparse else look(rng)
    faces = {s + r: card(traits, k, r, seed) for k, s in enumerate(suits) for r in ranks}
    return FaceDeck(f"{'sparse' if sparse else 'drawn'}-{seed}", faces)
