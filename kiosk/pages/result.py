"""The end of an evening."""

from __future__ import annotations

from flask import Blueprint, redirect
from flask.typing import ResponseReturnValue

from kiosk import call_words as c
from kiosk import entry_words as e
from kiosk import messages as m
from kiosk.commands import EndEvening
from kiosk.pages import score_screen, stage
from kiosk.pages.door import refuse, the_door
from kiosk.pages.sure import Sure, sentences

bp = Blueprint("result", __name__)


@bp.get("/end")
def ask_end() -> ResponseReturnValue:
    """Ask once whether the evening is over, and say what happens then."""
    view = the_door().view()
    if not view.state.running:
        refuse(m.NO_EVENING, 409)
    what = e.END_WHAT.format(count=score_screen.deal_count(len(view.state.finished)))
    left = [each for each in view.state.finished if each.result is None]
    lacks = tuple(c.NO_RESULT_SENTENCE.format(n=each.number) for each in left)
    more = (
        (*lacks, e.END_RUNNING, e.END_THEN) if view.state.deal is not None else (*lacks, e.END_THEN)
    )
    sure = Sure(e.END_ASK, what, sentences(*more), "/end", m.END_EVENING, "/scores")
    return stage.sub_page("sure.html", view, sure)


@bp.post("/end")
def end() -> ResponseReturnValue:
    """Close the evening."""
    the_door().do(EndEvening())
    return redirect("/", code=303)
