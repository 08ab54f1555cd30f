"""Cards that a call hides while a deal is played: a bury, what changes hands in a wedding.

They are told afterwards. The cards that were played say what each can have been; nothing else is
taken.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engine.cards import UNSEEN_CODE, Card, card
from engine.deal.record import Contract, DealRecord
from engine.text import Text

DIE = "die"
"""The field whose bury lies in it: the partner's whom a die found."""
BURY = "bury"


@dataclass(frozen=True, slots=True)
class Hidden:
    """Cards that a contract may name and that lay face down."""

    name: str
    """Field of the deal file's contract: `gave`, `back`, `bury`, `die`."""
    title: Text
    count: int
    may_be: tuple[Card, ...]
    """What they can have been, by the cards that were played."""
    told: tuple[Card, ...] = ()
    """What the record says they were."""


def with_hidden(contract: Contract, hidden: Hidden, cards: Sequence[Card]) -> Contract:
    """Return the contract that says what the cards were.

    Raises:
        ValueError: too many or too few, one twice, or one that it cannot have been.
    """
    if len(cards) != hidden.count or len(set(cards)) != len(cards):
        raise ValueError("not so many cards")
    if not set(cards) <= set(hidden.may_be):
        raise ValueError("it cannot have been these")
    codes = [each.code for each in cards]
    value: object = codes if hidden.name == BURY else codes[0]
    if hidden.name == DIE:
        said = contract.details.get(DIE)
        roll = said.get("roll") if isinstance(said, dict) else said
        value = {"roll": int(str(roll)), BURY: codes}
    return replace(contract, details={**contract.details, hidden.name: value})


def without_hidden(contract: Contract, names: Collection[str]) -> Contract:
    """Return the contract as it was called: without what is told of such cards afterwards."""
    details = {name: value for name, value in contract.details.items() if name not in names}
    said = contract.details.get(DIE)
    if DIE in names and said is not None:
        details[DIE] = str(said.get("roll") if isinstance(said, dict) else said)
    return replace(contract, details=details)


def named_cards(value: object, record: DealRecord) -> tuple[Card, ...]:
    """Return the cards that a field's value names; those not seen left out."""
    if isinstance(value, dict):
        value = value.get(BURY)
    codes = value if isinstance(value, list | tuple) else [value]
    return tuple(
        card(code, record.family) for code in codes if isinstance(code, str) and code != UNSEEN_CODE
    )


def not_played(
    record: DealRecord, deck: Sequence[Card], besides: Sequence[int] = ()
) -> tuple[Card, ...]:
    """Return the cards of the deck that were not seen to be played, but by the seats `besides`."""
    gone = {play.card for play in record.plays if play.seat not in besides}
    return tuple(each for each in deck if each not in gone)
