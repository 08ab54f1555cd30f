"""Where a strip may be plugged in: a few ports by name and number, never everything there is.

Opening a port resets what hangs on it, and other people's devices hang on ports too (OctoPrint
issue 3394). So only what was named is opened, or what names itself, or a USB chip that strips'
controllers use. The order: configuration, by-id name, udev name, known USB chips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

BY_ID = Path("/dev/serial/by-id")
UDEV_NAME = Path("/dev/mehrkopf-strip")
"""The name hardware/udev gives to a controller."""
OUR_NAME = "mehrkopf"
"""In the by-id name of a controller whose USB chip was given our name."""

KNOWN_USB: dict[tuple[int, int], str] = {
    (0x1A86, 0x7523): "CH340",
    (0x1A86, 0x55D4): "CH9102",
    (0x0403, 0x6001): "FT232R",
    (0x2341, 0x0043): "Arduino Uno",
    (0x2341, 0x0001): "Arduino Uno",
    (0x10C4, 0xEA60): "CP210x",
    (0x2E8A, 0x000A): "RP2040",
    (0x303A, 0x1001): "ESP32",
}
"""Vendor and product number of USB chips on boards that drive strips (HARDWARE.md section 2)."""


@dataclass(frozen=True, slots=True)
class UsbPort:
    """A serial port of the system."""

    device: str
    vendor: int | None = None
    product: int | None = None


Listing = Callable[[], Iterable[UsbPort]]


def system_ports() -> Iterator[UsbPort]:
    """Yield the system's serial ports; those that hang on no USB have no numbers."""
    for found in list_ports.comports():
        yield UsbPort(found.device, found.vid, found.pid)


def candidates(
    configured: str | None = None,
    listing: Listing = system_ports,
    by_id: Path = BY_ID,
    udev_name: Path = UDEV_NAME,
) -> tuple[str, ...]:
    """Return the ports to try now, likeliest first, each device once.

    A configured port is the only one, whether it is there or not: its owner says what is amiss.
    """
    if configured is not None:
        return (configured,)
    named = _by_id_names(by_id)
    ours = [path for path in named if OUR_NAME in path.name.lower()]
    udev = [udev_name] if udev_name.exists() else []
    known = [
        _lasting_name(Path(port.device), named)
        for port in listing()
        if (port.vendor, port.product) in KNOWN_USB
    ]
    return tuple(_each_once([*ours, *udev, *known]))


def _by_id_names(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        # No serial device on USB: the folder comes and goes with them.
        return []


def _lasting_name(device: Path, named: Iterable[Path]) -> Path:
    """Return the by-id name of a device; numbers like ttyUSB0 change from plug to plug."""
    target = device.resolve()
    return next((path for path in named if path.resolve() == target), device)


def _each_once(paths: Iterable[Path]) -> Iterator[str]:
    seen: set[Path] = set()
    for path in paths:
        target = path.resolve()
        if target not in seen:
            seen.add(target)
            yield str(path)
