"""What is said about the room on the disk."""

from __future__ import annotations

from engine.text import Text

LOW = Text(
    de="Der Speicher wird voll: noch {size}, das reicht für etwa {n} Abende. Bitte bald Platz "
    "schaffen.",
    en="The storage is filling up: {size} left, enough for about {n} evenings. Please make room "
    "soon.",
)
SCARCE = Text(
    de="Der Speicher ist fast voll: nur noch {size}. Bitte jetzt Platz schaffen, sonst kann dieser "
    "Abend nicht zu Ende geschrieben werden.",
    en="The storage is nearly full: only {size} left. Please make room now, or this evening cannot "
    "be written to its end.",
)
MAKE_ROOM = Text(de="Platz schaffen", en="Make room")
TITLE = Text(de="Platz auf dem Speicher", en="Room on the storage")
FREE = Text(
    de="{size} frei, genug für etwa {n} Abende.", en="{size} free, enough for about {n} evenings."
)
UNKNOWN = Text(
    de="Wie viel frei ist, lässt sich nicht sagen.", en="It cannot be told how much is free."
)
HEAPS = {
    "journal": Text(de="Eure Abende (bleiben)", en="Your evenings (stay)"),
    "decks": Text(de="Eingelernte Blätter", en="Enrolled decks"),
    "exports": Text(de="Exportierte Dateien", en="Exported files"),
    "sample": Text(de="Vorführung", en="Demonstration"),
}
FILES = Text(de="{n} Dateien, {size}", en="{n} files, {size}")
CLEAR = Text(de="Löschen …", en="Delete …")
ASK = Text(de="{what} löschen?", en="Delete: {what}?")
ASK_LONG = Text(
    de="{n} Dateien, {size}. Abende und Punkte bleiben; die Dateien lassen sich neu machen.",
    en="{n} files, {size}. Evenings and scores stay; the files can be made again.",
)
YES = Text(de="Ja, löschen", en="Yes, delete")
NO_HEAP = Text(de="Das lässt sich von hier nicht löschen.", en="That cannot be deleted from here.")
NOT_CLEARED = Text(
    de="Es konnte nicht gelöscht werden ({why}). Bitte Rechte prüfen.",
    en="It could not be deleted ({why}). Please check the permissions.",
)
DECKS_HINT = Text(
    de="Blätter löscht „Kamera und Blatt“. Alte Dateien am besten erst auf einen Stick mitnehmen.",
    en="Decks are deleted under “Camera and deck”. Take old files with you on a stick first.",
)
