"""What this machine's processor can do that a choice of nets hangs on."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_BYTE_PRODUCTS = frozenset({"avx512_vnni", "avx_vnni", "asimddp"})
"""Names Linux gives to sums of products of bytes: x86 since about 2019, a Pi 5, not a Pi 4."""
_ABOUT = Path("/proc/cpuinfo")


@cache
def multiplies_bytes(about: Path = _ABOUT) -> bool:
    """Tell whether a net in eight bits is quicker here than the same in 32.

    Without these instructions it is slower, and on some processors its sums overflow. False where
    the system does not say what its processor can do.
    """
    try:
        lines = about.read_text("utf-8", "replace").splitlines()
    except OSError:
        return False
    words = {word for line in lines for word in line.partition(":")[2].split()}
    return bool(words & _BYTE_PRODUCTS)
