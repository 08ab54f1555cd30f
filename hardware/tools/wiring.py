"""Draws the wiring: whole plans with WireViz, sheets and PDF pages by `sheets`.

WireViz is a program of its own (GPL) that is run and never imported.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.tools import plans, sheets
from hardware.tools.made import fresh
from hardware.tools.places import WIRING
from hardware.tools.plans import PLANS
from hardware.tools.sheets import SHEETS
from hardware.tools.signs import print_page

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


def draw_sheets(into: Path) -> dict[Path, list[Path]]:
    """Draw every plan's sheets as SVG and print them as PDF; return each file with its sources.

    Raises:
        subprocess.CalledProcessError: Chromium failed; what it said is in `stderr`.
    """
    made: dict[Path, list[Path]] = {}
    drawers = [Path(module.__file__ or "") for module in (plans, sheets)]
    for name in PLANS:
        plan = plans.read_plan(name)
        sources = [WIRING / f"{name}.yml", *drawers]
        pictures = [sheets.draw_sheet(plan, sheet) for sheet in SHEETS[name]]
        for at, picture in enumerate(pictures, 1):
            path = into / f"{name}-{at}.svg"
            path.write_text(picture, "utf-8")
            made[path] = sources
        path = into / f"{name}.pdf"
        made[path] = sources
        if not fresh(path, sources):
            print_page(sheets.page(plan, pictures), path)
    return made
