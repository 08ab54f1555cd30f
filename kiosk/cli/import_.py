"""`mehrkopf import FILE|-`: fill an empty data folder from an export, or add evenings of deals."""

from __future__ import annotations

import json
from datetime import datetime

from engine.bounds import lines_of
from engine.journal.journal import Journal
from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, command
from kiosk.cli.common import (
    FILE,
    INPUT,
    JOURNAL,
    JOURNAL_FORM,
    export_text,
    form_option,
    home_of,
    journal_or_deals,
    say,
    warn,
)
from kiosk.exports.deals import Imported, import_deals, read_deals
from kiosk.home.data_folder import locked

_FILE = Text(
    de="Export des Journals oder Datei mit Spielen, - für die Standardeingabe",
    en="a journal's export or a file with deals, - for standard input",
)
_DONE = Text(de="{count} Ereignisse eingelesen.", en="{count} events imported.")
_OF_DAMAGED = Text(
    de="Das Journal, das ausgegeben wurde, war beschädigt: {count} Ereignisse fehlen am Ende.",
    en="The journal that was exported was damaged: {count} events are missing at the end.",
)
_DEALS_DONE = Text(
    de="Eingelesen - Spiele: {deals}, Abende: {evenings}, Ereignisse: {events}.",
    en="Imported - deals: {deals}, evenings: {evenings}, events: {events}.",
)
_EMPTY = Text(
    de="In {file} steht nichts; eingelesen wurde nichts.",
    en="{file} is empty; nothing was imported.",
)
_LEFT_OUT = Text(
    de="Eigene Felder bleiben nur in der Datei (Spiele: {count}); die Datei bitte aufheben.",
    en="Your own fields stay in the file only (deals: {count}); please keep it.",
)
_RENAMED = Text(
    de="In Kennungen standen Namen; dort steht jetzt eine Nummer, denn eine Kennung lässt sich "
    "nicht vergessen (Spiele: {count}).",
    en="Some ids held names; they are numbers now, because an id cannot be forgotten "
    "(deals: {count}).",
)


@command(Argument("file", FILE, _FILE), form_option(JOURNAL_FORM), HOME)
def execute(arguments: Arguments) -> int:
    """Read the file in, all of it or nothing.

    Raises:
        PlainError: nothing stands in it, or something that cannot be read.
    """
    home = home_of(arguments)
    text = export_text(arguments.file)
    if not text.strip():
        raise PlainError(_EMPTY.format(file=INPUT if arguments.file == "-" else arguments.file))
    form = journal_or_deals(arguments.file, text, arguments.format)
    with locked(home):
        journal = Journal.open(home.journal)
        try:
            if form == JOURNAL:
                lines = list(lines_of(text))
                said = _DONE.format(count=journal.import_lines(lines))
                _tell_missing(lines, arguments)
            else:
                imported = import_deals(journal, read_deals(text, form), _now(), arguments.language)
                said = _told(arguments, imported)
        finally:
            journal.close()
    say(said, arguments.language)
    return 0


def _tell_missing(lines: list[str], arguments: Arguments) -> None:
    """Say how many events the journal had lost that was exported; the header was checked."""
    header = json.loads(next(line for line in lines if line.strip()))
    if missing := header.get("missing"):
        warn(_OF_DAMAGED.format(count=missing), arguments.language)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


def _told(arguments: Arguments, imported: Imported) -> Text:
    if imported.left_out:
        warn(_LEFT_OUT.format(count=imported.left_out), arguments.language)
    if imported.renamed:
        warn(_RENAMED.format(count=imported.renamed), arguments.language)
    return _DEALS_DONE.format(
        deals=imported.deals, evenings=imported.evenings, events=imported.events
    )
