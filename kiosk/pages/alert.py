"""The forms of the alert: what the table decides about a verdict."""

from __future__ import annotations

from typing import Literal, cast

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.report import Verdict
from kiosk import messages as m
from kiosk.commands import Rule
from kiosk.pages import alert_screen, facts, stage
from kiosk.pages.door import refuse, the_door
from kiosk.pages.facts import DealFacts
from kiosk.view import TableView

bp = Blueprint("alert", __name__)

_RULINGS = ("upheld", "dismissed", "waived")


@bp.post("/rule")
def rule() -> ResponseReturnValue:
    """Record the table's decision about a verdict that is shown."""
    door = the_door()
    deal, verdict = _shown(door.view(), request.form.get("verdict", ""))
    ruling = request.form.get("ruling", "")
    if ruling not in _RULINGS or request.form.get("deal") != deal.record.id:
        refuse(m.UNKNOWN_VERDICT)
    decided = cast(Literal["upheld", "dismissed", "waived"], ruling)
    door.do(Rule(deal.record.id, verdict.id, decided))
    return redirect("/", code=303)


@bp.get("/misread/<verdict>")
def misread(verdict: str) -> ResponseReturnValue:
    """Ask which card of the proof was read wrongly."""
    view = the_door().view()
    deal, shown = _shown(view, verdict)
    screen = alert_screen.alert_of(deal, shown)
    return stage.sub_page("misread.html", view, screen, see="strip")


def _shown(view: TableView, wanted: str) -> tuple[DealFacts, Verdict]:
    verdict = next((known for known in facts.pending(view) if known.id == wanted), None)
    deal = facts.judged_deal(view, verdict) if verdict is not None else None
    if verdict is None or deal is None:
        refuse(m.UNKNOWN_VERDICT, 404)
    return deal, verdict
