"""What phones may take of the guests' server: requests and live updates of one address, and of all.

Requests are counted in front of the application, so that one too many costs next to nothing; who
gets no live updates asks by itself. Also here: under which address phones in the same network
reach this machine; nothing is sent to find out.
"""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Condition
from typing import TYPE_CHECKING

from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

WINDOW_S = 10
MOST_REQUESTS = 200
"""Requests of one address within the window. A page with its cards, glyphs and letters is about
thirty, a phone that asks by itself one in three seconds."""

_SENTENCE = (
    "Zu viele Anfragen von diesem Handy; bitte einen Augenblick warten.\n"
    "Too many requests from this phone; please wait a moment.\n"
)


class Throttle:
    """A WSGI application that answers 429 with `Retry-After` to an address over its limit."""

    def __init__(
        self, inner: WSGIApplication, most: int = MOST_REQUESTS, window: int = WINDOW_S
    ) -> None:
        self._inner = inner
        self._window = window
        self._limit = RateLimitItemPerSecond(most, window)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._body = _SENTENCE.encode()

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        if self._limiter.hit(self._limit, environ.get("REMOTE_ADDR", "")):
            return self._inner(environ, start)
        start(
            "429 Too Many Requests",
            [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Length", str(len(self._body))),
                ("Retry-After", str(self._window)),
                ("X-Content-Type-Options", "nosniff"),
            ],
        )
        return [self._body]


MOST_STREAMS = 64
"""Streams at once (PAGES 4); each holds one of the server's threads."""
PER_ADDRESS = 8
"""Streams of one address: a phone that goes from page to page leaves some behind that are noticed
only with their next sign of life."""
HEARTBEAT_S = 5.0
LIFETIME_S = 900.0


@dataclass(frozen=True, slots=True)
class Terms:
    """How long streams last and how many there may be."""

    most: int = MOST_STREAMS
    per_address: int = PER_ADDRESS
    heartbeat: float = HEARTBEAT_S
    """Seconds between two signs of life."""
    lifetime: float = LIFETIME_S
    """Seconds after which a stream ends and the phone opens another."""


class Places:
    """The places for live updates."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._held: Counter[str] = Counter()
        self._changed = Condition()
        self._over = False

    @property
    def over(self) -> bool:
        """Whether all streams are to end: the phones are switched off."""
        return self._over

    @property
    def held(self) -> int:
        """How many streams run."""
        with self._changed:
            return self._held.total()

    def take(self, address: str) -> bool:
        """Take a place for a stream to `address`; False where there is none."""
        with self._changed:
            full = self._held.total() >= self.terms.most
            if self._over or full or self._held[address] >= self.terms.per_address:
                return False
            self._held[address] += 1
            return True

    def give(self, address: str) -> None:
        """Hand a place back."""
        with self._changed:
            self._held[address] -= 1
            if not self._held[address]:
                del self._held[address]
            self._changed.notify_all()

    def end(self, patience: float) -> None:
        """Let every stream say that it is over and end; wait so many seconds for them at most."""
        with self._changed:
            self._over = True
            self._changed.wait_for(lambda: not self._held, patience)


_SIOCGIFADDR = 0x8915
"""Linux: the IPv4 address of a network interface."""
_NAME_BYTES = 15
_ADDRESS = slice(20, 24)
_ELSEWHERE = ("192.0.2.1", 9)
"""An address for examples (RFC 5737). A datagram socket that is connected sends nothing; the kernel
only looks up which way a packet would go."""
_NOT_FOR_PHONES = ("docker", "veth", "virbr", "br-", "tun", "tap", "wg", "tailscale", "zt")
"""Interfaces of virtual machines and tunnels: no phone of the pub is there."""


def own_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses in its networks, the likeliest for phones first.

    Empty where there is no network. The loopback is none of them.
    """
    first = _outgoing()
    found = [address for name in _interfaces() if (address := _address_of(name)) is not None]
    ordered = [address for address in found if address == first]
    ordered += [address for address in found if address != first]
    return tuple(dict.fromkeys(ordered))


def host_names() -> tuple[str, ...]:
    """Return the names this machine answers to in its network, lower case."""
    name = socket.gethostname().lower()
    return (name, f"{name}.local") if name and "." not in name else (name,) if name else ()


def _interfaces() -> list[str]:
    names = [name for _, name in socket.if_nameindex()]
    return [name for name in names if not name.startswith(_NOT_FOR_PHONES)]


def _address_of(interface: str) -> str | None:
    """Return an interface's address; None where it has none."""
    asked = struct.pack("256s", interface.encode()[:_NAME_BYTES])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, asked)
        except OSError:
            return None  # no address: not connected
    address = ipaddress.IPv4Address(answer[_ADDRESS])
    return None if address.is_loopback or address.is_unspecified else str(address)


def _outgoing() -> str | None:
    """Return the address packets would leave by; None without a way out (a hotspot of our own)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])
