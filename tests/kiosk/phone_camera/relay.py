"""A bad Wi-Fi between phone and table: what goes through it is late, and lines are cut."""

from __future__ import annotations

import random
import socket
import threading
from contextlib import suppress

_PIECE = 65536
_PATIENCE_S = 30.0


class Relay:
    """Passes connections on to `port`; each piece `late_s` late.

    Of hundred pieces that come from the phone about `cut` end their connection instead.
    """

    def __init__(self, port: int, late_s: float, cut: int, seed: int = 1) -> None:
        self._to, self._late_s, self._cut = port, late_s, cut
        self._dice = random.Random(seed)
        self._over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self.cuts = 0
        self.gone = False
        """Whether there is no network at all."""
        self.port = int(self._listening.getsockname()[1])
        self._begin(self._accept)

    def _begin(self, work: object, *given: object) -> None:
        assert callable(work)
        threading.Thread(target=work, args=given, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                if self.gone:
                    phone.close()
                    continue
                table = socket.create_connection(("127.0.0.1", self._to), _PATIENCE_S)
                self._open |= {phone, table}
                self._begin(self._pump, phone, table, self._cut)
                self._begin(self._pump, table, phone, 0)

    def _pump(self, source: socket.socket, target: socket.socket, cut: int) -> None:
        with suppress(OSError):
            while piece := source.recv(_PIECE):
                # A line that is long: what it is late by is what is tried here.
                if self._over.wait(self._late_s):
                    break
                if self._dice.random() * 100 < cut:
                    self.cuts += 1
                    break
                target.sendall(piece)
        for each in (source, target):
            self._open.discard(each)
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def hang_up(self) -> None:
        """Cut every line that is open just now."""
        for each in tuple(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Take no line any more and cut those that are open."""
        self._over.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.hang_up()
