"""What is said of a phone that is the camera: on the table's page, and on the phone."""

from __future__ import annotations

from engine.text import Text

PHONE = Text(de="Ein Handy als Kamera", en="A phone as the camera")
NOTE = Text(de="Code zeigen, Akku, Lampe", en="Show a code, battery, lamp")
THE_PHONE = Text(de="Handy", en="Phone")
LONG = Text(
    de="Das Handy liegt oder hängt über dem Tisch und schickt sein Bild nur an dieses Gerät. "
    "Gespeichert wird keines.",
    en="The phone lies or hangs above the table and sends its picture to this device only. "
    "No picture is stored.",
)
NOT_HERE = Text(
    de="Hier kann ein Handy nicht die Kamera sein: Der Tisch läuft mit einem Video oder mit "
    "--no-camera. Bitte ohne beides starten.",
    en="A phone cannot be the camera here: the table runs with a video or with --no-camera. "
    "Please start it with neither.",
)
TURN_ON = Text(de="Handy-Kamera einschalten", en="Turn on the phone camera")
TURN_OFF = Text(de="Handy-Kamera ausschalten", en="Turn off the phone camera")
IS_OFF = Text(
    de="Die Handy-Kamera ist aus: Kein Handy kommt herein.",
    en="The phone camera is off: no phone can get in.",
)
PHONE_SHUT = Text(
    de="Die Handy-Kamera ist ausgeschaltet. Unter „Ein Handy als Kamera“ geht sie wieder an; auch "
    "eine Kamera zum Anstecken geht.",
    en="The phone camera is switched off. Turn it on again under “A phone as the camera”, or "
    "plug in a camera.",
)
NEW_CODE = Text(de="Code zeigen", en="Show a code")
OTHER_CODE = Text(de="Code für ein anderes Handy", en="Code for another phone")
SCAN = Text(
    de="Mit der Handykamera anschauen und die Adresse öffnen; Handy und Gerät brauchen dasselbe "
    "WLAN.",
    en="Point the phone's camera here and open the address; phone and device need the same Wi-Fi.",
)
WARNING = Text(
    de="Der Browser warnt einmal, denn für dieses Gerät bürgt niemand im Netz; die Verbindung ist "
    "trotzdem verschlüsselt. Android: Erweitert, dann Weiter. iPhone: Details einblenden, dann "
    "diese Website besuchen.",
    en="The browser warns once, since nobody on the internet vouches for this device; the "
    "connection is encrypted all the same. Android: Advanced, then Proceed. iPhone: Show Details, "
    "then visit this website.",
)
GOOD_FOR = Text(
    de="gilt noch {minutes} Minuten, für ein Handy",
    en="valid for {minutes} more minutes, for one phone",
)
TAKES_THE_PLACE = Text(
    de="gilt noch {minutes} Minuten, an Stelle des jetzigen Handys",
    en="valid for {minutes} more minutes, in place of the present phone",
)
WAITING = Text(de="Das Handy meldet sich nicht.", en="The phone does not answer.")
NO_PHONE = Text(de="Noch ist kein Handy die Kamera.", en="No phone is the camera yet.")
THERE = Text(de="Das Handy ist da.", en="The phone is connected.")
SENDS = Text(
    de="{rate} Bilder in der Sekunde, {width} × {height}",
    en="{rate} pictures a second, {width} × {height}",
)
COARSE = Text(
    de="Die Verbindung ist langsam; die Bilder kommen gröber.",
    en="The connection is slow; the pictures are coarser.",
)
CAMERA_OFF = Text(
    de="Seine Kamera ist aus, bis sie am Tisch eingeschaltet wird.",
    en="Its camera is off until it is switched on at the table.",
)
BATTERY = Text(de="Akku {percent} %", en="Battery {percent}%")
CHARGING = Text(de="Akku {percent} %, lädt", en="Battery {percent}%, charging")
BATTERY_LOW = Text(
    de="Das Handy, das die Kamera ist, hat nur noch {percent} % Akku; bitte ans Ladegerät.",
    en="The phone that is the camera has only {percent}% of its battery left; please plug it in.",
)
TORCH_ON = Text(de="Lampe am Handy an", en="Phone's lamp on")
TORCH_OFF = Text(de="Lampe am Handy aus", en="Phone's lamp off")
TO_CAMERA = Text(de="Zur Kamera", en="To the camera")

# On the phone, in both languages at once
WRONG_CODE = Text(
    de="Dieser Code gilt nicht (mehr); bitte am Tisch einen neuen zeigen lassen.",
    en="This code is not valid (any more); please ask for a new one at the table.",
)
NOT_THIS_PHONE = Text(
    de="Dieses Handy ist nicht (mehr) die Kamera; bitte am Tisch einen neuen Code zeigen lassen.",
    en="This phone is not the camera (any more); please ask for a new code at the table.",
)
NOT_A_PICTURE = Text(
    de="Angenommen werden hier nur Bilder (JPEG).", en="Only pictures (JPEG) are accepted here."
)
TOO_MUCH = Text(
    de="Das war zu groß; das nächste Bild wird kleiner.",
    en="That was too large; the next picture will be smaller.",
)
NOT_UNDERSTOOD = Text(
    de="Damit kann dieses Gerät nichts anfangen.", en="This device cannot make sense of that."
)
CODE_ASKED = Text(de="Code vom Bildschirm am Tisch", en="Code from the table's screen")
GO_ON = Text(de="Weiter", en="Go on")
SHARE = Text(de="Kamera freigeben", en="Share the camera")
NO_SCRIPT = Text(
    de="Dafür muss JavaScript eingeschaltet sein.", en="JavaScript has to be on for this."
)
STATES = {
    "starting": Text(de="Einen Moment …", en="Just a moment …"),
    "code": Text(
        de="Den Code vom Bildschirm am Tisch eingeben.",
        en="Enter the code from the table's screen.",
    ),
    "on": Text(
        de="Die Kamera läuft. Handy so liegen lassen, Seite offen, am besten am Ladegerät.",
        en="The camera is running. Leave the phone as it is, this page open, best on its charger.",
    ),
    "off": Text(
        de="Verbunden, die Kamera ist aus. Am Tisch „Kamera einschalten“ antippen.",
        en="Connected, the camera is off. Tap “Switch the camera on” at the table.",
    ),
    "lost": Text(
        de="Keine Verbindung zum Tisch; es wird weiter versucht. Ist das WLAN dasselbe?",
        en="No connection to the table; trying again. Is it the same Wi-Fi?",
    ),
    "over": Text(
        de="Am Tisch wurde die Handy-Kamera ausgeschaltet. Geht sie dort wieder an, meldet sich "
        "diese Seite von selbst.",
        en="The phone camera was switched off at the table. Once it is on again there, this page "
        "comes back by itself.",
    ),
    "refused": Text(
        de="Die Kamera ist nicht erlaubt. Bitte unten antippen und erlauben.",
        en="The camera is not allowed. Please tap below and allow it.",
    ),
    "hidden": Text(
        de="Die Seite muss im Vordergrund bleiben.", en="This page has to stay in front."
    ),
    "none": Text(
        de="Dieser Browser gibt keine Kamera her; bitte Chrome oder Safari nehmen.",
        en="This browser cannot share the camera; please use Chrome or Safari.",
    ),
}
