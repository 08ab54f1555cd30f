"""Clips that people kept: their owner's alone, bounded, deletable; no name leads elsewhere."""

from __future__ import annotations

import os
import stat
from datetime import datetime
from pathlib import Path

import pytest

from engine.files import DRAFT
from engine.text import PlainError
from kiosk.home.clips import MOST, ClipFolder
from kiosk.home.data_folder import Home

NOW = datetime(2026, 11, 20, 21, 30, 5)
NAME = "clip-20261120-213005"
HOSTILE = ("", ".", "..", "../secret", "clips/../../secret", "/etc/passwd", f"../clips/{NAME}")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    home.prepare()
    home.secret.with_suffix(".zip").write_text("secret")
    return home


def refused(error: pytest.ExceptionInfo[PlainError]) -> str:
    return error.value.text.en


def test_a_clip_is_its_owners_alone_and_named_by_its_moment(home: Home) -> None:
    clips = ClipFolder(home)
    assert clips.all() == ()
    kept = clips.keep(b"a clip", NOW)
    assert (kept.name, kept.path.read_bytes(), kept.size) == (NAME, b"a clip", 6)
    assert stat.S_IMODE(home.clips.stat().st_mode) == 0o700
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    again = clips.keep(b"of the same second", NOW)
    assert again.name == f"{NAME}-2"
    assert [clip.name for clip in clips.all()] == [again.name, kept.name]
    assert clips.find(NAME) == kept


def test_deleted_it_is_gone_and_with_it_what_was_half_written(home: Home) -> None:
    clips = ClipFolder(home)
    kept = clips.keep(b"a clip", NOW)
    draft = kept.path.with_name(kept.path.name + DRAFT)
    draft.write_bytes(b"half")
    clips.delete(NAME)
    assert list(home.clips.iterdir()) == []
    with pytest.raises(PlainError):
        clips.delete(NAME)


def test_there_are_no_more_than_so_many(home: Home) -> None:
    clips = ClipFolder(home)
    for _ in range(MOST):
        clips.keep(b"x", NOW)
    with pytest.raises(PlainError) as error:
        clips.keep(b"x", NOW)
    assert f"no more than {MOST} clips" in refused(error)
    assert len(clips.all()) == MOST
    clips.delete(NAME)
    # The name that became free is taken again; nothing else is written over.
    assert clips.keep(b"y", NOW).name == NAME


def test_where_the_disk_is_nearly_full_none_is_written(home: Home, tmp_path: Path) -> None:
    clips = ClipFolder(home, free=lambda folder: 100 * 2**20 + 5)
    with pytest.raises(PlainError) as error:
        clips.keep(b"a clip", NOW)
    assert "too little room" in refused(error)
    with pytest.raises(PlainError):
        clips.save(b"a clip", NAME, tmp_path)
    assert list(home.clips.iterdir()) == []
    assert not list(tmp_path.glob("*.zip"))
    assert clips.keep(b"clip!", NOW).size == 5


def test_a_folder_that_cannot_be_written_is_told(home: Home, tmp_path: Path) -> None:
    home.clips.write_text("a file in its place")
    with pytest.raises(PlainError) as error:
        ClipFolder(home).keep(b"a clip", NOW)
    assert "cannot be written to clips" in refused(error)
    with pytest.raises(PlainError) as error:
        ClipFolder(home).save(b"a clip", NAME, tmp_path / "pulled out")
    assert "pulled out" in refused(error)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_leads_elsewhere_is_no_clips(home: Home, name: str) -> None:
    clips = ClipFolder(home)
    clips.keep(b"a clip", NOW)
    for act in (clips.find, clips.delete):
        with pytest.raises(PlainError):
            act(name)
    assert home.secret.with_suffix(".zip").read_text() == "secret"
    assert len(clips.all()) == 1


def test_other_files_there_are_neither_shown_nor_deleted(home: Home) -> None:
    clips = ClipFolder(home)
    clips.keep(b"a clip", NOW)
    for other in ("mine.zip", f"{NAME}.txt", f"{NAME}-٢.zip", f"x{NAME}.zip"):
        (home.clips / other).write_text("mine")
        with pytest.raises(PlainError):
            clips.delete(Path(other).stem if other.endswith(".zip") else other)
    assert [clip.name for clip in clips.all()] == [NAME]
    assert len(list(home.clips.iterdir())) == 5


def test_what_is_no_file_is_no_clip(home: Home, tmp_path: Path) -> None:
    """A folder or a link of a clip's name: neither is one, and the list still opens."""
    clips = ClipFolder(home)
    clips.keep(b"a clip", NOW)
    (home.clips / "clip-20261120-213006.zip").mkdir()
    os.symlink(tmp_path / "gone", home.clips / "clip-20261120-213007.zip")
    os.symlink(home.secret.with_suffix(".zip"), home.clips / "clip-20261120-213008.zip")
    assert [clip.name for clip in clips.all()] == [NAME]
