"""House rules on the page: looked at, changed, taken for the evening, kept by name."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, request, session
from flask.typing import ResponseReturnValue

from engine.rules.house_rules import NamedRules, overrides, rules_from
from engine.text import PlainError, Text
from kiosk.home.files import OPEN_TO
from kiosk.screens import counting, house_rules
from kiosk.screens.cards import game_title
from kiosk.screens.evening_plan import OWN, offered
from kiosk.screens.house_rules import RulesDraft, differs, read_draft, with_number
from kiosk.screens.values import StartOption, Sure
from kiosk.table.commands import ChangeGame
from kiosk.table.evening_orders import deal_runs
from kiosk.table.view import TableView
from kiosk.web import stage
from kiosk.web.door import preferences, refuse, the_door
from kiosk.web.language import language
from kiosk.web.start.service import service
from kiosk.words import house_rules as w

bp = Blueprint("house_rules", __name__)


@bp.get("/rules")
def which() -> ResponseReturnValue:
    """Show which rules there are: drafts, today's, the games', the table's own."""
    view, chosen = the_door().view(), service()
    ways: list[StartOption] = []
    for draft in open_drafts(view):
        title = w.DRAFT.format(name=draft.of or game_title(draft.game))
        held = w.DRAFT_LONG.format(n=len(draft.changed)) if draft.changed else w.NOT_TAKEN
        ways.append(StartOption(draft.href(), title, held))
    if view.state.running:
        draft = _today(view)
        words = game_title(draft.game)
        if draft.changed:
            words = w.TODAY_LONG.format(game=words, n=len(draft.changed))
        ways.append(StartOption(draft.href(), w.TODAY, words, main=True))
    for key, named in offered(chosen.offers()).items():
        draft = RulesDraft(named.game, overrides(named.rules, named.game), key.removeprefix(OWN))
        if key.startswith(OWN):
            title = w.OWN_LONG.format(game=game_title(named.game))
            ways.append(StartOption(draft.href(), key.removeprefix(OWN), title))
            continue
        note = w.FROM_TOML.format(n=len(draft.changed)) if draft.changed else None
        ways.append(
            StartOption(RulesDraft(draft.game, draft.options).href(), game_title(named.game), note)
        )
    wished = preferences()
    screen = house_rules.Which(
        tuple(ways), chosen.house.broken(), wished.in_money(), wished.open_to
    )
    return stage.sub_page("start/rules_which.html", view, screen)


@bp.get("/rules/<game>")
def show(game: str) -> ResponseReturnValue:
    """Show one group of rules, or one rule with everything it may say."""
    view, given = the_door().view(), request.args
    draft = _read(view, game, "set" in given)
    _remember(view, draft)
    told = draft.told(given.get("option", ""))
    theme = given.get("theme", "")
    if told is None or _locked(view):
        return _list(view, draft, theme)
    if "number" in given:
        return _typed(view, draft, given["number"])
    screen = house_rules.option(draft, told, theme, given.get("part", ""), None, None)
    return stage.sub_page("start/rules_option.html", view, screen)


def _typed(view: TableView, draft: RulesDraft, number: str) -> ResponseReturnValue:
    """Take a number that was typed; one that does not fit is shown again with the reason."""
    given = request.args
    told, theme, part = draft.told(given["option"]), given.get("theme", ""), given.get("part", "")
    assert told is not None
    try:
        changed = with_number(draft, told.spec, part, _whole(number))
    except PlainError as error:
        screen = house_rules.option(draft, told, theme, part, number[:8], error.text)
        return make_response(stage.sub_page("start/rules_option.html", view, screen), 400)
    more = {"option": told.name} if part else {}
    return redirect(changed.href(theme=theme, **more))


def _whole(number: str) -> int:
    if not (number.strip().isdecimal() and len(number.strip()) <= 8):
        raise PlainError(w.NO_NUMBER)
    return int(number)


@bp.post("/rules/<game>/take")
def take(game: str) -> ResponseReturnValue:
    """Play by these rules from the next deal on; the game may be another one too.

    A deal that nobody has begun to play is dealt anew by them.
    """
    door = the_door()
    draft = _posted(game)
    try:
        door.do(ChangeGame(draft.game, draft.options))
    except PlainError as error:
        return make_response(_list(door.view(), draft, "", error.text), 409)
    service().drafts.drop(draft)
    return redirect(draft.href(taken="1"), code=303)


@bp.post("/rules/<game>/drop")
def drop(game: str) -> ResponseReturnValue:
    """Throw a draft away."""
    service().drafts.drop(_posted(game))
    return redirect("/rules", code=303)


@bp.get("/rules/<game>/save")
def name(game: str) -> ResponseReturnValue:
    """Ask what the rules are to be called."""
    view = the_door().view()
    draft = _read(view, game, "set" in request.args)
    return _naming(view, draft, draft.of or w.PROPOSED.in_language(language()), None)


@bp.post("/rules/<game>/save")
def save(game: str) -> ResponseReturnValue:
    """Keep the rules by a name."""
    draft, given = _posted(game), request.form.get("name", "")
    try:
        kept = service().house.save(given, draft.named)
    except PlainError as error:
        return make_response(_naming(the_door().view(), draft, given[:40], error.text), 400)
    service().drafts.drop(draft)
    # Whoever saves rules on the way to an evening means to play by them.
    session["rules"] = OWN + kept
    return redirect(RulesDraft(draft.game, draft.options, kept).href(saved="1"), code=303)


@bp.get("/rules/<game>/remove")
def ask_remove(game: str) -> ResponseReturnValue:
    """Ask once before rules are thrown away."""
    draft = _read(the_door().view(), game, "set" in request.args)
    sure = Sure(
        heading=w.TITLE,
        what=w.REMOVE_TITLE.format(name=draft.of),
        then=w.REMOVE_LONG,
        action=f"/rules/{game}/remove?{urlencode({'of': draft.of})}",
        yes=w.YES_REMOVE,
        back=draft.href(),
    )
    return stage.sub_page("sure.html", the_door().view(), sure)


@bp.post("/rules/<game>/remove")
def remove(game: str) -> ResponseReturnValue:
    """Throw the table's own rules of a name away, and what was changed in them."""
    start, name = service(), request.args.get("of", "")
    start.house.remove(name)
    start.drafts.drop(RulesDraft(game, {}, name))
    return redirect("/rules", code=303)


@bp.post("/money")
def money() -> ResponseReturnValue:
    """Show amounts in euros or in units, from now on."""
    preferences().wishes.change(money=request.form.get("money") == "1")
    return redirect("/rules", code=303)


@bp.post("/open-cards")
def open_cards() -> ResponseReturnValue:
    """Choose who sees deals with open cards once they are over."""
    chosen = next((each for each in OPEN_TO if each == request.form.get("to")), None)
    if chosen is not None:
        preferences().wishes.change(open_cards=chosen)
    return redirect("/rules", code=303)


def open_drafts(view: TableView) -> tuple[RulesDraft, ...]:
    """Return the drafts that wait for somebody to take them, keep them or drop them."""
    return service().drafts.unlike(_known(view))


def _remember(view: TableView, draft: RulesDraft) -> None:
    """Keep a draft that would be lost with its page; one that was put back is none any more."""
    drafts = service().drafts
    if differs(draft, _known(view)):
        drafts.keep(draft)
    else:
        drafts.drop(draft)


def _known(view: TableView) -> tuple[NamedRules, ...]:
    """Return the rules that can be opened again from the list."""
    today = (_today(view).named,) if view.state.running else ()
    return (*today, *offered(service().offers()).values())


def _today(view: TableView) -> RulesDraft:
    state = view.state
    return RulesDraft(state.game, overrides(rules_from(state.options, state.game), state.game))


def _read(view: TableView, game: str, said: bool) -> RulesDraft:
    if not said and view.state.running and game == view.state.game:
        return _today(view)
    try:
        return read_draft(game, request.args.get("set", ""), request.args.get("of", ""))
    except PlainError as error:
        refuse(error.text, 404 if error.text is w.NO_GAME else 400)


def _posted(game: str) -> RulesDraft:
    try:
        return read_draft(game, request.form.get("set", ""), request.form.get("of", ""))
    except PlainError as error:
        refuse(error.text)


def _locked(view: TableView) -> bool:
    return view.state.running and deal_runs(view.state)


def _list(
    view: TableView, draft: RulesDraft, theme: str, note: Text | None = None
) -> ResponseReturnValue:
    running = view.state.running
    if note is None and request.args.get("saved") and draft.of:
        note = w.SAVED.format(name=draft.of)
    taken = running and _today(view).named.rules == draft.named.rules
    if note is None and request.args.get("taken") and taken:
        note = counting.begins(view.state) or w.FROM_NOW.format(game=game_title(draft.game))
    screen = house_rules.rules(
        draft,
        theme,
        locked=_locked(view),
        taken=taken,
        can_take=running and not _locked(view),
        draft_kept=differs(draft, _known(view)),
        note=note,
    )
    page = stage.sub_page("start/rules.html", view, screen)
    return make_response(page)


def _naming(view: TableView, draft: RulesDraft, typed: str, wrong: Text | None) -> str:
    screen = house_rules.NamingScreen(draft, typed, wrong)
    return stage.sub_page("start/rules_name.html", view, screen)
