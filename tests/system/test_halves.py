"""That what shares a guest goes to one core, and all others to the other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.shared_data import ROOT
from tests.system.halves import GUESTS

WHERE = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("time", [1, 2])
def test_where(worker_id, time):
    with Path(worker_id).open("a") as said:
        said.write(Path(__file__).name + "\\n")
"""


def test_each_half_stays_on_one_core(tmp_path: Path) -> None:
    others = {"test_arm64.py", "test_update.py", "test_house_wheel.py"}
    for name in GUESTS | others:
        (tmp_path / name).write_text(WHERE, "utf-8")
    words = ("-n", "2", "-p", "tests.system.halves", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words, f"--rootdir={tmp_path}", "."],
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    cores = [sorted((tmp_path / worker).read_text("utf-8").split()) for worker in ("gw0", "gw1")]
    assert sorted(cores) == sorted(sorted([*half, *half]) for half in (GUESTS, others))
