"""What is asked after a restart."""

from __future__ import annotations

from engine.text import Text

TITLE_TRICK = Text(de="Weiter bei Stich {n}?", en="Go on at trick {n}?")
TITLE_DEAL = Text(de="Weiter mit diesem Spiel?", en="Go on with this deal?")
TITLE = Text(de="Weiter mit dem Abend?", en="Go on with the evening?")
OLD_TITLE = Text(de="Noch der Abend von neulich?", en="Still the evening of the other day?")
LONG = Text(
    de="Das Programm wurde neu gestartet. Nichts Aufgeschriebenes ist verloren.",
    en="The program was started again. Nothing that was recorded is lost.",
)
LONG_LYING = Text(
    de="Das Programm wurde neu gestartet. So lag der Stich zuletzt – liegt er noch so? Nichts "
    "Aufgeschriebenes ist verloren.",
    en="The program was started again. This is how the trick lay – does it still? Nothing that "
    "was recorded is lost.",
)
LONG_DEAL = Text(
    de="Das Programm wurde neu gestartet. Habt ihr inzwischen weitergespielt, das Ergebnis "
    "eintragen oder die Karten nachtragen.",
    en="The program was started again. If you played on meanwhile, enter the result or put the "
    "missing cards in.",
)
DEALS_DONE = Text(de="{n} Spiele bisher", en="{n} deals so far")
ONE_DONE = Text(de="ein Spiel bisher", en="one deal so far")
NONE_DONE = Text(de="noch kein Spiel", en="no deal yet")
YES = Text(de="Ja, weiter", en="Yes, go on")
YES_CAMERA = Text(de="Kamera an, weiter", en="Camera on, go on")
YES_WITHOUT = Text(de="Ohne Kamera weiter", en="Go on without camera")
MEND = Text(de="Karten stimmen nicht", en="Cards are not right")
RESULT = Text(de="Ergebnis eintragen", en="Enter the result")
STOP = Text(de="Spiel abbrechen", en="Break the deal off")
NEW_EVENING = Text(de="Neuer Abend", en="New evening")
LAY_HERE = Text(de="So lag der Stich", en="This is how the trick lay")
