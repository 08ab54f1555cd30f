"""An evening from outside: when the camera is held, when its light is lit, and what is written.

The real program runs as a process of its own, before a camera that films the sample evening, with
its pins on a mocked board; every file that is written while it runs is seen.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.evening.fold import fold
from engine.journal.snapshot import snapshot
from kiosk.cli import main
from kiosk.director.seen_plays import latest
from kiosk.home.data_folder import Home
from kiosk.run import DOUBLE_TAP_S
from kiosk.table.resumption import SAMPLE_VIDEO
from tests.kiosk.asked_page import Page
from tests.kiosk.cli import environment
from tests.kiosk.file_watch import FileWatch, holds_pictures
from tests.kiosk.watched_table import BUTTON, LIGHT
from tests.shared_data import ROOT

PATIENCE_S = 60.0
REST_MIN = 0.05
"""Instead of ten minutes: three seconds."""
CARDS = 3
ANSWERED = {
    "name0": "Resi",
    "name1": "Toni",
    "name2": "Vroni",
    "name3": "Sepp",
    "game": "schafkopf",
    "deck": "isar",
    "dealer": "3",
}


@dataclass
class Happened:
    what: str
    at: float


@dataclass
class WatchedEvening:
    """What one evening showed."""

    home: Home
    watch: FileWatch
    told: list[Happened] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)
    asked: dict[str, float] = field(default_factory=dict)
    """When what was tapped or pressed."""
    shown: dict[str, str] = field(default_factory=dict)
    """Pages as they were then."""
    open: set[str] = field(default_factory=set)
    """Files it held open for writing, wherever."""
    kept: dict[str, set[Path]] = field(default_factory=dict)
    """Files written with pictures until then."""

    def listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said = re.fullmatch(r"(\w+) ([\d.]+)\n", line)
            if said is None:
                continue  # what people are told
            with self.news:
                self.told.append(Happened(said[1], float(said[2])))
                self.news.notify_all()

    def look(self, process: subprocess.Popen[str]) -> None:
        """Note what the program holds open for writing, wherever it lies, named or not."""
        files = Path(f"/proc/{process.pid}/fd")
        while process.poll() is None:
            for number in os.listdir(files):
                try:
                    path = os.readlink(files / number)
                    flags = (files.parent / "fdinfo" / number).read_text().split("flags:")[1]
                except OSError:
                    continue  # closed meanwhile
                if path.startswith("/") and int(flags.split()[0], 8) & os.O_ACCMODE:
                    self.open.add(path)
            threading.Event().wait(0.005)

    def wait(self, count: int, what: str) -> None:
        """Wait until it has happened so often."""
        with self.news:
            there = self.news.wait_for(lambda: self.often(what) >= count, PATIENCE_S)
        assert there, (count, what, self.told)

    def often(self, what: str) -> int:
        return sum(each.what == what for each in self.told)

    def when(self, what: str, count: int) -> float:
        return [each.at for each in self.told if each.what == what][count - 1]

    def pictures(self) -> set[Path]:
        return {path for path, seen in self.watch.files.items() if seen.pictures}

    def keep(self, when: str) -> None:
        """Keep which pictures were written until now."""
        self.watch.catch_up()
        self.kept[when] = self.pictures()

    def cards(self) -> int:
        with closing(snapshot(self.home.journal).journal) as journal:
            deal = latest(fold(journal.events()))
        return 0 if deal is None else len(deal.laid)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> WatchedEvening:
    """One evening for all tests of this file: before it, played, looked after, and forgotten."""
    return spent(tmp_path_factory.mktemp("watched"))


def spent(root: Path, *before: str) -> WatchedEvening:
    """Spend an evening with everything below `root`; `before` is run with the program's words."""
    for name in ("home", "tmp", "user"):
        (root / name).mkdir()
    home = Home(root / "home")
    home.table_toml.write_text(
        f"[camera]\nlight_pin = {LIGHT}\noff_after_min = {REST_MIN}\n[pins]\ncamera = {BUTTON}\n"
    )
    own = {
        "TMPDIR": str(root / "tmp"),
        "HOME": str(root / "user"),
        "XDG_CACHE_HOME": str(root / "user"),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
    }
    command = [*before, sys.executable, "-m", "tests.kiosk.watched_table"]
    words = ["--source", "camera", "--port", "0", "--lang", "de"]
    with (
        FileWatch((root,)) as watch,
        subprocess.Popen(
            [*command, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=root / "user",
            env=environment(home.root, **own),
        ) as process,
    ):
        seen = WatchedEvening(home, watch)
        try:
            page = Page(process)
            threads = (
                threading.Thread(target=seen.listen, args=(process,), daemon=True),
                threading.Thread(target=seen.look, args=(process,), daemon=True),
            )
            for thread in threads:
                thread.start()
            spend(seen, page, process)
        finally:
            process.terminate()
            process.wait(timeout=60)
        for thread in threads:
            thread.join()
    return seen


def spend(seen: WatchedEvening, page: Page, process: subprocess.Popen[str]) -> None:
    for path in ("/", "/start", "/begin/watch", "/begin/game", "/setup/camera"):
        page.get(path)
    with pytest.raises(urllib.error.HTTPError, match="409"):
        page.get("/setup/camera/picture")
    seen.keep("before")
    seen.asked["yes"] = time.monotonic()
    page.post("/start", camera="on", **ANSWERED)
    seen.wait(1, "light")
    until(page, lambda: looked_after(page) and seen.cards() >= CARDS)
    seen.shown["on"] = page.get()
    page.post("/setup/clip")
    clip = page.get("/setup/clip")
    number, pictures = re.findall(r'data-clip="(\d+)" data-pictures="(\d+)"', clip)[0]
    for index in range(int(pictures)):
        page.get(f"/setup/clip/{number}/{index}")
    seen.keep("played")
    page.post("/setup/clip/keep", clip=number)
    seen.keep("kept")

    assert process.stdin is not None
    seen.asked["button"] = time.monotonic()
    process.stdin.write("press\n")
    process.stdin.flush()
    seen.wait(1, "dark")
    page.wait(lambda shown: "Kamera aus" in shown)
    seen.shown["button"] = page.get()

    page.post("/setup/camera/on")
    seen.wait(2, "light")
    seen.asked["page"] = time.monotonic()
    page.post("/setup/camera/off")
    seen.wait(2, "dark")

    # The same button twice in a hurry is a finger that bounced.
    threading.Event().wait(DOUBLE_TAP_S)
    page.post("/setup/camera/on")
    seen.wait(3, "light")
    seen.asked["idle"] = time.monotonic()
    until(page, lambda: bool(forgotten(page)) and seen.often("dark") == 3)
    seen.shown["idle"] = page.get("/setup/camera")
    page.post("/end")
    until(page, lambda: bool([*seen.home.backups.glob("*.zip")]))


def until(page: Page, reached: Callable[[], bool]) -> None:
    page.wait(lambda _: reached())


def looked_after(page: Page) -> bool:
    """Somebody looks at the camera's page, which keeps it on while nothing is played yet."""
    return bool(page.get("/setup/camera"))


def forgotten(page: Page) -> str:
    """What a page that was left standing there shows."""
    return page.get("/setup/camera/live", **{"HX-Request": "true"})


def test_no_camera_is_held_and_no_light_lit_before_everybody_said_yes(
    evening: WatchedEvening,
) -> None:
    first = evening.told[0]
    assert first.what == "light"
    assert first.at > evening.asked["yes"]


def test_the_light_is_lit_before_the_camera_is_taken_and_out_within_a_second_of_its_end(
    evening: WatchedEvening,
) -> None:
    assert [each.what for each in evening.told] == ["light", "open", "release", "dark"] * 3
    for count in range(1, 4):
        lag = evening.when("dark", count) - evening.when("release", count)
        print(f"light out {1000 * lag:.1f} ms after the camera, time {count}")
        assert 0 <= lag < 1.0


@pytest.mark.parametrize(("how", "count"), [("button", 1), ("page", 2)])
def test_a_button_and_the_page_switch_it_off(evening: WatchedEvening, how: str, count: int) -> None:
    after = evening.when("dark", count) - evening.asked[how]
    print(f"{how}: dark after {after:.2f} s")
    # A machine that has much else to do may be late; a quiet one takes 0.3 s.
    assert 0 < after < 10.0


def test_the_page_s_sign_and_the_strip_say_that_it_is_off(evening: WatchedEvening) -> None:
    on, off = evening.shown["on"], evening.shown["button"]
    assert "Taste Kamera aus: Die Kamera ist aus; einschalten geht am Bildschirm." in off
    sign = re.compile(r'<button class="camera([^"]*)" id="camera"')
    assert "on" in sign.findall(on)[0].split()
    assert "on" not in sign.findall(off)[0].split()
    strip = re.compile(r'<svg class="strip".*?</svg>', re.DOTALL)
    assert strip.findall(on) != strip.findall(off)


def test_without_play_it_goes_off_by_itself_though_a_page_stands_there_forgotten(
    evening: WatchedEvening,
) -> None:
    after = evening.when("dark", 3) - evening.when("light", 3)
    print(f"without play: dark after {after:.2f} s of {60 * REST_MIN:.0f} s")
    assert 60 * REST_MIN - 0.1 <= after < 60 * REST_MIN + 10.0
    assert "ohne Spiel ausgeschaltet" in evening.shown["idle"]


LARGE = re.compile(r"home/(journal\.sqlite\S*|(clips/clip|backups/mehrkopf)-\S+)")
"""Files that may be larger than a few words are."""
SMALL_BYTES, MOST_BYTES = 2**14, 2**23


def test_nothing_large_but_the_journal_is_written_and_no_picture_before_a_tap(
    evening: WatchedEvening,
) -> None:
    root = evening.home.root.parent
    files = {path.relative_to(root).as_posix(): seen for path, seen in evening.watch.files.items()}
    for name, seen in files.items():
        print(f"{name}: {seen.largest} bytes{', pictures' if seen.pictures else ''}")
    assert not evening.watch.lost
    assert [name for name in files if not name.startswith("home/")] == []
    for name, seen in files.items():
        assert seen.largest < (MOST_BYTES if LARGE.fullmatch(name) else SMALL_BYTES), name
        # What the whole-file writer moved into its place at once was read there.
        whole = files.get(name.removesuffix(".part"), seen)
        assert seen.read or whole.read or LARGE.fullmatch(name), name
    assert files["home/journal.sqlite"].read
    assert evening.kept["before"] == evening.kept["played"] == set()


def test_it_holds_nothing_open_elsewhere_not_even_without_a_name(evening: WatchedEvening) -> None:
    print(sorted(evening.open))
    assert any(path.endswith("journal.sqlite") for path in evening.open)
    root = f"{evening.home.root.parent}/"
    elsewhere = {path for path in evening.open if not path.startswith((root, "/dev/null"))}
    assert elsewhere == set()


def test_a_clip_is_written_by_a_tap_and_nothing_else(evening: WatchedEvening) -> None:
    (clip,) = evening.home.clips.iterdir()
    assert holds_pictures(clip.read_bytes())
    written = evening.kept["kept"]
    assert {path.name.removesuffix(".part") for path in written} == {clip.name}
    # Nothing came after it either, and it is not in the evening's backup.
    (backup,) = evening.home.backups.glob("*.zip")
    assert not holds_pictures(backup.read_bytes())
    assert evening.pictures() == written


def test_the_journal_holds_words_and_numbers_only(evening: WatchedEvening) -> None:
    with closing(sqlite3.connect(evening.home.journal)) as journal:
        every = "SELECT name FROM sqlite_schema WHERE type = 'table'"
        tables = [name for (name,) in journal.execute(every)]
        rows = [row for name in tables for row in journal.execute(f'SELECT * FROM "{name}"')]
    longest = max(len(cell) for row in rows for cell in row if isinstance(cell, (str, bytes)))
    print(f"{len(rows)} rows, the longest value {longest} letters")
    assert len(rows) > CARDS
    assert longest < 4096


CALLS = "?open,openat,?creat,memfd_create"
MADE = re.compile(r'(open|openat|creat|memfd_create)\((?:AT_FDCWD, )?"([^"]*)"(.*)')


CREATES, WRITE = ("creat", "memfd_create"), r"O_WRONLY|O_RDWR|O_CREAT"


@pytest.mark.prove
def test_of_every_file_the_whole_system_is_asked_for_none_is_written_elsewhere(
    tmp_path: Path,
) -> None:
    """What strace sees of the program and all its threads, wherever a file lies."""
    log, root = tmp_path / "calls", tmp_path / "table"
    root.mkdir()
    seen = spent(root, "strace", "-D", "-f", "--seccomp-bpf", "-e", CALLS, "-o", str(log))
    asked = MADE.findall(log.read_text("utf-8", "replace"))
    writing = {path for call, path, how in asked if call in CREATES or re.search(WRITE, how)}
    print(f"{len(asked)} files opened, for writing: {sorted(writing)}")
    assert any(path.endswith("journal.sqlite") for path in writing)
    elsewhere = {
        path for path in writing if not path.startswith((f"{seen.home.root}/", "/dev/null"))
    }
    assert elsewhere == set()


def test_a_recording_writes_the_one_file_that_was_named(tmp_path: Path) -> None:
    with FileWatch((tmp_path, Path(tempfile.gettempdir()))) as watch:
        out = tmp_path / "evening.mkv"
        words = ("record", str(out), "--source", str(SAMPLE_VIDEO), "--yes", "--minutes", "0.01")
        assert main(words) == 0
    assert watch.files[out].pictures


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".bmp", ".tiff", ".ppm"])
def test_a_picture_would_be_noticed_wherever_it_was_written(tmp_path: Path, kind: str) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (40, 40, 3), np.uint8)
    (tmp_path / "later").mkdir()
    with FileWatch((tmp_path,)) as watch:
        (tmp_path / "later" / "deep").mkdir()
        data = cv2.imencode(kind, noise)[1].tobytes()
        (tmp_path / "later" / "deep" / "cache").write_bytes(data)
    (path,) = watch.files
    assert watch.files[path].pictures
