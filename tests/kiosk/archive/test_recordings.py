"""Recordings are watched again and held against what lies beside them."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import cv2
import pytest

from engine.cards import GERMAN_32
from engine.deal.record import DealRecord, Play
from engine.events import EveningEnded
from engine.journal.journal import Journal
from kiosk.archive import jobs
from kiosk.archive.finding import Found, Looking, find
from kiosk.archive.jobs import RecordingWork, WatchedEvening, answer_of
from kiosk.home.data_folder import Home
from kiosk.table.resumption import SAMPLE_VIDEO
from tests.kiosk.archive.club import deals_file
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import seen, session
from vision.camera.frames import VideoFile

FIRST_CARD_S = 5.0


def found(folder: Path, deck: str | None = "isar") -> Found:
    return find([folder], Looking(Home(folder.parent / "home"), deck))


def played(*records: DealRecord) -> WatchedEvening:
    """What a recording of these deals shows."""
    table = session(*records)
    for number, record in enumerate(records):
        for event in seen(record, start=100.0 * number):
            table.hear(event)
    table.commit((EveningEnded(),))
    return WatchedEvening(tuple(table.journal.events()), GERMAN_32, 0, "isar")


def beside(path: Path, shown: WatchedEvening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a recording that shows this."""
    path.write_bytes(b"a film")

    def watched(video: Path, deck: Path, calls: str, geometry: object) -> WatchedEvening:
        assert (video, deck.name, geometry) == (path, "isar.deck", None)
        assert all(
            "plays" not in json.loads(line) or not json.loads(line)["plays"]
            for line in calls.splitlines()
        )
        return shown

    monkeypatch.setattr(jobs, "watched", watched)


def test_a_film_is_watched_with_its_calls(tmp_path: Path) -> None:
    """The sample evening to its first card, of which the calls alone lie there."""
    folder = tmp_path / "films"
    folder.mkdir()
    path = folder / "evening.mkv"
    with VideoFile(SAMPLE_VIDEO) as video:
        writer: cv2.VideoWriter | None = None
        for frame in takewhile(lambda frame: frame.t <= FIRST_CARD_S, video):
            if writer is None:
                height, width = frame.image.shape[:2]
                code = cv2.VideoWriter.fourcc(*"MJPG")
                writer = cv2.VideoWriter(str(path), code, 25, (width, height))
            writer.write(frame.image)
    assert writer is not None
    writer.release()
    calls = SAMPLE_VIDEO.with_name("evening.calls.jsonl").read_text("utf-8")
    (folder / "evening.calls.jsonl").write_text(calls, "utf-8")
    [job] = found(folder).jobs
    assert isinstance(job.work, RecordingWork)
    assert (job.kind, job.source) == ("recording", "films/evening.mkv")
    answer = answer_of(job.travelling())
    assert answer.error is None
    assert answer.program == job.program != ""
    [evening] = answer.evenings
    assert (evening.facts.deck, evening.facts.players, evening.facts.deals) == ("isar", 4, 0)


def test_a_card_that_is_seen_otherwise_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    record = random_deal(1)
    beside(folder / "evening.mkv", played(record), monkeypatch)
    one, two, *rest = record.plays
    written = replace(record, plays=(Play(0, two.card), Play(1, one.card), *rest), hands=None)
    deals_file(folder / "evening.deals.jsonl", [written])
    [job] = found(folder).jobs
    [evening] = answer_of(job.travelling()).evenings
    cards = [row for row in evening.differences if row.what == "cards"]
    assert [(row.deal, row.since) for row in cards] == [(1, "beside"), (1, "beside")]
    assert cards[0].en.startswith("Card 1: recorded ")
    assert evening.facts.differing == 1
    deals_file(folder / "evening.deals.jsonl", [replace(record, hands=None)])
    [job] = found(folder).jobs
    [evening] = answer_of(job.travelling()).evenings
    assert evening.differences == ()
    assert [row.deal for row in evening.deals] == [1]


def test_the_folder_s_only_journal_says_deck_calls_and_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    shown = played(random_deal(1), random_deal(2))
    beside(folder / "friday.mkv", shown, monkeypatch)
    with closing(Journal.open(folder / "journal.sqlite")) as journal:
        journal.append_dated([(each.at, each.event) for each in shown.envelopes])
    both = found(folder, deck=None)
    assert both.unread == ()
    [recording] = [job for job in both.jobs if job.kind == "recording"]
    [evening] = answer_of(recording.travelling()).evenings
    assert evening.differences == ()
    assert [row.person for row in evening.seats] == [1, 2, 3, 4, 1, 2, 3, 4]
    assert recording.table == next(job.table for job in both.jobs if job.kind == "journal")


def test_a_recording_of_no_known_deck_and_one_that_is_none_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    (folder / "evening.mkv").write_bytes(b"no film")
    nothing = found(folder, deck=None)
    assert nothing.jobs == ()
    assert "--deck" in nothing.unread[0].why.de
    [job] = found(folder).jobs
    answer = answer_of(job.travelling())
    assert answer.error is not None
    assert answer.evenings == ()
    unknown = found(folder, deck="nobody's")
    assert "nobody's" in unknown.unread[0].why.de
