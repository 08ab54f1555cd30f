"""What the page says of a part that failed and of a trifle that was damaged."""

from __future__ import annotations

from engine.text import Text

EYES = Text(de="Das Lesen der Karten", en="Reading the cards")
BUTTONS = Text(de="Die Bedienung über die Tasten", en="The buttons")
VOICE = Text(de="Töne und Stimme", en="Sounds and voice")
NIGHT = Text(de="Die Nachtschaltung der Lichter", en="Dimming the lights at night")
PLUGGED = Text(de="Die Suche nach einer Kamera", en="The search for a camera")
SWITCH = Text(de="Das Ausschalten der Kamera von selbst", en="The camera’s automatic switch-off")
BACKUP = Text(de="Das Sichern nach dem Abend", en="The backup after the evening")
OPEN_CARDS = Text(de="Das Rechnen mit offenen Karten", en="Working out open cards")
WATCHDOG = Text(de="Die Selbstüberwachung", en="The watchdog")

BEGUN_AGAIN = Text(
    de="{part} ist gescheitert und läuft wieder (seit dem Start {count}-mal). Punkte und "
    "Aufgeschriebenes sind sicher.",
    en="{part} failed and is running again ({count} times since the start). Scores and everything "
    "recorded are safe.",
)
COUNTED = Text(
    de="{part}: seit dem Start {count}-mal neu begonnen.",
    en="{part}: restarted {count} times since the start.",
)
STAYS_OFF = Text(
    de="{part} scheitert immer wieder und bleibt aus; alles andere geht weiter. Punkte und "
    "Aufgeschriebenes sind sicher.",
    en="{part} keeps failing and stays off; everything else carries on. Scores and everything "
    "recorded are safe.",
)
AGAIN = Text(de="Noch einmal versuchen", en="Try again")
READ = Text(de="Gut", en="All right")
GONE = Text(
    de="Dieser Hinweis gilt nicht mehr; bitte zurück zum Tisch.",
    en="This notice is out of date; please go back to the table.",
)

TRIFLES = {
    "words.toml": Text(de="Die Wörter eurer Gegend", en="Your region's words"),
    "page.toml": Text(de="Sprache und Währung der Seite", en="The page's language and currency"),
    "strip.toml": Text(de="Die Helligkeit der Lichter", en="The brightness of the lights"),
    "comfort.toml": Text(de="Die Wahl der Töne", en="The choice of sounds"),
    "settings.toml": Text(de="Was von der Kamera eingemessen war", en="The camera’s measurements"),
    "phones.json": Text(de="Die Liste der Handys", en="The list of phones"),
    "pin": Text(de="Der PIN", en="The PIN"),
    "rulings.json": Text(
        de="Was die Turnierleitung zuletzt entschieden hat", en="What the organiser ruled last"
    ),
    "secret": Text(de="Der Schlüssel der Seite", en="The page's key"),
    "decks": Text(de="Der Ordner der Blätter", en="The folder of decks"),
    "rules": Text(de="Der Ordner der Hausregeln", en="The folder of house rules"),
    "exports": Text(de="Der Ordner der Exporte", en="The folder of exports"),
    "clips": Text(de="Der Ordner der Ausschnitte", en="The folder of clips"),
    "backups": Text(de="Der Ordner der Sicherungen", en="The folder of backups"),
    "sample.sqlite": Text(de="Die Vorführung", en="The demonstration"),
}
SET_ASIDE = Text(
    de="{what}: nicht lesbar, darum gilt die Vorgabe. Bitte neu einstellen; die alte Datei liegt "
    "noch im Datenordner.",
    en="{what}: cannot be read, so the usual values apply. Please set it again; the old file is "
    "still in the data folder.",
)
COMES_AGAIN = {
    "secret": Text(
        de="Der Schlüssel der Seite war nicht lesbar; sie hat jetzt einen neuen. Handys, von "
        "denen aus jemand mitschrieb, müssen sich neu anmelden.",
        en="The page's key could not be read; it has a new one now. Phones that kept the score "
        "have to sign in again.",
    ),
    "rulings.json": Text(
        de="{what}: nicht lesbar; es steht wieder da, sobald der Broker antwortet. Die alte Datei "
        "liegt noch im Datenordner.",
        en="{what}: cannot be read; it is shown again as soon as the broker answers. The old file "
        "is still in the data folder.",
    ),
}
"""What nobody can set, and is said of it instead."""
NOT_SET_ASIDE = Text(
    de="{what}: nicht lesbar, darum gilt die Vorgabe ({why}).",
    en="{what}: cannot be read, so the usual values apply ({why}).",
)
