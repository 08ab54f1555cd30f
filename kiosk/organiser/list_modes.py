"""The list modes of tournaments: what a deal brings to a list, as house rules and in words.

Each is one way in which the engine counts an evening (`scoring`; `engine.evening.scoring`). Three
of them come from the practice of tournament lists, one counts what is paid, as at the pub's table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.deal.record import JsonObject
from engine.text import PlainError, Text

_UNKNOWN = Text(
    de="Die Listenführung „{name}“ gibt es nicht; es gibt: {known}.",
    en='There is no list mode "{name}"; the ones there are: {known}.',
)


@dataclass(frozen=True, slots=True)
class ListMode:
    """One way to keep the list."""

    key: str
    name: Text
    meaning: Text
    rules: JsonObject
    """House rules that make the engine count so."""
    zero_sum: bool
    """Whether the points of every deal, and so of a list, add up to nothing."""


_MODES = (
    ListMode(
        "plus_minus",
        Text(de="Plus und Minus", en="plus and minus"),
        Text(
            de="Wer gewinnt, schreibt Plus, wer verliert, Minus; jede Liste ergibt zusammen 0.",
            en="Winners write plus, losers minus; every list adds up to 0.",
        ),
        MappingProxyType({"scoring": "plus_minus"}),
        zero_sum=True,
    ),
    ListMode(
        "plus",
        Text(de="nur Plus", en="plus only"),
        Text(
            de="Nur was gewonnen wird, steht auf der Liste; wer verliert, schreibt nichts.",
            en="Only what is won is on the list; losers write nothing.",
        ),
        MappingProxyType({"scoring": "plus"}),
        zero_sum=False,
    ),
    ListMode(
        "tally",
        Text(de="Striche", en="strokes"),
        Text(
            de="Jedes gewonnene Spiel ist ein Strich, mit Schneider sind es zwei, mit Schwarz "
            "drei.",
            en="Every deal won is one stroke, with Schneider two, with Schwarz three.",
        ),
        MappingProxyType({"scoring": "tally"}),
        zero_sum=False,
    ),
    ListMode(
        "units",
        Text(de="nach Bezahlung", en="as paid"),
        Text(
            de="Auf der Liste steht, was jedes Spiel am Tisch gekostet hätte; sie ergibt zusammen "
            "0.",
            en="The list holds what each deal would have cost at the table; it adds up to 0.",
        ),
        MappingProxyType({"scoring": "units"}),
        zero_sum=True,
    ),
)
LIST_MODES: Mapping[str, ListMode] = MappingProxyType({mode.key: mode for mode in _MODES})
"""By the key that a tournament names."""


def list_mode(key: str) -> ListMode:
    """Return a list mode.

    Raises:
        PlainError: there is none of that name.
    """
    found = LIST_MODES.get(key)
    if found is None:
        raise PlainError(_UNKNOWN.format(name=key, known=", ".join(LIST_MODES)))
    return found
