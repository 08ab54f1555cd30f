"""People come, leave, change places and stand in; breaks; another game: between the deals.

Partners can be drawn by the first two aces (`/draw`); the table then sits and deals accordingly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.referee.evaluation import drawn, draws
from engine.text import PlainError, Text
from kiosk.screens import counting
from kiosk.screens.cards import game_title
from kiosk.screens.start import SEATS, GameChoice, game_choices, offered
from kiosk.table.commands import (
    ChangeGame,
    ChangeSeats,
    DrawSeats,
    EveningCommand,
    GoOn,
    SitOut,
    StartDeal,
    Substitute,
    TakeBreak,
)
from kiosk.table.evening_orders import may_sit_out
from kiosk.table.person_names import read_names, visible
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import offers, refuse, the_door
from kiosk.words import orders as w
from kiosk.words import pages as m
from kiosk.words import score_pad as e

bp = Blueprint("people", __name__)


@dataclass(frozen=True, slots=True)
class SeatField:
    """One seat's field."""

    label: Text
    short: str
    name: str


@dataclass(frozen=True, slots=True)
class Helper:
    """Somebody who plays for the owner of a seat."""

    seat: int
    words: Text
    back: Text


@dataclass(frozen=True, slots=True)
class SitOutButton:
    """Somebody who may sit out by choice, or who does and may play again."""

    seat: int
    words: Text
    out: bool
    """Whether they sit out now."""


@dataclass(frozen=True, slots=True)
class PeopleScreen:
    """The people at the table and what can be changed about the evening."""

    seats: tuple[SeatField, ...]
    owners: tuple[str, ...]
    sub: tuple[Text, ...]
    helpers: tuple[Helper, ...]
    helper: str
    """A substitute's name as it was typed."""
    seat: str
    """The seat that was tapped for the substitute."""
    scores: str
    games: tuple[GameChoice, ...]
    game: str
    paused: bool
    sit_out: tuple[SitOutButton, ...]
    begins: Text | None
    """That the next deal is counted otherwise than those so far."""
    wrong: Text | None


@bp.get("/people")
def show() -> ResponseReturnValue:
    """Show who sits where."""
    view = the_door().view()
    return stage.sub_page("people.html", view, _screen(view))


@bp.post("/people/<what>")
def change(what: str) -> ResponseReturnValue:
    """Change what one of the page's forms asks for; what cannot be is shown again as typed."""
    door = the_door()
    made = _COMMANDS.get(what)
    if made is None:
        refuse(m.NOT_FOUND, 404)
    view = door.view()
    try:
        door.do(made())
    except PlainError as error:
        again = stage.sub_page("people.html", view, _screen(view, error.text))
        return make_response(again, 409)
    return redirect("/" if what in ("break", "on") else "/people", code=303)


def _seats() -> EveningCommand:
    return ChangeSeats(read_names([request.form.get(f"name{seat}", "") for seat in range(SEATS)]))


def _substitute() -> EveningCommand:
    scores = request.form.get("scores", "owner")
    if scores not in e.COUNTS:
        refuse(e.UNKNOWN_CHOICE)
    counted = cast(Literal["owner", "substitute"], scores)
    return Substitute(_seat(), visible(request.form.get("helper", "")), counted)


def _back() -> EveningCommand:
    return Substitute(_seat(), None)


def _seat() -> int:
    seat = request.form.get("seat", "")
    if seat not in map(str, range(SEATS)):
        raise PlainError(e.UNKNOWN_CHOICE)
    return int(seat)


def _out() -> EveningCommand:
    return SitOut(_seat(), request.form.get("out") == "1")


def _game() -> EveningCommand:
    named = offered(offers()).get(request.form.get("game", ""))
    if named is None:
        raise PlainError(m.UNKNOWN_GAME)
    return ChangeGame(named.game, named.options)


_COMMANDS: dict[str, Callable[[], EveningCommand]] = {
    "seats": _seats,
    "substitute": _substitute,
    "back": _back,
    "out": _out,
    "game": _game,
    "break": TakeBreak,
    "on": GoOn,
}


def _sit_out_buttons(view: TableView) -> tuple[SitOutButton, ...]:
    """Return a button for each seat that can sit out or play again; the others must play."""
    found: list[SitOutButton] = []
    for seat, name in enumerate(view.state.seats):
        out = seat in view.state.sits_out
        if may_sit_out(view.state, seat) or out:
            words = (e.PLAY_AGAIN if out else e.SIT_OUT).format(name=name)
            found.append(SitOutButton(seat, words, out))
    return tuple(found)


def _screen(view: TableView, wrong: Text | None = None) -> PeopleScreen:
    state, form = view.state, request.form
    if not state.running:
        refuse(m.NO_EVENING, 409)
    seats = (*state.seats, *[""] * SEATS)[:SEATS]
    dealer = state.next_dealer if state.deal is None else state.deal.head.dealer
    sub = [game_title(state.game), m.DEALER.format(name=state.seats[dealer])]
    sub += [m.SITTING_OUT.format(name=state.seats[seat]) for seat in state.next_out()]
    return PeopleScreen(
        seats=tuple(
            SeatField(m.SEAT.format(n=number + 1), str(number + 1), form.get(f"name{number}", name))
            for number, name in enumerate(seats)
        ),
        owners=state.seats,
        sub=tuple(sub),
        helpers=tuple(
            Helper(
                seat,
                e.HELPS.format(helper=each.name, name=state.seats[seat]),
                e.IS_BACK.format(name=state.seats[seat]),
            )
            for seat, each in sorted(state.substitutes.items())
        ),
        helper=form.get("helper", ""),
        seat=form.get("seat", ""),
        scores=form.get("scores", "owner"),
        games=game_choices(offers()),
        game=form.get("game", state.game),
        paused=state.paused is not None,
        sit_out=_sit_out_buttons(view),
        begins=counting.begins(state),
        wrong=wrong,
    )


@dataclass(frozen=True, slots=True)
class DrawScreen:
    """Who got which ace, as far as it was tapped."""

    names: tuple[str, ...]
    first: str
    second: str
    wrong: Text | None


@bp.get("/draw")
def ask_draw() -> ResponseReturnValue:
    """Ask who got the first two aces."""
    view = the_door().view()
    return stage.sub_page("draw.html", view, _draw_screen(view))


@bp.post("/draw")
def draw() -> ResponseReturnValue:
    """Change the seats as the aces say; who got the first one deals."""
    door = the_door()
    view = door.view()
    screen = _draw_screen(view)
    try:
        first, second = _seat_said(screen, screen.first), _seat_said(screen, screen.second)
        door.do(DrawSeats(first, second))
    except PlainError as error:
        return make_response(stage.sub_page("draw.html", view, _draw_screen(view, error.text)), 409)
    decided = drawn(view.state.game, first, second)
    assert decided is not None
    door.do(StartDeal(decided.seats.index(decided.dealer)))
    return redirect("/", code=303)


def _seat_said(screen: DrawScreen, said: str) -> int:
    if said not in map(str, range(len(screen.names))):
        raise PlainError(w.TWO_ACES)
    return int(said)


def _draw_screen(view: TableView, wrong: Text | None = None) -> DrawScreen:
    state = view.state
    if not state.running:
        refuse(m.NO_EVENING, 409)
    if not draws(state.game):
        refuse(w.NOTHING_DRAWN, 409)
    form = request.form
    return DrawScreen(state.seats, form.get("first", ""), form.get("second", ""), wrong)
