"""What is printed on paper: the wiring plans (WireViz) and the signs for the table (Chromium).

WireViz is a program of its own (GPL) that is run and never imported. What Chromium shows is what is
printed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.tools import plans
from hardware.tools.places import SIGNS, WIRING, fresh
from hardware.tools.plans import PLANS, SHEETS

SIGN_SHEETS = ("sign-a5", "tent-a4")
FOCUS = "focus-a4"
"""The chart that a lens is focused on by hand; no sign."""
SHARED = ("sign.css", "pictogram.svg")
CHROMIUM = os.environ.get("MEHRKOPF_CHROMIUM", "/usr/bin/chromium")


def print_signs(into: Path) -> dict[Path, list[Path]]:
    """Print every sheet as PDF; return each file with its sources.

    Raises:
        subprocess.CalledProcessError: Chromium failed; what it said is in `stderr`.
    """
    made: dict[Path, list[Path]] = {}
    with TemporaryDirectory() as profile:
        for sheet in (*SIGN_SHEETS, FOCUS):
            source, path = SIGNS / f"{sheet}.html", into / f"{sheet}.pdf"
            shared = () if sheet == FOCUS else SHARED
            made[path] = [source, *(SIGNS / name for name in shared)]
            if fresh(path, made[path]):
                continue
            _print(source, path, profile)
    return made


def print_page(html: str, path: Path) -> None:
    """Print a page of HTML as PDF.

    Raises:
        subprocess.CalledProcessError: Chromium failed; what it said is in `stderr`.
    """
    with TemporaryDirectory() as scratch:
        source = Path(scratch) / "page.html"
        source.write_text(html, "utf-8")
        _print(source, path, scratch)


def _print(source: Path, path: Path, profile: str) -> None:
    command = [
        *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu"),
        *("--allow-file-access-from-files", f"--user-data-dir={profile}"),
        *("--no-pdf-header-footer", f"--print-to-pdf={path}", source.as_uri()),
    ]
    subprocess.run(command, check=True, capture_output=True, text=True)


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
    drawer = Path(plans.__file__ or "")
    for name in PLANS:
        plan = plans.read_plan(name)
        sources = [WIRING / f"{name}.yml", drawer]
        pictures = [plans.draw_sheet(plan, sheet) for sheet in SHEETS[name]]
        for at, picture in enumerate(pictures, 1):
            path = into / f"{name}-{at}.svg"
            path.write_text(picture, "utf-8")
            made[path] = sources
        path = into / f"{name}.pdf"
        made[path] = sources
        if not fresh(path, sources):
            print_page(plans.page(plan, pictures), path)
    return made
