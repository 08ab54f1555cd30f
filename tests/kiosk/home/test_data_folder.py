"""The data folder: where it is, one program at a time, a killed one blocks nobody."""

from __future__ import annotations

import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.home.data_folder import Home, find_home, locked
from tests.shared_data import ROOT

HOLD = """
import sys
from pathlib import Path
from kiosk.home.data_folder import Home, locked
with locked(Home(Path(sys.argv[1]))):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_option_wins_then_the_environment_then_the_users_folder(tmp_path: Path) -> None:
    assert find_home(tmp_path, {"MEHRKOPF_HOME": "/elsewhere"}).root == tmp_path
    assert find_home(None, {"MEHRKOPF_HOME": str(tmp_path)}).root == tmp_path
    assert find_home(None, {}).root.name == "mehrkopf"


def test_only_one_program_at_a_time_and_a_killed_one_blocks_nobody(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(PlainError) as refused, locked(Home(tmp_path)):
        pass
    assert f"Prozess {holder.pid}" in refused.value.text.de
    assert "--home" in refused.value.text.en
    holder.send_signal(signal.SIGKILL)
    holder.wait(60)
    holder.stdout.close()
    assert holder.stdin is not None
    holder.stdin.close()
    assert (tmp_path / "lock").exists()
    with locked(Home(tmp_path)):
        pass


def test_a_folder_that_cannot_be_made_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PlainError) as refused:
        Home(tmp_path / "file" / "home").prepare()
    assert "kann nicht geschrieben werden" in refused.value.text.de


def test_the_secret_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    home = Home(tmp_path)
    key = home.secret_key()
    assert len(key) == 32
    assert home.secret_key() == key
    assert stat.S_IMODE(home.secret.stat().st_mode) == 0o600
