"""Cards laid by touch: the whole deck in one grid that stays open, and who lays the next one.

Beside it stands the trick that lies, as on the table. Nothing else of what was played shows: a
deck without the cards that are gone would count cards for the players (DESIGN 8).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.evening.deal import DealState
from engine.events import Undone
from engine.text import Text
from kiosk.screens import facts
from kiosk.screens.cards import Face, by_suit, deck, face
from kiosk.screens.facts import DealFacts, contract_line
from kiosk.screens.table import turn_words
from kiosk.screens.values import Line, Slot
from kiosk.table.undo import taken_back, undoing
from kiosk.table.view import TableView
from kiosk.words import calls as c
from kiosk.words import pages as m


@dataclass(frozen=True, slots=True)
class LayScreen:
    """The deck to tap, and the trick as far as it lies."""

    heading: Text
    sub: tuple[Line, ...]
    slots: tuple[Slot, ...]
    """Every seat's place in the trick that lies, in the order of play."""
    complete: bool
    """Whether everybody has laid a card: who is ahead takes the trick."""
    rows: tuple[tuple[Face, ...], ...]
    """The whole deck, one row a suit, whatever is gone."""
    lying: frozenset[str]
    """Codes of the cards that lie on the table: they cannot be laid again."""
    laid: int
    """How many cards lay when the page was made."""
    undo: bool
    """Whether the step back takes a card back."""
    undone: Text | None
    """What was taken back a moment ago."""
    again: Face | None = None
    """A card that was entered before in this deal, and tapped once more."""
    note: Text | None = None
    """Why it is asked anew."""


def lay(
    view: TableView, deal: DealFacts, again: Card | None = None, note: Text | None = None
) -> LayScreen:
    """Return the screen on which the next card is tapped."""
    trick = facts.lying(deal)
    slots = facts.slots(view, deal, trick)
    number = len(deal.report.tricks) + (1 if trick is None else 0)
    undone = taken_back(view.state)
    return LayScreen(
        heading=turn_words(deal) or m.WHICH_LAID,
        sub=(
            *_break(view),
            m.TRICK_OF.format(n=number, all=deal.report.trick_count),
            contract_line(deal) if deal.record.contract is not None else m.NOT_ANNOUNCED,
        ),
        slots=slots,
        complete=trick is not None and trick.complete,
        rows=by_suit(deck(deal.record)),
        lying=frozenset(slot.face.code for slot in slots if slot.face is not None),
        laid=len(deal.record.plays),
        undo=_takes_a_card_back(view, deal.deal),
        undone=None if undone is None else undone.words,
        again=None if again is None else face(again),
        note=note,
    )


def _takes_a_card_back(view: TableView, deal: DealState) -> bool:
    events = undoing(view.state)
    first = events[0] if events else None
    return isinstance(first, Undone) and deal.index_of(first.of) is not None


def lies(deal: DealFacts, card: Card) -> bool:
    """Tell whether a card lies in the trick on the table."""
    trick = facts.lying(deal)
    return trick is not None and card in {laid for _, laid in trick.plays}


def entered_before(deal: DealFacts, card: Card) -> bool:
    """Tell whether a card was entered in this deal already."""
    return card in {play.card for play in deal.record.plays}


def _break(view: TableView) -> tuple[Text, ...]:
    """Return what is said of a break: that a card ends it, then that it is over."""
    if view.state.paused is not None:
        return (c.PAUSED_BY_HAND,)
    return (c.BREAK_OVER,) if view.state.break_over else ()
