"""Nothing lies on the table yet: before the first card of a deal, and between two deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.cards import cards
from engine.evening import Due, evening_report
from engine.games import game
from engine.games.modes import family_card
from engine.text import Text
from kiosk import entry_words as e
from kiosk import messages as m
from kiosk.evening_orders import may_draw
from kiosk.pages.cards import Face, face
from kiosk.pages.catalogue import calls, game_title
from kiosk.pages.doubling import in_turn
from kiosk.pages.facts import DealFacts
from kiosk.pages.layout_screen import shape
from kiosk.pages.screens import Carried, InTurn, Line
from kiosk.pages.table_screen import carried
from kiosk.view import TableView

_FAN = cards("EO GO HO SO")


@dataclass(frozen=True, slots=True)
class WaitScreen:
    """Nothing lies on the table yet."""

    heading: Text
    sub: tuple[Line, ...]
    fan: tuple[Face, ...]
    lead: Text
    long: Text
    carried: Carried
    next: Literal["call", "deal", "evening"]
    """What the main button offers."""
    callable: bool = True
    """Whether there is something to call."""
    by_hand: bool = False
    """Whether nothing is seen: results are entered, or cards laid, by hand."""
    draw: bool = False
    """Whether partners can be drawn now."""
    dues: tuple[Due, ...] | None = None
    """The fewest payments that settle the evening, once it is over and where anything is paid."""
    double: InTurn | None = None
    """Who may double now, where the game says so."""
    layout: bool = False
    """Whether two play from piles, whose open cards can be told."""


def before_first_card(view: TableView, deal: DealFacts) -> WaitScreen:
    """Return the screen between dealing and the first card."""
    name, by_hand = deal.names[deal.record.dealer], view.source == "none"
    return WaitScreen(
        heading=m.WHO_PLAYS if deal.record.contract is None else game_title(deal.record.game),
        sub=(
            m.DEAL_NUMBER.format(n=deal.number),
            m.DEALER.format(name=name),
            *(m.SITTING_OUT.format(name=deal.names[seat]) for seat in deal.record.out),
        ),
        carried=carried(view),
        fan=fan(deal.record.game),
        lead=m.WAITING,
        long=(e.WAITING_ENTER if by_hand else m.WAITING_LONG).format(name=name),
        next="call",
        callable=deal.record.contract is None or calls(deal.record),
        by_hand=by_hand,
        draw=may_draw(view.state),
        double=in_turn(deal),
        layout=shape(deal.deal) is not None,
    )


def between_deals(view: TableView) -> WaitScreen:
    """Return the screen before the first deal and after the last."""
    over, by_hand = view.state.ended is not None, view.source == "none"
    before = e.NO_DEAL_ENTER if by_hand else m.NO_DEAL_LONG
    return WaitScreen(
        heading=game_title(view.state.game),
        sub=view.state.seats,
        fan=fan(view.state.game),
        carried=carried(view),
        lead=m.EVENING_OVER if over else m.NO_DEAL,
        long=m.EVENING_OVER_LONG if over else before,
        next="evening" if over else "deal",
        by_hand=by_hand,
        draw=may_draw(view.state),
        dues=evening_report(view.state).dues if over else None,
    )


def fan(game_name: str) -> tuple[Face, ...]:
    """Return the cards shown while nothing lies on the table, in the suits of the game."""
    family = game(game_name).family
    return tuple(face(family_card(card, family)) for card in _FAN)
