"""A small file is there as it was or as it is now, whatever happens while it is written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from engine.files import DRAFT, OWNER, write_whole

_KILLED = """
import os, signal, sys
from pathlib import Path
from engine.files import write_whole

def killed(*_):
    os.kill(os.getpid(), signal.SIGKILL)

setattr({owner}, {name!r}, killed)
write_whole(Path(sys.argv[1]), "new" * 1000)
"""


@pytest.mark.parametrize(("owner", "name"), [("Path", "replace"), ("os", "fsync")])
def test_killed_before_the_draft_takes_the_name_the_file_is_as_before(
    tmp_path: Path, owner: str, name: str
) -> None:
    path = tmp_path / "words.toml"
    path.write_text("old")
    script = _KILLED.format(owner=owner, name=name)
    ended = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir() if each != path] == [path.name + DRAFT]
    write_whole(path, "newer")
    assert (path.read_text(), [*tmp_path.iterdir()]) == ("newer", [path])


def test_the_draft_is_on_the_disk_before_it_takes_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def synced(handle: int) -> None:
        done.append(os.readlink(f"/proc/self/fd/{handle}"))
        fsync(handle)

    def replaced(draft: Path, target: Path) -> Path:
        done.append("replace")
        return replace(draft, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    path = tmp_path / "a.toml"
    write_whole(path, "größer")
    assert done == [str(path) + DRAFT, "replace", str(tmp_path)]
    assert path.read_bytes() == "größer".encode()


def test_what_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.toml"
    path.write_text("old")

    def refused(draft: Path, target: Path) -> Path:
        raise OSError(28, "full")

    monkeypatch.setattr(Path, "replace", refused)
    with pytest.raises(OSError, match="full"):
        write_whole(path, "new")
    assert (path.read_text(), [*tmp_path.iterdir()]) == ("old", [path])


def test_a_private_file_is_the_owners_alone_from_its_first_byte(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("old")
    path.chmod(0o644)
    write_whole(path, b"new", OWNER)
    assert path.stat().st_mode & 0o777 == 0o600


def test_threads_that_write_one_file_leave_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "page.toml"
    bodies = [f"{n}\n" * 20_000 for n in range(4)]
    begun = Barrier(len(bodies))

    def write(body: str) -> None:
        begun.wait()
        for _ in range(10):
            write_whole(path, body)

    with ThreadPoolExecutor(len(bodies)) as pool:
        for done in [pool.submit(write, body) for body in bodies]:
            done.result()
    assert path.read_text() in bodies
    assert [each.name for each in tmp_path.iterdir()] == ["page.toml"]
