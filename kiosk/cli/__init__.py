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
from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from engine.text import Language, PlainError, Text, os_reason
from kiosk.cli.actions import Action, perform
from kiosk.cli.parser import Arguments, Parser, WrongUseError, command_at
from kiosk.cli.speech import language_of

COMMANDS: dict[str, Text] = {
    "run": Text(
        de="den Tisch beobachten und die Seite zeigen", en="watch the table and show the page"
    ),
    "score": Text(de="Spieldateien prüfen und abrechnen", en="referee and score deal files"),
    "rules": Text(de="die Hausregeln in Worten zeigen", en="tell the house rules in words"),
    "recognise": Text(de="Karten auf Fotos lesen", en="read the cards on photographs"),
    "watch": Text(
        de="ein Video so schnell wie möglich auswerten", en="referee a video as fast as possible"
    ),
    "enrol": Text(de="ein Kartenblatt einlernen", en="enrol a deck of cards"),
    "deck": Text(
        de="eingelernte Blätter zeigen, weitergeben, übernehmen, löschen",
        en="show, pass on, take over and delete enrolled decks",
    ),
    "camera": Text(de="die Kamera einrichten", en="set up the camera"),
    "record": Text(de="einen Abend als Video aufnehmen", en="record an evening as a video"),
    "replay": Text(
        de="einen Abend Karte für Karte ansehen", en="watch an evening again, card by card"
    ),
    "export": Text(de="die Aufzeichnung ausgeben", en="write the journal out"),
    "import": Text(de="eine Aufzeichnung einlesen", en="read a journal in"),
    "doctor": Text(de="die Einrichtung prüfen", en="check the installation"),
    "bench": Text(de="die Geschwindigkeit messen", en="measure the speed"),
}

_FULL = Text(
    de="Der Datenträger ist voll; Platz schaffen und noch einmal beginnen.",
    en="The disk is full; make room and start again.",
)
_DISK = Text(
    de="{file} kann nicht gelesen oder geschrieben werden ({why}); Pfad und Rechte prüfen.",
    en="{file} cannot be read or written ({why}); check path and permissions.",
)


_NO_FFMPEG_LINES = "-8"
"""FFmpeg's AV_LOG_QUIET."""


class _CommandModule(Protocol):
    def arguments(self, parser: Parser) -> None: ...

    def execute(self, arguments: Arguments) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; `argv` is without the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    language = language_of(words, os.environ)
    try:
        return _run(words, language)
    except WrongUseError as error:
        _say(error.text, language)
    except PlainError as error:
        _say(error.text, language)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is wrong and nobody listens.
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        _say(_os_sentence(error), language)
    except sqlite3.OperationalError as error:
        if "full" not in str(error):
            raise
        _say(_FULL, language)
    except KeyboardInterrupt:
        return 130
    return 2


def _run(words: list[str], language: Language) -> int:
    # What is still buffered is written here, where a reader that went away is understood; `--help`
    # and `--version` end by SystemExit.
    try:
        status = _dispatch(words, language)
    except SystemExit:
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return status


def _dispatch(words: list[str], language: Language) -> int:
    found = command_at(words)
    at = len(words) if found is None else found
    name = None if found is None else words[found]
    if name in COMMANDS and not {"-h", "--help", "--version"} & set(words[:at]):
        return _command(name, words[:at] + words[at + 1 :], language)
    parser = Parser("mehrkopf", _SUMMARY, language, commands=COMMANDS)
    parser.parse(words)
    sys.stderr.write(parser.format_help())
    return 2


_SUMMARY = Text(
    de="Der Tischschiedsrichter für Schafkopf, Mehrkopf und Verwandte.",
    en="The table referee for Schafkopf, Mehrkopf and their kin.",
)


def _command(name: str, words: list[str], language: Language) -> int:
    _quieten_libraries()
    module_name = "import_" if name == "import" else name
    module = cast("_CommandModule", importlib.import_module(f"kiosk.cli.{module_name}"))
    actions: Mapping[str, Action] | None = getattr(module, "ACTIONS", None)
    if actions is not None:
        return perform(f"mehrkopf {name}", COMMANDS[name], actions, words, language)
    parser = Parser(f"mehrkopf {name}", COMMANDS[name], language)
    module.arguments(parser)
    return module.execute(parser.parse(words))


def _quieten_libraries() -> None:
    """Let the picture libraries keep to themselves what we say in one sentence of our own.

    They read this once, when they are loaded; whoever wants their words sets the variables.
    """
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", _NO_FFMPEG_LINES)


def _os_sentence(error: OSError) -> Text:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _FULL
    return _DISK.format(file=error.filename or "?", why=os_reason(error))


def _forget_output() -> None:
    """Send what is still to be written nowhere, so that ending does not fail a second time."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _say(text: Text, language: Language) -> None:
    sys.stderr.write(f"mehrkopf: {text.in_language(language)}\n")
