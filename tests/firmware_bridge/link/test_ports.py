"""Where a strip is looked for, and that a line breaks in one way only, however it breaks."""

from __future__ import annotations

import errno
import os
import termios
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from firmware_bridge.link import words as w
from firmware_bridge.link.port import KNOWN_USB, Bell, LineLostError, UsbPort, Wire, candidates

STRIP_MD = Path(__file__).parents[3] / "docs" / "STRIP.md"
CH340, FTDI = (0x1A86, 0x7523), (0x0403, 0x6001)


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    """A /dev with two known boards, a stranger and a port of the mainboard."""
    for name in ("ttyUSB0", "ttyUSB1", "ttyACM0", "ttyS0"):
        (tmp_path / name).touch()
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id/usb-1a86_USB_Serial-if00").symlink_to(tmp_path / "ttyUSB0")
    return tmp_path


def listing(dev: Path) -> tuple[UsbPort, ...]:
    return (
        UsbPort(str(dev / "ttyS0")),
        UsbPort(str(dev / "ttyACM0"), 0x1D6B, 0x0002),
        UsbPort(str(dev / "ttyUSB0"), *CH340),
        UsbPort(str(dev / "ttyUSB1"), *FTDI),
    )


def found(dev: Path, configured: str | None = None) -> list[str]:
    ports = candidates(configured, lambda: listing(dev), dev / "by-id", dev / "mehrkopf-strip")
    return [str(Path(port).relative_to(dev)) for port in ports]


def test_only_known_boards_are_tried_by_their_lasting_names(dev: Path) -> None:
    assert found(dev) == ["by-id/usb-1a86_USB_Serial-if00", "ttyUSB1"]


def test_the_udev_name_comes_first_and_each_device_once(dev: Path) -> None:
    (dev / "mehrkopf-strip").symlink_to(dev / "ttyUSB1")
    assert found(dev) == ["mehrkopf-strip", "by-id/usb-1a86_USB_Serial-if00"]


def test_a_board_that_bears_our_name_comes_before_all(dev: Path) -> None:
    (dev / "mehrkopf-strip").symlink_to(dev / "ttyUSB1")
    (dev / "by-id/usb-Mehrkopf_Strip_01").symlink_to(dev / "ttyACM0")
    assert found(dev)[0] == "by-id/usb-Mehrkopf_Strip_01"


def test_a_configured_port_is_the_only_one_there_or_not(dev: Path) -> None:
    assert found(dev, str(dev / "ttyUSB7")) == ["ttyUSB7"]


def test_nothing_on_usb_is_nothing_to_try(tmp_path: Path) -> None:
    assert candidates(None, tuple, tmp_path / "none", tmp_path / "none") == ()


def test_the_known_boards_are_those_agreed() -> None:
    assert sorted(f"{vendor:04x}:{product:04x}" for vendor, product in KNOWN_USB) == [
        "0403:6001",
        "10c4:ea60",
        "1a86:55d4",
        "1a86:7523",
        "2341:0001",
        "2341:0043",
        "2e8a:000a",
        "303a:1001",
    ]


@pytest.fixture
def bell() -> Iterator[Bell]:
    made = Bell()
    yield made
    made.close()


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    """A pseudo terminal: our end, and the other's name."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "gone"),
        termios.error(5, "gone"),
        TypeError("'NoneType' object cannot be interpreted as an integer"),
        ValueError("negative file descriptor"),
    ],
)
@pytest.mark.parametrize("way", ["read", "write", "set_baud"])
def test_every_way_a_line_breaks_is_the_same_error(
    line: tuple[int, str],
    bell: Bell,
    error: Exception,
    way: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    master, name = line

    def broken(*_: object) -> bytes:
        raise error

    with Wire(name, 500_000, bell) as wire:
        os.write(master, b"x")
        for method in ("read", "write", "reset_input_buffer"):
            monkeypatch.setattr(wire._serial, method, broken)
        ways: dict[str, Callable[[], object]] = {
            "read": lambda: wire.read(time.monotonic() + 30),
            "write": lambda: wire.write(b"x"),
            "set_baud": lambda: wire.set_baud(115_200),
        }
        with pytest.raises(LineLostError) as told:
            ways[way]()
        assert told.value.text == w.GONE.format(port=name)
        monkeypatch.undo()


def test_the_lock_holds_against_programs_that_ask_and_no_others(
    line: tuple[int, str], bell: Bell
) -> None:
    _, name = line
    with Wire(name, 500_000, bell), pytest.raises(LineLostError) as told:
        Wire(name, 500_000, bell)
    assert told.value.text == w.BUSY.format(port=name)
    with Wire(name, 500_000, bell):
        os.close(os.open(name, os.O_RDWR | os.O_NOCTTY))
    german, english = STRIP_MD.read_text("utf-8").split("\n## `[strip]`")
    for told_to in (german, english):
        assert "`flock`" in told_to
        assert "`sudo systemctl stop mehrkopf`" in told_to


def test_a_port_that_takes_no_bytes_is_given_up(line: tuple[int, str], bell: Bell) -> None:
    _, name = line
    with Wire(name, 500_000, bell) as wire, pytest.raises(LineLostError) as told:
        wire.write(bytes(1_000_000))
    assert told.value.text == w.JAMMED.format(port=name)


def test_what_cannot_be_opened_says_why(
    tmp_path: Path, bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(LineLostError) as told:
        Wire(str(tmp_path / "none"), 500_000, bell)
    assert told.value.text == w.NOT_THERE.format(port=tmp_path / "none")
    file = tmp_path / "file"
    file.touch()
    for no_port in (file, tmp_path):
        with pytest.raises(LineLostError) as told:
            Wire(str(no_port), 500_000, bell)
        assert told.value.text == w.NOT_SERIAL.format(port=no_port)

    def denied(*_: object, **__: object) -> None:
        raise serial.SerialException(errno.EACCES, "no")

    monkeypatch.setattr(serial, "Serial", denied)
    with pytest.raises(LineLostError) as told:
        Wire("/dev/ttyUSB0", 500_000, bell)
    assert told.value.text == w.DENIED.format(port="/dev/ttyUSB0")


def test_the_bell_wakes_who_listens_and_never_fills_up(line: tuple[int, str], bell: Bell) -> None:
    _, name = line
    for _ in range(70_000):
        bell.ring()
    with Wire(name, 500_000, bell) as wire:
        assert wire.read(time.monotonic() + 30, wake=True) == b""
        bell.hush()
        began = time.monotonic()
        assert wire.read(began + 0.05, wake=True) == b""
        assert time.monotonic() >= began + 0.05
