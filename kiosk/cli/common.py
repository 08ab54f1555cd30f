"""Options several commands share."""

from __future__ import annotations

import os
from pathlib import Path

from engine.text import Text
from kiosk.cli.parser import Arguments, Parser
from kiosk.home import Home, find_home

_HOME = Text(
    de="Datenordner (sonst MEHRKOPF_HOME, /var/lib/mehrkopf oder ~/.local/share/mehrkopf)",
    en="data folder (else MEHRKOPF_HOME, /var/lib/mehrkopf or ~/.local/share/mehrkopf)",
)
_DECK = Text(
    de="Kartenblatt: ein Name aus dem Datenordner, eine .deck-Datei oder „isar“",
    en='deck: a name in the data folder, a .deck file or "isar"',
)
_JSON = Text(de="ein JSON-Objekt je Zeile", en="one JSON object a line")


def home_option(parser: Parser) -> None:
    """Add `--home`."""
    parser.option("--home", metavar="DIR", type=Path, help_text=_HOME)


def home_of(arguments: Arguments) -> Home:
    """Return the data folder."""
    return find_home(arguments.home, os.environ)


def deck_option(parser: Parser, *, required: bool) -> None:
    """Add `--deck`."""
    parser.option("--deck", metavar="D", required=required, help_text=_DECK)


def json_option(parser: Parser) -> None:
    """Add `--json`."""
    parser.option("--json", action="store_true", help_text=_JSON)
