"""QEMU's monitor (QMP): plugs and unplugs what the guest sees."""

from __future__ import annotations

import json
import socket
from typing import Any

from tests.system.channel import GuestError

_ANSWER_S = 60.0


class Monitor:
    """One conversation with QEMU; its own news are kept until somebody waits for them."""

    def __init__(self, connection: socket.socket) -> None:
        connection.settimeout(_ANSWER_S)
        self._connection = connection
        self._lines = connection.makefile("rb")
        self._news: list[dict[str, Any]] = []
        self._next()
        self.command("qmp_capabilities")

    def command(self, name: str, **arguments: Any) -> Any:
        """Give a command and return its answer.

        Raises:
            GuestError: QEMU refuses or is gone.
        """
        order = {"execute": name, "arguments": arguments}
        self._connection.sendall(json.dumps(order).encode() + b"\n")
        while True:
            answer = self._next()
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise GuestError(f"{name}: {answer['error']['desc']}")
            self._news.append(answer)

    def event(self, name: str) -> dict[str, Any]:
        """Wait for QEMU's news of this name, such as `DEVICE_DELETED`.

        Raises:
            GuestError: QEMU is gone.
        """
        while True:
            for at, news in enumerate(self._news):
                if news.get("event") == name:
                    return self._news.pop(at)
            self._news.append(self._next())

    def close(self) -> None:
        """Hang up."""
        self._lines.close()
        self._connection.close()

    def _next(self) -> dict[str, Any]:
        line = self._lines.readline()
        if not line:
            raise GuestError("QEMU is gone")
        message: dict[str, Any] = json.loads(line)
        return message
