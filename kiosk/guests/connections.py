"""What a connection may do to a server that is open to a network.

Slow senders and readers never hold a thread of ours while they send (waitress reads in its loop),
but they hold connections, and a reader that stopped holds its stream. So each connection has a time
for its request and for taking its answer, and each address only so many connections.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from waitress.channel import HTTPChannel


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much one server takes on."""

    threads: int = 12
    connections: int = 100
    """At once, of all addresses."""
    per_address: int = 100
    idle_s: int = 60
    """Seconds a connection may be kept open between two requests."""
    slow_s: float = 10.0
    """Seconds within which a request has to be whole."""
    stalled_s: float = 20.0
    """Seconds without taking anything of a waiting answer."""


class Watched(HTTPChannel):  # type: ignore[misc]
    """A connection that is closed when it takes too long; runs in the server's loop.

    The server carries `bounds` and `addresses`, the connections of each address.
    """

    def __init__(self, server: Any, *arguments: Any, **named: Any) -> None:
        super().__init__(server, *arguments, **named)
        self._bounds: Bounds = server.bounds
        self._addresses: Counter[str] = server.addresses
        self._from = str(self.addr[0])
        self._counted = True
        self._begun: float | None = self.creation_time
        self._addresses[self._from] += 1
        if self._addresses[self._from] > self._bounds.per_address:
            self.will_close = True

    def received(self, data: bytes) -> bool:
        """Take in what came, and note since when a request is incomplete."""
        taken = bool(super().received(data))
        if self.request is None:
            self._begun = None
        elif self._begun is None:
            self._begun = time.time()
        return taken

    def readable(self) -> bool:
        """Tell whether anything is to be read; asked in every round of the loop."""
        now = time.time()
        late = self._begun is not None and now - self._begun > self._bounds.slow_s
        stalled = self.total_outbufs_len and now - self.last_activity > self._bounds.stalled_s
        if late or stalled:
            self.handle_close()
            return False
        return bool(super().readable())

    def writable(self) -> bool:
        """Tell whether anything is to be written."""
        return bool(self.connected and super().writable())

    def del_channel(self, map: Any = None) -> None:
        """Let go of the connection."""
        super().del_channel(map)
        if self._counted:
            self._counted = False
            self._addresses[self._from] -= 1
            if not self._addresses[self._from]:
                del self._addresses[self._from]
