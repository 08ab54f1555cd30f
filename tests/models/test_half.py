"""Nets stored in 16 bits: half the size, the same answers."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from models.workshop.training.eight_bits import opened

pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.fixture(scope="module")
def tools() -> ModuleType:
    """Return `models.workshop.training.export`, which needs the extra `train`."""
    return importlib.import_module("models.workshop.training.export")


def plain(tools: ModuleType, file: Path, largest: float = 0.0) -> None:
    """Write a net as torch does, all in 32 bits, one of its weights `largest`."""
    torch = tools.torch
    torch.manual_seed(1)
    net = tools.EmbeddingNet().eval()
    with torch.no_grad():
        net.head.weight[0, 0] = largest
    names = {"input_names": ["x"], "output_names": ["e"]}
    torch.onnx.export(net, (torch.rand(1, 3, 128, 80),), str(file), dynamo=False, **names)


def test_it_is_half_as_large_and_answers_alike(tools: ModuleType, tmp_path: Path) -> None:
    whole, half = tmp_path / "whole.onnx", tmp_path / "half.onnx"
    plain(tools, whole)
    tools.halve(whole, half)
    assert half.stat().st_size < 0.52 * whole.stat().st_size
    crop = np.random.default_rng(1).normal(size=(1, 3, 128, 80)).astype(np.float32)
    one, other = opened(whole).run(crop), opened(half).run(crop)
    assert other.dtype == np.float32
    assert not np.array_equal(one, other)
    assert float((one * other).sum()) > 0.99999


def test_a_weight_too_large_for_a_half_is_refused(tools: ModuleType, tmp_path: Path) -> None:
    plain(tools, tmp_path / "whole.onnx", largest=1e6)
    with pytest.raises(ValueError, match="16 bits"):
        tools.halve(tmp_path / "whole.onnx", tmp_path / "half.onnx")


def test_what_is_exported_is_stored_so(tools: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "net.onnx"
    tools.write(tools.EmbeddingNet(), file)
    assert file.stat().st_size < 2_400_000
