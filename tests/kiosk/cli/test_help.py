"""The help of every command has examples that can be typed, and a slip of the finger is guessed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import click
import pytest

from engine.text import Language
from kiosk.cli import MEHRKOPF
from kiosk.cli.command import Command, Group
from kiosk.cli.examples import EXAMPLES, typed
from tests.kiosk.cli import Cli


def commands(there: Command = MEHRKOPF, name: str = "") -> Iterator[tuple[str, Command]]:
    """Yield every command by its words, the program itself first."""
    yield name, there
    if isinstance(there, Group):
        context = click.Context(there, obj="de")
        for each in there.summaries:
            yield from commands(there.get_command(context, each), f"{name} {each}".strip())


ALL = dict(commands())


def test_examples_are_of_commands_there_are() -> None:
    assert set(EXAMPLES) == set(ALL)
    assert len(ALL) > 30


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", ALL)
def test_the_help_shows_examples_that_the_command_line_takes(
    cli: Cli, name: str, language: Language
) -> None:
    said = cli("--lang", language, *name.split(), "--help")
    assert (said.status, said.error) == (0, "")
    _, _, below = said.out.partition("\nBeispiele:\n" if language == "de" else "\nExamples:\n")
    lines = below.splitlines()
    assert len(lines) == len(EXAMPLES[name]) > 0
    for line, (example, what) in zip(lines, EXAMPLES[name], strict=True):
        told, _, meaning = line.partition("# ")
        assert meaning == what.in_language(language)
        words = shlex.split(told)
        assert words == ["mehrkopf", *shlex.split(typed(example, language))]
        assert example.startswith(name)
        _parsed(words[1:], language)


def _parsed(words: list[str], language: Language) -> None:
    """Read the words of a command without doing it.

    Raises:
        PlainError: they are none.
    """
    there: Command = MEHRKOPF
    context = click.Context(there, info_name="mehrkopf", obj=language)
    context.params["home"] = context.params["lang"] = None
    while isinstance(there, Group):
        name, *words = words
        there = there.get_command(context, name)
        if isinstance(there, Group):
            context = click.Context(there, parent=context, info_name=name, obj=language)
            context.params["home"] = context.params["lang"] = None
    there.make_context(name, words, parent=context, obj=language)


def test_english_examples_name_no_german_files() -> None:
    told = {typed(line, "en") for lines in EXAMPLES.values() for line, _ in lines}
    assert "record evening.mkv" in told
    assert not [line for line in told if "abend" in line or "unseres" in line]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("ruun",), "run"),
        (("rnu", "--no-camera"), "run"),
        (("docter",), "doctor"),
        (("deck", "lst"), "list"),
        (("camera", "lokc"), "lock"),
        (("run", "--no-camra"), "--no-camera"),
        (("score", "--fromat", "mkn", "x"), "--format"),
        (("export", "--format", "xslx"), "xlsx"),
        (("recognise", "x.jpg", "--deck", "isr"), "isar"),
        (("deck", "export", "isra"), "isar"),
        (("run", "--deck", "issar", "--source", "x.mkv"), "isar"),
        (("rules", "schafkpf"), "schafkopf"),
    ],
)
def test_a_slip_of_the_finger_is_guessed(cli: Cli, words: tuple[str, ...], meant: str) -> None:
    said = cli(*words)
    assert said.status == 2
    assert said.sentence.endswith(f" Meintest du „{meant}“?")
    assert cli(*words, "--lang", "en").sentence.endswith(f' Did you mean "{meant}"?')


@pytest.mark.parametrize("words", [("tarock",), ("run", "--xyz"), ("deck", "export", "tegernsee")])
def test_what_resembles_nothing_is_not_guessed(cli: Cli, words: tuple[str, ...]) -> None:
    said = cli(*words)
    assert said.status == 2
    assert "Meintest du" not in said.sentence
