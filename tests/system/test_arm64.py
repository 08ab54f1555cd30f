"""The machine that a Raspberry Pi is: Debian 13 for arm64, run by QEMU, and the published wheels.

Real: the installer with its user, environment and units, every package of Debian and PyPI for
aarch64, the nets. Not: systemd does not boot there, and QEMU's processor is no Pi's.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import cv2
import pytest

from kiosk.table.resumption import SAMPLE_CALLS, SAMPLE_DECK, SAMPLE_VIDEO
from tests.shared_data import ROOT
from tests.system.container import Say, layer_over, run_in

pytestmark = pytest.mark.system

FIRST_DEAL = 2200
"""So many of the sample's pictures show its first deal, and that it was taken away."""
FULL_TRICKS = (280, 540, 790)
"""Pictures of the table with a whole trick on it."""
PROGRAM = "/usr/local/lib/mehrkopf/current/venv/bin/mehrkopf"
PATIENCE_S = 1500.0


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pictures, the film of one deal and its calls, the same for both machines."""
    folder = tmp_path_factory.mktemp("given")
    film = cv2.VideoCapture(str(SAMPLE_VIDEO))
    size = int(film.get(cv2.CAP_PROP_FRAME_WIDTH)), int(film.get(cv2.CAP_PROP_FRAME_HEIGHT))
    rate, code = film.get(cv2.CAP_PROP_FPS), cv2.VideoWriter.fourcc(*"mp4v")
    cut = cv2.VideoWriter(str(folder / "deal.mp4"), code, rate, size)
    for number in range(FIRST_DEAL):
        there, picture = film.read()
        assert there
        cut.write(picture)
        if number in FULL_TRICKS:
            cv2.imwrite(str(folder / f"{number}.png"), picture)
    cut.release()
    first = SAMPLE_CALLS.read_text("utf-8").splitlines()[0]
    (folder / "calls.jsonl").write_text(f"{first}\n", "utf-8")
    return folder


def test_the_same_cards_as_on_x86(
    trixie_arm64: Path, wheels: Path, sources: Path, given: Path, tmp_path: Path, say: Say
) -> None:
    pictures = [f"/given/{number}.png" for number in FULL_TRICKS]
    read = ["recognise", *pictures, "--deck", SAMPLE_DECK]
    watch = ["watch", "/given/deal.mp4", "--deck", SAMPLE_DECK, "--calls", "/given/calls.jsonl"]
    shared = {"/given": given, "/wheels": wheels, "/var/tmp/mehrkopf": sources}
    with layer_over(trixie_arm64, tmp_path / "layer") as root:

        def there(*words: str) -> subprocess.CompletedProcess[str]:
            began = time.monotonic()
            done = run_in(root, *words, shared=shared, seconds=PATIENCE_S)
            say(f"  {words[0]} {words[1]}: {time.monotonic() - began:.0f} s")
            return done

        assert there("uname", "-m").stdout.strip() == "aarch64"
        script = "/var/tmp/mehrkopf/hardware/install.sh"
        installed = there("sh", script, "--wheels", "/wheels")
        assert installed.returncode == 0, installed.stdout + installed.stderr
        assert "läuft vom nächsten Einschalten an" in installed.stdout
        assert (root / "etc/systemd/system/multi-user.target.wants/mehrkopf.service").is_symlink()

        doctor = there(PROGRAM, "doctor", "--home", "/var/lib/mehrkopf", "--lang", "en")
        assert doctor.returncode == 0, doctor.stdout + doctor.stderr
        assert "✓ deck" in doctor.stdout
        assert "✓ demo " in doctor.stdout
        for words in (read, watch):
            found = there(PROGRAM, *words)
            assert found.returncode == 0, found.stderr
            assert found.stdout == here(given, *words)


def here(given: Path, *words: str) -> str:
    """Return what the same command says on this machine."""
    own = [word.replace("/given", str(given)) for word in words]
    done = subprocess.run(
        [sys.executable, "-m", "kiosk.cli", *own],
        capture_output=True, text=True, check=True, cwd=ROOT, timeout=PATIENCE_S,
    )  # fmt: skip
    return done.stdout.replace(str(given), "/given")
