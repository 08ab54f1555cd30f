"""House rules on the page: a draft on its way to being taken, and what the screens show of it.

A draft travels in the address; what nobody has taken or kept yet waits until somebody drops it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import cast
from urllib.parse import urlencode

from engine.deal.record import JsonObject
from engine.games import GAMES
from engine.games import game as game_named
from engine.options import Amounts, Choice, Flag, OptionSpec, Several, Whole, WholePerKind
from engine.rules.description import DescribedRule, DescribedTheme, describe_rules
from engine.rules.house_rules import (
    NamedRules,
    overrides,
    preset_rules,
    rule_clashes,
    rules_from,
)
from engine.text import PlainError, Text
from kiosk.screens.cards import game_title
from kiosk.screens.values import StartOption, is_whole
from kiosk.words import house_rules as w

CHANGED = "changed"
"""The group of everything that differs from the preset."""
DEFAULT = "default"
"""The part of an option by kind that holds for all kinds not named."""


@dataclass(frozen=True, slots=True)
class RulesDraft:
    """The rules of one game, complete by a preset and what differs from it."""

    game: str
    options: JsonObject
    """`preset` and what differs."""
    of: str = ""
    """The table's own set these were opened from; empty where it was none."""

    @property
    def named(self) -> NamedRules:
        """The rules they make."""
        return NamedRules(self.game, self.options)

    def href(self, **more: str) -> str:
        """Return the address of the page with these rules."""
        said = [("set", json.dumps(self.options)), ("of", self.of), *more.items()]
        return f"/rules/{self.game}?{urlencode([each for each in said if each[1]])}"

    def fields(self) -> dict[str, str]:
        """Return the fields of a form that say the same."""
        return {"set": json.dumps(self.options), "of": self.of}

    def with_value(self, name: str, value: object) -> RulesDraft:
        """Return the rules with one option changed.

        Raises:
            PlainError: there is no such option, or the value does not fit.
        """
        rules = rules_from({**self.options, name: value}, self.game)
        return replace(self, options=overrides(rules, self.game))

    def without(self, name: str) -> RulesDraft:
        """Return the rules with one option as in the preset."""
        kept = {key: value for key, value in self.options.items() if key != name}
        return replace(self, options=kept)

    def plain(self) -> RulesDraft:
        """Return the preset unchanged."""
        return replace(self, options={"preset": self.named.rules.preset})

    @property
    def changed(self) -> tuple[str, ...]:
        """The options that differ from the preset."""
        return tuple(key for key in overrides(self.named.rules, self.game) if key != "preset")

    def themes(self) -> tuple[DescribedTheme, ...]:
        """Return every option in force, in groups."""
        return describe_rules(self.named.rules, self.game)

    def told(self, name: str) -> DescribedRule | None:
        """Return one option in plain words."""
        return next(
            (told for each in self.themes() for told in each.rules if told.name == name), None
        )

    def value(self, name: str) -> object:
        """Return the value of an option as it is in force."""
        return self.named.rules.options[name]

    def preset_value(self, name: str) -> object:
        """Return what the preset says."""
        return preset_rules(self.game, self.named.rules.preset).options[name]


def read_draft(game: str, said: str, of: str) -> RulesDraft:
    """Return the rules an address or form says.

    Raises:
        PlainError: there is no such game or rule.
    """
    if game not in GAMES:
        raise PlainError(w.NO_GAME)
    try:
        options = json.loads(said) if said else {}
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise PlainError(w.NOT_READ)
    rules = rules_from(options, game)
    return RulesDraft(game, overrides(rules, game), of[:40])


def toggled(draft: RulesDraft, spec: OptionSpec, word: str) -> RulesDraft:
    """Return the rules with one word of a list added at its end, or taken away."""
    assert isinstance(spec.kind, Several)
    listed = list(cast("tuple[str, ...]", draft.value(spec.name)))
    now = [each for each in listed if each != word] if word in listed else [*listed, word]
    return draft.with_value(spec.name, now)


def with_number(draft: RulesDraft, spec: OptionSpec, part: str, number: int) -> RulesDraft:
    """Return the rules with a number put into an option or into one part of it.

    Raises:
        PlainError: it does not fit.
    """
    kind = spec.kind
    if isinstance(kind, Whole):
        return draft.with_value(spec.name, number)
    if not isinstance(kind, WholePerKind | Amounts):
        raise PlainError(w.NOT_READ)
    table = dict(cast("Mapping[str, int]", draft.value(spec.name)))
    if isinstance(kind, Amounts):
        # What follows from other options follows on; only what was said is written.
        table = dict(cast("Mapping[str, int]", draft.options.get(spec.name, {})))
    return draft.with_value(spec.name, {**table, part or DEFAULT: number})


def without_part(draft: RulesDraft, spec: OptionSpec, part: str) -> RulesDraft:
    """Return the rules with one kind of an option as all the others."""
    table = dict(cast("Mapping[str, int]", draft.value(spec.name)))
    return draft.with_value(spec.name, {key: n for key, n in table.items() if key != part})


def differs(draft: RulesDraft, known: Collection[NamedRules]) -> bool:
    """Tell whether a draft would be lost with its page: no known rules of its game say the same."""
    rules = draft.named.rules
    return all(each.rules != rules for each in known if each.game == draft.game)


@dataclass(frozen=True, slots=True)
class Which:
    """The rules there are."""

    ways: tuple[StartOption, ...]
    broken: tuple[Text, ...]
    """What is wrong with files that cannot be read."""
    in_money: bool = False
    """Whether amounts are shown in euros."""
    open_to: str = "table"
    """Who sees deals with open cards once they are over (`kiosk.home.files.OpenTo`)."""


@dataclass(frozen=True, slots=True)
class NamingScreen:
    """A name for rules is typed."""

    draft: RulesDraft
    typed: str
    wrong: Text | None


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One house rule in a list."""

    meaning: Text
    value: Text
    source: Text
    href: str
    changed: bool
    preset: Text | None
    """What the preset says, where this differs."""


@dataclass(frozen=True, slots=True)
class RulesScreen:
    """The rules of one group beside the list of groups."""

    title: Text
    themes: tuple[StartOption, ...]
    lines: tuple[RuleLine, ...]
    nothing: Text | None
    """What is said where nothing was changed."""
    locked: bool
    taken: bool
    """Whether the evening that runs is played by just these."""
    can_take: bool
    draft_kept: bool
    """Whether these are a draft: rules that nobody has taken or kept yet."""
    draft: RulesDraft
    note: Text | None = None
    reset: str | None = None
    clashes: tuple[Text, ...] = ()
    """What of these rules cannot be played together."""


@dataclass(frozen=True, slots=True)
class PartLine:
    """One part of an option that has a number for each."""

    title: Text
    value: str
    href: str
    as_others: str | None
    """Address that lets it be as all the others."""


@dataclass(frozen=True, slots=True)
class OptionScreen:
    """One house rule with everything it may say."""

    told: DescribedRule
    theme: str
    choices: tuple[StartOption, ...]
    parts: tuple[PartLine, ...]
    number: str | None
    """The number that may be typed; None where there is none."""
    part: str
    part_title: Text | None
    ordered: bool
    reset: str | None
    preset: Text
    draft: RulesDraft
    back: str
    wrong: Text | None = None


def rules(
    draft: RulesDraft,
    theme: str,
    *,
    locked: bool,
    taken: bool,
    can_take: bool,
    draft_kept: bool,
    note: Text | None = None,
) -> RulesScreen:
    """Return one group of rules; `theme` is its number, or `changed`."""
    themes, changed = draft.themes(), draft.changed
    chosen = theme if is_whole(theme) and int(theme) < len(themes) else CHANGED
    if not theme and not changed:
        chosen = "0"
    groups: list[StartOption] = []
    if changed:
        words = w.CHANGED.format(n=len(changed))
        groups.append(StartOption(draft.href(theme=CHANGED), words, chosen=chosen == CHANGED))
    for number, each in enumerate(themes):
        count = sum(told.name in changed for told in each.rules)
        mark = f"● {count}" if count else None
        href = draft.href(theme=str(number))
        groups.append(StartOption(href, each.title, mark, chosen=chosen == str(number)))
    listed = [
        (number, told)
        for number, each in enumerate(themes)
        for told in each.rules
        if (told.name in changed if chosen == CHANGED else chosen == str(number))
    ]
    preset = _preset_title(draft)
    return RulesScreen(
        title=game_title(draft.game),
        themes=tuple(groups),
        lines=tuple(_line(draft, number, told) for number, told in listed),
        nothing=None if listed else w.NOTHING_CHANGED.format(preset=preset),
        locked=locked,
        taken=taken,
        can_take=can_take,
        draft_kept=draft_kept,
        draft=draft,
        note=note,
        clashes=rule_clashes(draft.named.rules, draft.game),
        reset=draft.plain().href() if changed else None,
    )


def _preset_title(draft: RulesDraft) -> Text:
    titles = {preset.name: preset.title for preset in game_named(draft.game).presets}
    return titles[draft.named.rules.preset]


def _line(draft: RulesDraft, theme: int, told: DescribedRule) -> RuleLine:
    changed = told.name in draft.changed
    kind = told.spec.kind
    return RuleLine(
        told.spec.meaning,
        kind.say(draft.value(told.name)),
        told.source,
        draft.href(theme=str(theme), option=told.name),
        changed,
        kind.say(draft.preset_value(told.name)) if changed else None,
    )


def option(
    draft: RulesDraft,
    told: DescribedRule,
    theme: str,
    part: str,
    typed: str | None,
    wrong: Text | None,
) -> OptionScreen:
    """Return one house rule; `part` is the kind whose number is typed."""
    spec, kind = told.spec, told.spec.kind
    parts = _parts(draft, spec, theme) if isinstance(kind, WholePerKind | Amounts) else ()
    named = dict(_part_titles(spec))
    number = typed if typed is not None else _number(draft, spec, part)
    changed = told.name in draft.changed
    list_href = draft.href(theme=theme)
    return OptionScreen(
        told=told,
        theme=theme,
        choices=_choices(draft, spec, theme),
        parts=() if part else parts,
        number=number,
        part=part,
        part_title=named.get(part),
        ordered=isinstance(kind, Several),
        reset=draft.without(told.name).href(theme=theme, option=told.name) if changed else None,
        preset=kind.say(draft.preset_value(told.name)),
        draft=draft,
        back=draft.href(theme=theme, option=told.name) if part else list_href,
        wrong=wrong,
    )


def _choices(draft: RulesDraft, spec: OptionSpec, theme: str) -> tuple[StartOption, ...]:
    kind, now = spec.kind, draft.value(spec.name)
    if isinstance(kind, Several):
        listed = cast("tuple[str, ...]", now)
        return tuple(
            StartOption(
                _list_href(draft, spec, theme, word),
                meaning,
                str(listed.index(word) + 1) if word in listed else None,
                chosen=word in listed,
            )
            for word, meaning in kind.meanings.items()
        )
    values: list[object] = []
    if isinstance(kind, Flag):
        values = [True, False]
    elif isinstance(kind, Choice | Whole):
        values = list(kind.meanings)
    return tuple(
        StartOption(
            draft.with_value(spec.name, value).href(theme=theme),
            kind.say(value),
            chosen=value == now and isinstance(value, type(now)),
        )
        for value in values
    )


def _list_href(draft: RulesDraft, spec: OptionSpec, theme: str, word: str) -> str:
    """Return the address with a word added or taken away; the last that is needed stays."""
    assert isinstance(spec.kind, Several)
    listed = cast("tuple[str, ...]", draft.value(spec.name))
    if word in listed and len(listed) <= spec.kind.least:
        return draft.href(theme=theme, option=spec.name)
    return toggled(draft, spec, word).href(theme=theme, option=spec.name)


def _part_titles(spec: OptionSpec) -> list[tuple[str, Text]]:
    named = list(spec.kind.meanings.items())
    return [*named, (DEFAULT, w.OTHERS)] if isinstance(spec.kind, WholePerKind) else named


def _parts(draft: RulesDraft, spec: OptionSpec, theme: str) -> tuple[PartLine, ...]:
    table = cast("Mapping[str, int]", draft.value(spec.name))
    by_kind = isinstance(spec.kind, WholePerKind)
    return tuple(
        PartLine(
            title,
            str(table.get(key, "")),
            draft.href(theme=theme, option=spec.name, part=key),
            without_part(draft, spec, key).href(theme=theme, option=spec.name)
            if by_kind and key != DEFAULT and key in table
            else None,
        )
        for key, title in _part_titles(spec)
    )


def _number(draft: RulesDraft, spec: OptionSpec, part: str) -> str | None:
    """Return the number to begin typing with; None where none is typed here."""
    value = draft.value(spec.name)
    if isinstance(spec.kind, Whole):
        return str(value) if isinstance(value, int) else ""
    if part and isinstance(value, Mapping):
        return str(value.get(part, value.get(DEFAULT, "")))
    return None
