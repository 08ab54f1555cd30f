"""The address of a camera in the network: what is one, what may be said of it, whether it answers.

An address may hold a password, before its host or anywhere behind it (`?pwd=`). So sentences, logs
and pages name a camera by `shown_address` and nothing else; where the settings, a stored choice or
the command line name one it is a `CameraAddress`, which cannot be printed as a whole. A mistyped
address is none, and may hold a password all the same: what may have been meant for one is said that
way too.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable

_PORTS = {"http": 80, "https": 443, "rtsp": 554, "rtsps": 322}
_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*)://(?:[^/?#]*@)?([^/?#@]*)(.*)", re.I | re.S)
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[\w.-]+)(?::([0-9]{1,5}))?", re.I)
_SLIP = re.compile(r"\W*(?:https?|rtsps?)\W", re.I)
"""How an address begins, also one that is mistyped."""
_SECRET = re.compile(r":|%3a|//", re.I)
"""What stands before an `@` where it is more than a part of a file's name."""
_QUERY = re.compile(r"\?.*=.*", re.S)


def is_network(spec: str) -> bool:
    """Whether this is the address of a network camera."""
    scheme, there, _ = spec.partition("://")
    return bool(there) and scheme.lower() in _PORTS


def is_address(spec: str) -> bool:
    """Whether this is an address at all, also one that no camera of ours is opened by."""
    return _ADDRESS.fullmatch(spec) is not None


def shown_address(spec: str) -> str:
    """Return a source's name as it may be said: of an address scheme, host and port alone.

    Of a mistyped address nothing is said that stands before its `@`; a file's name stays whole.
    """
    parts = _ADDRESS.fullmatch(spec)
    if parts is None:
        return _shown_name(spec)
    scheme, host, rest = parts.groups()
    # A password with a stroke in it that nobody escaped begins like a host.
    if "@" in rest or not _HOST.fullmatch(host):
        return f"{scheme}://…"
    return f"{scheme}://{host}/…" if rest.strip("/") else f"{scheme}://{host}"


class CameraAddress(str):
    """A source's address or name; whatever prints or formats it says what may be said of it.

    Its letters are the whole address: what opens a camera, compares or stores it finds them.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return shown_address(str.__str__(self))

    def __repr__(self) -> str:
        return repr(str(self))

    def __format__(self, form: str) -> str:
        return format(str(self), form)


def _shown_name(spec: str) -> str:
    before, at, behind = spec.rpartition("@")
    if not at or not (_SECRET.search(before) or _SLIP.match(before)):
        return _QUERY.sub("?…", spec)
    host = re.split(r"[/?#]", behind, maxsplit=1)[0]
    if not _HOST.fullmatch(host):
        return "…"
    return f"…@{host}/…" if behind[len(host) :].strip("/") else f"…@{host}"


def answers(address: str, within_s: float = 3.0) -> bool:
    """Whether somebody takes a call at this address; nothing is asked, so that no table notices.

    It takes no longer than `within_s`, also where names are looked up slowly.
    """
    said: list[bool] = []
    call(address, said.append, within_s).join(within_s)
    return said == [True]


def call(address: str, told: Callable[[bool], None], within_s: float = 3.0) -> threading.Thread:
    """Call at this address in one thread, which ends by telling whether somebody took the call.

    The network has `within_s` to answer; a name is looked up as long as the system takes for it.
    """

    def run() -> None:
        told(_taken(address, within_s))

    caller = threading.Thread(target=run, name="camera call", daemon=True)
    caller.start()
    return caller


def _taken(address: str, within_s: float) -> bool:
    parts = _ADDRESS.fullmatch(address)
    place = None if parts is None else _HOST.fullmatch(parts[2])
    if parts is None or place is None:
        return False
    port = int(place[2] or _PORTS.get(parts[1].lower(), 0))
    try:
        socket.create_connection((place[1].strip("[]"), port), within_s).close()
    except (OSError, OverflowError, UnicodeError):
        return False
    return True
