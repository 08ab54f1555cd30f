"""The first page's stage: which screen the table's state asks for, and its markup."""

from __future__ import annotations

from dataclasses import replace

from flask import render_template, request

from engine.cards import Card
from kiosk.exports import counts
from kiosk.pages import (
    alert_screen,
    facts,
    result_screen,
    table_screen,
    unsettled_screen,
    wait_screen,
)
from kiosk.pages.door import settings
from kiosk.pages.facts import DealFacts
from kiosk.setup.switch import Power
from kiosk.taken_back import taken_back
from kiosk.view import TableView
from kiosk.welcome import front, resume_screen


def screen_of(view: TableView) -> tuple[str, object]:
    """Return the template and the screen that `view` asks for.

    A verdict comes before everything else; a finished deal stays until the next one begins.
    """
    return _before_play(view) or in_play(view, settings().order_of(view.state.last_deal))


def in_play(view: TableView, order: tuple[Card, ...] = ()) -> tuple[str, object]:
    """Return the template and the screen of an evening that goes on; a replay shows these alone.

    `order` is the cards in the order of the plays' scores.
    """
    if view.state.ended is not None:
        return "wait.html", wait_screen.between_deals(view)
    alert = alert_screen.alert(view, order)
    if alert is not None:
        return "alert.html", alert
    deal = facts.running_deal(view)
    if deal is not None and _played(view, deal):
        return "table.html", table_screen.table(view, deal)
    if deal is not None:
        return "wait.html", wait_screen.before_first_card(view, deal)
    last = facts.last_deal(view)
    if last is not None:
        shown, begins = result_screen.result(view, last), counts.begins(view.state)
        notes = shown.notes if begins is None else (*shown.notes, begins)
        return "result.html", replace(shown, notes=notes)
    return "wait.html", wait_screen.between_deals(view)


def _before_play(view: TableView) -> tuple[str, object] | None:
    """Return the screen that comes before an evening, or before it goes on after a restart."""
    chosen = settings()
    resumed = chosen.reception.resumed
    if not view.state.seats or resumed.begins(view.state):
        return "welcome/front.html", front.front(view, chosen)
    if resumed.asks(view.state):
        watched = chosen.camera.state.power is not Power.NONE
        now = chosen.clock.now()
        return "welcome/resume.html", resume_screen.resume(view, now, watched=watched)
    return None


def _played(view: TableView, deal: DealFacts) -> bool:
    """Tell whether a deal is on the table: a card lies, or it was said what is played.

    Without a camera nobody watches a game that is set anyhow; its result is waited for.
    """
    if view.source == "none" and facts.only_set(deal):
        return False
    return bool(deal.record.plays) or deal.record.contract is not None


def fragment(view: TableView, see: str = "stage") -> str:
    """Return the stage, or for the other pages the notice of an alert that waits."""
    if see != "stage":
        return notice(view, see)
    template, screen = screen_of(view)
    return _stage(view, template, screen)


def start_page(view: TableView) -> str:
    """Return the start of an evening, asked for while the last one is still shown."""
    screen = front.front(view, settings())
    stage = _stage(view, "welcome/front.html", screen, here="/start")
    return render_template("base.html", stage=stage)


def _stage(view: TableView, template: str, screen: object, here: str = "/") -> str:
    undone, pressed = taken_back(view.state), view.pressed
    if undone is not None and pressed is not None and undone.words.de in pressed.de:
        # A button on the box took it back: the line with the way back says so, once is enough.
        undone, pressed = replace(undone, words=pressed), None
    return render_template(
        "stage.html",
        view=view,
        screen=screen,
        screen_file=template,
        ask=table_screen.ask(view),
        marks=(*alert_screen.marks(view), *unsettled_screen.mark(view.state)),
        camera=facts.camera(view),
        backs=facts.backs(view),
        undone=undone,
        pressed=pressed,
        here=here,
    )


def notice(view: TableView, see: str) -> str:
    """Return the strip and the bar that calls people back to a verdict that waits.

    Pages that belong to the verdict itself `see` the strip only.
    """
    alert = alert_screen.alert(view) if see == "notice" else None
    words = alert_screen.in_one_line(alert) if alert is not None else None
    return render_template("notice.html", view=view, alert=words)


def page(view: TableView) -> str:
    """Return the whole first page."""
    return render_template("live.html", view=view, stage=fragment(view))


def sub_page(template: str, view: TableView, screen: object, see: str = "notice") -> str:
    """Return one of the pages people open by touch."""
    return render_template(
        template,
        view=view,
        screen=screen,
        see=see,
        notice=notice(view, see),
        camera=facts.camera(view),
        here=request.full_path.rstrip("?"),
    )
