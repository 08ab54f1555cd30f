"""Write trained nets as ONNX files and check that they answer as torch does."""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from models.workshop.training.half import halve
from models.workshop.training.model_card import OPSET
from models.workshop.training.nets import ConvBlock, EmbeddingNet, NewCardNet
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


def read_back(file: Path, crops: torch.Tensor) -> EmbeddingNet:
    """The embedding of an exported file as a net that can learn on.

    The file holds each convolution with its normalisation worked in. `crops`, prepared as in
    training, tell what every normalisation sees: mean and spread are taken from them and undone by
    its weight and bias, so that the net answers as the file does and training may go on.

    Raises:
        RuntimeError: the net read back answers otherwise than the file.
    """
    model = onnx.load(str(file))
    held = {w.name.removesuffix("_half"): w for w in model.graph.initializer}
    values = {name: numpy_helper.to_array(w).astype(np.float32) for name, w in held.items()}
    folded = [node for node in model.graph.node if node.op_type == "Conv"]
    net = EmbeddingNet()
    net.eval()
    blocks = [part for part in net.modules() if isinstance(part, ConvBlock)]
    hooks = []
    for block, node in zip(blocks, folded, strict=True):
        weight, bias = (torch.tensor(values[name]) for name in node.input[1:3])
        block[0].weight.data.copy_(weight)
        hooks.append(block[1].register_forward_pre_hook(_Undoing(bias)))
    net.head.weight.data.copy_(torch.tensor(values["head.weight"]))
    net.head.bias.data.copy_(torch.tensor(values["head.bias"]))
    with torch.no_grad():
        net(crops)
    for hook in hooks:
        hook.remove()
    check(net, file, crops[:64], HALVED)
    return net


class _Undoing:
    """Sets a normalisation so that on the batch it sees it does nothing but add the bias."""

    def __init__(self, bias: torch.Tensor) -> None:
        self.bias = bias

    def __call__(self, normal: torch.nn.BatchNorm2d, given: tuple[torch.Tensor, ...]) -> None:
        mean, spread = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3))
        normal.running_mean.copy_(mean)
        normal.running_var.copy_(spread)
        normal.weight.data.copy_((spread + normal.eps).sqrt())
        normal.bias.data.copy_(mean + self.bias)
