"""Switching the table's computer off and on again (`/power`), asked once."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from engine.text import PlainError
from kiosk.box.power import Power
from kiosk.screens.values import Sure
from kiosk.web import pin as pin_pages
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.language import language, tr
from kiosk.web.setup.service import service
from kiosk.words import menu
from kiosk.words import power as w

bp = Blueprint("power", __name__)
bp.before_request(pin_pages.ask_first)


def _wanted(verb: str) -> Power:
    wanted = next((each for each in Power if each.value == verb), None)
    if wanted is None:
        refuse(w.UNKNOWN, 404)
    return wanted


@bp.get("/power/<verb>")
def ask(verb: str) -> ResponseReturnValue:
    """Ask once."""
    wanted = _wanted(verb)
    sure = Sure(
        heading=menu.THIS_TABLE,
        what=w.ASK[wanted],
        then=w.LONG[wanted],
        action=f"/power/{wanted}",
        yes=w.YES[wanted],
        back="/more",
    )
    return stage.sub_page("sure.html", the_door().view(), sure)


@bp.post("/power/<verb>")
def switch(verb: str) -> ResponseReturnValue:
    """Switch the computer off, or off and on again."""
    wanted = _wanted(verb)
    try:
        service().machine.switch(wanted)
    except PlainError as error:
        refuse(error.text, 409)
    said = tr(w.GOING[wanted])
    return render_template("start/moment.html", sentence=said, lang=language(), here=False)
