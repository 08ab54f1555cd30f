"""`mehrkopf backup [TARGET]`: everything of this table in one file, checked after it is written."""

from __future__ import annotations

from datetime import datetime

from engine.text import Text
from kiosk.cli.command import HOME, Argument, Arguments, command
from kiosk.cli.common import FILE, home_of, say, target, warn
from kiosk.exports.backup import STICK_FOLDER, back_up, check_something, prune, read_backup
from kiosk.exports.files import sticks
from kiosk.home.data_folder import not_writable
from kiosk.home.version import version
from kiosk.words import backup as w

_TARGET = Text(
    de="Datei, Ordner oder Stick (sonst der Ordner backups); auf einen Stick wird danach jeder "
    "Abend gesichert",
    en="file, folder or stick (default: the folder backups); once a stick has been "
    "used, every evening is backed up to it too",
)


@command(Argument("file", FILE, _TARGET, required=False), HOME)
def execute(arguments: Arguments) -> int:
    """Write the backup; a running program is not disturbed.

    Raises:
        PlainError: the journal is damaged, or the file cannot be written.
    """
    home = home_of(arguments)
    if arguments.file is None:
        home.prepare()
        check_something(home)
        folder, kept, pulls_out = home.backups, True, True
    else:
        folder = target(arguments.file)
        found = [stick.folder for stick in sticks()]
        place = folder.absolute()
        pulls_out = any(place.is_relative_to(stick) for stick in found)
        kept = place in found
        if kept:
            folder /= STICK_FOLDER
    try:
        if kept:
            folder.mkdir(exist_ok=True)
    except OSError as error:
        raise not_writable(folder, error) from error
    path = back_up(home, folder, datetime.now().astimezone(), version())
    if kept:
        prune(home, folder, path)
    say(w.DONE.format(file=path), arguments.language)
    held = read_backup(path).backup
    holds = w.HOLDS_ONE if held.evenings == 1 else w.HOLDS
    say(holds.format(evenings=held.evenings, events=held.events), arguments.language)
    if folder.name == STICK_FOLDER:
        say(w.STICK_MARKED.format(folder=STICK_FOLDER), arguments.language)
    if not pulls_out:
        warn(w.SAME_MEDIUM, arguments.language)
    return 0
