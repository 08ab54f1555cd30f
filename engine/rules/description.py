"""House rules in plain words, theme by theme, for people and as a file they can edit.

`describe_rules` gives the sentences of `mehrkopf rules`; `to_toml` writes the same as a complete
commented file, which `engine.rules.house_rules` reads back to the same rules.

A source is written in English: references with a semicolon between them, each a document with its
section (`DE Abrechnung`, `AB 2.1 Bidding`), then what it says, and a note (`DE is silent: ...`).
German gives documents and sections; `docs/RULES.md` has the notes.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.games import game as game_named
from engine.options import Amounts, Choice, OptionSpec, Rules, WholePerKind
from engine.rules.house_rules import HOUSE, OptionInForce, rules_in_force
from engine.text import Language, Text

DOCUMENTS = {
    "DE": Text(de="Mehrkopf-Regelheft", en="Mehrkopf rulebook (German)"),
    "EN": Text(de="englisches Mehrkopf-Regelheft", en="Mehrkopf rulebook (English)"),
    "AB": Text(de="Bayerischer Schafkopf, Anhang B", en="Bavarian Schafkopf, Appendix B"),
    "PG": Text(de="Sheepshead-Dokument", en="Sheepshead document"),
    "BK": Text(de="Bierkopf-Dokument", en="Bierkopf document"),
    "practice": Text(de="heute üblich", en="today's practice"),
}
"""What rules were read from, by the word of a source; `docs/RULES.md` goes through each."""
_SAYS = {
    "is silent": "sagt nichts dazu",
    "does not say who": "sagt nicht, wer",
    "has no wedding": "kennt keine Hochzeit",
    "has no Must game": "kennt kein Muss-Spiel",
    "has no Ramsch": "kennt keinen Ramsch",
    "has no Beauty": "kennt keine Schöne",
    "has no seven players": "kennt keine sieben Spieler",
    "knows Contra to Re-Supra alone": "kennt nur Contra bis Re-Supra",
    "knows no Kontra": "kennt kein Kontra",
    "knows no Stock": "kennt keinen Stock",
    "knows no doubling before the call": "kennt kein Verdoppeln vor der Ansage",
    "knows none": "kennt keine",
    "names no bar": "nennt keine Sperre",
    "names no prices": "nennt keine Preise",
}
"""What a document says, where that is no rule."""
_WHOLE = {
    "Mehrkopf only": Text(de="nur im Mehrkopf", en="Mehrkopf only"),
    "no Beauty with four": Text(de="zu viert ohne Schöne", en="no Beauty with four"),
    "practice is silent": Text(de="heute nicht festgelegt", en="not settled in today's practice"),
    "practice names no bar": Text(de="heute ohne Sperre", en="no bar in today's practice"),
    "practice of tournaments": Text(de="auf Turnieren üblich", en="usual at tournaments"),
    "practice plays it only where agreed": Text(
        de="heute nur, wo es ausgemacht ist", en="today only where agreed on"
    ),
}
"""What needs words of its own."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One document that a source names, and where in it."""

    document: str
    """A word of `DOCUMENTS`."""
    section: str = ""
    """As `docs/RULES.md` has it."""
    says: str = ""
    """A word of `_SAYS`; empty where it states the rule."""


def reference(part: str) -> Reference | None:
    """Return what a part of a source refers to; None where it has words of its own.

    >>> reference("DE Ramsch is silent")
    Reference(document='DE', section='Ramsch', says='is silent')
    """
    document, _, rest = part.partition(" ")
    if part in _WHOLE or document not in DOCUMENTS:
        return None
    says = next((each for each in _SAYS if f" {rest}".endswith(f" {each}")), "")
    return Reference(document, rest.removesuffix(says).strip(), says)


def source_text(source: str) -> Text:
    """Return a preset's source as people read it: each document with its section.

    >>> source_text("DE Ramsch is silent; practice: as at tournaments").de
    'Mehrkopf-Regelheft, Ramsch (sagt nichts dazu); heute üblich'
    """
    parts = [_part_text(each) for each in source.split("; ")]
    return Text(de="; ".join(each.de for each in parts), en="; ".join(each.en for each in parts))


def _part_text(part: str) -> Text:
    named, colon, note = part.partition(": ")
    found = reference(named)
    if found is None:
        whole = _WHOLE.get(named, Text(de=named, en=named))
        return Text(de=whole.de, en=f"{whole.en}{colon}{note}")
    title = DOCUMENTS[found.document]
    section = f", {found.section}" if found.section else ""
    de, en = (f" ({says})" if says else "" for says in (_SAYS.get(found.says), found.says))
    return Text(de=f"{title.de}{section}{de}", en=f"{title.en}{section}{en}{colon}{note}")


_WIDTH = 96
_MOST_LISTED = 20
"""Words of an option that are explained one by one; more are cards, whose codes say enough."""
_SOURCE = Text(de="Quelle", en="source")
_THIS_TABLE = Text(de="dieser Tisch", en="this table")
_HEAD = Text(
    de="Hausregeln. Was fehlt, gilt wie im Regelwerk `preset`; Zeilen mit # sind Erklärungen.",
    en="House rules. Whatever is left out is as in `preset`; lines with # are explanations.",
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
