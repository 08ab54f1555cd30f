"""The nets: opened with their checksums checked, and what each is asked.

The embedding turns a rectified card into a unit vector: cards that look alike lie close together.
Training prepares its pictures with `prepare` from here, so that the net sees at the table what it
saw when it learned. The new-card net compares the rest before with the rest after and proposes
where a new card lies; whether there is one, and exactly how it lies, the reader decides.

Each net runs on one thread.
"""

from __future__ import annotations

import hashlib
import math
import os
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from engine.text import PlainError, Text
from vision.arrays import Floats, Image, as_image, strongest
from vision.reading.runtime import ort

_BYTE_PRODUCTS = frozenset({"avx512_vnni", "avx_vnni", "asimddp"})
"""Names Linux gives to sums of products of bytes: x86 since about 2019, a Pi 5, not a Pi 4."""
_ABOUT = Path("/proc/cpuinfo")


@cache
def multiplies_bytes(about: Path = _ABOUT) -> bool:
    """Tell whether a net in eight bits is quicker here than the same in 32.

    Without these instructions it is slower, and on some processors its sums overflow. False where
    the system does not say what its processor can do.
    """
    try:
        lines = about.read_text("utf-8", "replace").splitlines()
    except OSError:
        return False
    words = {word for line in lines for word in line.partition(":")[2].split()}
    return bool(words & _BYTE_PRODUCTS)


MODELS_FOLDER_VARIABLE = "MEHRKOPF_MODELS"
CARD_FILE = "models.toml"
QUICK = "embedding8"

DEFAULT_TEMPERATURE = 0.03
DEFAULT_ACCEPT = 0.77


@dataclass(frozen=True, slots=True)
class Net:
    """One net, ready to run: array in, array out."""

    name: str
    sha256: str
    session: ort.InferenceSession
    input_name: str

    def run(self, values: Floats) -> Floats:
        """Run the net on one float32 array and return its first output."""
        given = np.asarray(values, np.float32)
        output: Floats = self.session.run(None, {self.input_name: given})[0]
        return output


@dataclass(frozen=True, slots=True)
class Nets:
    """The nets and what was measured for them on rendered cards.

    `temperature` turns cosine similarities into log-likelihoods, `accept` is the similarity from
    which on something is taken for a card of the deck; both were chosen on the project's own
    renders and stand in `models.toml` beside the checksums. `quick` is the embedding in eight
    bits: its answers differ by rounding alone (`python -m
    models.workshop.measuring.eight_bits`), so it reads a deck that was enrolled with `embedding`.
    """

    embedding: Net
    newcard: Net
    temperature: float = DEFAULT_TEMPERATURE
    accept: float = DEFAULT_ACCEPT
    quick: Net | None = None

    @property
    def reading(self) -> Net:
        """The net that reads the table: the quick one where there is one."""
        return self.embedding if self.quick is None else self.quick


def models_folder() -> Path:
    """Return the folder the nets are read from: `MEHRKOPF_MODELS`, else the package's own."""
    named = os.environ.get(MODELS_FOLDER_VARIABLE)
    if named:
        return Path(named)
    return Path(__file__).resolve().parents[2] / "models"


def load_nets(folder: Path | None = None) -> Nets:
    """Open the nets of `folder` (default `models_folder()`).

    The one in eight bits is left out where it would be no quicker.

    Raises:
        PlainError: the model card or a net is missing, damaged, or not the one in the card.
    """
    place = models_folder() if folder is None else folder
    card = _read_card(place)
    return Nets(
        embedding=_open(place, "embedding", card),
        newcard=_open(place, "newcard", card),
        temperature=_measured(card, "temperature", DEFAULT_TEMPERATURE),
        accept=_measured(card, "accept", DEFAULT_ACCEPT),
        quick=_open(place, QUICK, card) if QUICK in card and multiplies_bytes() else None,
    )


def _measured(card: dict[str, dict[str, object]], name: str, default: float) -> float:
    value = card.get("embedding", {}).get(name, default)
    return float(value) if isinstance(value, (int, float)) else default


def _read_card(folder: Path) -> dict[str, dict[str, object]]:
    path = folder / CARD_FILE
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise PlainError(
            Text(
                de="Die Modelle fehlen: {path} gibt es nicht. Bitte das Programm neu "
                "installieren oder MEHRKOPF_MODELS auf den richtigen Ordner setzen.",
                en="The models are missing: there is no {path}. Please reinstall the program or "
                "point MEHRKOPF_MODELS at the right folder.",
            ).format(path=path)
        ) from None
    except (OSError, ValueError):
        raise PlainError(
            Text(
                de="{path} ist nicht lesbar. Bitte das Programm neu installieren.",
                en="{path} cannot be read. Please reinstall the program.",
            ).format(path=path)
        ) from None


def _open(folder: Path, name: str, card: dict[str, dict[str, object]]) -> Net:
    entry = card.get(name)
    if not isinstance(entry, dict) or not {"file", "sha256"} <= entry.keys():
        raise PlainError(
            Text(
                de="In {path} fehlt der Eintrag für das Modell „{name}“. Bitte das Programm neu "
                "installieren.",
                en="{path} has no entry for the model “{name}”. Please reinstall the program.",
            ).format(path=folder / CARD_FILE, name=name)
        )
    path = folder / str(entry["file"])
    try:
        content = path.read_bytes()
    except OSError:
        raise PlainError(
            Text(
                de="Das Modell {path} fehlt oder ist nicht lesbar. Bitte das Programm neu "
                "installieren.",
                en="The model {path} is missing or cannot be read. Please reinstall the program.",
            ).format(path=path)
        ) from None
    found = hashlib.sha256(content).hexdigest()
    if found != entry["sha256"]:
        raise PlainError(
            Text(
                de="Das Modell {path} ist verändert: seine Prüfsumme stimmt nicht. Bitte das "
                "Programm neu installieren.",
                en="The model {path} has been altered: its checksum is wrong. Please reinstall "
                "the program.",
            ).format(path=path)
        )
    return _session(path, name, content, found)


def _session(path: Path, name: str, content: bytes, sha256: str) -> Net:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        session = ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises half a dozen types of its own
        raise PlainError(
            Text(
                de="Das Modell {path} lässt sich nicht laden. Bitte das Programm neu installieren.",
                en="The model {path} cannot be loaded. Please reinstall the program.",
            ).format(path=path)
        ) from error
    return Net(name, sha256, session, session.get_inputs()[0].name)


CROP_WIDTH = 80
CROP_HEIGHT = 128
_BATCH = 64
_WHITE = 255.0


def prepare(crops: Image) -> Floats:
    """Turn crops [n,128,80,3] into the net's input [n,3,128,80], free of exposure and tint.

    Half of each channel's mean and half of the common mean are taken off and the whole is divided
    by the common spread: a colder or darker lamp gives nearly the same numbers, while a red suit
    stays redder than a green one.
    """
    result = np.empty((len(crops), 3, *crops.shape[1:3]), np.float32)
    # Crop by crop, in place: what is worked on stays in the processor's cache.
    for crop, values in zip(crops, result, strict=True):
        mean_levels, spreads = cv2.meanStdDev(crop)
        means, own = mean_levels[:, 0] / _WHITE, spreads[:, 0] / _WHITE
        middle = means.mean()
        variance = float((own**2 + (means - middle) ** 2).mean())
        scale = 1.0 / (math.sqrt(variance * values.size / (values.size - 1)) + 0.05)
        for channel, plane, mean in zip(cv2.split(crop), values, means, strict=True):
            np.multiply(channel, np.float32(scale / _WHITE), out=plane, dtype=np.float32)
            np.subtract(plane, np.float32(0.5 * scale * (mean + middle)), out=plane)
    return result


def embed(net: Net, crops: Image) -> Floats:
    """Return unit vectors [n,128] of crops [n,128,80,3]."""
    if len(crops) == 0:
        return np.zeros((0, 128), np.float32)
    parts = [
        net.run(prepare(crops[start : start + _BATCH])) for start in range(0, len(crops), _BATCH)
    ]
    return np.concatenate(parts)


def half_turned(crops: Image) -> Image:
    """Return the crops turned by 180 degrees, as a player opposite sees them."""
    return np.ascontiguousarray(crops[:, ::-1, ::-1])


_NET_SIDE = 256
_CELLS = 64
_NEIGHBOURHOOD = 5
PEAKS = 3
FAINTEST = 0.15
NET_SHARE = 0.195
"""Length of a card as a share of the net's picture: the middle of what it was trained with."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A possible new card: centre in pixels of the sharp picture, angle, confidence in [0, 1]."""

    x: float
    y: float
    theta: float
    confidence: float


def propose(
    net: Net, before: Image, after: Image, length: float | None = None
) -> tuple[Proposal, ...]:
    """Return up to three places where `after` shows a card that `before` does not, best first.

    Both are sharp pictures of the same size. Where the `length` of the cards in pixels is known,
    the net is shown a window in which they are as long as in its training.
    """
    window = _window(before, after, length)
    heat, cos2, sin2 = _answer(net, _cut(before, window), _cut(after, window))
    scale = window.side / _CELLS
    proposals = []
    for _ in range(PEAKS):
        cell = int(heat.argmax())
        confidence = float(heat.flat[cell])
        if confidence < FAINTEST:
            break
        row, column = divmod(cell, _CELLS)
        near = _around(row, column, 2)
        weight = heat[near] ** 2
        rows, columns = np.mgrid[near]
        y = float((weight * rows).sum() / weight.sum())
        x = float((weight * columns).sum() / weight.sum())
        theta = math.atan2(float(sin2[near].mean()), float(cos2[near].mean())) / 2
        proposals.append(
            Proposal(
                (x + 0.5) * scale - 0.5 + window.x,
                (y + 0.5) * scale - 0.5 + window.y,
                theta - math.pi / 2,
                confidence,
            )
        )
        heat[_around(row, column, _NEIGHBOURHOOD)] = 0.0
    return tuple(proposals)


@dataclass(frozen=True, slots=True)
class _Window:
    """An upright square of the sharp picture; it may reach beyond."""

    x: int
    y: int
    side: int


def _window(before: Image, after: Image, length: float | None) -> _Window:
    whole = after.shape[0]
    if length is None:
        return _Window(0, 0, whole)
    side = round(length / NET_SHARE)
    if side >= whole:
        corner = -((side - whole) // 2)
        return _Window(corner, corner, side)
    x, y = _change_centre(before, after)
    return _Window(
        int(np.clip(x - side / 2, 0, whole - side)),
        int(np.clip(y - side / 2, 0, whole - side)),
        side,
    )


def _change_centre(before: Image, after: Image) -> tuple[float, float]:
    """Return the middle of what changed; bright and dark weigh as much as they changed."""
    apart = strongest(cv2.absdiff(_small(before), _small(after))).astype(np.float32)
    apart = np.maximum(np.asarray(cv2.GaussianBlur(apart, (0, 0), 2.0)) - 20.0, 0.0)
    scale = after.shape[0] / _NET_SIDE
    total = float(apart.sum())
    if total <= 0.0:
        return after.shape[0] / 2, after.shape[0] / 2
    rows, columns = np.mgrid[0:_NET_SIDE, 0:_NET_SIDE]
    return (
        float((apart * columns).sum()) / total * scale,
        float((apart * rows).sum()) / total * scale,
    )


def _cut(image: Image, window: _Window) -> Image:
    whole = image.shape[0]
    above, left = max(0, -window.y), max(0, -window.x)
    below = max(0, window.y + window.side - whole)
    right = max(0, window.x + window.side - whole)
    inside = image[
        max(0, window.y) : window.y + window.side, max(0, window.x) : window.x + window.side
    ]
    if not (above or below or left or right):
        return inside
    return np.asarray(
        cv2.copyMakeBorder(inside, above, below, left, right, cv2.BORDER_REPLICATE), np.uint8
    )


def _answer(net: Net, before: Image, after: Image) -> tuple[Floats, Floats, Floats]:
    pair = np.concatenate([_small(before), _small(after)], 2)
    values = pair.transpose(2, 0, 1)[None].astype(np.float32) / 127.5 - 1.0
    output = net.run(values)[0]
    heat: Floats = 1.0 / (1.0 + np.exp(-output[1].astype(np.float64)))
    return heat, output[2], output[3]


def _small(image: Image) -> Image:
    double = 2 * _NET_SIDE
    if image.shape[0] > double:
        # Halving is many times quicker than any other shrinking, and nearly as smooth.
        image = as_image(cv2.resize(image, (double, double), interpolation=cv2.INTER_LINEAR))
    return as_image(cv2.resize(image, (_NET_SIDE, _NET_SIDE), interpolation=cv2.INTER_AREA))


def _around(row: int, column: int, reach: int) -> tuple[slice, slice]:
    return (
        slice(max(0, row - reach), min(_CELLS, row + reach + 1)),
        slice(max(0, column - reach), min(_CELLS, column + reach + 1)),
    )
