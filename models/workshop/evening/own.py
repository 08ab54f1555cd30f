"""Own evenings to measure with: kept-out decks on tables of their own, with every nuisance.

Everything hangs on the seed. Pictures come with the time they were taken at; not every moment is
painted (`every`), for a camera may be slower than the play is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from models.workshop.decks.face_decks import on_paper, trimmed
from models.workshop.evening.beginnings import BeginningKind, begin, cleared
from models.workshop.evening.choreography import Choreography, EveningCourse
from models.workshop.evening.film import told
from models.workshop.evening.geometry import FRAMES_PER_SECOND, Picture
from models.workshop.evening.moment import DealPlan, EveningMoment
from models.workshop.evening.painter import EveningPainter, PaintedDeck
from models.workshop.evening.quiet import QuietKind, scene, with_pub_things
from models.workshop.evening.stage import CameraLens, EveningStage, dressed, scenery

FACE_HEIGHT = 360
"""Faces are kept at most this high, in pixels; on the picture a card has 130 to 250."""

_CORNER = 0.05
"""Radius of a card's corners as a share of its length."""


@dataclass(frozen=True, slots=True)
class OwnScript:
    """All that decides an own evening's pixels, besides its deck."""

    deals: tuple[DealPlan, ...]
    seats: int
    stage: EveningStage
    every: int = 2
    """One picture is taken of so many moments (25 moments a second)."""
    interludes: tuple[QuietKind, ...] = ()
    """What goes on before each deal."""
    beginning: BeginningKind | None = None
    """What lies there with the first picture."""


class Lens(Protocol):
    """What the camera makes of each painted frame, in order with its time."""

    def take(self, frame: Picture, t: float) -> Picture:
        """Return the frame as it comes from the camera, decoded; `t` in seconds."""
        ...


class OwnEvening:
    """One evening; iterate `pictures` once, then (or meanwhile) read `truth`.

    `lens` takes the place of the stage's own camera.
    """

    def __init__(self, script: OwnScript, deck: PaintedDeck, lens: Lens | None = None) -> None:
        play, paint = np.random.default_rng([script.stage.seed, 35]).spawn(2)
        stage = script.stage
        if script.beginning is not None:
            deck = with_pub_things(deck, stage.seed)
        self._script = script
        self._cards = tuple(deck.faces)
        live = stage.liveliness
        self._play = Choreography(play, script.seats, script.deals, live, self._interlude)
        self._painter = EveningPainter(
            paint, script.seats, dressed(deck, stage), stage.camera, scenery(stage)
        )
        self._lens = lens or CameraLens(stage)
        if script.beginning is not None:
            chance = np.random.default_rng([stage.seed, 38])
            begin(self._play.course, script.beginning, self._cards, chance)

    def pictures(self) -> Iterator[tuple[float, Picture]]:
        """Yield time in seconds and picture, BGR, as it comes from the camera."""
        for number, moment in enumerate(self._play.moments()):
            if number % self._script.every == 0:
                t = number / FRAMES_PER_SECOND
                yield t, self._lens.take(self._painter.frame(moment), t)

    def frames(self) -> Iterator[Picture]:
        """Yield the pictures alone."""
        for _, picture in self.pictures():
            yield picture

    def truth(self) -> tuple[dict[str, object], ...]:
        """Return what has happened so far, one JSON object each."""
        return tuple(told(happening, self._painter) for happening in self._play.happenings)

    def rest_times(self) -> list[float]:
        """Return when each card that was played so far came to rest, seconds."""
        cards = (happening for happening in self._play.happenings if happening.kind == "card")
        return [card.frame / FRAMES_PER_SECOND for card in cards]

    def _interlude(self, course: EveningCourse) -> Iterator[EveningMoment]:
        yield from cleared(course)
        for kind in self._script.interludes:
            yield from scene(kind, course, self._cards)


def deck_of(faces: Mapping[str, Picture], height_mm: float, seed: int) -> PaintedDeck:
    """Return faces (BGRA, by code) as a deck for the compositor, with a back drawn from a seed."""
    kept = {code: _kept(face) for code, face in faces.items()}
    aspect = float(np.median([face.shape[1] / face.shape[0] for face in kept.values()]))
    return PaintedDeck(kept, plain_back(seed, aspect), height_mm * aspect, height_mm)


def _kept(face: Picture) -> Picture:
    paper = rounded(on_paper(trimmed(face)))
    tall, wide = paper.shape[:2]
    if tall <= FACE_HEIGHT:
        return paper
    size = (max(8, round(wide * FACE_HEIGHT / tall)), FACE_HEIGHT)
    return np.asarray(cv2.resize(paper, size, interpolation=cv2.INTER_AREA), np.uint8)


def rounded(face: Picture) -> Picture:
    """Return a face that was scanned with what lay behind its corners without that, BGRA."""
    tall, wide = face.shape[:2]
    if not face[[0, 0, -1, -1], [0, -1, 0, -1], 3].all():
        return face
    radius = round(_CORNER * tall)
    inside = np.zeros((tall, wide), np.uint8)
    ends = ((radius, radius), (wide - 1 - radius, tall - 1 - radius))
    for x, y in ((x, y) for x in (ends[0][0], ends[1][0]) for y in (ends[0][1], ends[1][1])):
        cv2.circle(inside, (x, y), radius, 255, -1, cv2.LINE_AA)
    inside[radius : tall - radius] = 255
    inside[:, radius : wide - radius] = 255
    return np.dstack([face[..., :3], np.minimum(face[..., 3], inside)])


def plain_back(seed: int, aspect: float) -> Picture:
    """Return a card's back: a border and a pattern of diamonds, BGRA."""
    rng = np.random.default_rng([seed, 36])
    tall, wide = FACE_HEIGHT, round(FACE_HEIGHT * aspect)
    back = np.empty((tall, wide, 4), np.uint8)
    back[:] = (238, 242, 243, 255)
    ink, other = rng.uniform(20, 170, 3), rng.uniform(150, 240, 3)
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float64)
    pitch = float(rng.uniform(16, 40))
    lattice = np.sin((x + y) * np.pi / pitch) * np.sin((x - y) * np.pi / pitch)
    inner = lattice > float(rng.uniform(-0.3, 0.3))
    border = round(tall * float(rng.uniform(0.02, 0.05)))
    area = (slice(border, tall - border), slice(border, wide - border))
    back[..., :3][area] = np.where(inner[area][..., None], ink, other)
    return back
