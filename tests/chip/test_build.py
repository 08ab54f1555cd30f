"""The firmware as it is built: what it takes of the chip, what it may know, and a second chip."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chip import wire
from tests.chip.board import PATIENCE
from tests.chip.build import ADALIGHT, CONTROLLER, FIRMWARE, NAIVE, SIZE, build, need
from tests.chip.wire import Frame, Kind, Reason
from tests.shared_data import ROOT

FLASH_BYTES, RAM_BYTES = 32_256, 2048
"""ATmega328P, less the 512 bytes of Optiboot."""
STACK_BYTES = 512
"""Kept free for calls; `test_pin` looks how much of it is ever used."""
LONGEST = 400


@pytest.fixture(autouse=True)
def built() -> None:
    build()


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders or ("core", "chip", "adalight"):
        yield from sorted((CONTROLLER / folder).glob("*.[ch]"))


def sections(program: Path) -> dict[str, int]:
    told = subprocess.run(
        ["avr-size", "-A", str(program)], capture_output=True, text=True, check=True
    ).stdout
    return {name: int(size) for name, size in re.findall(r"^(\.\w+)\s+(\d+)", told, re.M)}


@pytest.mark.parametrize("program", [FIRMWARE, NAIVE, ADALIGHT], ids=lambda path: path.stem)
def test_the_program_fits_with_room_for_its_stack(program: Path) -> None:
    size = sections(program)
    flash = size[".text"] + size.get(".data", 0)
    ram = size.get(".data", 0) + size[".bss"] + size.get(".noinit", 0)
    assert flash <= FLASH_BYTES // 4
    assert ram <= RAM_BYTES - STACK_BYTES


def test_the_sizes_are_printed() -> None:
    size = sections(FIRMWARE)
    text = SIZE.read_text("utf-8")
    assert f"flash {size['.text'] + size['.data']} of {FLASH_BYTES} bytes" in text
    assert f"ram {size['.data'] + size['.bss'] + size['.noinit']} of {RAM_BYTES} bytes" in text


def test_the_guide_names_the_sizes_as_they_are() -> None:
    """Whoever changes the program runs `make firmware` and puts what it prints into the guide."""
    guide = (CONTROLLER / "README.md").read_text("utf-8")
    [said] = re.findall(r"```\n(flash .*\nram .*\n)```", guide)
    [named] = set(re.findall(r"avr-gcc (\d[\d.]*\d)", guide))
    built = SIZE.read_text("utf-8")
    command = ["avr-gcc", "-dumpversion"]
    if subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == named:
        assert said == built
    else:  # another compiler makes another program, but no other chip is needed for it
        pairs = zip(re.findall(r" (\d+) of", said), re.findall(r" (\d+) of", built), strict=True)
        assert all(int(here) == pytest.approx(int(there), rel=0.2) for there, here in pairs)


def test_the_core_knows_no_chip() -> None:
    including = re.compile(r"#include\s+[<\"]([^>\"]+)")
    for path in sources("core"):
        included = including.findall(path.read_text("utf-8"))
        foreign = [name for name in included if "/" in name or name.startswith("avr")]
        assert foreign == [], path.name


def test_c_files_hold_one_idea_each() -> None:
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in sources()}
    assert len(lengths) > 15
    assert max(lengths.values()) <= LONGEST


def test_the_numbers_of_the_core_are_the_documents() -> None:
    limits = (CONTROLLER / "core" / "limits.h").read_text("utf-8")
    numbers = {
        name: int(value) for name, value in re.findall(r"#define (\w+) (\d+)$", limits, re.M)
    }
    assert numbers["PROTOCOL_VERSION"] == wire.VERSION
    assert numbers["MAX_LEDS"] == wire.MAX_LEDS
    assert numbers["CAP_MA"] == wire.CAP_MA
    assert numbers["PIECE_LEDS"] == wire.PIECE
    document = (CONTROLLER.parent / "PROTOCOL.md").read_text("utf-8")
    for said in (
        f"After **{numbers['SILENCE_MS'] // 1000} s** without one",
        f"again every **{numbers['EVENT_AGAIN_MS']} ms**",
        f"{numbers['HELD_MS']} ms after the press",
        f"Looked at every {numbers['LOOK_EVERY_MS']} ms",
        f"({numbers['CAP_MA']} mA)",
    ):
        assert said in document


def test_the_same_program_greets_on_another_emulator(tmp_path: Path) -> None:
    """QEMU's ATmega328P: no pin to look at and no noise, but written by others."""
    socket_path = tmp_path / "line"
    need(*() if shutil.which("qemu-system-avr") else ("qemu-system-misc",))
    command = ["qemu-system-avr", "-M", "uno", "-nographic", "-monitor", "none", "-bios"]
    command += [str(FIRMWARE), "-serial", f"unix:{socket_path},server=on,wait=on"]
    qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        with connected(socket_path, qemu) as line:
            told = wire.read_welcome(asked(line, wire.hello(1, 60)).payload)
            assert (told.version, told.max_leds, told.leds) == (wire.VERSION, 144, 60)
            picture = [(1, 2, 3)] * 60
            for seq in range(2, 200, 3):
                asked(line, wire.hello(seq, 60))
                asked(line, wire.pixels(seq + 1, 0, picture))
                shown = asked(line, wire.show(seq + 2, picture))
                # On a busy machine three seconds of silence may pass between two requests.
                if shown.payload[1:] != bytes([Reason.NOT_GREETED]):
                    break
            assert (shown.kind, shown.payload) == (Kind.ACK, bytes([Kind.SHOW]))
    finally:
        qemu.kill()
        qemu.communicate()


def connected(path: Path, process: subprocess.Popen[bytes]) -> socket.socket:
    """Connect as soon as somebody listens there."""
    deadline = time.monotonic() + PATIENCE
    while True:
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(PATIENCE)
        try:
            line.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            line.close()
            assert process.poll() is None, "the emulator is gone"
            assert time.monotonic() < deadline, "the emulator does not start"
        else:
            return line


def asked(line: socket.socket, request: Frame) -> Frame:
    """Send a request, again and again, until its answer comes: a chip that starts hears nothing."""
    line.settimeout(0.5)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        line.sendall(wire.encode(request))
        try:
            for frame in arriving(line):
                if frame.seq == request.seq:
                    return frame
        except TimeoutError:
            continue
    raise AssertionError(f"no answer to {request}")


def arriving(line: socket.socket) -> Iterator[Frame]:
    half = b""
    while True:
        *blocks, half = (half + line.recv(4096)).split(b"\0")
        yield from (wire.decode(block) for block in blocks if block)


def test_a_person_gets_a_port_and_sees_the_strip(tmp_path: Path) -> None:
    """`python -m tests.chip.board`."""
    link = tmp_path / "strip"
    command = [sys.executable, "-m", "tests.chip.board", str(link)]
    run = subprocess.run(
        command, input="press 2\nskip 1500\n", capture_output=True, text=True, cwd=ROOT, check=True
    )
    lines = run.stdout.splitlines()
    assert str(link) in lines
    assert sum(line.startswith("State(") for line in lines) == 2
    assert any(line.startswith("((24, 8, 0), (0, 0, 0)") for line in lines)
    assert not link.is_symlink(), "gone with the board"
