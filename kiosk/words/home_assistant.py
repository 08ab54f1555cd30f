"""What Home Assistant calls the table and its parts."""

from __future__ import annotations

from engine.text import Text

DEVICE = Text(de="Mehrkopf Tisch {table}", en="Mehrkopf table {table}")
MODEL = Text(de="Kartentisch", en="Card table")
DEAL = Text(de="Spiel", en="Deal")
CONTRACT = Text(de="Gespielt wird", en="Contract")
TURN = Text(de="An der Reihe", en="Turn")
LEADER = Text(de="Führt", en="Leader")
EVENT = Text(de="Ereignis", en="Event")
CAMERA = Text(de="Kamera", en="Camera")
STRIP = Text(de="Lichtband", en="Light strip")

MAY_NOT = Text(
    de="Der Broker {host} lässt den Benutzer „{user}“ nicht unter {topic} schreiben: Home "
    "Assistant findet den Tisch nicht. Bitte seine Rechte am Broker prüfen.",
    en='The broker {host} does not let the user "{user}" write under {topic}: Home Assistant '
    "does not find the table. Please check the user’s rights at the broker.",
)
MAY_NOT_SHOW = Text(
    de="Der Broker {host} lässt den Benutzer „{user}“ nicht unter {topic} schreiben: Home "
    "Assistant sieht nicht, ob Kamera und Licht an sind. Bitte seine Rechte am Broker prüfen.",
    en='The broker {host} does not let the user "{user}" write under {topic}: Home Assistant does '
    "not see whether camera and light are on. Please check the user’s rights at the broker.",
)
