"""The command line: `mehrkopf COMMAND ...`, one module a command.

Only the named command's module is imported, so that `mehrkopf score` starts without the camera's
libraries. Exit status: 0, 1 (the work found problems), 2 (wrong use, or it could not go on).
"""

from __future__ import annotations

import errno
import importlib
import os
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import click

from engine.journal.check import DamagedError
from engine.journal.database import sqlite_reason
from engine.text import PlainError, Text, os_reason
from kiosk.cli.command import Command, Group, language_of
from kiosk.cli.common import warn
from vision.camera.network import shown_address

COMMANDS: dict[str, Text] = {
    "run": Text(
        de="den Tisch beobachten und die Seite zeigen", en="watch the table and show the page"
    ),
    "score": Text(de="Spieldateien prüfen und abrechnen", en="referee and score deal files"),
    "open-cards": Text(
        de="sagen, was aus Spielen mit offenen Karten geworden wäre",
        en="work out what deals would have come to with open cards",
    ),
    "rules": Text(de="die Hausregeln in Worten zeigen", en="spell out the house rules"),
    "recognise": Text(de="Karten auf Fotos lesen", en="read the cards in photographs"),
    "watch": Text(
        de="ein Video so schnell wie möglich auswerten", en="go through a video as fast as possible"
    ),
    "enrol": Text(de="ein Kartenblatt einlernen", en="enrol a deck of cards"),
    "deck": Text(
        de="eingelernte Blätter zeigen, weitergeben, übernehmen, löschen",
        en="list, export, import and delete enrolled decks",
    ),
    "camera": Text(de="die Kamera einrichten", en="set up the camera"),
    "record": Text(de="einen Abend als Video aufnehmen", en="record an evening as a video"),
    "report-clip": Text(
        de="Ausschnitte falsch gelesener Karten zeigen, weitergeben, löschen",
        en="list, save and delete clips of misread cards",
    ),
    "people": Text(
        de="zeigen, wessen Namen bekannt sind, und Namen vergessen",
        en="list the names on record, and forget names",
    ),
    "replay": Text(
        de="einen Abend Karte für Karte ansehen", en="watch an evening again, card by card"
    ),
    "export": Text(de="die Aufzeichnung ausgeben", en="export the journal"),
    "import": Text(de="eine Aufzeichnung einlesen", en="import a journal"),
    "backup": Text(
        de="alles von diesem Tisch in einer Datei sichern",
        en="back up everything on this table in one file",
    ),
    "restore": Text(de="eine Sicherung einspielen", en="restore a backup"),
    "archive": Text(
        de="viele Abende neu ansehen und sagen, was heute anders gerichtet würde",
        en="look at many evenings again and say what would be judged differently today",
    ),
    "stats": Text(
        de="ein Archiv auswerten: wer gewinnt womit, verlorene Soli, Laufende …",
        en="figures from an archive: who wins with what, Solos lost, Laufende …",
    ),
    "seal": Text(
        de="gedruckte Listen siegeln, Siegel prüfen", en="seal printed lists, check seals"
    ),
    "tournament": Text(
        de="ein Turnier mit vielen Tischen leiten", en="run a tournament with many tables"
    ),
    "doctor": Text(de="die Einrichtung prüfen", en="check the installation"),
    "bench": Text(de="die Geschwindigkeit messen", en="measure the speed"),
}

EXTRAS = {"tournament": "organiser"}
"""What a command needs beyond what a table alone has: the extra that brings it."""
_NO_EXTRA = Text(
    de="„mehrkopf {name}“ braucht Pakete, die ein Tisch allein nicht hat; bitte "
    '„pip install "mehrkopf[{extra}]"“ oder „make setup-club“ eingeben.',
    en="“mehrkopf {name}” needs packages that a table alone does not have; please enter "
    '“pip install "mehrkopf[{extra}]"” or “make setup-club”.',
)
_FULL = Text(
    de="Der Datenträger ist voll; Platz schaffen und noch einmal beginnen.",
    en="The disk is full; make room and start again.",
)
_DATABASE = Text(
    de="Das Journal lässt sich nicht lesen oder schreiben ({why}); „mehrkopf doctor“ sieht nach.",
    en='The journal cannot be read or written ({why}); run "mehrkopf doctor" to find out more.',
)
_DISK = Text(
    de="{file} kann nicht gelesen oder geschrieben werden ({why}); Pfad und Rechte prüfen.",
    en="{file} cannot be read or written ({why}); check the path and its permissions.",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; `argv` is without the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    language = language_of(words, os.environ)
    try:
        with MEHRKOPF.make_context("mehrkopf", words, obj=language) as context:
            status: int = MEHRKOPF.invoke(context)
        # What is still buffered is written here, where a reader that went away is understood.
        sys.stdout.flush()
    except click.exceptions.Exit as asked:
        return asked.exit_code
    except DamagedError as error:
        # Only here: most commands open no journal.
        from kiosk.table.salvage import command_sentence  # noqa: PLC0415

        warn(without_passwords(command_sentence(error), words), language)
    except PlainError as error:
        warn(without_passwords(error.text, words), language)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is wrong and nobody listens.
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        warn(_os_sentence(error), language)
    except sqlite3.Error as error:
        full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
        warn(_FULL if full else _DATABASE.format(why=sqlite_reason(error)), language)
    except (KeyboardInterrupt, click.Abort):
        return 130
    else:
        return status
    return 2


def _load(name: str) -> Command:
    # The picture libraries keep to themselves what we say in one sentence of our own: they read
    # these once, when they are loaded; whoever wants their words sets the variables.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # FFmpeg's AV_LOG_QUIET
    file = "import_" if name == "import" else name.replace("-", "_")
    try:
        module = importlib.import_module(f"kiosk.cli.{file}")
    except ModuleNotFoundError as error:
        if name not in EXTRAS or (error.name or "").startswith("kiosk"):
            raise
        raise PlainError(_NO_EXTRA.format(name=name, extra=EXTRAS[name])) from error
    return cast("Command", module.execute)


MEHRKOPF = Group(COMMANDS, _load)


def without_passwords(text: Text, words: Sequence[str]) -> Text:
    """Return a sentence with the words of the command line as they may be said (`shown_address`).

    An address can be typed in the wrong place, so that it is taken for a file, a deck, an option.
    """
    de, en = text.de, text.en
    for said in sorted(_ways_to_say(words), key=len, reverse=True):
        shown = shown_address(said)
        de, en = de.replace(said, shown), en.replace(said, shown)
    return Text(de=de, en=en)


def _ways_to_say(words: Sequence[str]) -> set[str]:
    """Return what sentences make of words: as typed, an option's value, a path, its folder."""
    typed = {part for word in words for part in (word, *word.split("=", maxsplit=1)) if part}
    paths = [Path(word) for word in typed]
    said = typed | {str(path) for path in paths} | {str(path.parent) for path in paths}
    return said | {str(path.with_suffix("")) for path in paths if path.name}


def _os_sentence(error: OSError) -> Text:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _FULL
    return _DISK.format(file=shown_address(str(error.filename or "?")), why=os_reason(error))


def _forget_output() -> None:
    """Send what is still to be written nowhere, so that ending does not fail a second time."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
