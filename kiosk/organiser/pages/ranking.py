"""The ranking with prizes, and the penalties in it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.organiser.money import balance, prizes_by_number
from kiosk.organiser.pages.frame import desk, to, typed, whole
from kiosk.organiser.tournament import RoundPlan, Tournament
from kiosk.words import organiser as w

bp = Blueprint("ranking", __name__)

_NO_CREDIT = Text(
    de="Gutgeschrieben wird, was ohne Minus dasteht; mit Minus bitte „Abziehen“.",
    en='Points without a minus are credited; with a minus, please use "Deduct".',
)


@bp.get("/ranking")
def ranking() -> str:
    """Show who is where."""
    tournament, plans = desk().tournament, desk().rounds
    standings = desk().ranking()
    return render_template(
        "ranking.html",
        standings=standings,
        plans=plans,
        ties=ties_in_words(tournament),
        prizes=prizes_by_number(tournament, standings),
        outstanding=desk().outstanding(),
        money=balance(tournament, desk().field),
        penalties=desk().penalties,
        field=desk().field,
        rounds=[(each, Text(de=str(each), en=str(each))) for each in desk().round_numbers],
        now=_now(plans),
    )


@bp.post("/ranking/penalties")
def punish() -> ResponseReturnValue:
    """Take points away, whatever their sign; give them only where that was tapped."""
    round_ = whole(typed("round")) if typed("round") else _now(desk().rounds)
    points = Fraction(whole(typed("points")))
    if not typed("credit"):
        points = -abs(points)
    elif points < 0:
        raise PlainError(_NO_CREDIT)
    desk().punish(whole(typed("number")), points, typed("reason"), round_)
    return to("/ranking")


@bp.post("/ranking/penalties/<int:entry>/back")
def take_back(entry: int) -> ResponseReturnValue:
    """Take a penalty back."""
    if entry not in desk().penalties:
        abort(404)
    desk().take_back_penalty(entry)
    return to("/ranking")


def _now(plans: Iterable[RoundPlan]) -> int:
    """Return the round that runs, else the last one that did."""
    return max((plan.number for plan in plans if plan.begun), default=1)


def ties_in_words(tournament: Tournament) -> Text:
    """Return what counts with equal points."""
    named = [w.TIES[tie.value] for tie in tournament.ties]
    words = Text(de=", ".join(each.de for each in named), en=", ".join(each.en for each in named))
    return w.TIES_LONG.format(ties=words)
