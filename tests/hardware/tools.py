"""Programs that the documents' tests need: a missing one fails in CI and is skipped elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

IN_CI = os.environ.get("CI") == "true"


def tool(name: str) -> str:
    """Return the path of a program, of the environment or the system's."""
    own = Path(sys.executable).with_name(name)
    found = str(own) if own.exists() else shutil.which(name)
    if found is None:
        if IN_CI:
            pytest.fail(f"{name} is missing")
        pytest.skip(f"{name} is not installed")
    return found


def run(*words: str | Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a program; its output as text."""
    command = [tool(str(words[0])), *map(str, words[1:])]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environ
    )
