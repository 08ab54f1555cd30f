"""What is said of a deal beside its play (`/remark`): a remark, and how it was dealt.

Without a name the pages are about the deal that runs, else the last one. Whoever came from the list
of deals goes back there.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from kiosk.screens import facts
from kiosk.screens.facts import DealFacts
from kiosk.screens.remark import RemarkScreen, remark
from kiosk.table.commands import NoteDeal, TellDealing
from kiosk.table.undo import takes_back_beside
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.words import orders as w
from kiosk.words import pages as m

bp = Blueprint("remark", __name__)


@bp.get("/remark")
def show() -> ResponseReturnValue:
    """Show the remark on a deal, and how it was dealt."""
    view = the_door().view()
    return stage.sub_page("remark.html", view, _screen(view))


@bp.get("/remark/write")
def write() -> ResponseReturnValue:
    """Show the keyboard for the remark."""
    view = the_door().view()
    return stage.sub_page("remark_write.html", view, _screen(view))


@bp.post("/remark")
def keep() -> ResponseReturnValue:
    """Keep the remark; an empty one takes away what stood there."""
    the_door().do(NoteDeal(_named(), request.form.get("text", "")))
    return _shown_again()


@bp.post("/remark/dealt")
def dealt() -> ResponseReturnValue:
    """Keep how it was dealt."""
    the_door().do(TellDealing(_named(), request.form.get("dealt", "")))
    return _shown_again()


def _screen(view: TableView) -> RemarkScreen:
    deal = _deal(view)
    undo = takes_back_beside(view.state, deal.deal.id)
    return remark(deal, from_list="deal" in request.args, undo=undo)


def _deal(view: TableView) -> DealFacts:
    name = request.args.get("deal")
    if name is not None:
        found = facts.find_deal(view, name)
    else:
        found = facts.running_deal(view) or facts.last_deal(view)
    if found is None:
        refuse(m.NO_DEAL_RUNS if name is None else w.NO_SUCH_DEAL, 404)
    return found


def _named() -> str:
    return request.form.get("deal", "")


def _shown_again() -> ResponseReturnValue:
    """Show the deal's page again; from the table it is named by being the newest."""
    query = f"?{urlencode({'deal': _named()})}" if request.form.get("listed") else ""
    return redirect(f"/remark{query}", code=303)
