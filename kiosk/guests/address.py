"""Under which address phones in the same network reach this machine; nothing is sent for it."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct

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
