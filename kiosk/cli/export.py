"""`mehrkopf export [FILE] [--sample] [--format FORM] [--deals FILE]`: what is recorded, as files.

Without more words the whole journal as JSON Lines; with a form its deals alone, for people, for
other programs, or - with `--deals` - those of another file in another form.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from engine.journal import Journal
from engine.record import DealRecord
from engine.text import PlainError, Text
from kiosk.cli import export_evening, export_html
from kiosk.cli.common import FILE, JOURNAL_FORM, PART, form_option, home_of, home_option, writing
from kiosk.cli.parser import Arguments, Parser
from kiosk.deal_export import recorded_deals
from kiosk.deal_formats import DEALS, format_of, lines_of, read_deals, write_deal
from kiosk.exports.archive import beside
from kiosk.home import Home

_FILE = Text(
    de="Datei oder Ordner, wohin, - für die Standardausgabe (sonst in den Ordner exports)",
    en="file or folder to write to, - for standard output (else the folder exports)",
)
_NO_JOURNAL = Text(
    de="Im Datenordner {home} ist noch kein Abend aufgezeichnet; mit --home den richtigen nennen.",
    en="No evening is recorded in the data folder {home} yet; name the right one with --home.",
)
_SAMPLE = Text(
    de="die Aufzeichnung des Beispielabends statt der eigenen",
    en="the sample evening's journal instead of your own",
)
_ONLY_SAMPLE = Text(
    de="Im Datenordner {home} ist nur der Beispielabend aufgezeichnet; mit --sample wird er "
    "ausgegeben.",
    en="The data folder {home} holds the sample evening alone; --sample writes it out.",
)
_OF_DEALS = Text(
    de="statt des Journals die Spiele dieser Datei in eine andere Form bringen (Hausregeln, die "
    "dem Regelwerk gleichen, werden nicht eigens genannt)",
    en="bring the deals of this file into another form, instead of the journal (house rules that "
    "are those of the preset are not named)",
)
_BAD_LINE = Text(
    de="Zeile {line} von {file}: {error} Diese Stelle fehlt in der Ausgabe.",
    en="Line {line} of {file}: {error} This part is missing from the output.",
)
_BESIDE = Text(
    de="Notizen und Änderungen des Standes ({count}) gehören zu keinem Spiel; sie stehen nur im "
    "Export des Journals.",
    en="Notes and changes of the score ({count}) belong to no deal; they are in the journal's "
    "export alone.",
)
_LOST = Text(
    de="Die Zeile sagt nicht: {what} (Spiel {deals}). Die Notation oder die Spieldatei sagen es.",
    en="The line does not say: {what} (deal {deals}). The notation or the deal file say it.",
)
_NO_DEAL = Text(
    de="Es ist kein Spiel da, das ausgegeben werden könnte; nichts wurde geschrieben.",
    en="There is no deal that could be written out; nothing was written.",
)
_SHOWN = 5
"""Deals named in one sentence; of more only how many."""
JOURNAL = "journal"
_ENDINGS = {JOURNAL: "jsonl", "deals": "jsonl", "mkn": "mkn", "oneline": "txt"}


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    parser.option("--sample", action="store_true", help_text=_SAMPLE)
    parser.option("--deals", metavar=FILE, help_text=_OF_DEALS)
    parser.option("file", metavar=FILE, nargs="?", help_text=_FILE)
    form_option(parser, {**JOURNAL_FORM, **export_evening.SHOWN}, export_evening.FORMS)
    export_evening.option(parser)
    export_html.option(parser)
    home_option(parser)


def execute(arguments: Arguments) -> int:
    """Write the export; a running program is not disturbed. Status 1 where something is left out.

    Raises:
        PlainError: there is nothing to write, or it cannot be written.
    """
    said: list[Text] = []
    try:
        _export(arguments, said)
    finally:
        # Where nothing is left to write, why each deal was left out is all there is to say.
        for text in said:
            sys.stderr.write(f"mehrkopf: {text.in_language(arguments.language)}\n")
    return 1 if said else 0


def _export(arguments: Arguments, said: list[Text]) -> None:
    home = home_of(arguments)
    if arguments.html is not None:
        export_html.export(arguments, home, _recorded(home, sample=arguments.sample))
        return
    table = export_evening.form_of(arguments)
    if table is not None:
        journal = snapshot(_recorded(home, sample=arguments.sample), home.root)
        export_evening.export(arguments, home, journal, table)
        return
    form = _form(arguments)
    if arguments.deals is not None:
        stem = Path(arguments.deals).stem if arguments.deals != "-" else "deals"
        _write(arguments, home, stem, form, _written(_read(arguments.deals, said), form, said))
    else:
        with closing(snapshot(_recorded(home, sample=arguments.sample), home.root)) as journal:
            day = datetime.now().astimezone().date().isoformat()
            stem = f"{'sample' if arguments.sample else 'journal'}-{day}-{journal.last_seq}"
            lines: Iterator[str] = (line + "\n" for line in journal.export_lines())
            if form != JOURNAL:
                recorded = recorded_deals(journal)
                if recorded.beside:
                    said.append(_BESIDE.format(count=recorded.beside))
                stem, lines = f"{stem}-{form}", _written(recorded.records, form, said)
            _write(arguments, home, stem, form, lines)


def _form(arguments: Arguments) -> str:
    """Return the form to write: what was said, else by the file's name, else the journal."""
    by_name = DEALS if arguments.file is None else format_of(arguments.file)
    if by_name == DEALS and arguments.deals is None:
        by_name = JOURNAL
    form: str = arguments.format or by_name
    return DEALS if form == JOURNAL and arguments.deals is not None else form


def _read(file: str, said: list[Text]) -> Iterator[DealRecord]:
    for found in read_deals(lines_of(file), format_of(file)):
        if found.record is not None:
            yield found.record
        elif found.error is not None:
            said.append(_BAD_LINE.format(line=found.line, file=file, error=found.error))


def _written(
    records: Sequence[DealRecord] | Iterator[DealRecord], form: str, said: list[Text]
) -> Iterator[str]:
    lost_in: dict[Text, list[str]] = {}
    for record in records:
        try:
            text, lost = write_deal(record, form)
        except PlainError as error:
            said.append(error.text)
            continue
        yield text
        if lost is not None:
            lost_in.setdefault(lost, []).append(record.id or "?")
    for what, deals in lost_in.items():
        more = f" +{len(deals) - _SHOWN}" if len(deals) > _SHOWN else ""
        said.append(_LOST.format(what=what, deals=", ".join(deals[:_SHOWN]) + more))


def _write(arguments: Arguments, home: Home, stem: str, form: str, lines: Iterator[str]) -> None:
    # All of it is read before anything is written: what cannot be read leaves no half file.
    whole = list(lines)
    if not whole:
        raise PlainError(_NO_DEAL)
    if arguments.file == "-":
        sys.stdout.writelines(whole)
        return
    target = home.exports if arguments.file is None else Path(arguments.file)
    if arguments.file is None:
        home.prepare()
    if target.is_dir():
        target = target / f"{stem}.{_ENDINGS[form]}"
    part = target.with_name(target.name + PART)
    with writing(target):
        with part.open("w", encoding="utf-8", errors="backslashreplace") as file:
            file.writelines(whole)
        part.replace(target)
    sys.stdout.write(f"{target}\n")


def _recorded(home: Home, *, sample: bool) -> Path:
    """Return the journal that is meant.

    Raises:
        PlainError: there is none, but the other one is there.
    """
    if sample:
        return home.sample_journal
    if not home.journal.exists() and home.sample_journal.exists():
        raise PlainError(_ONLY_SAMPLE.format(home=home.root))
    return home.journal


def snapshot(path: Path, home: Path) -> Journal:
    """Return a copy of the journal in memory, taken while another program may be writing it."""
    if not path.exists():
        raise PlainError(_NO_JOURNAL.format(home=home))
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with beside(path) as source:
        source.backup(copy)
    return Journal(copy, None)
