"""`make hardware`: draw, render, print and reckon whatever is older than its sources.

With `tables` only the documents' tables are written, which takes no drawing program.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from hardware.tools.boards import draw_header, draw_wled
from hardware.tools.buttons import draw_buttons
from hardware.tools.figures import draw_figures, draw_plan
from hardware.tools.mechanics import render_all, slice_all
from hardware.tools.paper import draw_sheets, draw_wiring, print_signs
from hardware.tools.places import SIGNS, WIRING, short, write_made
from hardware.tools.rails import draw_section
from hardware.tools.reckoned import all_tables, write_tables
from hardware.tools.sights import draw_lens, draw_seats
from hardware.tools.steps import draw_steps


def main(words: list[str]) -> int:
    """Do it; status 1 where a drawing program failed."""
    if words == ["tables"]:
        return _tables()
    if "DISPLAY" not in os.environ:
        # OpenSCAD draws pictures on a display only; without one it writes empty files.
        again = ["xvfb-run", "-a", sys.executable, "-m", "hardware.tools", *words]
        return subprocess.run(again, check=False).returncode
    drawn: dict[Path, list[Path]] = {}
    try:
        drawn |= draw_wiring(WIRING)
        drawn |= draw_sheets(WIRING)
        drawn |= render_all()
        drawn |= slice_all()
        drawn |= print_signs(SIGNS)
        drawn |= draw_figures()
        drawn |= draw_seats()
        drawn |= draw_lens()
        drawn |= draw_header()
        drawn |= draw_wled()
        drawn |= draw_plan()
        drawn |= draw_buttons()
        drawn |= draw_section()
        drawn |= draw_steps()
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"{' '.join(error.cmd)}\n{error.stderr}\n")
        return 1
    write_made(drawn)
    sys.stdout.write(f"{len(drawn)} files are as their sources are\n")
    return _tables()


def _tables() -> int:
    for path in write_tables(all_tables()):
        sys.stdout.write(f"tables written anew: {short(path)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
