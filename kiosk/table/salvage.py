"""A damaged journal at this table: how far it is whole, going on from there, or beginning anew."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from engine.journal import opening
from engine.journal.check import Condition, DamagedError
from engine.journal.journal import Journal
from engine.text import NO_WORDS, PlainError, Text
from kiosk.home.data_folder import Home, not_writable
from kiosk.table.notes import FROM_BACKUP, NAMES_MISSING, NOTED, UNSURE, note_of
from kiosk.table.resumption import state_of

GO_ON = Text(de="Von dort weitermachen", en="Go on from there")
DAMAGED = Text(de="Die Aufzeichnung ist beschädigt", en="The record is damaged")
_NOTHING = Text(de="Nichts davon ist heil geblieben.", en="None of it is intact.")
_BEGINNING = Text(de="Heil ist nur ihr Anfang.", en="Only its beginning is intact.")
_ONE_EVENING = Text(de="Heil ist ein Abend{reach}.", en="One evening is intact{reach}.")
_EVENINGS = Text(
    de="Heil sind {count} Abende, der letzte{reach}.",
    en="{count} evenings are intact, the last one{reach}.",
)
_WITHOUT_DEALS = Text(de=" noch ohne fertiges Spiel", en=" without a finished deal as yet")
_TO_TRICK = Text(de=" bis Spiel {n}, Stich {trick}", en=" up to deal {n}, trick {trick}")
_INTO_DEAL = Text(
    de=" bis Spiel {n}, dessen Ergebnis fehlt", en=" up to deal {n}, whose result is missing"
)
_TO_DEAL = Text(de=" bis Spiel {n}", en=" up to deal {n}")
_LOST = Text(de="Was danach kam, ist verloren.", en="What came after that is lost.")
_ALL_LOST = Text(
    de="Die Abende darin sind hier verloren; in einer Sicherung können sie noch stehen.",
    en="The evenings in it are lost here; a backup may still have them.",
)
_NAMES_LOST = Text(
    de="Namen oder Vermerke darin sind verloren.", en="Names or remarks in it are lost."
)
_IN_BACKUP = Text(
    de=" Namen oder Vermerke darin sind verloren; in einer Sicherung können sie noch stehen "
    "(„Mehr“, „Namen“, „Aus Sicherungen holen“).",
    en=" Names or remarks in them are lost; a backup may still have them (“More”, “Names”, “Get "
    "from backups”).",
)
_UNSURE = Text(
    de="Ob danach noch etwas war oder etwas davon anders lautete, ist nicht bekannt.",
    en="Whether there was more, or some of it was different, is not known.",
)
_NONE_LOST = Text(de="Alle Spiele und Punkte sind da.", en="All deals and scores are there.")
_FILE = Text(
    de="Das Journal {path} ist beschädigt ({why}).", en="The journal {path} is damaged ({why})."
)
_COUNTED = Text(de="Ereignisse: {whole} von {known}.", en="Events: {whole} of {known}.")
_COUNTED_ALL = Text(de="Alle {whole} Ereignisse sind heil.", en="All {whole} events are intact.")
_MEND = Text(
    de="Es bleibt unverändert liegen; „mehrkopf doctor --mend“ macht mit dem Heilen weiter.",
    en='It is left as it is; "mehrkopf doctor --mend" goes on with what is intact.',
)
_NEXT_START = Text(de="Der nächste Start schreibt es neu.", en="The next start writes it anew.")
_SET_ASIDE = Text(
    de="Es bleibt unverändert liegen; „mehrkopf doctor --mend“ legt es beiseite, danach holt "
    "„mehrkopf restore“ die letzte Sicherung.",
    en='It is left as it is; "mehrkopf doctor --mend" sets it aside, then "mehrkopf restore" '
    "brings back the last backup.",
)
_OFFER = Text(de="Von dort weitermachen?", en="Go on from there?")
_OFFER_WHOLE = Text(de="Weitermachen?", en="Go on?")


def sentence(condition: Condition) -> Text:
    """Return how it stands with a damaged journal, in a player's words: what is whole, what not."""
    if not condition.whole:
        return _together(_NOTHING, _ALL_LOST)
    offer = _OFFER_WHOLE if _missing(condition) is _NONE_LOST else _OFFER
    return _together(*_standing(condition), offer)


def command_sentence(error: DamagedError) -> Text:
    """Return the same for a command line: with the file, what is wrong in it, and what to enter."""
    condition = error.condition
    said = {"path": error.path, "why": condition.why}
    counted = _counted(condition)
    if not condition.whole:
        return _together(_FILE.format(**said), _NOTHING, counted, _SET_ASIDE)
    way = _NEXT_START if condition.complete else _MEND
    return _together(_FILE.format(**said), *_standing(condition), counted, way)


def mended_sentence(condition: Condition) -> Text:
    """Return what the table goes on with once a damaged journal lies aside."""
    counted = _counted(condition)
    return _together(*(_standing(condition) if condition.whole else (_NOTHING,)), counted)


def _counted(condition: Condition) -> Text:
    all_of_them = condition.whole > 1 and not condition.missing
    words = _COUNTED_ALL if all_of_them else _COUNTED
    return words.format(whole=condition.whole, known=condition.known)


def _standing(condition: Condition) -> tuple[Text, ...]:
    names = (_NAMES_LOST,) if condition.lost else ()
    return (_whole(condition), _missing(condition), *names)


def _missing(condition: Condition) -> Text:
    return _LOST if condition.missing else _NONE_LOST if condition.certain else _UNSURE


def _together(*each: Text) -> Text:
    return Text(de=" ".join(one.de for one in each), en=" ".join(one.en for one in each))


def _whole(condition: Condition) -> Text:
    """Return how many evenings are whole, and up to which deal and trick the last one is."""
    try:
        with closing(Journal.of(condition.lines, condition.kept)) as journal:
            evenings, state = len(journal.evenings()), state_of(journal)
    except PlainError:
        # A newer program's events: how far they go only that one can tell.
        return _BEGINNING
    if not evenings:
        return _BEGINNING
    deal, reach = state.deal, _WITHOUT_DEALS
    if deal is not None:
        trick = len(deal.report.tricks)
        reach = (_TO_TRICK if trick else _INTO_DEAL).format(n=deal.number, trick=trick)
    elif state.finished:
        reach = _TO_DEAL.format(n=len(state.finished))
    return (_ONE_EVENING if evenings == 1 else _EVENINGS).format(count=evenings, reach=reach)


def go_on(error: DamagedError, at: str, *, names_next: bool = False) -> Path:
    """Go on with what is whole, and note that something is missing; returns where the rest lies.

    Args:
        error: what was said of the journal.
        at: RFC 3339 with offset.
        names_next: whether lost names and remarks are fetched from a backup right after; then what
            is still lost of them is told there, and not noted here.

    Raises:
        PlainError: the disk is full or fails.
    """
    condition = error.condition
    folder = opening.go_on(error.path, condition)
    lost = bool(condition.lost) and not names_next
    if condition.certain and not condition.missing and not lost:
        return folder
    words = NOTED if condition.missing else NAMES_MISSING if condition.certain else UNSURE
    note = words.format(folder=folder.name)
    names = _IN_BACKUP if lost else NO_WORDS
    with closing(Journal.open(error.path)) as journal:
        journal.append([note_of(Text(de=note.de + names.de, en=note.en + names.en))], at)
    return folder


def note_backup(journal: Journal, folder: Path, made: Text, at: str) -> Text:
    """Say which backup took a damaged journal's place, and note it in an evening that goes on.

    Args:
        journal: the backup's, in its place.
        folder: where the damaged one lies.
        made: when the backup was made.
        at: RFC 3339 with offset.

    Raises:
        PlainError: the disk is full or fails.
    """
    said = FROM_BACKUP.format(at=made, folder=folder.name)
    if state_of(journal).running:
        journal.append([note_of(said)], at)
    return said


def unopenable(home: Home) -> bool:
    """Tell whether the journal cannot be opened for what stands in its place or beside it.

    One that another program writes is no such: nobody takes it away from there.
    """
    return any(_barred(part) for part in opening.places(home.journal)) or _barred(_lock(home))


def lay_aside(home: Home) -> Path:
    """Set the journal aside, and what bars its lock; returns the folder where they lie now.

    Raises:
        PlainError: they cannot be moved.
    """
    folder = opening.set_aside(home.journal)
    lock = _lock(home)
    if _barred(lock):
        try:
            lock.rename(folder / lock.name)
        except OSError as error:
            raise not_writable(home.root, error) from error
    return folder


def _lock(home: Home) -> Path:
    return home.journal.with_name(home.journal.name + ".lock")


def _barred(path: Path) -> bool:
    """Tell whether something is there that is no file or may not be used."""
    if not path.exists():
        return path.is_symlink()
    return not path.is_file() or not os.access(path, os.R_OK | os.W_OK, effective_ids=True)
