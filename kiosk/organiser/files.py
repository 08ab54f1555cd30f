"""The tournament's tables as files: from the ranking to every ruling, as CSV and as a workbook.

The cells are written as those of an evening (`kiosk.exports.tables`): no name becomes a formula,
numbers are numbers, and CSV opens at a double click.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from datetime import UTC, datetime

import xlsxwriter

from engine.text import Language, Text
from kiosk.exchange.messages import ListLine, ResultMessage
from kiosk.exports.tables import Cell, SheetTable
from kiosk.organiser.admission import number_at_table
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.money import prizes_by_number
from kiosk.organiser.ranking import Place, newest
from kiosk.organiser.rulings import ruled_in_words
from kiosk.organiser.tournament import PaperList, Participant, RulingKind, moment
from kiosk.words import organiser as w

TABLES = ("ranking", "people", "draw", "lists", "deals", "penalties", "protests")
"""What there is as CSV; the workbook has all of them."""
_TITLES: dict[str, Text] = {
    "ranking": w.RANKING,
    "people": w.PEOPLE,
    "draw": w.DRAW,
    "lists": w.LISTS,
    "deals": w.DEALS_SO_FAR,
    "penalties": w.PENALTIES,
    "protests": w.PROTESTS,
}


def table(desk: Desk, name: str, language: Language) -> SheetTable:
    """Return one of `TABLES`."""

    def say(text: Text) -> str:
        return text.in_language(language)

    header, rows = _MAKERS[name](desk, language)
    return SheetTable(name, tuple(map(say, header)), tuple(rows))


_Made = tuple[tuple[Text, ...], list[tuple[Cell, ...]]]


def _ranking(desk: Desk, language: Language) -> _Made:
    rounds = tuple(w.ROUND_N.format(n=plan.number) for plan in desk.rounds)
    header = (
        *(w.PLACE, w.START_NUMBER, w.NAME, w.POINTS, w.SOLI_WON, *rounds),
        *(w.PENALTY, w.PRIZE, w.FORMERLY, w.STATE),
    )
    field, standings = desk.field, desk.ranking()
    prizes = prizes_by_number(desk.tournament, standings)
    return header, [
        (
            *(row.place, row.number, row.name, row.points, row.soli),
            *row.rounds,
            row.penalty or None,
            prizes[row.number].in_language(language) if row.number in prizes else None,
            _formerly(field[row.number], language),
            ", ".join(text.in_language(language) for text, _ in row.marks) or None,
        )
        for row in standings
    ]


def _people(desk: Desk, language: Language) -> _Made:
    header = (w.START_NUMBER, w.NAME, w.TOWN, w.PAID, w.STATE, w.FORMERLY)
    return header, [
        (
            each.number,
            each.name,
            each.town,
            (w.PAID if each.paid else w.NOT_PAID).in_language(language),
            w.PRESENCE[each.presence.value].in_language(language),
            _formerly(each, language),
        )
        for each in desk.field.people
    ]


def _formerly(person: Participant, language: Language) -> str | None:
    """Return who played under the number before, and up to which round."""
    told = (
        w.BEFORE.format(name=name, round=round_ - 1).in_language(language) if round_ > 1 else name
        for name, round_ in person.before
    )
    return ", ".join(told) or None


def _draw(desk: Desk, language: Language) -> _Made:
    field = desk.field
    seed = desk.tournament.seed or None
    return (w.ROUND, w.TABLE, w.START_NUMBER, w.NAME, w.SEED), [
        (plan.number, each.table, number, field[number].in_round(plan.number).name, seed)
        for plan in desk.rounds
        for each in plan.tables
        for number in each.numbers
    ]


def _lists(desk: Desk, language: Language) -> _Made:
    """Return of every list what counts, then every version of it, from the table and from paper."""
    field = desk.field
    header = (
        *(w.ROUND, w.TABLE, w.LISTS, w.VERSION, w.MOMENT, w.START_NUMBER, w.NAME),
        *(w.POINTS, w.SOLI_WON, w.STATE),
    )
    rows: list[tuple[Cell, ...]] = []
    papers: dict[Place, list[PaperList]] = {}
    for typed in desk.all_papers():
        papers.setdefault((typed.round, typed.table), []).append(typed)
    for (round_, table_), told in desk.lists().items():
        paper, signed = w.SOURCE["paper"], w.SOURCE["signed"]
        versions: list[tuple[Text, int | None, str | None, Iterable[ListLine], list[Text]]] = [
            (
                w.SOURCE[told.source.value],
                *(None, None, told.lines),
                [w.HOLDS, w.RULED] if told.ruled else [w.HOLDS],
            ),
            *(
                (signed, at, each.source.at, each.lines, [w.TAKEN_BACK] if each.withdrawn else [])
                for at, each in enumerate(desk.list_revisions(round_, table_), 1)
            ),
            *(
                (paper, each.revision, each.at, each.lines, [w.TAKEN_BACK] * each.taken_back)
                for each in papers.get((round_, table_), ())
            ),
        ]
        rows += (
            (
                *(round_, table_, source.in_language(language), revision, at and moment(at)),
                *(line.number, field[line.number].in_round(round_).name, line.points, line.soli),
                ", ".join(word.in_language(language) for word in words) or None,
            )
            for source, revision, at, lines, words in versions
            for line in lines
        )
    return header, rows


def _deals(desk: Desk, language: Language) -> _Made:
    rulings = desk.rulings
    header = (w.ROUND, w.TABLE, w.DEAL, w.TYPE, w.START_NUMBER, w.POINTS, w.SOLO, w.STATE)
    return header, [
        (
            *(deal.source.round, deal.source.table, number_at_table(deal.deal)),
            deal.contract.in_language(language),
            *(seat.number, seat.delta, int(seat.solo) or None),
            _state(deal, language, ruled=ruled is not None),
        )
        for sent in newest(desk.all_results())
        for deal, ruled in [(rulings.applied(sent), rulings.on(sent))]
        for seat in deal.seats
    ]


def _state(deal: ResultMessage, language: Language, *, ruled: bool) -> str | None:
    """Return what a deal's line says beside its points, as the list's page does."""
    lost = deal.deal != number_at_table(deal.deal)
    said = w.RULED if ruled else w.STATUS[deal.status]
    words = (said, w.LOST_THERE) if lost else (said,)
    return ", ".join(word for each in words if (word := each.in_language(language))) or None


def _penalties(desk: Desk, language: Language) -> _Made:
    field = desk.field
    header = (w.ROUND, w.START_NUMBER, w.NAME, w.POINTS, w.REASON, w.MOMENT, w.STATE)
    return header, [
        (
            *(each.round, each.number, field[each.number].in_round(each.round).name),
            *(each.points, each.reason, moment(each.at)),
            w.TAKEN_BACK.in_language(language) if each.taken_back else None,
        )
        for each in desk.penalties.values()
    ]


def _protests(desk: Desk, language: Language) -> _Made:
    """Return every revision of every protest: what was ruled once stays, with what became of it."""
    field, to_rule = desk.field, desk.to_rule()
    header = (
        *(w.PROTEST_NUMBER, w.ROUND, w.TABLE, w.DEAL, w.START_NUMBER, w.NAME),
        *(w.WHAT_IS_CONTESTED, w.MOMENT, w.STATE, w.ANSWER, w.RULED_POINTS),
    )
    rows: list[tuple[Cell, ...]] = []
    for entry in desk.protests:
        history = desk.history(entry)
        for at, (when, each) in enumerate(history, 1):
            words = [w.RULINGS[each.ruling.value]]
            if each.ruling is not RulingKind.OPEN:
                if at < len(history):
                    opened = history[at][1].ruling is RulingKind.OPEN
                    words.append(w.OPENED_AGAIN if opened else w.RULED_ANEW)
                elif entry in to_rule:
                    words.append(w.HOLDS_NO_LONGER)
            rows.append(
                (
                    *(entry, each.round, each.table),
                    w.SOURCE["paper"].in_language(language)
                    if each.on_paper
                    else number_at_table(each.deal),
                    *(each.number, field[each.number].in_round(each.round).name, each.words),
                    moment(when),
                    ", ".join(word.in_language(language) for word in words),
                    each.answer or None,
                    None
                    if each.ruled is None
                    else ruled_in_words(each.ruled).in_language(language),
                )
            )
    return header, rows


_MAKERS = {
    "ranking": _ranking,
    "people": _people,
    "draw": _draw,
    "lists": _lists,
    "deals": _deals,
    "penalties": _penalties,
    "protests": _protests,
}


def workbook(desk: Desk, language: Language, now: datetime) -> bytes:
    """Return all tables as one workbook."""
    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"in_memory": True, "strings_to_formulas": False}) as book:
        book.set_properties(
            {"title": desk.tournament.title, "created": now.astimezone(UTC).replace(tzinfo=None)}
        )
        head = book.add_format({"bold": True, "bottom": 1})
        for name in TABLES:
            sheet = book.add_worksheet(_TITLES[name].in_language(language))
            told = table(desk, name, language)
            for column, text in enumerate(told.header):
                sheet.write_string(0, column, text, head)
            for at, row in enumerate(told.rows, 1):
                for column, cell in enumerate(row):
                    if isinstance(cell, str):
                        sheet.write_string(at, column, cell)
                    elif cell is not None:
                        sheet.write_number(at, column, float(cell))
            sheet.freeze_panes(1, 0)
            sheet.autofit()
    return target.getvalue()
