"""An enrolled deck: its faces, what the embedding net makes of them, and the `.deck` file.

A `.deck` file is a zip archive: `deck.json` (names, order, measures, checksum of the net),
`crops/CODE-VIEW.webp` (rectified faces, 80 x 128 pixels), `prototypes.npy`, and from format 2 on
what is no card: `negatives/KIND-NUMBER.webp` and `negatives.npy`. Where the net has changed since,
all is embedded again from the crops. An exported profile has no crops: it serves the net it was
made with.

Negatives are the deck's back, the table and a hand, as the camera saw them at enrolment. A back or
a hand looks a little like many cards; that it looks more like a back or a hand tells it apart.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card, Family
from engine.files import write_whole
from engine.text import PlainError, Text
from vision.arrays import Floats, Image
from vision.reading.deck_archive import MOST_PARTS, SIDE, DeckArchive, NoDeckError, opened
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH, Net, embed, half_turned
from vision.reading.pose import Pose, crop

TABLE_PLACES = ((0.0, 0.0), (-0.25, 0.0), (0.25, 0.0), (0.0, -0.25), (0.0, 0.25))
"""Where pieces of the empty table are cut out: right and down of the middle, shares of the side."""
HAND_PLACES = ((0.0, 0.0), (-0.06, 0.0), (0.06, 0.0), (0.0, 0.08))
_TURN = 0.7


class NegativeKind(Enum):
    """What lay where a card was expected; the order of the columns of `Negatives.likeness`."""

    BACK = "back"
    TABLE = "table"
    HAND = "hand"


KINDS = tuple(NegativeKind)


@dataclass(frozen=True, slots=True, eq=False)
class Negatives:
    """Enrolled negatives: unit vectors [rows,128], both ways up, with the kind of each row.

    `crops` [n,128,80,3] with `crop_kinds` are the pictures they were made of, one way up; both are
    empty where the profile came without pictures.
    """

    vectors: Floats
    kinds: tuple[NegativeKind, ...]
    crops: Image
    crop_kinds: tuple[NegativeKind, ...]

    def likeness(self, vectors: Floats) -> Floats:
        """Return cosine similarities [n, 3] of unit vectors [n,128], a column for each of `KINDS`.

        The best row of a kind counts; -1 where none of the kind is enrolled.
        """
        result = np.full((len(vectors), len(KINDS)), -1.0)
        for column, kind in enumerate(KINDS):
            rows = [row for row, own in enumerate(self.kinds) if own is kind]
            if rows:
                result[:, column] = (vectors @ self.vectors[rows].T).max(1)
        return result

    def embedded_with(self, net: Net) -> Negatives:
        """Return the same negatives with vectors of `net`, made of the crops."""
        return embed_negatives(net, self.crops, self.crop_kinds)

    def without_pictures(self) -> Negatives:
        """Return the vectors alone."""
        return Negatives(self.vectors, self.kinds, _NO_CROPS, ())


_NO_CROPS: Image = np.zeros((0, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
NO_NEGATIVES = Negatives(np.zeros((0, SIDE), np.float32), (), _NO_CROPS, ())
"""Of a deck that was enrolled without."""


def embed_negatives(net: Net, crops: Image, kinds: tuple[NegativeKind, ...]) -> Negatives:
    """Make negatives of crops [n,128,80,3], each of its kind."""
    if len(crops) == 0:
        return NO_NEGATIVES
    vectors = embed(net, np.concatenate([crops, half_turned(crops)]))
    return Negatives(vectors, kinds * 2, crops, kinds)


def cut_pieces(
    sharp: Image, width: float, height: float, places: Sequence[tuple[float, float]]
) -> list[Image]:
    """Cut pieces [128,80,3] of a card's size in pixels out of a sharp picture, turned variously."""
    side = sharp.shape[0]
    return [
        crop(sharp, Pose((0.5 + x) * side, (0.5 + y) * side, _TURN * number, width, height))
        for number, (x, y) in enumerate(places)
    ]


FORMAT = 2
_READ = (1, 2)
"""Formats that are still read; format 1 knows no negatives."""
CARD_HEIGHT_MM = {Family.GERMAN: 100.0, Family.FRENCH: 89.0}
"""Usual lengths: Bavarian single-figure cards and poker cards; enrolment may know better."""

_NO_PICTURES = Text(
    de="Das Kartenblatt „{name}“ wurde ohne Bilder übernommen und passt nicht zu diesem "
    "Programmstand. Bitte mit „mehrkopf enrol {name}“ neu einlernen.",
    en="The deck “{name}” was imported without pictures and does not work with "
    "this version of the program. Please enrol it again with “mehrkopf enrol "
    "{name}”.",
)


_ASPECTS = (0.2, 2.0)
_HEIGHTS_MM = (20.0, 400.0)
"""Between which any card lies."""


class WithoutPicturesError(PlainError):
    """A deck without pictures was made with another net and cannot be embedded again."""


@dataclass(frozen=True)
class Profile:
    """One deck, ready to be recognised. Scores elsewhere run in the order of `cards`."""

    name: str
    cards: tuple[Card, ...]
    crops: tuple[Image, ...]
    """For each card its views [k,128,80,3], one way up; empty where it came without pictures."""
    prototypes: Floats
    """Unit vectors [rows,128] of all views, both ways up."""
    owner: tuple[int, ...]
    """Index into `cards` of each row of `prototypes`."""
    aspect: float
    """Width over length of a face."""
    height_mm: float
    net_sha256: str
    negatives: Negatives = NO_NEGATIVES
    """What was shown at enrolment and is no card of the deck."""
    printed: str = ""
    """The word for what is printed on the faces where that is no suits and courts; empty: it is."""

    @property
    def pictured(self) -> bool:
        """Whether the profile holds the faces it was made of."""
        return bool(self.crops)

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

    def likeness_to_negatives(self, vectors: Floats) -> Floats:
        """Return cosine similarities [n, 3] of unit vectors [n,128] to back, table and hand.

        The columns run in the order of `vision.reading.profile.KINDS`; -1 where none is enrolled.
        """
        return self.negatives.likeness(vectors)

    def embedded_with(self, net: Net) -> Profile:
        """Return this profile with prototypes of `net`; itself where they are already.

        Raises:
            WithoutPicturesError: it has no pictures and was made with another net.
        """
        if self.net_sha256 == net.sha256:
            return self
        if not self.pictured:
            raise WithoutPicturesError(_NO_PICTURES.format(name=self.name))
        prototypes, owner = embed_views(net, self.crops)
        return replace(
            self,
            prototypes=prototypes,
            owner=owner,
            net_sha256=net.sha256,
            negatives=self.negatives.embedded_with(net),
        )

    def without_pictures(self) -> Profile:
        """Return the profile as it may leave the house: vectors and measures, no faces."""
        return replace(self, crops=(), negatives=self.negatives.without_pictures())

    def save(self, path: Path) -> None:
        """Write the `.deck` file; the old one stays until the new one is complete and synced."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr("deck.json", json.dumps(self._description(), ensure_ascii=False))
            for face, views in zip(self.cards, self.crops, strict=self.pictured):
                for number, view in enumerate(views):
                    name = f"crops/{face.code}-{number}.webp"
                    archive.writestr(name, _encoded(view))
            archive.writestr("prototypes.npy", _packed(self.prototypes))
            for number, crop in enumerate(self.negatives.crops):
                kind = self.negatives.crop_kinds[number]
                archive.writestr(f"negatives/{kind.value}-{number}.webp", _encoded(crop))
            archive.writestr("negatives.npy", _packed(self.negatives.vectors))
        write_whole(path, packed.getvalue())

    def _description(self) -> dict[str, object]:
        return {
            "format": FORMAT,
            "name": self.name,
            "family": self.family.value,
            "cards": [face.code for face in self.cards],
            "views": [len(views) for views in self.crops],
            "owner": list(self.owner),
            "negatives": [kind.value for kind in self.negatives.kinds],
            "negative_pictures": [kind.value for kind in self.negatives.crop_kinds],
            "aspect": round(self.aspect, 4),
            "height_mm": self.height_mm,
            "net_sha256": self.net_sha256,
            **({"print": self.printed} if self.printed else {}),
        }


def build_profile(
    name: str,
    cards: Sequence[Card],
    crops: Sequence[Image],
    aspect: float,
    net: Net,
    negatives: Negatives = NO_NEGATIVES,
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
        negatives=negatives,
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
        with opened(path) as archive:
            profile = _read(archive)
    except FileNotFoundError:
        raise PlainError(
            Text(
                de="Das Kartenblatt {path} gibt es nicht. Bitte erst mit „mehrkopf enrol“ anlegen.",
                en="There is no deck {path}. Please create it first with “mehrkopf enrol”.",
            ).format(path=path)
        ) from None
    except NoDeckError:
        raise PlainError(
            Text(
                de="{path} ist kein Kartenblatt oder beschädigt. Bitte mit „mehrkopf enrol“ neu "
                "anlegen.",
                en="{path} is not a deck, or is damaged. Please create it again with "
                "“mehrkopf enrol”.",
            ).format(path=path)
        ) from None
    return profile.embedded_with(net)


def _read(archive: DeckArchive) -> Profile:
    description = archive.description
    if description["format"] not in _READ:
        raise ValueError("unknown format")
    cards = archive.cards()
    views = description["views"]
    if views and (len(views) != len(cards) or sum(views) > MOST_PARTS):
        raise ValueError("the faces do not fit the cards")
    crops = tuple(
        np.stack([archive.face(f"crops/{face.code}-{k}.webp") for k in range(count)])
        for face, count in zip(cards, views, strict=bool(views))
    )
    prototypes = archive.vectors("prototypes.npy")
    owner = tuple(int(index) for index in description["owner"])
    if len(owner) != len(prototypes) or sorted(set(owner)) != list(range(len(cards))):
        raise ValueError("prototypes do not fit the cards")
    if list(owner) != sorted(owner):
        raise ValueError("prototypes are out of order")
    return Profile(
        name=str(description["name"]),
        cards=cards,
        crops=crops,
        prototypes=prototypes,
        owner=owner,
        aspect=archive.measure("aspect", *_ASPECTS),
        height_mm=archive.measure("height_mm", *_HEIGHTS_MM),
        net_sha256=str(description["net_sha256"]),
        negatives=_read_negatives(archive),
        printed=str(description.get("print", "")),
    )


def _read_negatives(archive: DeckArchive) -> Negatives:
    """Format 1 has none."""
    description = archive.description
    if "negatives" not in description:
        return NO_NEGATIVES
    vectors = archive.vectors("negatives.npy")
    kinds = tuple(NegativeKind(kind) for kind in description["negatives"])
    if len(kinds) != len(vectors):
        raise ValueError("negatives do not fit their kinds")
    shown = tuple(NegativeKind(kind) for kind in description["negative_pictures"])
    crops = [
        archive.face(f"negatives/{kind.value}-{number}.webp") for number, kind in enumerate(shown)
    ]
    none = NO_NEGATIVES.crops
    return Negatives(vectors, kinds, np.stack(crops) if crops else none, shown)


def _packed(vectors: Floats) -> bytes:
    data = io.BytesIO()
    np.save(data, vectors.astype(np.float32))
    return data.getvalue()


def _encoded(view: Image) -> bytes:
    _, data = cv2.imencode(".webp", view, [cv2.IMWRITE_WEBP_QUALITY, 92])
    return data.tobytes()
