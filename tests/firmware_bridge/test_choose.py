"""A driver that is wanted alone, and the other kind of strip at the port: the way out is told."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from firmware_bridge import wled
from firmware_bridge.choose import Driver, StripWish, open_strip
from firmware_bridge.link import controller
from firmware_bridge.link import words as w
from tests.firmware_bridge.link.fake_chip import DEADLINE, FakeChip
from tests.firmware_bridge.wled.fake_wled import FakeWled


@pytest.mark.parametrize("driver", [Driver.MEHRKOPF, Driver.WLED, Driver.AUTO])
def test_the_other_kind_at_the_port_is_hinted_at(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in (controller, wled):
        monkeypatch.setattr(kind, "GREET_FOR", 0.4)
    port = tmp_path / "strip"
    board = FakeWled(port) if driver is Driver.MEHRKOPF else FakeChip(port)
    if isinstance(board, FakeChip) and driver is Driver.AUTO:
        board.deaf = True
    strip = open_strip(StripWish(driver, str(port)))
    assert strip is not None
    with closing(board), closing(strip):
        assert strip.wait(lambda status: status.trouble is not None, DEADLINE)
        said = strip.status.trouble
    assert said is not None
    if driver is Driver.AUTO:
        assert said == w.SILENT.format(port=port), "whatever answers is taken: nothing to change"
        return
    other = "wled" if driver is Driver.MEHRKOPF else "mehrkopf"
    assert f"„driver“ auf „{other}“ oder „auto“" in said.de
    assert f'"driver" under [strip] in table.toml to "{other}" or "auto"' in said.en
    assert (str(port) in said.de, str(port) in said.en) == (True, True)
