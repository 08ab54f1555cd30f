"""The strip's real driver in the guest, on whatever serial port the kernel names."""

from __future__ import annotations

import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

from firmware_bridge.link.controller import ControllerDialect
from firmware_bridge.link.owner import LineStrip
from firmware_bridge.link.port import UDEV_NAME, candidates
from firmware_bridge.link.status import LineState, StripStatus
from firmware_bridge.strip import Picture
from tests.system.guest.agent import Caller

RULES = Path("/run/udev/rules.d")
_PATIENCE_S = 60.0


def names(caller: Caller) -> dict[str, Any]:
    """Return what the system calls its USB serial ports, and where ours would be looked for."""
    by_id = Path("/dev/serial/by-id")
    return {
        "nodes": sorted(str(node) for node in Path("/dev").glob("ttyUSB*")),
        "by_id": sorted(node.name for node in by_id.iterdir()) if by_id.exists() else [],
        "ours": str(UDEV_NAME.resolve()) if UDEV_NAME.exists() else None,
        "candidates": list(candidates()),
        "access": _access(Path("/dev/ttyUSB0")),
    }


def rule(caller: Caller, rule: str, there: bool) -> None:
    """Give udev a rule, or take it away again, for what is plugged in from now on."""
    RULES.mkdir(parents=True, exist_ok=True)
    place = RULES / Path(rule).name
    if there:
        shutil.copy(rule, place)
    else:
        place.unlink()
    subprocess.run(["udevadm", "control", "--reload"], check=True)


def drive(caller: Caller, lights: int) -> dict[str, Any]:
    """Drive a strip of so many lights as the test says; return its figures at the end.

    Words: `show` a picture; `stream` so many pictures without end until the next word; `until` a
    state is reached, which is said; `close`.
    """
    strip = LineStrip(lights, candidates, (ControllerDialect(lights),))
    streaming: _Stream | None = None
    while True:
        words = caller.hear()
        if streaming is not None:
            streaming.end()
            streaming = None
        if "stream" in words:
            streaming = _Stream(strip, [_picture(one) for one in words["stream"]])
        elif "show" in words:
            strip.show(_picture(words["show"]))
        elif "until" in words:
            wanted = LineState[words["until"]]
            caller.say("until", reached=strip.wait(_is(wanted), _PATIENCE_S), **_told(strip.status))
        else:
            strip.close()
            return _told(strip.status)


class _Stream:
    """Shows pictures as fast as the strip takes them."""

    def __init__(self, strip: LineStrip, pictures: list[Picture]) -> None:
        self._ending = threading.Event()
        self._strip, self._pictures = strip, pictures
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        number = 0
        while not self._ending.is_set():
            self._strip.show(self._pictures[number % len(self._pictures)])
            self._strip.settled(0.5)
            number += 1


def _access(node: Path) -> list[str]:
    """Return group and permissions of a device file."""
    return [node.group(), f"{node.stat().st_mode & 0o777:o}"] if node.exists() else []


def _is(wanted: LineState) -> Any:
    return lambda status: status.state is wanted


def _told(status: StripStatus) -> dict[str, Any]:
    counted = status.counters
    return {
        "state": status.state.name,
        "port": status.port,
        "trouble": None if status.trouble is None else status.trouble.en,
        "counters": {name: getattr(counted, name) for name in counted.__slots__},
    }


def _picture(one: list[list[int]]) -> Picture:
    return tuple((red, green, blue) for red, green, blue in one)
