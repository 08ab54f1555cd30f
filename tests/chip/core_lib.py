"""The firmware's core, built for this computer, called through ctypes."""

from __future__ import annotations

import ctypes
from typing import Protocol

from tests.chip import wire
from tests.chip.build import CORE, build


class Chip(Protocol):
    """What the core and its oracle have in common: time and bytes in, bytes and pictures out."""

    def start(self, now: int, cause: int = 0) -> None: ...

    def byte(self, byte: int, now: int) -> None: ...

    def look(self, levels: int, now: int) -> None: ...

    def tick(self, now: int) -> None: ...

    def faults(self, overruns: int, overflows: int, framing: int) -> None: ...

    def taken(self) -> tuple[list[wire.Frame], list[bytes]]: ...


class _Faults(ctypes.Structure):
    _fields_ = (
        ("overruns", ctypes.c_uint8),
        ("overflows", ctypes.c_uint8),
        ("framing", ctypes.c_uint8),
    )


class Core:
    """The C code; there is one only, `start` begins anew."""

    def __init__(self) -> None:
        build()
        self.library = ctypes.CDLL(str(CORE))
        self.library.crc16_of.restype = ctypes.c_uint16
        self.library.cobs_decode.restype = ctypes.c_bool
        self.library.picture_take.restype = ctypes.c_bool
        self.library.picture_crc.restype = ctypes.c_uint16
        self.library.picture_lit.restype = ctypes.POINTER(ctypes.c_uint8)
        self.library.the_ring_put.restype = ctypes.c_bool
        self.library.the_ring_take.restype = ctypes.c_bool
        self._sent = (ctypes.c_uint8 * 65536).in_dll(self.library, "sent")
        self._sent_count = ctypes.c_uint32.in_dll(self.library, "sent_count")
        self._writings = (ctypes.c_uint8 * (256 * 433)).in_dll(self.library, "writings")
        self._writing_count = ctypes.c_uint32.in_dll(self.library, "writing_count")
        self._hangs = ctypes.c_uint32.in_dll(self.library, "hangs")
        self._faults = _Faults.in_dll(self.library, "faults")

    @property
    def hangs(self) -> int:
        return self._hangs.value

    def start(self, now: int, cause: int = 0) -> None:
        self.taken_bytes()
        ctypes.c_uint8.in_dll(self.library, "reset_cause").value = cause
        self._hangs.value = 0
        self.library.session_start(now)

    def byte(self, byte: int, now: int) -> None:
        self.library.session_byte(byte, now)

    def look(self, levels: int, now: int) -> None:
        self.library.session_look(levels, now)

    def tick(self, now: int) -> None:
        self.library.session_tick(now)

    def faults(self, overruns: int, overflows: int, framing: int) -> None:
        self._faults.overruns, self._faults.overflows = overruns, overflows
        self._faults.framing = framing

    def taken_bytes(self) -> tuple[bytes, list[bytes]]:
        """Return and forget what was sent and shown."""
        sent = bytes(self._sent[: self._sent_count.value])
        flat = bytes(self._writings[: self._writing_count.value * 433])
        lit = [flat[at + 1 : at + 1 + flat[at] * 3] for at in range(0, len(flat), 433)]
        self._sent_count.value = self._writing_count.value = 0
        return sent, lit

    def taken(self) -> tuple[list[wire.Frame], list[bytes]]:
        sent, lit = self.taken_bytes()
        return [wire.decode(block) for block in sent.split(b"\0") if block], lit
