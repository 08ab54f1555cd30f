"""Store a net's weights in 16 bits: half the size on disk, the same arithmetic.

Each large weight is kept as float16 and cast back to float32 before it is used. onnxruntime does
that once, when the file is opened (constant folding), so the net runs in fp32 and as fast as ever;
a weight loses what a half cannot hold, at most one part in 2048. No processor needs half-precision
arithmetic for it, which a Pi 4 has not.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

LEAST = 64
"""Values from which on a tensor is worth a cast; biases and scales stay as they are."""

_MARK = "_half"


def halve(source: Path, target: Path, least: int = LEAST) -> None:
    """Write the net of `source` with its weights as float16 to `target`; the same file may be both.

    Tensors of fewer than `least` values stay as they are.

    Raises:
        ValueError: a weight is too large for a half.
    """
    model = onnx.load(str(source))
    casts = []
    for weights in model.graph.initializer:
        values = numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < least:
            continue
        with np.errstate(over="ignore"):
            half = values.astype(np.float16)
        if not np.isfinite(half).all():
            raise ValueError(f"{source.name}: {weights.name} does not fit into 16 bits")
        name = weights.name
        weights.CopyFrom(numpy_helper.from_array(half, name + _MARK))
        casts.append(helper.make_node("Cast", [name + _MARK], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(target))
