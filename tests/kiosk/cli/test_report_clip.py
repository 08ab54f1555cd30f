"""`mehrkopf report-clip`: what was kept is listed, looked at, passed on and deleted."""

from __future__ import annotations

import zipfile
from datetime import datetime
from pathlib import Path

import pytest

from engine.cards import GERMAN_32
from kiosk.cli import report_clip
from kiosk.exports.files import Stick
from kiosk.home.clips import ClipFolder
from kiosk.home.data_folder import Home
from tests.kiosk.camera.test_clip import Seen
from tests.kiosk.cli import Cli
from tests.kiosk.home.test_clips import HOSTILE, NAME

NOW = datetime(2026, 11, 20, 21, 30, 5)


@pytest.fixture(autouse=True)
def no_stick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_clip, "sticks", tuple)


@pytest.fixture
def body(cli: Cli) -> bytes:
    """A clip that is kept in the data folder, with one card in it."""
    seen = Seen()
    seen.shows(2.0)
    seen.reads("EO", 1)
    seen.shows(1.0)
    body = seen.ring.take().zipped("isar", GERMAN_32)
    home = Home(cli.home)
    home.prepare()
    ClipFolder(home).keep(body, NOW)
    return body


def test_without_a_clip_it_says_where_they_come_from(cli: Cli) -> None:
    said = cli("report-clip", "list")
    assert said.status == 0
    assert "Kein Ausschnitt ist behalten." in said.out
    assert "Ausschnitt ansehen" in said.out
    assert "Watch the clip" in cli("--lang", "en", "report-clip", "list").out


def test_a_clip_is_listed_shown_saved_and_deleted(cli: Cli, body: bytes, tmp_path: Path) -> None:
    said = cli("report-clip", "list")
    assert (said.status, said.out) == (0, f"{NAME}: {len(body) / 1e6:.1f} MB\n")
    shown = cli("report-clip", "show", NAME)
    assert shown.status == 0
    assert str(cli.home / "clips" / f"{NAME}.zip") in shown.out
    assert "19 Bilder, 2.9 Sekunden, Blatt „isar“, gelesen: EO" in shown.out
    assert 'pictures, 2.9 seconds, deck "isar", read: EO' in (
        cli("--lang", "en", "report-clip", "show", NAME).out
    )
    saved = cli("report-clip", "save", NAME, str(tmp_path))
    target = tmp_path / f"mehrkopf-{NAME}.zip"
    assert (saved.status, saved.out) == (0, f"{target} geschrieben.\n")
    assert target.read_bytes() == body
    gone = cli("report-clip", "delete", NAME)
    assert (gone.status, gone.out) == (0, f"Gelöscht: {NAME}\n")
    assert list((cli.home / "clips").iterdir()) == []
    # What was passed on is no longer ours.
    assert target.exists()


def test_without_a_folder_it_goes_onto_the_stick_or_says_that_there_is_none(
    cli: Cli, body: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = cli("report-clip", "save", NAME)
    assert said.status == 2
    assert "Kein Stick da" in said.sentence
    monkeypatch.setattr(report_clip, "sticks", lambda: (Stick("KARTEN", tmp_path),))
    assert cli("report-clip", "save", NAME).status == 0
    assert (tmp_path / f"mehrkopf-{NAME}.zip").read_bytes() == body


def test_a_folder_that_is_not_there_is_told(cli: Cli, body: bytes, tmp_path: Path) -> None:
    said = cli("report-clip", "save", NAME, str(tmp_path / "none"))
    assert said.status == 2
    assert "gibt es nicht" in said.sentence
    assert len(body) == (cli.home / "clips" / f"{NAME}.zip").stat().st_size


@pytest.mark.parametrize("order", ["show", "save", "delete"])
@pytest.mark.parametrize("name", [name for name in HOSTILE if name] + ["clip-20261120-213006"])
def test_a_name_that_no_clip_has_is_refused(
    cli: Cli, body: bytes, order: str, name: str, tmp_path: Path
) -> None:
    words = ("report-clip", order, name, *((str(tmp_path),) if order == "save" else ()))
    said = cli(*words)
    assert (said.status, said.out) == (2, "")
    assert f"Den Ausschnitt „{name[:40]}“ gibt es nicht" in said.sentence
    english = cli("--lang", "en", *words)
    assert "There is no clip" in english.error
    assert ClipFolder(Home(cli.home)).find(NAME).path.read_bytes() == body


@pytest.mark.parametrize("words", [("report-clip",), ("report-clip", "show"), ("report-clip", "x")])
def test_an_order_that_is_none_is_refused(cli: Cli, words: tuple[str, ...]) -> None:
    said = cli(*words)
    assert said.status == 2
    assert said.error.startswith("mehrkopf: ")


@pytest.mark.parametrize("fault", ["no zip", "no text", "other text", "cut short"])
def test_a_damaged_clip_is_told_and_can_be_deleted(cli: Cli, body: bytes, fault: str) -> None:
    path = cli.home / "clips" / f"{NAME}.zip"
    if fault == "no zip":
        path.write_bytes(b"no zip")
    elif fault == "cut short":
        path.write_bytes(body[: len(body) // 2])
    else:
        with zipfile.ZipFile(path, "w") as file:
            file.writestr("readings.json", "{" if fault == "no text" else '{"t": []}')
    said = cli("report-clip", "show", NAME)
    assert said.status == 2
    assert "beschädigt" in said.sentence
    assert cli("report-clip", "delete", NAME).status == 0
    assert not path.exists()
