"""What is said of backups: on the command line, on the page, in the log."""

from __future__ import annotations

from engine.text import Text

DONE = Text(de="Gesichert und geprüft: {file}", en="Backed up and checked: {file}")
HOLDS = Text(
    de="Darin: {evenings} Abende, {events} Ereignisse.",
    en="It holds {evenings} evenings, {events} events.",
)
STICK_MARKED = Text(
    de="Auf diesen Stick wird von jetzt an jeder Abend gesichert (Ordner {folder}).",
    en="From now on every evening is backed up onto this stick (folder {folder}).",
)
RESTORED = Text(
    de="Eingespielt - Abende: {evenings}, schon da: {known}, Dateien: {files}.",
    en="Restored - evenings: {evenings}, there already: {known}, files: {files}.",
)
DIFFERING = Text(
    de="Diese Abende gingen hier anders weiter und bleiben, wie sie hier sind: {days}.",
    en="These evenings went on otherwise here and stay as they are here: {days}.",
)
RENAMED = Text(
    de="„{name}“ gab es schon anders; das aus der Sicherung heißt „{new}“.",
    en='There was another "{name}" already; the backup\'s is called "{new}".',
)
LEFT = Text(
    de="Eigene Einstellungen bleiben, wie sie sind: {names}.",
    en="This table's own settings stay as they are: {names}.",
)
BEFORE = Text(de="Wie es vorher war, liegt in {file}.", en="What was there before lies in {file}.")
