"""`mehrkopf people list|show|forget`: whose names the journal knows, and forgetting one."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from engine.journal.check import DamagedError
from engine.journal.journal import Journal
from engine.journal.people import Person
from engine.journal.snapshot import Snapshot, snapshot
from engine.text import Language, PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, Option, command, group
from kiosk.cli.common import home_of, say, warn
from kiosk.exports.known import ids_with, known_of, page_of
from kiosk.exports.lost_names import still_lost
from kiosk.home.clock import day_text
from kiosk.home.data_folder import Home, locked
from kiosk.home.traces import told, traces
from kiosk.table.forgetting import check_over
from kiosk.table.resumption import state_of
from kiosk.table.salvage import command_sentence
from kiosk.words import names as w

_NAME = Text(de="der Name, wie „list“ ihn zeigt", en='the name as "list" shows it')
_JSON = Text(de="alles als JSON, für eine Datei", en="all of it as JSON, for a file")
_ROW = Text(de="{name}: {came}", en="{name}: {came}")
_RESTORE = Text(
    de="Eine Sicherung kann sie noch haben: „mehrkopf restore DATEI“, oder am Tisch „Mehr“, "
    "„Namen“, „Aus Sicherungen holen“.",
    en="A backup may still have them: “mehrkopf restore FILE”, or at the table “More”, “Names”, "
    "“Get from backups”.",
)
_NO_SUCH = Text(
    de="Den Namen „{name}“ kennt das Journal nicht; „mehrkopf people list“ zeigt alle.",
    en='There is no name "{name}" in the journal; "mehrkopf people list" shows them all.',
)


@command(HOME)
def _list(arguments: Arguments) -> int:
    """Name everybody; status 1 where the journal is damaged."""
    home, language = home_of(arguments), arguments.language
    found = _recorded(home, language)
    with closing(found.journal) as journal:
        people = journal.persons()
        lost = still_lost(home, journal, found.condition)
    for each in people:
        if each.name is not None:
            say(_ROW.format(name=each.name, came=came(each)), language)
    nameless = [each.number for each in people if each.name is None]
    missing = len(lost.names)
    if len(nameless) == len(people):
        nobody = w.NOBODY_LEFT if people else w.NOBODY
        say(Text(de=nobody.de + ".", en=nobody.en + "."), language)
    if forgotten := len(nameless) - missing:
        say(w.FORGOTTEN.format(n=forgotten), language)
    if missing:
        say(w.LOST.format(n=missing), language)
    if lost.remarks:
        say(w.LOST_REMARKS.format(n=len(lost.remarks)), language)
    if lost:
        say(_RESTORE, language)
    return 0 if found.condition.sound else 1


def _recorded(home: Home, language: Language) -> Snapshot:
    """Return what is recorded, of a damaged journal what is whole: that is said.

    Raises:
        PlainError: it cannot be read, or nothing of it is whole.
    """
    found = snapshot(home.journal)
    if not found.condition.sound:
        error = DamagedError(home.journal, found.condition)
        if not found.condition.whole:
            found.journal.close()
            raise error
        warn(command_sentence(error), language)
    return found


def came(person: Person) -> Text:
    """Return how often somebody came, and when last."""
    count = len(person.evenings)
    said = w.CAME_ONCE if count == 1 else w.CAME
    return said.format(n=count, day=day_text(person.last))


@command(Argument("name", "NAME", _NAME), Option("--json", is_flag=True, text=_JSON), HOME)
def _show(arguments: Arguments) -> int:
    home = home_of(arguments)
    found = _recorded(home, arguments.language)
    with closing(found.journal) as journal:
        people = _called(arguments.name, journal.persons())
        files = traces(home, *(each.name or "" for each in people))
        if arguments.json:
            known = known_of(journal, people, files)
            sys.stdout.write(json.dumps(known, ensure_ascii=False, indent=1) + "\n")
        else:
            for line in page_of(journal, people, files):
                say(line, arguments.language)
    return 0 if found.condition.sound else 1


@command(Argument("name", "NAME", _NAME), HOME)
def _forget(arguments: Arguments) -> int:
    home = home_of(arguments)
    with locked(home), closing(Journal.open(home.journal)) as journal:
        people = _called(arguments.name, journal.persons())
        numbers = [each.number for each in people]
        check_over(people, state_of(journal), numbers)
        journal.forget(numbers)
        names = [each.name or "" for each in people]
        found = replace(traces(home, *names), ids=ids_with(journal, *names))
    for number in numbers:
        say(w.DONE.format(number=number), arguments.language)
    for text in told(found):
        say(text, arguments.language)
    return 0


def _called(name: str, people: Sequence[Person]) -> tuple[Person, ...]:
    """Return everybody of this name, however it is written.

    Raises:
        PlainError: there is nobody.
    """
    found = tuple(
        each for each in people if each.name is not None and each.name.casefold() == name.casefold()
    )
    if not found:
        raise PlainError(_NO_SUCH.format(name=name))
    return found


execute = group(
    {
        "list": (Text(de="alle bekannten Namen", en="all names on record"), _list),
        "show": (
            Text(
                de="was von jemandem bekannt ist",
                en="what is on record about one person",
            ),
            _show,
        ),
        "forget": (
            Text(
                de="einen Namen für immer vergessen; Spiele und Punkte bleiben",
                en="forget a name for good; deals and scores stay",
            ),
            _forget,
        ),
    }
)
