"""The data folder: where it is, one program at a time, a killed one blocks nobody."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from engine.files import write_whole
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


def test_others_of_the_machine_read_nothing_of_the_table_s(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    # As an older version left them.
    old = [home.table_toml, home.journal, home.decks / "mine.deck", home.rules / "ours.toml"]
    for path in old:
        path.write_text("")
        path.chmod(0o664)
    before = os.umask(0o022)
    try:
        with locked(home):
            (tmp_path / "new").write_text("")
            write_whole(home.words_toml, "")
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
    made = [*old, tmp_path / "new", home.words_toml, home.lock_file]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o640}
