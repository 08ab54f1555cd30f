"""What the figures would be on a Raspberry Pi (an estimate), and a measured machine's row.

The estimate is arithmetic, not a measurement. What it rests on, all published, none of it ours:
YOLOX-S (13.4 GMAC) runs at 2.5 pictures a second under onnxruntime on the four cores of a Pi 5, so
about 30 GMAC/s on four cores and 7.5 to 10 on the one core our nets use (cores share the memory);
a Pi 4 takes three to six times as long for the same nets. What is not a net (OpenCV and numpy) took
a prototype of the same kind 0.08 to 0.115 s on x86 and is put at three times that on a Pi 5 and up
to ten times on a Pi 4.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from engine.text import Text
from kiosk.cli.bench_figures import Figure
from kiosk.cli.bench_watch import Watched, middle
from kiosk.cli.parser import version

MEGA_MACS = {"embedding": 71.4, "newcard": 358.4}
"""Multiplications of one crop, of one search, in millions (counted from the nets that ship)."""
_ROWS = ("embedding", "newcard", "reading", "idle", "page", "memory")


@dataclass(frozen=True, slots=True)
class Device:
    """What is assumed of a machine, slowest and fastest."""

    name: str
    giga_macs: tuple[float, float]
    """Multiplications a second on one core, in thousands of millions."""
    rest: tuple[float, float]
    """How many times as long as on this machine everything takes that is no net."""


DEVICES = (
    Device("Pi 5", (7.5, 10.0), (3.0, 3.0)),
    Device("Pi 4", (7.5 / 6, 10.0 / 3), (10.0, 6.0)),
)
_NET = Text(de="Schätzung {device}: {what}", en="estimate {device}: {what}")
_CROP = Text(de="eine Karte einordnen", en="embedding one card")
_SEARCH = Text(de="die neue Karte suchen", en="finding the new card")
_READING = Text(de="von der Ruhe bis zur Lesung", en="rest to reading")


def estimates(found: Watched) -> Iterator[Figure]:
    """Return what the nets and a reading would take elsewhere, each with its arithmetic."""
    for device in DEVICES:
        slow, fast = device.giga_macs
        for net, title in (("embedding", _CROP), ("newcard", _SEARCH)):
            macs = MEGA_MACS[net]
            note = f"{macs:g} MMAC / {slow:.3g}–{fast:.3g} GMAC/s = {macs / fast:.0f}–"
            note += f"{macs / slow:.0f} ms"
            yield _figure(device, net, title, macs / slow, note)
        yield _reading(device, found)


def _reading(device: Device, found: Watched) -> Figure:
    crops, searches = middle([*map(float, found.crops)]), middle([*map(float, found.searches)])
    others = max(0.0, middle(found.reading_ms) - middle(found.net_ms))
    work = crops * MEGA_MACS["embedding"] + searches * MEGA_MACS["newcard"]
    low = work / device.giga_macs[1] + others * device.rest[1]
    high = work / device.giga_macs[0] + others * device.rest[0]
    note = (
        f"{crops:.0f} × {MEGA_MACS['embedding']:g} + {searches:.0f} × {MEGA_MACS['newcard']:g} = "
        f"{work:.0f} MMAC / {device.giga_macs[0]:.3g}–{device.giga_macs[1]:.3g} GMAC/s + "
        f"{others:.0f} ms × {device.rest[1]:g}–{device.rest[0]:g} = {low:.0f}–{high:.0f} ms"
    )
    return _figure(device, "reading", _READING, high, note)


def _figure(device: Device, name: str, title: Text, value: float, note: str) -> Figure:
    short = device.name.replace(" ", "").lower()
    return Figure(
        f"estimate_{short}_{name}",
        _NET.format(device=device.name, what=title),
        value,
        "ms",
        note=Text(de=f"höchstens; {note}", en=f"at most; {note}"),
    )


def row(figures: tuple[Figure, ...]) -> str:
    """Return this machine's line for the table of `docs/DEVICES.md`."""
    by_name = {figure.name: figure for figure in figures}
    cells = [model(), system(), versions(), *(_cell(by_name[name]) for name in _ROWS)]
    day = datetime.now(UTC).date().isoformat()
    return "| " + " | ".join([*cells, day]) + " |"


def _cell(figure: Figure) -> str:
    if figure.value is None or figure.value != figure.value:
        return "–"
    mark = "" if figure.kept else " ✗"
    return f"{figure.value:.3g} {figure.unit}{mark}"


def model() -> str:
    """Return what this machine calls itself, on a Pi its model with revision."""
    for path in ("/proc/device-tree/model", "/sys/devices/virtual/dmi/id/product_name"):
        try:
            name = Path(path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            continue
        if name:
            return f"{name} ({_processor()})" if "dmi" in path else name
    return _processor()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{named[0] if named else platform.machine()} × {max(1, len(named))}"


def system() -> str:
    """Return the operating system and its kernel."""
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        name = platform.system()
    return f"{name}, {platform.machine()}, {platform.release()}"


def versions() -> str:
    """Return the versions that matter for speed."""
    parts = [f"mehrkopf {version()}", f"Python {sys.version.split()[0]}"]
    parts += [
        f"{name} {metadata.version(name)}" for name in ("onnxruntime", "opencv-python", "numpy")
    ]
    return ", ".join(parts)
