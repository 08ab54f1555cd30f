"""Device files: waiting for them, and the drivers that make them."""

from __future__ import annotations

import subprocess
import time

from tests.system.guest.agent import Caller


def wait_for(caller: Caller, path: str, there: bool, seconds: float = 60.0) -> float:
    """Wait until udev has named a device file, or it is gone; return how long that took.

    Raises:
        CalledProcessError: it did not happen in time.
    """
    began = time.monotonic()
    gone = () if there else ("--removed",)
    subprocess.run(["udevadm", "wait", f"--timeout={seconds}", *gone, path], check=True)
    return time.monotonic() - began


def load(module: str, *options: str) -> None:
    """Load a kernel module and wait until udev has named what it brought."""
    subprocess.run(["modprobe", module, *options], check=True)
    settle()


def unload(module: str, seconds: float) -> None:
    """Unload a kernel module as soon as nobody holds a device of it.

    Raises:
        TimeoutError: somebody held one all the time.
    """
    end = time.monotonic() + seconds
    while subprocess.run(["modprobe", "-r", module], capture_output=True, check=False).returncode:
        if time.monotonic() > end:
            raise TimeoutError(f"{module} is still in use after {seconds:.0f} s")
    settle()


def settle() -> None:
    """Wait until udev has nothing left to do."""
    subprocess.run(["udevadm", "settle"], check=True)
