"""What printing takes: plastic and time as PrusaSlicer reckons them, in `mechanics/prints.csv`.

Its speeds are those of a plain printer (no printer's profile is loaded): a fast one takes half of
that time or less, never more plastic.
"""

from __future__ import annotations

import csv
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.tools.made import fresh
from hardware.tools.mechanics import PETG, PRINTED
from hardware.tools.places import MECHANICS

LIST = MECHANICS / "prints.csv"
SETTINGS = (
    *("--nozzle-diameter", "0.4", "--layer-height", "0.2", "--perimeters", "4"),
    *("--fill-density", "25%", "--fill-pattern", "gyroid", "--filament-type", "PETG"),
    *("--filament-density", f"{PETG:g}", "--filament-diameter", "1.75", "--temperature", "240"),
    *("--bed-temperature", "80", "--support-material", "--support-material-buildplate-only"),
    *("--bed-shape", "0x0,220x0,220x220,0x220", "--center", "110,110"),
)
"""As the guide asks: 0.4 mm nozzle, 0.2 mm layers, four lines, a quarter filled, supports."""
_GRAMS = re.compile(r"^; total filament used \[g\] = ([\d.]+)", re.MULTILINE)
_TIME = re.compile(
    r"^; estimated printing time \(normal mode\) = (?:(\d+)d )?(?:(\d+)h )?(\d+)m", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Print:
    """One part printed once: grams of plastic, minutes."""

    grams: float
    minutes: int


def slice_all() -> dict[Path, list[Path]]:
    """Slice every part where one has changed; return the list with its sources.

    Raises:
        subprocess.CalledProcessError: PrusaSlicer refuses a part; what it said is in `stderr`.
    """
    sources = [MECHANICS / f"{name}.stl" for name in PRINTED] + [Path(__file__)]
    if not fresh(LIST, sources):
        with TemporaryDirectory() as scratch:
            rows = [(name, _slice(name, Path(scratch))) for name in PRINTED]
        _write(rows)
    return {LIST: sources}


def read_prints() -> dict[str, Print]:
    """Return what each part takes, by its name."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return {
            row["part"]: Print(float(row["grams"]), int(row["minutes"]))
            for row in csv.DictReader(file)
        }


def _slice(name: str, scratch: Path) -> Print:
    path = scratch / f"{name}.gcode"
    command = ["prusa-slicer", "--export-gcode", *SETTINGS, "-o", str(path)]
    subprocess.run(
        [*command, str(MECHANICS / f"{name}.stl")], check=True, capture_output=True, text=True
    )
    text = path.read_text("utf-8")
    grams, time = _GRAMS.search(text), _TIME.search(text)
    if grams is None or time is None:
        raise ValueError(f"{path.name}: no grams or no time in it")
    days, hours, minutes = (int(part or 0) for part in time.groups())
    return Print(round(float(grams[1]), 1), (days * 24 + hours) * 60 + minutes)


def _write(rows: Iterable[tuple[str, Print]]) -> None:
    with LIST.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("part", "grams", "minutes"))
        writer.writerows((name, each.grams, each.minutes) for name, each in rows)
