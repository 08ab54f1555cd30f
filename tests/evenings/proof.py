"""Collects what `make prove` measured and writes it to docs/PROOF.md, with commit and machine."""

from __future__ import annotations

import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.shared_data import ROOT

PAGE = ROOT / "docs" / "PROOF.md"

HEAD = """# What was measured

Written by `make prove`; the large test data it needs are not part of this repository. Each command
was run as it stands, with the nets of this commit.

Commit {commit}, Python {python}, {cores} cores, {machine}.

| what | wanted | measured | command |
|---|---|---|---|
"""


@dataclass(frozen=True)
class Row:
    what: str
    wanted: str
    measured: str
    command: str

    def __str__(self) -> str:
        return f"| {self.what} | {self.wanted} | {self.measured} | `{self.command}` |\n"


def commit() -> str:
    """Return the commit measured; a `+` says that files differed from it."""
    asked = ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+", "--abbrev=12"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def write(rows: list[Row], page: Path = PAGE) -> None:
    head = HEAD.format(
        commit=commit(),
        python=platform.python_version(),
        cores=os.cpu_count(),
        machine=platform.machine(),
    )
    page.write_text(head + "".join(map(str, rows)), "utf-8")
