"""What the tests of the kiosk share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kiosk.cli import Cli


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The command line in German, with a data folder of its own."""
    home = tmp_path / "home"
    monkeypatch.setenv("MEHRKOPF_HOME", str(home))
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    return Cli(capsys, home)
