"""`mehrkopf stats DIR [QUESTION]`: ask an archive, with an answer as text, CSV, JSON or a page."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from engine.files import EVERYBODY, write_whole
from engine.text import Language, PlainError, Text
from kiosk.cli.archive import refuse_without
from kiosk.cli.command import FOLDER, Argument, Arguments, Option, command
from kiosk.cli.common import FILE, JSON, say, target, writing
from kiosk.exports.tables import csv_file

_FOLDER = Text(
    de="der Ordner, den „mehrkopf archive“ geschrieben hat",
    en='the folder that "mehrkopf archive" wrote',
)
_FRAGE = Text(de="FRAGE", en="QUESTION")
_QUESTION = Text(
    de="bilanz, spiele, soli, laufende, tout, ausschlag oder fehler; ohne: alle",
    en="balance, games, solos, laufende, tout, swing or revokes; default: all of them",
)
_SEASON = Text(de="nur Abende eines Jahres", en="only the evenings of one year")
_FROM = Text(
    de="nur Abende von diesem Tag an (2026-09-01)", en="only from this day on (2026-09-01)"
)
_TO = Text(de="nur Abende bis zu diesem Tag", en="only up to this day")
_CSV = Text(de="als CSV für Tabellenprogramme", en="as CSV for spreadsheets")
_PAGE = Text(
    de="eine Seite mit Schaubildern in diese Datei schreiben (.html)",
    en="write a page with charts to this file (.html)",
)
_JAHR = Text(de="JAHR", en="YEAR")
_TAG = Text(de="TAG", en="DAY")
_BOTH = Text(
    de="--season und --from/--to gehen nicht zusammen; bitte eines weglassen.",
    en="--season and --from/--to do not go together; please leave one out.",
)
_NO_DAY = Text(
    de="„{word}“ ist kein Tag; bitte so schreiben: 2026-09-01.",
    en='"{word}" is not a day; please write it like 2026-09-01.',
)
_ONE_FORM = Text(
    de="Bitte nur eines von --csv, --json und --page nennen.",
    en="Please name only one of --csv, --json and --page.",
)
_ONE_TABLE = Text(
    de="--csv schreibt eine Tabelle; bitte auch die Frage nennen, etwa „soli“.",
    en='--csv writes one table; please name the question too, such as "solos".',
)
_WRITTEN = Text(de="Geschrieben: {file}", en="Written: {file}")


def _day(word: str) -> str:
    if not word:
        return ""
    try:
        return date.fromisoformat(word).isoformat()
    except ValueError as error:
        raise PlainError(_NO_DAY.format(word=word)) from error


@command(
    Argument("folder", FOLDER, _FOLDER, type=Path),
    Argument("question", _FRAGE, _QUESTION, required=False),
    Option("--season", value=_JAHR, type=int, text=_SEASON),
    Option("--from", "since", value=_TAG, type=_day, default="", text=_FROM),
    Option("--to", "until", value=_TAG, type=_day, default="", text=_TO),
    Option("--csv", is_flag=True, text=_CSV),
    JSON,
    Option("--page", value=FILE, type=target, text=_PAGE),
)
def execute(arguments: Arguments) -> int:
    """Answer; the page has every question, whichever is named.

    Raises:
        PlainError: packages are missing, there is no archive, or the words do not fit together.
    """
    refuse_without("duckdb", "pyarrow")
    _check(arguments)
    # Only here: whoever has one table alone does not have these packages.
    from kiosk.archive.page import page  # noqa: PLC0415
    from kiosk.archive.questions import QUESTIONS, question_named  # noqa: PLC0415
    from kiosk.archive.statistics import Span, ask, json_lines, text_lines  # noqa: PLC0415

    language: Language = arguments.language
    span = Span(arguments.since, arguments.until)
    if arguments.season is not None:
        span = Span.season(arguments.season)
    every = arguments.question is None or arguments.page is not None
    asked = QUESTIONS if every else (question_named(arguments.question),)
    answers = ask(arguments.folder, asked, span)
    if arguments.page is not None:
        with writing(arguments.page):
            write_whole(arguments.page, page(answers, span, language), EVERYBODY)
        say(_WRITTEN.format(file=arguments.page), language)
        return 0
    for number, each in enumerate(answers):
        if arguments.csv:
            sys.stdout.buffer.write(csv_file(each.said(language), language))
            continue
        if number and not arguments.json:
            sys.stdout.write("\n")
        lines = json_lines(each) if arguments.json else text_lines(each, language)
        sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()
    return 0


def _check(arguments: Arguments) -> None:
    if arguments.season is not None and (arguments.since or arguments.until):
        raise PlainError(_BOTH)
    if sum(map(bool, (arguments.csv, arguments.json, arguments.page is not None))) > 1:
        raise PlainError(_ONE_FORM)
    if arguments.csv and arguments.question is None:
        raise PlainError(_ONE_TABLE)
