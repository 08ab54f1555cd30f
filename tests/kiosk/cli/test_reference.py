"""docs/COMMANDS.md says what `--help` says: every command, every option, in both languages."""

from __future__ import annotations

import re

import pytest

from engine.text import LANGUAGES
from tests.kiosk.cli import Cli
from tests.kiosk.cli.reference import EVERYWHERE, PAGE, commands, page

TEXT = PAGE.read_text("utf-8")
SECTIONS = dict(
    zip(
        re.findall(r"^## (mehrkopf.*)$", TEXT, re.M),
        re.split(r"^## .*$", TEXT, flags=re.M)[1:],
        strict=True,
    )
)
PATHS = [contexts["de"].command_path for _, contexts in commands()]
ROW = re.compile(r"^  (-\S+(?:, --\S+)?(?: \S+)?)(?:  |$)", re.M)
"""An option in a help: its names and what it takes; its words may stand below."""


def test_the_page_is_the_one_the_command_writes() -> None:
    assert page() == TEXT, "python -m tests.kiosk.cli.reference"


def test_every_command_has_its_section_and_no_other() -> None:
    assert [*SECTIONS] == PATHS
    assert len(PATHS) > 30


@pytest.mark.parametrize("path", PATHS)
def test_a_section_has_the_options_of_the_real_help_and_no_other(cli: Cli, path: str) -> None:
    words = path.split()[1:]
    told, texts = [], []
    for language in LANGUAGES:
        said = cli("--lang", language, *words, "--help")
        assert (said.status, said.error) == (0, "")
        texts.append(" ".join(said.out.split()))
        told.append([row for row in ROW.findall(said.out) if not row.startswith(EVERYWHERE)])
    rows = [line.split(" | ") for line in SECTIONS[path].splitlines() if line.startswith("| `")]
    shown = [re.findall(r"`([^`]+)`", row[0]) for row in rows]
    listed = [[names[0], names[-1]] for names in shown if names[0].startswith("-")]
    assert listed == [list(pair) for pair in zip(*told, strict=True)]
    for row in rows:
        for text, cell in zip(texts, row[1:], strict=True):
            plain = cell.removesuffix(" |").replace("\\|", "|")
            # The help breaks its lines at hyphens, too.
            assert plain.replace(" ", "") in text.replace(" ", ""), (path, cell)
