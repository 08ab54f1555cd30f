"""The walk: one question a page, and the evening that begins at its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flask import Blueprint, current_app, make_response, redirect, request, session
from flask.typing import ResponseReturnValue

from engine.rules_toml import NamedRules
from engine.text import PlainError, Text
from kiosk import messages as m
from kiosk.commands import StartDeal, StartEvening
from kiosk.pages import stage
from kiosk.pages.catalogue import game_title
from kiosk.pages.door import refuse, settings, the_door
from kiosk.pages.language import language
from kiosk.view import TableView
from kiosk.welcome import walk_screen as screens
from kiosk.welcome import words as w
from kiosk.welcome.known import distinct, people_of
from kiosk.welcome.names import check_name, fitting_names, read_names, visible
from kiosk.welcome.offers import SEATS, offered, sizes_text, table_sizes
from kiosk.welcome.plan import LAST, Plan, Step, read_plan, steps
from kiosk.welcome.walk_screen import Frame, Means

bp = Blueprint("welcome", __name__)

_TITLES = {
    Step.ABOUT: w.WHAT_IS_THIS,
    Step.WATCH: w.WATCH,
    Step.GAME: w.WHICH_GAME,
    Step.RULES: w.WHICH_RULES,
    Step.DECK: w.WHICH_DECK,
    Step.CLOCK: w.WHAT_TIME,
    Step.PEOPLE: w.WHO_SITS,
    Step.DEALER: w.WHO_DEALS,
    Step.GO: w.ALL_RIGHT,
}


@bp.get("/start")
def front() -> ResponseReturnValue:
    """Show how an evening can begin."""
    return stage.start_page(the_door().view())


@bp.post("/begin/language")
def speak() -> ResponseReturnValue:
    """Take the language at the first start: for this page and from now on."""
    chosen = request.form.get("language")
    if chosen not in ("de", "en"):
        refuse(m.BAD_REQUEST)
    session["language"] = current_app.config["LANGUAGE"] = chosen
    settings().reception.wishes.language("de" if chosen == "de" else "en")
    return redirect(Plan(first=True).href(Step.ABOUT), code=303)


@bp.get("/begin/<name>")
def ask(name: str) -> ResponseReturnValue:
    """Ask one question of the walk; names that will not do are said before anything else."""
    if name not in list(Step):
        refuse(w.UNKNOWN_STEP, 404)
    view = the_door().view()
    means = means_of(view)
    given = read_plan(request.args)
    names, wrong = fitting_names(given.names)
    plan, step = screens.fitted(replace(given, names=names), means), Step(name)
    if wrong is not None:
        return make_response(_seats(view, plan, means, wrong=wrong), 400)
    if step is Step.CLOCK and means.time is None:
        step = Step.GO
    if step is Step.GO:
        lacks = screens.missing(plan, means)
        step = lacks[0] if lacks is not None else step
    if step is Step.PEOPLE:
        return _people(view, plan, means)
    return _show(view, plan, means, step)


def means_of(view: TableView) -> Means:
    """Return what this table has to choose from just now."""
    chosen = settings()
    games = offered(chosen)
    if view.state.seats and view.source != "sample":
        games[LAST] = NamedRules(view.state.game, view.state.options)
    known = distinct((*people_of(view.state), *chosen.reception.known(), *chosen.seats))
    return Means(
        games=games,
        decks=chosen.offered_decks(),
        known=known,
        watched=view.source != "none",
        time=chosen.clock.question(),
        start=chosen.clock.start(),
        must_tell=chosen.clock.wrong() is not None,
    )


def _frame(plan: Plan, means: Means, step: Step) -> Frame:
    walk = _walk(plan, means)
    if step not in walk:
        walk = (step, Step.GO)
    at = walk.index(step)
    back = plan.href(walk[at - 1]) if at else "/start"
    onwards = Step.GO if plan.alone or at + 1 == len(walk) else walk[at + 1]
    if plan.alone:
        plan = replace(plan, alone=False)
        back = plan.href(Step.GO)
    return Frame(step, _TITLES[step], at + 1, len(walk), back, plan.href(onwards))


def _walk(plan: Plan, means: Means) -> tuple[Step, ...]:
    """Return the questions of this table in order; a deck matters to a camera alone."""
    asks_deck = means.watched and (plan.first or len(means.decks) > 1)
    return steps(plan, asks_deck=asks_deck, asks_time=means.time is not None)


def _onwards(plan: Plan, means: Means, step: Step) -> tuple[Plan, Step]:
    """Return the plan and the question that follow an answer to this one."""
    if plan.alone:
        return replace(plan, alone=False), Step.GO
    walk = _walk(plan, means)
    at = walk.index(step) if step in walk else -2
    return plan, walk[at + 1] if at >= 0 else Step.GO


def _show(
    view: TableView, plan: Plan, means: Means, step: Step, wrong: Text | None = None
) -> ResponseReturnValue:
    frame = _frame(plan, means, step)
    after, onwards = _onwards(plan, means, step) if step is not Step.GO else (plan, Step.GO)
    pages: dict[Step, tuple[str, Callable[[], object]]] = {
        Step.ABOUT: ("choice", lambda: screens.about(frame)),
        Step.WATCH: ("choice", lambda: screens.watch(frame, means)),
        Step.GAME: ("choice", lambda: screens.which_game(frame, after, means, onwards)),
        Step.RULES: ("choice", lambda: screens.which_rules(frame, plan, means)),
        Step.DECK: ("choice", lambda: screens.which_deck(frame, after, means, onwards)),
        Step.CLOCK: ("clock", lambda: screens.clock(frame, plan, means, onwards)),
        Step.DEALER: ("people", lambda: screens.dealer(frame, after, onwards)),
        Step.GO: ("go", lambda: screens.everything(frame, plan, means, wrong)),
    }
    template, screen = pages[step]
    return stage.sub_page(f"welcome/{template}.html", view, screen())


def _people(view: TableView, plan: Plan, means: Means) -> ResponseReturnValue:
    """Ask who sits where; names that are typed come back here."""
    given = request.args
    if given.get("unnamed"):
        named = [
            name or m.SEAT.format(n=seat + 1).in_language(language())
            for seat, name in enumerate(plan.names)
        ]
        return redirect(replace(plan, names=tuple(named)).href(Step.PEOPLE))
    at = given.get("at", "")
    seat = int(at) if at in map(str, range(len(plan.names))) else None
    if seat is not None and given.get("type"):
        return _typing(view, plan, means, seat, None)
    if seat is not None and "typed" in given:
        name = visible(given["typed"])
        try:
            check_name(name, seat + 1)
        except PlainError as error:
            return make_response(_typing(view, plan, means, seat, error.text), 400)
        return redirect(plan.with_name(seat, name).href(Step.PEOPLE))
    return _seats(view, plan, means, seat)


def _seats(
    view: TableView, plan: Plan, means: Means, at: int | None = None, wrong: Text | None = None
) -> str:
    screen = screens.people(_frame(plan, means, Step.PEOPLE), plan, means, at)
    return stage.sub_page("welcome/people.html", view, replace(screen, wrong=wrong))


def _typing(
    view: TableView, plan: Plan, means: Means, seat: int, wrong: Text | None
) -> ResponseReturnValue:
    frame = replace(_frame(plan, means, Step.PEOPLE), back=plan.href(Step.PEOPLE, at=str(seat)))
    typed = request.args.get("typed", plan.names[seat])[:40]
    screen = screens.NameScreen(frame, seat + 1, plan.fields(), typed, wrong)
    return stage.sub_page("welcome/name.html", view, screen)


@bp.post("/start")
def begin() -> ResponseReturnValue:
    """Begin the evening and its first deal; what cannot begin is shown again with the reason."""
    door = the_door()
    means = means_of(door.view())
    try:
        evening, first = asked(means)
        settings().clock.asked(request.form.get("moment", ""))
    except PlainError as error:
        return _again(means, error.text, 400)
    try:
        door.do(evening)
    except PlainError as error:
        return _again(means, error.text, 409)
    door.do(first)
    chosen = settings()
    chosen.reception.resumed.answered()
    if request.form.get("camera") == "on":
        chosen.camera.on()
    else:
        chosen.camera.off()
    return redirect("/", code=303)


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
    view, plan = the_door().view(), screens.fitted(read_plan(request.form), means)
    return make_response(_show(view, plan, means, Step.GO, wrong), status)
