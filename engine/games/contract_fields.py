"""The fields of a contract: which the deal file has, and which the call screen asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

from engine.cards import Suit
from engine.deal.record import Contract
from engine.text import Text


@dataclass(frozen=True, slots=True)
class CallField:
    """One more thing a call names; the call screen asks for it and writes it to the details."""

    name: str
    """Field of the deal file's contract: `partner`, `muss`, `gave` ..."""
    title: Text
    takes: Literal["seat", "card", "flag", "word"] = "flag"
    """A seat's number, a card's code (of `words`, where there are any), true, or one of `words`."""
    needed: bool = False
    """Whether the contract cannot be said without it."""
    words: tuple[tuple[str, Text], ...] = ()
    """Word of the deal file and what the button says."""
    asks: Text | None = None
    """The sentence that asks for it where it is needed and lacking; None where the title asks."""
    cards: tuple[tuple[str, str], ...] = ()
    """Which of `words` mean a card, and its code: the button shows it like one that is called."""
    instead_of: str = ""
    """The field that says the same in another way, before which it stands: one of the two is said,
    in one row."""
    usual: str = ""
    """Which of `words` holds where nothing of it is said."""


@dataclass(frozen=True, slots=True)
class CallKind:
    """One line of the call screen."""

    kind: str
    title: Text
    suits: tuple[Suit, ...] = ()
    """Suits to choose from; empty where none is needed."""
    tout: bool = False
    """Whether it can be announced as Tout."""
    declared: bool = True
    """Whether a player declares it; False for Ramsch."""
    fields: tuple[CallField, ...] = ()
    """What else is named: who accepted a Hochzeit, that it was a Muss-Spiel."""


@dataclass(frozen=True, slots=True)
class CallMenu:
    """What the call screen offers."""

    kinds: tuple[CallKind, ...]
    doublings: tuple[tuple[str, Text], ...]
    """Word of the deal file and what the button says."""
    aliases: frozenset[str] = frozenset()
    """Doublings that are another word for one that is offered: shown only where they were said."""
    ladder: tuple[str, ...] = ()
    """Doublings said once at most in a deal, each answering the one before it: a second tap takes
    one back, with what answered it."""
    judged: frozenset[str] = frozenset()
    """Doublings of which is judged who says them, and when."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """What does not fit in a contract or a record: a field of it, and what it must be."""

    field: str
    expected: Text
    """Goes on after "must"; for who reads or writes a file."""
    at_table: Text
    """The same as a sentence for people at a table, and what to do."""
    value: object = None
    """What stands there, in a record; of a contract's field it is looked up."""


class Detail(Enum):
    """What a further field of a contract holds in the deal file."""

    FLAG = "flag"
    CARD = "card"
    CARDS = "cards"
    SEAT = "seat"
    """A seat that holds cards."""
    FLAG_OR_CARD = "flag or card"
    TEAMS = "teams"
    """Two lists of two seats; partners sit opposite each other."""


@dataclass(frozen=True, slots=True)
class ContractShape:
    """Which fields a contract kind has in the deal file."""

    seat: bool = True
    suits: tuple[Suit, ...] = ()
    tout: bool = False
    calls: bool = False
    """Whether `called` may name another card of the called suit, or several."""
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Further fields that hold one of a few words."""
    cards: tuple[str, ...] = ()
    """Further fields that hold a list of cards."""
    details: Mapping[str, Detail] = field(default_factory=dict)
    """Further fields by what they hold; each may be left out."""
    needed: tuple[str, ...] = ()
    """Those of the further fields that may not be left out."""
    others: tuple[str, ...] = ()
    """Further fields that `misfit` alone looks at."""
    misfit: Callable[[Contract], Misfit | None] | None = None
    """What else is asked of the fields together; called once each of them has been read."""

    @property
    def fields(self) -> frozenset[str]:
        """Every field that such a contract may have in the deal file."""
        called = ("called",) if self.calls else ()
        more = (*called, *self.words, *self.cards, *self.details, *self.others)
        return CONTRACT_FIELDS.union(more)


CONTRACT_FIELDS = frozenset({"kind", "seat", "suit", "tout"})
"""Fields of every contract; what a kind has besides is its shape's."""
