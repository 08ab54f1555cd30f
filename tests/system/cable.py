"""The cable between QEMU's USB adapter and the emulated board's port.

QEMU's own way to a terminal knows no 500,000 baud and silently takes 460,800
(hardware/README.md, Pins and ports), so the bytes are carried here.
"""

from __future__ import annotations

import os
import select
import socket
import threading

import serial

BAUD = 500_000


class Cable:
    """Carries bytes both ways until `close`."""

    def __init__(self, guest: socket.socket, port: str) -> None:
        self._guest = guest
        self._board = serial.Serial(port, BAUD, timeout=0)
        self._stop, self._stopped = os.pipe()
        self._thread = threading.Thread(target=self._carry, name="cable", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Pull it off the board; QEMU keeps its end."""
        os.close(self._stopped)
        self._thread.join()
        os.close(self._stop)
        self._board.close()

    def _carry(self) -> None:
        ends = [self._guest.fileno(), self._board.fd, self._stop]
        while True:
            ready, _, _ = select.select(ends, [], [])
            if self._stop in ready:
                return
            if self._guest.fileno() in ready:
                data = self._guest.recv(4096)
                if not data:
                    return
                self._board.write(data)
            if self._board.fd in ready:
                self._guest.sendall(self._board.read(4096))
