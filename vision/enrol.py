"""Learns a deck from a folder of pictures, one a card, named by the card's code.

Pictures are clean faces, cut-outs with alpha, or photographs in which one card lies on any plain
ground. What cannot be read safely later is refused now, with the reason: a blurred picture, a
picture without a card, two cards that look the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card, Family, Rank, Suit, UnknownCardError, card
from engine.text import PlainError, Text
from vision.arrays import Floats, Image, Mask, as_image
from vision.cutout import CutOut, Kind, cut_out
from vision.frames import PICTURE_SUFFIXES
from vision.nets import Nets
from vision.profile import Profile, build_profile

BLURRED = 0.3
"""Sharpness below which the small signs in the corners are gone: edges wider than six pixels."""
TWINS = 0.985
"""Similarity from which on two cards are the same picture."""
ASPECT_SPREAD = 0.08
_FILE_NAME = re.compile(r"^([A-Z][A-Z0-9])(?:[-_ ]\d+)?$")


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A learned deck and what there is to know about it."""

    profile: Profile
    nearest: tuple[Card, Card]
    """The two cards that look most alike."""
    margin: float
    """How far they are apart: one minus their similarity, between 0 and 2."""
    ignored: tuple[str, ...]
    """Names of pictures that are no card codes."""


def enrol_folder(folder: Path, name: str, nets: Nets, family: Family | None = None) -> Enrolment:
    """Learn the deck `name` from the pictures in `folder`.

    `family` is guessed from the codes where it is not given.

    Raises:
        PlainError: no or wrong pictures; the sentence names the first one that is to blame.
    """
    named, ignored = _pictures(folder)
    suits = family or _family_of(folder, list(named))
    faces = {
        card(code, suits): [_cut(path) for path in paths] for code, paths in sorted(named.items())
    }
    cards = tuple(sorted(faces, key=_in_deck_order))
    aspect = _common_aspect([one for views in faces.values() for one in views], folder)
    crops = [np.stack([view.face for view in faces[face]]) for face in cards]
    profile = build_profile(name, cards, crops, aspect, nets.embedding)
    one, two, similarity = nearest_pair(profile)
    if similarity >= TWINS:
        raise PlainError(
            Text(
                de="{one} und {two} sehen gleich aus. Bitte prüfen, ob ein Bild falsch benannt "
                "ist.",
                en="{one} and {two} look the same. Please check whether a picture has a wrong "
                "name.",
            ).format(one=named[one.code][0].name, two=named[two.code][0].name)
        )
    return Enrolment(profile, (one, two), 1.0 - similarity, ignored)


def nearest_pair(profile: Profile) -> tuple[Card, Card, float]:
    """Return the two different cards of a deck that look most alike, and their similarity."""
    across = profile.similarities(profile.prototypes).copy()
    for row, own in enumerate(profile.owner):
        across[row, own] = -np.inf
    row, column = divmod(int(across.argmax()), len(profile.cards))
    first, second = sorted((profile.owner[row], column))
    return profile.cards[first], profile.cards[second], float(across.max())


def _pictures(folder: Path) -> tuple[dict[str, list[Path]], tuple[str, ...]]:
    if not folder.is_dir():
        raise PlainError(
            Text(de="Den Ordner {path} gibt es nicht.", en="There is no folder {path}.").format(
                path=folder
            )
        )
    named: dict[str, list[Path]] = {}
    ignored = []
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in PICTURE_SUFFIXES:
            continue
        match = _FILE_NAME.match(path.stem)
        if match is None or not _is_code(match[1]):
            ignored.append(path.name)
        else:
            named.setdefault(match[1], []).append(path)
    if len(named) < 2:
        raise PlainError(
            Text(
                de="Im Ordner {path} liegen keine Bilder, die nach Karten benannt sind. Bitte die "
                "Bilder wie EO.jpg oder S7.png nennen.",
                en="The folder {path} holds no pictures named after cards. Please name the "
                "pictures like EO.jpg or S7.png.",
            ).format(path=folder)
        )
    return named, tuple(ignored)


def _is_code(code: str) -> bool:
    return any(_in_family(code, family) for family in Family)


def _in_family(code: str, family: Family) -> bool:
    try:
        card(code, family)
    except UnknownCardError:
        return False
    return True


def _family_of(folder: Path, codes: Sequence[str]) -> Family:
    for family in Family:
        if all(_in_family(code, family) for code in codes):
            return family
    raise PlainError(
        Text(
            de="Im Ordner {path} sind deutsche und französische Kartennamen gemischt. Bitte nur "
            "ein Blatt in einen Ordner legen.",
            en="The folder {path} mixes German and French card names. Please keep one deck to a "
            "folder.",
        ).format(path=folder)
    )


def _in_deck_order(face: Card) -> tuple[int, int]:
    return list(Suit).index(face.suit), list(Rank).index(face.rank)


def _cut(path: Path) -> CutOut:
    picture, alpha = _read(path)
    found = cut_out(picture, alpha)
    if found is None:
        raise PlainError(
            Text(
                de="In {path} ist keine Karte zu finden. Bitte die Karte ganz und allein auf einem "
                "dunkleren, einfarbigen Grund aufnehmen.",
                en="No card can be found in {path}. Please take the picture with the whole card "
                "alone on a darker, plain ground.",
            ).format(path=path)
        )
    if found.sharpness < BLURRED:
        raise PlainError(
            Text(
                de="{path} ist unscharf. Bitte die Karte noch einmal aufnehmen.",
                en="{path} is blurred. Please take the picture again.",
            ).format(path=path)
        )
    return found


def _read(path: Path) -> tuple[Image, Mask | None]:
    raw = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if raw is None:
        raise PlainError(
            Text(
                de="{path} ist kein lesbares Bild.", en="{path} is not a readable picture."
            ).format(path=path)
        )
    picture = np.asarray(raw)
    if picture.dtype == np.uint16:
        picture = picture // 257
    picture = as_image(picture)
    if picture.ndim == 2:
        return as_image(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)), None
    alpha = np.ascontiguousarray(picture[..., 3]) if picture.shape[2] == 4 else None
    return np.ascontiguousarray(picture[..., :3]), alpha


def _common_aspect(cuts: Sequence[CutOut], folder: Path) -> float:
    """Return the deck's aspect; a picture that deviates much was cut wrongly."""
    aspects: Floats = np.array([one.aspect for one in cuts])
    common = float(np.median(aspects))
    faces = [one.kind is Kind.FACE for one in cuts]
    astray = np.abs(aspects / common - 1) > ASPECT_SPREAD
    if bool(np.any(astray & np.array(faces))) and not all(faces):
        raise PlainError(
            Text(
                de="In {path} ist bei {count} Bildern die Karte nicht zu erkennen. Bitte sie ganz "
                "und allein auf einem dunkleren, einfarbigen Grund aufnehmen.",
                en="In {path} the card cannot be made out in {count} pictures. Please take them "
                "with the whole card alone on a darker, plain ground.",
            ).format(path=folder, count=int(np.sum(astray & np.array(faces))))
        )
    return common
