"""People come, leave, change places and stand in; breaks; another game: between the deals.

Partners can be drawn by the first two aces (`/draw`); the table then sits and deals accordingly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from engine.journal.people import is_placeholder
from engine.referee.evaluation import drawn, draws
from engine.rules.house_rules import NamedRules
from engine.text import PlainError, Text
from kiosk.screens import people as screens
from kiosk.screens import start
from kiosk.screens.evening_plan import LAST, SEATS, StartStep, game_choices, offered, read_plan
from kiosk.screens.start import Means, WalkFrame
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
from kiosk.table.evening_orders import deal_runs
from kiosk.table.person_names import check_name, distinct, people_of, read_names, visible
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import refuse, the_door
from kiosk.web.start.service import service
from kiosk.words import orders as w
from kiosk.words import pages as m
from kiosk.words import score_pad as e

bp = Blueprint("people", __name__)


@bp.get("/people")
def show() -> ResponseReturnValue:
    """Show who sits where, and what can change about the seat that was tapped."""
    view, given = _evening(the_door().view()), request.args
    plan, at = _plan(view, given), _tapped(view, given)
    helps = given.get("helps") == "1"
    if at is not None and given.get("type"):
        return _typing(view, plan, at, None)
    if at is not None and "typed" in given:
        name = visible(given["typed"])
        try:
            check_name(name, at + 1)
            start.check_free(plan, at, name)
        except PlainError as error:
            return make_response(_typing(view, plan, at, error.text), 400)
        more = {"at": str(at), "helper": name} if helps else {}
        seated = plan if helps else plan.with_name(at, name)
        return redirect(seated.href(StartStep.PEOPLE, **more))
    # Said with the first change that is tapped, not when all are to be saved.
    runs = deal_runs(view.state)
    return _show(view, plan, w.DEAL_RUNS if runs and plan.names != view.state.seats else None)


def _evening(view: TableView) -> TableView:
    if not view.state.running:
        refuse(m.NO_EVENING, 409)
    return view


def _plan(view: TableView, given: Mapping[str, str]) -> screens.SeatingPlan:
    """Return the seats as they were tapped; those people sit on where none was."""
    read = read_plan(given)
    names = read.names if any(read.names) else view.state.seats
    return screens.SeatingPlan(names=names, game=LAST, spare=read.spare)


def _tapped(view: TableView, given: Mapping[str, str]) -> int | None:
    at = given.get("at", "")
    return int(at) if at in map(str, range(len(_plan(view, given).names))) else None


def _typing(
    view: TableView, plan: screens.SeatingPlan, at: int, wrong: Text | None
) -> ResponseReturnValue:
    helps = request.args.get("helps") == "1"
    back = plan.href(StartStep.PEOPLE, at=str(at))
    frame = WalkFrame(StartStep.PEOPLE, e.PEOPLE_LONG, 1, 1, back, back)
    fields = (*plan.fields(), *((("helps", "1"),) if helps else ()))
    nameless = helps or is_placeholder(plan.names[at])
    typed = request.args.get("typed", "" if nameless else plan.names[at])[:40]
    screen = start.NameScreen(frame, at + 1, fields, typed, wrong, screens.WHERE)
    return stage.sub_page("start/name.html", view, screen)


def _show(view: TableView, plan: screens.SeatingPlan, wrong: Text | None = None) -> str:
    given, known = request.args, visible(request.args.get("helper", ""))
    asked = screens.SeatQuestion(
        _tapped(view, given),
        helps=given.get("helps") == "1",
        helper=known,
        game=given.get("games") == "1",
        swap=given.get("swap") == "1",
    )
    chosen = service()
    state = view.state
    means = Means(
        games={LAST: NamedRules(state.game, state.options)},
        decks=chosen.offers().decks,
        known=distinct((*people_of(state), *chosen.known(), *chosen.seats)),
        watched=False,
        time=None,
        start=chosen.clock.start(),
        must_tell=False,
    )
    games = game_choices(chosen.offers())
    return stage.sub_page(
        "people.html", view, screens.people(state, plan, means, asked, games, wrong)
    )


@bp.post("/people/<what>")
def change(what: str) -> ResponseReturnValue:
    """Change what one of the page's forms asks for; what cannot be is shown again as typed."""
    door = the_door()
    made = _COMMANDS.get(what)
    if made is None:
        refuse(m.NOT_FOUND, 404)
    view = _evening(door.view())
    try:
        door.do(made())
    except PlainError as error:
        return make_response(_show(view, _plan(view, request.form), error.text), 409)
    if what == "out":
        # What takes it back stands beside whoever it is about.
        return redirect(f"/people?at={_seat()}", code=303)
    return redirect("/" if what in ("break", "on") else "/people", code=303)


def _seats() -> EveningCommand:
    given = [request.form.get(f"name{seat}", "") for seat in range(SEATS)]
    return ChangeSeats(read_names(given, the_door().view().state.seats))


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
    named = offered(service().offers()).get(request.form.get("game", ""))
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
