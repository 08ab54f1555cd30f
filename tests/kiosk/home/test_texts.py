"""Files from outside that are larger and stranger than any of ours."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from engine.text import PlainError, Text
from kiosk.home.files import read_toml
from kiosk.home.texts import read_text


@pytest.mark.parametrize("said", ["a = " + "[" * 90_000, "a = " + "9" * 5000, "a." * 90_000, "[[["])
def test_toml_that_nobody_writes_is_told(tmp_path: Path, said: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(said)
    with pytest.raises(PlainError, match=r"a.toml: line 1 is not written correctly"):
        read_toml(path, Text(de="{file}: {why}", en="{file}: {why}"))


def test_a_text_larger_than_any_is_told_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.truncate(200 * 2**20)
    tracemalloc.start()
    with pytest.raises(PlainError, match="is larger than 64 MiB; please split it"):
        read_text(path, Text(de="", en=""))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 140 * 2**20
