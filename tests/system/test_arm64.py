"""The machine that a Raspberry Pi is: Debian 13 for arm64, run by QEMU, and the published wheels.

Real: the installer with its user, environment and units, every package of Debian and PyPI for
aarch64, the nets. Not: systemd does not boot there, and QEMU's processor is no Pi's; which one it
is, is told as a Raspberry Pi 5 tells it, for the nets' library asks. Of the sample's first deal
every third picture is watched: eight a second, enough to read all of its 32 cards.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import cv2
import pytest

from kiosk.table.resumption import SAMPLE_CALLS, SAMPLE_DECK, SAMPLE_VIDEO
from tests.shared_data import ROOT
from tests.system.container import Say, copy_of, run_in

pytestmark = pytest.mark.system

FIRST_DEAL = 2200
"""So many of the sample's pictures show its first deal, and that it was taken away."""
STEP = 3
LYING = {399: {"GO", "H8"}, 645: {"S7", "SA"}, 1000: {"G8", "G9", "GA", "GZ"}}
"""Pictures of the table, and which cards lie on it; few rims, so that little is looked under."""
PROGRAM = "/usr/local/lib/mehrkopf/current/venv/bin/mehrkopf"
PATIENCE_S = 2400.0
FEATURES = "fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc"
PI_5 = f"""\
BogoMIPS\t: 108.00
Features\t: {FEATURES} dcpop asimddp
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x4
CPU part\t: 0xd0b
CPU revision\t: 1

"""
"""A core of a Raspberry Pi 5 in /proc/cpuinfo.

QEMU 7.2 leaves the host's there, of which onnxruntime makes nothing: it crashes or hangs.
"""
PROCESSOR = {"QEMU_CPU": "cortex-a76"}
AS_A_PI = 'mount --bind /run/cpuinfo /proc/cpuinfo && exec "$@"'


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pictures, the film of one deal and its calls, the same for both machines."""
    folder = tmp_path_factory.mktemp("given")
    film = cv2.VideoCapture(str(SAMPLE_VIDEO))
    size = int(film.get(cv2.CAP_PROP_FRAME_WIDTH)), int(film.get(cv2.CAP_PROP_FRAME_HEIGHT))
    rate, code = film.get(cv2.CAP_PROP_FPS) / STEP, cv2.VideoWriter.fourcc(*"mp4v")
    cut = cv2.VideoWriter(str(folder / "deal.mp4"), code, rate, size)
    for number in range(FIRST_DEAL):
        assert film.grab()
        if number % STEP and number not in LYING:
            continue
        there, picture = film.retrieve()
        assert there
        if number % STEP == 0:
            cut.write(picture)
        if number in LYING:
            cv2.imwrite(str(folder / f"{number}.png"), picture)
    cut.release()
    first = SAMPLE_CALLS.read_text("utf-8").splitlines()[0]
    (folder / "calls.jsonl").write_text(f"{first}\n", "utf-8")
    cores = "".join(f"processor\t: {core}\n{PI_5}" for core in range(4))
    (folder / "cpuinfo").write_text(cores, "utf-8")
    return folder


def test_the_same_cards_as_on_x86(
    trixie_arm64: Path, wheels: Path, sources: Path, given: Path, tmp_path: Path, say: Say
) -> None:
    pictures = [f"/given/{number}.png" for number in LYING]
    read = ["recognise", *pictures, "--deck", SAMPLE_DECK]
    watch = ["watch", "/given/deal.mp4", "--deck", SAMPLE_DECK, "--calls", "/given/calls.jsonl"]
    shared = {
        "/given": given,
        "/wheels": wheels,
        "/var/tmp/mehrkopf": sources,
        "/run/cpuinfo": given / "cpuinfo",
    }
    with copy_of(trixie_arm64, tmp_path / "root") as root:

        def there(*words: str) -> subprocess.CompletedProcess[str]:
            began = time.monotonic()
            # systemd-nspawn binds nothing below /proc by itself.
            inside = ("sh", "-c", AS_A_PI, "sh", *words)
            done = run_in(root, *inside, shared=shared, surroundings=PROCESSOR, seconds=PATIENCE_S)
            say(f"  {words[0]} {words[1]}: {time.monotonic() - began:.0f} s")
            return done

        assert there("uname", "-m").stdout.strip() == "aarch64"
        script = "/var/tmp/mehrkopf/hardware/install.sh"
        installed = there("sh", script, "--wheels", "/wheels")
        assert installed.returncode == 0, installed.stdout + installed.stderr
        assert "läuft ab dem nächsten Einschalten" in installed.stdout
        assert "✗" not in installed.stdout, installed.stdout
        assert (root / "etc/systemd/system/multi-user.target.wants/mehrkopf.service").is_symlink()

        doctor = there(PROGRAM, "doctor", "--home", "/var/lib/mehrkopf", "--lang", "en")
        assert doctor.returncode == 0, doctor.stdout + doctor.stderr
        assert "✓ deck" in doctor.stdout
        assert "✓ demo " in doctor.stdout

        found = there(PROGRAM, *read)
        assert found.returncode == 0, found.stderr
        lying = [set(re.findall(r"\w+(?= \()", line)) for line in found.stdout.splitlines()[:3]]
        assert lying == [*LYING.values()]
        assert told(found.stdout) == told(here(given, *read))

        watched = there(PROGRAM, *watch)
        assert watched.returncode == 0, watched.stderr
        assert len(re.findall(r"(?m)^.*Platz \d: ", watched.stdout)) == 32
        assert told(watched.stdout) == told(here(given, *watch))


def told(said: str) -> list[str]:
    """Return what was said, but for when and how certainly: processors round differently."""
    return [re.sub(r" \(\d+%\)|^ *\d+:\d\d\.\d ", "", line) for line in said.splitlines()]


def here(given: Path, *words: str) -> str:
    """Return what the same command says on this machine."""
    own = [word.replace("/given", str(given)) for word in words]
    done = subprocess.run(
        [sys.executable, "-m", "kiosk.cli", *own],
        capture_output=True, text=True, check=True, cwd=ROOT, timeout=PATIENCE_S,
    )  # fmt: skip
    return done.stdout.replace(str(given), "/given")
