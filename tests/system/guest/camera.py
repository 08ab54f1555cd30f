"""A real /dev/video0 (v4l2loopback) that plays a film, and unplugs."""

from __future__ import annotations

import fcntl
import json
import os
import struct
import time
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.system.guest.agent import Caller
from tests.system.guest.devices import load, unload, wait_for

NODE = Path("/dev/video0")
REST_PAUSE_S = 0.4
"""Seconds from picture to picture while nothing moves: a slow guest has the cards to look at."""
_MODULE = "v4l2loopback"
_WIDTH, _HEIGHT = 1280, 720
_OUTPUT, _PROGRESSIVE = 2, 1
_MJPG = int.from_bytes(b"MJPG", "little")
_S_FMT = 0xC0D05605
"""VIDIOC_S_FMT, linux/videodev2.h."""
_FORMAT_BYTES = 208


def plug(caller: Caller) -> float:
    """Make the camera appear; return how long it took."""
    began = time.monotonic()
    load(_MODULE, "devices=1", "video_nr=0", "exclusive_caps=1", "card_label=table")
    wait_for(caller, str(NODE), there=True)
    return time.monotonic() - began


def unplug(caller: Caller, seconds: float = 120.0) -> float:
    """Make the camera vanish, once nobody holds it any more; return how long that took."""
    began = time.monotonic()
    unload(_MODULE, seconds)
    wait_for(caller, str(NODE), there=False)
    return time.monotonic() - began


def play(caller: Caller, film: str, first: int, fps: float) -> None:
    """Play a film from piece `first` on: its motion, then its rest until a word of the test.

    Words: `next` goes on to the next piece, `stop` ends. Says `rest` with the piece's number.
    """
    pieces = json.loads(Path(film).with_suffix(".json").read_text())
    node = os.open(NODE, os.O_RDWR)
    try:
        fcntl.ioctl(node, _S_FMT, _wanted())
        with Path(film).open("rb") as file:
            show = _Projector(caller, node, file.fileno())
            for number in range(first, len(pieces)):
                motion = pieces[number]["motion"] if number > first else ()
                if not all(show(place, 1.0 / fps) is None for place in motion):
                    return
                caller.say("rest", piece=number)
                words = (show(place, REST_PAUSE_S) for place in cycle(pieces[number]["rest"]))
                if "stop" in next(filter(None, words)):
                    return
    finally:
        os.close(node)


class _Projector:
    """Writes a picture, and waits until the next one is due, as a camera delivers it."""

    def __init__(self, caller: Caller, node: int, film: int) -> None:
        self._caller, self._node, self._film = caller, node, film
        self._due = time.monotonic()

    def __call__(self, place: list[int], pause: float) -> dict[str, Any] | None:
        """Show a picture for `pause` seconds; return what the test said meanwhile."""
        offset, length = place
        os.write(self._node, os.pread(self._film, length, offset))
        self._due = max(self._due + pause, time.monotonic())
        return self._caller.hear_within(self._due - time.monotonic())


def _wanted() -> bytearray:
    """Return `struct v4l2_format`: what an application that fills the device sends."""
    size = _WIDTH * _HEIGHT * 2
    return bytearray(
        struct.pack("<I4xIIIIII", _OUTPUT, _WIDTH, _HEIGHT, _MJPG, _PROGRESSIVE, 0, size).ljust(
            _FORMAT_BYTES, b"\0"
        )
    )
