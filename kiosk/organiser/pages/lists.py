"""The lists of the tables: deal by deal, signed off, or typed in from paper."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from kiosk.exchange.messages import ListLine
from kiosk.organiser.admission import number_at_table
from kiosk.organiser.pages.frame import desk, number, points, to, typed, whole
from kiosk.organiser.pages.protests import again
from kiosk.organiser.ranking import lines_of
from kiosk.organiser.rulings import ruled_in_words
from kiosk.organiser.tournament import ForkRuling, TableSeats

bp = Blueprint("lists", __name__)


@bp.get("/lists")
def lists() -> str:
    """Show the list of every table in every round that has begun."""
    plans = [plan for plan in desk().rounds if plan.begun]
    fallen = {(each.round, each.table) for each in desk().to_rule().values() if each.ruled}
    return render_template("lists.html", plans=plans, lists=desk().lists(), fallen=fallen)


@bp.get("/lists/<int:round_>/<table>")
def table_list(round_: int, table: str) -> str:
    """Show one list, deal by deal."""
    seats = _seats(round_, table)
    deals, rulings = desk().results(round_, table), desk().rulings
    as_ruled = [rulings.applied(each) for each in deals]
    told = desk().lists()[round_, table]
    paper = desk().paper(round_, table)
    # What was ruled on a list from paper is not what is written there.
    lines = lines_of(as_ruled) if paper is None else paper.lines
    return render_template(
        "list.html",
        round=round_,
        table=table,
        seats=seats,
        field=desk().field.in_round(round_),
        told=told,
        deals=list(zip(deals, as_ruled, strict=True)),
        ruled={each.deal: rulings.on(each) for each in deals if rulings.on(each) is not None},
        number_at_table=number_at_table,
        forks=[each for each in desk().forks() if (each.round, each.table) == (round_, table)],
        versions={each.deal: len(desk().revisions(round_, table, each.deal)) for each in deals},
        signed=desk().list_revisions(round_, table),
        papers=desk().papers(round_, table),
        paper_ruled=None if paper is None else rulings.on_paper(paper),
        fallen={
            entry: (each, each.ruled, again(desk(), entry))
            for entry, each in desk().to_rule().items()
            if each.ruled is not None and (each.round, each.table) == (round_, table)
        },
        ruled_in_words=ruled_in_words,
        typed={
            f"{what}.{line.number}": value
            for line in lines
            for what, value in (("points", number(line.points)), ("soli", line.soli))
        },
    )


@bp.post("/lists/<int:round_>/<table>")
def type_in(round_: int, table: str) -> ResponseReturnValue:
    """Keep a list from paper."""
    lines = [
        ListLine(
            number,
            points(typed(f"points.{number}")),
            whole(typed(f"soli.{number}") or "0"),
        )
        for number in _seats(round_, table).numbers
    ]
    desk().type_in(round_, table, lines)
    return to(f"/lists/{round_}/{table}")


@bp.post("/lists/<int:round_>/<table>/back")
def take_back(round_: int, table: str) -> ResponseReturnValue:
    """Let what the table sends count again."""
    desk().take_back_list(round_, table)
    return to(f"/lists/{round_}/{table}")


@bp.post("/lists/<int:round_>/<table>/fork")
def rule_fork(round_: int, table: str) -> ResponseReturnValue:
    """Say what counts where the table lost deals and told others since."""
    known = {each.value: each for each in ForkRuling}
    ruling = known.get(typed("ruling"))
    if ruling is None:
        abort(400)
    desk().rule_fork(round_, table, typed("branch"), ruling)
    return to(f"/lists/{round_}/{table}")


def _seats(round_: int, table: str) -> TableSeats:
    plan = next((each for each in desk().rounds if each.number == round_ and each.begun), None)
    seats = None if plan is None else plan.seats_of(table)
    if seats is None:
        abort(404)
    return seats
