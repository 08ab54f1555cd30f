"""The embedding net in eight bits: how large, how quick, how much worse.

Static quantisation with a scale for each channel, its ranges taken from drawn decks that no
training and no other measurement uses. The first layer and the last keep 32 bits: three channels
are slower in eight bits than in 32, and the answer itself should not be rounded. It ships beside
the net it was made of, to read the table with; a deck is enrolled by the one in 32 bits.
`python -m models.workshop.training.eight_bits` writes it anew and enters it in models.toml;
`models.workshop.measuring.eight_bits` tells what is read differently.
"""

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.workshop.decks.drawn import drawn_deck
from models.workshop.measuring.embedding import Runs, queries
from models.workshop.pictures import Picture
from models.workshop.training import model_card
from vision.reading.nets import prepare
from vision.reading.runtime import ort

SEEDS = (4101, 4102)
"""Drawn decks the ranges are taken from."""

IN_BYTES = ("Conv", "Relu", "Add")
"""Layers computed in eight bits, the first convolution not among them."""

LARGE = 10_000
"""Weights left in 32 bits are stored in 16 from so many values on: the last layer's."""

LOOPS = 200


@dataclass(frozen=True)
class OpenNet:
    """A net file opened on one thread."""

    session: ort.InferenceSession

    def run(self, values: Picture) -> Picture:
        """Answer one array."""
        return np.asarray(self.session.run(None, {"x": values.astype(np.float32)})[0])


def opened(file: Path) -> OpenNet:
    """Open a net file as the program does: one thread, none that spins."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    providers = ["CPUExecutionProvider"]
    return OpenNet(ort.InferenceSession(str(file), options, providers=providers))


def calibration() -> Iterator[dict[str, Picture]]:
    """Batches of prepared crops."""
    for seed in SEEDS:
        for level in (0, 1, 2):
            crops, _ = queries(drawn_deck(seed), level, 31, views=2)
            yield {"x": prepare(crops)}


def quantise(source: Path, target: Path) -> None:
    """Write the net in eight bits.

    Raises:
        ImportError: onnxruntime's quantisation needs the package onnx (the extra `train`).
    """
    import onnx  # noqa: PLC0415 - needs the extra `train`
    from onnxruntime.quantization import (  # noqa: PLC0415 - needs the extra `train`
        CalibrationDataReader,
        QuantFormat,
        QuantType,
        quantize_static,
    )
    from onnxruntime.quantization.shape_inference import (  # noqa: PLC0415 - likewise
        quant_pre_process,
    )

    from models.workshop.training.half import halve  # noqa: PLC0415 - likewise

    class Reader(CalibrationDataReader):
        """Hands out the batches one by one."""

        def __init__(self) -> None:
            self.left = calibration()

        def get_next(self) -> dict[str, Picture] | None:
            return next(self.left, None)

    with tempfile.TemporaryDirectory() as folder:
        ready = Path(folder) / "ready.onnx"
        quant_pre_process(str(source), str(ready))
        first = next(node for node in onnx.load(str(ready)).graph.node if node.op_type == "Conv")
        quantize_static(
            str(ready),
            str(target),
            Reader(),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=list(IN_BYTES),
            nodes_to_exclude=[first.name],
        )
    halve(target, target, LARGE)


def write(folder: Path) -> None:
    """Write the net in eight bits beside the one in `folder`, and its entry in models.toml."""
    quantise(folder / "embedding.onnx", folder / f"{model_card.EIGHT}.onnx")
    entries = model_card.read_toml(folder) | {model_card.EIGHT: model_card.eight_bits(folder)}
    model_card.write_entries(folder, entries)
    (folder / "MODEL_CARD.md").write_text(model_card.model_card(folder), encoding="utf-8")


def milliseconds(net: Runs, batch: int, shape: tuple[int, ...] = (3, 128, 80)) -> float:
    """Processor time an input in a batch, the fastest of some runs, in milliseconds."""
    values = np.random.default_rng(0).normal(size=(batch, *shape)).astype(np.float32)
    best = float("inf")
    for _ in range(max(5, LOOPS // batch)):
        start = time.process_time()
        net.run(values)
        best = min(best, time.process_time() - start)
    return best / batch * 1000


if __name__ == "__main__":
    write(Path(__file__).resolve().parents[2])
