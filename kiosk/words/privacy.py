"""What the camera sees and what stays, for everybody at the table (docs/PRIVACY.md says more)."""

from __future__ import annotations

from engine.text import Text

TITLE = Text(de="Was die Kamera sieht und was bleibt", en="What the camera sees and what is kept")
SHORT = Text(de="Datenschutz", en="Privacy")
SEES = Text(de="Was sie sieht", en="What it sees")
SEES_LONG = Text(
    de="Gelesen und gezeigt wird nur das Quadrat in der Tischmitte: Karten und Hände. Das ganze "
    "Bild sieht nur, wer die Tischecken einmisst. Ein Mikrofon wird nicht benutzt.",
    en="Only the square in the middle of the table is read and shown: cards and hands. Only "
    "whoever marks the corners sees the whole picture. No microphone is used.",
)
STAYS = Text(de="Was bleibt", en="What is kept")
STAYS_LONG = Text(
    de="Karten, Ansagen, Punkte, Vermerke und die Namen, die ihr eintippt, alles in diesem Gerät. "
    "Wer ein Blatt einlernt, hebt Bilder der Karten auf.",
    en="Cards, calls, scores, remarks and the names you type in, all in this device. Whoever "
    "enrols a deck keeps pictures of the cards.",
)
NEVER = Text(de="Was nie von selbst bleibt", en="What is never kept by itself")
NEVER_LONG = Text(
    de="Bilder von Menschen und vom Spiel. Die letzten zehn Sekunden liegen nur im Arbeitsspeicher "
    "und sind weg, sobald die Kamera aus ist. Aufgehoben wird ein Ausschnitt nur, wenn jemand ihn "
    "ansieht und „Im Gerät behalten“ tippt; läuft eine Aufnahme, steht es auf jeder Seite.",
    en="Pictures of people and of play. The last ten seconds are in memory only and are gone once "
    "the camera is off. A clip is kept only where somebody watches it and taps “Keep on the "
    "device”; while a recording is made, every page says so.",
)
LOOKS_ON = Text(de="Wer zuschauen kann", en="Who can watch")
LOOKS_ON_LONG = Text(
    de="Niemand, bis hier „Handys“ eingeschaltet wird. Dann sehen Handys im selben WLAN Namen, "
    "Karten und Punkte, nie ein Bild der Kamera; das sieht nur, wer mit Code und PIN bedient.",
    en="Nobody until “Phones” are switched on here. Then phones on the same Wi-Fi see names, "
    "cards and scores, never a camera picture; only someone who controls the table with code and "
    "PIN can see that.",
)
TELLS = Text(de="Wem der Tisch etwas sagt", en="Whom the table tells")
TELLS_LONG = Text(
    de="Dem Broker {host}, so steht es in table.toml: was gespielt wird, wer an der Reihe ist, "
    "was der Tisch gesagt hat, Karten und Punkte fertiger Spiele, {names}. Nie ein Bild.",
    en="The broker {host}, as table.toml says: what is played, whose turn it is, what the table "
    "has said, cards and scores of finished deals, {names}. Never a picture.",
)
WITH_NAMES = Text(de="mit euren Namen", en="with your names")
WITHOUT_NAMES = Text(de="ohne Namen", en="without names")
FROM_AFAR = Text(
    de="{tells} Home Assistant kann die Kamera ausschalten; wieder an nur, wenn es sie selbst "
    "ausgeschaltet hat.",
    en="{tells} Home Assistant can switch the camera off, and back on only if it switched it off "
    "itself.",
)
OFF = Text(de="Ausschalten", en="Switching off")
OFF_LONG = Text(
    de="Ein Tipper oben rechts auf „Kamera“, die Taste „Kamera aus“ oder der rote Schieber "
    "an der Haube, jederzeit. Von selbst aus ist sie beim Einschalten und nach dem "
    "Abend{idle}. Aus heißt: Kein Programm benutzt sie, und das rote Licht ist dunkel.",
    en="A tap on “Camera” at the top right, the button “Camera off” or the red slide on the "
    "hood, at any time. By itself it is off at power-on and after the evening{idle}. Off "
    "means that no program is using it, and the red light is dark.",
)
OFF_IDLE = Text(
    de=", sonst nach {minutes} Minuten ohne Spiel",
    en=", or after {minutes} minutes without play",
)
GOES = Text(de="Vergessen, mitnehmen, löschen", en="Forgetting, taking home, deleting")
GOES_LONG = Text(
    de="Unter „Mehr“: „Namen“ vergisst jemanden oder gibt heraus, was von ihm bekannt ist; "
    "„Frühere Abende“ geht auf einen Stick mit; „Sichern“, „Ansehen und löschen“ löscht "
    "Sicherungen, beiseitegelegte Journale und exportierte Dateien: darin bleiben Namen, solange "
    "sie daliegen.",
    en="Under “More”: “Names” forgets somebody or hands out what is known about them; “Earlier "
    "evenings” can be saved to a stick; “Back up”, “See and delete” deletes "
    "backups, journals set aside and exported files: they keep names as long as they lie there.",
)
