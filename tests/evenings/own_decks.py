"""Decks the nets never saw, for the own evenings: kept out, commercial (measuring only), drawn."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card, Family, Rank, Suit, card
from engine.text import PlainError, Text
from models.workshop.decks.drawn import card as drawn_card
from models.workshop.decks.drawn import drawn_deck, look
from models.workshop.decks.face_decks import PICTURE_ENDINGS, data_folder, split
from models.workshop.evening.film import isar_deck
from models.workshop.evening.geometry import Floats, Picture, TablePose
from models.workshop.evening.moment import DrawnCard, EveningMoment
from models.workshop.evening.own import deck_of
from models.workshop.evening.painter import EveningPainter, PaintedDeck
from models.workshop.evening.stage import CameraLens, drawn_stage, scenery
from models.workshop.evening.surfaces import Surface
from vision.enrolling.folder import enrol_folder
from vision.enrolling.learned_deck import TWINS, nearest_pair
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, Nets
from vision.reading.profile import Profile, build_profile

COMMERCIAL = (
    "german-prague-single-mariasek",
    "german-southtyrol-double-chavelanda",
    "german-bavarian-ass-mnk7",
    "german-bavarian-fxschmid-digital-shuitacode",
    "german-bavarian-vector-timih",
    "german-bavarian-ass-scan-vale54321",
    "german-bavarian-fxschmid-digital-codeispoetry",
)
DRAWN_FROM = 5001
"""Seeds of drawn decks from here on train nothing."""
ISAR = "isar"
"""The own deck has taught the nets; no other that is to be had has the 40 and 48 cards that five to
seven seats need."""
MANY_FROM = 5101
"""Seeds of drawn decks of 48 cards for five to seven seats; they train nothing either."""
_MANY = {rank: rank for rank in "AKOU9876"} | {"Z": "T", "S": "Q", "G": "J", "P": "5"}
"""Ranks of such a deck by what is drawn for them."""


@dataclass(frozen=True)
class Kept:
    """A deck to measure with."""

    name: str
    deck: PaintedDeck

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(self.deck.faces)


def names(count: int) -> list[str]:
    """Return so many decks: kept out and commercial by turns, then drawn ones."""
    art = data_folder()
    kept: list[str] = []
    if art is not None:
        held = [name for name in split().held_out if (art / "cards" / "art" / name).is_dir()]
        bought = [name for name in COMMERCIAL if (art / "cards" / "art" / name).is_dir()]
        while held or bought:
            kept += [side.pop(0) for side in (held, bought) if side]
    drawn = [f"drawn-{seed}" for seed in range(DRAWN_FROM, DRAWN_FROM + count)]
    if count <= 3:
        return (kept + drawn)[:count]
    return (kept[: count - 3] + drawn)[:count]


def many_cards(number: int) -> str:
    """Return the deck of evening `number` of those with many seats; every third is the own one."""
    return ISAR if number % 3 == 2 else f"many-{MANY_FROM + number}"


@cache
def kept_deck(name: str) -> Kept:
    """Read or draw a deck by its name."""
    if name == ISAR:
        return Kept(name, isar_deck())
    if name.startswith("drawn-"):
        number = int(name.removeprefix("drawn-"))
        drawn = drawn_deck(number)
        ten = "Z" if "EA" in drawn.faces else "T"
        faces = {code.replace("T", ten): face for code, face in drawn.faces.items()}
        return Kept(name, deck_of(faces, 93.0, number))
    if name.startswith("many-"):
        number = int(name.removeprefix("many-"))
        traits = look(np.random.default_rng([number, 71]))
        many = {
            suit + rank: drawn_card(traits, place, as_drawn, number)
            for place, suit in enumerate("EGHS")
            for rank, as_drawn in _MANY.items()
        }
        return Kept(name, deck_of(many, 93.0, number))
    folder = data_folder()
    if folder is None:
        raise ValueError(f"no data folder to read {name} from")
    read = dict(_faces(folder / "cards" / "art" / name))
    height = 98.0 if name.startswith("german") else 89.0
    return Kept(name, deck_of(read, height, sum(name.encode())))


def _faces(folder: Path) -> Iterator[tuple[str, Picture]]:
    for path in sorted(folder.iterdir()):
        if path.suffix not in PICTURE_ENDINGS or len(path.stem) != 2:
            continue
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if picture is None:
            raise ValueError(f"not a picture: {path}")
        if picture.ndim == 2:
            picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGRA)
        elif picture.shape[2] == 3:
            picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
        yield path.stem, np.asarray(picture, np.uint8)


def enrolled(kept: Kept, nets: Nets, captured: bool) -> Profile:
    """Enrol a deck from its clean faces, or from one captured view a card.

    Raises:
        PlainError: the deck cannot be told apart, or a face is not good enough to learn from.
    """
    return _captured(kept, nets) if captured else _clean(kept, nets)


def _clean(kept: Kept, nets: Nets) -> Profile:
    with tempfile.TemporaryDirectory() as folder:
        for code, face in kept.deck.faces.items():
            cv2.imwrite(str(Path(folder) / f"{code}.png"), face)
        return enrol_folder(Path(folder), kept.name, nets).profile


def _captured(kept: Kept, nets: Nets) -> Profile:
    """Show each card once in the middle of a plain dark table under a usual lamp."""
    stage = drawn_stage(sum(kept.name.encode()), Surface.DARK_WOOD, frozenset())
    painter = EveningPainter(np.random.default_rng(7), 4, kept.deck, stage.camera, scenery(stage))
    lens, rng = CameraLens(stage), np.random.default_rng(8)
    order = sorted((card(code, _family(kept.codes)) for code in kept.codes), key=_in_deck_order)
    crops = []
    for number, face in enumerate(order):
        x, y, turn = rng.normal(0, 1, 3) * (20.0, 20.0, 0.2)
        pose = TablePose(float(x), float(y), float(turn))
        frame = painter.frame(EveningMoment((DrawnCard(face.code, pose),)))
        picture = lens.take(frame, number / 25)
        crops.append(_rectified(picture, painter.quad(pose))[None])
    aspect = kept.deck.width / kept.deck.height
    profile = build_profile(kept.name, tuple(order), crops, aspect, nets.embedding)
    one, two, similarity = nearest_pair(profile)
    if similarity >= TWINS:
        told = Text(de="{one} und {two} sehen gleich aus.", en="{one} and {two} look the same.")
        raise PlainError(told.format(one=one.code, two=two.code))
    return profile


def _rectified(picture: Picture, quad: Floats) -> Picture:
    flat = np.array(
        [[0, 0], [CROP_WIDTH, 0], [CROP_WIDTH, CROP_HEIGHT], [0, CROP_HEIGHT]], np.float32
    )
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), flat)
    return np.asarray(cv2.warpPerspective(picture, matrix, (CROP_WIDTH, CROP_HEIGHT)), np.uint8)


def _family(codes: frozenset[str]) -> Family:
    return Family.GERMAN if "EA" in codes else Family.FRENCH


def _in_deck_order(face: Card) -> tuple[int, int]:
    return list(Suit).index(face.suit), list(Rank).index(face.rank)
