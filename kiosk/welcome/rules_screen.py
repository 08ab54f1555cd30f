"""What the pages of the house rules show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from engine.games import game as game_named
from engine.options import Amounts, Choice, Flag, OptionSpec, Several, Whole, WholePerKind
from engine.rules_told import Told
from engine.text import Text
from kiosk.pages.catalogue import game_title
from kiosk.pages.whole import is_whole
from kiosk.welcome import rules_words as w
from kiosk.welcome.rules_draft import CHANGED, DEFAULT, Draft, toggled, without_part
from kiosk.welcome.walk_screen import Option


@dataclass(frozen=True, slots=True)
class Which:
    """The rules there are."""

    ways: tuple[Option, ...]
    broken: tuple[Text, ...]
    """What is wrong with files that cannot be read."""
    in_money: bool = False
    """Whether amounts are shown in euros."""


@dataclass(frozen=True, slots=True)
class NamingScreen:
    """A name for rules is typed."""

    draft: Draft
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
    themes: tuple[Option, ...]
    lines: tuple[RuleLine, ...]
    nothing: Text | None
    """What is said where nothing was changed."""
    locked: bool
    taken: bool
    """Whether the evening that runs is played by just these."""
    can_take: bool
    draft_kept: bool
    """Whether these are a draft: rules that nobody has taken or kept yet."""
    draft: Draft
    note: Text | None = None
    reset: str | None = None


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

    told: Told
    theme: str
    choices: tuple[Option, ...]
    parts: tuple[PartLine, ...]
    number: str | None
    """The number that may be typed; None where there is none."""
    part: str
    part_title: Text | None
    ordered: bool
    reset: str | None
    preset: Text
    draft: Draft
    back: str
    wrong: Text | None = None


def rules(
    draft: Draft,
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
    groups = [Option(draft.href(theme=CHANGED), w.CHANGED.format(n=len(changed)))]
    groups[0] = replace(groups[0], chosen=chosen == CHANGED)
    for number, each in enumerate(themes):
        count = sum(told.name in changed for told in each.rules)
        mark = f"● {count}" if count else None
        href = draft.href(theme=str(number))
        groups.append(Option(href, each.title, mark, chosen=chosen == str(number)))
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
        reset=draft.plain().href() if changed else None,
    )


def _preset_title(draft: Draft) -> Text:
    titles = {preset.name: preset.title for preset in game_named(draft.game).presets}
    return titles[draft.named.rules.preset]


def _line(draft: Draft, theme: int, told: Told) -> RuleLine:
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
    draft: Draft, told: Told, theme: str, part: str, typed: str | None, wrong: Text | None
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


def _choices(draft: Draft, spec: OptionSpec, theme: str) -> tuple[Option, ...]:
    kind, now = spec.kind, draft.value(spec.name)
    if isinstance(kind, Several):
        listed = cast("tuple[str, ...]", now)
        return tuple(
            Option(
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
        Option(
            draft.with_value(spec.name, value).href(theme=theme),
            kind.say(value),
            chosen=value == now and isinstance(value, type(now)),
        )
        for value in values
    )


def _list_href(draft: Draft, spec: OptionSpec, theme: str, word: str) -> str:
    """Return the address with a word added or taken away; the last that is needed stays."""
    assert isinstance(spec.kind, Several)
    listed = cast("tuple[str, ...]", draft.value(spec.name))
    if word in listed and len(listed) <= spec.kind.least:
        return draft.href(theme=theme, option=spec.name)
    return toggled(draft, spec, word).href(theme=theme, option=spec.name)


def _part_titles(spec: OptionSpec) -> list[tuple[str, Text]]:
    named = list(spec.kind.meanings.items())
    return [*named, (DEFAULT, w.OTHERS)] if isinstance(spec.kind, WholePerKind) else named


def _parts(draft: Draft, spec: OptionSpec, theme: str) -> tuple[PartLine, ...]:
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


def _number(draft: Draft, spec: OptionSpec, part: str) -> str | None:
    """Return the number to begin typing with; None where none is typed here."""
    value = draft.value(spec.name)
    if isinstance(spec.kind, Whole):
        return str(value) if isinstance(value, int) else ""
    if part and isinstance(value, Mapping):
        return str(value.get(part, value.get(DEFAULT, "")))
    return None
