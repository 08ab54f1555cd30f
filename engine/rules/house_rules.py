"""House rules: a preset and what a table changed of it, as JSON and as a TOML file.

`rules_from` reads the form `{"preset": name, option: value, ...}`; `overrides` writes back what
differs from the preset; `rules_in_force` lists every option in force for `mehrkopf rules`.
`from_toml` reads text, `preset = "…"` and single options by name; where the file lies is the
caller's business.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.deal.record import JsonObject
from engine.games import GAMES
from engine.games import game as game_named
from engine.games.base import Game
from engine.options import OptionSpec, Preset, Rules, WrongValueError
from engine.rules.toml import NoTomlError, toml_of
from engine.text import PlainError, Text, nearest, shown_word, with_guess

HOUSE = "house"
"""The source of a value that the table itself changed."""
_KNOWN: dict[tuple[str, str], Rules] = {}
_KEPT = 4096
"""Rules kept for reuse; a file of deals names the same few rules line after line."""


def rules_from(options: Mapping[str, object], game: str) -> Rules:
    """Return the rules that `options` describe for `game`; equal options give one object.

    Args:
        options: `preset` (the game's own where it is left out) and single options by name.
        game: name of a game, see `engine.games.game`.

    Raises:
        PlainError: unknown game, preset or option, or a value that does not fit.

    >>> rules = rules_from({"laufende": False}, "schafkopf")
    >>> rules.preset, rules.options["laufende"], rules.options["scoring"]
    ('schafkopf', False, 'units')
    """
    try:
        known = (game, json.dumps(options))
    except (TypeError, ValueError):
        return _make(options, game_named(game))
    rules = _KNOWN.get(known)
    if rules is None:
        rules = _make(options, game_named(game))
        if len(_KNOWN) >= _KEPT:
            _KNOWN.clear()
        _KNOWN[known] = rules
    return rules


def rule_clashes(rules: Rules, game: str) -> tuple[Text, ...]:
    """Return what of a game's house rules cannot be played together, a sentence each."""
    return tuple(game_named(game).clashes(rules))


def preset_rules(game: str, preset: str | None = None) -> Rules:
    """Return a game's preset unchanged; without a name the preset called like the game.

    Raises:
        PlainError: no such game or preset.

    >>> preset_rules("mehrkopf").preset
    'mehrkopf'
    """
    return rules_from({"preset": preset} if preset else {}, game)


def _make(options: Mapping[str, object], game: Game) -> Rules:
    said = options.get("preset")
    preset = _preset(game, game.name if said is None else said)
    values = {name: sourced.value for name, sourced in preset.values.items()}
    specs = {spec.name: spec for spec in game.options}
    for name, value in options.items():
        if name != "preset":
            values[name] = _checked(game, specs, name, value)
    return Rules(preset.name, game.completed(values, preset))


def _preset(game: Game, name: object) -> Preset:
    for preset in game.presets:
        if preset.name == name:
            return preset
    listed = ", ".join(preset.name for preset in game.presets)
    shown = shown_word(name) if isinstance(name, str) else _json(name)
    raise PlainError(
        Text(
            de=f"Das Regelwerk {shown} gibt es für {game.name} nicht; bekannt: {listed}.",
            en=f"There is no preset {shown} for {game.name}; known presets: {listed}.",
        )
    )


def _json(value: object) -> str:
    return json.dumps(value, default=str)[:_SHOWN]


_SHOWN = 200


def _checked(game: Game, specs: Mapping[str, OptionSpec], name: str, value: object) -> object:
    spec = specs.get(name)
    if spec is None:
        raise _unknown_option(game, specs, name)
    try:
        return spec.kind.check(value)
    except WrongValueError as wrong:
        shown = _json(value)
        raise PlainError(
            Text(
                de=f"Die Hausregel {shown_word(name)} kann nicht {shown} sein, "
                f"erwartet ist {wrong.expected.de}.",
                en=f"The house rule {shown_word(name)} cannot be {shown}; it must be "
                f"{wrong.expected.en}.",
            )
        ) from None


def _unknown_option(game: Game, specs: Mapping[str, OptionSpec], name: str) -> PlainError:
    close = nearest(name, specs)
    hint = Text(
        de=f"gemeint ist vielleicht {close!r}." if close else "`mehrkopf rules` zeigt alle.",
        en=f"did you mean {close!r}?" if close else "`mehrkopf rules` lists them all.",
    )
    return PlainError(
        Text(
            de=f"Die Hausregel {shown_word(name)} gibt es für {game.name} nicht; {hint.de}",
            en=f"There is no house rule {shown_word(name)} for {game.name}; {hint.en}",
        )
    )


def overrides(rules: Rules, game: str) -> dict[str, object]:
    """Return the shortest options that give `rules` again: the preset and what differs from it."""
    preset = _preset(game_named(game), rules.preset)
    plain = preset_rules(game, preset.name)
    changed = {
        name: value for name, value in rules.options.items() if value != plain.options.get(name)
    }
    return {"preset": rules.preset, **changed}


@dataclass(frozen=True, slots=True)
class OptionInForce:
    """One option as it holds at a table."""

    spec: OptionSpec
    value: object
    source: str
    """Document and section of the preset's value; `house` where the table changed it."""


def rules_in_force(rules: Rules, game: str) -> tuple[OptionInForce, ...]:
    """Return every option with its value and source, in the game's order."""
    definition = game_named(game)
    preset = _preset(definition, rules.preset)
    changed = overrides(rules, game)
    return tuple(
        OptionInForce(
            spec,
            rules.options[spec.name],
            HOUSE if spec.name in changed else preset.values[spec.name].source,
        )
        for spec in definition.options
    )


_AGAIN = re.compile("overwrite|twice|Duplicate")
"""What the reader of TOML says of a name that stands there a second time."""
_SYNTAX = Text(
    de="In {file}, Zeile {line}, stimmt die Schreibweise nicht; jede Hausregel steht als "
    '`name = wert` in einer Zeile, Wörter in "Anführungszeichen".',
    en="In {file}, line {line} is not written correctly; every house rule is a line `name = "
    'value`, with words in "quotation marks".',
)
_TWICE = Text(
    de="In {file}, Zeile {line}, steht eine Hausregel zum zweiten Mal; bitte eine streichen.",
    en="In {file}, line {line} repeats a house rule; please delete one of them.",
)
_NO_PRESET = Text(
    de='In {file} fehlt das Regelwerk, etwa `preset = "schafkopf"`; bekannt sind: {known}.',
    en='In {file} the preset is missing, such as `preset = "schafkopf"`; known presets: {known}.',
)
_UNKNOWN_PRESET = Text(
    de="Das Regelwerk „{name}“ gibt es nicht; bekannt sind: {known}.",
    en='There is no preset "{name}"; known presets: {known}.',
)
_IN_FILE = Text(de="In {file}: {what}", en="In {file}: {what}")


@dataclass(frozen=True, slots=True)
class NamedRules:
    """House rules with the game they are for."""

    game: str
    options: JsonObject
    """`preset` and what differs from it, as `engine.rules.house_rules.rules_from` takes them."""

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
        said = _UNKNOWN_PRESET.format(name=name, known=", ".join(known))
        raise PlainError(with_guess(said, name, known))
    return NamedRules(known[name], {"preset": name})


def from_toml(text: str, file: str) -> NamedRules:
    """Return the house rules of a TOML file; `file` is what to call it.

    Raises:
        PlainError: no TOML, no or an unknown preset, an unknown option, or a value that does not
            fit; one sentence that names the file.

    >>> named = from_toml('''preset = "schafkopf"
    ... unit = 20''', "ours.toml")
    >>> named.game, named.options["unit"]
    ('schafkopf', 20)
    """
    try:
        options = toml_of(text)
    except NoTomlError as error:
        told = _TWICE if _AGAIN.search(error.why) else _SYNTAX
        raise PlainError(told.format(file=file, line=error.line)) from error
    known = presets()
    if "preset" not in options:
        raise PlainError(_NO_PRESET.format(file=file, known=", ".join(known)))
    try:
        named = NamedRules(preset_named(str(options["preset"])).game, options)
        rules_from(named.options, named.game)
    except PlainError as error:
        raise PlainError(_IN_FILE.format(file=file, what=error.text)) from error
    return named
