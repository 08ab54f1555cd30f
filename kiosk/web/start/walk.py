"""The walk: one question a page, and the evening that begins at its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, current_app, make_response, redirect, request, session
from flask.typing import ResponseReturnValue

from engine.rules.house_rules import NamedRules
from engine.text import PlainError, Text
from kiosk.screens import start
from kiosk.screens.cards import game_title
from kiosk.screens.evening_plan import (
    LAST,
    SEATS,
    EveningPlan,
    StartStep,
    offered,
    read_plan,
    sizes_text,
    steps,
    table_sizes,
)
from kiosk.screens.start import Means, WalkFrame
from kiosk.screens.tournament import begun_with
from kiosk.table.commands import StartDeal, StartEvening
from kiosk.table.person_names import (
    check_name,
    distinct,
    fitting_names,
    people_of,
    read_names,
    visible,
)
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import preferences, refuse, the_door
from kiosk.web.language import language
from kiosk.web.start.service import service
from kiosk.words import pages as m
from kiosk.words import start as w
from kiosk.words import tournament as tw

bp = Blueprint("walk", __name__)

_TITLES = {
    StartStep.WATCH: w.WATCH,
    StartStep.GAME: w.WHICH_GAME,
    StartStep.DECK: w.WHICH_DECK,
    StartStep.CLOCK: w.WHAT_TIME,
    StartStep.PEOPLE: w.WHO_SITS,
    StartStep.DEALER: w.WHO_DEALS,
    StartStep.GO: w.ALL_RIGHT,
}


@bp.get("/start")
def front() -> ResponseReturnValue:
    """Show how an evening can begin."""
    view = the_door().view()
    return stage.whole_page(view, "start/front.html", service().front(view), here="/start")


@bp.post("/begin/language")
def speak() -> ResponseReturnValue:
    """Take the language at the first start: for this page and from now on.

    What leads on is the walk, where nothing else is offered.
    """
    chosen = request.form.get("language")
    if chosen not in ("de", "en"):
        refuse(m.BAD_REQUEST)
    session["language"] = current_app.config["LANGUAGE"] = chosen
    preferences().wishes.change(language="de" if chosen == "de" else "en")
    view, plan = the_door().view(), EveningPlan(first=True)
    if service().seating_offer(view) is not None:
        return redirect("/start", code=303)
    return redirect(plan.href(_walk(plan, means_of(view))[0]), code=303)


@bp.get("/begin/<name>")
def ask(name: str) -> ResponseReturnValue:
    """Ask one question of the walk; names that will not do are said before anything else."""
    if name not in list(StartStep):
        refuse(w.UNKNOWN_STEP, 404)
    view = the_door().view()
    means = means_of(view)
    given = read_plan(request.args)
    names, wrong = fitting_names(given.names)
    game = given.game or session.get("rules", "")
    plan = start.fitted(replace(given, names=names, game=game), means)
    step = StartStep(name)
    if wrong is not None:
        return make_response(_seats(view, plan, means, wrong=wrong), 400)
    if step is StartStep.CLOCK and means.time is None:
        step = StartStep.GO
    if step is StartStep.GO:
        lacks = start.missing(plan, means)
        step = lacks[0] if lacks is not None else step
        # It is the last that can be lacking: everything else was answered.
        plan = replace(plan, alone=True) if step is StartStep.CLOCK else plan
    if step is StartStep.PEOPLE:
        return _people(view, plan, means)
    return _show(view, plan, means, step)


def means_of(view: TableView) -> Means:
    """Return what this table has to choose from just now."""
    chosen = service()
    offers = chosen.offers()
    games = offered(offers)
    if view.state.seats and view.source != "sample":
        games[LAST] = NamedRules(view.state.game, view.state.options)
    known = distinct((*people_of(view.state), *chosen.known(), *chosen.seats))
    return Means(
        games=games,
        decks=offers.decks,
        known=known,
        watched=view.source != "none",
        filmed=view.source == "video",
        looks=view.source != "none" and not view.camera.off,
        pluggable="camera" in chosen.swaps.possible,
        phone=chosen.phone,
        phone_awaited=chosen.phone_awaited(),
        deck_told=chosen.deck_told,
        time=chosen.clock.question(),
        start=chosen.clock.start(),
        must_tell=chosen.clock.wrong() is not None or chosen.names_wait(),
        in_money=preferences().in_money(),
    )


def _frame(plan: EveningPlan, means: Means, step: StartStep) -> WalkFrame:
    walk = _walk(plan, means)
    if step is StartStep.WATCH and step not in walk:
        walk = (step, *walk)
    if step not in walk:
        walk = (step, StartStep.GO)
    at = walk.index(step)
    back = plan.href(walk[at - 1]) if at else "/start"
    onwards = StartStep.GO if plan.alone or at + 1 == len(walk) else walk[at + 1]
    if plan.alone:
        plan = replace(plan, alone=False)
        back = plan.href(StartStep.GO) if start.missing(plan, means) is None else "/start"
    return WalkFrame(step, _TITLES[step], at + 1, len(walk), back, plan.href(onwards))


def _walk(plan: EveningPlan, means: Means) -> tuple[StartStep, ...]:
    """Return the questions of this table in order; a deck matters to a camera alone."""
    asks_deck = means.watched and not means.deck_told and (plan.first or len(means.decks) > 1)
    return steps(
        plan,
        watched=means.watched,
        filmed=means.filmed,
        asks_deck=asks_deck,
        asks_time=means.must_tell,
    )


def _onwards(plan: EveningPlan, means: Means, step: StartStep) -> tuple[EveningPlan, StartStep]:
    """Return the plan and the question that follow an answer to this one."""
    if plan.alone:
        return replace(plan, alone=False), StartStep.GO
    walk = _walk(plan, means)
    at = walk.index(step) if step in walk else -2
    return plan, walk[at + 1] if at >= 0 else StartStep.GO


def _show(
    view: TableView, plan: EveningPlan, means: Means, step: StartStep, wrong: Text | None = None
) -> ResponseReturnValue:
    frame = _frame(plan, means, step)
    after, onwards = (
        _onwards(plan, means, step) if step is not StartStep.GO else (plan, StartStep.GO)
    )
    pages: dict[StartStep, tuple[str, Callable[[], object]]] = {
        StartStep.WATCH: ("choice", lambda: start.watch(frame, means)),
        StartStep.GAME: ("choice", lambda: start.which_game(frame, plan, after, means, onwards)),
        StartStep.DECK: ("choice", lambda: start.which_deck(frame, after, means, onwards)),
        StartStep.CLOCK: ("clock", lambda: start.clock(frame, plan, means, onwards)),
        StartStep.DEALER: ("people", lambda: start.dealer(frame, after, onwards)),
        StartStep.GO: ("go", lambda: start.everything(frame, plan, means, wrong)),
    }
    template, screen = pages[step]
    return stage.sub_page(f"start/{template}.html", view, screen(), see="strip")


def _people(view: TableView, plan: EveningPlan, means: Means) -> ResponseReturnValue:
    """Ask who sits where; names that are typed come back here."""
    given = request.args
    if given.get("unnamed"):
        named = [
            name or m.SEAT.format(n=seat + 1).in_language(language())
            for seat, name in enumerate(plan.names)
        ]
        return redirect(_seated(replace(plan, names=tuple(named)), means))
    at = given.get("at", "")
    seat = int(at) if at in map(str, range(len(plan.names))) else None
    if seat is not None and given.get("type"):
        return _typing(view, plan, means, seat, None)
    if seat is not None and "typed" in given:
        name = visible(given["typed"])
        try:
            check_name(name, seat + 1)
            start.check_free(plan, seat, name)
        except PlainError as error:
            return make_response(_typing(view, plan, means, seat, error.text), 400)
        filled = plan.with_name(seat, name)
        last = plan.next_empty is not None and filled.next_empty is None
        return redirect(_seated(filled, means) if last else filled.href(StartStep.PEOPLE))
    return _seats(view, plan, means, seat)


def _seated(plan: EveningPlan, means: Means) -> str:
    """Return the address of what follows once every seat has its name."""
    after, onwards = _onwards(plan, means, StartStep.PEOPLE)
    return after.href(onwards)


def _seats(
    view: TableView,
    plan: EveningPlan,
    means: Means,
    at: int | None = None,
    wrong: Text | None = None,
) -> str:
    frame = _frame(plan, means, StartStep.PEOPLE)
    screen = start.people(frame, plan, means, at, lambda filled: _seated(filled, means))
    if at is not None and request.args.get("swap"):
        screen = start.swapping(screen, plan, at)
    return stage.sub_page("start/people.html", view, replace(screen, wrong=wrong), see="strip")


def _typing(
    view: TableView, plan: EveningPlan, means: Means, seat: int, wrong: Text | None
) -> ResponseReturnValue:
    frame = replace(
        _frame(plan, means, StartStep.PEOPLE), back=plan.href(StartStep.PEOPLE, at=str(seat))
    )
    typed = request.args.get("typed", plan.names[seat])[:40]
    screen = start.NameScreen(frame, seat + 1, plan.fields(), typed, wrong)
    return stage.sub_page("start/name.html", view, screen, see="strip")


@bp.post("/start")
def begin() -> ResponseReturnValue:
    """Begin the evening and its first deal; what cannot begin is shown again with the reason."""
    door = the_door()
    means = means_of(door.view())
    try:
        evening, first = asked(means)
        service().clock.asked(request.form.get("moment", ""))
    except PlainError as error:
        return _again(means, error.text, 400)
    if money := read_plan(request.form).money:
        preferences().wishes.change(money=money == "1")
    try:
        door.do(evening)
    except PlainError as error:
        return _again(means, error.text, 409)
    door.do(first)
    return _begun()


def _begun() -> ResponseReturnValue:
    """Switch the camera as everybody said, and show the table."""
    chosen = service()
    chosen.resumed.answered()
    if request.form.get("camera") == "on":
        chosen.camera.on()
    else:
        chosen.camera.off()
    return redirect("/", code=303)


@bp.post("/start/round")
def begin_round() -> ResponseReturnValue:
    """Begin the round that the organiser sent, with its seats, its game and its rules."""
    door, chosen = the_door(), service()
    seating, view = chosen.seating.newest, door.view()
    shown = chosen.seating_offer(view)
    if seating is None or shown is None or request.form.get("round") != shown.key:
        refuse(tw.NO_SEATING, 409)
    decks = chosen.decks()
    deck = view.state.deck if view.state.deck in decks else decks[0]
    try:
        door.do(begun_with(seating, chosen.seating.table, deck, language()))
        door.do(StartDeal())
    except PlainError as error:
        refuse(error.text, 409)
    return _begun()


def asked(means: Means) -> tuple[StartEvening, StartDeal]:
    """Return what the form asks for.

    Raises:
        PlainError: there can be no such evening.
    """
    form = request.form
    given = [form.get(f"name{seat}", "") for seat in range(SEATS)]
    taken = [seat for seat, name in enumerate(given) if visible(name)]
    names = read_names(given)
    deck, dealer = form.get("deck", means.decks[0]), form.get("dealer", "")
    named = means.games.get(form.get("game", ""))
    if named is None or deck not in means.decks:
        raise PlainError(m.UNKNOWN_GAME)
    if len(names) not in table_sizes(named.game, named.options):
        words = m.WRONG_COUNT.format(
            game=game_title(named.game), n=len(names), sizes=sizes_text(named)
        )
        raise PlainError(words)
    if dealer not in [str(seat) for seat in taken]:
        raise PlainError(m.EMPTY_DEALER if dealer in map(str, range(SEATS)) else m.UNKNOWN_SEAT)
    evening = StartEvening(named.game, named.options, names, deck)
    return evening, StartDeal(taken.index(int(dealer)))


def _again(means: Means, wrong: Text, status: int) -> ResponseReturnValue:
    """Show everything that was chosen, each line with its way back, and what is wrong."""
    view, plan = the_door().view(), start.fitted(read_plan(request.form), means)
    return make_response(_show(view, plan, means, StartStep.GO, wrong), status)
