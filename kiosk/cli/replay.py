"""`mehrkopf replay EVENING`: watch a recorded evening again, card by card, on the page or as text.

EVENING is an evening of the journal (its number, day or name) or a file: a journal's export, deals
in any form `mehrkopf import` reads, or another table's journal. Nothing is written anywhere. What
the table found with open cards is read; of other deals it is worked out when somebody asks for it.
"""

from __future__ import annotations

import signal
import threading
from contextlib import closing
from pathlib import Path
from types import FrameType

import click

from engine.bounds import lines_of
from engine.journal.journal import Journal
from engine.text import Language, PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, Option, command
from kiosk.cli.common import (
    JOURNAL,
    JOURNAL_FORM,
    export_text,
    form_option,
    home_of,
    journal_or_deals,
    say,
)
from kiosk.exports.deals import import_deals, read_deals
from kiosk.home.data_folder import Home
from kiosk.home.files import kept_page_choice
from kiosk.replay.analyses import Analyses
from kiosk.replay.library import (
    Evening,
    EveningShelf,
    JournalShelf,
    Library,
    ReadShelf,
    deals,
    find_evening,
)
from kiosk.replay.lists import printed_lines
from kiosk.replay.reel import Recall, order_of
from kiosk.replay.screen import SPEEDS
from kiosk.settings import load_settings
from kiosk.web.evening.replay import create_replay_app
from kiosk.web.server import PageServer
from kiosk.web.settings import Preferences
from kiosk.web.swap import HEARS_S

_EVENING = Text(de="ABEND", en="EVENING")
_WHICH = Text(
    de="Nummer, Tag (2026-11-20) oder Name eines Abends, oder eine Datei: Export, Spieldatei, "
    ".mkn, .txt, journal.sqlite (sonst der letzte Abend)",
    en="number, day (2026-11-20) or name of an evening, or a file: export, deal "
    "file, .mkn, .txt, journal.sqlite (default: the last evening)",
)
_SPEED = Text(de="Tempo zu Beginn: 1, 4 oder 16", en="speed to begin with: 1, 4 or 16")
_PORT = Text(de="Port der Seite, 0: ein freier", en="port for the page; 0: any free one")
_TEXT = Text(de="statt der Seite den Abend als Text", en="the evening as text instead of a page")
_SAMPLE = Text(
    de="die Aufzeichnung der Vorführung statt der eigenen",
    en="the demonstration's journal instead of your own",
)
_READY = Text(de="Wiedergabe: {address} (Strg+C beendet)", en="Replay: {address} (Ctrl+C to stop)")
_NO_FILE = Text(
    de="Die Datei {file} gibt es nicht; bitte den Pfad prüfen.",
    en="There is no file {file}; please check the path.",
)
_HOST = "127.0.0.1"
_SUFFIXES = (".jsonl", ".json", ".mkn", ".txt", ".sqlite")


@command(
    Argument("evening", _EVENING, _WHICH, required=False),
    Option("--speed", type=click.Choice(SPEEDS), default=1, text=_SPEED),
    Option("--port", value="N", type=int, default=0, text=_PORT),
    Option("--text", is_flag=True, text=_TEXT),
    Option("--sample", is_flag=True, text=_SAMPLE),
    form_option(JOURNAL_FORM),
    HOME,
)
def execute(arguments: Arguments) -> int:
    """Show the evening until stopped, or write it out.

    Raises:
        PlainError: there is no such evening, or the file cannot be read.
    """
    home = home_of(arguments)
    settings = load_settings(None, home)
    recall = Recall(order_of(home), settings.saying, settings.seat_angles)
    shelf, evening = _meant(arguments, home)
    library = Library(shelf, recall)
    if not arguments.text:
        return _serve(arguments, library, evening, home)
    tape = shelf.tape(evening.number)
    assert tape is not None, "an evening that was found has its events"
    for line in printed_lines(tape, library):
        say(line, arguments.language)
    return 0


def _meant(arguments: Arguments, home: Home) -> tuple[EveningShelf, Evening]:
    word: str | None = arguments.evening
    if word is not None and _is_file(word):
        shelf = _of_file(word, arguments.format, arguments.language)
        evenings = shelf.evenings()
        return shelf, find_evening(evenings, evenings[-1].key if evenings else word)
    own = home.sample_journal if arguments.sample else home.journal
    shelf = JournalShelf(own)
    evenings = shelf.evenings()
    last = evenings[-1].key if evenings else ""
    return shelf, find_evening(evenings, last if word is None else word)


def _is_file(word: str) -> bool:
    return word == "-" or "/" in word or word.endswith(_SUFFIXES) or Path(word).is_file()


def _of_file(name: str, said: str | None, language: Language) -> EveningShelf:
    path = Path(name)
    if path.is_dir():
        path = path / "journal.sqlite"
    if path.suffix == ".sqlite":
        if not path.exists():
            raise PlainError(_NO_FILE.format(file=path))
        return JournalShelf(path)
    text = export_text(name)
    form = journal_or_deals(name, text, said)
    with closing(Journal.in_memory()) as journal:
        if form == JOURNAL:
            journal.import_lines(lines_of(text))
        else:
            # When they were played no deal file says.
            import_deals(journal, read_deals(text, form), "", language)
        return ReadShelf(journal)


def _serve(arguments: Arguments, library: Library, evening: Evening, home: Home) -> int:
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, ask)
    signal.signal(signal.SIGINT, ask)
    wished = Preferences(kept_page_choice(home.page_toml)).open_cards()
    analyses = Analyses(home.open_cards, keeps=False) if wished else None
    app = create_replay_app(library, arguments.language, arguments.speed, finder=analyses)
    page = PageServer(app, _HOST, arguments.port)
    try:
        page.start()
        address = page.address.rstrip("/") + deals(evening.key)
        say(_READY.format(address=address), arguments.language)
        while not stop.wait(HEARS_S):
            pass
    finally:
        page.close()
        if analyses is not None:
            analyses.close()
    return 0
