"""Named options as data: what a house rule may say, in plain words, with the source it comes from.

A game lists `OptionSpec`s and, for each preset, a value and its source. `engine.rules.rules_from`
checks what a table wrote against them; nothing else reads raw options.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from engine.text import Text

JsonValue = object


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's rules: the preset's name and the value of every option.

    Two rules are equal when preset and values are; obtain them from `engine.rules.rules_from`.
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


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def check(self, value: JsonValue) -> str:
        """Return the word."""
        if isinstance(value, str) and value in self.words:
            return value
        raise WrongValueError(self.expected())

    def expected(self) -> Text:
        """Say which values fit."""
        listed = ", ".join(f'"{word}"' for word in self.words)
        return Text(de=f"eines von {listed}", en=f"one of {listed}")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, or one of a few words where the number follows from something else."""

    least: int
    most: int
    words: tuple[str, ...] = ()

    def check(self, value: JsonValue) -> int | str:
        """Return the number or the word."""
        if isinstance(value, str) and value in self.words:
            return value
        if isinstance(value, int) and _is_whole(value) and self.least <= value <= self.most:
            return value
        raise WrongValueError(self.expected())

    def expected(self) -> Text:
        """Say which values fit."""
        number = Text(
            de=f"eine ganze Zahl von {self.least} bis {self.most}",
            en=f"a whole number from {self.least} to {self.most}",
        )
        if not self.words:
            return number
        listed = ", ".join(f'"{word}"' for word in self.words)
        return Text(de=f"{number.de} oder {listed}", en=f"{number.en} or {listed}")


@dataclass(frozen=True, slots=True)
class WholePerKind:
    """A whole number for every contract, or a table of contract kinds with a `default`."""

    least: int
    most: int
    kinds: tuple[str, ...]

    def check(self, value: JsonValue) -> Mapping[str, int]:
        """Return the number of each kind, with `default`."""
        table = value if isinstance(value, Mapping) else {"default": value}
        number = Whole(self.least, self.most)
        if "default" not in table or not set(table) <= {*self.kinds, "default"}:
            raise WrongValueError(self.expected())
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
        example = f'{{"{self.kinds[0]}": {self.least}, "default": {self.most}}}'
        return Text(
            de=f"{number.de} oder eine Tabelle wie {example}",
            en=f"{number.en} or a table such as {example}",
        )


@dataclass(frozen=True, slots=True)
class Several:
    """A list of words, each at most once."""

    words: tuple[str, ...]

    def check(self, value: JsonValue) -> tuple[str, ...]:
        """Return the words in the order given."""
        if isinstance(value, list | tuple) and value and len(set(value)) == len(value):
            listed = tuple(value)
            if all(isinstance(word, str) and word in self.words for word in listed):
                return listed
        raise WrongValueError(self.expected())

    def expected(self) -> Text:
        """Say which values fit."""
        listed = ", ".join(f'"{word}"' for word in self.words)
        return Text(de=f"eine Liste aus {listed}", en=f"a list taken from {listed}")


@dataclass(frozen=True, slots=True)
class Amounts:
    """A table of amounts; what is left out follows from the others or from the preset."""

    keys: tuple[str, ...]
    most: int = 1_000_000

    def check(self, value: JsonValue) -> Mapping[str, int]:
        """Return the amounts given."""
        if not isinstance(value, Mapping) or not set(value) <= set(self.keys):
            raise WrongValueError(self.expected())
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
        listed = ", ".join(f'"{key}"' for key in self.keys)
        return Text(
            de=f"eine Tabelle ganzer Beträge von 0 bis {self.most} mit den Namen {listed}",
            en=f"a table of whole amounts from 0 to {self.most} named {listed}",
        )


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One house rule: its name in files, what it may say, and what it means."""

    name: str
    kind: ValueKind
    meaning: Text


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
