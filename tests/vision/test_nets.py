"""A net that is not the one of the model card is not run."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.text import PlainError
from vision.reading.nets import (
    CROP_HEIGHT,
    CROP_WIDTH,
    MODELS_FOLDER_VARIABLE,
    Nets,
    embed,
    load_nets,
    models_folder,
    multiplies_bytes,
    prepare,
)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    for name in ("models.toml", "embedding.onnx", "embedding8.onnx", "newcard.onnx"):
        shutil.copy(models_folder() / name, tmp_path / name)
    return tmp_path


def test_a_faithful_copy_loads(copied: Path, nets: Nets) -> None:
    assert load_nets(copied).embedding.sha256 == nets.embedding.sha256


@pytest.mark.parametrize("name", ["embedding.onnx", "embedding8.onnx", "newcard.onnx"])
def test_an_altered_net_is_refused(
    copied: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.reading.nets.multiplies_bytes", lambda: True)
    content = bytearray((copied / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copied / name).write_bytes(content)
    with pytest.raises(PlainError, match="altered") as refusal:
        load_nets(copied)
    assert name in refusal.value.text.de
    assert "verändert" in refusal.value.text.de


@pytest.mark.parametrize("name", ["models.toml", "embedding.onnx", "newcard.onnx"])
def test_what_is_missing_is_named(copied: Path, name: str) -> None:
    (copied / name).unlink()
    with pytest.raises(PlainError, match="missing") as refusal:
        load_nets(copied)
    assert name in refusal.value.text.en


def test_the_net_in_eight_bits_is_for_processors_that_multiply_bytes(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.reading.nets.multiplies_bytes", lambda: False)
    slow = load_nets(copied)
    assert slow.quick is None
    assert slow.reading is slow.embedding
    monkeypatch.setattr("vision.reading.nets.multiplies_bytes", lambda: True)
    quick = load_nets(copied)
    assert quick.reading is quick.quick
    assert quick.reading is not quick.embedding


@pytest.mark.parametrize(
    ("line", "quick"),
    [
        ("flags\t\t: fpu sse2 avx2 avx512_vnni aes", True),
        ("flags\t\t: fpu sse2 avx2 fma", False),
        ("Features\t: fp asimd crc32 asimddp", True),
        ("Features\t: fp asimd evtstrm crc32 cpuid", False),
    ],
)
def test_what_a_processor_can_do_is_read_from_the_system(
    tmp_path: Path, line: str, quick: bool
) -> None:
    about = tmp_path / "cpuinfo"
    about.write_text(f"processor\t: 0\n{line}\n")
    assert multiplies_bytes(about) is quick
    assert multiplies_bytes(tmp_path / "nothing") is False


@pytest.mark.parametrize("text", ["[embedding", "[embedding]\nfile = 'embedding.onnx'\n", ""])
def test_a_damaged_model_card_is_refused(copied: Path, text: str) -> None:
    (copied / "models.toml").write_text(text)
    with pytest.raises(PlainError, match="reinstall"):
        load_nets(copied)


def test_a_net_that_is_none_is_refused(copied: Path) -> None:
    (copied / "newcard.onnx").write_bytes(b"no net")
    card = (copied / "models.toml").read_text()
    before, after = card.split("[newcard]")
    lines = [
        f'sha256 = "{_sha256(copied)}"' if line.startswith("sha256") else line
        for line in after.splitlines()
    ]
    (copied / "models.toml").write_text(before + "[newcard]" + "\n".join(lines))
    with pytest.raises(PlainError, match="cannot be loaded"):
        load_nets(copied)


def _sha256(folder: Path) -> str:
    return hashlib.sha256((folder / "newcard.onnx").read_bytes()).hexdigest()


def test_the_folder_can_be_named(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODELS_FOLDER_VARIABLE, str(copied))
    assert models_folder() == copied


def test_vectors_are_unit_vectors_and_exposure_hardly_matters(nets: Nets) -> None:
    rng = np.random.default_rng(3)
    crop = rng.integers(40, 160, (1, CROP_HEIGHT, CROP_WIDTH, 3)).astype(np.uint8)
    brighter = np.clip(crop.astype(int) + 40, 0, 255).astype(np.uint8)
    vectors = embed(nets.embedding, np.concatenate([crop, brighter]))
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    assert float(vectors[0] @ vectors[1]) > 0.98
    assert prepare(crop).shape == (1, 3, CROP_HEIGHT, CROP_WIDTH)
    assert embed(nets.embedding, crop[:0]).shape == (0, 128)
