"""What the debug view says."""

from __future__ import annotations

from engine.text import Text
from vision.sighting import TableActivity

LOOK = Text(de="Was die Kamera versteht", en="What the camera makes of it")
SUB = Text(
    de="Für Helfer. Gezeigt wird nur, was offen lag.",
    en="For helpers. Only what lay open is shown.",
)
NONE = Text(de="Hier liest niemand", en="Nobody reads here")
NONE_LONG = Text(
    de="Dieser Tisch läuft ohne Kamera und ohne Video.",
    en="This table runs without a camera and without a video.",
)
LENT = Text(de="Ausgeliehen", en="Lent out")
LENT_LONG = Text(
    de="Gerade wird ein Blatt eingelernt oder geprüft.", en="A deck is being enrolled or tested."
)
STATES = {
    TableActivity.STARTING: (
        Text(de="Start", en="Starting"),
        Text(de="Noch kein ruhiger Tisch gesehen.", en="No resting table was seen yet."),
    ),
    TableActivity.EMPTY: (
        Text(de="Leer", en="Empty"),
        Text(de="Ruhig, nichts liegt.", en="At rest, nothing lies."),
    ),
    TableActivity.MOVING: (
        Text(de="Bewegung", en="Moving"),
        Text(de="Etwas bewegt sich; gelesen wird danach.", en="Something moves; read afterwards."),
    ),
    TableActivity.HAND: (
        Text(de="Hand", en="Hand"),
        Text(de="Etwas liegt da, das keine Karte ist.", en="Something lies there that is no card."),
    ),
    TableActivity.CARD: (
        Text(de="Karte", en="Card"),
        Text(de="Eine Karte wird gelesen.", en="A card is being read."),
    ),
    TableActivity.STABLE: (
        Text(de="Ruhig", en="Stable"),
        Text(de="Die Karten des Stichs liegen.", en="The cards of the trick lie there."),
    ),
    TableActivity.TAKEN: (
        Text(de="Stich", en="Trick"),
        Text(de="Ein Stich wird genommen.", en="A trick is being taken."),
    ),
    TableActivity.SWEPT: (
        Text(de="Viele Karten", en="Many cards"),
        Text(
            de="Viele auf einmal; gelesen wird, wenn alles weg ist.",
            en="Many at once; read again when all is gone.",
        ),
    ),
    TableActivity.NO_PICTURE: (
        Text(de="Kein Bild", en="No picture"),
        Text(de="Die Kamera ist aus oder fort.", en="The camera is off or gone."),
    ),
}
CARD = Text(de="Karte", en="Card")
TAKEN_BACK = Text(de="Karte zurückgenommen", en="Card taken back")
CLEARED = Text(de="Stich mit {count} Karten genommen", en="Trick of {count} cards taken")
FACE_DOWN = Text(de="Verdeckte Karte", en="Card face down")
FOREIGN = Text(de="Fremde Karte", en="Foreign card")
MOVED = Text(de="Kamera ein wenig verrückt", en="Camera moved a little")
MOVED_FAR = Text(de="Kamera weit verrückt", en="Camera moved far")
TOOK = Text(de="gelesen nach {seconds:.1f} s", en="read after {seconds:.1f} s")
AT = Text(de="Zeit", en="Time")
WHAT = Text(de="Gesehen", en="Seen")
SURE = Text(de="Dafür gehalten", en="Taken for")
NOTHING_YET = Text(de="Noch nichts gesehen.", en="Nothing seen yet.")
