"""The forms of the alert: what the table decides about a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, cast

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.deal.report import Verdict
from kiosk.screens import alert as alert_screen
from kiosk.screens import facts
from kiosk.screens.alert import BACK
from kiosk.screens.facts import DealFacts
from kiosk.table.commands import Rule
from kiosk.table.deal_answers import is_void
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import refuse, serving, the_door
from kiosk.words import pages as m

bp = Blueprint("alert", __name__)

_RULINGS = ("upheld", "dismissed", "waived")


@bp.post("/rule")
def rule() -> ResponseReturnValue:
    """Record the table's decision about a verdict that is shown."""
    door = the_door()
    wanted, named = request.form.get("verdict", ""), request.form.get("deal", "")
    deal, verdict, late = _shown(door.view(), wanted, named)
    ruling = request.form.get("ruling", "")
    if ruling not in _RULINGS:
        refuse(m.UNKNOWN_VERDICT)
    decided = cast(Literal["upheld", "dismissed", "waived"], ruling)
    door.do(Rule(deal.record.id, verdict.id, decided))
    return redirect(BACK[_origin(request.form)] if late else "/", code=303)


@bp.get("/finding")
def finding() -> ResponseReturnValue:
    """Show a verdict of a finished deal that nobody has ruled on."""
    view = the_door().view()
    wanted, named = request.args.get("verdict", ""), request.args.get("deal", "")
    deal, verdict, late = _shown(view, wanted, named)
    screen = alert_screen.alert_of(deal, verdict, _origin(request.args) if late else None)
    if is_void(deal.deal) and deal.deal is not view.state.last_deal:
        screen = replace(screen, uphold=None, entry=f"/enter?deal={deal.record.id}")
    return stage.sub_page("finding.html", view, screen, see="strip")


@bp.get("/claim")
def claim() -> ResponseReturnValue:
    """Tell a player who claims what is proven, and nothing else."""
    if not serving().claims:
        refuse(m.NOT_FOUND, 404)
    view = the_door().view()
    for verdict in facts.claimable(view):
        deal = facts.judged_deal(view, verdict)
        if deal is not None:
            screen = alert_screen.alert_of(deal, verdict, order=stage.order_of(deal.deal))
            return stage.sub_page("finding.html", view, screen, see="strip")
    return stage.sub_page("unproven.html", view, None)


@bp.get("/misread/<verdict>")
def misread(verdict: str) -> ResponseReturnValue:
    """Ask which card of the proof was read wrongly."""
    view = the_door().view()
    deal, shown, late = _shown(view, verdict, request.args.get("deal"))
    screen = alert_screen.alert_of(deal, shown, _origin(request.args) if late else None)
    return stage.sub_page("misread.html", view, screen, see="strip")


def _origin(said: Mapping[str, str]) -> str:
    """Return from which page a finding of a deal before was opened."""
    origin = said.get("from", "table")
    return origin if origin in BACK else "table"


def _shown(
    view: TableView, wanted: str, named: str | None = None
) -> tuple[DealFacts, Verdict, bool]:
    """Return deal and verdict, and whether it is one of a deal before; ids repeat between deals.

    Once the evening is over every deal is one of before.
    """
    told = (*facts.pending(view), *(facts.claimable(view) if serving().claims else ()))
    verdict = next((known for known in told if known.id == wanted), None)
    deal = facts.judged_deal(view, verdict) if verdict is not None else None
    late = next(
        (
            found
            for found in facts.findings(view)
            if (found[0].record.id, found[1].id) == (named, wanted)
        ),
        None,
    )
    over = view.state.ended is not None and late is not None
    if verdict is not None and deal is not None and named in (None, deal.record.id) and not over:
        return deal, verdict, False
    if late is None:
        refuse(m.UNKNOWN_VERDICT, 404)
    return (*late, True)
