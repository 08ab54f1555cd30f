"""Partners by the first two aces: who got them, and the table sits and deals accordingly."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.drawing import drawn, draws
from engine.text import PlainError, Text
from kiosk import messages as m
from kiosk import order_words as w
from kiosk.commands import DrawSeats, StartDeal
from kiosk.pages import stage
from kiosk.pages.door import refuse, the_door
from kiosk.view import TableView

bp = Blueprint("drawing", __name__)


@dataclass(frozen=True, slots=True)
class DrawScreen:
    """Who got which ace, as far as it was tapped."""

    names: tuple[str, ...]
    first: str
    second: str
    wrong: Text | None


@bp.get("/draw")
def ask() -> ResponseReturnValue:
    """Ask who got the first two aces."""
    view = the_door().view()
    return stage.sub_page("draw.html", view, _screen(view))


@bp.post("/draw")
def draw() -> ResponseReturnValue:
    """Change the seats as the aces say; who got the first one deals."""
    door = the_door()
    view = door.view()
    screen = _screen(view)
    try:
        first, second = _seat(screen, screen.first), _seat(screen, screen.second)
        door.do(DrawSeats(first, second))
    except PlainError as error:
        return make_response(stage.sub_page("draw.html", view, _screen(view, error.text)), 409)
    decided = drawn(view.state.game, first, second)
    assert decided is not None
    door.do(StartDeal(decided.seats.index(decided.dealer)))
    return redirect("/", code=303)


def _seat(screen: DrawScreen, said: str) -> int:
    if said not in map(str, range(len(screen.names))):
        raise PlainError(w.TWO_ACES)
    return int(said)


def _screen(view: TableView, wrong: Text | None = None) -> DrawScreen:
    state = view.state
    if not state.running:
        refuse(m.NO_EVENING, 409)
    if not draws(state.game):
        refuse(w.NOTHING_DRAWN, 409)
    form = request.form
    return DrawScreen(state.seats, form.get("first", ""), form.get("second", ""), wrong)
