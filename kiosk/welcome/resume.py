"""The answer to the question after a restart."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError
from kiosk.pages.door import refuse, settings
from kiosk.pages.language import language
from kiosk.welcome.swap import Show, waiting_page

bp = Blueprint("resume", __name__)


@bp.post("/resume")
def go_on() -> ResponseReturnValue:
    """Go on where the evening stood; the camera looks on again only where that was tapped."""
    chosen = settings()
    chosen.reception.resumed.answered()
    if request.form.get("camera") == "on":
        chosen.camera.on()
    return redirect("/", code=303)


@bp.post("/show")
def demonstrate() -> ResponseReturnValue:
    """Show the filmed evening; the table's own waits meanwhile and is not touched."""
    return _change("sample")


@bp.post("/own")
def own() -> ResponseReturnValue:
    """Leave the filmed evening for the table's own."""
    return _change("own")


@bp.post("/use-camera")
def use_camera() -> ResponseReturnValue:
    """Go on with the camera that was plugged in meanwhile; what was recorded stays."""
    return _change("camera")


def _change(show: Show) -> ResponseReturnValue:
    try:
        settings().reception.swaps.wish(show)
    except PlainError as error:
        refuse(error.text, 409)
    return waiting_page(language())
