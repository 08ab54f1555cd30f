"""Backups the table makes by itself when an evening ends, and those that people tap for.

Each evening goes into the folder `backups` and onto every stick that was backed up onto before.
What is said of an evening after its end goes into that backup as well: it is made anew. The work
is done beside the table, which does not wait for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from engine.journal.people import Lost
from engine.text import PlainError, Text
from kiosk.exports.backup import STICK_FOLDER, back_up_all, backups_in, made_at, places
from kiosk.exports.files import Stick, sticks
from kiosk.exports.lost_names import NamesBack, bring_names_back
from kiosk.exports.lying import Holding, Lying, all_lying, delete, holding
from kiosk.exports.restore import Restored, restore
from kiosk.home.data_folder import Home
from kiosk.screens.values import sentences
from kiosk.table.parts import Mishaps, Part
from kiosk.table.systemd import give_back
from kiosk.words import backup as w
from kiosk.words.parts import BACKUP

LOG = logging.getLogger("mehrkopf")


@dataclass(frozen=True, slots=True)
class BackupNews:
    """What came of the last backup."""

    written: tuple[Path, ...] = ()
    failed: tuple[Text, ...] = ()


class Backups:
    """The backups of one data folder; may be asked from any thread."""

    def __init__(
        self,
        home: Home,
        program: str,
        now: Callable[[], datetime],
        found: Callable[[], tuple[Stick, ...]] = sticks,
        mishaps: Mishaps | None = None,
    ) -> None:
        self._home = home
        self._program = program
        self._now = now
        self._found = found
        self._mishaps = mishaps or Mishaps()
        self._gate = threading.Lock()
        self._turn = threading.Lock()
        self._parts: list[Part] = []
        self._asked = self._made = 0
        """How often a backup was wanted, and which of these wishes are carried out."""
        self._of_evening: tuple[Path, ...] = ()
        """Where the last evening lies; backed up anew, these files go."""
        self.news = BackupNews()

    def after_evening(self) -> None:
        """Back up in a thread of its own; where that fails the page says so."""
        self._of_evening = ()
        self.anew()

    def anew(self) -> None:
        """Back up the same way what was said of the last evening since; one backup stays of it."""
        self._asked += 1
        part = Part("backup", BACKUP, self._and_tell, self._mishaps)
        self._parts = [*(each for each in self._parts if each.runs), part]
        part.start()

    def _and_tell(self) -> None:
        with self._turn:
            asked = self._asked
            if asked == self._made:
                # The one before has it already.
                return
            before = self._of_evening
            self._of_evening = self.everywhere()
            anew = {path.parent for path in self._of_evening}
            for path in {*before} - {*self._of_evening}:
                if path.parent in anew:
                    path.unlink(missing_ok=True)
            for sentence in self.news.failed:
                self._mishaps.tell(sentence.de, sentence)
            self._made = asked
        # Nobody plays just now, and what was packed has gone.
        give_back()

    def close(self) -> None:
        """Wait for a backup that is being written."""
        for part in self._parts:
            part.join()

    def everywhere(self) -> tuple[Path, ...]:
        """Back up into the table's own folder and onto its sticks; return the files."""
        return self._write(places(self._home, self._found()))

    def onto(self, stick: Stick) -> None:
        """Back up onto a stick, which is one of this table's from now on."""
        self._write((stick.folder / STICK_FOLDER,))

    def _write(self, folders: Sequence[Path]) -> tuple[Path, ...]:
        with self._gate:
            written, failed = back_up_all(self._home, folders, self._now(), self._program)
            for error in failed:
                LOG.warning("%s", error)
            sentences = tuple(error.text for error in failed)
            self.news = replace(self.news, written=written, failed=sentences)
            return written

    def there(self) -> tuple[Path, ...]:
        """Return every backup that can be brought back, the newest first."""
        folders = [self._home.backups, *(stick.folder / STICK_FOLDER for stick in self._found())]
        found = [path for folder in folders for path in backups_in(folder)]
        return tuple(sorted(found, key=lambda path: path.name, reverse=True))

    def sticks(self) -> tuple[Stick, ...]:
        """Return the sticks that can be backed up onto."""
        return self._found()

    def lying(self) -> tuple[Lying, ...]:
        """Return what lies beside the journal in use: backups, journals set aside, exports."""
        return all_lying(self._home, self.there())

    def holding(self, thing: Lying) -> Holding:
        """Return what one of them holds.

        Raises:
            PlainError: it cannot be read.
        """
        return holding(self._home, thing, self.there())

    def delete(self, thing: Lying) -> None:
        """Delete one of them.

        Raises:
            PlainError: it cannot be deleted.
        """
        with self._gate:
            delete(thing)
            written = tuple(path for path in self.news.written if path != thing.path)
            self.news = replace(self.news, written=written)

    def restore(self, path: Path) -> None:
        """Bring a backup back; the table must not be running. It comes again and says the rest."""
        self._between(lambda: told(restore(self._home, path, self._now(), self._program)))

    def bring_names_back(self) -> None:
        """Fill in the names a damage took from any backup; the table must not be running."""
        self._between(lambda: told_names(bring_names_back(self._home, self.there())))

    def _between(self, job: Callable[[], tuple[Text, ...]]) -> None:
        # Another table comes up, with other backups than these; it tells what stands in its place.
        with self._gate:
            try:
                said = job()
            except PlainError as error:
                said = (error.text,)
            self._mishaps.tell("restored", sentences(*said))


def place_of(path: Path) -> Text:
    """Return where a backup lies."""
    return w.ON_STICK.format(name=path.parent.parent.name) if on_stick(path) else w.HERE


def on_stick(path: Path) -> bool:
    """Tell whether a backup lies on a stick."""
    return path.parent.name == STICK_FOLDER


def told(done: Restored) -> tuple[Text, ...]:
    """Return what is said of a backup that was brought back."""
    said = [w.RESTORED.format(evenings=done.evenings, known=done.known, files=done.files)]
    said += done.in_place
    if done.names:
        said.append(w.NAMES_BACK.format(count=done.names))
    if done.joined:
        said.append(w.JOINED.format(names=", ".join(done.joined)))
    if done.differing:
        said.append(w.DIFFERING.format(days=", ".join(done.differing)))
    said += [w.RENAMED.format(name=old, new=new) for old, new in done.renamed.items()]
    if done.left:
        said.append(w.LEFT.format(names=", ".join(done.left)))
    if done.damaged:
        said.append(w.LEFT_OUT.format(names=", ".join(done.damaged)))
    if done.before is not None:
        said.append(w.BEFORE.format(file=done.before))
    return tuple(said)


def told_names(back: NamesBack) -> tuple[Text, ...]:
    """Return what is said of lost names: which backup they came from, which are lost still."""
    said = [
        w.NAMES_FROM.format(
            day=made_at(path, back.came), place=place_of(path), counts=_counts(came)
        )
        for path, came in back.came.items()
    ]
    if back.passed:
        said.append(w.PASSED.format(files=", ".join(path.name for path in back.passed)))
    if not back.left:
        return *said, w.NO_MORE_LOST
    if not back.looked:
        said.append(w.NO_BACKUP_READ)
    elif not back.came:
        said.append(w.NONE_HAS_THEM.format(n=back.looked))
    return *said, w.STILL_LOST.format(counts=_counts(back.left)), w.OTHER_STICK


def _counts(lost: Lost) -> Text:
    counted = ((w.NAMES_COUNTED, lost.names), (w.REMARKS_COUNTED, lost.remarks))
    each = [words.format(n=len(numbers)) for words, numbers in counted if numbers]
    return sentences(*each, between=", ")
