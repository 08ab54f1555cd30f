"""The question after a restart: power came back, and an evening is still open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from engine.text import Text
from kiosk import messages as m
from kiosk.pages import facts
from kiosk.pages.catalogue import game_title
from kiosk.pages.screens import Slot
from kiosk.pages.table_screen import contract_line
from kiosk.view import TableView
from kiosk.welcome import resume_words as w
from kiosk.welcome.resumed import is_old


@dataclass(frozen=True, slots=True)
class ResumeScreen:
    """Where the evening stood, and how it may go on."""

    title: Text
    long: Text
    sub: tuple[Text | str, ...]
    lying: tuple[Slot, ...]
    """The running trick as it lay on the table; empty where none did."""
    deal: bool
    """Whether a deal was going on."""
    old: bool
    """Whether the evening is of another day: a new one is likelier meant."""
    watched: bool
    """Whether a camera can be switched on."""


def resume(view: TableView, now: datetime, *, watched: bool) -> ResumeScreen:
    """Return the question how the evening goes on."""
    state, deal = view.state, facts.running_deal(view)
    old = is_old(state.evening, now)
    names = ", ".join(state.seats)
    if deal is None:
        sub = (game_title(state.game), names, _done(len(state.finished)))
        return ResumeScreen(w.OLD_TITLE if old else w.TITLE, w.LONG, sub, (), False, old, watched)
    trick = facts.lying(deal)
    number = len(deal.report.tricks) + (1 if trick is None or trick.complete else 0)
    slots = () if trick is None or trick.complete else facts.slots(view, deal, trick)
    lying = tuple(slot for slot in slots if slot.played)
    turn = deal.report.turn
    who = () if turn is None else (_turn(bool(lying)).format(name=deal.names[turn]),)
    sub = (m.DEAL_NUMBER.format(n=deal.number), contract_line(deal), *who)
    title = w.TITLE_TRICK.format(n=number) if deal.record.plays else w.TITLE_DEAL
    long = w.LONG_LYING if lying else w.LONG_DEAL
    return ResumeScreen(w.OLD_TITLE if old else title, long, sub, lying, True, old, watched)


def _done(deals: int) -> Text:
    return {0: w.NONE_DONE, 1: w.ONE_DONE}.get(deals, w.DEALS_DONE.format(n=deals))


def _turn(lying: bool) -> Text:
    return m.TURN if lying else m.LEADS
