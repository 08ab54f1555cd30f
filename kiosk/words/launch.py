"""What the page says where the table cannot be had, and what a tap can do about it."""

from __future__ import annotations

from engine.text import Text

TITLE = Text(de="Da fehlt noch etwas", en="Something is missing")
AGAIN = Text(de="Noch einmal versuchen", en="Try again")
ASIDE = Text(de="Beiseitelegen, neu anfangen", en="Set it aside, start again")
ASIDE_LONG = Text(
    de="Das beschädigte Journal kommt in einen Ordner und bleibt liegen; gelöscht wird nichts. Die "
    "Punkte darin stehen danach nicht mehr auf der Seite, bis jemand sie rettet.",
    en="The damaged journal is moved to a folder and kept; nothing is deleted. Its scores are not "
    "on the page until somebody recovers them.",
)
BACKUP = Text(de="Letzte Sicherung", en="Last backup")
BACKUP_LONG = Text(
    de="Sicherung vom {at}: Ihre Abende kommen an die Stelle des beschädigten Journals; was danach "
    "war, fehlt. Was vom Journal da ist, kommt in einen Ordner und bleibt liegen.",
    en="Backup of {at}: its evenings take the place of the damaged journal; what came after it is "
    "missing. What is left of the journal is moved to a folder and kept.",
)
BACKUP_WHOLE = Text(
    de="Sicherung vom {at}: Sie hat alles, was aufgezeichnet war, und kommt an die Stelle des "
    "Journals. Was davon da ist, kommt in einen Ordner und bleibt liegen.",
    en="Backup of {at}: it has everything that was recorded and takes the journal's place. What is "
    "left of that is moved to a folder and kept.",
)
COMPARED = Text(
    de="Einträge, mit denen es weitergeht: {whole}; in der Sicherung vom {at}: {saved}.",
    en="Entries to go on with: {whole}; in the backup of {at}: {saved}.",
)
GO_ON_WITH_NAMES = Text(de="Weiter, Namen aus Sicherungen", en="Go on, names from backups")
SURE = Text(de="{way}?", en="{way}?")
BACK = Text(de="Abbrechen", en="Cancel")

WAYS = Text(de="Was hier weiterhilft, steht unten zum Antippen.", en="Tap below what helps.")
UNFORESEEN = Text(
    de="Beim Start ist etwas schiefgegangen, womit niemand gerechnet hat; Näheres steht im "
    "Protokoll des Geräts. Aufgeschriebenes ist unberührt.",
    en="Something unexpected went wrong at the start; the device's log tells more. What was "
    "recorded is untouched.",
)
ENDED_BADLY = Text(
    de="Mehrkopf ist mehrmals kurz nacheinander ausgefallen. Aufgeschriebenes ist unberührt; ohne "
    "Kamera geht es meistens weiter.",
    en="Mehrkopf failed several times in a short while. What was recorded is untouched; it "
    "usually works without the camera.",
)
DEFAULTS = Text(de="Mit üblichen Werten anfangen", en="Start with the usual values")
DEFAULTS_HOLD = Text(
    de="Die Einstellungen des Tisches waren nicht zu lesen: Bis zum Ausschalten gelten die "
    "üblichen Werte. Die Datei blieb, wie sie ist.",
    en="The table's configuration could not be read: the usual values apply until it is switched "
    "off. The file was left as it is.",
)
FRESH = Text(de="Einstellungen neu anfangen", en="Start the settings afresh")
FRESH_LONG = Text(
    de="Die Datei, die nicht zu lesen ist, bleibt unter anderem Namen daneben liegen; eine neue "
    "mit üblichen Werten kommt an ihre Stelle und gilt auch nach dem nächsten Einschalten. Namen "
    "werden danach nicht von selbst vergessen, bis es in der neuen Datei steht.",
    en="The file that cannot be read is kept beside it under another name; a new one with the "
    "usual values takes its place and holds after the next start too. Names are not forgotten "
    "automatically after that until the new file says so.",
)
FRESH_HOLDS = Text(
    de="Die Einstellungen des Tisches sind neu, mit üblichen Werten. Was nicht zu lesen war, liegt "
    "in {file}.",
    en="The table's configuration is new, with the usual values. What could not be read is kept "
    "in {file}.",
)
PORT_TAKEN = Text(de="{why} Bis dahin wird gewartet.", en="{why} Waiting until it is free.")
PAD = Text(de="Ohne Kamera weiter", en="Continue without the camera")
OTHER_DECK = Text(de="Mit dem Blatt „{deck}“ weiter", en='Continue with the deck "{deck}"')
BAD_DECK = Text(
    de="Das Blatt „{deck}“ ist nicht da oder nicht zu lesen. Neu einlernen lässt es sich später "
    "unter „Mehr“, „Kamera und Blatt“.",
    en="The deck “{deck}” is not there or cannot be read. It can be enrolled again later under "
    "“More”, “Camera and deck”.",
)
OWN = Text(de="Zum eigenen Abend", en="To your own evening")
PASSING = Text(de="Vorläufig aufschreiben", en="Record for now")
PASSING_LONG = Text(
    de="Der Abend wird ohne Kamera aufgeschrieben, aber nicht aufgehoben: Beim Ausschalten ist er "
    "fort. Was schon aufgeschrieben war, bleibt unberührt.",
    en="The evening is recorded without the camera but not kept: it is gone once the device is "
    "switched off. What was recorded before stays untouched.",
)
PASSING_HOLDS = Text(
    de="Dieser Abend ist beim Ausschalten fort. Bitte die Punkte vorher abschreiben oder "
    "mitnehmen.",
    en="This evening is gone once the device is switched off. Please copy or save the scores "
    "first.",
)
OTHER_LANGUAGE = Text(de="English", en="Deutsch")

WATCHES_CAMERA = Text(
    de="Kamera: {source}; sie bleibt aus, bis am Bildschirm jemand Ja sagt.",
    en="Camera: {source}; it stays off until somebody says yes on the screen.",
)
WATCHES_VIDEO = Text(de="Gezeigt wird: {source}", en="Showing: {source}")
WATCHES_SAMPLE = Text(
    de="Keine Kamera gefunden: Es läuft die Vorführung.",
    en="No camera found: the demonstration is playing.",
)
NOT_FOUND = Text(
    de="Keine Kamera gefunden: Der Abend geht ohne weiter, aufgeschrieben wird von Hand.",
    en="No camera found: the evening goes on without one, with the score kept by hand.",
)
WATCHES_NOTHING = Text(
    de="Ohne Kamera, wie gewünscht: Aufgeschrieben wird von Hand.",
    en="Without a camera, as asked: the score is kept by hand.",
)
KEPT_IN = Text(de="Aufgehoben wird alles in {folder}", en="Everything is kept in {folder}")
