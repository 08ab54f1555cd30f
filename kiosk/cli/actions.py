"""Commands with actions, `mehrkopf deck export …`: every action has its own words and its help."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.text import Language, Text
from kiosk.cli.parser import Arguments, Parser, WrongUseError

_WHICH = Text(
    de="Bitte sagen, was zu tun ist: {known}; {prog} --help erklärt es.",
    en="Please say what to do: {known}; {prog} --help explains it.",
)
_ASKS = frozenset({"-h", "--help", "--version"})


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a command."""

    summary: Text
    arguments: Callable[[Parser], None]
    """Says what it takes."""
    execute: Callable[[Arguments], int]
    """Does it and returns the exit status."""


def perform(
    prog: str,
    summary: Text,
    actions: Mapping[str, Action],
    words: Sequence[str],
    language: Language,
) -> int:
    """Run the action that `words` name and return its exit status.

    Raises:
        WrongUseError: they name none, or do not fit it.
    """
    for at, word in enumerate(words):
        if word not in actions or _ASKS & set(words[:at]):
            continue
        parser = Parser(f"{prog} {word}", actions[word].summary, language)
        actions[word].arguments(parser)
        if at == 0 or not parser.takes_value(words[at - 1]):
            return actions[word].execute(parser.parse([*words[:at], *words[at + 1 :]]))
    known = {name: action.summary for name, action in actions.items()}
    parser = Parser(prog, summary, language, commands=known)
    parser.parse(words)
    raise WrongUseError(_WHICH.format(known=", ".join(actions), prog=prog))
