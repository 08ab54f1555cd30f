"""What the pages say about the camera and what it saw."""

from __future__ import annotations

from engine.text import Text

CAMERA_ON = Text(de="Kamera an", en="Camera on")
CAMERA_STARTING = Text(de="Kamera startet", en="Camera starting")
CAMERA_NONE = Text(de="Ohne Kamera", en="No camera")
CAMERA_FOUND = Text(de="Kamera da", en="Camera found")
CAMERA_FOUND_LONG = Text(
    de="Eine Kamera ist angesteckt. Oben antippen: Dann sieht sie zu, und der Abend geht weiter.",
    en="A camera is plugged in. Tap at the top and it will watch; the evening carries on.",
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
    en="No picture from the camera. Please check the cable and the cover; the score is safe.",
)
VIDEO = Text(de="Video läuft", en="Video playing")
VIDEO_OVER = Text(de="Video zu Ende", en="Video over")
VIDEO_OVER_LONG = Text(
    de="Das Video ist zu Ende. Was es zeigte, ist aufgeschrieben.",
    en="The video is over. What it showed is on record.",
)
SAMPLE = Text(de="Vorführung", en="Demonstration")
HAND = Text(de="Hand im Bild", en="Hand in view")
HAND_LONG = Text(
    de="Hand über dem Tisch – die Kamera wartet.",
    en="Hand over the table – the camera is waiting.",
)
HAND_TOO_LONG = Text(
    de="Seit einer Weile verdeckt etwas den Tisch. Bitte wegnehmen; Karten, die inzwischen gefallen"
    " sind, danach prüfen.",
    en="Something has been covering the table for a while. Please move it away and check the "
    "cards played in the meantime.",
)
SWEPT_TOO_LONG = Text(
    de="Seit einer Weile liegen viele Karten da. Gelesen wird wieder, wenn der Tisch leer ist; bis "
    "dahin geht alles von Hand.",
    en="A lot of cards have been lying here for a while. Reading resumes once the table is empty; "
    "until then everything works by hand.",
)
OUT_OF_STEP = Text(
    de="Der Tisch ist leer, im Stich fehlen aber Karten. Auf das „?“ tippen und sie nachtragen – "
    "oder einfach weiterspielen.",
    en="The table is empty, but the trick is missing cards. Tap the “?” to add them – or just "
    "play on.",
)
NOT_KEPT = Text(
    de="Achtung, eine Karte kann gerade nicht gespeichert werden – bitte warten, bis Platz ist. "
    "{why}",
    en="Careful: a card cannot be saved right now – please wait until there is room. {why}",
)
SWEPT = Text(de="Viele Karten", en="Many cards")
SWEPT_LONG = Text(
    de="Viele Karten auf einmal – gelesen wird wieder, wenn der Tisch leer ist.",
    en="Many cards at once – reading resumes once the table is empty.",
)
DECK_LOST = Text(de="Blatt fehlt", en="No deck")
CAMERA_MOVED = Text(
    de="Kamera oder Tisch wurde ein wenig verrückt; was liegt, wird weiter verfolgt.",
    en="The camera or the table moved a little; the cards are still being followed.",
)
CAMERA_MOVED_FAR = Text(
    de="Kamera oder Tisch wurde verrückt. Bitte nachsehen, ob der ganze Tisch im Bild ist; wurde "
    "er eingemessen, bitte neu einmessen.",
    en="The camera or the table has moved. Please check that the whole table is in the picture; "
    "if it was measured, please measure it again.",
)
EARLIER_NAMED = Text(
    de="Es lag schon etwas da: {cards}. Das zählt nicht als gespielt.",
    en="Already on the table: {cards}. Not counted as played.",
)
EARLIER_CARDS = Text(
    de="Es liegen schon {count} Karten da; sie zählen nicht als gespielt.",
    en="{count} cards are already there; they do not count as played.",
)
EARLIER_CARD = Text(
    de="Es liegt schon eine Karte da; sie zählt nicht als gespielt.",
    en="A card is already there; it does not count as played.",
)
FOREIGN_SEEN = Text(
    de="Eine Karte liegt da, die nicht zum Blatt gehört. Wurde sie gespielt, bitte von Hand legen.",
    en="There is a card here that is not from this deck. If it was played, please enter it by "
    "hand.",
)
OTHER_DECK_SEEN = Text(
    de="Diese Karten gehören nicht zum Blatt „{deck}“. Bitte mit diesem spielen oder vor dem "
    "nächsten Spiel unter „Mehr“ das Blatt wechseln.",
    en="These cards are not from the deck “{deck}”. Please play with that one, or change the deck "
    "under “More” before the next deal.",
)
NOT_SHOWN_TO_ME = Text(
    de="Das ist nicht das Blatt, das mir gezeigt wurde.",
    en="This is not the deck I was shown.",
)
NOBODY_MEANWHILE = Text(
    de="Bis das geklärt ist, wird niemandem ein Fehler vorgehalten.",
    en="Until that is settled, nobody is accused of a mistake.",
)
SHOW_IT = Text(de="Dieses Blatt zeigen", en="Show me this deck")
FACE_DOWN_LONG = Text(
    de="Was verdeckt liegt, zählt nicht als gespielt.",
    en="Face-down cards do not count as played.",
)
