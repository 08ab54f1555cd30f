"""House rules: a preset and what a table changed of it.

`rules_from` reads the JSON or TOML form `{"preset": name, option: value, ...}`; `overrides` writes
back what differs from the preset; `described` lists every option in force for `mehrkopf rules`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from engine.games import game as game_named
from engine.games.base import Game
from engine.options import OptionSpec, Preset, Rules, WrongValueError
from engine.text import PlainError, Text

__all__ = [
    "HOUSE",
    "OptionInForce",
    "Rules",
    "described",
    "overrides",
    "preset_rules",
    "rules_from",
]

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


def preset_rules(game: str, preset: str | None = None) -> Rules:
    """Return a game's preset unchanged; without a name the preset called like the game.

    Raises:
        PlainError: no such game or preset.
    """
    return rules_from({"preset": preset} if preset else {}, game)


def _make(options: Mapping[str, object], game: Game) -> Rules:
    preset = _preset(game, options.get("preset", game.name))
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
    raise PlainError(
        Text(
            de=f"Das Regelwerk {name!r} gibt es für {game.name} nicht; bekannt: {listed}.",
            en=f"There is no preset {name!r} for {game.name}; known presets: {listed}.",
        )
    )


def _checked(game: Game, specs: Mapping[str, OptionSpec], name: str, value: object) -> object:
    spec = specs.get(name)
    if spec is None:
        raise _unknown_option(game, specs, name)
    try:
        return spec.kind.check(value)
    except WrongValueError as wrong:
        shown = json.dumps(value, default=str)
        raise PlainError(
            Text(
                de=f"Die Hausregel {name!r} kann nicht {shown} sein, "
                f"erwartet ist {wrong.expected.de}.",
                en=f"The house rule {name!r} cannot be {shown}; expected is {wrong.expected.en}.",
            )
        ) from None


def _unknown_option(game: Game, specs: Mapping[str, OptionSpec], name: str) -> PlainError:
    close = get_close_matches(name, specs, n=1)
    hint = Text(
        de=f"gemeint ist vielleicht {close[0]!r}" if close else "`mehrkopf rules` zeigt alle",
        en=f"perhaps {close[0]!r} is meant" if close else "`mehrkopf rules` lists them all",
    )
    return PlainError(
        Text(
            de=f"Die Hausregel {name!r} gibt es für {game.name} nicht; {hint.de}.",
            en=f"There is no house rule {name!r} for {game.name}; {hint.en}.",
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


def described(rules: Rules, game: str) -> tuple[OptionInForce, ...]:
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
