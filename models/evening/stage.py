"""How an evening looks apart from the play: table, camera, nuisances; all drawn from one seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from models.evening import table
from models.evening.geometry import Camera, Floats, Picture
from models.evening.moment import Liveliness
from models.evening.painter import Deck, Scenery
from models.evening.surfaces import Surface, cluttered, top
from models.evening.wear import ringed, worn


class Nuisance(Enum):
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
    """The light grows and fades."""
    CLUTTER = "clutter"


@dataclass(frozen=True, slots=True)
class Stage:
    """One evening's looks."""

    surface: Surface
    nuisances: frozenset[Nuisance]
    camera: Camera
    seed: int

    @property
    def liveliness(self) -> Liveliness:
        """How people play on this evening; brisk, for time is dear."""
        has = self.nuisances.__contains__
        return Liveliness(
            pauses=(14, 20, 28),
            spread=9.0 if has(Nuisance.COVERED) else 14.0,
            out=(3.0, 14.0) if has(Nuisance.COVERED) else (16.0, 36.0),
            linger=0.35 if has(Nuisance.LINGER) else 0.08,
            nudge=0.45 if has(Nuisance.NUDGE) else 0.06,
            hurry=0.25 if has(Nuisance.HURRY) else 0.0,
            sips=0.12,
            leans=0.5 if has(Nuisance.SHADOWS) else 0.06,
            between_deals=20,
        )


SCALES: Mapping[str, float] = {"small": 1.81, "large": 1.42}
"""Two sizes of table: pixels a millimetre at 720 lines."""


def drawn_stage(
    seed: int,
    surface: Surface,
    nuisances: frozenset[Nuisance],
    lines: int = 720,
    size: str = "small",
    roll: float = 0.0,
) -> Stage:
    """Return the stage of a seed; `roll` turns the whole table under the camera, radians."""
    rng = np.random.default_rng([seed, 31])
    share = lines / 720
    camera = Camera(
        scale=SCALES[size] * share * float(rng.uniform(0.97, 1.05)),
        tilt_x=float(rng.normal(0, 0.00006)),
        tilt_y=float(rng.uniform(-0.0002, 0.00025)),
        roll=roll + float(rng.normal(0, 0.02)),
        width=round(1280 * share),
        height=lines,
    )
    return Stage(surface, nuisances, camera, seed)


def scenery(stage: Stage) -> Scenery:
    """Return table top and lamp of the stage."""
    rng = np.random.default_rng([stage.seed, 32])
    has = stage.nuisances.__contains__
    picture = top(stage.surface, rng, stage.camera)
    if has(Nuisance.RINGS):
        picture = ringed(picture, rng, stage.camera.scale, int(rng.integers(3, 8)))
    if has(Nuisance.CLUTTER):
        picture = cluttered(picture, rng, stage.camera)
    return Scenery(
        picture,
        _lamp(stage, rng),
        gloss=float(rng.uniform(0.45, 0.9)) if has(Nuisance.GLARE) else 0.0,
        shade=0.3 if has(Nuisance.SHADOWS) else 0.06,
        drift=0.008 if has(Nuisance.DRIFT) else 0.0015,
    )


def _lamp(stage: Stage, rng: np.random.Generator) -> Floats:
    bright = table.lamp(rng, (stage.camera.height, stage.camera.width))
    if Nuisance.DIM not in stage.nuisances:
        return np.asarray(bright * rng.uniform(0.88, 1.0))
    warm = np.array([rng.uniform(0.5, 0.75), rng.uniform(0.8, 0.92), 1.05])
    return np.asarray(bright * warm * rng.uniform(0.42, 0.6))


def dressed(deck: Deck, stage: Stage) -> Deck:
    """Return the deck as it lies on this stage: worn, bent, stained, each card in its own way."""
    kinds = stage.nuisances & {Nuisance.WORN, Nuisance.RINGS, Nuisance.BENT}
    if not kinds:
        return deck
    rng = np.random.default_rng([stage.seed, 33])

    def used(face: Picture) -> Picture:
        return worn(
            face,
            rng,
            wear=Nuisance.WORN in kinds,
            stain=Nuisance.RINGS in kinds and rng.random() < 0.3,
            bend=Nuisance.BENT in kinds and rng.random() < 0.5,
        )

    return replace(deck, faces={code: used(face) for code, face in deck.faces.items()})
