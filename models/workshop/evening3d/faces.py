"""Faces and backs for the second renderer: kept-out decks by name, drawn decks by seed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.text import PlainError, Text
from models.workshop.decks.drawn import drawn_deck
from models.workshop.decks.face_decks import PICTURE_ENDINGS, data_folder, on_paper, split, trimmed
from models.workshop.evening3d.setting import Picture

_HIGHEST = 420
"""Faces are kept at most this high, in pixels: more than twice what the camera sees."""
_DRAWN = "drawn-"
DRAWN_FROM = 6001
"""Drawn decks from this seed on belong to this renderer; nothing else uses them."""
_LENGTHS = {"german": 100.0, "french": 89.0}


@dataclass(frozen=True)
class DeckTextures:
    """Faces by card code and a back, BGR, and the size of a card in millimetres."""

    name: str
    faces: dict[str, Picture]
    back: Picture
    size: tuple[float, float]

    def save_faces(self, folder: Path) -> None:
        """Write the faces as clean pictures named by their code, as a deck is enrolled from."""
        folder.mkdir(parents=True, exist_ok=True)
        for code, face in self.faces.items():
            cv2.imwrite(str(folder / f"{code}.png"), face)


def deck(name: str) -> DeckTextures:
    """Return a deck by its name: one of the decks' folders, or `drawn-SEED`.

    Raises:
        PlainError: there is none of that name, or it taught the nets.
    """
    if name.startswith(_DRAWN):
        return _drawn(name)
    if name in split().train:
        raise PlainError(
            Text(
                de="Mit dem Blatt {name} ist gelernt worden; zum Messen bitte ein anderes nehmen.",
                en="The deck {name} taught the nets; please take another one to measure with.",
            ).format(name=name)
        )
    data = data_folder()
    folder = data / "cards" / "art" / name if data else None
    if folder is None or not folder.is_dir():
        raise _unknown(name)
    paths = sorted(p for p in folder.iterdir() if p.suffix in PICTURE_ENDINGS and len(p.stem) == 2)
    return _whole(name, {path.stem: _read(path) for path in paths})


def _drawn(name: str) -> DeckTextures:
    seed = name.removeprefix(_DRAWN)
    if not seed.isdigit() or int(seed) < DRAWN_FROM:
        raise _unknown(name)
    made = drawn_deck(int(seed)).faces
    german = any(code[0] in "EG" for code in made)
    # Drawn decks call the ten T in every family; German codes call it Z.
    named = {code.replace("T", "Z") if german else code: face for code, face in made.items()}
    return _whole(name, {code: _flat(face) for code, face in named.items()})


def _unknown(name: str) -> PlainError:
    return PlainError(
        Text(
            de="Das Blatt {name} gibt es nicht; bitte einen Ordner der Kartenbilder nennen oder "
            "drawn-6001 und folgende.",
            en="There is no deck {name}; please name a folder of the card pictures, or "
            "drawn-6001 and following.",
        ).format(name=name)
    )


def _read(path: Path) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise PlainError(
            Text(
                de="{path} ist kein lesbares Bild.", en="{path} is not a readable picture."
            ).format(path=path)
        )
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if picture.shape[2] == 3:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    face = on_paper(trimmed(picture.astype(np.uint8)))
    tall, wide = face.shape[:2]
    if tall > _HIGHEST:
        size = (round(wide * _HIGHEST / tall), _HIGHEST)
        face = np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)
    return _flat(face)


def _flat(face: Picture) -> Picture:
    """Return the face without see-through corners, which get the paper's colour next to them."""
    printed = face[face[..., 3] > 200][:, :3]
    bright = printed.sum(axis=1, dtype=np.int64)
    paper = np.median(printed[bright >= np.percentile(bright, 80)], axis=0)
    share = face[..., 3:].astype(np.float64) / 255
    whole = np.clip(face[..., :3] * share + paper * (1 - share), 0, 255)
    return np.asarray(whole, np.uint8)


def _whole(name: str, faces: dict[str, Picture]) -> DeckTextures:
    aspect = float(np.median([face.shape[1] / face.shape[0] for face in faces.values()]))
    german = any(code[0] in "EG" for code in faces)
    length = _LENGTHS["german" if german else "french"]
    seed = np.frombuffer(name.encode(), np.uint8).astype(int).tolist()
    return DeckTextures(
        name, faces, _back(np.random.default_rng(seed), aspect), (length * aspect, length)
    )


def _back(rng: np.random.Generator, aspect: float) -> Picture:
    """Draw a back: crossed lines or rings in one colour within a white rim."""
    tall, wide = _HIGHEST, round(_HIGHEST * aspect)
    colours = [(120, 50, 30), (40, 36, 150), (60, 90, 30), (70, 60, 60)]
    colour = np.array(colours[int(rng.integers(4))], np.float64)
    y, x = np.mgrid[0:tall, 0:wide].astype(np.float64)
    pitch = float(rng.uniform(9, 20))
    crossed = np.maximum(np.cos((x + y) * np.pi / pitch), np.cos((x - y) * np.pi / pitch)) > 0.86
    rings = np.cos(np.hypot((x % (3 * pitch)) - 1.5 * pitch, (y % (3 * pitch)) - 1.5 * pitch)) > 0.3
    lines = crossed if rng.random() < 0.5 else rings
    picture = np.where(lines[..., None], colour + 0.75 * (255 - colour), colour)
    rim = round(0.06 * wide)
    framed = np.full((tall, wide, 3), 238.0)
    framed[rim:-rim, rim:-rim] = picture[rim:-rim, rim:-rim]
    return framed.astype(np.uint8)
