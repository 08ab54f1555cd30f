"""What is said when the table's computer is switched off or on again."""

from __future__ import annotations

from engine.text import Text

OFF = Text(de="Ausschalten", en="Switch off")
OFF_LONG = Text(de="das ganze Gerät", en="the whole device")
AGAIN = Text(de="Neu starten", en="Restart")
AGAIN_LONG = Text(de="aus und wieder an", en="off and on again")
ASK = {
    "poweroff": Text(de="Das Gerät ausschalten?", en="Switch the device off?"),
    "reboot": Text(de="Das Gerät neu starten?", en="Restart the device?"),
}
LONG = {
    "poweroff": Text(
        de="Alles ist gesichert; beim nächsten Einschalten geht es hier weiter. Den Stecker erst "
        "ziehen, wenn der Bildschirm dunkel ist.",
        en="Everything is kept; when it is switched on again it goes on from here. Pull the plug "
        "only when the screen is dark.",
    ),
    "reboot": Text(
        de="Alles ist gesichert; nach etwa einer Minute geht es hier weiter.",
        en="Everything is kept; after about a minute it goes on from here.",
    ),
}
YES = {
    "poweroff": Text(de="Ja, ausschalten", en="Yes, switch off"),
    "reboot": Text(de="Ja, neu starten", en="Yes, restart"),
}
GOING = {
    "poweroff": Text(de="Das Gerät geht aus. Servus!", en="The device is going off. Goodbye!"),
    "reboot": Text(de="Das Gerät startet neu.", en="The device is restarting."),
}
NO_PI = Text(
    de="Das hier ist kein Raspberry Pi; bitte den Computer so ausschalten wie sonst auch.",
    en="This is no Raspberry Pi; please switch the computer off the way you always do.",
)
NOT_ALLOWED = Text(
    de="Das System lässt das von hier aus nicht zu. Alles ist gesichert; bitte am Gerät selbst "
    "ausschalten.",
    en="The system does not allow that from here. Everything is kept; please switch it off at the "
    "device itself.",
)
UNKNOWN = Text(de="Das gibt es hier nicht.", en="There is no such thing here.")
