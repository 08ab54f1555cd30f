"""`mehrkopf rules [PRESET]`: the house rules in force, in plain words or as a TOML file."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

from engine.games import game as game_named
from engine.rules.description import describe_rules, to_toml
from engine.rules.house_rules import NamedRules, overrides, presets, rule_clashes, rules_from
from engine.text import Language, PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, Option, command
from kiosk.cli.common import FILE, home_of
from kiosk.home.data_folder import Home
from kiosk.home.house_rules import find_rules, own_rules, read_rules
from kiosk.settings import load_settings

_WIDTH = 96
_PRESET = Text(
    de="Regelwerk: ein mitgeliefertes oder rules/NAME.toml im Datenordner; ohne: alle nennen",
    en="rules: built in, or rules/NAME.toml in the data folder; without: list them",
)
_TOML = Text(
    de="als vollständige TOML-Datei mit Erklärungen", en="as a complete TOML file with explanations"
)
_CHECK = Text(de="eine TOML-Datei mit Hausregeln prüfen", en="check a TOML file of house rules")
_CONFIG = Text(
    de="die Hausregeln dieser table.toml (zusammen mit PRESET: daran geändert)",
    en="the house rules of this table.toml (with PRESET: changes to it)",
)
_BUILT_IN = Text(de="Mitgeliefert:", en="Built in:")
_OWN = Text(de="Eigene in {folder}:", en="Your own in {folder}:")
_ONE_SHOWN = Text(
    de="`mehrkopf rules NAME` zeigt eines, mit --toml zum Bearbeiten.",
    en="`mehrkopf rules NAME` shows one, with --toml to edit it.",
)
_WHICH = Text(
    de="Zu --toml gehört der Name eines Regelwerks; bekannt sind: {known}.",
    en="--toml needs the name of a set of rules; there are: {known}.",
)
_SOURCES = Text(
    de="In Klammern die Quelle: das Dokument und sein Abschnitt. „Heute üblich“ ist, was "
    "Regelseiten, Programme und aufgezeichnete Spiele tun. docs/RULES.md geht jedes Dokument Satz "
    "für Satz durch.",
    en="In brackets the source: the document and its section. Practice is what rule pages, "
    "programs and recorded deals do. docs/RULES.md goes through each document sentence by "
    "sentence.",
)
_GOOD = Text(
    de="{file}: in Ordnung, Regelwerk {preset} {own}.",
    en="{file}: all right, preset {preset} {own}.",
)
_CLASH = Text(de="{file}: {why}", en="{file}: {why}")
_NO_RULES = Text(de="ohne eigene Hausregeln", en="without house rules of its own")
_ONE_RULE = Text(
    de="mit einer eigenen Hausregel ({names})", en="with one house rule of its own ({names})"
)
_RULES = Text(
    de="mit {n} eigenen Hausregeln ({names})", en="with {n} house rules of its own ({names})"
)
_OTHER_GAME = Text(
    de="{config} stellt {game} ein, das Regelwerk „{name}“ gehört aber zu {other}; nur eines von "
    "beiden nennen.",
    en='{config} is for {game}, but the rules "{name}" belong to {other}; name one of the two.',
)


@command(
    Argument("preset", "PRESET", _PRESET, required=False),
    Option("--toml", is_flag=True, text=_TOML),
    Option("--config", value=FILE, type=Path, text=_CONFIG),
    Option("--check", value=FILE, type=Path, text=_CHECK),
    HOME,
)
def execute(arguments: Arguments) -> int:
    """Print rules, a file, or the list of presets."""
    home, language = home_of(arguments), arguments.language
    if arguments.check is not None:
        lines = iter([_checked(arguments.check).in_language(language)])
    elif arguments.preset is None and arguments.config is None:
        if arguments.toml:
            raise PlainError(_WHICH.format(known=", ".join(presets())))
        lines = _listed(home, language)
    else:
        chosen = _chosen(arguments.preset, arguments.config, home)
        if arguments.toml:
            sys.stdout.write(to_toml(chosen.rules, chosen.game, language))
            return 0
        lines = _told(chosen, language)
    for line in lines:
        sys.stdout.write(line + "\n")
    return 0


def _checked(file: Path) -> Text:
    named = read_rules(file)
    for clash in rule_clashes(named.rules, named.game):
        raise PlainError(_CLASH.format(file=file, why=clash))
    changed = overrides(named.rules, named.game)
    names = [name for name in changed if name != "preset"]
    told = (_NO_RULES, _ONE_RULE)[len(names)] if len(names) < 2 else _RULES
    own = told.format(n=len(names), names=", ".join(names))
    return _GOOD.format(file=file, preset=changed["preset"], own=own)


def _chosen(name: str | None, config: Path | None, home: Home) -> NamedRules:
    """Return the rules of a name, of a `table.toml`, or the first changed by the second.

    Raises:
        PlainError: unknown name, wrong file, or the two are for different games.
    """
    if config is None:
        assert name is not None
        return find_rules(name, home)
    settings = load_settings(config, home)
    if name is None:
        return NamedRules(settings.game, settings.rules)
    named = find_rules(name, home)
    if named.game != settings.game:
        raise PlainError(
            _OTHER_GAME.format(config=config, game=settings.game, name=name, other=named.game)
        )
    changes = {key: value for key, value in settings.rules.items() if key != "preset"}
    return NamedRules(named.game, {**named.options, **changes})


def _listed(home: Home, language: Language) -> Iterator[str]:
    yield _BUILT_IN.in_language(language)
    for name, game in presets().items():
        titles = {preset.name: preset.title for preset in game_named(game).presets}
        yield f"  {name:<14}{titles[name].in_language(language)}"
    own = own_rules(home)
    if own:
        yield _OWN.format(folder=home.rules).in_language(language)
        yield from (f"  {name}" for name in own)
    yield _ONE_SHOWN.in_language(language)


def _told(chosen: NamedRules, language: Language) -> Iterator[str]:
    rules = rules_from(chosen.options, chosen.game)
    titles = {preset.name: preset.title for preset in game_named(chosen.game).presets}
    yield f"{titles[rules.preset].in_language(language)} ({rules.preset})"
    for theme in describe_rules(rules, chosen.game):
        yield ""
        yield theme.title.in_language(language).upper()
        for told in theme.rules:
            yield from _wrapped(told.sentence.in_language(language), "  ")
            source = told.source.in_language(language)
            yield from _wrapped(f"{told.name} = {told.value}  [{source}]", "      ")
    yield ""
    yield from _wrapped(_SOURCES.in_language(language), "")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )
