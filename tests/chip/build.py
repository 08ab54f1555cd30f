"""Builds firmware, core and emulated board, once for however many test processes."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.shared_data import ROOT

CONTROLLER = ROOT / "hardware" / "controller"
HERE = ROOT / "tests" / "chip"
BUILT = CONTROLLER / "build"

FIRMWARE = BUILT / "controller.elf"
NAIVE = BUILT / "naive.elf"
ADALIGHT = BUILT / "adalight.elf"
SIZE = BUILT / "size.txt"
BOARD = HERE / "build" / "board"
CORE = HERE / "build" / "core.so"

TOOLS = {
    "make": "make",
    "gcc": "gcc",
    "avr-gcc": "gcc-avr",
    "avr-size": "binutils-avr",
}
"""Programs and Debian's packages of them."""
HEADERS = {
    Path("/usr/include/simavr/sim_avr.h"): "libsimavr-dev",
    Path("/usr/include/libelf.h"): "libelf-dev",
    Path("/usr/lib/avr/include/avr/io.h"): "avr-libc",
}


def need(*packages: str) -> None:
    """Skip the test where Debian packages are missing; in CI, where nothing may be, fail."""
    if not packages:
        return
    sentence = f"the chip's tools are missing: sudo apt install {' '.join(packages)}"
    if os.environ.get("CI") == "true":
        pytest.fail(sentence)
    pytest.skip(sentence)


def missing() -> list[str]:
    """Return the Debian packages without which nothing can be built."""
    tools = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    return tools + [package for header, package in HEADERS.items() if not header.exists()]


@cache
def build() -> None:
    """Build what is older than its source; skips the test where the tools are missing."""
    need(*missing())
    make()


def make() -> None:
    """Build what is older than its source.

    Raises:
        RuntimeError: the compiler said no.
    """
    BUILT.mkdir(parents=True, exist_ok=True)
    with (BUILT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for folder, target in ((CONTROLLER, "tests"), (HERE, "all")):
            done = subprocess.run(
                ["make", "--no-print-directory", "-C", str(folder), target],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                raise RuntimeError(done.stdout + done.stderr)
