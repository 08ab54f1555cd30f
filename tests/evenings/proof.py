"""Collects what `make prove` measured and writes it to docs/PROOF.md, with commit and machine.

The page has a section for each part that can be run alone; writing one leaves the others as they
are. A row is replaced by one of the same name, so that a part run again brings itself up to date.
"""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.shared_data import ROOT

PAGE = ROOT / "docs" / "PROOF.md"
ENGINE = "Rules and referee"
EVENINGS = "Pictures and evenings"
_ORDER = (ENGINE, EVENINGS)

HEAD = """# What was measured

Written by `make prove`, the first part alone by `make prove-engine`. The large test data the second
part needs are not part of this repository. Each command was run as it stands, at the commit named
in its row (`+`: files differed from it), with the nets of that commit.
"""
TABLE = """
## {section}

| what | wanted | measured | command | commit |
|---|---|---|---|---|
"""


@dataclass(frozen=True)
class Row:
    what: str
    wanted: str
    measured: str
    command: str

    def line(self, at: str) -> str:
        cells = [self.what, self.wanted, self.measured, f"`{self.command}`", at]
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def commit() -> str:
    """Return the commit measured; a `+` says that files other than the page differed from it."""
    name = _git("rev-parse", "--short=12", "HEAD").strip()
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ":!docs/PROOF.md")
    return name + "+" * bool(changed)


def _git(*words: str) -> str:
    asked = ["git", "-C", str(ROOT), *words]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


def machine() -> str:
    """Return what it was measured on."""
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}"


def write(rows: Sequence[Row], section: str = EVENINGS, page: Path = PAGE) -> None:
    """Bring the rows of one section up to date."""
    sections = _read(page)
    kept = sections.setdefault(section, {})
    at = f"{commit()}, {machine()}"
    kept.update({row.what: row.line(at) for row in rows})
    parts = [
        TABLE.format(section=name) + "".join(f"{line}\n" for line in sections[name].values())
        for name in _ORDER
        if sections.get(name)
    ]
    page.write_text(HEAD + "".join(parts), "utf-8")


def _read(page: Path) -> dict[str, dict[str, str]]:
    """Return section to what was measured to the row's line."""
    found: dict[str, dict[str, str]] = {}
    section = EVENINGS
    for line in page.read_text("utf-8").splitlines() if page.exists() else ():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("| ") and not line.startswith("| what |"):
            found.setdefault(section, {})[line[2:].split(" | ")[0]] = line
    return found
