"""`mehrkopf export [FILE]`: what is recorded, as files.

Without more words the whole journal as JSON Lines. `--format` writes its deals alone, for people or
other programs, or one evening as tables or as a picture of its course; `--deals` brings the deals
of another file into another form; `--html` writes one evening with every deal's replay as one file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from engine.deal.record import DealRecord
from engine.evening.fold import fold
from engine.files import EVERYBODY, write_whole
from engine.journal.check import Condition, DamagedError
from engine.journal.journal import Journal
from engine.journal.opening import parts
from engine.journal.snapshot import snapshot
from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, Option, command
from kiosk.cli.common import (
    FILE,
    JOURNAL_FORM,
    Progress,
    form_option,
    home_of,
    warn,
    writing,
)
from kiosk.exports.deals import (
    DEALS,
    format_of,
    read_deals,
    recorded_deals,
    text_of,
    write_deal,
)
from kiosk.exports.deals import form_of as deals_form
from kiosk.exports.files import KINDS, Source, name_of
from kiosk.exports.tables import placing
from kiosk.home.data_folder import Home
from kiosk.home.deck_files import printed_on
from kiosk.home.files import kept_page_choice
from kiosk.home.region import kept_region
from kiosk.replay.analyses import Analyses
from kiosk.replay.library import Library, ReadShelf, find_evening
from kiosk.replay.reel import Recall, order_of
from kiosk.screens.evening_list import book
from kiosk.settings import load_settings
from kiosk.table.salvage import command_sentence
from kiosk.web.evening.replay import evening_html, file_name
from kiosk.web.settings import Preferences
from kiosk.words import replay as w

FORMS = {kind.form: key for key, kind in KINDS.items() if kind.form}
"""Word of `--format` and the kind of file it stands for."""
_BY_SUFFIX = {f".{kind.ending}": kind.form for kind in KINDS.values() if kind.by_name}
_ENDINGS_OF_FORMS = frozenset(KINDS[key].ending for key in FORMS.values())
_OTHER_ENDING = Text(
    de="Aus --format {form} wird eine Datei .{ending}; bitte {better} nennen oder eine andere "
    "Form.",
    en="--format {form} writes a .{ending} file; please name {better} or another format.",
)
_EXPLAINED = {kind.form: kind.help for kind in KINDS.values() if kind.help is not None}
_EVENING = Text(
    de="welcher Abend, von 1 an gezählt (sonst der letzte)",
    en="which evening, counted from 1 (default: the last one)",
)
_NUMBER = Text(de="NUMMER", en="NUMBER")
_NO_EVENING = Text(
    de="Den Abend {number} gibt es nicht; aufgezeichnet sind {count}.",
    en="There is no evening {number}; {count} are recorded.",
)
_ONLY_JOURNAL = Text(
    de="Tabellen und Bild gibt es nur von einem aufgezeichneten Abend; --deals oder --format "
    "weglassen.",
    en="Tables and the picture can only be made from a recorded evening; leave out "
    "--deals or --format.",
)


def form_of(arguments: Arguments) -> str | None:
    """Return the form of a table or picture that is asked for, by word or by the file's name.

    Raises:
        PlainError: it is asked of a file of deals.
    """
    said: str | None = arguments.format
    if said is None and arguments.file is not None:
        said = _BY_SUFFIX.get(Path(arguments.file).suffix.casefold())
    if said not in FORMS:
        return None
    if arguments.deals is not None:
        raise PlainError(_ONLY_JOURNAL)
    return said


def export_evening(arguments: Arguments, home: Home, journal: Journal, form: str) -> None:
    """Write the file; `journal` is closed afterwards.

    Raises:
        PlainError: there is no such evening, or the file cannot be written.
    """
    key = FORMS[form]
    with closing(journal):
        _refuse_other_ending(arguments.file, form)
        source = _source(arguments, journal, home)
    content = KINDS[key].make(source)
    _put(content, arguments.file, home, name_of(key, source))


def _refuse_other_ending(file: str | None, form: str) -> None:
    """Refuse a name that says another form: a zip called `.csv` opens as rubbish."""
    ending = KINDS[FORMS[form]].ending
    said = "" if file is None else Path(file).suffix.casefold().removeprefix(".")
    if file is not None and said != ending and said in _ENDINGS_OF_FORMS:
        better = Path(file).with_suffix(f".{ending}")
        raise PlainError(_OTHER_ENDING.format(form=form, ending=ending, better=better))


def _source(arguments: Arguments, journal: Journal, home: Home) -> Source:
    marks = journal.evenings()
    number = len(marks) if arguments.evening is None else arguments.evening
    if not 1 <= number <= len(marks):
        raise PlainError(_NO_EVENING.format(number=number, count=len(marks)))
    mark = marks[number - 1]
    state = fold(journal.events_of(mark))
    listed = book(state, began=mark.at, head=journal.head_at(mark.last))
    money = kept_page_choice(home.page_toml).choice.money
    shown = listed.in_cents() if money else listed
    return Source(shown, state, arguments.language, placing(state, listed))


_HTML = Text(
    de="einen Abend mit allen Wiedergaben als eine HTML-Datei, die überall aufgeht",
    en="an evening with all its replays as one HTML file that opens anywhere",
)
_WORK = Text(de="Spiele", en="Deals")


def export_html(arguments: Arguments, home: Home, journal: Journal) -> None:
    """Write the file; the evening is `--evening`, else the last one of the journal.

    Raises:
        PlainError: there is no such evening, no deal of it is over, or it cannot be written.
    """
    settings = load_settings(None, home)
    shelf = ReadShelf(journal)
    evenings = shelf.evenings()
    last = evenings[-1].number if evenings else 0
    word = str(last if arguments.evening is None else arguments.evening)
    tape = shelf.tape(find_evening(evenings, word).number)
    if tape is None or all(tape.is_running(deal) for deal in tape.deals):
        raise PlainError(w.TOO_FEW)
    recall = Recall(order_of(home), settings.saying, settings.seat_angles)
    region = kept_region(settings.region, home.words_toml)
    wished = Preferences(region=region, printed=printed_on(home))
    opened = Preferences(kept_page_choice(home.page_toml)).open_cards()
    with Progress(_WORK.in_language(arguments.language), len(tape.deals)) as shown:
        written = evening_html(
            tape,
            Library(shelf, recall),
            wished,
            arguments.language,
            lambda done, of: shown(done),
            Analyses(home.open_cards) if opened else None,
        )
    _put(written.encode(errors="backslashreplace"), arguments.html, home, file_name(tape))


_FILE = Text(
    de="Datei oder Ordner, wohin, - für die Standardausgabe (sonst in den Ordner exports)",
    en="file or folder to write to, - for standard output (default: the folder exports)",
)
_NO_JOURNAL = Text(
    de="Im Datenordner {home} ist noch kein Abend aufgezeichnet; mit --home den richtigen nennen.",
    en="No evening has been recorded in the data folder {home} yet; name the right "
    "one with --home.",
)
_NO_SAMPLE = Text(
    de="Die Vorführung ist mit dem Datenordner {home} noch nie gelaufen. Erst zeigen („mehrkopf "
    "run“ ohne Kamera, oder am Tisch „Mehr“, „Vorführung“), dann ausgeben.",
    en="The demonstration has never been shown with the data folder {home}. Show it first "
    "(“mehrkopf run” without a camera, or “More”, “Demonstration” at the table), then export it.",
)
_SAMPLE = Text(
    de="die Aufzeichnung der Vorführung statt der eigenen",
    en="the demonstration's journal instead of your own",
)
_ONLY_SAMPLE = Text(
    de="Im Datenordner {home} ist nur die Vorführung aufgezeichnet; mit --sample wird sie "
    "ausgegeben.",
    en="The data folder {home} holds only the demonstration; --sample exports it.",
)
_OF_DEALS = Text(
    de="statt des Journals die Spiele dieser Datei in eine andere Form bringen (Hausregeln, die "
    "dem Regelwerk gleichen, werden nicht eigens genannt)",
    en="convert the deals in this file to another format, instead of exporting the "
    "journal (house rules that match the preset are not listed)",
)
_BAD_LINE = Text(
    de="Zeile {line} von {file}: {error} Diese Stelle fehlt in der Ausgabe.",
    en="Line {line} of {file}: {error} This part is missing from the output.",
)
_BESIDE = Text(
    de="Notizen und Änderungen des Standes ({count}) gehören zu keinem Spiel; sie stehen nur im "
    "Export des Journals.",
    en="Notes and score changes ({count}) belong to no deal; they are only in the "
    "journal's export.",
)
_LOST = Text(
    de="Die Zeile sagt nicht: {what} (Spiel {deals}). Die Notation oder die Spieldatei sagen es.",
    en="The one-line form cannot say: {what} (deal {deals}). The notation and the deal file can.",
)
_WHOLE_ALONE = Text(
    de="Ausgegeben wird, was heil ist.",
    en="What is intact is exported.",
)
_DAMAGED_STEM = Text(de="-beschaedigt", en="-damaged")
_NO_DEAL = Text(
    de="Es ist kein Spiel da, das ausgegeben werden könnte; nichts wurde geschrieben.",
    en="There is no deal to export; nothing was written.",
)
_SHOWN = 5
"""Deals named in one sentence; of more only how many."""
JOURNAL = "journal"
_ENDINGS = {JOURNAL: "jsonl", "deals": "jsonl", "mkn": "mkn", "oneline": "txt"}


@command(
    Option("--sample", is_flag=True, text=_SAMPLE),
    Option("--deals", value=FILE, text=_OF_DEALS),
    Argument("file", FILE, _FILE, required=False),
    form_option({**JOURNAL_FORM, **_EXPLAINED}, FORMS),
    Option("--evening", value=_NUMBER, type=int, text=_EVENING),
    Option("--html", value=FILE, text=_HTML),
    HOME,
)
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
            warn(text, arguments.language)
    return 1 if said else 0


def _export(arguments: Arguments, said: list[Text]) -> None:
    home = home_of(arguments)
    if arguments.html is not None:
        journal, _ = _whole(home, arguments, said)
        with closing(journal):
            export_html(arguments, home, journal)
        return
    table = form_of(arguments)
    if table is not None:
        journal, _ = _whole(home, arguments, said)
        export_evening(arguments, home, journal, table)
        return
    form = _form(arguments)
    if arguments.deals is not None:
        stem = Path(arguments.deals).stem if arguments.deals != "-" else "deals"
        _write(arguments, home, stem, form, _written(_read(arguments.deals, said), form, said))
    else:
        journal, condition = _whole(home, arguments, said)
        with closing(journal):
            day = datetime.now().astimezone().date().isoformat()
            stem = f"{'sample' if arguments.sample else 'journal'}-{day}-{journal.last_seq}"
            stem += "" if condition.sound else _DAMAGED_STEM.in_language(arguments.language)
            lines: Iterator[str] = (
                line + "\n" for line in _marked(journal.export_lines(), condition)
            )
            if form != JOURNAL:
                recorded = recorded_deals(journal)
                if recorded.beside:
                    said.append(_BESIDE.format(count=recorded.beside))
                stem, lines = f"{stem}-{form}", _written(recorded.records, form, said)
            _write(arguments, home, stem, form, lines)


def _whole(home: Home, arguments: Arguments, said: list[Text]) -> tuple[Journal, Condition]:
    """Return what is recorded, of a damaged journal what is whole: that is said.

    Raises:
        PlainError: nothing is recorded, or nothing of it is whole.
    """
    path = _recorded(home, sample=arguments.sample)
    if not parts(path):
        lacking = _NO_SAMPLE if arguments.sample else _NO_JOURNAL
        raise PlainError(lacking.format(home=home.root))
    found = snapshot(path)
    if not found.condition.sound:
        error = DamagedError(path, found.condition)
        if not found.condition.whole:
            found.journal.close()
            raise error
        said.append(command_sentence(error))
        said.append(_WHOLE_ALONE)
    return found.journal, found.condition


def _marked(lines: Iterator[str], condition: Condition) -> Iterator[str]:
    """Yield an export whose header says how many events are missing, where any are."""
    for number, line in enumerate(lines):
        header = {} if number or condition.sound else json.loads(line)
        yield json.dumps({**header, "missing": condition.missing}) if header else line


def _form(arguments: Arguments) -> str:
    """Return the form to write: what was said, else by the file's name, else the journal."""
    by_name = DEALS if arguments.file is None else format_of(arguments.file)
    if by_name == DEALS and arguments.deals is None:
        by_name = JOURNAL
    form: str = arguments.format or by_name
    return DEALS if form == JOURNAL and arguments.deals is not None else form


def _read(file: str, said: list[Text]) -> Iterator[DealRecord]:
    text = text_of(file)
    for found in read_deals(text, deals_form(file, text)):
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
    content = "".join(whole).encode(errors="backslashreplace")
    _put(content, arguments.file, home, f"{stem}.{_ENDINGS[form]}")


def _put(content: bytes, named: str | None, home: Home, name: str) -> None:
    """Write to the file or into the folder that is named, else into the folder of exports."""
    if named == "-":
        sys.stdout.buffer.write(content)
        return
    if named is None:
        home.prepare()
    target = home.exports if named is None else Path(named)
    if target.is_dir():
        target /= name
    with writing(target):
        write_whole(target, content, EVERYBODY)
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
