"""`mehrkopf deck list|export|import|remove|forget`: the enrolled decks of this table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.cards import Card, UnknownCardError, card
from engine.text import Language, PlainError, Text
from kiosk import enrolling
from kiosk.cli.common import home_of, home_option
from kiosk.cli.parser import Arguments, Parser
from kiosk.decks import (
    BAD_NAME,
    BUNDLED,
    SUFFIX,
    deck_names,
    find_deck,
    is_deck_name,
    open_deck,
    taught_path,
)
from kiosk.home import Home, locked
from vision.reading.nets import load_nets
from vision.reading.profile import Profile, WithoutPicturesError, load_profile
from vision.reading.taught import NOTHING_TAUGHT, load_taught

_WHAT = Text(
    de="list: alle Blätter zeigen; export NAME [DATEI]: ohne Bilder für einen anderen Tisch "
    "schreiben; import DATEI: von einem anderen Tisch übernehmen; remove NAME: löschen; forget "
    "NAME: vergessen, was Korrekturen gelehrt haben",
    en="list: show all decks; export NAME [FILE]: write without pictures for another table; import "
    "FILE: take over from another table; remove NAME: delete; forget NAME: forget what corrections "
    "have taught",
)
_WORD = Text(de="Name des Blatts, bei import die Datei", en="the deck's name, for import the file")
_FILE = Text(
    de="bei export: Ausgabedatei (sonst in den Ordner exports)",
    en="for export: the file to write (else into the folder exports)",
)
_NAME = Text(de="bei import: das Blatt so nennen", en="for import: call the deck this")
_CARD = Text(de="bei forget: nur diese Karte (EO)", en="for forget: this card only (EO)")
_WHICH = Text(
    de="Nach „{what}“ fehlt {missing}; mehrkopf deck --help zeigt, was hingehört.",
    en='After "{what}" {missing} is missing; mehrkopf deck --help shows what belongs there.',
)
_A_NAME = Text(de="der Name des Blatts", en="the deck's name")
_A_FILE = Text(de="die Datei", en="the file")
_TOO_MUCH = Text(
    de="„{word}“ gehört nicht zu „{what}“; mehrkopf deck --help zeigt, was hingehört.",
    en='"{word}" does not belong to "{what}"; mehrkopf deck --help shows what does.',
)
_TAKEN = Text(
    de="Ein Blatt „{name}“ gibt es schon; mit --name anders nennen oder erst „mehrkopf deck remove "
    "{name}“.",
    en='There is a deck "{name}" already; call it something else with --name or first "mehrkopf '
    'deck remove {name}".',
)
_NOT_OURS = Text(
    de="Das Blatt „{name}“ gehört zum Programm und bleibt.",
    en='The deck "{name}" belongs to the program and stays.',
)
_NO_FILE = Text(
    de="Die Datei {path} gibt es nicht; den Pfad prüfen.",
    en="There is no file {path}; check the path.",
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
_IMPORTED = Text(
    de="„{name}“ ist übernommen: {count} Karten.", en='"{name}" is taken over: {count} cards.'
)
_REMOVED = Text(de="„{name}“ ist gelöscht.", en='"{name}" is deleted.')
_FORGOTTEN = Text(
    de="Vergessen von dem, was Korrekturen „{name}“ gelehrt haben: {count}.",
    en='Forgotten of what corrections have taught "{name}": {count}.',
)
_ROW = Text(de="{name}: {count} Karten{rest}", en="{name}: {count} cards{rest}")
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


def arguments(parser: Parser) -> None:
    """Say what the command takes."""
    parser.option("what", choices=tuple(_ACTIONS), help_text=_WHAT)
    parser.option("word", metavar="NAME", nargs="?", help_text=_WORD)
    parser.option("file", metavar="FILE", nargs="?", type=Path, help_text=_FILE)
    parser.option("--name", metavar="NAME", help_text=_NAME)
    parser.option("--card", metavar="CODE", help_text=_CARD)
    home_option(parser)


def execute(arguments: Arguments) -> int:
    """Do what is asked with the decks of the data folder."""
    _fitting(arguments)
    _ACTIONS[arguments.what](arguments, home_of(arguments))
    return 0


def _fitting(arguments: Arguments) -> None:
    """Refuse words that would be passed over in silence."""
    what = arguments.what
    if what == "list":
        surplus = arguments.word
    elif arguments.word is None:
        missing = _A_FILE if what == "import" else _A_NAME
        raise PlainError(_WHICH.format(what=what, missing=missing))
    else:
        surplus = arguments.file if what != "export" else None
    if surplus is None and arguments.name is not None and what != "import":
        surplus = "--name"
    if surplus is None and arguments.card is not None and what != "forget":
        surplus = "--card"
    if surplus is not None:
        raise PlainError(_TOO_MUCH.format(word=surplus, what=what))


def _say(text: Text, language: Language) -> None:
    sys.stdout.write(text.in_language(language) + "\n")


def _list(arguments: Arguments, home: Home) -> None:
    """Name what is there; a damaged deck is told in its line and hides no other."""
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


def _row(name: str, profile: Profile, home: Home) -> Text:
    rest = []
    if find_deck(name, home).parent == BUNDLED:
        rest.append(_BUNDLED)
    if not profile.pictured:
        rest.append(_NO_PICTURES)
    lessons = load_taught(taught_path(name, home), profile).lessons
    if lessons:
        last = max(lesson.at for lesson in lessons)[:10]
        rest.append(_LESSONS.format(count=len(lessons), day=last))
    said = Text(de="".join(text.de for text in rest), en="".join(text.en for text in rest))
    return _ROW.format(name=name, count=len(profile.cards), rest=said)


def _export(arguments: Arguments, home: Home) -> None:
    profile = open_deck(arguments.word, home, load_nets()).without_pictures()
    target: Path | None = arguments.file
    if target is None:
        home.prepare()
        target = home.exports / f"{profile.name}{SUFFIX}"
    profile.save(target)
    _say(_EXPORTED.format(path=target, count=len(profile.cards)), arguments.language)


def _import(arguments: Arguments, home: Home) -> None:
    path = Path(arguments.word).expanduser()
    if not path.is_file():
        raise PlainError(_NO_FILE.format(path=path))
    profile = _read(path)
    name = profile.name if arguments.name is None else arguments.name
    if not is_deck_name(name):
        raise PlainError(BAD_NAME.format(name=name))
    with locked(home):
        if name in deck_names(home):
            raise PlainError(_TAKEN.format(name=name))
        enrolling.save_deck(replace(profile, name=name), home)
    _say(_IMPORTED.format(name=name, count=len(profile.cards)), arguments.language)


def _read(path: Path) -> Profile:
    """Read a deck from elsewhere.

    Raises:
        PlainError: it is none, is damaged, or fits no net that is here.
    """
    try:
        return load_profile(path, load_nets().embedding)
    except WithoutPicturesError:
        raise PlainError(_OTHER_NET.format(path=path)) from None
    except PlainError:
        raise PlainError(_NOT_A_DECK.format(path=path)) from None


def _remove(arguments: Arguments, home: Home) -> None:
    name = arguments.word
    if not is_deck_name(name):
        raise PlainError(BAD_NAME.format(name=name))
    path = find_deck(name, home)
    if path.parent == BUNDLED:
        raise PlainError(_NOT_OURS.format(name=name))
    with locked(home):
        path.unlink()
        enrolling.draft_path(home, name).unlink(missing_ok=True)
        taught_path(name, home).unlink(missing_ok=True)
    _say(_REMOVED.format(name=name), arguments.language)


def _forget(arguments: Arguments, home: Home) -> None:
    name = arguments.word
    profile = open_deck(name, home, load_nets())
    path = taught_path(name, home)
    with locked(home):
        taught = load_taught(path, profile)
        kept = NOTHING_TAUGHT
        if arguments.card is not None:
            kept = taught.without_card(_card(arguments.card, profile))
        kept.save(path, profile)
    count = len(taught.lessons) - len(kept.lessons)
    _say(_FORGOTTEN.format(count=count, name=name), arguments.language)


def _card(code: str, profile: Profile) -> Card:
    try:
        named = card(code.upper(), profile.family)
    except UnknownCardError:
        raise PlainError(_BAD_CARD.format(card=code)) from None
    if named not in profile.cards:
        raise PlainError(_BAD_CARD.format(card=code))
    return named


_ACTIONS: dict[str, Callable[[Arguments, Home], None]] = {
    "list": _list,
    "export": _export,
    "import": _import,
    "remove": _remove,
    "forget": _forget,
}
