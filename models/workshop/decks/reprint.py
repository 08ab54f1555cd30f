"""Another print of a deck: the same pattern engraved and coloured anew, made from the deck's faces.

Publishers print one pattern from other plates: contours run a little elsewhere, strokes are
thicker or finer, inks and paper differ, the border is wider or narrower. All faces of a print share
inks, strokes and border; contours differ from face to face.
"""

import cv2
import numpy as np

from models.workshop.decks.face_decks import FaceDeck
from models.workshop.pictures import Picture, Random

WANDER = (0.012, 0.035)
"""How far contours lie elsewhere, as a share of the face's height."""


def reprint(deck: FaceDeck, seed: int) -> FaceDeck:
    """Return the deck as another publisher prints it."""
    rng = np.random.default_rng([seed, 72, *deck.name.encode()])
    inks = rng.uniform((-25, 0.4, 0.75), (25, 1.5, 1.2))
    stroke, border = int(rng.integers(-1, 2)), float(rng.uniform(-0.08, 0.08))
    tone, wander = rng.uniform(0.88, 1.0, 3), float(rng.uniform(*WANDER))
    faces = {
        code: _printed(face, rng, (inks, tone), stroke, border, wander)
        for code, face in deck.faces.items()
    }
    return FaceDeck(f"{deck.name}-reprint-{seed}", faces)


def _printed(
    face: Picture,
    rng: Random,
    colours: tuple[Picture, Picture],
    stroke: int,
    border: float,
    wander: float,
) -> Picture:
    height, width = face.shape[:2]
    colour, alpha = face[..., :3], face[..., 3:]
    if stroke:
        size = max(2, round(height / 160))
        change = cv2.erode if stroke > 0 else cv2.dilate
        colour = change(colour, np.ones((size, size), np.uint8))
    rows, columns = np.indices((height, width), np.float32)
    coarse = rng.normal(0, wander * height, (2, 9, 6)).astype(np.float32)
    dx, dy = (cv2.resize(each, (width, height), interpolation=cv2.INTER_CUBIC) for each in coarse)
    x = (columns - width / 2) * (1 + border) + width / 2 + dx
    y = (rows - height / 2) * (1 + border) + height / 2 + dy
    colour = cv2.remap(colour, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inks, tone = colours
    hsv = cv2.cvtColor(colour, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 0] = (hsv[..., 0] + inks[0]) % 180
    hsv[..., 1:] = np.clip(hsv[..., 1:] * inks[1:], 0, 255)
    colour = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR) * tone
    return np.concatenate([colour.clip(0, 255).astype(np.uint8), alpha], axis=2)
