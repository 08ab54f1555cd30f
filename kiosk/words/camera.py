"""What the pages say about the camera and what it saw."""

from __future__ import annotations

from engine.text import Text

CAMERA_ON = Text(de="Kamera an", en="Camera on")
CAMERA_STARTING = Text(de="Kamera startet", en="Camera starting")
CAMERA_NONE = Text(de="Ohne Kamera", en="No camera")
CAMERA_FOUND = Text(de="Kamera da", en="Camera there")
CAMERA_FOUND_LONG = Text(
    de="Eine Kamera ist angesteckt. Oben antippen: Dann sieht sie zu, und der Abend geht weiter.",
    en="A camera is plugged in. Tap at the top: then it looks on, and the evening goes on.",
)
CAMERA_LOST = Text(de="Kein Bild", en="No picture")
CAMERA_OFF = Text(de="Kamera aus", en="Camera off")
SWITCH_ON = Text(de="antippen schaltet sie ein", en="tap to switch it on")
SWITCH_OFF = Text(de="antippen schaltet sie aus", en="tap to switch it off")
LOOK_AFTER_IT = Text(de="Kamera ansehen", en="See to the camera")
SEE_CAMERA = Text(de="antippen zeigt, was zu tun ist", en="tap to see what to do")
CAMERA_CHECK = Text(de="Bitte prüfen", en="Please check")
CAMERA_LOST_LONG = Text(
    de="Die Kamera liefert kein Bild. Bitte Stecker und Abdeckung prüfen; "
    "der Spielstand ist gesichert.",
    en="The camera gives no picture. Please check its plug and its cover; the score is safe.",
)
VIDEO = Text(de="Video läuft", en="Video playing")
SAMPLE = Text(de="Beispielabend", en="Sample evening")
HAND = Text(de="Hand im Bild", en="Hand in view")
HAND_LONG = Text(
    de="Hand über dem Tisch – die Kamera wartet.",
    en="A hand over the table – the camera is waiting.",
)
HAND_TOO_LONG = Text(
    de="Seit einer Weile verdeckt etwas den Tisch. Bitte wegnehmen; Karten, die inzwischen gefallen"
    " sind, danach prüfen.",
    en="Something has been hiding the table for a while. Please take it away, and check the cards "
    "that were laid meanwhile.",
)
SWEPT_TOO_LONG = Text(
    de="Seit einer Weile liegen viele Karten da. Gelesen wird wieder, wenn der Tisch leer ist; bis "
    "dahin geht alles von Hand.",
    en="Many cards have been lying there for a while. Reading goes on when the table is empty; "
    "until then everything works by hand.",
)
OUT_OF_STEP = Text(
    de="Der Tisch ist leer, im Stich fehlen aber Karten. Auf das „?“ tippen und sie nachtragen – "
    "oder einfach weiterspielen.",
    en="The table is empty, but cards of the trick are missing. Tap the “?” and put them in – or "
    "just play on.",
)
NOT_KEPT = Text(
    de="Achtung, eine Karte kann gerade nicht gespeichert werden – bitte warten, bis Platz ist. "
    "{why}",
    en="Careful, a card cannot be stored just now – please wait until there is room. {why}",
)
SWEPT = Text(de="Viele Karten", en="Many cards")
SWEPT_LONG = Text(
    de="Viele Karten auf einmal – gelesen wird wieder, wenn der Tisch leer ist.",
    en="Many cards at once – reading goes on when the table is empty.",
)
DECK_LOST = Text(de="Blatt fehlt", en="No deck")
CAMERA_MOVED = Text(
    de="Kamera oder Tisch wurde ein wenig verrückt; was liegt, wird weiter verfolgt.",
    en="Camera or table was moved a little; what lies there is still followed.",
)
CAMERA_MOVED_FAR = Text(
    de="Kamera oder Tisch wurde verrückt. Bitte nachsehen, ob der ganze Tisch im Bild ist; wurde "
    "er eingemessen, bitte neu einmessen.",
    en="Camera or table was moved. Please see whether the whole table is in the picture; if it was "
    "measured, please measure it again.",
)
EARLIER_NAMED = Text(
    de="Es lag schon etwas da: {cards}. Das zählt nicht als gespielt.",
    en="Something lay there already: {cards}. It does not count as played.",
)
EARLIER_CARDS = Text(
    de="Es liegen schon {count} Karten da; sie zählen nicht als gespielt.",
    en="{count} cards lie there already; they do not count as played.",
)
EARLIER_CARD = Text(
    de="Es liegt schon eine Karte da; sie zählt nicht als gespielt.",
    en="A card lies there already; it does not count as played.",
)
FOREIGN_SEEN = Text(
    de="Eine Karte liegt da, die nicht zum Blatt gehört. Wurde sie gespielt, bitte von Hand legen.",
    en="A card lies there that is not of this deck. If it was played, please lay it by hand.",
)
OTHER_DECK_SEEN = Text(
    de="Diese Karten gehören nicht zum Blatt „{deck}“. Bitte mit diesem spielen oder vor dem "
    "nächsten Spiel unter „Mehr“ das Blatt wechseln.",
    en="These cards are not of the deck “{deck}”. Please play with that one, or change the deck "
    "under “More” before the next deal.",
)
NOT_SHOWN_TO_ME = Text(
    de="Das ist nicht das Blatt, das mir gezeigt wurde.",
    en="This is not the deck that was shown to me.",
)
NOBODY_MEANWHILE = Text(
    de="Bis das geklärt ist, wird niemandem ein Fehler vorgehalten.",
    en="Until that is settled nobody is told of a mistake.",
)
SHOW_IT = Text(de="Dieses Blatt zeigen", en="Show me this deck")
FACE_DOWN_LONG = Text(
    de="Was verdeckt liegt, zählt nicht als gespielt.",
    en="What lies face down does not count as played.",
)
