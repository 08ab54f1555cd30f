"""House rules in plain words, theme by theme, for people and as a file they can edit.

`describe_rules` gives the sentences of `mehrkopf rules`; `to_toml` writes the same as a complete
commented file, which `engine.rules.house_rules` reads back to the same rules.

A source is written in English: a reference (`DE Abrechnung`, `AB 2.1`, `RULES 0.12`), then a note.
German gives the reference, or what is said in its place; `docs/RULES.md` has the notes.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.games import game as game_named
from engine.options import Amounts, Choice, OptionSpec, Rules, WholePerKind
from engine.rules.house_rules import HOUSE, OptionInForce, rules_in_force
from engine.text import Language, Text

_NOTE = re.compile(r"[:;(]")
_GERMAN = {
    "AB 1.1 knows none": "AB 1.1 kennt keine",
    "AB 2.1 does not say who": "AB 2.1 sagt nicht, wer",
    "AB 4.1 knows Contra to Re-Supra alone": "AB 4.1 kennt nur Contra bis Re-Supra",
    "AB has no Hochzeit": "AB kennt keine Hochzeit",
    "AB has no Muss-Spiel": "AB kennt kein Muss-Spiel",
    "AB has no Ramsch": "AB kennt keinen Ramsch",
    "AB has no Schöne": "AB kennt keine Schöne",
    "AB has no seven players": "AB kennt keine sieben Spieler",
    "AB is silent": "AB sagt nichts",
    "AB knows no Stock": "AB kennt keinen Stock",
    "AB names no bar": "AB nennt keine Sperre",
    "AB names no prices": "AB nennt keine Preise",
    "DE Ramsch is silent": "DE Ramsch sagt nichts",
    "DE Sie is silent": "DE Sie sagt nichts",
    "DE is silent": "DE sagt nichts",
    "DE knows no Kontra": "DE kennt kein Kontra",
    "DE knows no Stock": "DE kennt keinen Stock",
    "DE knows no doubling before the call": "DE kennt kein Verdoppeln vor der Ansage",
    "Mehrkopf only": "nur im Mehrkopf",
    "no Schöne with four": "zu viert ohne Schöne",
    "practice": "heute üblich",
    "practice is silent": "heute nicht festgelegt",
    "practice names no bar": "heute ohne Sperre",
    "practice of tournaments": "auf Turnieren üblich",
}
"""What is no mere reference."""


def source_text(source: str) -> Text:
    """Return a preset's source as people read it."""
    short = _NOTE.split(source)[0].strip()
    return Text(de=_GERMAN.get(short, short), en=source)


_WIDTH = 96
_MOST_LISTED = 20
"""Words of an option that are explained one by one; more are cards, whose codes say enough."""
_SOURCE = Text(de="Quelle", en="source")
_THIS_TABLE = Text(de="dieser Tisch", en="this table")
_HEAD = Text(
    de="Hausregeln. Was fehlt, gilt wie im Regelwerk `preset`; Zeilen mit # sind Erklärungen.",
    en="House rules. What is left out is as in `preset`; lines with # are explanations.",
)
_ALLOWED = Text(de="erlaubt", en="allowed")


@dataclass(frozen=True, slots=True)
class DescribedRule:
    """One house rule in plain words."""

    sentence: Text
    """What the option decides, and how: "Was ein Fehler kostet: nichts"."""
    name: str
    value: str
    """As a TOML file says it."""
    source: Text
    """Document and section, or the table that changed it."""
    spec: OptionSpec


@dataclass(frozen=True, slots=True)
class DescribedTheme:
    """The house rules under one heading."""

    title: Text
    rules: tuple[DescribedRule, ...]


def describe_rules(rules: Rules, game: str) -> tuple[DescribedTheme, ...]:
    """Return every house rule in force, in the game's themes and order."""
    in_force = {each.spec.name: each for each in rules_in_force(rules, game)}
    return tuple(
        DescribedTheme(
            theme.title, tuple(_told(in_force[spec.name], rules, game) for spec in theme.options)
        )
        for theme in game_named(game).themes
    )


def _told(option: OptionInForce, rules: Rules, game: str) -> DescribedRule:
    meaning, said = option.spec.meaning, option.spec.kind.say(option.value)
    return DescribedRule(
        Text(de=f"{meaning.de}: {said.de}", en=f"{meaning.en}: {said.en}"),
        option.spec.name,
        toml_value(_shortest(option, rules, game)),
        _THIS_TABLE if option.source == HOUSE else source_text(option.source),
        option.spec,
    )


def _shortest(option: OptionInForce, rules: Rules, game: str) -> object:
    """Return the value as a person would write it: one number where all kinds have the same.

    Amounts that follow from other options are left out, or changing those would change nothing.
    """
    value = option.value
    if isinstance(option.spec.kind, Amounts):
        assert isinstance(value, Mapping)
        return _given(option.spec.kind, option.spec.name, value, rules, game)
    if isinstance(option.spec.kind, WholePerKind):
        assert isinstance(value, Mapping)
        if set(value) == {"default"}:
            return value["default"]
    return value


def _given(
    kind: Amounts, name: str, amounts: Mapping[str, object], rules: Rules, game: str
) -> Mapping[str, object]:
    definition = game_named(game)
    preset = next(each for each in definition.presets if each.name == rules.preset)
    kept = dict(amounts)
    for key in kind.follows:
        fewer = {each: amount for each, amount in kept.items() if each != key}
        if definition.completed({**rules.options, name: fewer}, preset)[name] == amounts:
            kept = fewer
    return kept


def toml_value(value: object) -> str:
    """Return a checked option value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        entries = ", ".join(f"{key} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {entries} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(each) for each in value)}]"
    # A JSON string is a TOML string, and so is a whole number.
    return json.dumps(value, ensure_ascii=False)


def to_toml(rules: Rules, game: str, language: Language) -> str:
    """Return a complete TOML file with every option, its meaning, its words and its source."""
    lines = [f"# {_HEAD.in_language(language)}", "", f"preset = {toml_value(rules.preset)}"]
    for theme in describe_rules(rules, game):
        title = theme.title.in_language(language)
        lines += ["", f"# {title}", f"# {'=' * len(title)}"]
        for told in theme.rules:
            lines += ["", *_explained(told, language), f"{told.name} = {told.value}"]
    return "\n".join(lines) + "\n"


def _explained(told: DescribedRule, language: Language) -> Iterator[str]:
    yield from _comment(told.sentence.in_language(language))
    kind = told.spec.kind
    listed = len(kind.meanings) <= _MOST_LISTED
    if listed:
        for word, meaning in kind.meanings.items():
            yield from _comment(f"{word}: {meaning.in_language(language)}", "  ")
    if not (listed and isinstance(kind, Choice)):
        expected = kind.expected().in_language(language)
        yield from _comment(f"{_ALLOWED.in_language(language)}: {expected}")
    yield from _comment(f"{_SOURCE.in_language(language)}: {told.source.in_language(language)}")


def _comment(text: str, indent: str = "") -> list[str]:
    first = f"# {indent}"
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=f"{first}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
