"""Sockets QEMU calls when it starts: whoever waits for it waits for the call, not for a file."""

from __future__ import annotations

import socket
from pathlib import Path

_CALL_S = 60.0


class Waiting:
    """A socket in the file system that expects one caller."""

    def __init__(self, name: str, folder: Path) -> None:
        self._path = folder / f"{name}.sock"
        self._name = name
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(self._path))
        self._listening.listen(1)
        self._listening.settimeout(_CALL_S)

    @property
    def words(self) -> tuple[str, str]:
        """What makes QEMU call here; the line has the socket's name."""
        return "-chardev", f"socket,id={self._name},path={self._path}"

    def answer(self) -> socket.socket:
        """Wait for the call and return the connection.

        Raises:
            TimeoutError: nobody called.
        """
        connection, _ = self._listening.accept()
        self._listening.close()
        connection.settimeout(None)
        return connection
