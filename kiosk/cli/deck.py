"""`mehrkopf deck list|export|import|remove|forget`: the enrolled decks of this table."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.cards import Card, UnknownCardError, card
from engine.text import Language, PlainError, Text
from kiosk import enrolling
from kiosk.cli.actions import Action
from kiosk.cli.common import FILE, home_of, home_option, target, writing
from kiosk.cli.parser import Arguments, Parser
from kiosk.days import iso_day
from kiosk.decks import (
    BAD_NAME,
    BUNDLED,
    SUFFIX,
    deck_names,
    find_deck,
    is_deck_name,
    open_deck,
    open_file,
    remove_deck,
    taught_path,
)
from kiosk.home import Home, locked
from kiosk.packs import gaps, lacks
from vision.reading.nets import load_nets
from vision.reading.profile import Profile, WithoutPicturesError, load_profile
from vision.reading.taught import NOTHING_TAUGHT, load_taught

_NAME = Text(de="Name des Blatts", en="the deck's name")
_OUT = Text(
    de="Datei oder Ordner, wohin (sonst in den Ordner exports)",
    en="file or folder to write to (else the folder exports)",
)
_FORCE = Text(
    de="die Datei überschreiben, wenn es sie gibt", en="write over the file if there is one"
)
_IN = Text(de="Datei aus „mehrkopf deck export“", en='file from "mehrkopf deck export"')
_CALL_IT = Text(de="das Blatt so nennen", en="call the deck this")
_CARD = Text(de="nur diese Karte (EO)", en="this card only (EO)")
_THERE = Text(
    de="Die Datei {path} gibt es schon; bitte eine andere nennen oder mit --force überschreiben.",
    en="There is a file {path} already; please name another one or write over it with --force.",
)
_TAKEN = Text(
    de="Ein Blatt „{name}“ gibt es schon; mit --name anders nennen oder erst „mehrkopf deck remove "
    "{name}“.",
    en='There is a deck "{name}" already; call it something else with --name or first "mehrkopf '
    'deck remove {name}".',
)
_OURS = Text(
    de="„{name}“ heißt ein Blatt, das zum Programm gehört; bitte mit --name einen anderen Namen "
    "wählen.",
    en='"{name}" is a deck that belongs to the program; please choose another name by --name.',
)
_NOTHING_TO_REMOVE = Text(
    de="Ein Blatt „{name}“ gibt es nicht ({known}); gelöscht wurde nichts.",
    en='There is no deck "{name}" ({known}); nothing was deleted.',
)
_NOT_OURS = Text(
    de="Das Blatt „{name}“ gehört zum Programm und bleibt.",
    en='The deck "{name}" belongs to the program and stays.',
)
_NO_FILE = Text(
    de="Die Datei {path} gibt es nicht; den Pfad prüfen.",
    en="There is no file {path}; check the path.",
)
_FOLDER = Text(
    de="{path} ist ein Ordner; bitte die .deck-Datei darin nennen.",
    en="{path} is a folder; please name the .deck file in it.",
)
_NOT_A_DECK = Text(
    de="{path} ist kein Blatt aus „mehrkopf deck export“, oder die Datei ist beschädigt.",
    en='{path} is no deck from "mehrkopf deck export", or the file is damaged.',
)
_OTHER_NET = Text(
    de="{path} wurde mit einem anderen Programmstand geschrieben und hat keine Bilder; bitte dort "
    "und hier dieselbe Version verwenden oder das Blatt hier einlernen.",
    en="{path} was written by another version of the program and has no pictures; please use the "
    "same version there and here or enrol the deck here.",
)
_BAD_CARD = Text(
    de="„{card}“ ist keine Karte dieses Blatts; Karten heißen wie EO oder S7.",
    en='"{card}" is no card of this deck; cards are named like EO or S7.',
)
_EXPORTED = Text(
    de="{path}: {count} Karten, ohne Bilder. Einlesen mit „mehrkopf deck import“.",
    en='{path}: {count} cards, without pictures. Read it in with "mehrkopf deck import".',
)
_SAME = Text(
    de="{path}: Dort liegt dieses Blatt schon ebenso ({count} Karten); nichts war zu ändern.",
    en="{path}: this deck lies there already just so ({count} cards); nothing had to be changed.",
)
_IMPORTED = Text(
    de="„{name}“ ist übernommen: {count} Karten.", en='"{name}" is taken over: {count} cards.'
)
_REMOVED = Text(de="„{name}“ ist gelöscht.", en='"{name}" is deleted.')
_FORGOTTEN = Text(
    de="„{name}“ hat {count} gelernte Korrekturen vergessen.",
    en='"{name}" has forgotten {count} learned corrections.',
)
_FORGOTTEN_ONE = Text(
    de="„{name}“ hat eine gelernte Korrektur vergessen.",
    en='"{name}" has forgotten one learned correction.',
)
_NOTHING_TAUGHT = Text(
    de="„{name}“ hatte aus Korrekturen nichts gelernt.",
    en='"{name}" had learned nothing from corrections.',
)
_ROW = Text(de="{name}: {count} Karten{rest}", en="{name}: {count} cards{rest}")
_INCOMPLETE = Text(de=", unvollständig ({lacks})", en=", incomplete ({lacks})")
_BUNDLED = Text(de=", mitgeliefert", en=", bundled")
_NO_PICTURES = Text(de=", ohne Bilder übernommen", en=", taken over without pictures")
_LESSONS = Text(
    de=", gelernte Korrekturen: {count} (zuletzt {day})",
    en=", learned corrections: {count} (the last on {day})",
)
_DRAFT = Text(
    de="{name}: angefangen, {count} Karten; weiter mit „mehrkopf enrol {name} --source …“",
    en='{name}: begun, {count} cards; go on with "mehrkopf enrol {name} --source …"',
)


def _export_words(parser: Parser) -> None:
    parser.option("name", metavar="NAME", help_text=_NAME)
    parser.option("file", metavar=FILE, nargs="?", type=target, help_text=_OUT)
    parser.option("--force", action="store_true", help_text=_FORCE)
    home_option(parser)


def _import_words(parser: Parser) -> None:
    parser.option("file", metavar=FILE, type=Path, help_text=_IN)
    parser.option("--name", metavar="NAME", help_text=_CALL_IT)
    home_option(parser)


def _remove_words(parser: Parser) -> None:
    parser.option("name", metavar="NAME", help_text=_NAME)
    home_option(parser)


def _forget_words(parser: Parser) -> None:
    parser.option("name", metavar="NAME", help_text=_NAME)
    parser.option("--card", metavar="CODE", help_text=_CARD)
    home_option(parser)


def _say(text: Text, language: Language) -> None:
    sys.stdout.write(text.in_language(language) + "\n")


def _list(arguments: Arguments) -> int:
    """Name what is there; a damaged deck is told in its line and hides no other."""
    home = home_of(arguments)
    nets = load_nets()
    for name in deck_names(home):
        try:
            row = _row(name, open_deck(name, home, nets), home)
        except PlainError as error:
            row = error.text
        _say(row, arguments.language)
    for path in sorted(home.decks.glob(f"*{enrolling.DRAFT_SUFFIX}")):
        try:
            count = len(load_profile(path, nets.embedding).cards)
            row = _DRAFT.format(name=path.stem, count=count)
        except PlainError as error:
            row = error.text
        _say(row, arguments.language)
    return 0


def _row(name: str, profile: Profile, home: Home) -> Text:
    rest = []
    if missing := gaps(profile.cards):
        rest.append(_INCOMPLETE.format(lacks=lacks(missing)))
    if find_deck(name, home).parent == BUNDLED:
        rest.append(_BUNDLED)
    if not profile.pictured:
        rest.append(_NO_PICTURES)
    lessons = load_taught(taught_path(name, home), profile).lessons
    if lessons:
        last = iso_day(max(lesson.at for lesson in lessons))
        rest.append(_LESSONS.format(count=len(lessons), day=last))
    said = Text(de="".join(text.de for text in rest), en="".join(text.en for text in rest))
    return _ROW.format(name=name, count=len(profile.cards), rest=said)


def _export(arguments: Arguments) -> int:
    home = home_of(arguments)
    profile = open_deck(arguments.name, home, load_nets()).without_pictures()
    path: Path | None = arguments.file
    if path is None:
        home.prepare()
        path = home.exports
    if path.is_dir():
        path = path / f"{profile.name}{SUFFIX}"
    said = _EXPORTED
    if path.exists() and not arguments.force:
        if not _holds(path, profile):
            raise PlainError(_THERE.format(path=path))
        said = _SAME
    else:
        with writing(path):
            profile.save(path)
    _say(said.format(path=path, count=len(profile.cards)), arguments.language)
    return 0


def _holds(path: Path, profile: Profile) -> bool:
    """Whether a file is an export of just this deck, so that nothing need be written."""
    try:
        there = open_file(path, load_nets())
    except PlainError:
        return False
    return (there.name, there.cards) == (profile.name, profile.cards) and np.array_equal(
        there.prototypes, profile.prototypes
    )


def _import(arguments: Arguments) -> int:
    path, home = arguments.file.expanduser(), home_of(arguments)
    if path.is_dir():
        raise PlainError(_FOLDER.format(path=path))
    if not path.is_file():
        raise PlainError(_NO_FILE.format(path=path))
    profile = _read(path)
    name = profile.name if arguments.name is None else arguments.name
    if not is_deck_name(name):
        raise PlainError(BAD_NAME.format(name=name))
    with locked(home):
        if (BUNDLED / f"{name}{SUFFIX}").exists():
            raise PlainError(_OURS.format(name=name))
        if name in deck_names(home):
            raise PlainError(_TAKEN.format(name=name))
        enrolling.save_deck(replace(profile, name=name), home)
    _say(_IMPORTED.format(name=name, count=len(profile.cards)), arguments.language)
    return 0


def _read(path: Path) -> Profile:
    """Read a deck from elsewhere.

    Raises:
        PlainError: it is none, is damaged, or fits no net that is here.
    """
    try:
        return open_file(path, load_nets())
    except WithoutPicturesError:
        raise PlainError(_OTHER_NET.format(path=path)) from None
    except PlainError:
        raise PlainError(_NOT_A_DECK.format(path=path)) from None


def _remove(arguments: Arguments) -> int:
    name, home = arguments.name, home_of(arguments)
    if not is_deck_name(name):
        raise PlainError(BAD_NAME.format(name=name))
    path = find_deck(name, home, _NOTHING_TO_REMOVE)
    if path.parent == BUNDLED:
        raise PlainError(_NOT_OURS.format(name=name))
    with locked(home):
        remove_deck(name, home)
    _say(_REMOVED.format(name=name), arguments.language)
    return 0


def _forget(arguments: Arguments) -> int:
    name, home = arguments.name, home_of(arguments)
    profile = open_deck(name, home, load_nets())
    path = taught_path(name, home)
    with locked(home):
        taught = load_taught(path, profile)
        kept = NOTHING_TAUGHT
        if arguments.card is not None:
            kept = taught.without_card(_card(arguments.card, profile))
        kept.save(path, profile)
    count = len(taught.lessons) - len(kept.lessons)
    text = {0: _NOTHING_TAUGHT, 1: _FORGOTTEN_ONE}.get(count, _FORGOTTEN)
    _say(text.format(count=count, name=name), arguments.language)
    return 0


def _card(code: str, profile: Profile) -> Card:
    try:
        named = card(code.upper(), profile.family)
    except UnknownCardError:
        raise PlainError(_BAD_CARD.format(card=code)) from None
    if named not in profile.cards:
        raise PlainError(_BAD_CARD.format(card=code))
    return named


ACTIONS = {
    "list": Action(
        Text(de="alle Blätter dieses Tischs zeigen", en="show all decks of this table"),
        home_option,
        _list,
    ),
    "export": Action(
        Text(
            de="ein Blatt ohne Bilder für einen anderen Tisch schreiben",
            en="write a deck without pictures for another table",
        ),
        _export_words,
        _export,
    ),
    "import": Action(
        Text(
            de="ein Blatt von einem anderen Tisch übernehmen", en="take over another table's deck"
        ),
        _import_words,
        _import,
    ),
    "remove": Action(
        Text(de="ein eingelerntes Blatt löschen", en="delete an enrolled deck"),
        _remove_words,
        _remove,
    ),
    "forget": Action(
        Text(
            de="vergessen, was Korrekturen ein Blatt gelehrt haben",
            en="forget what corrections have taught a deck",
        ),
        _forget_words,
        _forget,
    ),
}
