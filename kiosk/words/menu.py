"""What the menu says, and the pages of the disk's room and of the table's own words behind it."""

from __future__ import annotations

from engine.text import Text

TITLE = Text(de="Mehr", en="More")
THIS_DEAL = Text(de="Dieses Spiel", en="This deal")
THIS_EVENING = Text(de="Der Abend", en="The evening")
THIS_TABLE = Text(de="Der Tisch", en="The table")
DEALS_LONG = Text(de="ansehen, berichtigen", en="view, correct")
CHANGE_LONG = Text(de="ohne ein Spiel", en="without a deal")
END_LONG = Text(de="abrechnen, mitnehmen", en="settle up, save")
PEOPLE = Text(de="Leute und Spiel", en="People and game")
PEOPLE_LONG = Text(de="kommen, gehen, aushelfen, Pause", en="join, leave, stand in, break")
REMARK = Text(de="Vermerk", en="Remark")
REMARK_LONG = Text(de="zum Spiel; wie gegeben wurde", en="on the deal; how it was dealt")
RULES = Text(de="Hausregeln", en="House rules")
RULES_LONG = Text(de="Tarif und was gilt", en="prices and what counts")
RULES_DRAFT = Text(de="ein Entwurf wartet", en="a draft is waiting")
CAMERA = Text(de="Kamera und Blatt", en="Camera and deck")
CAMERA_LONG = Text(de="einrichten, einlernen, prüfen", en="set up, enrol, test")
DECK = Text(de="Anderes Blatt", en="Another deck")
DECK_LONG = Text(de="jetzt: „{deck}“", en='now: "{deck}"')
PHONES = Text(de="Handys", en="Phones")
PHONES_LONG = Text(de="zuschauen und bedienen", en="watch and control")
EVENINGS = Text(de="Frühere Abende", en="Earlier evenings")
EVENINGS_LONG = Text(de="Spiele, Punkte, mitnehmen", en="deals, scores, save")
SOUNDS = Text(de="Töne und Stimme", en="Sounds and voice")
SOUNDS_LONG = Text(de="was zu hören ist", en="what you hear")
WORDS = Text(de="Gras, Laub oder Blatt", en="Names of suits")
WORDS_LONG = Text(de="wie es bei euch heißt", en="as you call them")
STRIP = Text(de="Lichtband", en="Light strip")
STRIP_LONG = Text(de="Helligkeit, prüfen", en="brightness, test")
SPACE = Text(de="Speicherplatz", en="Storage")
SPACE_LONG = Text(de="wie viel frei ist", en="how much is free")
SHOW = Text(de="Vorführung", en="Demonstration")
SHOW_LONG = Text(de="so geht ein Abend", en="what an evening is like")
SHOW_AGAIN = Text(de="Noch einmal", en="Play it again")
SHOW_AGAIN_LONG = Text(de="die Vorführung von vorn", en="the demonstration from the start")

ROOM_LOW = Text(
    de="Der Speicher wird voll: noch {size}, das reicht für etwa {n} Abende. Bitte bald Platz "
    "schaffen.",
    en="The storage is filling up: {size} left, enough for about {n} evenings. Please free up "
    "space soon.",
)
ROOM_SCARCE = Text(
    de="Der Speicher ist fast voll: nur noch {size}. Bitte jetzt Platz schaffen, sonst kann dieser "
    "Abend nicht zu Ende geschrieben werden.",
    en="The storage is nearly full: only {size} left. Please free up space now, or this evening "
    "cannot be recorded to the end.",
)
MAKE_ROOM = Text(de="Platz schaffen", en="Free up space")
ROOM_TITLE = Text(de="Platz auf dem Speicher", en="Storage")
ROOM_FREE = Text(
    de="{size} frei, genug für etwa {n} Abende.", en="{size} free, enough for about {n} evenings."
)
ROOM_PLENTY = Text(
    de="{size} frei, genug für über {n} Abende.",
    en="{size} free, enough for more than {n} evenings.",
)
"""n is rounded down."""
ROOM_UNKNOWN = Text(
    de="Wie viel frei ist, lässt sich nicht sagen.", en="It is not known how much is free."
)
HEAPS = {
    "journal": Text(de="Eure Abende (bleiben)", en="Your evenings (stay)"),
    "decks": Text(de="Eingelernte Blätter", en="Enrolled decks"),
    "exports": Text(de="Exportierte Dateien", en="Exported files"),
    "sample": Text(de="Vorführung", en="Demonstration"),
}
ROOM_FILES = Text(de="{n} Dateien, {size}", en="{n} files, {size}")
CLEAR = Text(de="Löschen …", en="Delete …")
CLEAR_ASK = Text(de="{what} löschen?", en="Delete: {what}?")
CLEAR_ASK_LONG = Text(
    de="{n} Dateien, {size}. Abende und Punkte bleiben; die Dateien lassen sich neu machen.",
    en="{n} files, {size}. Evenings and scores stay; the files can be made again.",
)
CLEAR_YES = Text(de="Ja, löschen", en="Yes, delete")
NO_HEAP = Text(de="Das lässt sich von hier nicht löschen.", en="That cannot be deleted from here.")
NOT_CLEARED = Text(
    de="Es konnte nicht gelöscht werden ({why}). Bitte Rechte prüfen.",
    en="It could not be deleted ({why}). Please check the permissions.",
)
DECKS_HINT = Text(
    de="Blätter löscht „Kamera und Blatt“. Alte Dateien am besten erst auf einen Stick mitnehmen.",
    en="Decks are deleted under “Camera and deck”. Save old files to a stick first.",
)

REGION_HEADING = Text(de="So heißt’s bei uns", en="What we call it")
REGION_LONG = Text(
    de="Gilt ab sofort auf jeder Seite; an den Punkten ändert sich nichts.",
    en="The words apply to German pages, the French cards' letters to all; points stay as "
    "they are.",
)
REGION_WORDS = Text(de="Unsere Wörter", en="Our words")
REGION_TITLES = {
    "gras": Text(de="Die Farbe", en="The suit"),
    "ass": Text(de="Die Höchste", en="The highest"),
    "unter": Text(de="Der Trumpf", en="The trump"),
    "index": Text(de="Dame und Bube", en="Queen and jack"),
}
UNKNOWN_WORD = Text(
    de="Dieses Wort kennt der Tisch nicht. Bitte eines der angebotenen antippen.",
    en="The table does not know that word. Please tap one of those offered.",
)
