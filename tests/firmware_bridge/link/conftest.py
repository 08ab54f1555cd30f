from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_bridge.buttons import ButtonListener
from firmware_bridge.link.controller import ControllerDialect
from firmware_bridge.link.owner import LineStrip
from tests.firmware_bridge.link.fake_chip import FakeChip


@pytest.fixture
def chip(tmp_path: Path) -> Iterator[FakeChip]:
    made = FakeChip(tmp_path / "mehrkopf-strip")
    yield made
    made.close()


@pytest.fixture
def join(chip: FakeChip) -> Iterator[Callable[..., LineStrip]]:
    """Make a strip that looks for the chip; closed at the end."""
    made: list[LineStrip] = []

    def make(lights: int = 60, listener: ButtonListener | None = None) -> LineStrip:
        def ports() -> tuple[str, ...]:
            return (str(chip.name),) if chip.name.is_symlink() else ()

        made.append(LineStrip(lights, ports, (ControllerDialect(lights, listener),)))
        return made[-1]

    yield make
    for strip in made:
        strip.close()
