"""Which screen the table's state asks for while an evening goes on: template and what it shows."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card
from kiosk.screens import alert as alert_screen
from kiosk.screens import counting, facts
from kiosk.screens import result as result_screen
from kiosk.screens import table as table_screen
from kiosk.screens.facts import DealFacts
from kiosk.table.view import TableView


def in_play(view: TableView, order: tuple[Card, ...] = ()) -> tuple[str, object]:
    """Return the template and the screen of an evening that goes on; a replay shows these alone.

    `order` is the cards in the order of the plays' scores.
    """
    if view.state.ended is not None:
        return "wait.html", table_screen.between_deals(view)
    alert = alert_screen.alert(view, order)
    if alert is not None:
        return "alert.html", alert
    deal = facts.running_deal(view)
    if deal is not None and _played(view, deal):
        return "table.html", table_screen.table(view, deal)
    if deal is not None:
        return "wait.html", table_screen.before_first_card(view, deal)
    last = facts.last_deal(view)
    if last is not None:
        shown, begins = result_screen.result(view, last), counting.begins(view.state)
        notes = shown.notes if begins is None else (*shown.notes, begins)
        return "result.html", replace(shown, notes=notes)
    return "wait.html", table_screen.between_deals(view)


def _played(view: TableView, deal: DealFacts) -> bool:
    """Tell whether a deal is on the table: a card lies, or it was said what is played.

    Without a camera nobody watches a game that is set anyhow; its result is waited for.
    """
    if view.source == "none" and facts.only_set(deal):
        return False
    return bool(deal.record.plays) or deal.record.contract is not None
