"""Prints the signs for the table with Debian's Chromium: what it shows is what is printed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.tools.made import fresh
from hardware.tools.places import SIGNS

SHEETS = ("sign-a5", "tent-a4")
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
        for sheet in (*SHEETS, FOCUS):
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
