"""What the set-up pages of the camera say."""

from __future__ import annotations

from engine.text import Text

OFF = Text(
    de="Die Kamera ist aus: keine Lampe, kein Bild. Karten lassen sich von Hand legen.",
    en="The camera is off: no lamp, no picture. Cards can be laid by hand.",
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
STRIP = Text(de="Lichtband", en="Strip")
STRIP_NOTE = Text(de="Helligkeit, Lichter prüfen", en="Brightness, test the lights")
LOOK = Text(de="Was die Kamera versteht", en="What the camera makes of it")
LOOK_NOTE = Text(de="Für Helfer: der Stand des Lesens", en="For helpers: the state of the reading")
BACK = Text(de="Zurück", en="Back")
SWITCH_ON = Text(de="Kamera einschalten", en="Switch the camera on")
SWITCH_OFF = Text(de="Kamera ausschalten", en="Switch the camera off")
OFF_LEAD = Text(de="Die Kamera ist aus", en="The camera is off")
OFF_LONG = Text(
    de="Eingeschaltet sieht sie nur das Quadrat in der Tischmitte. Kein Bild wird gespeichert.",
    en="Switched on it sees only the square in the middle of the table. No picture is stored.",
)
STARTING = Text(de="Die Kamera startet …", en="The camera is starting …")
TROUBLE_LEAD = Text(de="Kein Bild", en="No picture")
NO_TROUBLE_TOLD = Text(
    de="Die Kamera liefert kein Bild; bitte Kabel und Strom prüfen.",
    en="The camera delivers no picture; please check cable and power.",
)
NONE_LEAD = Text(de="Hier läuft keine Kamera", en="No camera runs here")
NONE_LONG = {
    "sample": Text(
        de="Das ist die Vorführung mit dem mitgelieferten Abend. Eine Kamera anstecken und "
        "oben „Eigener Abend“ antippen.",
        en="This is the demonstration with the evening that came along. Plug in a camera and tap "
        "“Own evening” at the top.",
    ),
    "video": Text(
        de="Gelesen wird ein Video; dafür ist nichts einzurichten.",
        en="A video is being read; nothing has to be set up for it.",
    ),
    "none": Text(
        de="Mehrkopf läuft als Schreibblock ohne Kamera. Kommt eine Kamera dazu: "
        "anstecken und oben auf „Kamera da“ tippen; der Abend geht weiter. Steht das nach einer "
        "Minute nicht da, das Gerät aus- und wieder einschalten.",
        en="mehrkopf runs as a score pad without a camera. To add a camera: plug it in and tap "
        "“Camera there” at the top; the evening goes on. If that is not there after a minute, "
        "switch the device off and on again.",
    ),
    "camera": Text(de="Keine Kamera.", en="No camera."),
}
NO_CAMERA_HERE = Text(
    de="Hier läuft keine Kamera, die sich einstellen ließe; bitte eine anstecken und oben auf "
    "„Kamera da“ tippen.",
    en="No camera runs here that could be adjusted; please plug one in and tap “Camera there” at "
    "the top.",
)
LOCK_AT_CAMERA = Text(
    de="Eine Netzwerkkamera lässt sich von hier nicht festhalten; bitte an der Kamera selbst.",
    en="A network camera cannot be held from here; please do it at the camera itself.",
)
LOCK = Text(de="Festhalten", en="Hold")
LOCKING = Text(
    de="Die Kamera stellt sich ein – bitte den Tisch so lassen.",
    en="The camera is adjusting – please leave the table as it is.",
)
LOCKED = Text(de="Festgehalten: {values}.", en="Held: {values}.")
IS_LOCKED = Text(de="Festgehalten: {values}", en="Held: {values}")
NOT_LOCKED = Text(
    de="Belichtung und Schärfe regelt die Kamera selbst.",
    en="The camera adjusts exposure and focus by itself.",
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
PLACED = Text(de="Der Tisch ist eingemessen.", en="The table is measured.")
NOT_PLACED = Text(
    de="Der Tisch ist noch nicht eingemessen; angenommen wird ein Blick von oben.",
    en="The table is not measured yet; a view from above is assumed.",
)
MOVED = Text(
    de="Kamera oder Tisch wurde verrückt: bitte die Ecken neu zeigen.",
    en="Camera or table was moved: please show the corners again.",
)
PLACE = Text(de="Tischecken", en="Corners")
SEATS = Text(de="Plätze", en="Seats")
METERS_WAIT = Text(de="Das Bild wird beurteilt …", en="The picture is being judged …")
ALL_GOOD = Text(de="Alles gut: so kann gespielt werden.", en="All is well: ready to play.")
