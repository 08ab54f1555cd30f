"""The nets: opened once, checked against the checksums in `models.toml`, one thread each.

A net that was altered or replaced by accident would read cards wrongly without a word, so nothing
is run whose sha256 does not stand in the model card. onnxruntime's threads spin between calls and
eat every core of a small machine; spinning is off and each net runs on one thread.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.text import PlainError, Text
from vision.arrays import Floats
from vision.reading.processor import multiplies_bytes
from vision.reading.runtime import ort

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
    bits: its answers differ by rounding alone (`python -m models.measure_eight`), so it reads a
    deck that was enrolled with `embedding`.
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
