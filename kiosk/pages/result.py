"""The running score."""

from __future__ import annotations

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from kiosk.commands import EndEvening
from kiosk.pages import score_screen, stage
from kiosk.pages.door import the_door

bp = Blueprint("result", __name__)


@bp.get("/scores")
def scores() -> ResponseReturnValue:
    """Show who stands where."""
    view = the_door().view()
    return stage.sub_page("scores.html", view, score_screen.scores(view))


@bp.post("/end")
def end() -> ResponseReturnValue:
    """Close the evening."""
    the_door().do(EndEvening())
    return redirect("/", code=303)
