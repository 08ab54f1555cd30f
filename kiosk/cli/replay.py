"""`mehrkopf replay EVENING`: watch a recorded evening again, card by card, on the page or as text.

EVENING is an evening of the journal (its number, day or name) or a file: a journal's export, deals
in any form `mehrkopf import` reads, or another table's journal. Nothing is written anywhere.
"""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import closing
from pathlib import Path
from types import FrameType

from engine.journal import Journal
from engine.text import PlainError, Text
from kiosk.cli.common import JOURNAL_FORM, form_option, home_of, home_option
from kiosk.cli.parser import Arguments, Parser
from kiosk.cli.reading import JOURNAL, form_of, lines_of
from kiosk.deal_formats import read_deals
from kiosk.deal_import import import_deals
from kiosk.home import Home
from kiosk.replay.addresses import deals
from kiosk.replay.alone import create_replay_app
from kiosk.replay.find import find_evening
from kiosk.replay.library import Evening, JournalShelf, Library, ReadShelf, Shelf
from kiosk.replay.printed import evening_lines
from kiosk.replay.recall import Recall, order_of
from kiosk.replay.screen import SPEEDS
from kiosk.server import PageServer
from kiosk.settings import load_settings

_EVENING = Text(de="ABEND", en="EVENING")
_WHICH = Text(
    de="Nummer, Tag (2026-11-20) oder Name eines Abends, oder eine Datei: Export, Spieldatei, "
    ".mkn, .txt, journal.sqlite (sonst der letzte Abend)",
    en="number, day (2026-11-20) or name of an evening, or a file: export, deal file, .mkn, .txt, "
    "journal.sqlite (else the last evening)",
)
_SPEED = Text(de="Tempo zu Beginn: 1, 4 oder 16", en="speed to begin with: 1, 4 or 16")
_PORT = Text(de="Port der Seite, 0: ein freier", en="port of the page, 0: a free one")
_TEXT = Text(de="statt der Seite den Abend als Text", en="the evening as text, no page")
_SAMPLE = Text(
    de="die Aufzeichnung des Beispielabends statt der eigenen",
    en="the sample evening's journal instead of your own",
)
_READY = Text(de="Wiedergabe: {address} (Strg+C beendet)", en="Replay: {address} (Ctrl+C ends)")
_NO_FILE = Text(
    de="Die Datei {file} gibt es nicht; bitte den Pfad prüfen.",
    en="There is no file {file}; please check the path.",
)
_HOST = "127.0.0.1"
_SUFFIXES = (".jsonl", ".json", ".mkn", ".txt", ".sqlite")


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    parser.option("evening", metavar=_EVENING, nargs="?", help_text=_WHICH)
    parser.option("--speed", type=int, choices=SPEEDS, default=1, help_text=_SPEED)
    parser.option("--port", type=int, default=0, metavar="N", help_text=_PORT)
    parser.option("--text", action="store_true", help_text=_TEXT)
    parser.option("--sample", action="store_true", help_text=_SAMPLE)
    form_option(parser, JOURNAL_FORM)
    home_option(parser)


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
        return _serve(arguments, library, evening)
    tape = shelf.tape(evening.number)
    assert tape is not None, "an evening that was found has its events"
    for line in evening_lines(tape, library):
        sys.stdout.write(line.in_language(arguments.language) + "\n")
    return 0


def _meant(arguments: Arguments, home: Home) -> tuple[Shelf, Evening]:
    word: str | None = arguments.evening
    if word is not None and _is_file(word):
        shelf = _of_file(word, arguments.format)
        evenings = shelf.evenings()
        return shelf, find_evening(evenings, evenings[-1].key if evenings else word)
    own = home.sample_journal if arguments.sample else home.journal
    shelf = JournalShelf(own)
    evenings = shelf.evenings()
    last = evenings[-1].key if evenings else ""
    return shelf, find_evening(evenings, last if word is None else word)


def _is_file(word: str) -> bool:
    return word == "-" or "/" in word or word.endswith(_SUFFIXES) or Path(word).is_file()


def _of_file(name: str, said: str | None) -> Shelf:
    path = Path(name)
    if path.is_dir():
        path = path / "journal.sqlite"
    if path.suffix == ".sqlite":
        if not path.exists():
            raise PlainError(_NO_FILE.format(file=path))
        return JournalShelf(path)
    lines = list(lines_of(name))
    form = said or form_of(name, lines)
    with closing(Journal.in_memory()) as journal:
        if form == JOURNAL:
            journal.import_lines(lines)
        else:
            # When they were played no deal file says.
            import_deals(journal, read_deals(lines, form), "")
        return ReadShelf(journal)


def _serve(arguments: Arguments, library: Library, evening: Evening) -> int:
    stop = threading.Event()

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGTERM, ask)
    signal.signal(signal.SIGINT, ask)
    app = create_replay_app(library, arguments.language, arguments.speed)
    page = PageServer(app, _HOST, arguments.port)
    try:
        page.start()
        address = page.address.rstrip("/") + deals(evening.key)
        sys.stdout.write(_READY.format(address=address).in_language(arguments.language) + "\n")
        sys.stdout.flush()
        stop.wait()
    finally:
        page.close()
    return 0
