"""`mehrkopf restore FILE`: bring a backup back; evenings that are there stay."""

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
    de="Sicherung, oder Ordner oder Stick mit Sicherungen (dann die neueste heile)",
    en="backup, or a folder or stick with backups (then the newest intact one)",
)
_NONE = Text(
    de="In {folder} liegt keine Sicherung; bitte die Datei nennen.",
    en="There is no backup in {folder}; please name the file.",
)

_RESTORED_IS = Text(de="{passed} Eingespielt ist {file}.", en="{passed} Restored: {file}.")


@command(Argument("file", FILE, _FILE), HOME)
def execute(arguments: Arguments) -> int:
    """Restore; status 1 where evenings differ and those here stayed.

    Raises:
        PlainError: the backup cannot be read, or the table runs.
    """
    home = home_of(arguments)
    path, passed = _newest(Path(arguments.file))
    with locked(home):
        done = restore(home, path, datetime.now().astimezone(), version())
    if passed:
        names = ", ".join(each.name for each in passed)
        skipped = PASSED.format(files=names)
        say(_RESTORED_IS.format(passed=skipped, file=path.name), arguments.language)
    for text in told(done):
        say(text, arguments.language)
    return 1 if done.differing else 0


def _newest(path: Path) -> tuple[Path, tuple[Path, ...]]:
    """Return the backup to be read, and newer ones of the folder that cannot be.

    One without any evening is only taken where there is no other.

    Raises:
        PlainError: there is none, or none that can be read.
    """
    if not path.is_dir():
        return path, ()
    found = (*backups_in(path / STICK_FOLDER), *backups_in(path))
    if not found:
        raise PlainError(_NONE.format(folder=path))
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
