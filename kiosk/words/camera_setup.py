"""What the set-up pages of camera, corners and seats say, and the debug view."""

from __future__ import annotations

from engine.text import Text
from vision.sighting import TableActivity

OFF = Text(
    de="Die Kamera ist aus: keine Lampe, kein Bild. Karten lassen sich von Hand legen.",
    en="The camera is off: no lamp, no picture. Cards can be entered by hand.",
)
OFF_RESTING = Text(
    de="Die Kamera hat sich nach {minutes} Minuten ohne Spiel ausgeschaltet.",
    en="The camera switched itself off after {minutes} minutes without play.",
)
OFF_EVENING = Text(
    de="Der Abend ist zu Ende, die Kamera ist aus.", en="The evening is over; the camera is off."
)
SETUP = Text(de="Einrichten", en="Set-up")
CAMERA = Text(de="Kamera", en="Camera")
CAMERA_NOTE = Text(de="Bild, Tischecken, Plätze, Licht", en="Picture, corners, seats, light")
DECKS = Text(de="Karten", en="Cards")
DECKS_NOTE = Text(de="Blatt einlernen, prüfen, verwalten", en="Enrol, test and keep decks")
STRIP = Text(de="Lichtband", en="Light strip")
STRIP_NOTE = Text(de="Helligkeit, Lichter prüfen", en="Brightness, test the lights")
LOOK = Text(de="Was die Kamera versteht", en="What the camera makes of it")
LOOK_NOTE = Text(de="Für Helfer: der Stand des Lesens", en="For helpers: how the reading is going")
BACK = Text(de="Zurück", en="Back")
SWITCH_ON = Text(de="Kamera einschalten", en="Switch the camera on")
SWITCH_OFF = Text(de="Kamera ausschalten", en="Switch the camera off")
OFF_LEAD = Text(de="Die Kamera ist aus", en="The camera is off")
OFF_LONG = Text(
    de="Eingeschaltet sieht sie nur das Quadrat in der Tischmitte. Kein Bild wird gespeichert.",
    en="When on, it sees only the square in the middle of the table. No picture is stored.",
)
STARTING = Text(de="Die Kamera startet …", en="The camera is starting …")
TROUBLE_LEAD = Text(de="Kein Bild", en="No picture")
NO_TROUBLE_TOLD = Text(
    de="Die Kamera liefert kein Bild; bitte Kabel und Strom prüfen.",
    en="No picture from the camera; please check cable and power.",
)
NONE_LEAD = Text(de="Hier läuft keine Kamera", en="There is no camera here")
NONE_LONG = {
    "sample": Text(
        de="Das ist die Vorführung. Für den eigenen Abend eine Kamera anstecken und oben „Eigener "
        "Abend“ antippen.",
        en="This is the demonstration. For your own evening plug in a camera and tap “Your "
        "evening” at the top.",
    ),
    "video": Text(
        de="Gelesen wird ein Video; dafür ist nichts einzurichten.",
        en="A video is being read; there is nothing to set up.",
    ),
    "none": Text(
        de="Mehrkopf läuft als Schreibblock ohne Kamera. Kommt eine Kamera dazu: "
        "anstecken und oben auf „Kamera da“ tippen; der Abend geht weiter. Steht das nach einer "
        "Minute nicht da, das Gerät aus- und wieder einschalten.",
        en="Mehrkopf is running as a score pad without a camera. To add one: plug it in and tap "
        "“Camera found” at the top; the evening carries on. If that does not appear within a "
        "minute, switch the device off and on again.",
    ),
    "camera": Text(de="Keine Kamera.", en="No camera."),
    "pad": Text(
        de="Mehrkopf läuft als Schreibblock und sucht keine Kamera. Mit einer, auch einem Handy, "
        "geht es nach einem Neustart ohne --no-camera.",
        en="Mehrkopf is running as a score pad and is not looking for a camera. To use one, or a "
        "phone as the camera, start it again without --no-camera.",
    ),
}
NO_CAMERA_HERE = Text(
    de="Hier läuft keine Kamera, die sich einstellen ließe; bitte eine anstecken und oben auf "
    "„Kamera da“ tippen.",
    en="There is no camera here to adjust; please plug one in and tap “Camera found” at the top.",
)
LOCK_AT_CAMERA = Text(
    de="Eine Netzwerkkamera lässt sich von hier nicht festhalten; bitte an der Kamera selbst.",
    en="A network camera cannot be locked from here; please do it on the camera itself.",
)
LOCK_NO_PHONE = Text(
    de="Bei einem Handy lässt sich von hier nichts festhalten; bei gleichmäßigem Licht stellt es "
    "sich selten um.",
    en="Nothing can be locked on a phone from here; in even light it seldom readjusts.",
)
LOCK = Text(de="Festhalten", en="Lock")
LOCKING = Text(
    de="Die Kamera stellt sich ein – bitte den Tisch so lassen.",
    en="The camera is adjusting – please leave the table as it is.",
)
LOCKED = Text(de="Festgehalten: {values}.", en="Locked: {values}.")
IS_LOCKED = Text(de="Festgehalten: {values}", en="Locked: {values}")
NOT_LOCKED = Text(
    de="Belichtung und Schärfe sind nicht festgehalten.",
    en="Exposure and focus are not locked.",
)
ANOTHER = Text(de="Andere Kamera, Bildgröße", en="Another camera, picture size")
WHICH_SIZE = Text(de="Bildgröße", en="Picture size")
UNKNOWN_SIZE = Text(
    de="Diese Bildgröße geht nicht; möglich ist 1280x720 bis 3840x2160.",
    en="This picture size is not possible; it can be 1280x720 to 3840x2160.",
)
WHICH = Text(de="Welche Kamera?", en="Which camera?")
NOT_FOUND = Text(
    de="Es wurde keine Kamera gefunden. Bitte anstecken (USB) oder das Flachkabel prüfen.",
    en="No camera was found. Please plug one in (USB) or check the ribbon cable.",
)
UNKNOWN_CAMERA = Text(
    de="Diese Kamera ist nicht mehr da; bitte eine andere wählen.",
    en="That camera is gone; please choose another one.",
)
SEEN = Text(
    de="Das Quadrat in der Tischmitte, wie es gelesen wird",
    en="The square in the middle of the table as it is read",
)
NOT_PLACED = Text(
    de="Angenommen wird, dass die Kamera gerade von oben schaut. Schaut sie schräg: Tischecken.",
    en="The camera is taken to look straight down. If it looks at a slant: Corners.",
)
MOVED = Text(
    de="Kamera oder Tisch wurde verrückt: bitte die Ecken neu zeigen.",
    en="The camera or the table has moved: please mark the corners again.",
)
PLACE = Text(de="Tischecken", en="Corners")
SEATS = Text(de="Plätze", en="Seats")
METERS_WAIT = Text(de="Das Bild wird beurteilt …", en="Checking the picture …")
ALL_GOOD = Text(de="Alles gut: so kann gespielt werden.", en="All good: ready to play.")

CORNERS = Text(de="Tischecken", en="Corners of the table")
STEP = Text(
    de="Ecke {n} von 4 antippen, in beliebiger Folge", en="Tap corner {n} of 4, in any order"
)
CHECK = Text(
    de="Liegt der Rahmen auf dem Tisch? Ecke antippen und schieben, sonst übernehmen.",
    en="Is the frame on the table? Tap a corner to move it, or accept it.",
)
NO_STILL = Text(
    de="Das Bild zum Antippen ist nicht mehr da; bitte ein neues aufnehmen.",
    en="The picture to tap is gone; please take a new one.",
)
TAKE = Text(de="Bild aufnehmen", en="Take a picture")
TAKE_LONG = Text(
    de="Für die Ecken wird einmal das ganze Kamerabild gezeigt. Bitte kurz zurücktreten: es wird "
    "danach vergessen und nie gespeichert.",
    en="To mark the corners, the whole picture is shown once. Please step back for a moment: it "
    "is forgotten afterwards and never stored.",
)
TAKE_LEAD = Text(de="Alle vier Ecken frei?", en="All four corners clear?")
ANEW = Text(de="Neues Bild", en="New picture")
UNDO = Text(de="Rückgängig", en="Undo")
ACCEPT = Text(de="Übernehmen", en="Take it")
BY_SHEET = Text(de="Mit Messblatt suchen", en="Use the sheet")
SHEET_PDF = Text(de="Messblatt drucken", en="Print the sheet")
SIZE = Text(de="Wie groß ist der Tisch?", en="How large is the table?")
ROUND_SIZE = (600, 600)
SIZES = (ROUND_SIZE, (700, 700), (800, 800), (900, 900), (1200, 800), (1400, 800), (1600, 900))
CM = Text(de="{a} × {b} cm", en="{a} × {b} cm")
ROUND_CM = Text(de="{a} cm rund", en="{a} cm round")
ROUND_LEAD = Text(de="Messblatt in der Mitte?", en="Sheet in the middle?")
ROUND_LONG = Text(
    de="Ein runder Tisch hat keine Ecken. Bitte sein Messblatt in Originalgröße drucken und flach "
    "in die Mitte legen, Pfeil zu Platz 1.",
    en="A round table has no corners. Please print its sheet at actual size and lay it flat in the "
    "middle, arrow towards seat 1.",
)
NUDGE = {
    "up": Text(de="Ecke nach oben", en="Corner up"),
    "down": Text(de="Ecke nach unten", en="Corner down"),
    "left": Text(de="Ecke nach links", en="Corner left"),
    "right": Text(de="Ecke nach rechts", en="Corner right"),
}
PICTURE = Text(de="Das ganze Kamerabild zum Antippen", en="The whole picture, for tapping")
LOUPE = Text(de="Die Ecke vergrößert", en="The corner enlarged")
NO_CAMERA_ON = Text(
    de="Dafür muss die Kamera an sein und ein Bild liefern.",
    en="This needs the camera switched on and a picture from it.",
)
BAD_TAP = Text(
    de="Das war keine Stelle im Bild; bitte noch einmal.",
    en="That was outside the picture; please try again.",
)
SEATS_TITLE = Text(de="Plätze", en="Seats")
SEATS_SUB = Text(
    de="Sitzt jeder an seiner Seite? Sonst das Bild drehen.",
    en="Is everybody on the right side? If not, turn the picture.",
)
TURN = Text(de="Drehen ↻", en="Turn ↻")
TURN_BACK = Text(de="Drehen ↺", en="Turn ↺")
FINE = Text(de="Fein ↻", en="Slightly ↻")
FINE_BACK = Text(de="Fein ↺", en="Slightly ↺")
PLAYING = Text(
    de="Gerade liegen Karten; gedreht wird zwischen zwei Spielen.",
    en="There are cards on the table; please turn the picture between two deals.",
)
READY = Text(de="Fertig", en="Done")

DEBUG_VIEW = Text(de="Was die Kamera versteht", en="What the camera makes of it")
SUB = Text(
    de="Für Helfer. Gezeigt wird nur, was offen lag.",
    en="For helpers. Only face-up cards are shown.",
)
DEBUG_NONE = Text(de="Hier liest niemand", en="Nothing is being read")
DEBUG_NONE_LONG = Text(
    de="Dieser Tisch läuft ohne Kamera und ohne Video.",
    en="This table runs without a camera and without a video.",
)
LENT = Text(de="Ausgeliehen", en="In use elsewhere")
LENT_LONG = Text(
    de="Gerade wird ein Blatt eingelernt oder geprüft.", en="A deck is being enrolled or tested."
)
STATES = {
    TableActivity.STARTING: (
        Text(de="Start", en="Starting"),
        Text(de="Noch kein ruhiger Tisch gesehen.", en="The table has not been still yet."),
    ),
    TableActivity.EMPTY: (
        Text(de="Leer", en="Empty"),
        Text(de="Ruhig, nichts liegt.", en="Still; nothing on the table."),
    ),
    TableActivity.LYING: (
        Text(de="Es liegt etwas da", en="Something is there"),
        Text(
            de="Ruhig; es liegen nur Karten, die schon dalagen.",
            en="Still; only cards that were there before.",
        ),
    ),
    TableActivity.MOVING: (
        Text(de="Bewegung", en="Moving"),
        Text(
            de="Etwas bewegt sich; gelesen wird danach.",
            en="Something is moving; reading comes after.",
        ),
    ),
    TableActivity.HAND: (
        Text(de="Hand", en="Hand"),
        Text(
            de="Etwas liegt da, das keine Karte ist.", en="Something is there that is not a card."
        ),
    ),
    TableActivity.CARD: (
        Text(de="Karte", en="Card"),
        Text(de="Eine Karte wird gelesen.", en="A card is being read."),
    ),
    TableActivity.STABLE: (
        Text(de="Ruhig", en="Stable"),
        Text(de="Die Karten des Stichs liegen.", en="The cards of the trick are down."),
    ),
    TableActivity.TAKEN: (
        Text(de="Stich", en="Trick"),
        Text(de="Ein Stich wird genommen.", en="A trick is being taken."),
    ),
    TableActivity.SWEPT: (
        Text(de="Viele Karten", en="Many cards"),
        Text(
            de="Viele auf einmal; gelesen wird, wenn alles weg ist.",
            en="Many at once; reading resumes when all are gone.",
        ),
    ),
    TableActivity.NO_PICTURE: (
        Text(de="Kein Bild", en="No picture"),
        Text(de="Die Kamera ist aus oder fort.", en="The camera is off or unplugged."),
    ),
}
CARD = Text(de="Karte", en="Card")
TAKEN_BACK = Text(de="Karte zurückgenommen", en="Card taken back")
CLEARED = Text(de="Stich mit {count} Karten genommen", en="Trick of {count} cards taken")
FACE_DOWN = Text(de="Verdeckte Karte", en="Card face down")
FOREIGN = Text(de="Fremde Karte", en="Card of another deck")
LYING_CARDS = Text(de="{count} Karten lagen schon da", en="{count} cards were already there")
LYING_GONE = Text(de="Was schon dalag, ist weg", en="What was already there is gone")
DEBUG_MOVED = Text(de="Kamera ein wenig verrückt", en="Camera moved a little")
MOVED_FAR = Text(de="Kamera weit verrückt", en="Camera moved far")
TOOK = Text(de="gelesen nach {seconds:.1f} s", en="read after {seconds:.1f} s")
AT = Text(de="Zeit", en="Time")
WHAT = Text(de="Gesehen", en="Seen")
SURE = Text(de="Dafür gehalten", en="Taken for")
NOTHING_YET = Text(de="Noch nichts gesehen.", en="Nothing seen yet.")
