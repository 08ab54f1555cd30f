"""An enrolled deck: its faces, what the embedding net makes of them, and the `.deck` file.

A `.deck` file is a zip archive: `deck.json` (names, order, measures, checksum of the net),
`crops/CODE-VIEW.webp` (rectified faces, 80 x 128 pixels) and `prototypes.npy`. Where the net has
changed since, the faces are embedded again from the crops.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card, Family, UnknownCardError, card
from engine.text import PlainError, Text
from vision.arrays import Floats, Image, as_image
from vision.embedding import CROP_HEIGHT, CROP_WIDTH, embed, half_turned
from vision.nets import Net

FORMAT = 1
CARD_HEIGHT_MM = {Family.GERMAN: 100.0, Family.FRENCH: 89.0}
"""Usual lengths: Bavarian single-figure cards and poker cards; enrolment may know better."""


@dataclass(frozen=True)
class Profile:
    """One deck, ready to be recognised. Scores elsewhere run in the order of `cards`."""

    name: str
    cards: tuple[Card, ...]
    crops: tuple[Image, ...]
    """For each card its views [k,128,80,3], one way up."""
    prototypes: Floats
    """Unit vectors [rows,128] of all views, both ways up."""
    owner: tuple[int, ...]
    """Index into `cards` of each row of `prototypes`."""
    aspect: float
    """Width over length of a face."""
    height_mm: float
    net_sha256: str

    @property
    def family(self) -> Family:
        """The family of suits of this deck."""
        return self.cards[0].family

    @cached_property
    def _first_rows(self) -> tuple[int, ...]:
        return tuple(self.owner.index(index) for index in range(len(self.cards)))

    def similarities(self, vectors: Floats) -> Floats:
        """Return cosine similarities [n, cards] of unit vectors [n,128]: the best view counts."""
        every = vectors @ self.prototypes.T
        best: Floats = np.maximum.reduceat(every, self._first_rows, axis=1)
        return best

    def embedded_with(self, net: Net) -> Profile:
        """Return this profile with prototypes of `net`; itself where they are already."""
        if self.net_sha256 == net.sha256:
            return self
        prototypes, owner = embed_views(net, self.crops)
        return replace(self, prototypes=prototypes, owner=owner, net_sha256=net.sha256)

    def save(self, path: Path) -> None:
        """Write the `.deck` file; the old one stays until the new one is complete."""
        part = path.with_name(path.name + ".part")
        with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr("deck.json", json.dumps(self._description(), ensure_ascii=False))
            for face, views in zip(self.cards, self.crops, strict=True):
                for number, view in enumerate(views):
                    name = f"crops/{face.code}-{number}.webp"
                    archive.writestr(name, _encoded(view))
            vectors = io.BytesIO()
            np.save(vectors, self.prototypes.astype(np.float32))
            archive.writestr("prototypes.npy", vectors.getvalue())
        part.replace(path)

    def _description(self) -> dict[str, object]:
        return {
            "format": FORMAT,
            "name": self.name,
            "family": self.family.value,
            "cards": [face.code for face in self.cards],
            "views": [len(views) for views in self.crops],
            "owner": list(self.owner),
            "aspect": round(self.aspect, 4),
            "height_mm": self.height_mm,
            "net_sha256": self.net_sha256,
        }


def build_profile(
    name: str, cards: Sequence[Card], crops: Sequence[Image], aspect: float, net: Net
) -> Profile:
    """Make a profile of rectified faces, for each card its views [k,128,80,3]."""
    prototypes, owner = embed_views(net, tuple(crops))
    return Profile(
        name=name,
        cards=tuple(cards),
        crops=tuple(crops),
        prototypes=prototypes,
        owner=owner,
        aspect=aspect,
        height_mm=CARD_HEIGHT_MM[cards[0].family],
        net_sha256=net.sha256,
    )


def embed_views(net: Net, crops: tuple[Image, ...]) -> tuple[Floats, tuple[int, ...]]:
    """Return prototypes of all views, both ways up, and the card each belongs to."""
    owner: list[int] = []
    every: list[Image] = []
    for index, views in enumerate(crops):
        every += [views, half_turned(views)]
        owner += [index] * (2 * len(views))
    return embed(net, np.concatenate(every)), tuple(owner)


def load_profile(path: Path, net: Net) -> Profile:
    """Read a `.deck` file and embed it again where `net` is not the one it was made with.

    Raises:
        PlainError: there is no such file, or it is no `.deck` file or damaged.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            profile = _read(archive)
    except FileNotFoundError:
        raise PlainError(
            Text(
                de="Das Kartenspiel {path} gibt es nicht. Bitte erst mit „mehrkopf enrol“ anlegen.",
                en="There is no deck {path}. Please make it first with “mehrkopf enrol”.",
            ).format(path=path)
        ) from None
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, UnknownCardError):
        raise PlainError(
            Text(
                de="{path} ist kein Kartenspiel oder beschädigt. Bitte mit „mehrkopf enrol“ neu "
                "anlegen.",
                en="{path} is not a deck or damaged. Please make it again with “mehrkopf enrol”.",
            ).format(path=path)
        ) from None
    return profile.embedded_with(net)


def _read(archive: zipfile.ZipFile) -> Profile:
    description = json.loads(archive.read("deck.json"))
    if description["format"] != FORMAT:
        raise ValueError("unknown format")
    family = Family(description["family"])
    cards = tuple(card(code, family) for code in description["cards"])
    crops = tuple(
        np.stack([_decoded(archive.read(f"crops/{face.code}-{k}.webp")) for k in range(views)])
        for face, views in zip(cards, description["views"], strict=True)
    )
    prototypes = np.load(io.BytesIO(archive.read("prototypes.npy")), allow_pickle=False)
    owner = tuple(int(index) for index in description["owner"])
    if len(owner) != len(prototypes) or sorted(set(owner)) != list(range(len(cards))):
        raise ValueError("prototypes do not fit the cards")
    if list(owner) != sorted(owner) or prototypes.ndim != 2:
        raise ValueError("prototypes are out of order")
    return Profile(
        name=str(description["name"]),
        cards=cards,
        crops=crops,
        prototypes=prototypes,
        owner=owner,
        aspect=float(description["aspect"]),
        height_mm=float(description["height_mm"]),
        net_sha256=str(description["net_sha256"]),
    )


def _encoded(view: Image) -> bytes:
    _, data = cv2.imencode(".webp", view, [cv2.IMWRITE_WEBP_QUALITY, 92])
    return data.tobytes()


def _decoded(data: bytes) -> Image:
    view = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if view is None or view.shape != (CROP_HEIGHT, CROP_WIDTH, 3):
        raise ValueError("a face is damaged")
    return as_image(view)
