"""The tables as they stand, the draw, and the rounds' begin and end."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from kiosk.organiser.draw import Odd, met_again
from kiosk.organiser.pages.frame import desk, to, typed, whole

bp = Blueprint("rounds", __name__)


@bp.get("/")
def tables() -> str:
    """Show every table of the round."""
    shown = desk().overview()
    last = next((plan for plan in reversed(desk().rounds) if plan.ended), None)
    awaited = desk().awaited() if request.args.get("sure") else ()
    can_go_on = last is not None and not any(plan.runs for plan in desk().rounds)
    return render_template(
        "tables.html",
        shown=shown,
        awaited=awaited,
        on_paper=desk().on_paper,
        untouched=shown.plan is not None and desk().untouched(shown.plan.number),
        reopen=last.number if last is not None and can_go_on else None,
        minutes=_minutes,
        clock=_clock,
    )


@bp.post("/round/begin")
def begin() -> ResponseReturnValue:
    """Begin a round, once it is clear that lists of those before may be missing."""
    number = whole(typed("round"))
    if desk().awaited() and not typed("sure"):
        return to("/?sure=1")
    desk().begin_round(number)
    return to("/")


@bp.post("/round/back")
def take_back() -> ResponseReturnValue:
    """Let a round not have begun that was begun by mistake."""
    desk().take_back_round(whole(typed("round")))
    return to("/")


@bp.post("/round/end")
def end() -> ResponseReturnValue:
    """End a round, once it is clear that lists of it may be missing."""
    number = whole(typed("round"))
    if desk().awaited() and not typed("sure"):
        return to("/?sure=1")
    desk().end_round(number)
    return to("/")


@bp.post("/round/reopen")
def reopen() -> ResponseReturnValue:
    """Let a round go on that was ended by mistake."""
    desk().reopen_round(whole(typed("round")))
    return to("/")


@bp.post("/round/tell")
def tell() -> ResponseReturnValue:
    """Tell the tables again who sits where."""
    desk().tell_again()
    return to("/")


@bp.get("/draw")
def draw() -> str:
    """Show the draw, or what a seed would draw."""
    seed, odd = request.args.get("seed", "").strip(), _odd(request.args.get("odd", "3"))
    plans = desk().preview(seed, odd) if seed else desk().rounds
    return render_template(
        "draw.html",
        preview=bool(seed),
        seed=seed or desk().tournament.seed,
        odd=odd,
        plans=plans,
        again=len(met_again(plans)),
        field=desk().field,
    )


@bp.post("/draw")
def drawn() -> ResponseReturnValue:
    """Keep the draw that a seed gives."""
    desk().draw(typed("seed"), _odd(typed("odd")))
    return to("/draw")


@bp.post("/draw/plan")
def plan() -> ResponseReturnValue:
    """Take a draw that was made elsewhere."""
    desk().take_plan(request.form.get("plan", ""))
    return to("/draw")


def _odd(word: str) -> Odd:
    return 5 if word == "5" else 3


def _minutes(left: timedelta) -> int:
    return ceil(left.total_seconds() / 60)


def _clock(at: datetime) -> str:
    return at.astimezone().strftime("%H:%M")
