"""Write trained nets as ONNX files and check that they answer as torch does."""

from pathlib import Path

import numpy as np
import torch

from models.workshop.training.half import halve
from models.workshop.training.model_card import OPSET
from models.workshop.training.nets import EmbeddingNet, NewCardNet
from vision.reading.runtime import ort

TOLERANCE = 1e-3
"""Largest difference allowed between torch and onnxruntime."""

HALVED = 0.05
"""The same once weights are stored in 16 bits: a hundredth of the spread of the answers."""


def write(net: EmbeddingNet | NewCardNet, file: Path) -> None:
    """Export a net: the embedding `x` -> `e` with any batch, the new-card net `x` -> `y`.

    It computes in fp32; its weights are stored in 16 bits (models/workshop/training/half.py).
    """
    embedding = isinstance(net, EmbeddingNet)
    sample = torch.rand(2, 3, 128, 80) if embedding else torch.rand(1, 6, 256, 256)
    output = "e" if embedding else "y"
    free = {"x": {0: "n"}, output: {0: "n"}} if embedding else None
    net = net.float().eval().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        net,
        (sample,),
        str(file),
        input_names=["x"],
        output_names=[output],
        opset_version=OPSET,
        dynamo=False,
        dynamic_axes=free,
    )
    check(net, file, sample, TOLERANCE)
    halve(file, file)
    check(net, file, sample, HALVED)


def check(
    net: EmbeddingNet | NewCardNet, file: Path, sample: torch.Tensor, tolerance: float
) -> None:
    """Compare the file's answer with the net's."""
    session = ort.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    told = np.asarray(session.run(None, {"x": sample.numpy()})[0])
    with torch.no_grad():
        meant = net(sample).numpy()
    far = float(np.abs(told - meant).max())
    if far > tolerance:
        raise RuntimeError(f"{file.name}: onnxruntime differs from torch by {far:.4f}")
