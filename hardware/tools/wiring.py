"""Draws the wiring with WireViz, a program of its own (GPL) that is run and never imported."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.tools.places import WIRING

PLANS = ("strip", "pi", "wled")
WIREVIZ = Path(sys.executable).with_name("wireviz")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


def draw_wiring(into: Path) -> dict[Path, list[Path]]:
    """Draw every plan as SVG and its list of parts as TSV; return each file with its sources.

    Raises:
        subprocess.CalledProcessError: WireViz refuses a plan; what it said is in `stderr`.
    """
    made: dict[Path, list[Path]] = {}
    with TemporaryDirectory() as scratch:
        for plan in PLANS:
            source = WIRING / f"{plan}.yml"
            command = [str(WIREVIZ), "-f", "st", "-o", scratch, str(source)]
            subprocess.run(command, check=True, capture_output=True, text=True)
            for suffix in (".svg", ".bom.tsv"):
                text = (Path(scratch) / f"{plan}{suffix}").read_text("utf-8")
                path = into / f"{plan}{suffix}"
                path.write_text(_COMMENT.sub("", text).rstrip() + "\n", "utf-8")
                made[path] = [source]
    return made
