"""House rules as they are being changed: travelling in the address until somebody takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast
from urllib.parse import urlencode

from engine.games import GAMES
from engine.options import Amounts, OptionSpec, Several, Whole, WholePerKind
from engine.record import JsonObject
from engine.rules import overrides, preset_rules, rules_from
from engine.rules_told import Told, ToldTheme, tell
from engine.rules_toml import NamedRules
from engine.text import PlainError
from kiosk.welcome import rules_words as w

CHANGED = "changed"
"""The group of everything that differs from the preset."""
DEFAULT = "default"
"""The part of an option by kind that holds for all kinds not named."""


@dataclass(frozen=True, slots=True)
class Draft:
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

    def with_value(self, name: str, value: object) -> Draft:
        """Return the rules with one option changed.

        Raises:
            PlainError: there is no such option, or the value does not fit.
        """
        rules = rules_from({**self.options, name: value}, self.game)
        return replace(self, options=overrides(rules, self.game))

    def without(self, name: str) -> Draft:
        """Return the rules with one option as in the preset."""
        kept = {key: value for key, value in self.options.items() if key != name}
        return replace(self, options=kept)

    def plain(self) -> Draft:
        """Return the preset unchanged."""
        return replace(self, options={"preset": self.named.rules.preset})

    @property
    def changed(self) -> tuple[str, ...]:
        """The options that differ from the preset."""
        return tuple(key for key in overrides(self.named.rules, self.game) if key != "preset")

    def themes(self) -> tuple[ToldTheme, ...]:
        """Return every option in force, in groups."""
        return tell(self.named.rules, self.game)

    def told(self, name: str) -> Told | None:
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


def read_draft(game: str, said: str, of: str) -> Draft:
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
    return Draft(game, overrides(rules, game), of[:40])


def toggled(draft: Draft, spec: OptionSpec, word: str) -> Draft:
    """Return the rules with one word of a list added at its end, or taken away."""
    assert isinstance(spec.kind, Several)
    listed = list(cast("tuple[str, ...]", draft.value(spec.name)))
    now = [each for each in listed if each != word] if word in listed else [*listed, word]
    return draft.with_value(spec.name, now)


def with_number(draft: Draft, spec: OptionSpec, part: str, number: int) -> Draft:
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


def without_part(draft: Draft, spec: OptionSpec, part: str) -> Draft:
    """Return the rules with one kind of an option as all the others."""
    table = dict(cast("Mapping[str, int]", draft.value(spec.name)))
    return draft.with_value(spec.name, {key: n for key, n in table.items() if key != part})
