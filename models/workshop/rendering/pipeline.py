"""What a real camera does between its sensor and the file, and what a lamp does to varnish.

`photometry` blurs, adds noise and compresses once. A webcam or a phone does more: it guesses two
colours of every pixel from its neighbours, sharpens until edges have bright rims, bends the tone
curve, stores colour at half the resolution and, in a video at a low rate, smooths fine texture away
between blocks. Two lamps of different colour light one table, and varnish lies like a veil of light
over a part of the print. No encoder of video is needed here: two JPEGs on shifted blocks with the
edges between smoothed look like it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.workshop.pictures import Picture, Random, turned, unit_grid

PLAIN = 0.35
"""How often a camera does none of it."""


@dataclass(frozen=True)
class CameraPipeline:
    """One camera's way from light to file; the same for all pictures it takes in one place."""

    mosaic: bool
    sharpening: float
    """Weight of the unsharp mask, 0 to 2.2."""
    contrast: float
    """Steepness of the tone curve's middle, 0 = straight, below 0 = flat."""
    video: int
    """Quality of the two codings, 8 to 40; 0 = no video."""
    mixed: tuple[float, float]
    """Warmth of the light at either side, 0 = white, 1 = a bulb, below 0 = a grey sky."""
    veil: float
    """Share of white that varnish adds where it shines most, 0 to 0.5."""

    @classmethod
    def drawn(cls, rng: Random) -> CameraPipeline:
        """Draw a camera and its place."""
        odds = rng.random(6)
        return cls(
            mosaic=bool(odds[0] < 0.5),
            sharpening=float(rng.uniform(0.3, 2.2)) if odds[1] < 0.5 else 0.0,
            contrast=float(rng.uniform(-0.5, 1.2)) if odds[2] < 0.5 else 0.0,
            video=int(rng.integers(8, 40)) if odds[3] < 0.4 else 0,
            mixed=(float(rng.normal(0.3, 0.5)), float(rng.normal(0.3, 0.5)))
            if odds[4] < 0.5
            else (0.0, 0.0),
            veil=float(rng.uniform(0.1, 0.5)) if odds[5] < 0.35 else 0.0,
        )

    def on(self, picture: Picture, rng: Random) -> Picture:
        """The uint8 BGR picture as this camera hands it on."""
        lit = veiled(mixed(picture, self.mixed, rng), self.veil, rng)
        told: Picture = np.clip(lit, 0, 255).astype(np.uint8)
        if self.mosaic:
            told = demosaiced(told)
        if self.contrast:
            told = cv2.LUT(told, tone_curve(self.contrast))
        if self.sharpening:
            soft = cv2.GaussianBlur(told, (0, 0), 1.0)
            told = cv2.addWeighted(told, 1 + self.sharpening, soft, -self.sharpening, 0)
        return filmed(told, self.video, rng) if self.video else told


def mixed(picture: Picture, warmth: tuple[float, float], rng: Random) -> Picture:
    """The picture under two lamps, one from each side; float32."""
    rows, columns = picture.shape[:2]
    along, _ = turned(*unit_grid(rows, columns), float(rng.uniform(0, 6.28)))
    part = np.clip(0.5 + 0.5 * along, 0, 1)[..., None]
    warm = warmth[0] * (1 - part) + warmth[1] * part
    lit: Picture = picture * np.array([0.62, 0.93, 1.1], np.float32) ** warm
    return lit


def veiled(picture: Picture, most: float, rng: Random) -> Picture:
    """The picture under varnish that shines broadly from one side; float32."""
    if not most:
        return picture
    x, y = unit_grid(*picture.shape[:2])
    far = np.hypot(x - rng.uniform(-1, 1), y - rng.uniform(-1, 1)) / rng.uniform(0.4, 1.4)
    share = (most * np.exp(-np.minimum(far**2, 30)))[..., None]
    lit: Picture = picture * (1 - share) + 255 * share
    return lit


def demosaiced(picture: Picture) -> Picture:
    """The picture as a sensor with one colour a pixel sees it, the others guessed."""
    raw = np.ascontiguousarray(picture[..., 1])
    raw[::2, ::2] = picture[::2, ::2, 2]
    raw[1::2, 1::2] = picture[1::2, 1::2, 0]
    return cv2.cvtColor(raw, cv2.COLOR_BayerRGGB2BGR)


def tone_curve(contrast: float) -> Picture:
    """256 values of a curve through black, middle and white: steep in the middle, or flat."""
    x = np.linspace(-1, 1, 256)
    bent = x * np.exp(contrast * (1 - np.abs(x)) * 0.8)
    return np.clip(127.5 + 127.5 * bent, 0, 255).astype(np.uint8)


def filmed(picture: Picture, quality: int, rng: Random) -> Picture:
    """The picture as a frame of a video at a low rate: blocks, smoothed, and blocks again."""
    told = np.ascontiguousarray(picture)
    for _ in range(2):
        across, down = (int(v) for v in rng.integers(0, 8, 2))
        edged = cv2.copyMakeBorder(told, down, 0, across, 0, cv2.BORDER_REPLICATE)
        done, data = cv2.imencode(".jpg", edged, [cv2.IMWRITE_JPEG_QUALITY, quality])
        back = cv2.imdecode(data, cv2.IMREAD_COLOR) if done else None
        if back is None:
            raise RuntimeError("JPEG coding failed")
        told = cv2.bilateralFilter(back[down:, across:], 3, 18, 3)
    return told
