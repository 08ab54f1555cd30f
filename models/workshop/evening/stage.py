"""How an evening looks apart from the play: table, camera, nuisances; all drawn from one seed.

What the camera makes of an evening: smear, blur, gain, bands of the mains, coarse JPEG.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from models.workshop.evening import table
from models.workshop.evening.geometry import Floats, Picture, TiltedCamera
from models.workshop.evening.moment import Liveliness
from models.workshop.evening.painter import PaintedDeck, Scenery
from models.workshop.evening.surfaces import Surface, cluttered, ringed, seen, top, worn


class EveningNuisance(Enum):
    """What makes an evening hard to read."""

    DIM = "dim"
    """Warm, weak light; the camera helps itself with gain and noise."""
    GLARE = "glare"
    """The lamp is mirrored on varnished cards."""
    WORN = "worn"
    RINGS = "rings"
    """Beer rings on table and cards."""
    SHADOWS = "shadows"
    MOTION = "motion"
    """A long exposure smears what moves."""
    DEFOCUS = "defocus"
    BITRATE = "bitrate"
    """A cheap stream: coarse JPEG."""
    FLICKER = "flicker"
    """The mains roll through the picture as dark bands."""
    BENT = "bent"
    COVERED = "covered"
    """Cards are laid one on the other."""
    LEDS = "leds"
    """A strip of coloured lamps at the edge, changing its colours."""
    LINGER = "linger"
    NUDGE = "nudge"
    HURRY = "hurry"
    DRIFT = "drift"
    """The light grows and fades, and the camera's idea of white wanders."""
    CLUTTER = "clutter"


@dataclass(frozen=True, slots=True)
class EveningStage:
    """One evening's looks."""

    surface: Surface
    nuisances: frozenset[EveningNuisance]
    camera: TiltedCamera
    seed: int

    @property
    def liveliness(self) -> Liveliness:
        """How people play on this evening; brisk, for time is dear."""
        has = self.nuisances.__contains__
        return Liveliness(
            pauses=(14, 20, 28),
            spread=9.0 if has(EveningNuisance.COVERED) else 14.0,
            out=(3.0, 14.0) if has(EveningNuisance.COVERED) else (16.0, 36.0),
            linger=0.35 if has(EveningNuisance.LINGER) else 0.08,
            nudge=0.45 if has(EveningNuisance.NUDGE) else 0.06,
            hurry=0.25 if has(EveningNuisance.HURRY) else 0.0,
            sips=0.12,
            leans=0.5 if has(EveningNuisance.SHADOWS) else 0.06,
            between_deals=20,
        )


SCALES: Mapping[str, float] = {"small": 1.81, "large": 1.42}
"""Two sizes of table: pixels a millimetre at 720 lines."""


def drawn_stage(
    seed: int,
    surface: Surface,
    nuisances: frozenset[EveningNuisance],
    lines: int = 720,
    size: str = "small",
    roll: float = 0.0,
    pitch: float = 0.0,
    away: float = math.pi / 2,
    squeeze: float = 1.0,
) -> EveningStage:
    """Return the stage of a seed; `roll` turns the whole table under the camera, radians.

    `pitch`, `away` and `squeeze` are the camera's (`TiltedCamera`).
    """
    rng = np.random.default_rng([seed, 31])
    share = lines / 720
    camera = TiltedCamera(
        scale=SCALES[size] * share * float(rng.uniform(0.97, 1.05)),
        tilt_x=float(rng.normal(0, 0.00006)),
        tilt_y=float(rng.uniform(-0.0002, 0.00025)),
        roll=roll + float(rng.normal(0, 0.02)),
        width=round(1280 * share),
        height=lines,
        pitch=pitch,
        away=away,
        squeeze=squeeze,
    )
    return EveningStage(surface, nuisances, camera, seed)


def scenery(stage: EveningStage) -> Scenery:
    """Return table top and lamp of the stage."""
    rng = np.random.default_rng([stage.seed, 32])
    has = stage.nuisances.__contains__
    picture = top(stage.surface, rng, stage.camera)
    if has(EveningNuisance.RINGS):
        picture = ringed(picture, rng, stage.camera.scale, int(rng.integers(3, 8)))
    picture = seen(picture, stage.camera)
    if has(EveningNuisance.CLUTTER):
        picture = cluttered(picture, rng, stage.camera)
    return Scenery(
        picture,
        _lamp(stage, rng),
        gloss=float(rng.uniform(0.45, 0.9)) if has(EveningNuisance.GLARE) else 0.0,
        shade=0.3 if has(EveningNuisance.SHADOWS) else 0.06,
        drift=0.008 if has(EveningNuisance.DRIFT) else 0.0015,
        tint=0.006 if has(EveningNuisance.DRIFT) else 0.0,
    )


def _lamp(stage: EveningStage, rng: np.random.Generator) -> Floats:
    bright = table.lamp(rng, (stage.camera.height, stage.camera.width))
    if EveningNuisance.DIM not in stage.nuisances:
        return np.asarray(bright * rng.uniform(0.88, 1.0))
    warm = np.array([rng.uniform(0.5, 0.75), rng.uniform(0.8, 0.92), 1.05])
    return np.asarray(bright * warm * rng.uniform(0.42, 0.6))


def dressed(deck: PaintedDeck, stage: EveningStage) -> PaintedDeck:
    """Return the deck as it lies on this stage: worn, bent, stained, each card in its own way."""
    kinds = stage.nuisances & {EveningNuisance.WORN, EveningNuisance.RINGS, EveningNuisance.BENT}
    if not kinds:
        return deck
    rng = np.random.default_rng([stage.seed, 33])

    def used(face: Picture) -> Picture:
        return worn(
            face,
            rng,
            wear=EveningNuisance.WORN in kinds,
            stain=EveningNuisance.RINGS in kinds and rng.random() < 0.3,
            bend=EveningNuisance.BENT in kinds and rng.random() < 0.5,
        )

    return replace(deck, faces={code: used(face) for code, face in deck.faces.items()})


_MAINS_HZ = 100.0


class CameraLens:
    """One camera; feed it every painted frame in order with its time."""

    def __init__(self, stage: EveningStage) -> None:
        self._rng = np.random.default_rng([stage.seed, 34])
        self._has = stage.nuisances.__contains__
        self._size = (stage.camera.width, stage.camera.height)
        self._before: Picture | None = None
        rng, share = self._rng, stage.camera.height / 720
        self._blur = (
            float(rng.uniform(0.9, 1.7)) * share if self._has(EveningNuisance.DEFOCUS) else 0.0
        )
        coarse = self._has(EveningNuisance.BITRATE)
        self._quality = int(rng.integers(28, 45) if coarse else rng.integers(78, 93))
        self._gain = _grain(rng, self._size) if self._has(EveningNuisance.DIM) else None
        self._depth = float(rng.uniform(0.04, 0.10))
        self._strip = _strip(rng, self._size) if self._has(EveningNuisance.LEDS) else None

    def take(self, frame: Picture, t: float) -> Picture:
        """Return the frame as it comes from the camera, decoded; `t` in seconds."""
        picture = self._smeared(frame)
        if self._strip is not None:
            picture = self._with_strip(picture, t)
        if self._has(EveningNuisance.FLICKER):
            picture = self._banded(picture, t)
        if self._blur:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), self._blur), np.uint8)
        if self._gain is not None:
            picture = self._noisy(picture, self._gain)
        return self._sent(picture)

    def _smeared(self, frame: Picture) -> Picture:
        before, self._before = self._before, frame
        if before is None or not self._has(EveningNuisance.MOTION):
            return frame
        return np.asarray(cv2.addWeighted(frame, 0.62, before, 0.38, 0), np.uint8)

    def _with_strip(self, picture: Picture, t: float) -> Picture:
        assert self._strip is not None
        hue = (t * 0.7 % 1) * 2 * math.pi
        colour = [0.5 + 0.5 * math.cos(hue + k * 2.1) for k in range(3)]
        glow = cv2.merge([np.asarray(self._strip * part, np.uint8) for part in colour])
        return np.asarray(cv2.add(picture, glow), np.uint8)

    def _banded(self, picture: Picture, t: float) -> Picture:
        rows = np.arange(picture.shape[0], dtype=np.float32)
        # A rolling shutter reads the lines one after the other while the lamp pulses.
        phase = 2 * math.pi * (_MAINS_HZ * 1.003 * t + rows / picture.shape[0] * 1.7)
        level = 255 * (1 - self._depth * (0.5 + 0.5 * np.sin(phase)))
        grey = np.round(level).astype(np.uint8)[:, None, None]
        bands = np.ascontiguousarray(np.broadcast_to(grey, picture.shape))
        return np.asarray(cv2.multiply(picture, bands, scale=1 / 255), np.uint8)

    def _noisy(self, picture: Picture, grain: Floats) -> Picture:
        dy, dx = (int(v) for v in self._rng.integers(0, 64, 2))
        part = grain[dy : dy + self._size[1], dx : dx + self._size[0]]
        return np.asarray(cv2.add(picture, part, dtype=cv2.CV_8U), np.uint8)

    def _sent(self, picture: Picture) -> Picture:
        good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self._quality])
        if not good:
            raise RuntimeError("JPEG encoding failed")
        back = cv2.imdecode(data, cv2.IMREAD_COLOR)
        if back is None:
            raise RuntimeError("JPEG decoding failed")
        return np.asarray(back, np.uint8)


def _grain(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    shape = (size[1] + 64, size[0] + 64, 3)
    return np.asarray(np.round(rng.normal(0, rng.uniform(4, 7), shape)).astype(np.int16))


def _strip(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    """Return the glow of a lamp strip along one edge, 0 to 255, [height, width]."""
    wide, tall = size
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float32)
    far = (y, tall - y, x, wide - x)[int(rng.integers(4))] / tall
    glow = 235 * np.exp(-((far / 0.02) ** 2)) + rng.uniform(35, 70) * np.exp(-far / 0.16)
    return np.asarray(glow)
