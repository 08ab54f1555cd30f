"""Speaking HTTP by hand, as nobody's browser would."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Self

PATIENCE_S = 20.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Place:
    host: str
    port: int

    @classmethod
    def of(cls, address: str | None) -> Self:
        assert address is not None
        host, _, port = address.rpartition(":")
        return cls(host, int(port))

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def opened(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection((self.host, self.port), PATIENCE_S, (source, 0))

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, **headers)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection(self.host, self.port, timeout=PATIENCE_S)) as connection:
            connection.request(method, path, body, named)
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())

    def raw(self, sent: bytes) -> bytes:
        """Send bytes as they are and return what comes until the server hangs up or answers."""
        with closing(self.opened()) as connection:
            with suppress(ConnectionResetError, BrokenPipeError):
                connection.sendall(sent)  # it may answer and hang up before all was sent
            try:
                return connection.recv(65536)
            except ConnectionResetError:
                return b""

    @contextmanager
    def stream(self, path: str, **headers: str) -> Iterator[Iterator[str]]:
        """Open a stream; yields its events as `name id`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection(self.host, self.port, timeout=PATIENCE_S)) as connection:
            connection.request("GET", path, headers=named)
            with closing(connection.getresponse()) as response:
                assert response.status == 200, response.status
                yield _events(response)


def _events(response: object) -> Iterator[str]:
    name, number = "", ""
    for raw in response:  # type: ignore[attr-defined]
        line = raw.decode().rstrip("\n")
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("id: "):
            number = line[4:]
        elif not line and name:
            yield f"{name} {number}".strip()
            name, number = "", ""
