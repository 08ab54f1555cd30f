"""Carries out, inside the guest, what the tests order; the other end is `tests.system.machine`.

One line of JSON a message, over a virtio port. An order names a function of this package; it runs
in a thread of its own, gets a `Caller` to tell news and to hear more; its result is the answer.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PORT = "mehrkopf.control"


class Caller:
    """The test at the other end of one order."""

    def __init__(self, number: int, send: Callable[[dict[str, Any]], None]) -> None:
        self._number = number
        self._send = send
        self._heard: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def say(self, event: str, **details: Any) -> None:
        """Tell the test that something happened."""
        self._send({"id": self._number, "event": event, "details": details})

    def hear(self) -> dict[str, Any]:
        """Wait for the test's next word."""
        return self._heard.get()

    def hear_within(self, seconds: float) -> dict[str, Any] | None:
        """Wait for the test's next word; None where it says none within so many seconds."""
        try:
            return self._heard.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            return None

    def told(self, words: dict[str, Any]) -> None:
        """Keep what the test said until it is heard."""
        self._heard.put(words)


class Agent:
    """Reads orders and runs them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._sending = threading.Lock()
        self._callers: dict[int, Caller] = {}

    def serve(self) -> None:
        """Carry out orders until one says to stop."""
        self._send({"id": 0, "event": "ready", "details": {"uptime": _uptime()}})
        for line in _lines(self._port):
            order = json.loads(line)
            number = order["id"]
            if "words" in order:
                self._callers[number].told(order["words"])
            elif order["do"] == "stop":
                return
            else:
                caller = self._callers[number] = Caller(number, self._send)
                work = (caller, order["do"], order["with"])
                threading.Thread(target=self._carry_out, args=work, daemon=True).start()

    def _carry_out(self, caller: Caller, what: str, given: dict[str, Any]) -> None:
        number = caller._number
        try:
            module, name = what.split(":")
            work = getattr(importlib.import_module(f"tests.system.guest.{module}"), name)
            self._send({"id": number, "done": work(caller, **given)})
        except BaseException:
            self._send({"id": number, "failed": traceback.format_exc()})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        with self._sending:
            while data:
                data = data[os.write(self._port, data) :]


def _lines(port: int) -> Iterator[bytes]:
    kept = b""
    while True:
        kept += os.read(port, 65536)
        *lines, kept = kept.split(b"\n")
        yield from lines


def _uptime() -> float:
    return float(Path("/proc/uptime").read_text().split()[0])


def _open_port() -> int:
    for name in Path("/sys/class/virtio-ports").glob("*/name"):
        if name.read_text().strip() == PORT:
            return os.open(f"/dev/{name.parent.name}", os.O_RDWR)
    raise FileNotFoundError(PORT)


if __name__ == "__main__":
    Agent(_open_port()).serve()
