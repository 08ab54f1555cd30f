"""`mehrkopf restore [FILE]`: bring a backup back; evenings that are there stay."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, command
from kiosk.cli.common import FILE, home_of, say
from kiosk.exports.backup import STICK_FOLDER, backups_in, read_backup
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

_RESTORED_IS = Text(de="Eingespielt ist {file}.", en="Restored: {file}.")


@command(Argument("file", FILE, _FILE, required=False), HOME)
def execute(arguments: Arguments) -> int:
    """Restore; status 1 where evenings differ and those here stayed.

    Raises:
        PlainError: the backup cannot be read, or the table runs.
    """
    home = home_of(arguments)
    named = None if arguments.file is None else Path(arguments.file)
    passed: tuple[Path, ...] = ()
    if named is not None and not named.is_dir():
        path = named
    else:
        path, passed = _newest(named or home.backups)
    with locked(home):
        done = restore(home, path, datetime.now().astimezone(), version())
    if passed:
        say(PASSED.format(files=", ".join(each.name for each in passed)), arguments.language)
    if passed or named is None:
        say(_RESTORED_IS.format(file=path.name), arguments.language)
    for text in told(done):
        say(text, arguments.language)
    return 1 if done.differing else 0


def _newest(folder: Path) -> tuple[Path, tuple[Path, ...]]:
    """Return the backup to be read, and newer ones of the folder that cannot be.

    One without any evening is only taken where there is no other.

    Raises:
        PlainError: there is none, or none that can be read.
    """
    found = (*backups_in(folder / STICK_FOLDER), *backups_in(folder))
    if not found:
        raise PlainError(_NONE.format(folder=folder))
    passed: list[Path] = []
    empty: list[Path] = []
    for each in found:
        try:
            if read_backup(each).backup.evenings:
                return each, tuple(passed)
            empty.append(each)
        except PlainError as error:
            LOG.info("%s", error)
            passed.append(each)
    return (empty or found)[0], tuple(passed) if empty else ()
