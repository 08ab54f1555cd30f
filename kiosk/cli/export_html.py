"""`mehrkopf export --html FILE`: one evening with every deal's replay as one file for friends."""

from __future__ import annotations

import sys
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.cli.common import FILE, writing
from kiosk.cli.parser import Arguments, Parser
from kiosk.cli.progress import Progress
from kiosk.home import Home
from kiosk.pages.settings import PageSettings
from kiosk.regional.region import ChosenRegion
from kiosk.replay import words as w
from kiosk.replay.file import evening_html, file_name
from kiosk.replay.find import find_evening
from kiosk.replay.library import JournalShelf, Library
from kiosk.replay.recall import Recall, order_of
from kiosk.settings import load_settings
from kiosk.whole_file import write_whole

_HTML = Text(
    de="einen Abend mit allen Wiedergaben als eine HTML-Datei, die überall aufgeht",
    en="an evening with all its replays as one HTML file that opens anywhere",
)
_WORK = Text(de="Spiele", en="Deals")


def option(parser: Parser) -> None:
    """Add `--html`."""
    parser.option("--html", metavar=FILE, help_text=_HTML)


def export(arguments: Arguments, home: Home, path: Path) -> None:
    """Write the file; the evening is `--evening`, else the last one of the journal at `path`.

    Raises:
        PlainError: there is no such evening, no deal of it is over, or it cannot be written.
    """
    settings = load_settings(None, home)
    shelf = JournalShelf(path)
    evenings = shelf.evenings()
    last = evenings[-1].number if evenings else 0
    word = str(last if arguments.evening is None else arguments.evening)
    tape = shelf.tape(find_evening(evenings, word).number)
    if tape is None or all(tape.is_running(deal) for deal in tape.deals):
        raise PlainError(w.TOO_FEW)
    recall = Recall(order_of(home), settings.saying, settings.seat_angles)
    pages = PageSettings(region=ChosenRegion(settings.region, home.words_toml))
    with Progress(_WORK.in_language(arguments.language), len(tape.deals)) as shown:
        written = evening_html(
            tape, Library(shelf, recall), pages, arguments.language, lambda done, of: shown(done)
        )
    if arguments.html == "-":
        sys.stdout.write(written)
        return
    target = Path(arguments.html)
    if target.is_dir():
        target /= file_name(tape)
    with writing(target):
        write_whole(target, written.encode(errors="backslashreplace"))
    sys.stdout.write(f"{target}\n")
