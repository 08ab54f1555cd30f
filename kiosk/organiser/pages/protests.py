"""Protests: a contested deal with its proof and replay, and what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from engine.text import PlainError, Text
from kiosk.exchange.messages import ResultMessage
from kiosk.organiser.admission import number_at_table
from kiosk.organiser.contested import ContestedDeal
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.pages.frame import desk, language, number, points, to, typed, whole
from kiosk.organiser.rulings import Rulings, ruled_in_words
from kiosk.organiser.tournament import WHOLE_LIST, Protest, RulingKind
from kiosk.words import organiser as w

bp = Blueprint("protests", __name__)


@bp.get("/protests")
def protests() -> str:
    """Show all protests, and the form for a new one."""
    asked = request.args.get("deal", "")
    deal = int(asked) if asked.isdecimal() and len(asked) < 8 else 0
    return render_template(
        "protests.html",
        protests=desk().protests,
        to_rule=desk().to_rule(),
        field=desk().field,
        rulings=RulingKind,
        about={name: request.args.get(name, "") for name in ("round", "table", "deal")},
        # Nobody knows the number under which a lost deal counts: it is named as the lists name it.
        lost=deal if deal > number_at_table(deal) else 0,
    )


@bp.post("/protests")
def contest() -> ResponseReturnValue:
    """Contest a deal, or a list from paper."""
    entry = desk().protest(
        whole(typed("round")),
        typed("table"),
        whole(typed("deal")) if typed("deal") else WHOLE_LIST,
        whole(typed("number")),
        typed("words"),
    )
    return to(f"/protests/{entry}")


@bp.get("/protests/<int:entry>")
def protest(entry: int) -> str:
    """Show one protest with the deal or list as it stands."""
    contested = _protest(entry)
    result = _result(contested)
    lines: tuple[Text, ...] = ()
    trouble: Text | None = None
    try:
        lines = _deal(contested).lines()
    except PlainError as error:
        trouble = error.text
    return render_template(
        "protest.html",
        entry=entry,
        protest=contested,
        result=result,
        as_ruled=None if result is None else desk().rulings.applied(result),
        versions=desk().revisions(contested.round, contested.table, contested.deal),
        to_rule=desk().to_rule(),
        history=desk().history(entry),
        papers=desk().papers(contested.round, contested.table) if contested.on_paper else (),
        given=_given(entry, contested, result),
        again=again(desk(), entry),
        ruled_in_words=ruled_in_words,
        clock=_clock,
        field=desk().field,
        lines=lines,
        trouble=trouble,
        rulings=RulingKind,
    )


@bp.get("/protests/<int:entry>/replay")
def replay(entry: int) -> Response:
    """Show the contested deal card by card."""
    written = _deal(_protest(entry)).replay(language())
    return make_response(written)


@bp.post("/protests/<int:entry>")
def rule(entry: int) -> ResponseReturnValue:
    """Rule on a protest, or take the ruling back."""
    _protest(entry)
    known = {each.value: each for each in RulingKind}
    ruling = known.get(typed("ruling"), RulingKind.OPEN)
    given, soli = None, None
    if ruling is RulingKind.UPHELD:
        told = _numbered("points.")
        if any(told.values()):
            given = {of: points(word) for of, word in told.items()}
            soli = {of: whole(word or "0") for of, word in _numbered("soli.").items()} or None
            if "solo" in request.form:
                soli = {of: int(str(of) == typed("solo")) for of in given}
    desk().rule(entry, ruling, typed("answer"), given, soli)
    return to(f"/protests/{entry}")


def _numbered(prefix: str) -> Mapping[int, str]:
    """Return what was typed into the fields of a name, by start number."""
    names = [name for name in request.form if name.startswith(prefix)]
    return {whole(name.removeprefix(prefix)): typed(name) for name in names}


def again(at: Desk, entry: int) -> Mapping[str, str]:
    """Return what a form sends that rules the same of the version that holds now.

    Nothing where the ruling holds, or where there is no version it could be ruled on.
    """
    protest = at.protests[entry]
    ruled = protest.ruled
    if ruled is None or entry not in at.to_rule():
        return {}
    if protest.on_paper:
        if at.paper(protest.round, protest.table) is None:
            return {}
        soli = {f"soli.{of}": str(won) for of, won in ruled.soli}
    else:
        versions = at.revisions(protest.round, protest.table, protest.deal)
        if not versions or versions[-1].status == "withdrawn":
            return {}
        alone = {"solo": next((str(of) for of, won in ruled.soli if won), "")}
        soli = alone if ruled.soli else {}
    given = {f"points.{of}": number(worth) for of, worth in ruled.points}
    return {"ruling": RulingKind.UPHELD.value, "answer": protest.answer, **given, **soli}


def _protest(entry: int) -> Protest:
    found = desk().protests.get(entry)
    if found is None:
        abort(404)
    return found


def _clock(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M")


def _result(contested: Protest) -> ResultMessage | None:
    versions = desk().revisions(contested.round, contested.table, contested.deal)
    return versions[-1] if versions else None


def _given(
    entry: int, contested: Protest, result: ResultMessage | None
) -> Mapping[int, tuple[str, int]]:
    """Return points and Soli of the form: those ruled last on this version, else its own."""
    upheld = [each for _, each in desk().history(entry) if each.ruling is RulingKind.UPHELD]
    # What was lost at a table and brought back counts under another number since.
    last = Rulings.of({entry: replace(upheld[-1], deal=contested.deal)} if upheld else {})
    if contested.on_paper:
        paper = desk().paper(contested.round, contested.table)
        lines = () if paper is None else last.applied_to_paper(paper).lines
        return {line.number: (number(line.points), line.soli) for line in lines}
    if result is None:
        return {}
    ruled = last.applied(result)
    counted = ruled.status == "counted"
    return {
        seat.number: (number(seat.delta) if counted else "", int(seat.solo)) for seat in ruled.seats
    }


def _deal(contested: Protest) -> ContestedDeal:
    result = _result(contested)
    if result is None:
        raise PlainError(w.NO_CARDS)
    field = desk().field.in_round(contested.round)
    names = {each.number: f"{each.number} {each.name}"[:20] for each in field.people}
    return ContestedDeal(result, names)
