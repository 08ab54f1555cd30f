"""The wire between a test and the guest: orders go out, news and results come back.

The other end is `tests.system.guest.agent`. Nothing here sleeps: whoever waits is woken by what the
guest says, or by its end.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from pathlib import Path
from typing import Any


class GuestError(Exception):
    """The guest failed at what it was asked, fell silent or is gone."""


class Channel:
    """Numbers orders and sorts what comes back; everything that passed is kept in `log`."""

    def __init__(self, connection: socket.socket, log: Path) -> None:
        self._socket = connection
        self._log = log.open("w", encoding="utf-8")
        self._began = time.monotonic()
        self._news = threading.Condition()
        self._received: dict[int, list[dict[str, Any]]] = {}
        self._ended = False
        self._last = 0
        self._reader = threading.Thread(target=self._read, name="channel", daemon=True)
        self._reader.start()

    def order(self, what: str, given: dict[str, Any]) -> Order:
        """Let the guest begin `module:function` of `tests.system.guest` with these arguments."""
        self._last += 1
        self._send({"id": self._last, "do": what, "with": given})
        return Order(self, self._last, what)

    def say(self, number: int, words: dict[str, Any]) -> None:
        """Tell a running order something."""
        self._send({"id": number, "words": words})

    def wait(self, number: int, position: int, deadline: float) -> dict[str, Any] | None:
        """Return the order's message at `position`; None where it had not come by the deadline.

        Raises:
            GuestError: the guest is gone, so it will not come.
        """
        with self._news:
            while True:
                received = self._received.get(number, [])
                if position < len(received):
                    return received[position]
                if self._ended:
                    raise GuestError("the guest is gone")
                left = deadline - time.monotonic()
                if left <= 0:
                    return None
                self._news.wait(left)

    def close(self) -> None:
        """Wait until everything the guest sent before its end is read, and hang up."""
        self._reader.join()
        self._socket.close()
        self._log.close()

    def _send(self, message: dict[str, Any]) -> None:
        self._note(">", message)
        try:
            self._socket.sendall(json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise GuestError("the guest is gone") from error

    def _read(self) -> None:
        with self._socket.makefile("rb") as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                message = json.loads(line)
                self._note("<", message)
                with self._news:
                    self._received.setdefault(message["id"], []).append(message)
                    self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _note(self, way: str, message: dict[str, Any]) -> None:
        self._log.write(f"{time.monotonic() - self._began:8.2f} {way} {json.dumps(message)}\n")
        self._log.flush()


class Order:
    """Something the guest is doing."""

    def __init__(self, channel: Channel, number: int, what: str) -> None:
        self._channel = channel
        self._number = number
        self._what = what
        self._position = 0

    def event(self, name: str, seconds: float) -> dict[str, Any]:
        """Return the details of the next news of this name; other news before it are passed by.

        Raises:
            GuestError: it did not come within `seconds`, the order failed or ended without it.
        """
        deadline = time.monotonic() + seconds
        while True:
            message = self._next(deadline, f"'{name}'", seconds)
            if message.get("event") == name:
                details: dict[str, Any] = message["details"]
                return details
            if "done" in message:
                raise GuestError(f"{self._what} ended without '{name}': {message['done']}")

    def result(self, seconds: float) -> Any:
        """Return what the order came to.

        Raises:
            GuestError: it failed, or had not ended within `seconds`.
        """
        deadline = time.monotonic() + seconds
        while True:
            message = self._next(deadline, "its end", seconds)
            if "done" in message:
                return message["done"]

    def say(self, **words: Any) -> None:
        """Tell the running order something."""
        self._channel.say(self._number, words)

    def _next(self, deadline: float, wanted: str, seconds: float) -> dict[str, Any]:
        message = self._channel.wait(self._number, self._position, deadline)
        if message is None:
            raise GuestError(f"{self._what}: no {wanted} within {seconds:.0f} s")
        self._position += 1
        if "failed" in message:
            raise GuestError(f"{self._what} failed in the guest:\n{message['failed']}")
        return message
