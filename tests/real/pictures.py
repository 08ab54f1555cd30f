"""Real pictures with what lies in them, and how what `recognise` tells is counted against it.

The folders are those below `real` of the large data. A card is found where something told, named or
not, shares half of its upright box, and read where that is named as it is labelled.
"""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.arrays import Floats, Image, as_image
from vision.camera.frames import read_picture
from vision.enrolling.folder import enrol_folder
from vision.reading.nets import Nets
from vision.reading.profile import Profile
from vision.sighting import Quad
from vision.still.recognise import StillContents

BACK = "back"
SURE = 0.99
"""Probability from which on a wrong name counts by itself."""
_SHARED = 0.5
"""Common area over that of both, of upright boxes."""
_CLASSES = ["K", "9", "back", "2", "8", "4", "5", "6", "T", "J", "A", "3", "Q", "7"]
"""Of `real/blackjack`, in the order of its labels."""
_SEATS = (0.5, 0.8), (0.85, 0.5), (0.5, 0.15), (0.15, 0.5)
"""Of `real/four-seats`, P1 to P4: middles in shares of the picture."""
_MISLABELLED = {
    ("game2/10", 0): "CK",
    ("game2/11", 1): "H9",
    ("game2/13", 3): "S9",
    ("game3/11", 1): "H9",
    ("game4/7", 1): "S6",
    ("game4/11", 3): "H9",
}
"""Trick and seat to what lies there: by its label each of these games had one card twice."""
_TABLE = (
    ("6C", 206, 82, 291, 196), ("3H", 252, 81, 336, 197), ("4S", 512, 47, 612, 162),
    ("6H", 560, 63, 665, 174), ("2S", 814, 58, 917, 165), ("4H", 902, 65, 989, 171),
    ("QD", 139, 293, 231, 421), ("4D", 279, 288, 371, 425), ("JC", 486, 278, 591, 422),
    ("JS", 655, 275, 768, 419), ("3S", 834, 275, 941, 412),
)  # fmt: skip
"""Of `real/still-table`: rank and suit, and the card's upright box in the first picture, by eye."""


@dataclass(frozen=True)
class Truth:
    """One card of a picture: its code, its rank alone, or BACK; left, top, right, bottom."""

    name: str
    box: Floats


@dataclass
class Count:
    """What was told of a set."""

    cards: int = 0
    found: int = 0
    right: int = 0
    named: int = 0
    sure: int = 0
    sure_wrong: int = 0
    backs: int = 0
    backs_named: int = 0
    backs_told: int = 0
    extra: int = 0
    extra_unnamed: int = 0
    seconds: float = 0.0
    pictures: int = 0
    faults: list[str] = field(default_factory=list)

    def row(self) -> str:
        """Return the counts as one line."""
        return (
            f"found {self.found}/{self.cards}, right {self.right}/{self.cards}, "
            f"wrong at p >= {SURE} {self.sure_wrong}/{self.sure}, "
            f"backs named {self.backs_named}/{self.backs} (told {self.backs_told}), "
            f"extra cards {self.extra} named {self.extra_unnamed} not, "
            f"{self.seconds / max(1, self.pictures):.1f} s a picture"
        )

    def add(self, name: str, told: StillContents, truth: Sequence[Truth]) -> None:
        """Compare what was told of one picture with what lies there."""
        known = [(one.card.code, one.probability, upright(one.quad)) for one in told.cards]
        items = known + [("??", 0.0, upright(quad)) for quad in told.unnamed]
        backs = [upright(quad) for quad in told.backs]
        pairs = _pairs([box for *_, box in items], [one.box for one in truth])
        self.pictures += 1
        for number, one in enumerate(truth):
            code, sure, _ = items[pairs[number]] if number in pairs else ("", 0.0, None)
            if one.name == BACK:
                self.backs += 1
                self.backs_named += code not in ("", "??")
                self.backs_told += any(_share(one.box, box) >= _SHARED for box in backs)
                right = False
            else:
                right = bool(code) and one.name in (code, code[1:])
                self.cards += 1
                self.found += bool(code)
                self.right += right
            self._sure(sure, right)
            if not right and (code or one.name != BACK):
                self.faults.append(f"{name}: {one.name} {code or 'not found'} {sure:.4f}")
        for number in set(range(len(items))) - set(pairs.values()):
            code, sure, box = items[number]
            self.extra += code != "??"
            self.extra_unnamed += code == "??"
            self._sure(sure, False)
            self.faults.append(f"{name}: extra {code} {sure:.4f} at {box.round().tolist()}")

    def _sure(self, probability: float, right: bool) -> None:
        self.named += probability > 0
        self.sure += probability >= SURE
        self.sure_wrong += probability >= SURE and not right


def upright(quad: Quad | Floats) -> Floats:
    """Return the upright box about corners: left, top, right, bottom."""
    corners = np.asarray(quad, float)
    return np.concatenate([corners.min(0), corners.max(0)])


def _share(one: Floats, two: Floats) -> float:
    """Return intersection over union of two upright boxes."""
    size = np.minimum(one[2:], two[2:]) - np.maximum(one[:2], two[:2])
    common = float(np.prod(np.maximum(size, 0.0)))
    both = float(np.prod(one[2:] - one[:2]) + np.prod(two[2:] - two[:2]))
    return common / max(both - common, 1.0)


def _pairs(items: Sequence[Floats], truth: Sequence[Floats]) -> dict[int, int]:
    """Return which item lies at each truth's place, as many as can be."""
    if not items or not truth:
        return {}
    shares = np.array([[_share(place, item) for item in items] for place in truth])
    shares = np.where(shares >= _SHARED, 1.0 + shares, 0.0)
    rows, columns = linear_sum_assignment(-shares)
    return {int(r): int(c) for r, c in zip(rows, columns, strict=True) if shares[r, c] > 0}


def blackjack(folder: Path) -> Iterator[tuple[str, Image, list[Truth]]]:
    """Return the webcam pictures with the ranks and backs in them."""
    for path in sorted(folder.glob("*.jpg")):
        image = read_picture(path)
        height, width = image.shape[0] / 2, image.shape[1]
        truth = []
        for half in (0, 1):
            lines = (folder / "labels" / f"{path.stem}_{half + 1}.txt").read_text().splitlines()
            for line in lines:
                name, *shares = line.split()
                x, y, w, h = (float(share) for share in shares)
                box = np.array([x - w / 2, y - h / 2 + half, x + w / 2, y + h / 2 + half])
                truth.append(Truth(_CLASSES[int(name)], box * [width, height, width, height]))
        yield path.stem, image, truth


def still_table(file: Path) -> Iterator[tuple[str, Image, list[Truth]]]:
    """Return the first picture of the video."""
    video = cv2.VideoCapture(str(file))
    there, image = video.read()
    video.release()
    if not there:
        raise FileNotFoundError(file)
    truth = [Truth(name[1] + name[0], np.array(box, float)) for name, *box in _TABLE]
    yield "first", as_image(image), truth


def four_seats(folder: Path) -> Iterator[tuple[str, Image, list[Truth]]]:
    """Return the tricks of a game."""
    for name, image, cards in _tricks(folder):
        yield name, image, [Truth(code, upright(quad)) for code, quad in cards]


def enrolled_game(folder: Path, nets: Nets) -> Profile:
    """Return the deck of a game, each card cut out along its printed rim."""
    with tempfile.TemporaryDirectory() as place:
        for _, image, cards in _tricks(folder):
            for code, quad in cards:
                size = (320, 512)
                onto = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32) - 0.5
                matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), onto)
                face = cv2.warpPerspective(image, matrix, size)
                cv2.imwrite(str(Path(place) / f"{code}.png"), face)
        return enrol_folder(Path(place), "four-seats", nets).profile


def _tricks(folder: Path) -> Iterator[tuple[str, Image, list[tuple[str, Floats]]]]:
    """Return each trick's picture, its cards and their corners, first side short."""
    with (folder / f"{folder.name}.csv").open(encoding="utf-8-sig") as file:
        rows = list(csv.reader(file))[1:]
    for number, *cards, _ in rows:
        trick = f"{folder.name}/{number}"
        image = read_picture(folder / f"{number}.jpg")
        quads = _rims(image)
        size = np.array(image.shape[1::-1])
        laid = []
        for seat, ((x, y), name) in enumerate(zip(_SEATS, cards, strict=True)):
            near = min(quads, key=lambda quad: np.linalg.norm(quad.mean(0) / size - (x, y)))
            rank = {"0": "T", "1": "A"}.get(name[0], name[0])
            laid.append((_MISLABELLED.get((trick, seat), name[1] + rank), near))
        yield trick, image, laid


def _rims(image: Image) -> list[Floats]:
    """Return the corners of the cards, whose rims are green; the token is green all over."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    redness = lab[..., 1].astype(int)
    green = (redness < np.median(redness) - 5).astype(np.uint8)
    token = cv2.morphologyEx(green, cv2.MORPH_OPEN, np.ones((25, 25), np.uint8))
    green[cv2.dilate(token, np.ones((17, 17), np.uint8)) > 0] = 0
    closed = cv2.morphologyEx(green, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        box = cv2.minAreaRect(contour)
        if box[1][0] * box[1][1] < 0.01 * green.size:
            continue
        corners = np.asarray(cv2.boxPoints(box), float)
        wide, long = (float(np.linalg.norm(corners[k + 1] - corners[k])) for k in (0, 1))
        found.append(np.roll(corners, -1, 0) if wide > long else corners)
    return found
