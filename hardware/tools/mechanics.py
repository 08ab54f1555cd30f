"""The printed parts: rendered with OpenSCAD, STL to print and PNG to look at, measured and sliced.

What printing takes, plastic and time as PrusaSlicer reckons them, stands in `mechanics/prints.csv`.
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

import numpy as np
from PIL import Image

from hardware.tools.parts import Level
from hardware.tools.places import GUIDE, MECHANICS, fresh

PRINTED = ("head", "hood", "shutter", "rail", "corner", "bend", "box", "lid", "bar")
"""The parts to print; each is a file of its own in `mechanics`."""
COPIES = {"rail": 17, "corner": 4, "bend": 0, "bar": 0}
"""How often for a table of 90 × 90 cm; all others once. Bends are for the round table."""
ON_TOP = {"bend": 7, "bar": 1}
"""What only some print: bends for a round table, the bar for a second row of buttons."""
LEVELS = {
    "head": Level.STAND,
    "hood": Level.STAND,
    "shutter": Level.STAND,
    "rail": Level.LIGHT,
    "corner": Level.LIGHT,
    "bend": Level.LIGHT,
    "box": Level.BOX,
    "lid": Level.BOX,
    "bar": Level.BOX,
}
"""The step of building that a part is for."""
WHITE = ("rail", "corner", "bend")
"""Printed in white; all others in black."""
PETG = 1.27
"""Grams a cubic centimetre."""

PRINTS = MECHANICS / "prints.csv"
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

_USES = re.compile(r"^(?:use|include) <(\w+\.scad)>", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class View:
    """One picture: what is drawn, from where (angles; None: it fills the picture), how large."""

    name: str
    source: str
    camera: str
    size: tuple[int, int] = (800, 600)
    whole: bool = True


VIEWS = (
    View("table", "assembly", "0,60,330,70,0,24,4300", (1000, 1000), whole=False),
    View("exploded", "exploded", "-5,0,130,76,0,28,900", (800, 900), whole=False),
    View("head", "head", "0,0,0,65,0,35,500"),
    View("hood", "hood", "0,0,0,55,0,35,500"),
    View("shutter", "shutter", "0,0,0,50,0,30,500"),
    View("rail", "rail", "0,0,0,60,0,60,500"),
    View("corner", "corner", "0,0,0,50,0,215,500"),
    View("bend", "bend", "0,0,0,50,0,215,500"),
    View("box", "box", "0,0,0,50,0,25,500"),
    View("box-back", "box", "0,0,0,50,0,205,500"),
    View("lid", "lid", "0,0,0,45,0,25,500"),
    View("bar", "bar", "0,0,0,50,0,25,500"),
    View("filled", "filled", "0,0,0,42,0,15,500", (1000, 700)),
)
_COLOURED = ("assembly", "exploded", "filled")
"""Drawings of several things in their colours, which a full rendering would lose."""


def sources_of(name: str) -> list[Path]:
    """Return the part's file and everything it includes, however deep."""
    path = MECHANICS / f"{name}.scad"
    found = [path]
    for used in _USES.findall(path.read_text("utf-8")):
        found += [each for each in sources_of(Path(used).stem) if each not in found]
    return found


def render(name: str, into: Path) -> dict[Path, list[Path]]:
    """Write a part's STL, binary; return it with its sources.

    Raises:
        subprocess.CalledProcessError: OpenSCAD refuses the part; what it said is in `stderr`.
    """
    path, sources = into / f"{name}.stl", sources_of(name)
    if fresh(path, sources):
        return {path: sources}
    openscad("-o", str(path), "--export-format", "binstl", str(MECHANICS / f"{name}.scad"))
    return {path: sources}


def photograph(view: View, into: Path) -> dict[Path, list[Path]]:
    """Write a picture of a part; needs a display (`xvfb-run`).

    Raises:
        subprocess.CalledProcessError: OpenSCAD refuses the part; what it said is in `stderr`.
        ValueError: OpenSCAD found no display and wrote nothing.
    """
    path, sources = into / f"{view.name}.png", sources_of(view.source)
    if fresh(path, sources):
        return {path: sources}
    frame = ["--render", "--viewall", "--autocenter"] if view.whole else []
    if view.source in _COLOURED:
        frame = [each for each in frame if each != "--render"]
    openscad(
        *("-o", str(path), "--colorscheme=Tomorrow", f"--camera={view.camera}"),
        "--imgsize={},{}".format(*view.size),
        *frame,
        str(MECHANICS / f"{view.source}.scad"),
    )
    if not path.stat().st_size:
        raise ValueError(f"no picture of {view.name}: OpenSCAD needs a display (xvfb-run)")
    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(48, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    return {path: sources}


def render_all() -> dict[Path, list[Path]]:
    """Render and photograph everything; return each file with its sources."""
    made: dict[Path, list[Path]] = {}
    for name in PRINTED:
        made |= render(name, MECHANICS)
    for view in VIEWS:
        made |= photograph(view, GUIDE / "pictures")
    return made


def openscad(*arguments: str) -> None:
    """Run OpenSCAD.

    Raises:
        subprocess.CalledProcessError: it refuses; what it said is in `stderr`.
    """
    subprocess.run(["openscad", *arguments], check=True, capture_output=True, text=True)


_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
_HEAD = 80


@dataclass(frozen=True, slots=True)
class Solid:
    """A part's box in millimetres, its volume in cubic centimetres, its number of triangles."""

    size: tuple[float, float, float]
    volume: float
    triangles: int


def read_stl(path: Path) -> Solid:
    """Read a part.

    Raises:
        ValueError: the file is no binary STL of the length its head gives.
    """
    data = path.read_bytes()
    count = int.from_bytes(data[_HEAD : _HEAD + 4], "little")
    if len(data) != _HEAD + 4 + count * _TRIANGLE.itemsize or not count:
        raise ValueError(f"{path} is no binary STL")
    corners = np.frombuffer(data, _TRIANGLE, count, _HEAD + 4)["corners"].astype(float)
    points = corners.reshape(-1, 3)
    x, y, z = (points.max(axis=0) - points.min(axis=0)).tolist()
    volume = float(np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6)
    return Solid((x, y, z), volume / 1000, count)


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
    if not fresh(PRINTS, sources):
        with TemporaryDirectory() as scratch:
            rows = [(name, _slice(name, Path(scratch))) for name in PRINTED]
        _write(rows)
    return {PRINTS: sources}


def read_prints() -> dict[str, Print]:
    """Return what each part takes, by its name."""
    with PRINTS.open(encoding="utf-8", newline="") as file:
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
    with PRINTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("part", "grams", "minutes"))
        writer.writerows((name, each.grams, each.minutes) for name, each in rows)
