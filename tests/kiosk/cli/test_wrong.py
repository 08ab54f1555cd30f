"""Everything that can be wrong from outside: one plain sentence each, exit status 2."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.dealfile.writer import to_json
from kiosk.table import resumption
from tests.kiosk.cli import Cli, address_of, environment, start
from tests.kiosk.random_deals import random_deal
from tests.shared_data import ROOT
from tests.vision import films
from vision.reading.nets import models_folder

CALLS = str(resumption.SAMPLE_CALLS)
VIDEO = str(resumption.SAMPLE_VIDEO)


def test_a_video_that_cannot_be_read(cli: Cli, tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no video at all" * 100)
    said = cli("watch", str(broken), "--deck", "isar", "--calls", CALLS)
    assert said.status == 2
    assert "broken.mp4 ist kein lesbares Video" in said.sentence
    said = cli("watch", str(tmp_path / "none.mp4"), "--deck", "isar", "--calls", CALLS)
    assert said.status == 2
    assert "none.mp4" in said.sentence


def test_a_video_that_breaks_off_is_read_so_far_and_told_in_one_sentence(
    cli: Cli, tmp_path: Path
) -> None:
    rng = np.random.default_rng(5)
    pictures = [rng.integers(0, 255, (120, 160, 3), np.uint8) for _ in range(50)]
    path = films.index_first(films.film(tmp_path / "sent.mp4", pictures))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    said = cli("watch", str(path), "--deck", "isar", "--calls", CALLS)
    assert said.status == 2
    assert "sent.mp4" in said.sentence
    assert "bricht nach" in said.sentence
    assert said.out == ""


def test_a_model_that_is_missing_or_altered(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEHRKOPF_MODELS", str(tmp_path))
    words = ("watch", VIDEO, "--deck", "isar", "--calls", CALLS)
    said = cli(*words)
    assert said.status == 2
    assert "models.toml" in said.sentence

    whole = Path(__file__).parents[3] / "models"
    for name in ("models.toml", "embedding.onnx"):
        shutil.copy(whole / name, tmp_path)
    said = cli(*words)
    assert said.status == 2
    assert "newcard.onnx fehlt" in said.sentence

    net = bytearray((whole / "newcard.onnx").read_bytes())
    net[1000] ^= 1
    (tmp_path / "newcard.onnx").write_bytes(net)
    said = cli(*words)
    assert said.status == 2
    assert "newcard.onnx ist verändert" in said.sentence


def test_a_deck_nobody_enrolled(cli: Cli) -> None:
    for words in (
        ("watch", VIDEO, "--deck", "tarock", "--calls", CALLS),
        ("recognise", VIDEO, "--deck", "tarock"),
        ("run", "--source", VIDEO, "--deck", "tarock", "--port", "0"),
    ):
        said = cli(*words)
        assert said.status == 2
        assert said.sentence.startswith("Das Kartenblatt „tarock“ ist nicht eingelernt")
        assert "isar" in said.sentence


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "steht kein Spiel"),
        (b"hello\n", "Zeile 1 von"),
        (b'{"v":1,"id":"a","game":"poker","players":4,"dealer":0}\n', "poker"),
        (b"\xff\xfe\x00", "kein UTF-8-Text"),
    ],
)
def test_a_wrong_deal_file(cli: Cli, tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_bytes(content)
    said = cli("watch", VIDEO, "--deck", "isar", "--calls", str(file))
    assert said.status == 2
    assert sentence in said.sentence


def test_calls_of_several_games(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    deals = [random_deal(0), random_deal(1, "mehrkopf")]
    file.write_text("".join(json.dumps(to_json(deal)) + "\n" for deal in deals))
    said = cli("watch", VIDEO, "--deck", "isar", "--calls", str(file))
    assert said.status == 2
    assert "wechseln Spiel oder Spielerzahl" in said.sentence


def test_pictures_that_cannot_be_enrolled_or_read(cli: Cli, tmp_path: Path) -> None:
    said = cli("enrol", "mine", "--from", str(tmp_path / "none"))
    assert (said.status, "none" in said.sentence) == (2, True)
    said = cli("enrol", "../mine", "--from", str(tmp_path))
    assert (said.status, "taugt nicht als Name" in said.sentence) == (2, True)
    (tmp_path / "EO.png").write_bytes(b"no picture")
    said = cli("recognise", str(tmp_path / "EO.png"), "--deck", "isar")
    assert (said.status, "EO.png" in said.sentence) == (2, True)
    said = cli("recognise", str(tmp_path), "--deck", "isar")
    assert (said.status, "ist ein Ordner; bitte die Fotos darin" in said.sentence) == (2, True)
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((300, 400, 3), 80, np.uint8))
    said = cli("recognise", str(tmp_path / "EO.png"), str(tmp_path / "empty.png"), "--deck", "isar")
    assert (said.status, "EO.png" in said.sentence) == (2, True)
    assert said.out.endswith("empty.png: keine Karte gefunden\n")


def test_a_configuration_with_a_key_nobody_knows(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("[page]\nprot = 1\n")
    said = cli("run", "--no-camera", "--config", str(file))
    assert said.status == 2
    assert "„page.prot“ unbekannt" in said.sentence


def test_an_import_of_something_else(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "export.jsonl"
    file.write_text("hello\n")
    said = cli("import", str(file))
    assert said.status == 2
    assert "nicht aus einem Export" in said.sentence
    said = cli("import", str(tmp_path / "none"))
    assert (said.status, "none" in said.sentence) == (2, True)


def test_nothing_to_export(cli: Cli) -> None:
    said = cli("export")
    assert said.status == 2
    assert "noch kein Abend aufgezeichnet" in said.sentence


def test_a_port_that_is_taken(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start(cli.home, "run", "--no-camera", "--port", str(port))
        _, error = process.communicate(timeout=120)
    assert process.returncode == 2
    assert error.startswith(f"mehrkopf: Der Anschluss {port} ist schon belegt; mit --port")
    assert error.count("\n") == 1


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none(cli: Cli, port: str) -> None:
    said = cli("run", "--no-camera", f"--port={port}")
    assert said.status == 2
    assert f"{port} ist kein Anschluss" in said.sentence


def test_a_second_program_and_a_clean_end(cli: Cli) -> None:
    first = start(cli.home, "run", "--no-camera", "--port", "0")
    address_of(first)
    assert first.stdout is not None
    # Read here: what waits in the line's buffer is lost to `communicate`.
    assert any(first.stdout.readline().rstrip().endswith(str(cli.home)) for _ in range(2))
    second = start(cli.home, "run", "--no-camera", "--port", "0")
    _, error = second.communicate(timeout=120)
    assert second.returncode == 2
    assert error.startswith(f"mehrkopf: Mit dem Datenordner {cli.home} läuft schon ein Mehrkopf")
    assert str(first.pid) in error
    first.terminate()
    _, error = first.communicate(timeout=120)
    assert (first.returncode, error) == (0, "")


FULL = """
import resource, signal, sys
from kiosk.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
sys.exit(main(sys.argv[1:]))
"""


def test_a_full_disk_at_the_start(cli: Cli) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, "run", "--no-camera", "--port", "0"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(cli.home),
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("mehrkopf: Das Journal ")
    assert done.stderr.count("\n") == 1
    assert "Platz" in done.stderr


def test_the_models_of_the_package_are_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEHRKOPF_MODELS", raising=False)
    assert models_folder() == Path(__file__).parents[3] / "models"
