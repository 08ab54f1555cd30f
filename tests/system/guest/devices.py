"""Device files: waiting for them, and what makes them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.system.guest.agent import Caller

_LOOK_S = 0.02
"""A device file's coming and going tells nobody; so it is looked for this often."""


def wait_for(caller: Caller, path: str, there: bool, seconds: float = 60.0) -> float:
    """Wait until a path is there, or gone; return how long that took.

    Raises:
        TimeoutError: it did not happen in time.
    """
    return until(lambda: Path(path).exists() == there, path, seconds)


def until(holds: Callable[[], bool], what: str, seconds: float = 60.0) -> float:
    """Wait for a condition that nothing announces; return how long that took.

    Raises:
        TimeoutError: it did not come to hold in time.
    """
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(_LOOK_S)
    return time.monotonic() - began


def load(module: str, *options: str) -> None:
    """Load a kernel module and wait until udev has named what it brought."""
    subprocess.run(["modprobe", module, *options], check=True)
    settle()


def unload(module: str) -> bool:
    """Try to unload a kernel module; return whether it went (it does not while it is in use)."""
    done = subprocess.run(["modprobe", "-r", module], capture_output=True, check=False)
    settle()
    return done.returncode == 0


def settle() -> None:
    """Wait until udev has nothing left to do."""
    subprocess.run(["udevadm", "settle"], check=True)
