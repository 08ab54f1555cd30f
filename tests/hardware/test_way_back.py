"""From one version to another and back: what the installer asks before it changes anything.

Shown by dry runs over a folder with two versions whose doctors are small scripts; the change
itself, with systemd, is `tests/system/test_update.py`.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from hardware.tools.places import HARDWARE
from tests.hardware.tools import run

PROGRAMS = Path("usr/local/lib/mehrkopf")
GOING_ON = ("evening", "note", "läuft, 4 Spiele fertig; zuletzt aufgezeichnet: 20:31")
NEWER = ("journal", "bad", "Das Journal wurde mit einem neueren Mehrkopf geschrieben.")
DAMAGED = ("journal", "bad", "Das Journal ist beschädigt.")
FINE = ("journal", "ok", "12 Ereignisse, unversehrt")
NO_CAMERA = ("camera", "bad", "Keine CSI-Kamera gefunden.")


def version(root: Path, name: str, *found: tuple[str, str, str]) -> None:
    """Put a version there whose doctor finds this."""
    program = root / PROGRAMS / "releases" / name / "venv" / "bin" / "mehrkopf"
    program.parent.mkdir(parents=True)
    lines = [
        json.dumps({"check": check, "level": level, "text": text}) for check, level, text in found
    ]
    program.write_text("#!/bin/sh\ncat <<'END'\n" + "\n".join(lines) + "\nEND\nexit 1\n")
    program.chmod(0o755)


def link(root: Path, name: str, release: str) -> None:
    (root / PROGRAMS / name).symlink_to(f"releases/{release}")


def install(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    script = HARDWARE / "install.sh"
    return run("sh", script, "--dry-run", *words, MEHRKOPF_ROOT=str(root))


def test_an_evening_that_is_going_on_is_not_disturbed(tmp_path: Path) -> None:
    version(tmp_path, "1.0.0-a", FINE, GOING_ON)
    link(tmp_path, "current", "1.0.0-a")
    for words in ((), ("--back",)):
        if words:
            version(tmp_path, "0.9.0-b", FINE)
            link(tmp_path, "before", "0.9.0-b")
        refused = install(tmp_path, *words)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "Gerade ist ein Abend im Gang (läuft, 4 Spiele fertig" in refused.stderr
        assert "An evening is going on" in refused.stderr
        assert "--now" in refused.stderr
        done = install(tmp_path, "--now", *words)
        assert done.returncode == 0, done.stderr
        assert "systemctl restart mehrkopf.service" in done.stdout


def test_the_way_back_names_the_version_before_and_keeps_the_one_it_leaves(tmp_path: Path) -> None:
    version(tmp_path, "1.0.0-a", FINE, NO_CAMERA)
    version(tmp_path, "0.9.0-b", FINE, NO_CAMERA)
    link(tmp_path, "current", "1.0.0-a")
    refused = install(tmp_path, "--back")
    assert refused.returncode == 2
    assert "Es gibt keine frühere Version." in refused.stderr
    link(tmp_path, "before", "0.9.0-b")
    done = install(tmp_path, "--back")
    assert done.returncode == 0, done.stderr
    assert "== Zurück zu 0.9.0-b · back to 0.9.0-b" in done.stdout
    names = [line.split()[2] for line in done.stdout.splitlines() if "ln -sfn releases/" in line]
    assert names == ["releases/0.9.0-b", "releases/1.0.0-a"]
    assert "systemctl restart mehrkopf.service" in done.stdout
    # Nothing is fetched and nothing built for it.
    assert "apt-get" not in done.stdout
    assert "pip" not in done.stdout


@pytest.mark.parametrize(("now", "allowed"), [(FINE, False), (NEWER, True), (DAMAGED, False)])
def test_back_to_what_cannot_read_the_journal_is_refused_before_anything_changes(
    tmp_path: Path, now: tuple[str, str, str], allowed: bool
) -> None:
    version(tmp_path, "1.1.0-a", now)
    version(tmp_path, "1.0.0-b", NEWER)
    link(tmp_path, "current", "1.1.0-a")
    link(tmp_path, "before", "1.0.0-b")
    done = install(tmp_path, "--back")
    assert (done.returncode == 0) is allowed, done.stderr
    if not allowed:
        assert (done.returncode, done.stdout) == (2, "")
        assert "Nichts geändert: Version 1.0.0-b kann nicht lesen" in done.stderr
        assert "mit einem neueren Mehrkopf geschrieben" in done.stderr
        assert "Nothing changed: version 1.0.0-b cannot read" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--wheels",), "Nach --wheels fehlt der Ordner."),
        (("--wheels", "/nowhere"), "Den Ordner /nowhere gibt es nicht."),
    ],
)
def test_a_folder_of_packages_that_is_not_there_is_told(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    done = install(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_packages_from_a_folder_need_no_network(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    said = install(tmp_path, "--wheels", str(wheels)).stdout
    fetched = [line for line in said.splitlines() if "pip" in line and " install " in line]
    assert len(fetched) == 2
    assert all("--no-index" in line for line in fetched)
    assert f"--find-links {wheels}" in fetched[0]


def test_what_speaks_to_a_broker_comes_where_the_table_names_one(tmp_path: Path) -> None:
    wheels, settings = tmp_path / "wheels", tmp_path / "etc" / "mehrkopf" / "table.toml"
    for folder in (wheels, settings.parent):
        folder.mkdir(parents=True)
    settings.write_text('[mqtt]\nhost = "192.168.1.10"\ntable = "7"\n')
    said = install(tmp_path, "--wheels", str(wheels))
    assert said.returncode == 0, said.stderr
    [asked] = [line for line in said.stdout.splitlines() if "-r /dev/stdin" in line]
    assert "--require-hashes" in asked
    assert f"--no-index --find-links {wheels}" in asked


@pytest.mark.parametrize("script", ["install.sh", "wheels.sh"])
def test_stick_and_installer_name_the_same_locked_package(script: str) -> None:
    [cut] = re.findall(r"sed -n '(/\^paho-mqtt[^']+)'", (HARDWARE / script).read_text("utf-8"))
    lock = HARDWARE.parent / "requirements" / "club.txt"
    first, *hashes = run("sed", "-n", cut, lock).stdout.splitlines()[:-1]
    assert re.fullmatch(r"paho-mqtt==[\d.]+ \\", first)
    assert len(hashes) >= 1
    assert all(line.strip().startswith("--hash=sha256:") for line in hashes)


def test_an_installation_of_before_there_were_two_becomes_the_version_before(
    tmp_path: Path,
) -> None:
    old = tmp_path / PROGRAMS / "venv" / "bin"
    old.mkdir(parents=True)
    said = install(tmp_path).stdout
    assert f"ln -sfn ../../venv {tmp_path / PROGRAMS}/releases/first/venv" in said
    assert f"ln -sfn releases/first {tmp_path / PROGRAMS}/current.new" in said
