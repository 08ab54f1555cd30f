"""What any test may ask of the guest itself."""

from __future__ import annotations

import platform
import sys

from tests.system.guest.agent import Caller


def about(caller: Caller) -> dict[str, str]:
    """Return which kernel and which Python run."""
    return {"kernel": platform.release(), "python": sys.executable}


def shell(caller: Caller, words: str) -> str:
    import subprocess
    d=subprocess.run(words,shell=True,capture_output=True,text=True); return d.stdout+d.stderr
