"""The program that lies ready made: what the sources make, flashed without a compiler."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.chip.build import BUILT, CONTROLLER, build

READY = CONTROLLER / "controller.hex"
SUM = CONTROLLER / "controller.hex.sha256"
FAKE = '#!/bin/sh\nprintf "%s\\n" "$@" > "$TOLD"\n'


def test_its_checksum_is_the_one_beside_it() -> None:
    digest, name = SUM.read_text("utf-8").split()
    assert name == READY.name
    assert digest == hashlib.sha256(READY.read_bytes()).hexdigest()


def test_it_is_what_the_sources_make() -> None:
    build()
    [named] = set(
        re.findall(r"avr-gcc (\d[\d.]*\d)", (CONTROLLER / "README.md").read_text("utf-8"))
    )
    command = ["avr-gcc", "-dumpversion"]
    if subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() != named:
        pytest.skip(f"another compiler than {named} makes another program")
    assert READY.read_bytes() == (BUILT / "controller.hex").read_bytes(), (
        "make -C hardware/controller hex"
    )


def flashed(tmp_path: Path, spoilt: str = "") -> tuple[int, list[str]]:
    """Flash from a copy without sources, a program in avrdude's place; return what it heard."""
    folder, programs, told = tmp_path / "controller", tmp_path / "bin", tmp_path / "told"
    folder.mkdir()
    for path in (READY, SUM, CONTROLLER / "Makefile"):
        shutil.copy(path, folder)
    with (folder / READY.name).open("a", encoding="utf-8") as file:
        file.write(spoilt)
    programs.mkdir()
    fake = programs / "avrdude"
    fake.write_text(FAKE, "utf-8")
    fake.chmod(0o755)
    words = ["make", "-C", str(folder), "flash", "PORT=/dev/strip"]
    environ = {"PATH": f"{programs}:{os.environ['PATH']}", "TOLD": str(told)}
    done = subprocess.run(words, env=environ, capture_output=True, check=False)
    return done.returncode, told.read_text("utf-8").split() if told.exists() else []


def test_flashing_takes_it_as_it_lies_there(tmp_path: Path) -> None:
    status, told = flashed(tmp_path)
    assert status == 0
    assert told[-4:] == ["-P", "/dev/strip", "-U", "flash:w:controller.hex:i"]


def test_a_broken_copy_is_not_flashed(tmp_path: Path) -> None:
    status, told = flashed(tmp_path, "x")
    assert status != 0
    assert told == []
