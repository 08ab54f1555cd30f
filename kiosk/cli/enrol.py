"""`mehrkopf enrol NAME --from DIR`: learn a deck from pictures of its cards."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from engine.cards import Family
from engine.text import PlainError, Text
from kiosk.cli.common import home_of, home_option
from kiosk.cli.parser import Arguments, Parser
from kiosk.decks import SUFFIX
from kiosk.home import not_writable
from vision.enrol import Enrolment, enrol_folder
from vision.nets import load_nets

_NAME = Text(de="wie das Blatt heißen soll", en="what the deck is to be called")
_FROM = Text(
    de="Ordner mit einem Bild je Karte; der Dateiname ist der Kartencode (EO.png)",
    en="folder with one picture a card; the file name is the card's code (EO.png)",
)
_SUITS = Text(
    de="Farben des Blatts (sonst nach den Dateinamen)", en="the deck's suits (else by file names)"
)
_BAD_NAME = Text(
    de="„{name}“ taugt nicht als Name eines Blatts; Buchstaben, Ziffern, - und _ verwenden.",
    en='"{name}" cannot be the name of a deck; use letters, digits, - and _.',
)
_DONE = Text(
    de="{name}: {count} Karten eingelernt. Am ähnlichsten sind {first} und {second} "
    "(Abstand {margin:.2f}).",
    en="{name}: {count} cards enrolled. The most alike are {first} and {second} "
    "(distance {margin:.2f}).",
)
_IGNORED = Text(
    de="Nicht verwendet, weil der Name kein Kartencode ist: {names}",
    en="Not used, for the name is no card code: {names}",
)


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    parser.option("name", metavar="NAME", help_text=_NAME)
    parser.option("--from", dest="folder", metavar="DIR", type=Path, required=True, help_text=_FROM)
    parser.option("--suits", choices=("german", "french"), help_text=_SUITS)
    home_option(parser)


def execute(arguments: Arguments) -> int:
    """Enrol the deck into the data folder."""
    if not re.fullmatch(r"[\w-]{1,40}", arguments.name):
        raise PlainError(_BAD_NAME.format(name=arguments.name))
    family = None if arguments.suits is None else Family(arguments.suits)
    learned = enrol_folder(arguments.folder, arguments.name, load_nets(), family)
    home = home_of(arguments)
    home.prepare()
    try:
        learned.profile.save(home.decks / f"{arguments.name}{SUFFIX}")
    except OSError as error:
        raise not_writable(home.root, error) from error
    for line in _lines(learned):
        sys.stdout.write(line.in_language(arguments.language) + "\n")
    return 0


def _lines(learned: Enrolment) -> list[Text]:
    first, second = learned.nearest
    profile = learned.profile
    done = _DONE.format(
        name=profile.name,
        count=len(profile.cards),
        first=first.code,
        second=second.code,
        margin=learned.margin,
    )
    if not learned.ignored:
        return [done]
    return [done, _IGNORED.format(names=", ".join(learned.ignored))]
