"""Moments painted into camera frames.

Light that is never quite still: drift, flicker, and shadows of people moving about.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from models.workshop.evening import bodies, table, things
from models.workshop.evening.bodies import SPRITE_UNITS, HandGrasp
from models.workshop.evening.geometry import (
    FRAME_HEIGHT,
    FRAME_WIDTH,
    Floats,
    Picture,
    TablePose,
    TiltedCamera,
    corners,
    drinkers,
    glass_place,
    seat_angle,
)
from models.workshop.evening.moment import DrawnCard, EveningMoment, Extras, ReachingHand

_COLUMNS, _ROWS = 64, 36
_UNITY = 200.0
"""The field's value for unchanged light; leaves room above."""


class Ambient:
    """The changing light; feed it every frame in order."""

    def __init__(
        self,
        rng: np.random.Generator,
        noise: float = 1.7,
        size: tuple[int, int] = (FRAME_WIDTH, FRAME_HEIGHT),
        drift: float = 0.0025,
        shade: float = 0.10,
        tint: float = 0.0,
    ) -> None:
        self._rng = rng
        self._drift = 0.0
        self._tint, self._colour = tint, np.zeros(3)
        self._restless, self._shade = drift, shade
        self._shadow = rng.uniform(0, 1, 2)
        self._frame = 0
        self._y, self._x = np.mgrid[0 : 1 : _ROWS * 1j, 0 : 1 : _COLUMNS * 1j]
        self._size = size
        tall, wide = size[1] + 64, size[0] + 64
        self._noise: npt.NDArray[np.int16] = np.round(rng.normal(0, noise, (tall, wide, 3))).astype(
            np.int16
        )

    def lit(self, frame: Picture, extras: Extras, seat_angles: tuple[float, ...]) -> Picture:
        """Return the frame in this moment's light, with the sensor's noise."""
        rng = self._rng
        self._frame += 1
        self._drift = 0.995 * self._drift + float(rng.normal(0, self._restless))
        self._shadow = np.clip(self._shadow + rng.normal(0, 0.006, 2), -0.2, 1.2)
        if self._tint:
            # The camera's idea of white wanders: each channel by its own.
            self._colour = 0.995 * self._colour + rng.normal(0, self._tint, 3)
        flicker = 0.006 * math.sin(self._frame * 1.7)
        sx, sy = self._shadow
        far = ((self._x - sx) / 0.16) ** 2 + ((self._y - sy) / 0.26) ** 2
        field = (1 + self._drift + flicker) * (1 - self._shade * np.exp(-far))
        for seat, share in extras.leaning:
            x = 0.5 + 0.62 * math.cos(seat_angles[seat])
            y = 0.5 - 0.62 * math.sin(seat_angles[seat])
            far = ((self._x - x) / 0.34) ** 2 + ((self._y - y) / 0.5) ** 2
            field = field * (1 - 0.28 * share * np.exp(-far))
        grey = np.clip(field * _UNITY, 0, 255).astype(np.float32)
        large = cv2.resize(grey, self._size, interpolation=cv2.INTER_LINEAR)
        channels = (np.clip(large * (1 + part), 0, 255) for part in self._colour)
        level = cv2.merge([np.round(channel).astype(np.uint8) for channel in channels])
        shaded = cv2.multiply(frame, level, scale=1 / _UNITY)
        dy, dx = (int(v) for v in rng.integers(0, 64, 2))
        grain = self._noise[dy : dy + self._size[1], dx : dx + self._size[0]]
        return np.asarray(cv2.add(shaded, grain, dtype=cv2.CV_8U), np.uint8)


_FINE_BLUR = 4.0
"""Shadows softer than this, in pixels, need no fine picture."""


@dataclass(frozen=True, slots=True)
class PaintedDeck:
    """Faces by card code and a back, BGRA, and the size of a card in millimetres.

    `others` are faces of other decks, `things` sprites of things besides `things.KINDS`, each by
    whatever name a scene calls them.
    """

    faces: Mapping[str, Picture]
    back: Picture
    width: float
    height: float
    others: Mapping[str, Picture] = field(default_factory=dict)
    things: Mapping[str, Picture] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenery:
    """The table without people: its top as BGR, unlit, and the lamp's light as factors [h, w, 3].

    `gloss` is how much the cards' varnish mirrors the lamp, 0 to 1; `drift` how much the light
    grows and fades from frame to frame, `tint` how much each of its colours does, `shade` how deep
    the shadow is that moves about.
    """

    top: Picture
    lamp: Floats
    gloss: float = 0.0
    drift: float = 0.0025
    shade: float = 0.10
    tint: float = 0.0


@dataclass(frozen=True, slots=True)
class _Sprite:
    picture: Picture
    units: float
    origin: tuple[float, float]


class EveningPainter:
    """Paints one evening's moments, in order; the same `rng` paints the same pixels."""

    def __init__(
        self,
        rng: np.random.Generator,
        seats: int,
        deck: PaintedDeck,
        camera: TiltedCamera | None = None,
        scenery: Scenery | None = None,
    ) -> None:
        self.camera = camera or TiltedCamera()
        self._deck = deck
        self._angles = tuple(seat_angle(seat, seats) for seat in range(seats))
        scenery = scenery or Scenery(table.wood(rng), table.lamp(rng))
        self._top = scenery.top
        self._lamp = scenery.lamp.astype(np.float32)
        looks = bodies.players(rng, seats)
        grip = (bodies.GRIP[0] * SPRITE_UNITS, bodies.GRIP[1] * SPRITE_UNITS)
        self._arms = {
            (seat, grasp): _Sprite(bodies.arm(look, grasp), SPRITE_UNITS, grip)
            for seat, look in enumerate(looks)
            for grasp in HandGrasp
        }
        self._heads = [_centred(bodies.head(look, rng), SPRITE_UNITS) for look in looks]
        self._glass = _centred(bodies.beer(rng), SPRITE_UNITS)
        self._glasses = {seat: glass_place(seat, seats) for seat in drinkers(seats)}
        faces = {**deck.faces, **deck.others}
        self._cards = {code: self._card(face) for code, face in faces.items()}
        self._things = {
            kind: _centred(things.thing(kind, own), things.UNITS)
            for kind, own in zip(things.KINDS, rng.spawn(len(things.KINDS)), strict=True)
        } | {name: _centred(sprite, things.UNITS) for name, sprite in deck.things.items()}
        self._back = self._card(deck.back)
        self._gloss = scenery.gloss
        self._ambient = Ambient(
            rng,
            size=(self.camera.width, self.camera.height),
            drift=scenery.drift,
            shade=scenery.shade,
            tint=scenery.tint,
        )
        self._still: tuple[tuple[DrawnCard, ...], int | None] | None = None
        self._base = self._top

    def quad(self, pose: TablePose) -> Floats:
        """Return a resting card's corners in the frame, pixels [4, 2]."""
        return self.camera.pixels(corners(pose, self._deck.width, self._deck.height))

    def frame(self, moment: EveningMoment) -> Picture:
        """Paint the next frame, BGR."""
        picture = self._resting(moment).copy()
        for reach in moment.reaches:
            self._shadow(picture, self._arm(reach), reach.pose, 16.0, 8.0)
        for lying in moment.moving:
            self._lay(picture, lying, lit=True)
        for reach in (*moment.reaches, *moment.extras.reaches):
            self._draw(picture, self._arm(reach), reach.pose)
        self._guests(picture, moment.extras)
        return self._ambient.lit(picture, moment.extras, self._angles)

    def _card(self, face: Picture) -> _Sprite:
        tall = round(self._deck.height * self.camera.scale * 1.2)
        wide = round(tall * self._deck.width / self._deck.height)
        small = np.asarray(cv2.resize(face, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
        return _Sprite(small, tall / self._deck.height, (wide / 2 - 0.5, tall / 2 - 0.5))

    def _arm(self, reach: ReachingHand) -> _Sprite:
        return self._arms[reach.seat, reach.grasp]

    def _resting(self, moment: EveningMoment) -> Picture:
        """Return table, glasses and resting cards in the lamp's light, painted when they change."""
        away = moment.extras.glass[0] if moment.extras.glass else None
        if self._still != (moment.resting, away):
            picture = self._top.copy()
            for lying in moment.resting:
                self._lay(picture, lying, lit=False)
            for seat, place in self._glasses.items():
                if seat != away:
                    self._shadow(picture, self._glass, place, 14.0, 5.0)
                    self._draw(picture, self._glass, place, lit=False)
            self._base = np.clip(picture * self._lamp, 0, 255).astype(np.uint8)
            self._still = (moment.resting, away)
        return self._base

    def _guests(self, picture: Picture, extras: Extras) -> None:
        if extras.glass and extras.glass[1]:
            self._draw(picture, self._glass, extras.glass[1])
        for seat, share in extras.leaning:
            angle = self._angles[seat]
            edge = 1 / max(abs(math.cos(angle)) / 370, abs(math.sin(angle)) / 215)
            out = edge + 150 - 120 * share
            place = TablePose(out * math.cos(angle), out * math.sin(angle), angle)
            self._shadow(picture, self._heads[seat], place, 40.0, 22.0)
            self._draw(picture, self._heads[seat], place)

    def _lay(self, picture: Picture, lying: DrawnCard, lit: bool) -> None:
        sprite = self._named(lying.card)
        near = _Sprite(sprite.picture, sprite.units / (1 + lying.lift / 900), sprite.origin)
        self._shadow(picture, near, lying.pose, 1.3 + 0.6 * lying.lift, 1.2 + 0.2 * lying.lift)
        shine = None if lying.card in self._things else self._mirrored(lying)
        self._draw(picture, near, lying.pose, lit, shine)

    def _mirrored(self, lying: DrawnCard) -> tuple[float, float, float] | None:
        """Return where the lamp is mirrored on the card, as shares of its sides, and how wide.

        No card lies quite flat: where the mirror image falls hangs on how it came to lie.
        """
        if not self._gloss:
            return None
        pose = lying.pose
        hang = math.sin(12.9898 * pose.x + 78.233 * pose.y) * 43758.5453 % 1.0
        tilt = 2 * math.pi * hang
        return 0.5 + 0.55 * math.cos(tilt), 0.5 + 0.45 * math.sin(3 * tilt), 0.12 + 0.2 * hang

    def _named(self, name: str | None) -> _Sprite:
        if name is None:
            return self._back
        return self._things[name] if name in self._things else self._cards[name]

    def _placed(
        self, sprite: _Sprite, pose: TablePose, margin: int
    ) -> tuple[Floats, tuple[int, int, int, int]] | None:
        """Return the map from the sprite into its box of the frame, and that box; None: unseen."""
        matrix = self.camera.matrix(pose, sprite.units, sprite.origin)
        tall, wide = sprite.picture.shape[:2]
        edge = np.array([[[0, 0], [wide, 0], [wide, tall], [0, tall]]], np.float64)
        seen = cv2.perspectiveTransform(edge, matrix)[0]
        x0, y0 = (max(0, int(v) - margin) for v in np.floor(seen.min(axis=0)))
        x1 = min(self.camera.width, int(np.ceil(seen[:, 0].max())) + margin)
        y1 = min(self.camera.height, int(np.ceil(seen[:, 1].max())) + margin)
        if x1 - x0 < 2 or y1 - y0 < 2:
            return None
        shifted = np.array([[1.0, 0, -x0], [0, 1.0, -y0], [0, 0, 1.0]]) @ matrix
        return np.asarray(shifted), (x0, y0, x1, y1)

    def _draw(
        self,
        picture: Picture,
        sprite: _Sprite,
        pose: TablePose,
        lit: bool = True,
        shine: tuple[float, float, float] | None = None,
    ) -> None:
        if shine is not None:
            sprite = replace(sprite, picture=_glossed(sprite.picture, shine, self._gloss))
        placed = self._placed(sprite, pose, 1)
        if placed is None:
            return
        matrix, (x0, y0, x1, y1) = placed
        warped = cv2.warpPerspective(sprite.picture, matrix, (x1 - x0, y1 - y0))
        share = warped[..., 3].astype(np.float32) / 255
        colour = np.ascontiguousarray(warped[..., :3])
        if lit:
            lamp = np.ascontiguousarray(self._lamp[y0:y1, x0:x1])
            colour = np.asarray(cv2.multiply(colour, lamp, dtype=cv2.CV_8U), np.uint8)
        below = picture[y0:y1, x0:x1]
        below[:] = cv2.blendLinear(np.ascontiguousarray(below), colour, 1 - share, share)

    def _shadow(
        self, picture: Picture, sprite: _Sprite, pose: TablePose, offset: float, blur: float
    ) -> None:
        """Darken the table where the lamp's light is kept off; `offset` mm outwards, `blur` px."""
        far = math.hypot(pose.x, pose.y) + 60
        cast = pose.moved(offset * (pose.x + 30) / far, offset * (pose.y - 40) / far)
        placed = self._placed(sprite, cast, math.ceil(3 * blur))
        if placed is None:
            return
        matrix, (x0, y0, x1, y1) = placed
        # Nothing fine is left in a wide shadow: it is drawn small.
        k = max(1, int(blur / _FINE_BLUR))
        size = ((x1 - x0 + k - 1) // k, (y1 - y0 + k - 1) // k)
        shrunk = np.diag([1 / k, 1 / k, 1.0]) @ matrix
        alpha = cv2.warpPerspective(np.ascontiguousarray(sprite.picture[..., 3]), shrunk, size)
        alpha = cv2.GaussianBlur(alpha, (0, 0), blur / k)
        if k > 1:
            whole = (size[0] * k, size[1] * k)
            alpha = cv2.resize(alpha, whole, interpolation=cv2.INTER_LINEAR)[: y1 - y0, : x1 - x0]
        kept = 1 - alpha.astype(np.float32) * (0.42 / 255)
        below = picture[y0:y1, x0:x1]
        below[:] = cv2.multiply(below, cv2.merge([kept] * 3), dtype=cv2.CV_8U)


def _centred(picture: Picture, units: float) -> _Sprite:
    tall, wide = picture.shape[:2]
    return _Sprite(picture, units, (wide / 2 - 0.5, tall / 2 - 0.5))


def _glossed(picture: Picture, shine: tuple[float, float, float], gloss: float) -> Picture:
    """Return a card with the lamp mirrored on its varnish."""
    tall, wide = picture.shape[:2]
    across, down, width = shine
    x = np.linspace(0, 1, wide, dtype=np.float32)[None, :] - across
    y = (np.linspace(0, 1, tall, dtype=np.float32)[:, None] - down) * (tall / wide)
    glow = 210 * gloss * np.exp(-((x * x + y * y) / width**2))
    result = picture.copy()
    result[..., :3] = np.minimum(picture[..., :3] + glow[..., None], 255)
    return result
