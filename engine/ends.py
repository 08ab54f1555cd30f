"""How a deal can end other than by its last card (`DEAL_FILE.md`, `end`), as tables.

A result entered by hand is an end as well (`engine.told`), with fields of its own.

Thrown in is a deal that nobody played, for a reason of its own; every other end settles or voids
one that was announced. What it means for the score is the game's to say, who deals next
`engine.rounds`'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.dealfile_fields import is_whole, seat_of, wrong
from engine.record import JsonObject
from engine.text import Text
from engine.told import ENTERED, read_told

WHYS = {
    "all_pass": Text(de="alle haben gepasst", en="everybody passed"),
    "nixer": Text(de="sechs Nixer auf einer Hand", en="six Nixer in one hand"),
    "misdeal": Text(de="vergeben", en="misdealt"),
    "exposed": Text(de="beim Geben aufgedeckte Karte", en="a card exposed in dealing"),
    "wrong_count": Text(de="zu viele oder zu wenige Karten", en="too many or too few cards"),
    "redeal": Text(de="neu geben ausgemacht", en="a redeal agreed on"),
}
"""Why a deal was thrown in, by the word of the deal file."""

MISDEALS = frozenset({"misdeal", "exposed", "wrong_count", "redeal"})
"""Reasons that undo the dealing itself: the same dealer deals again."""

MOST_LAUFENDE = 21
"""Trumps of the largest deck."""


@dataclass(frozen=True, slots=True)
class EndKind:
    """One way a deal ends."""

    title: Text
    why: bool = False
    """Whether it needs a reason out of `WHYS`."""
    seat: bool = False
    """Whether it must say who; others may."""
    claim: bool = False
    """Whether it says which tricks are claimed, and whether all agreed."""


END_KINDS: Mapping[str, EndKind] = {
    "thrown_in": EndKind(Text(de="zusammengeworfen", en="thrown in"), why=True),
    "claim": EndKind(Text(de="Rest beansprucht", en="rest claimed"), seat=True, claim=True),
    "conceded": EndKind(Text(de="aufgegeben", en="conceded"), seat=True),
    "ruled": EndKind(Text(de="durch Entscheid beendet", en="ended by a ruling")),
    "tout_lost": EndKind(Text(de="Tout verloren", en="Tout lost")),
    "laid_down": EndKind(Text(de="hingelegt", en="laid down")),
    "void": EndKind(Text(de="nicht gewertet", en="not counted")),
}
"""By the word of the deal file."""


def read_end(value: object, players: int) -> JsonObject:
    """Return a deal file's `end`; fields it does not know stay in it.

    Raises:
        PlainError: kind, reason or a field does not fit.
    """
    read = value if isinstance(value, dict) else {}
    word = read.get("kind")
    if word == ENTERED:
        read_told(read, players)
        return read
    kind = END_KINDS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise _none_of("end.kind", (*END_KINDS, ENTERED), word or value)
    if kind.why and read.get("why") not in WHYS:
        raise _none_of("end.why", WHYS, read.get("why"))
    if kind.seat or read.get("seat") is not None:
        seat_of(players)(read.get("seat"), "end.seat")
    if kind.claim:
        _check_claim(read)
    if "holder" in read:
        seat_of(players)(read["holder"], "end.holder")
    if "laufende" in read:
        _check(
            is_whole(read["laufende"], -MOST_LAUFENDE, MOST_LAUFENDE),
            "end.laufende",
            Text(
                de=f"eine ganze Zahl von -{MOST_LAUFENDE} bis {MOST_LAUFENDE} sein",
                en=f"be a whole number from -{MOST_LAUFENDE} to {MOST_LAUFENDE}",
            ),
            read["laufende"],
        )
    return read


def _check_claim(read: JsonObject) -> None:
    tricks, agreed = read.get("tricks", "rest"), read.get("agreed", True)
    _check(tricks == "rest", "end.tricks", Text(de='"rest" sein', en='be "rest"'), tricks)
    _check(
        isinstance(agreed, bool),
        "end.agreed",
        Text(de="true oder false sein", en="be true or false"),
        agreed,
    )


def _check(fits: bool, field: str, expected: Text, value: object) -> None:
    if not fits:
        raise wrong(field, expected, value)


def _none_of(field: str, words: Iterable[str], value: object) -> Exception:
    listed = ", ".join(words)
    return wrong(field, Text(de=f"eines von {listed} sein", en=f"be one of {listed}"), value)
