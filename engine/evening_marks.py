"""What people said of the evening, each with its `seq`: seats, games, breaks, score, notes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.record import JsonObject
from engine.rules import Rules
from engine.text import Text


@dataclass(frozen=True, slots=True)
class StockMark:
    """The Stock as a person counted it."""

    seq: int
    number: int
    """Of the deal before which so much lay there."""
    amount: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The score changed by hand."""

    seq: int
    names: tuple[str, ...]
    """Who sat there, then who had left and was changed too."""
    amounts: tuple[int, ...]
    reason: str
    rules: Rules
    """The evening's at that moment: they say what a unit is worth."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game the evening is played in, from one deal on."""

    seq: int
    game: str
    options: JsonObject


@dataclass(frozen=True, slots=True)
class Substitution:
    """Somebody who plays for the owner of a seat."""

    seq: int
    seat: int
    name: str | None
    """None: the owner plays again."""
    scores: str
    """Whose score the deals count for, `owner` or `substitute`."""


@dataclass(frozen=True, slots=True)
class SatOut:
    """Somebody who sits out by choice, or plays again."""

    seq: int
    seat: int
    out: bool


@dataclass(frozen=True, slots=True)
class Break:
    """A break of the table."""

    begun: int
    """`seq` of its begin."""
    ended: int | None = None
    """`seq` of its end; None while it lasts."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A note for the record."""

    seq: int
    text: str


@dataclass(frozen=True, slots=True)
class Oddity:
    """An event that stands in the journal and was not counted, and why."""

    seq: int
    why: Text
