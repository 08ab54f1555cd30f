"""What keeps the camera from reading the table: measured on its pictures, and said in words.

`quality` grades a picture for who sets the camera up; here is what the running table asks itself
when things come to lie there and are not read. Each measure is a number that costs a few
milliseconds; from where on it hinders was measured on own renders (docs/CAMERA.md).
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from engine.text import Text
from vision.arrays import Bools, Image, strongest
from vision.sighting import Hindrance

HINDRANCES: Mapping[Hindrance, Text] = {
    Hindrance.COVERED: Text(
        de="Direkt vor der Kamera ist etwas; bitte die Linse frei machen und abwischen.",
        en="Something is right in front of the camera; please clear the lens and wipe it.",
    ),
    Hindrance.DARK: Text(
        de="Für die Karten ist es zu dunkel; bitte eine Lampe über dem Tisch anmachen.",
        en="It is too dark for the cards; please switch on a lamp over the table.",
    ),
    Hindrance.NOISE: Text(
        de="Das Bild rauscht zu stark für die Karten; bitte mehr Licht über dem Tisch machen.",
        en="The picture is too grainy to read the cards; please put more light over the table.",
    ),
    Hindrance.BLUR: Text(
        de="Die Karten sind unscharf; bitte auf die Tischplatte scharf stellen und die Linse "
        "putzen.",
        en="The cards are out of focus; please focus on the table top and clean the lens.",
    ),
    Hindrance.GLARE: Text(
        de="Mitten auf dem Tisch spiegelt sich ein Licht; bitte Lampe oder Kamera zur Seite "
        "rücken.",
        en="A light is reflected in the middle of the table; please move the lamp "
        "or the camera to the side.",
    ),
    Hindrance.SMALL: Text(
        de="Die Karten sind im Bild zu klein; bitte die Kamera näher an den Tisch bringen.",
        en="The cards are too small in the picture; please bring the camera closer to the table.",
    ),
    Hindrance.UNKNOWN: Text(
        de="Auf dem Tisch tut sich etwas, aber keine Karte wird erkannt; bitte steiler von oben "
        "schauen lassen und unter „Mehr“ Kamera und Blatt prüfen.",
        en="Something is happening on the table, but no card is recognised; please "
        "have the camera look down more steeply, and check camera and deck under "
        "“More”.",
    ),
}
"""What keeps the table from being read and what to change, in one sentence each."""
CLEAR = Text(de="Die Karten sind wieder zu erkennen.", en="The cards can be read again.")

_CLIPPED = 250
_BLOCK = 8
_DETAIL_SIZE = (160, 90)
_STRIDE = 4
_LEAST_FINE = 0.05
"""Squared grey levels: what rounding leaves."""


def paper_level(small: Image) -> float:
    """Return how light the lightest things of the small picture are, 0 to 255."""
    return float(np.percentile(strongest(small), 99))


def grain(before: Image, after: Image) -> float:
    """Return the camera's noise in grey levels (standard deviation), from two pictures in a row.

    Taken where nothing moves: the quieter half of small blocks. Light that flickers or rolls
    through the picture in bands falls out, for only neighbours along a line are compared.
    """
    apart = _middle_grey(after).astype(np.int16) - _middle_grey(before)
    beside = (apart[:, 1::2] - apart[:, 0:-1:2]).astype(np.float32)
    high, wide = (n // _BLOCK for n in beside.shape)
    blocks = beside[: high * _BLOCK, : wide * _BLOCK].reshape(high, _BLOCK, wide, _BLOCK)
    return float(np.sqrt(np.median((blocks**2).mean(axis=(1, 3)))) / 2)


def _middle_grey(image: Image) -> Image:
    high, wide = image.shape[:2]
    part = image[high // 4 : high - high // 4, wide // 4 : wide - wide // 4]
    return np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)


def blown_share(small: Image, region: Bools) -> float:
    """Return the share of `region` that is blown out to white."""
    blown = small.min(axis=2) >= _CLIPPED
    return float(np.count_nonzero(blown & region) / np.count_nonzero(region))


CARD = 64.0
"""Pixels a card is long in the picture on which `softness` is measured."""


def softness(image: Image, length: float, share: float) -> float:
    """Return how soft the strongest edges are, where a card is `length` pixels long.

    Below 2.5 is sharp, 3.5 what 3 pixels of blur of 720 lines make of it, 4.5 what 6 make. `share`
    of all pixels belong to such edges. Their contrast does not count, and hardly the noise.
    """
    k = min(1.0, CARD / length)
    small = cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)
    coarse = np.abs(smooth - cv2.GaussianBlur(grey, (0, 0), 3.0))
    edges = coarse >= np.percentile(coarse, 100 * (1 - share))
    strong = cv2.GaussianBlur(coarse**2, (0, 0), 2.0)[edges]
    fine = cv2.GaussianBlur((grey - smooth) ** 2, (0, 0), 2.0)[edges]
    return float(np.median(np.sqrt(strong / (fine + _LEAST_FINE))))


def detail(image: Image) -> float:
    """Return how much the whole picture differs from its own blur, as a share of its light.

    What lies right before the lens is one soft blotch, whatever its colour.
    """
    # Every fourth row and column first: the rest would add nothing but time.
    thin = image[::_STRIDE, ::_STRIDE] if image.shape[0] >= _STRIDE * _DETAIL_SIZE[1] else image
    grey = cv2.resize(cv2.cvtColor(thin, cv2.COLOR_BGR2GRAY), _DETAIL_SIZE)
    fine = cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)
    apart = fine - cv2.GaussianBlur(fine, (0, 0), 6.0)
    return float(np.sqrt(np.mean(apart**2)) / (fine.mean() + 8.0))
