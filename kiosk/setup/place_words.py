"""What the pages of corners and seats say."""

from __future__ import annotations

from engine.text import Text

CORNERS = Text(de="Tischecken", en="Corners of the table")
STEP = Text(
    de="Ecke {n} von 4 antippen, in beliebiger Folge", en="Tap corner {n} of 4, in any order"
)
CHECK = Text(
    de="Liegt der Rahmen auf dem Tisch? Ecke antippen und schieben, sonst übernehmen.",
    en="Does the frame lie on the table? Tap a corner to move it, else take it.",
)
NO_STILL = Text(
    de="Das Bild zum Antippen ist nicht mehr da; bitte ein neues aufnehmen.",
    en="The picture to tap is gone; please take a new one.",
)
TAKE = Text(de="Bild aufnehmen", en="Take a picture")
TAKE_LONG = Text(
    de="Für die Ecken wird einmal das ganze Kamerabild gezeigt. Bitte kurz zurücktreten: es wird "
    "danach vergessen und nie gespeichert.",
    en="For the corners the whole picture is shown once. Please step back for a moment: it is "
    "forgotten afterwards and never stored.",
)
TAKE_LEAD = Text(de="Alle vier Ecken frei?", en="All four corners clear?")
ANEW = Text(de="Neues Bild", en="New picture")
UNDO = Text(de="Zurücknehmen", en="Take back")
ACCEPT = Text(de="Übernehmen", en="Take it")
BY_SHEET = Text(de="Mit Messblatt suchen", en="Find by sheet")
SHEET_PDF = Text(de="Messblatt drucken", en="Print the sheet")
SIZE = Text(de="Wie groß ist der Tisch?", en="How large is the table?")
SIZES = ((700, 700), (800, 800), (900, 900), (1200, 800), (1400, 800), (1600, 900))
CM = Text(de="{a} × {b} cm", en="{a} × {b} cm")
NUDGE = {
    "up": Text(de="Ecke nach oben", en="Corner up"),
    "down": Text(de="Ecke nach unten", en="Corner down"),
    "left": Text(de="Ecke nach links", en="Corner left"),
    "right": Text(de="Ecke nach rechts", en="Corner right"),
}
PICTURE = Text(de="Das ganze Kamerabild zum Antippen", en="The whole picture, to be tapped")
LOUPE = Text(de="Die Ecke vergrößert", en="The corner enlarged")
NO_CAMERA_ON = Text(
    de="Dafür muss die Kamera an sein und ein Bild liefern.",
    en="For this the camera must be on and deliver a picture.",
)
BAD_TAP = Text(
    de="Das war keine Stelle im Bild; bitte noch einmal.",
    en="That was no place in the picture; please try again.",
)
SEATS = Text(de="Plätze", en="Seats")
SEATS_SUB = Text(
    de="Sitzt jeder an seiner Seite? Sonst das Bild drehen.",
    en="Does everybody sit at their side? Else turn the picture.",
)
TURN = Text(de="Drehen ↻", en="Turn ↻")
TURN_BACK = Text(de="Drehen ↺", en="Turn ↺")
FINE = Text(de="Fein ↻", en="Slightly ↻")
FINE_BACK = Text(de="Fein ↺", en="Slightly ↺")
PLAYING = Text(
    de="Gerade liegen Karten; gedreht wird zwischen zwei Spielen.",
    en="Cards are on the table; turning must wait until between two deals.",
)
READY = Text(de="Fertig", en="Done")
