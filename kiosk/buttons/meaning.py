"""What a button means on the screen that stands there: what a tap on it would do, or nothing.

A button is blind: who presses it may look elsewhere. So it never answers where the answer accuses
somebody or decides about him, and it confirms only where the screen has one plain main action:

| screen | confirm does |
|---|---|
| a doubtful card, read as the record has it, on which no verdict hangs | confirm the reading |
| the table takes a break | go on |
| the last card lies, laid by hand | settle the deal |
| a result with nothing left to answer, or an evening that waits for its first deal | deal |
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.games.verdicts import TOLD_ONLY
from engine.report import Status
from engine.text import Text
from firmware_bridge.buttons import Button
from kiosk.buttons import words as w
from kiosk.commands import CloseDeal, Command, ConfirmCard, GoOn, StartDeal, Undo
from kiosk.order_words import SOMETHING_TAKEN_BACK
from kiosk.pages import facts, table_screen
from kiosk.pages.cards import card_name
from kiosk.pages.screens import AlertScreen, Ask, ResultScreen, TableScreen
from kiosk.pages.wait_screen import WaitScreen
from kiosk.view import TableView


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a press leads to; without a command it is only told."""

    command: Command | None
    words: Text


def meaning(button: Button, view: TableView, screen: object) -> Meaning:
    """Return what `button` does while `screen` (of `kiosk.pages.stage`) shows `view`.

    Raises:
        ValueError: `MUTE`, which is no command to the table.
    """
    match button:
        case Button.UNDO:
            return _undo(screen)
        case Button.NEXT_DEAL:
            return _next_deal(screen)
        case Button.CONFIRM:
            return _confirm(view, screen)
    raise ValueError(button)


def _undo(screen: object) -> Meaning:
    if isinstance(screen, AlertScreen) and not screen.by_hand:
        return Meaning(None, w.TABLE_DECIDES)
    if not isinstance(screen, AlertScreen | TableScreen | ResultScreen | WaitScreen):
        return Meaning(None, w.ANSWER_FIRST)
    return Meaning(Undo(), SOMETHING_TAKEN_BACK)


def _next_deal(screen: object) -> Meaning:
    if isinstance(screen, AlertScreen):
        return Meaning(None, w.TABLE_DECIDES)
    if isinstance(screen, ResultScreen) and screen.open is not None:
        return Meaning(None, w.ANSWER_FIRST)
    first = isinstance(screen, WaitScreen) and screen.next == "deal"
    if first or isinstance(screen, ResultScreen):
        return Meaning(StartDeal(), w.DEALT)
    return Meaning(None, w.NO_RESULT)


def _confirm(view: TableView, screen: object) -> Meaning:
    if isinstance(screen, AlertScreen):
        return Meaning(None, w.TABLE_DECIDES)
    if not isinstance(screen, TableScreen | ResultScreen | WaitScreen):
        return Meaning(None, w.NOTHING_HERE)
    if view.state.running and view.state.paused is not None:
        return Meaning(GoOn(), w.WENT_ON)
    ask = None if isinstance(screen, WaitScreen) else table_screen.ask(view)
    if ask is not None:
        return _card(view, ask)
    match screen:
        case TableScreen(claim=claim, ruled=ruled) if claim is not None or ruled:
            return Meaning(None, w.TABLE_DECIDES)
        case TableScreen(settle=settle) if settle is not None:
            return Meaning(CloseDeal(), w.SETTLED)
        case ResultScreen(by_hand=False) | WaitScreen(by_hand=False, next="deal"):
            return _next_deal(screen)
    return Meaning(None, w.NOTHING_HERE)


def _card(view: TableView, ask: Ask) -> Meaning:
    """Confirm the likeliest reading, where it is the recorded one and nobody is judged by it."""
    deal = facts.find_deal(view, ask.deal)
    play = None if deal is None else deal.deal.index_of(ask.seq)
    if deal is None or play is None:
        return Meaning(None, w.NOTHING_HERE)
    options = next((q.options for q in view.questions if q.seq == ask.seq), ())
    recorded: Card | None = deal.record.plays[play].card
    waits = (Status.SUSPECTED, Status.PROVEN)
    judged = any(v.status in waits and v.kind not in TOLD_ONLY for v in deal.report.verdicts)
    if recorded is None or judged or options[:1] != (recorded,):
        return Meaning(None, w.TABLE_DECIDES)
    return Meaning(ConfirmCard(ask.seq), w.CARD_CONFIRMED.format(card=card_name(recorded)))
