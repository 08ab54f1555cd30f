"""`mehrkopf restore FILE`: bring a backup back; evenings that are there stay."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.cli.command import HOME, Argument, Arguments, command
from kiosk.cli.common import FILE, home_of, say
from kiosk.exports.backup import STICK_FOLDER, backups_in
from kiosk.exports.evening_backup import told
from kiosk.exports.restore import restore
from kiosk.home.data_folder import locked
from kiosk.home.version import version

_FILE = Text(
    de="Sicherung, oder Ordner oder Stick mit Sicherungen (dann die neueste)",
    en="backup, or folder or stick with backups (then the newest)",
)
_NONE = Text(
    de="In {folder} liegt keine Sicherung; bitte die Datei nennen.",
    en="There is no backup in {folder}; please name the file.",
)


@command(Argument("file", FILE, _FILE), HOME)
def execute(arguments: Arguments) -> int:
    """Restore; status 1 where evenings differ and those here stayed.

    Raises:
        PlainError: the backup cannot be read, or the table runs.
    """
    home = home_of(arguments)
    path = _newest(Path(arguments.file))
    with locked(home):
        done = restore(home, path, datetime.now().astimezone(), version())
    for text in told(done):
        say(text, arguments.language)
    return 1 if done.differing else 0


def _newest(path: Path) -> Path:
    if not path.is_dir():
        return path
    found = (*backups_in(path / STICK_FOLDER), *backups_in(path))
    if not found:
        raise PlainError(_NONE.format(folder=path))
    return found[0]
