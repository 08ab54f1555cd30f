"""What a live enrolment is told and what it says: plain values for command line and page alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from engine.cards import Card
from engine.text import Text

Names = Callable[[Card], Text]
"""How the house calls a card."""


class StepKind(Enum):
    """What a step is."""

    ASK = "ask"
    TAKEN = "taken"
    REFUSED = "refused"
    SKIPPED = "skipped"
    UNDONE = "undone"
    FINISHED = "finished"


class Wanted(Enum):
    """What is to be shown next."""

    EMPTY_TABLE = "empty_table"
    CARD = "card"
    SECOND_VIEW = "second_view"
    BACK = "back"
    HAND = "hand"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to say; `done` of `of` cards are learned after it."""

    kind: StepKind
    wanted: Wanted
    """What is shown or asked for."""
    text: Text
    done: int
    of: int
    card: Card | None = None
    other: Card | None = None
    """The enrolled card that looks most like it."""
    margin: float | None = None
    """How far from it: one minus the similarity, between 0 and 2."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be learned: the cards in the order they are asked for, and how they are called."""

    name: str
    cards: tuple[Card, ...]
    names: Names
    recorded: bool = False
    """Nobody answers: a refused card is left out, none is asked for again."""
    views: int = 1
    """How often each card is shown in turn, for sure."""
    negatives: bool = True
    """Whether a back and a hand are asked for at the end."""
