"""What the page says of the box, its buttons, its lights and its sounds; and what is spoken."""

from __future__ import annotations

from engine.text import Text
from firmware_bridge.buttons import Button
from firmware_bridge.link.status import LineState

NAME = {
    Button.UNDO: Text(de="Taste Rückgängig", en="Undo button"),
    Button.NEXT_DEAL: Text(de="Taste Nächstes Spiel", en="Next deal button"),
    Button.CONFIRM: Text(de="Taste Bestätigen", en="Confirm button"),
    Button.MUTE: Text(de="Taste Stumm", en="Mute button"),
    Button.CAMERA: Text(de="Taste Kamera aus", en="Camera off button"),
}
SAID = Text(de="{button}: {words}", en="{button}: {words}")

DEALT = Text(de="Das nächste Spiel beginnt.", en="The next deal begins.")
CARD_CONFIRMED = Text(de="{card} ist bestätigt.", en="{card} is confirmed.")
SETTLED = Text(de="Das Spiel ist abgerechnet.", en="The deal is settled.")
WENT_ON = Text(de="Es geht weiter.", en="On we go.")
MUTED = Text(de="Summer und Stimme schweigen jetzt.", en="Buzzer and voice are silent now.")
HEARD = Text(de="Summer und Stimme sind wieder an.", en="Buzzer and voice are on again.")

CAMERA_OFF = Text(
    de="Die Kamera ist aus; einschalten geht am Bildschirm.",
    en="The camera is off; it is switched on at the screen.",
)

NOTHING_HERE = Text(
    de="Hier gibt es nichts zu bestätigen; bitte am Bildschirm wählen.",
    en="There is nothing to confirm; please choose on the screen.",
)
TABLE_DECIDES = Text(
    de="Darüber entscheidet der Tisch; bitte am Bildschirm antippen.",
    en="That is for the table to decide; please tap the screen.",
)
NO_RESULT = Text(
    de="Das nächste Spiel beginnt erst, wenn ein Ergebnis dasteht.",
    en="The next deal begins only once there is a result.",
)
ANSWER_FIRST = Text(
    de="Bitte erst die Frage am Bildschirm beantworten.",
    en="Please answer the question on the screen first.",
)
TOO_SOON = Text(
    de="Das steht eben erst da; bitte ansehen und noch einmal drücken.",
    en="That has only just come up; please look and press again.",
)
FAILED = Text(
    de="Das ging nicht; bitte am Bildschirm antippen.",
    en="That did not work; please tap the screen.",
)
SEVERAL = Text(
    de="Mehrere Tasten zugleich gedrückt: Es ist nichts geschehen.",
    en="Several buttons pressed at once: nothing was done.",
)


TITLE = Text(de="Lichtband", en="Light strip")
BACK = Text(de="Zurück", en="Back")
STATES = {
    LineState.SEARCHING: Text(de="Kein Lichtband angesteckt", en="No light strip plugged in"),
    LineState.GREETING: Text(de="Wird gesucht …", en="Searching …"),
    LineState.CONNECTED: Text(de="Verbunden", en="Connected"),
    LineState.LOST: Text(de="Keine Verbindung", en="No connection"),
    LineState.CLOSED: Text(de="Beendet", en="Closed"),
}
SEARCHING_LONG = Text(
    de="Das ist in Ordnung: Gezeigt wird dasselbe als Rahmen um diese Seite. Ein Lichtband wird "
    "gefunden, sobald es angesteckt ist.",
    en="That is fine: the frame round this page shows the same. A light strip is found as soon as "
    "it is plugged in.",
)
ONLY_PAGE = Text(de="Nur auf der Seite", en="On the page only")
ONLY_PAGE_LONG = Text(
    de="In table.toml steht unter [strip] „simulated“: Gezeigt wird nur der Rahmen um diese Seite.",
    en='table.toml has "simulated" under [strip]: only the frame round this page is shown.',
)
OFF = Text(de="Ausgeschaltet", en="Switched off")
OFF_LONG = Text(
    de="So steht es in den Einstellungen des Geräts (table.toml, [strip] „off“). Ohne diese Zeile "
    "wird das Lichtband nach dem nächsten Einschalten gesucht.",
    en='The device\'s configuration says so (table.toml, [strip] "off"). Without that line the '
    "strip is looked for once the device is switched on again.",
)
LAST_TROUBLE = Text(de="Zuletzt", en="Last trouble")
FOUND = Text(de="Gefunden an", en="Found at")
LOOKED_AT = Text(de="Gesucht an", en="Searched at")
DRIVER = Text(de="Treiber", en="Driver")
DRIVERS = {
    "mehrkopf": Text(de="eigene Steuerung", en="our own controller"),
    "wled": Text(de="WLED", en="WLED"),
}
FIRMWARE = Text(de="Firmware", en="Firmware")
LIGHTS = Text(de="Lichter", en="Lights")
CURRENT = Text(de="Strom höchstens", en="Maximum current")
MILLIAMPS = Text(de="{count} mA", en="{count} mA")
CAUSE = Text(de="Letzter Start", en="Last start")
OTHER_COUNT = Text(
    de="Das Lichtband hat {theirs} Lichter, in table.toml stehen {ours}; bitte „lights“ unter "
    "[strip] oder die Zahl in WLED berichtigen.",
    en='The strip has {theirs} lights, table.toml says {ours}; please correct "lights" under '
    "[strip] or the number in WLED.",
)
MISMATCHED = Text(
    de="WLED zeigt andere Farben als verlangt; bitte dort Farbfolge, Helligkeit und "
    "Strombegrenzung prüfen.",
    en="WLED shows other colours than asked for; please check colour order, brightness and current "
    "limit there.",
)
PICTURES = Text(de="Bilder gezeigt", en="Pictures shown")
PICTURE_TIME = Text(de="Letztes Bild", en="Newest picture")
TIMES = Text(de="{last} ms (längstens {worst} ms)", en="{last} ms (at most {worst} ms)")
RESENT = Text(de="Noch einmal geschickt", en="Sent again")
RESENT_OF = Text(de="{again} von {all}", en="{again} of {all}")
BROKEN = Text(de="Unleserlich angekommen", en="Arrived unreadable")
LOST = Text(de="Verbindung abgerissen", en="Connection lost")
RESETS = Text(de="Neustarts der Steuerung", en="Controller restarts")
DIMMED = Text(de="Von der Steuerung gedimmt", en="Dimmed by the controller")
PRESSES = Text(de="Tastendrücke", en="Button presses")
BAD_LINE = Text(
    de="In der letzten Zeit mussten viele Nachrichten noch einmal geschickt werden: Kabel, Stecker "
    "und Netzteil prüfen.",
    en="Many messages had to be sent again lately: check cable, plug and power supply.",
)
HEALTH = Text(de="Leitung", en="Line")
BRIGHTNESS = Text(de="Helligkeit", en="Brightness")
PERCENT = Text(de="{share} %", en="{share}%")
NIGHT = Text(de="Nachts dunkler", en="Darker at night")
NIGHTS = {
    "auto": Text(de="von {since} bis {until} Uhr", en="from {since} to {until}"),
    "on": Text(de="immer", en="always"),
    "off": Text(de="nie", en="never"),
}
NIGHT_NOW = Text(de="Jetzt gilt die Nacht.", en="It is night now.")
SWITCHED_OFF = Text(
    de="Das Lichtband ist von außen ausgeschaltet. Eine Helligkeit antippen macht es wieder an.",
    en="The light strip was switched off from elsewhere. Tap a brightness to light it again.",
)
COLOUR_TEST = Text(de="Farben prüfen", en="Test the colours")
PLACE_TEST = Text(de="Seiten prüfen", en="Test the sides")
COLOURS = {
    "red": Text(de="Rot", en="Red"),
    "green": Text(de="Grün", en="Green"),
    "blue": Text(de="Blau", en="Blue"),
    "white": Text(de="Weiß", en="White"),
}
FIRST = Text(de="Anfang", en="Start")
SEAT = Text(de="Platz {number}", en="Seat {number}")
TELL_COLOUR = Text(
    de="Alle Lichter sind jetzt {colour}. Stimmt die Farbe nicht, ist im Band die Farbfolge anders "
    "(wir schicken Grün, Rot, Blau).",
    en="All lights are {colour} now. If the colour is wrong the strip has another colour order (we "
    "send green, red, blue).",
)
TELL_FIRST = Text(
    de="Das weiße Licht muss am rechten Ende der Seite von {name} liegen, der blaue Schweif im "
    "Uhrzeigersinn dahinter. Sonst in table.toml unter [strip] „zero_at“ oder „clockwise“ ändern.",
    en="The white light must be at the right end of {name}'s side, the blue tail behind it, "
    'clockwise. If not, change "zero_at" or "clockwise" under [strip] in table.toml.',
)
TELL_SEAT = Text(
    de="Jetzt leuchtet die Seite von {name}. Leuchtet eine andere, in table.toml „zero_at“ unter "
    "[strip] oder „seat_angles“ unter [camera] ändern.",
    en='The side of {name} is lit now. If it is another one, change "zero_at" under [strip] or '
    '"seat_angles" under [camera] in table.toml.',
)
TELL_NONE = Text(
    de="Antippen, und die Lichter zeigen es; nach einer Minute hört die Prüfung von selbst auf.",
    en="Tap, and the lights show it; after a minute the test ends by itself.",
)
TELL_PAGE_ONLY = Text(
    de="Eine Prüfung zeigt nur der Rahmen um diese Seite; nach einer Minute hört sie von selbst "
    "auf.",
    en="Only the frame round this page shows a test; after a minute it ends by itself.",
)
TELL_UNREACHED = Text(
    de="Ohne Verbindung kommt keine Prüfung beim Lichtband an: Nur der Rahmen um diese Seite zeigt "
    "sie; nach einer Minute hört sie von selbst auf.",
    en="Without a connection no test reaches the strip: only the frame round this page shows it; "
    "after a minute it ends by itself.",
)
TELL_OFF = Text(
    de="Es ist kein Lichtband eingerichtet; eine Prüfung zeigt nichts.",
    en="No light strip is set up; a test shows nothing.",
)
END_TEST = Text(de="Prüfung beenden", en="End the test")
WRONG_TEST = Text(
    de="Diese Prüfung gibt es nicht; bitte eine der angebotenen antippen.",
    en="There is no such test; please tap one of those offered.",
)
WRONG_CHOICE = Text(
    de="Das lässt sich nicht wählen; bitte eines der angebotenen antippen.",
    en="That is not a choice; please tap one of those offered.",
)
CHOICE_UNREADABLE = Text(
    de="Die gewählte Helligkeit {file} ist nicht lesbar ({why}); die Datei löschen oder "
    "berichtigen.",
    en="The chosen brightness {file} cannot be read ({why}); delete or correct the file.",
)
CHOICE_WRONG = Text(
    de="In {file} passt „{key}“ nicht; die Datei löschen oder berichtigen.",
    en='In {file} "{key}" does not fit; delete or correct the file.',
)

SOUND_HEADING = Text(de="Töne und Stimme", en="Sounds and voice")
SOUNDS_LONG = Text(
    de="Gesagt wird nur, was auch auf dem Tisch steht.",
    en="Nothing is said that is not on the screen.",
)
SOUND = Text(de="Töne", en="Sounds")
SOUND_LONG = Text(
    de="Ein leiser Ton bei Befund, Frage und Spielende.",
    en="A quiet tone with a finding, a question and a result.",
)
SPEECH = Text(de="Stimme", en="Voice")
SPEECH_LONG = Text(
    de="Sagt laut, was gespielt wird und wie es ausging.",
    en="Says aloud what is played and how it ended.",
)
EVERY = Text(de="Der Abend zum Hören", en="The evening by ear")
EVERY_LONG = Text(
    de="Für alle, die den Bildschirm schlecht sehen: jede Karte mit Namen, wer den Stich macht, "
    "wer dran ist, Fragen und wer wem zahlt. Auch nach 22 Uhr.",
    en="For those who see the screen badly: every card with its name, who takes the trick, whose "
    "turn it is, questions and who pays whom. After 10 p.m. too.",
)
VOLUME = Text(de="Lautstärke", en="Volume")
SOUND_NIGHT = Text(de="Nachtruhe", en="Quiet at night")
NIGHT_LONG = Text(
    de="Von 22 bis 6 Uhr bleibt alles still.", en="From 10 p.m. to 6 a.m. all is silent."
)
ON = Text(de="an", en="on")
SOUND_OFF = Text(de="aus", en="off")
LEVELS = (Text(de="leise", en="quiet"), Text(de="mittel", en="medium"), Text(de="laut", en="loud"))
TRY = Text(de="Probe hören", en="Try it")
TRIED = Text(de="So klingt der Tisch.", en="This is how the table sounds.")
QUIET_NOW = Text(
    de="Jetzt ist Nachtruhe: Es ist nichts zu hören.", en="It is night: nothing will be heard."
)
MUTED_NOW = Text(
    de="Der Tisch ist stumm geschaltet: Es ist nichts zu hören.",
    en="The table is muted: nothing will be heard.",
)
UNMUTE = Text(de="Ton wieder an", en="Sound on again")
MISSING = Text(
    de="Auf diesem Gerät fehlt {what}; bitte „sudo apt install {package}“ eingeben lassen.",
    en='This device has no {what}; please have "sudo apt install {package}" entered.',
)
UNKNOWN = Text(
    de="Das kann man hier nicht einstellen; bitte einen der Knöpfe antippen.",
    en="That cannot be set here; please tap one of the buttons.",
)
UNREADABLE = Text(
    de="Die Wahl der Töne {file} ist nicht lesbar ({why}); die Datei löschen oder berichtigen.",
    en="The choice of sounds {file} cannot be read ({why}); delete or correct the file.",
)
WRONG = Text(
    de="In {file} passt „{key}“ nicht; die Datei löschen oder berichtigen.",
    en='In {file} the entry "{key}" does not fit; delete or correct the file.',
)

CARD_ASKED = Text(de="Eine Karte ist unklar.", en="A card is unclear.")
"""Spoken with a question; which card it may be stands on the screen."""
