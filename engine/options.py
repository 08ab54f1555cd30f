"""Named options as data: what a house rule may say, in plain words, with the source it comes from.

A game lists `OptionSpec`s by theme and, for each preset, a value and its source.
`engine.rules.house_rules.rules_from` checks what a table wrote against them; nothing else reads raw
options. A word that an option may say stands beside its meaning in both languages, an answer to the
option's own sentence; without one it cannot be written.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.text import Text, nearest

JsonValue = object


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's rules: the preset's name and the value of every option.

    Two rules are equal when preset and values are; obtain them from
    `engine.rules.house_rules.rules_from`.
    """

    preset: str
    options: Mapping[str, object] = field(compare=False)
    key: str = field(init=False, repr=False)
    """Preset and values in one string, so that rules hash and compare fast."""

    def __post_init__(self) -> None:
        values = json.dumps(self.options, sort_keys=True, default=list)
        object.__setattr__(self, "key", f"{self.preset} {values}")


class WrongValueError(ValueError):
    """A value does not fit its option; `expected` says what would."""

    def __init__(self, expected: Text) -> None:
        super().__init__(expected.en)
        self.expected = expected


class ValueKind(Protocol):
    """What values an option takes."""

    def check(self, value: JsonValue) -> object:
        """Return the value as it is kept.

        Raises:
            WrongValueError: the value does not fit.
        """
        ...

    def expected(self) -> Text:
        """Say which values fit."""
        ...

    def say(self, value: object) -> Text:
        """Say a checked value in words a guest understands."""
        ...

    @property
    def meanings(self) -> Mapping[str, Text]:
        """What each word it may say means; empty where it takes none."""
        ...


_NO_WORDS: Mapping[str, Text] = {}
YES_OR_NO = {True: Text(de="ja", en="yes"), False: Text(de="nein", en="no")}


_NEVER = Text(de="nie", en="never")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def _with_meant(expected: Text, said: Iterable[str], known: Collection[str]) -> Text:
    """Add to what is expected which name is meant by one that is nearly right."""
    for name in said:
        meant = None if name in known else nearest(name, known)
        if meant is not None:
            return Text(
                de=f'{expected.de} (statt "{name}" vielleicht "{meant}")',
                en=f'{expected.en} (did you mean "{meant}" instead of "{name}"?)',
            )
    return expected


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Flag:
    """On or off."""

    def check(self, value: JsonValue) -> bool:
        """Return the flag."""
        if isinstance(value, bool):
            return value
        raise WrongValueError(self.expected())

    def expected(self) -> Text:
        """Say which values fit."""
        return Text(de="true oder false", en="true or false")

    def say(self, value: object) -> Text:
        """Say yes or no."""
        return YES_OR_NO[value is True]

    @property
    def meanings(self) -> Mapping[str, Text]:
        """Return nothing: true and false speak for themselves."""
        return _NO_WORDS


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words, each with its meaning."""

    meanings: Mapping[str, Text]

    def check(self, value: JsonValue) -> str:
        """Return the word."""
        if isinstance(value, str) and value in self.meanings:
            return value
        raise WrongValueError(self.expected())

    def expected(self) -> Text:
        """Say which values fit."""
        listed = _listed(self.meanings)
        if len(self.meanings) == 1:
            return Text(de=listed, en=listed)
        return Text(de=f"eines von {listed}", en=f"one of {listed}")

    def say(self, value: object) -> Text:
        """Say what the word means."""
        return self.meanings[str(value)]


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, or one of a few words where the number follows from something else."""

    least: int
    most: int
    meanings: Mapping[str, Text] = field(default_factory=dict)
    """What each word means."""

    def check(self, value: JsonValue) -> int | str:
        """Return the number or the word."""
        if isinstance(value, str) and value in self.meanings:
            return value
        if isinstance(value, int) and _is_whole(value) and self.least <= value <= self.most:
            return value
        raise WrongValueError(self.expected())

    def expected(self) -> Text:
        """Say which values fit."""
        number = Text(de=str(self.least), en=str(self.least))
        if self.least < self.most:
            number = Text(
                de=f"eine ganze Zahl von {self.least} bis {self.most}",
                en=f"a whole number from {self.least} to {self.most}",
            )
        if not self.meanings:
            return number
        listed = _listed(self.meanings)
        return Text(de=f"{number.de} oder {listed}", en=f"{number.en} or {listed}")

    def say(self, value: object) -> Text:
        """Say the number, or what the word means."""
        return self.meanings.get(str(value), Text(de=str(value), en=str(value)))


@dataclass(frozen=True, slots=True)
class WholePerKind:
    """A whole number for every contract, or a table of contract kinds with a `default`."""

    least: int
    most: int
    meanings: Mapping[str, Text]
    """The contract kinds with their titles."""

    def check(self, value: JsonValue) -> Mapping[str, int]:
        """Return the number of each kind, with `default`."""
        table = value if isinstance(value, Mapping) else {"default": value}
        number = Whole(self.least, self.most)
        known = {*self.meanings, "default"}
        if "default" not in table or not set(table) <= known:
            raise WrongValueError(_with_meant(self.expected(), table, known))
        checked: dict[str, int] = {}
        for kind, entry in table.items():
            try:
                whole = number.check(entry)
            except WrongValueError:
                raise WrongValueError(self.expected()) from None
            assert isinstance(whole, int)
            checked[kind] = whole
        return checked

    def expected(self) -> Text:
        """Say which values fit."""
        number = Whole(self.least, self.most).expected()
        kind = next(iter(self.meanings))
        example = f'{{"{kind}": {self.least}, "default": {self.most}}}'
        return Text(
            de=f"{number.de} oder eine Tabelle wie {example}",
            en=f"{number.en} or a table such as {example}",
        )

    def say(self, value: object) -> Text:
        """Say the number, or each kind's number and that of the rest."""
        assert isinstance(value, Mapping)
        single = [(self.meanings[kind], n) for kind, n in value.items() if kind != "default"]
        rest = value["default"]
        if not single:
            return Text(de=str(rest), en=str(rest))
        return Text(
            de=", ".join([*(f"{title.de} {n}" for title, n in single), f"sonst {rest}"]),
            en=", ".join([*(f"{title.en} {n}" for title, n in single), f"otherwise {rest}"]),
        )


@dataclass(frozen=True, slots=True)
class Several:
    """A list of words, each at most once and each with its meaning."""

    meanings: Mapping[str, Text]
    least: int = 1
    """How many it takes; an empty list means never."""

    def check(self, value: JsonValue) -> tuple[str, ...]:
        """Return the words in the order given."""
        if isinstance(value, list | tuple) and len(value) >= self.least:
            listed = tuple(value)
            known = all(isinstance(word, str) and word in self.meanings for word in listed)
            if known and len(set(listed)) == len(listed):
                return listed
        raise WrongValueError(self.expected())

    def expected(self) -> Text:
        """Say which values fit."""
        listed = _listed(self.meanings)
        return Text(de=f"eine Liste aus {listed}", en=f"a list made up of {listed}")

    def say(self, value: object) -> Text:
        """Say every word's meaning in the order given."""
        assert isinstance(value, list | tuple)
        if not value:
            return _NEVER
        said = [self.meanings[word] for word in value]
        return Text(de=", ".join(each.de for each in said), en=", ".join(each.en for each in said))


@dataclass(frozen=True, slots=True)
class Amounts:
    """A table of amounts; what is left out follows from the others or from the preset."""

    meanings: Mapping[str, Text]
    """The amounts' names and what they are for."""
    most: int = 1_000_000
    follows: tuple[str, ...] = ()
    """Names whose amount follows from other options where it is left out."""

    def check(self, value: JsonValue) -> Mapping[str, int]:
        """Return the amounts given."""
        if not isinstance(value, Mapping):
            raise WrongValueError(self.expected())
        if not set(value) <= set(self.meanings):
            raise WrongValueError(_with_meant(self.expected(), value, self.meanings))
        number = Whole(0, self.most)
        amounts: dict[str, int] = {}
        for key, entry in value.items():
            try:
                amount = number.check(entry)
            except WrongValueError:
                raise WrongValueError(self.expected()) from None
            assert isinstance(amount, int)
            amounts[key] = amount
        return amounts

    def expected(self) -> Text:
        """Say which values fit."""
        listed = _listed(self.meanings)
        return Text(
            de=f"eine Tabelle ganzer Beträge von 0 bis {self.most} mit den Namen {listed}",
            en=f"a table of whole amounts from 0 to {self.most} with the names {listed}",
        )

    def say(self, value: object) -> Text:
        """Say every amount with its name."""
        assert isinstance(value, Mapping)
        said = [(self.meanings[key], value[key]) for key in self.meanings if key in value]
        return Text(
            de=", ".join(f"{name.de} {amount}" for name, amount in said),
            en=", ".join(f"{name.en} {amount}" for name, amount in said),
        )


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One house rule: its name in files, what it may say, and what it means."""

    name: str
    kind: ValueKind
    meaning: Text


@dataclass(frozen=True, slots=True)
class Theme:
    """House rules that belong together, under one heading."""

    title: Text
    options: tuple[OptionSpec, ...]


@dataclass(frozen=True, slots=True)
class Sourced:
    """A preset's value of one option and where it comes from (document and section)."""

    value: object
    source: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; it gives every option of its game a value."""

    name: str
    title: Text
    values: Mapping[str, Sourced]
