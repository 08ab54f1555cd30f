"""`mehrkopf export [FILE] [--sample]`: the whole journal as JSON Lines, readable by anybody."""

from __future__ import annotations

import sqlite3
import sys
from datetime import datetime
from pathlib import Path

from engine.journal import Journal
from engine.journal_file import reason
from engine.text import PlainError, Text
from kiosk.cli.common import FILE, PART, home_of, home_option, writing
from kiosk.cli.parser import Arguments, Parser
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
_UNREADABLE = Text(
    de="Das Journal {path} ist nicht lesbar ({why}); die Datei prüfen.",
    en="The journal {path} cannot be read ({why}); check the file.",
)


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    parser.option("--sample", action="store_true", help_text=_SAMPLE)
    parser.option("file", metavar=FILE, nargs="?", help_text=_FILE)
    home_option(parser)


def execute(arguments: Arguments) -> int:
    """Write the export; a running program is not disturbed."""
    home = home_of(arguments)
    journal = snapshot(_recorded(home, sample=arguments.sample), home.root)
    try:
        if arguments.file == "-":
            for line in journal.export_lines():
                sys.stdout.write(line + "\n")
            return 0
        target = home.exports if arguments.file is None else Path(arguments.file)
        if arguments.file is None:
            home.prepare()
        if target.is_dir():
            day = datetime.now().astimezone().date().isoformat()
            kind = "sample" if arguments.sample else "journal"
            target = target / f"{kind}-{day}-{journal.last_seq}.jsonl"
        part = target.with_name(target.name + PART)
        with writing(target):
            with part.open("w", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in journal.export_lines())
            part.replace(target)
    finally:
        journal.close()
    sys.stdout.write(f"{target}\n")
    return 0


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
    try:
        source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            source.backup(copy)
        finally:
            source.close()
        return Journal(copy, None)
    except sqlite3.Error as error:
        raise PlainError(_UNREADABLE.format(path=path, why=reason(error))) from error
