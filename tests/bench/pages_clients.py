"""The phones of `python -m tests.bench pages`: a program of its own, as they are in a pub.

Started as `python -m tests.bench.pages_clients look|flood|ask …`. Each phone comes from an
address of its own (127.3.0.x), as in a pub. What was measured is written to standard output as
JSON when standard input closes.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_LARGEST = 65_536
_PAUSE_S = 0.05
_STATE = b"event: state\n"
_ID = b"id: "


@dataclass
class PhoneFigures:
    """Phones that look on: which state was whole at which of them, and when."""

    seen: list[tuple[str, float]] = field(default_factory=list)
    """Id of a state and the monotonic second at which a phone had it whole."""


def look(host: str, port: int, phones: int, over: Callable[[], bool]) -> PhoneFigures:
    """Let `phones` phones look on until `over`; they share one thread, as the table must not."""
    chosen = selectors.DefaultSelector()
    found = PhoneFigures()
    for number in range(phones):
        opened = _opened(host, port, number)
        opened.sendall(_asked("/live", host))
        opened.setblocking(False)
        chosen.register(opened, selectors.EVENT_READ, bytearray())
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while not over():
        for key, _ in chosen.select(_PAUSE_S):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            came = connection.recv(_LARGEST)
            now = time.monotonic()
            if not came:
                raise ConnectionError("a phone was hung up on")
            buffer: bytearray = key.data
            buffer += came
            found.seen += [(number, now) for number in _whole(buffer)]
    for key in list(chosen.get_map().values()):
        chosen.unregister(key.fileobj)
        assert isinstance(key.fileobj, socket.socket)
        key.fileobj.close()
    return found


def _whole(buffer: bytearray) -> Iterator[str]:
    """Take the messages that are whole out of `buffer`; yield the ids of states."""
    while (end := buffer.find(b"\n\n")) >= 0:
        message = bytes(buffer[:end])
        del buffer[: end + 2]
        if _STATE in message:
            begin = message.index(_ID, message.index(_STATE)) + len(_ID)
            stop = message.find(b"\n", begin)
            yield message[begin:stop].decode()


def flood(host: str, port: int, phones: int, over: Callable[[], bool]) -> dict[str, int]:
    """Let `phones` phones ask as fast as they can until `over`; returns how often what came."""
    chosen = selectors.DefaultSelector()
    codes: dict[str, int] = {}
    paths = ("/", "/api/state", "/static/kiosk.css", "/live", "/deals")
    turn = 0

    def again(number: int) -> None:
        nonlocal turn
        turn += 1
        connection = _opened(host, port, 100 + number)
        connection.sendall(_asked(paths[turn % len(paths)], host))
        chosen.register(connection, selectors.EVENT_READ, number)

    for number in range(phones):
        again(number)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while not over():
        for key, _ in chosen.select(_PAUSE_S):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            try:
                code = connection.recv(_LARGEST)[9:12].decode() or "none"
            except ConnectionResetError:
                code = "none"
            codes[code] = codes.get(code, 0) + 1
            chosen.unregister(connection)
            connection.close()
            again(key.data)
    return codes


def ask(host: str, port: int, times: int) -> list[float]:
    """Ask a page so often, each on a connection of its own; returns the seconds."""
    found: list[float] = []
    for _ in range(times):
        begun = time.monotonic()
        with socket.create_connection((host, port), 30.0) as connection:
            connection.sendall(_asked("/", host))
            came = b"x"
            while came:
                came = connection.recv(_LARGEST)
        found.append(time.monotonic() - begun)
        # A finger, not a flood: the next touch comes a moment later.
        _wait(_PAUSE_S)
    return found


def _wait(seconds: float) -> None:
    selectors.DefaultSelector().select(seconds)


def _opened(host: str, port: int, number: int) -> socket.socket:
    return socket.create_connection((host, port), 30.0, (f"127.3.0.{number + 1}", 0))


def _asked(path: str, host: str) -> bytes:
    return f"GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n".encode()


def _until_closed() -> Callable[[], bool]:
    """Return what tells whether standard input was closed."""
    waiting = selectors.DefaultSelector()
    waiting.register(sys.stdin, selectors.EVENT_READ)
    return lambda: bool(waiting.select(0))


def main(words: list[str]) -> None:
    """Run one kind of phones."""
    kind, host, port, count = words[0], words[1], int(words[2]), int(words[3])
    result: object
    if kind == "look":
        result = look(host, port, count, _until_closed()).seen
    elif kind == "flood":
        result = flood(host, port, count, _until_closed())
    else:
        result = ask(host, port, count)
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
