"""Serial ports: where a strip may be plugged in, and one port as its one owner sees it.

Opening a port resets what hangs on it, and other people's devices hang on ports too (OctoPrint
issue 3394). So only what was named is opened, or what names itself, or a USB chip that strips'
controllers use. The order: configuration, by-id name, udev name, known USB chips.

An open port has bytes in and out, never for ever, and one kind of error. pyserial reports a pulled
plug as SerialException, OSError, termios.error, ValueError or, where its own descriptor is closed
already, TypeError (pyserial's issue 341 and others). Here all of them are `LineLostError`, with the
sentence a person needs.
"""

from __future__ import annotations

import errno
import os
import select
import termios
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import serial
from serial.tools import list_ports

from engine.text import Text, os_reason
from firmware_bridge.link import words as w

WRITE_TIMEOUT = 0.3
"""Seconds after which a port that takes no bytes is given up."""
_CHUNK = 4096
_ANY = (serial.SerialException, OSError, termios.error, TypeError, ValueError)


class LineLostError(Exception):
    """The line is of no use any more; `text` says why, and what a person can do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class Bell:
    """Wakes the thread that waits at a line; ringing never blocks and never fails."""

    def __init__(self) -> None:
        self._hear, self._ring = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def fileno(self) -> int:
        """Return what becomes readable when it rings."""
        return self._hear

    def ring(self) -> None:
        """Wake whoever waits, or will wait next."""
        # A full pipe rings already.
        with suppress(BlockingIOError):
            os.write(self._ring, b"!")

    def hush(self) -> None:
        """Stop ringing."""
        with suppress(BlockingIOError):
            while os.read(self._hear, _CHUNK):
                pass

    def wait(self, seconds: float) -> None:
        """Wait until it rings, at most so long."""
        select.select([self._hear], [], [], seconds)

    def close(self) -> None:
        """Let go of it; nobody may ring any more."""
        os.close(self._hear)
        os.close(self._ring)


class Wire:
    """One open serial port, locked (`flock`) against programs that ask for the lock."""

    def __init__(self, port: str, baud: int, bell: Bell) -> None:
        """Open the port; the other side may reset because of it.

        Raises:
            LineLostError: it cannot be opened.
        """
        self.port = port
        self._bell = bell
        try:
            self._serial = serial.Serial(
                port, baud, timeout=0, write_timeout=WRITE_TIMEOUT, exclusive=True
            )
        except _ANY as error:
            raise LineLostError(_refusal(port, error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def set_baud(self, baud: int) -> None:
        """Go on at another rate; what came in at the old one is thrown away.

        Raises:
            LineLostError: the line broke, or cannot do it.
        """
        try:
            self._serial.baudrate = baud
            self._serial.reset_input_buffer()
        except _ANY as error:
            raise LineLostError(w.GONE.format(port=self.port)) from error

    def write(self, data: bytes) -> None:
        """Hand over all bytes.

        Raises:
            LineLostError: the line broke, or takes none.
        """
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise LineLostError(w.JAMMED.format(port=self.port)) from error
        except _ANY as error:
            raise LineLostError(w.GONE.format(port=self.port)) from error

    def read(self, until: float, *, wake: bool = False) -> bytes:
        """Return what came in, as soon as there is some; nothing at `until` (monotonic time).

        With `wake` the bell ends the waiting as well.

        Raises:
            LineLostError: the line broke.
        """
        try:
            ears = [self._serial.fileno(), *([self._bell] if wake else [])]
            ready, _, _ = select.select(ears, [], [], max(until - time.monotonic(), 0.0))
            data: bytes = self._serial.read(_CHUNK) if ears[0] in ready else b""
        except _ANY as error:
            raise LineLostError(w.GONE.format(port=self.port)) from error
        return data

    def close(self) -> None:
        """Let go of the port. Bytes nobody has taken are dropped: closing would wait for them."""
        with suppress(*_ANY):
            self._serial.reset_output_buffer()
        # A line that is gone may refuse even this; it is gone all the same.
        with suppress(*_ANY):
            self._serial.close()


def _refusal(port: str, error: BaseException) -> Text:
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return w.NOT_THERE.format(port=port)
    if number in (errno.EACCES, errno.EPERM):
        return w.DENIED.format(port=port)
    if number in (errno.EAGAIN, errno.EBUSY):
        return w.BUSY.format(port=port)
    if isinstance(error, OSError) and number not in (None, errno.EISDIR):
        return w.REFUSES.format(port=port, why=os_reason(error))
    return w.NOT_SERIAL.format(port=port)


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
"""Vendor and product number of USB chips on strip boards (hardware/README.md, Pins and ports)."""


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
