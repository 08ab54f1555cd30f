"""Pairs of settled table pictures, before and after, with the truth about the new card.

Units: millimetres on the table become pixels through `scale`; a card's long side lies between
12 and 30 hundredths of the picture's side (90 to 210 of 720 pixels).
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from models.workshop.decks.face_decks import FaceDeck
from models.workshop.pictures import Picture, Random, warp_onto
from models.workshop.rendering import photometry, props
from models.workshop.rendering.textures import table
from models.workshop.rendering.views import worn

NET_SIDE = 256
CARDS_IN_SCENE = 9
"""Faces made ready for one pair: at most six lie, two are new."""

NUISANCES = ("steady", "exposure", "shadow", "nudged", "hand", "things", "leaving", "all")
"""What else changes between the two pictures."""


@dataclass(frozen=True)
class PlacedCard:
    """A face-up card on the table: code, centre (pixels), turn (radians)."""

    code: str
    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class RenderedTable:
    """Everything that lies on the table at one moment."""

    cards: tuple[PlacedCard, ...] = ()
    under: tuple[props.Prop, ...] = ()
    over: tuple[props.Prop, ...] = ()


@dataclass(frozen=True)
class SceneSetting:
    """What stays the same through one pair."""

    side: int
    scale: float
    card: tuple[float, float]
    surface: Picture
    light: photometry.RenderedLight
    camera: photometry.RenderedCamera
    faces: dict[str, Picture]
    sun: float


@dataclass(frozen=True)
class Pair:
    """Two pictures (uint8 BGR, side x side) and the new cards' corners, the oldest first."""

    before: Picture
    after: Picture
    quads: tuple[Picture, ...]
    codes: tuple[str, ...]
    nuisance: str
    millimetre: float = field(default=1.0)


def quad_of(card: PlacedCard, size: tuple[float, float]) -> Picture:
    """Corners of a lying card from its upper left, clockwise, pixels."""
    return props.box(card.x, card.y, size[0], size[1], card.turn)


def setting(
    deck: FaceDeck, rng: Random, level: int, surface: Picture | None = None
) -> SceneSetting:
    """Draw table, light, camera and card size; a given surface (any size) replaces the table."""
    side = int(rng.choice([256, 256, 320, 384]))
    chosen = rng.choice(
        sorted(deck.faces), min(CARDS_IN_SCENE, len(deck.faces)), replace=False
    ).tolist()
    long = float(np.exp(rng.uniform(np.log(0.125), np.log(0.3)))) * side
    millimetres = rng.uniform(88, 103)
    lying = (
        table(rng, side)
        if surface is None
        else cv2.resize(surface, (side, side)).astype(np.float32)
    )
    camera = photometry.RenderedCamera.drawn(rng, level)
    camera = replace(camera, blur=camera.blur * side / 384)
    return SceneSetting(
        side=side,
        scale=long / millimetres,
        card=(long * deck.aspect, long),
        surface=lying,
        light=photometry.light(rng, side, side, level),
        camera=camera,
        faces={code: worn(deck.faces[code], rng, 1) for code in chosen},
        sun=float(rng.uniform(0, 6.28)),
    )


def dropped(place: SceneSetting, codes: list[str], rng: Random) -> PlacedCard:
    """A further card near the middle, spread narrowly or widely."""
    spread = float(rng.choice([25, 40, 65, 110])) * place.scale
    edge = 0.13 * place.side
    x, y = np.clip(place.side / 2 + rng.normal(0, spread, 2), edge, place.side - edge).tolist()
    code = codes[int(rng.integers(len(codes)))]
    return PlacedCard(code, x, y, float(rng.uniform(0, 2 * np.pi)))


def lay_card(canvas: Picture, card: PlacedCard, place: SceneSetting) -> Picture:
    """Draw a card with its thin shadow."""
    quad = quad_of(card, place.card)
    reach = 6 + 4 * place.scale
    left, top = np.floor(np.maximum(quad.min(0) - reach, 0)).astype(int).tolist()
    right, low = np.ceil(np.minimum(quad.max(0) + reach, place.side)).astype(int).tolist()
    if right - left < 3 or low - top < 3:
        return canvas
    part, own = canvas[top:low, left:right], quad - [left, top]
    shade: Picture = np.zeros(part.shape[:2], np.uint8)
    off = np.array([np.cos(place.sun), np.sin(place.sun)]) * 1.5 * place.scale
    cv2.fillPoly(shade, [np.round((own + off) * 16).astype(np.int32)], 120, cv2.LINE_AA, 4)
    shade = cv2.GaussianBlur(shade, (0, 0), 1.3 * place.scale + 0.4)
    part = part * (1 - shade[..., None].astype(np.float32) / 255)
    layer = warp_onto(place.faces[card.code], own, (right - left, low - top))
    alpha = layer[..., 3:].astype(np.float32) / 255
    canvas[top:low, left:right] = part * (1 - alpha) + layer[..., :3] * alpha
    return canvas


def picture_of(
    place: SceneSetting,
    scene: RenderedTable,
    rng: Random,
    gain: float = 1,
    shadow: Picture | None = None,
) -> Picture:
    """Draw, light and shoot a table."""
    canvas = place.surface.copy()
    for prop in scene.under:
        canvas = props.draw(canvas, prop, place.scale)
    for card in scene.cards:
        canvas = lay_card(canvas, card, place)
    for prop in scene.over:
        canvas = props.draw(canvas, prop, place.scale)
    lit = place.light.on(canvas) * np.float32(gain * (1 + rng.normal(0, 0.012)))
    if shadow is not None:
        lit = lit * shadow[..., None]
    return place.camera.shoot(lit, int(rng.integers(1 << 31)))


def nudged(card: PlacedCard, place: SceneSetting, rng: Random) -> PlacedCard:
    """A card pushed by some millimetres and degrees."""
    far = rng.uniform(1, 14) * place.scale
    dx, dy = (rng.normal(0, 0.7, 2) * far).tolist()
    turn = float(np.deg2rad(rng.normal(0, rng.uniform(1, 10))))
    return replace(card, x=card.x + dx, y=card.y + dy, turn=card.turn + turn)


def leaving(cards: tuple[PlacedCard, ...], place: SceneSetting, rng: Random) -> RenderedTable:
    """The trick being taken: gone, or drawn to a border with a hand over it."""
    if rng.random() < 0.6 or not cards:
        return RenderedTable()
    angle = float(rng.uniform(0, 2 * np.pi))
    away = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.4, 0.6) * place.side
    gone = tuple(
        replace(
            c,
            x=place.side / 2 + away[0] + (c.x - place.side / 2) * 0.25,
            y=place.side / 2 + away[1] + (c.y - place.side / 2) * 0.25,
        )
        for c in cards
    )
    over = props.Prop(
        "hand",
        place.side / 2 + away[0] * 0.85,
        place.side / 2 + away[1] * 0.85,
        angle,
        int(rng.integers(1 << 31)),
    )
    return RenderedTable(cards=gone, over=(over,))


def changed_things(
    things: tuple[props.Prop, ...], place: SceneSetting, rng: Random, kinds: tuple[str, ...]
) -> tuple[props.Prop, ...]:
    """Something moved, taken away or put down near the border."""
    kept = list(things)
    if kept and rng.random() < 0.5:
        number = int(rng.integers(len(kept)))
        if rng.random() < 0.5:
            dx, dy = (rng.normal(0, 40, 2) * place.scale).tolist()
            kept[number] = kept[number].moved(dx, dy, float(rng.normal(0, 0.5)))
        else:
            kept.pop(number)
    if rng.random() < 0.6:
        kept.append(props.random_prop(rng, place.side, kinds, near=0.2))
    return tuple(kept)


def nuisances_of(name: str, rng: Random) -> frozenset[str]:
    """Which changes a named nuisance means; `mixed` draws them as an evening brings them."""
    if name == "all":
        return frozenset({"exposure", "shadow", "nudged", "hand", "things", "shake"})
    if name != "mixed":
        return frozenset({name})
    chances = {
        "exposure": 0.4,
        "shadow": 0.4,
        "nudged": 0.35,
        "hand": 0.35,
        "hand gone": 0.12,
        "things": 0.25,
        "leaving": 0.08,
        "shake": 0.35,
    }
    return frozenset(k for k, p in chances.items() if rng.random() < p)


def shaken(picture: Picture, rng: Random) -> Picture:
    """A knock against the camera: a shift of about a pixel."""
    dx, dy = rng.normal(0, 0.9, 2).tolist()
    side = picture.shape[0]
    matrix = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    return cv2.warpAffine(picture, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)


def new_cards(
    place: SceneSetting, cards: tuple[PlacedCard, ...], count: int, rng: Random
) -> list[PlacedCard]:
    """Cards that were not there; a second one keeps clear of the first, to be seen too."""
    used = {c.code for c in cards}
    fresh: list[PlacedCard] = []
    for _ in range(count):
        codes = [c for c in place.faces if c not in used]
        card = dropped(place, codes, rng)
        near = [f for f in fresh if np.hypot(f.x - card.x, f.y - card.y) < 0.45 * place.card[1]]
        if not near:
            fresh.append(card)
            used.add(card.code)
    return fresh


def hands_of(cards: list[PlacedCard], place: SceneSetting, rng: Random) -> tuple[props.Prop, ...]:
    """A hand in the picture; often the one that just laid the card, fingers on its edge."""
    if cards and rng.random() < 0.5:
        card = cards[-1]
        angle = float(rng.uniform(0, 2 * np.pi))
        far = rng.uniform(0.25, 0.75) * place.card[1]
        target = (card.x + far * float(np.cos(angle)), card.y + far * float(np.sin(angle)))
        return (props.Prop("hand", target[0], target[1], angle, int(rng.integers(1 << 31))),)
    far_hand = props.reaching_hand(rng, place.side)
    return (far_hand,)


def pair(
    deck: FaceDeck,
    rng: Random,
    level: int,
    *,
    nuisance: str = "mixed",
    count: int | None = None,
    surface: Picture | None = None,
) -> Pair:
    """Render a pair with `count` new cards (None: mostly one, none in a quarter, seldom two)."""
    place = setting(deck, rng, level, surface)
    codes = list(place.faces)
    lying: tuple[PlacedCard, ...] = ()
    for _ in range(int(rng.integers(0, 7))):
        lying = (
            *lying,
            dropped(place, [c for c in codes if c not in {k.code for k in lying}], rng),
        )
    things = tuple(
        props.random_prop(rng, place.side, props.LYING) for _ in range(int(rng.integers(4)))
    )
    glasses = tuple(
        props.random_prop(rng, place.side, ("glass",), 0.33) for _ in range(int(rng.integers(3)))
    )
    what = nuisances_of(nuisance, rng)
    number = int(rng.choice([0, 1, 2], p=[0.27, 0.64, 0.09])) if count is None else count
    hand_before = hands_of(list(lying), place, rng) if "hand gone" in what else ()
    before = picture_of(place, RenderedTable(lying, things, (*glasses, *hand_before)), rng)
    fresh = new_cards(place, lying, number, rng)
    now = RenderedTable(lying, things, glasses)
    if "leaving" in what:
        gone = leaving(lying, place, rng)
        now = RenderedTable(gone.cards, things, (*glasses, *gone.over))
        fresh = fresh if not gone.over else []
    if "nudged" in what:
        now = replace(
            now, cards=tuple(nudged(c, place, rng) if rng.random() < 0.6 else c for c in now.cards)
        )
    now = replace(now, cards=(*now.cards, *fresh))
    if "things" in what:
        now = replace(
            now,
            under=changed_things(things, place, rng, props.LYING),
            over=changed_things(now.over, place, rng, ("glass",)),
        )
    if "hand" in what:
        now = replace(now, over=(*now.over, *hands_of(fresh, place, rng)))
    gain = float(np.exp(rng.normal(0, 0.13))) if "exposure" in what else 1.0
    shadow = photometry.blob_shadow(rng, place.side, place.side) if "shadow" in what else None
    after = picture_of(place, now, rng, gain, shadow)
    if "shake" in what:
        after = shaken(after, rng)
    return scaled(place, before, after, fresh, nuisance)


def scaled(
    place: SceneSetting, before: Picture, after: Picture, fresh: list[PlacedCard], nuisance: str
) -> Pair:
    """The pair at the net's size."""
    factor = NET_SIDE / place.side
    size = (NET_SIDE, NET_SIDE)
    if place.side != NET_SIDE:
        before = cv2.resize(before, size, interpolation=cv2.INTER_AREA)
        after = cv2.resize(after, size, interpolation=cv2.INTER_AREA)
    quads = tuple(((quad_of(c, place.card) + 0.5) * factor - 0.5).astype(np.float32) for c in fresh)
    return Pair(before, after, quads, tuple(c.code for c in fresh), nuisance, place.scale * factor)
