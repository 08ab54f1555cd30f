from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.link.controller import ControllerStrip
from tests.firmware_bridge.link.fake_chip import FakeChip


@pytest.fixture
def chip(tmp_path: Path) -> Iterator[FakeChip]:
    made = FakeChip(tmp_path / "mehrkopf-strip")
    yield made
    made.close()


@pytest.fixture
def join(chip: FakeChip) -> Iterator[Callable[..., ControllerStrip]]:
    """Make a strip that looks for the chip; closed at the end."""
    made: list[ControllerStrip] = []

    def make(lights: int = 60, **more: object) -> ControllerStrip:
        def ports() -> tuple[str, ...]:
            return (str(chip.name),) if chip.name.is_symlink() else ()

        made.append(ControllerStrip(lights, ports, **more))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for strip in made:
        strip.close()
