"""House rules as a TOML file: `preset = "…"` and single options by name.

Only text is read here; where the file lies is the caller's business.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass

from engine.games import GAMES
from engine.record import JsonObject
from engine.rules import Rules, rules_from
from engine.text import PlainError, Text

_AT = re.compile(r"\(at line (\d+), column \d+\)")
_SYNTAX = Text(
    de="In {file}, Zeile {line}, stimmt die Schreibweise nicht; jede Hausregel steht als "
    '`name = wert` in einer Zeile, Wörter in "Anführungszeichen".',
    en="In {file}, line {line}, the notation is wrong; every house rule is a line "
    '`name = value`, words in "quotation marks".',
)
_NO_PRESET = Text(
    de='In {file} fehlt das Regelwerk, etwa `preset = "schafkopf"`; bekannt sind: {known}.',
    en='In {file} the preset is missing, such as `preset = "schafkopf"`; known are: {known}.',
)
_UNKNOWN_PRESET = Text(
    de="Das Regelwerk „{name}“ gibt es nicht; bekannt sind: {known}.",
    en='There is no preset "{name}"; known are: {known}.',
)
_IN_FILE = Text(de="In {file}: {what}", en="In {file}: {what}")


@dataclass(frozen=True, slots=True)
class NamedRules:
    """House rules with the game they are for."""

    game: str
    options: JsonObject
    """`preset` and what differs from it, as `engine.rules.rules_from` takes them."""

    @property
    def rules(self) -> Rules:
        """The rules they make."""
        return rules_from(self.options, self.game)


def presets() -> dict[str, str]:
    """Return the name of every built-in preset and its game."""
    return {preset.name: name for name, each in GAMES.items() for preset in each.presets}


def preset_named(name: str) -> NamedRules:
    """Return a built-in preset.

    Raises:
        PlainError: there is none of that name.
    """
    known = presets()
    if name not in known:
        raise PlainError(_UNKNOWN_PRESET.format(name=name, known=", ".join(known)))
    return NamedRules(known[name], {"preset": name})


def from_toml(text: str, file: str) -> NamedRules:
    """Return the house rules of a TOML file; `file` is what to call it.

    Raises:
        PlainError: no TOML, no or an unknown preset, an unknown option, or a value that does not
            fit; one sentence that names the file.
    """
    try:
        options = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = wrong_line(error, text)
        raise PlainError(_SYNTAX.format(file=file, line=line)) from error
    known = presets()
    if "preset" not in options:
        raise PlainError(_NO_PRESET.format(file=file, known=", ".join(known)))
    try:
        named = NamedRules(preset_named(str(options["preset"])).game, options)
        rules_from(named.options, named.game)
    except PlainError as error:
        raise PlainError(_IN_FILE.format(file=file, what=error.text)) from error
    return named


def wrong_line(error: tomllib.TOMLDecodeError, text: str) -> int:
    """Return the line, from 1, at which the notation of a TOML text is wrong."""
    at = _AT.search(str(error))
    return int(at.group(1)) if at else max(1, len(text.splitlines()))
