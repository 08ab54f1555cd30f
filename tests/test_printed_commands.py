"""Every command that the documents print is one: files, modules and targets are there, and the
command line knows each command with its options."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from kiosk.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted(
        path
        for name in ("docs", "hardware", "models")
        for path in (ROOT / name).glob("*.md")
        if path.name != "COMMANDS.md"
    ),
]
"""The reference of the commands is compared whole (`tests/kiosk/cli/test_reference.py`)."""
_INLINE = re.compile(r"`((?:mehrkopf |make\b|pytest |python -m )[^`]*)`")
_LINE = re.compile(r"^(?:\$ )?((?:mehrkopf|make|pytest|python -m) .*)$", re.MULTILINE)
_TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def printed() -> list[tuple[str, str]]:
    found = {
        (path.relative_to(ROOT).as_posix(), " ".join(command.split()))
        for path in DOCUMENTS
        for pattern in (_INLINE, _LINE)
        for command in pattern.findall(path.read_text("utf-8"))
    }
    return sorted(found)


COMMANDS_PRINTED = printed()


def of(program: str) -> list[tuple[str, str]]:
    return [pair for pair in COMMANDS_PRINTED if pair[1].split()[0] == program]


def test_there_are_many() -> None:
    assert len(of("mehrkopf")) > 40
    assert len(of("pytest")) > 10
    assert len(of("python")) > 10


@pytest.mark.parametrize(("document", "command"), of("pytest"))
def test_the_tests_it_names_are_there(document: str, command: str) -> None:
    for word in command.split():
        if word.startswith("tests/"):
            assert (ROOT / word).exists(), (document, command)


@pytest.mark.parametrize(("document", "command"), of("python"))
def test_the_module_it_names_can_be_run(document: str, command: str) -> None:
    name = command.split()[2]
    spec = find_spec(name)
    assert spec is not None, (document, command)
    if spec.submodule_search_locations is not None:
        assert find_spec(f"{name}.__main__") is not None, (document, command)


@pytest.mark.parametrize(("document", "command"), of("make"))
def test_the_makefile_knows_the_target(document: str, command: str) -> None:
    words = command.split()[1:2]
    assert set(words) <= _TARGETS, (document, command)


@pytest.mark.parametrize(("document", "command"), of("mehrkopf"))
def test_the_command_line_knows_command_and_options(
    document: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command.split()[1:]
    if words[0].startswith("-"):
        name: list[str] = []
    else:
        assert words[0] in COMMANDS, (document, command)
        name = words[:1]
        if words[0] in ("camera", "deck", "tournament") and words[1:2] and words[1].isalpha():
            name = words[:2]
    assert main([*name, "--help"]) == 0, (document, command)
    known = capsys.readouterr().out
    for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", command):
        assert re.search(rf"{option}\b", known), (document, command, option)
