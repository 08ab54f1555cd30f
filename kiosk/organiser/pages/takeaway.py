"""Files to take away, and sheets to print: ranking, table cards, seat slips, lists."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, Response, abort, make_response, render_template, request

from kiosk.exchange.messages import ResultMessage
from kiosk.exports.tables import csv_file
from kiosk.organiser import files
from kiosk.organiser.admission import number_at_table
from kiosk.organiser.money import prizes_by_number
from kiosk.organiser.pages.frame import desk, language
from kiosk.organiser.pages.ranking import ties_in_words
from kiosk.organiser.ranking import Place, TableList, deals_at, newest

bp = Blueprint("takeaway", __name__)

SHEETS = ("ranking", "tables", "slips", "lists", "played")
_AHEAD = ("tables", "lists")
"""Those that are printed for rounds to come."""
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@bp.get("/files")
def choose() -> str:
    """Show what there is."""
    return render_template("files.html")


@bp.get("/files/<name>.csv")
def csv(name: str) -> Response:
    """Send a table as CSV."""
    if name not in files.TABLES:
        abort(404)
    body = csv_file(files.table(desk(), name, language()), language())
    return _file(body, "text/csv; charset=utf-8", f"{name}.csv")


@bp.get("/files/tournament.xlsx")
def workbook() -> Response:
    """Send everything as a workbook."""
    body = files.workbook(desk(), language(), datetime.now(UTC))
    return _file(body, _XLSX, f"{desk().tournament.id}.xlsx")


@bp.get("/print/<sheet>")
def sheet(sheet: str) -> str:
    """Show a sheet to print."""
    if sheet not in SHEETS:
        abort(404)
    tournament, plans = desk().tournament, desk().rounds
    standings = desk().ranking() if sheet == "ranking" else ()
    return render_template(
        f"print_{sheet}.html",
        # Of a round that is over nobody needs an empty list or a card on the table any more.
        plans=[plan for plan in plans if not plan.ended] or plans if sheet in _AHEAD else plans,
        field=desk().field,
        standings=standings,
        outstanding=desk().outstanding(),
        at=desk().now.isoformat(),
        penalties=desk().penalties,
        ties=ties_in_words(tournament),
        prizes=prizes_by_number(tournament, standings),
        rows=lambda people: deals_at(tournament, people) or 40,
        lists=_played() if sheet == "played" else {},
        number_at_table=number_at_table,
    )


def _played() -> dict[Place, tuple[TableList, list[ResultMessage]]]:
    """Return the lists that count with their deals; of one table where the address names it."""
    wanted = request.args.get("round", ""), request.args.get("table", "")
    rulings = desk().rulings
    deals: dict[Place, list[ResultMessage]] = {}
    for each in newest(desk().all_results()):
        place = each.source.round, each.source.table
        deals.setdefault(place, []).append(rulings.applied(each))
    return {
        (round_, table): (told, deals.get((round_, table), []))
        for (round_, table), told in desk().lists().items()
        if wanted in (("", ""), (str(round_), table))
    }


def _file(body: bytes, kind: str, name: str) -> Response:
    response = make_response(body)
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
