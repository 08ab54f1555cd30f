"""The nets are run and nothing is told to anybody: no file of onnxruntime's own, no connection."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.shared_data import ROOT

_RUN = """
import os
import numpy as np
from vision.reading.nets import load_nets
net = load_nets().embedding
net.run(np.zeros((1, *net.session.get_inputs()[0].shape[1:]), np.float32))
for each in os.listdir("/proc/self/fd"):
    try:
        print(os.readlink(f"/proc/self/fd/{each}"))
    except FileNotFoundError:
        continue  # the listing's own
"""


def test_running_a_net_leaves_no_trace_of_its_own(tmp_path: Path) -> None:
    """Neither a file in the home nor a socket; onnxruntime does both unless told not to."""
    given = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    ran = subprocess.run(
        [sys.executable, "-B", "-c", _RUN], env=given, capture_output=True, text=True, check=True
    )
    assert [str(each) for each in tmp_path.rglob("*")] == []
    opened = ran.stdout.split()
    assert opened
    assert not [each for each in opened if "socket:" in each or "onnxruntime" in each]


def test_everything_takes_onnxruntime_from_where_it_is_told() -> None:
    """An import anywhere else could come first and begin to count."""
    alone = ROOT / "vision" / "reading" / "runtime.py"
    rooms = ("engine", "vision", "kiosk", "firmware_bridge", "models", "hardware", "tests")
    elsewhere = [
        str(file.relative_to(ROOT))
        for room in rooms
        for file in (ROOT / room).rglob("*.py")
        if file != alone
        and any(
            line.startswith(("import onnxruntime", "from onnxruntime import"))
            for line in file.read_text(encoding="utf-8").splitlines()
        )
    ]
    assert elsewhere == []
