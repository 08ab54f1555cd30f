"""Beginning an evening: what cannot begin is shown again as it was typed, with the reason."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.pages import stage
from kiosk.pages.door import settings, the_door
from kiosk.pages.start import asked, typed

bp = Blueprint("begin", __name__)


@bp.post("/start")
def begin() -> ResponseReturnValue:
    """Begin the evening and its first deal."""
    door = the_door()
    try:
        evening, first = asked()
        settings().clock.asked(request.form.get("moment", ""))
    except PlainError as error:
        return _again(error.text, 400)
    try:
        door.do(evening)
    except PlainError as error:
        return _again(error.text, 409)
    door.do(first)
    return redirect("/", code=303)


def _again(wrong: Text, status: int) -> ResponseReturnValue:
    return make_response(stage.start_page(the_door().view(), typed(wrong)), status)
