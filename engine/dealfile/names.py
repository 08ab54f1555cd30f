"""Names of a deal file's fields: one that nobody knows is the file's own, or a known one misspelt.

The file's own fields, and those of a later version, are kept. What looks like a known field, or is
one that belongs elsewhere in the line, is refused: passed over it would change a price without a
word. `x_` in front makes any name the file's own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import SequenceMatcher

from engine.text import PlainError, Text, nearest, shown_word

OWN = "x_"
"""Begins a name that is never taken for another."""
BESIDE = frozenset({"evening", "deal", "seats", "corrected", "unsure", "ouvert"})
"""Fields that our own exports and readers of other forms write beside a deal."""

_MISSPELT = Text(
    de="Das Feld `{said}` gibt es nicht: Gemeint ist wohl `{meant}`; ein eigenes Feld bitte mit "
    f"{OWN} beginnen.",
    en="There is no field `{said}`; did you mean `{meant}`? A field of your own has to begin "
    f"with {OWN}.",
)
_ELSEWHERE = Text(
    de="Das Feld `{said}` steht am falschen Ort, es gehört {place}; ein eigenes Feld bitte mit "
    f"{OWN} beginnen.",
    en="The field `{said}` is in the wrong place: it belongs {place}. A field of your own has "
    f"to begin with {OWN}.",
)
_EITHER = Text(
    de="Das Feld `{said}` gibt es dort nicht: Gemeint ist `{meant}`, oder es gehört {place}; ein "
    f"eigenes Feld bitte mit {OWN} beginnen.",
    en="There is no field `{said}` there: either you mean `{meant}`, or it belongs {place}. A "
    f"field of your own has to begin with {OWN}.",
)
IN_THE_DEAL = Text(de="eine Ebene höher, zum Spiel selbst", en="one level up, in the deal itself")


def within(field: str) -> Text:
    """Return where a field belongs that is part of another one."""
    return Text(de=f"in `{field}`", en=f"in `{field}`")


def _nearly(name: str, meant: str | None) -> bool:
    """Tell whether only a letter parts two names, so that neither place is likelier."""
    return meant is not None and SequenceMatcher(None, name, meant).ratio() > _A_LETTER


_A_LETTER = 0.8
"""`tout` and `out` are as much alike, `kontra` and `contract` are not."""


def refuse_misspelt(
    said: Mapping[str, object],
    known: Collection[str],
    where: str = "",
    needed: Collection[str] = (),
    elsewhere: Mapping[str, Text] | None = None,
) -> None:
    """Refuse fields of an object that look like known ones, or belong elsewhere.

    Args:
        said: the object.
        known: the names it may have.
        where: what stands before its names in a sentence; empty for the deal itself.
        needed: known names that are never left out: where one is there, another name is not meant
            to be it.
        elsewhere: names known in other places, and which place.

    Raises:
        PlainError: there is one; the sentence names the field that is meant.
    """
    for name in said:
        if name in known or name.startswith(OWN):
            continue
        place = (elsewhere or {}).get(name)
        meant = nearest(name, [each for each in known if each not in needed or each not in said])
        if place is None and meant is None:
            continue
        if meant is not None and place == within(meant):
            place = None
        elif place is not None and not _nearly(name, meant):
            meant = None
        told = _EITHER if place and meant else _ELSEWHERE if place else _MISSPELT
        raise PlainError(
            told.format(
                said=where + shown_word(name)[1:-1], meant=f"{where}{meant}", place=place or ""
            )
        )
