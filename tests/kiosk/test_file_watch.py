"""The watch over folders says what it passed over, and keeps to the file system it was given."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.kiosk.file_watch import FileWatch

NOBODY = 65534
SHARED_MEMORY = Path("/dev/shm")


@contextmanager
def nobody() -> Iterator[None]:
    """Be a user without rights: root reads everything."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody may enter; pytest's own are its user's alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder
        for path in folder.iterdir():
            path.chmod(stat.S_IRWXU)


def test_a_folder_that_is_not_to_be_read_is_passed_over_and_told(folder: Path) -> None:
    (folder / "shut").mkdir()
    (folder / "shut").chmod(0)
    with nobody(), FileWatch((folder,)) as watch:
        (folder / "open").write_text("as before")
    assert watch.lost
    assert watch.files[folder / "open"].read


def test_a_file_that_is_not_to_be_read_is_noted_and_told(folder: Path) -> None:
    with nobody(), FileWatch((folder,)) as watch:
        os.close(os.open(folder / "shut", os.O_CREAT | os.O_WRONLY, 0))
    assert watch.lost
    assert not watch.files[folder / "shut"].read


def test_what_is_gone_again_is_not_told_as_passed_over(tmp_path: Path) -> None:
    with FileWatch((tmp_path,)) as watch:
        for number in range(200):
            (tmp_path / f"{number}").mkdir()
            (tmp_path / f"{number}").rmdir()
            (tmp_path / "file").touch()
            (tmp_path / "file").unlink()
    assert not watch.lost


def test_what_was_written_until_now_is_known_at_once(tmp_path: Path) -> None:
    with FileWatch((tmp_path,)) as watch:
        for number in range(100):
            path = tmp_path / f"{number}"
            path.write_text("whole")
            watch.catch_up()
            assert watch.files[path].read


def test_another_file_system_below_is_none_of_it() -> None:
    if not SHARED_MEMORY.is_mount():
        pytest.skip("no other file system is mounted at /dev/shm")
    with FileWatch((SHARED_MEMORY.parent,)) as watch:
        with tempfile.NamedTemporaryFile(dir=SHARED_MEMORY) as file:
            file.write(b"shared memory")
        with FileWatch((SHARED_MEMORY,)) as given, tempfile.NamedTemporaryFile(dir=SHARED_MEMORY):
            pass
    assert [path for path in watch.files if path.is_relative_to(SHARED_MEMORY)] == []
    assert len(given.files) == 1
