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
from kiosk.table.notes import FROM_BACKUP, NOTED, note_of
from kiosk.table.resumption import state_of

GO_ON = Text(de="Von dort weitermachen", en="Go on from there")
_SAID = Text(
    de="Die Aufzeichnung ist beschädigt ({why}). Heil sind {whole} von {known} Ereignissen{reach}; "
    "{missing}",
    en="The record is damaged ({why}). {whole} of {known} events are intact{reach}; {missing}",
)
_LOST = Text(de="{count} sind verloren.", en="{count} are lost.")
_ONE_LOST = Text(de="eines ist verloren.", en="one is lost.")
_NAMES_LOST = Text(
    de=" Namen oder Vermerke darin sind verloren; in einer Sicherung können sie noch stehen "
    "(„Mehr“, „Namen“, „Aus Sicherungen holen“).",
    en=" Names or remarks in them are lost; a backup may still have them (“More”, “Names”, “Get "
    "from backups”).",
)
_UNSURE = Text(
    de="ob sonst etwas fehlt oder anders war, ist nicht bekannt.",
    en="whether anything else is missing or was different is not known.",
)
_NONE_LOST = Text(de="es fehlt keines.", en="none is missing.")
_OFFER = Text(de=" Von dort weitermachen?", en=" Go on from there?")
_TO_TRICK = Text(de=", bis Spiel {n}, Stich {trick}", en=", to deal {n}, trick {trick}")
_TO_DEAL = Text(de=", bis Spiel {n}", en=", to deal {n}")


def sentence(condition: Condition) -> Text:
    """Return how it stands with a damaged journal: what is whole, how far, what is lost."""
    if condition.missing:
        lost = _ONE_LOST if condition.missing == 1 else _LOST
        missing = lost.format(count=condition.missing)
    else:
        missing = _NONE_LOST if condition.certain else _UNSURE
    said = _SAID.format(
        why=condition.why,
        whole=condition.whole,
        known=condition.known,
        reach=_reach(condition),
        missing=missing,
    )
    names = _NAMES_LOST if condition.lost else NO_WORDS
    offer = _OFFER if condition.whole else NO_WORDS
    return Text(de=said.de + names.de + offer.de, en=said.en + names.en + offer.en)


def _reach(condition: Condition) -> Text:
    """Return up to which deal and trick the whole events go; empty before the first deal."""
    try:
        state = state_of(Journal.of(condition.lines, condition.kept))
    except PlainError:
        # A newer program's events: how far they go only that one can tell.
        return NO_WORDS
    deal = state.deal
    if deal is None:
        return _TO_DEAL.format(n=len(state.finished)) if state.finished else NO_WORDS
    trick = len(deal.report.tricks)
    return (_TO_TRICK if trick else _TO_DEAL).format(n=deal.number, trick=trick)


def go_on(error: DamagedError, at: str) -> Path:
    """Go on with what is whole, and note that something is missing; returns where the rest lies.

    Args:
        error: what was said of the journal.
        at: RFC 3339 with offset.

    Raises:
        PlainError: the disk is full or fails.
    """
    condition = error.condition
    folder = opening.go_on(error.path, condition)
    if condition.complete:
        return folder
    note = NOTED.format(whole=condition.whole, known=condition.known, folder=folder.name)
    names = _NAMES_LOST if condition.lost else NO_WORDS
    with closing(Journal.open(error.path)) as journal:
        journal.append([note_of(Text(de=note.de + names.de, en=note.en + names.en))], at)
    return folder


def note_backup(journal: Journal, known: int, folder: Path, made: Text, at: str) -> Text:
    """Say which backup took a damaged journal's place, and note it in an evening that goes on.

    Args:
        journal: the backup's, in its place.
        known: how many events the damaged one had.
        folder: where the damaged one lies.
        made: when the backup was made.
        at: RFC 3339 with offset.

    Raises:
        PlainError: the disk is full or fails.
    """
    said = FROM_BACKUP.format(at=made, events=journal.last_seq, known=known, folder=folder.name)
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
