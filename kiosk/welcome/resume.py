"""The answer to the question after a restart."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from kiosk.pages.door import settings

bp = Blueprint("resume", __name__)


@bp.post("/resume")
def go_on() -> ResponseReturnValue:
    """Go on where the evening stood; the camera looks on again only where that was tapped."""
    chosen = settings()
    chosen.reception.resumed.answered()
    if request.form.get("camera") == "on":
        chosen.camera.on()
    return redirect("/", code=303)
