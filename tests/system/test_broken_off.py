"""Broken off at any moment, a run with containers leaves no mount behind, and no program.

A root with /proc in it, left in pytest's folder, was once in the way of a test that walks there.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shared_data import ROOT
from tests.system.container import copy_of

pytestmark = pytest.mark.system

PATIENCE_S = 600.0
KEEPS_THE_LINE = "exec 3>$1/line; echo up >&3; exec sleep 3600"
BEGIN = "import subprocess, sys\nfrom pathlib import Path\nfrom tests.system.container import *\n"
PROGRAMS = {
    "in a root": "run_in(Path(sys.argv[1]), 'sh', '-c', sys.argv[2], 'sh', '', shared={})",
    "booted": """
root = Path(sys.argv[1])
with Container(root, root.with_name('log'), {}) as container:
    container.run('sh', '-c', sys.argv[2], 'sh', '')
""",
    "with mounts of its own": """
mount = 'mount -t proc proc $1/proc; ' + sys.argv[2]
subprocess.run([*APART, 'sh', '-c', mount, 'sh', sys.argv[1]])
""",
}


@pytest.fixture(scope="module")
def root(trixie: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with copy_of(trixie, tmp_path_factory.mktemp("broken") / "root") as root:
        yield root


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_killed_it_leaves_neither_mount_nor_program(root: Path, program: str) -> None:
    os.mkfifo(root / "line")
    line = os.open(root / "line", os.O_RDONLY | os.O_NONBLOCK)
    words = [sys.executable, "-c", BEGIN + program, str(root), KEEPS_THE_LINE]
    with subprocess.Popen(words, cwd=ROOT) as running:
        assert heard(line) == b"up\n"
        assert mounts_below(root) == []
        running.kill()
    # The line ends when the last program inside has ended.
    assert heard(line) == b""
    os.close(line)
    (root / "line").unlink()
    assert mounts_below(root) == []


def heard(line: int) -> bytes:
    """Return what is said next; nothing once nobody is there to say anything."""
    waiting = select.poll()
    waiting.register(line, select.POLLIN)
    assert waiting.poll(1000 * PATIENCE_S)
    return os.read(line, 100)


def mounts_below(folder: Path) -> list[str]:
    mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    return [mount for mount in mounts if str(folder) in mount]
