"""`mehrkopf restore [FILE]`: bring a backup back; evenings that are there stay."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, command
from kiosk.cli.common import FILE, home_of, say
from kiosk.exports.backup import STICK_FOLDER, backups_in, fullest, read_backup, table_of
from kiosk.exports.evening_backup import told
from kiosk.exports.restore import restore
from kiosk.home.data_folder import locked
from kiosk.home.version import version
from kiosk.words.backup import PASSED

LOG = logging.getLogger("mehrkopf")

_FILE = Text(
    de="Sicherung, oder Ordner oder Stick mit Sicherungen (dann die neueste heile; sonst der "
    "Ordner backups)",
    en="backup, or a folder or stick with backups (then the newest intact one; default: the folder "
    "backups)",
)
_NONE = Text(
    de="In {folder} liegt keine Sicherung; bitte die Datei nennen.",
    en="There is no backup in {folder}; please name the file.",
)

_FEWER = Text(
    de="Neuer, aber mit weniger darin: {files}; fehlt ein Abend, diese danach auch einspielen.",
    en="Newer, but with less in it: {files}; if an evening is missing, restore that one too.",
)
_RESTORED_IS = Text(de="Eingespielt ist {file}.", en="Restored: {file}.")


@command(Argument("file", FILE, _FILE, required=False), HOME)
def execute(arguments: Arguments) -> int:
    """Restore; status 1 where evenings differ and those here stayed.

    Raises:
        PlainError: the backup cannot be read, or the table runs.
    """
    home = home_of(arguments)
    named = None if arguments.file is None else Path(arguments.file)
    passed, fewer = tuple[Path, ...](), tuple[Path, ...]()
    if named is not None and not named.is_dir():
        path = named
    else:
        path, passed, fewer = _newest(named or home.backups)
    with locked(home):
        done = restore(home, path, datetime.now().astimezone(), version())
    if passed:
        say(PASSED.format(files=", ".join(each.name for each in passed)), arguments.language)
    if fewer:
        say(_FEWER.format(files=", ".join(each.name for each in fewer)), arguments.language)
    if passed or fewer or named is None:
        say(_RESTORED_IS.format(file=path.name), arguments.language)
    for text in told(done):
        say(text, arguments.language)
    return 1 if done.differing else 0


def _newest(folder: Path) -> tuple[Path, tuple[Path, ...], tuple[Path, ...]]:
    """Return the backup to be read, newer ones of the folder that cannot be, and that have less.

    One without any evening is only taken where there is no other; one that was made after a loss
    only where none of the same table has more.

    Raises:
        PlainError: there is none.
    """
    found = (*backups_in(folder / STICK_FOLDER), *backups_in(folder))
    if not found:
        raise PlainError(_NONE.format(folder=folder))
    passed, sound = list[Path](), list[Path]()
    for each in found:
        try:
            read_backup(each)
            sound.append(each)
        except PlainError as error:
            LOG.info("%s", error)
            passed.append(each)
    path = fullest(sound)
    if path is None:
        return found[0], (), ()
    newer = found[: found.index(path)]
    fewer = (each for each in newer if each in sound and table_of(each) == table_of(path))
    return path, tuple(each for each in newer if each in passed), tuple(fewer)
