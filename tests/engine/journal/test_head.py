"""The head beside a journal: what is missing is noticed, and what only the head lacks is mended."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from engine.events import Note
from engine.journal.check import DamagedError, check
from engine.journal.database import LOG_END, SCHEMA_VERSION
from engine.journal.head import Head, HeadFile, KeptHead, head_path, read_head
from engine.journal.journal import Journal
from engine.journal.opening import aside, go_on, parts
from engine.text import PlainError

AT = "2026-11-26T20:00:00+01:00"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def killed(path: Path, events: int) -> Head:
    """Leave a journal as a killed program does: the last events in its log alone."""
    running = path.with_name("running.sqlite")
    journal = Journal.open(running)
    for number in range(events):
        journal.append([Note(f"event {number + 1} " + "x" * 300)], AT)
    held = {part.name: part.read_bytes() for part in parts(running)}
    head = Head(journal.last_seq, journal.head)
    journal.close()
    for part in running.parent.glob("running.sqlite*"):
        part.unlink()
    for name, body in held.items():
        path.with_name(name.replace("running", "journal")).write_bytes(body)
    return head


def log(path: Path) -> Path:
    return path.with_name(path.name + LOG_END)


def refused(path: Path) -> DamagedError:
    before = {part: part.read_bytes() for part in parts(path)}
    with pytest.raises(DamagedError) as caught:
        Journal.open(path)
    assert {part: part.read_bytes() for part in parts(path)} == before
    return caught.value


def test_the_head_says_what_was_acknowledged(path: Path) -> None:
    journal = Journal.open(path)
    for number in range(5):
        journal.append([Note(str(number))] * (number + 1), AT)
        kept = read_head(path)
        assert kept == KeptHead(
            Head(journal.last_seq, journal.head), whole=True, schema=SCHEMA_VERSION
        )
    journal.close()


def test_a_journal_without_its_log_is_noticed(path: Path) -> None:
    killed(path, 18)
    log(path).unlink()
    condition = refused(path).condition
    assert (condition.whole, condition.known) == (0, 18)
    assert "18 events were recorded, 0 are there" in str(condition.why)


def test_a_log_cut_off_is_noticed_and_its_whole_events_are_offered(path: Path) -> None:
    head = killed(path, 18)
    body = log(path).read_bytes()
    log(path).write_bytes(body[: len(body) // 2])
    error = refused(path)
    assert 0 < error.condition.whole < head.seq == error.condition.known
    assert error.condition.missing == head.seq - error.condition.whole
    folder = go_on(path, error.condition)
    assert log(folder / path.name).read_bytes() == body[: len(body) // 2]
    journal = Journal.open(path)
    assert journal.last_seq == error.condition.whole
    journal.append([Note("and on")], AT)
    journal.close()


def test_a_flipped_bit_in_the_log_loses_nothing_that_stands_elsewhere(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    head = killed(path, 18)
    body = bytearray(log(path).read_bytes())
    # In the first row ever written: every later page of the log holds it once more.
    at = body.index(b"event 1 ")
    body[at] ^= 1
    log(path).write_bytes(body)
    with caplog.at_level(logging.WARNING):
        journal = Journal.open(path)
    assert Head(journal.last_seq, journal.head) == head
    journal.close()
    assert "all 18 events are intact" in caplog.text
    (folder,) = aside(path)
    assert log(folder / path.name).read_bytes() == body


@pytest.mark.parametrize("empty", [True, False])
def test_a_missing_or_empty_journal_is_no_new_one_where_there_was_more(
    path: Path, empty: bool
) -> None:
    killed(path, 18)
    log(path).unlink()
    path.unlink()
    if empty:
        path.write_bytes(b"")
    condition = refused(path).condition
    assert (condition.whole, condition.known, str(condition.why and condition.why.en)) == (
        *(0, 18),
        "the file is empty" if empty else "the file is missing",
    )


def test_an_empty_file_that_never_was_a_journal_becomes_one(path: Path) -> None:
    path.write_bytes(b"")
    journal = Journal.open(path)
    journal.append([Note("first")], AT)
    journal.close()
    assert check(path).sound


def test_an_older_journal_gets_a_head_at_its_first_opening(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    head = killed(path, 3)
    head_path(path).unlink()
    with caplog.at_level(logging.WARNING):
        Journal.open(path).close()
    assert read_head(path).head == head
    assert "was missing and is made" in caplog.text


@pytest.mark.parametrize("block", [0, 4096])
def test_a_spoilt_block_of_the_head_is_written_anew_and_said(
    path: Path, caplog: pytest.LogCaptureFixture, block: int
) -> None:
    head = killed(path, 3)
    body = bytearray(head_path(path).read_bytes())
    body[block + 20] ^= 1
    head_path(path).write_bytes(body)
    kept = read_head(path)
    assert not kept.whole
    assert kept.head is not None
    assert kept.head.seq in (2, 3)
    with caplog.at_level(logging.WARNING):
        Journal.open(path).close()
    assert read_head(path) == KeptHead(head, whole=True, schema=SCHEMA_VERSION)
    assert "was damaged and is written anew" in caplog.text


@pytest.mark.parametrize("body", [b"", b"x", b"\0" * 8192, b"\xff" * 100_000])
def test_rubbish_in_the_head_is_no_damage_of_the_journal(path: Path, body: bytes) -> None:
    head = killed(path, 3)
    head_path(path).write_bytes(body)
    assert read_head(path) == KeptHead(None, whole=False)
    journal = Journal.open(path)
    assert Head(journal.last_seq, journal.head) == head
    journal.close()


def test_killed_between_event_and_head_the_head_is_caught_up(path: Path) -> None:
    head = killed(path, 3)
    HeadFile(path, Head(2, "f" * 64)).close()
    condition = refused(path).condition
    assert "event 2 is not what was recorded" in str(condition.why)
    assert (condition.whole, condition.known) == (3, 3)
    HeadFile(path, Head()).close()
    Journal.open(path).close()
    assert read_head(path).head == head


def test_a_disk_that_refuses_the_head_stops_no_event(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal.open(path)

    def refuse(handle: int) -> None:
        raise OSError(5, "no")

    with monkeypatch.context() as patched, caplog.at_level(logging.WARNING):
        patched.setattr(os, "fdatasync", refuse)
        journal.append([Note("one")], AT)
        journal.append([Note("two")], AT)
    assert caplog.text.count("head cannot be kept") == 1
    journal.append([Note("three")], AT)
    assert read_head(path).head == Head(3, journal.head)
    journal.close()


@pytest.mark.parametrize("gone", ["", LOG_END, ".head"])
@pytest.mark.parametrize("moved", [True, False])
def test_a_journal_that_goes_away_meanwhile_is_written_anew(
    path: Path, gone: str, moved: bool, caplog: pytest.LogCaptureFixture
) -> None:
    journal = Journal.open(path)
    journal.append([Note("before")] * 3, AT)
    part = path.with_name(path.name + gone)
    if moved:
        part.rename(path.parent / "elsewhere")
    else:
        part.unlink()
    journal.append([Note("after")], AT)
    assert "was moved or deleted and is written anew" in caplog.text
    # As it lies there while the program runs, for the plug may be pulled.
    assert (check(path).sound, check(path).whole) == (True, 4)
    journal.append([Note("and on")], AT)
    journal.close()
    again = Journal.open(path)
    assert again.last_seq == 5
    again.close()


def test_another_file_in_the_journals_place_is_set_aside(path: Path) -> None:
    journal = Journal.open(path)
    journal.append([Note("mine")], AT)
    other = path.with_name("other")
    other.write_bytes(b"not mine")
    other.replace(path)
    journal.append([Note("mine too")], AT)
    journal.close()
    assert check(path).whole == 2
    assert any(part.read_bytes() == b"not mine" for part in aside(path)[0].iterdir())


def test_a_folder_that_went_away_with_the_journal_is_told_and_nothing_is_lost(path: Path) -> None:
    journal = Journal.open(path)
    journal.append([Note("before")], AT)
    away = path.parent.with_name(path.parent.name + "-away")
    path.parent.rename(away)
    with pytest.raises(PlainError, match="cannot be set aside"):
        journal.append([Note("lost")], AT)
    away.rename(path.parent)
    journal.append([Note("after")], AT)
    journal.close()
    assert check(path).whole == 2


@pytest.mark.parametrize("step", range(1, 12))
def test_going_on_that_is_killed_is_finished_or_has_not_begun(
    path: Path, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed(path, 18)
    body = log(path).read_bytes()
    log(path).write_bytes(body[: len(body) // 2])
    condition = refused(path).condition
    left = step
    rename = Path.rename

    def dies(draft: Path, target: Path) -> Path:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return rename(draft, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", dies)
        try:
            go_on(path, condition)
        except KeyboardInterrupt:
            died = True
        else:
            died = False
    if step == 1:
        # Before the new journal had its name nothing has happened.
        assert refused(path).condition == condition
        return
    Journal.open(path).close()
    assert check(path).whole == condition.whole
    assert died == (step < 7)


def test_the_log_is_empty_after_a_checkpoint_and_after_the_end(path: Path) -> None:
    journal = Journal.open(path)
    for number in range(50):
        journal.append([Note(f"{number} " + "x" * 500)], AT)
    assert log(path).stat().st_size > 100_000
    journal.checkpoint()
    assert log(path).stat().st_size == 0
    journal.append([Note("one")], AT)
    journal.close()
    assert not log(path).exists()
