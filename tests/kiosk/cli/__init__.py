"""The command line as a person meets it: in this process, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from kiosk.cli import main
from tests.shared_data import ROOT


@dataclass(frozen=True)
class Said:
    status: int
    out: str
    error: str

    @property
    def sentence(self) -> str:
        """The one line on standard error."""
        lines = self.error.splitlines()
        assert len(lines) == 1, self.error
        assert lines[0].startswith("mehrkopf: ")
        return lines[0].removeprefix("mehrkopf: ")


class Cli:
    """Runs commands in this process, in a data folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str], home: Path) -> None:
        self._capsys = capsys
        self.home = home

    def __call__(self, *words: str) -> Said:
        status = main([str(word) for word in words])
        said = self._capsys.readouterr()
        return Said(status, said.out, said.err)


def environment(home: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "MEHRKOPF_HOME": str(home), "LANG": "de_DE.UTF-8", **more}


def start(home: Path, *words: str, **more: str) -> subprocess.Popen[str]:
    """Start a command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "kiosk.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(home, **more),
    )


def address_of(process: subprocess.Popen[str]) -> str:
    """Wait for a started `run` to say where its page is."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if "http://" not in line:
        process.kill()
        raise AssertionError(f"no address: {line}{process.communicate()}")
    return next(word for word in line.split() if word.startswith("http://"))
