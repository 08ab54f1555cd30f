"""What the set-up pages of the decks say."""

from __future__ import annotations

from engine.text import Text

NO_CAMERA = Text(
    de="Zum Einlernen braucht es eine Kamera, und hier läuft keine. Bitte anstecken und oben "
    "auf „Kamera da“ tippen.",
    en="Enrolling needs a camera, and there is none. Please plug one in and tap “Camera found” at "
    "the top.",
)
PLAYING = Text(
    de="Gerade wird gespielt. Ein Blatt wird zwischen zwei Spielen eingelernt: erst das Spiel zu "
    "Ende bringen oder beenden.",
    en="A deal is being played. A deck is enrolled between two deals: finish or stop the deal "
    "first.",
)
IN_USE = Text(
    de="Mit „{name}“ wird heute gespielt; umbenennen und löschen geht nach dem Abend.",
    en='"{name}" is being played with today; renaming and deleting must wait for the evening’s '
    "end.",
)
UNKNOWN_DECK = Text(
    de="Ein Blatt „{name}“ gibt es nicht ({known}).", en='There is no deck "{name}" ({known}).'
)
BAD_NAME = Text(
    de="Der Name taugt nicht: bitte Buchstaben und Ziffern, höchstens 40.",
    en="That name will not do: letters and digits please, 40 at most.",
)
TAKEN = Text(
    de="Ein Blatt „{name}“ gibt es schon; bitte einen anderen Namen.",
    en='There is a deck "{name}" already; please take another name.',
)
BUNDLED_STAYS = Text(
    de="Dieses Blatt gehört zum Programm und bleibt, wie es ist.",
    en="This deck belongs to the program and stays as it is.",
)
OTHER_NET = Text(
    de="Dieses Blatt kommt von einem anderen Programmstand und hat keine Bilder; bitte hier neu "
    "einlernen.",
    en="This deck comes from another version of the program and has no pictures; please enrol it "
    "here.",
)
NOT_A_DECK = Text(
    de="Diese Datei ist kein Kartenblatt, oder sie ist beschädigt.",
    en="This file is not a deck, or it is damaged.",
)
NO_FILE = Text(
    de="Diese Datei ist nicht mehr zu lesen. Steckt der Stick noch?",
    en="That file cannot be read any more. Is the stick still plugged in?",
)
TOO_LARGE = Text(
    de="Diese Datei ist zu groß für ein Blatt.", en="That file is too large for a deck."
)
UNKNOWN_KIND = Text(de="So ein Blatt gibt es nicht.", en="There is no such deck.")
NO_SITTING = Text(
    de="Gerade wird kein Blatt eingelernt oder geprüft.",
    en="No deck is being enrolled or tested just now.",
)

DECKS = Text(de="Karten", en="Cards")
DECKS_SUB = Text(de="Welche Blätter dieser Tisch lesen kann", en="Which decks this table can read")
NEW = Text(de="Neues Blatt", en="New deck")
ON_STICK = Text(de="Vom Stick einlesen", en="Import from the stick")
NONE_ON_STICK = Text(
    de="Ein Blatt von einem anderen Tisch: auf einen Stick legen, anstecken, hier erscheint es.",
    en="A deck from another table: put it on a USB stick and plug it in; it shows up here.",
)
COUNT = Text(de="{count} Karten", en="{count} cards")
BUNDLED = Text(de="mitgeliefert", en="built in")
LACKS = Text(de="es fehlen {names}", en="missing: {names}")
DRAFT = Text(de="angefangen: {count} von {of}", en="started: {count} of {of}")
DAMAGED = Text(de="beschädigt", en="damaged")
TODAY = Text(de="heute im Spiel", en="in play today")
PLAY = Text(de="Ab jetzt damit spielen", en="Play with it from now on")
GO_ON = Text(de="Weiter einlernen", en="Carry on enrolling")
TEST = Text(de="Prüfen", en="Test")
RENAME = Text(de="Umbenennen", en="Rename")
NAME = Text(de="Name des Blatts", en="Name of the deck")
REMOVE = Text(de="Löschen", en="Delete")
REMOVE_SURE = Text(de="„{name}“ löschen?", en='Delete "{name}"?')
REMOVE_WHAT = Text(de="Das eingelernte Blatt.", en="The enrolled deck.")
REMOVE_THEN = Text(
    de="Danach hilft nur neu einlernen. Gespielte Abende bleiben, wie sie sind.",
    en="After that it has to be enrolled again. Evenings already played stay as they are.",
)
EXPORT = Text(de="Weitergeben", en="Pass on")
EXPORT_NOTE = Text(
    de="als Datei ohne Bilder, für einen anderen Tisch",
    en="as a file without pictures, for another table",
)
STEM = Text(de="Blatt", en="deck")
GERMAN = Text(
    de="Eichel, Gras, Herz, Schellen – wie viele Karten?",
    en="Acorns, Leaves, Hearts, Bells – how many cards?",
)
FRENCH = Text(
    de="Kreuz, Pik, Herz, Karo – wie viele Karten?",
    en="Clubs, Spades, Hearts, Diamonds – how many cards?",
)
BEGIN = Text(de="Karte für Karte", en="Card by card")
NEW_LONG = Text(
    de="Karte für Karte: Jede wird einmal allein in die freie Tischmitte gelegt, gleich wie herum, "
    "in etwa drei Minuten. In Reihen: alle auslegen, ein Bild oder ein paar, ansehen, fertig.",
    en="Card by card: put each one alone in the clear middle of the table, either way up; it "
    "takes about three minutes. In rows: lay them all out, take a picture or two, check, done.",
)
CANCEL = Text(de="Abbrechen", en="Cancel")

PROGRESS = Text(de="{done} von {of}", en="{done} of {of}")
ENROLLING = Text(de="„{name}“ einlernen", en='Enrolling "{name}"')
TESTING = Text(de="„{name}“ prüfen", en='Testing "{name}"')
SKIP = Text(de="Auslassen", en="Skip")
UNDO = Text(de="Noch einmal", en="Once more")
KEEP = Text(de="Doch, stimmt", en="It’s right")
PAUSE = Text(de="Unterbrechen", en="Pause")
PAUSE_NOTE = Text(
    de="Was gelernt ist, bleibt; weiter geht es unter „Karten“.",
    en="What was learned is kept; go on under “Cards”.",
)
BOTH_WAYS = Text(
    de="Gleich wie herum; sie wird in beiden Lagen erkannt.",
    en="Either way up; both are recognised.",
)
TAKE_AWAY = Text(
    de="Erst die letzte wegnehmen, dann diese hinlegen, gleich wie herum.",
    en="Take the last one away first, then put this one down, either way up.",
)
SECOND_LOOK = Text(
    de="Sieht einer anderen ähnlich: bitte gedreht noch einmal.",
    en="Looks like another card: once more please, turned round.",
)
LAY_BACK = Text(de="Eine Karte verdeckt hinlegen", en="Put one card face down")
SHOW_HAND = Text(de="Die Hand in die Mitte halten", en="Hold a hand over the middle")
CLEAR_TABLE = Text(de="Tischmitte frei räumen", en="Clear the middle of the table")
DONE = Text(de="„{name}“ ist eingelernt", en='"{name}" is enrolled')
DONE_LONG = Text(
    de="{count} Karten. Eine Probe zeigt, ob jede sicher erkannt wird.",
    en="{count} cards. A test shows whether each one is read reliably.",
)
NOTHING_LEARNED = Text(de="Keine Karte eingelernt", en="No card enrolled")
BEGIN_TEST = Text(de="Jetzt prüfen", en="Test now")
NO_TEST = Text(de="Ohne Probe fertig", en="Finish without a test")
TEST_ASK = Text(de="Alle noch einmal", en="All again")
TEST_NOTE = Text(
    de="Karte für Karte hinlegen und wieder wegnehmen, in beliebiger Folge.",
    en="Put the cards down one by one and take each away again, in any order.",
)
END_TEST = Text(de="Probe beenden", en="End the test")
PASSED = Text(de="Alle Karten sicher erkannt", en="All cards read reliably")
NOT_PASSED = Text(de="Noch nicht jede Karte sicher", en="Not every card is reliable yet")
SURE = Text(de="sicher: {count}", en="reliable: {count}")
DOUBTFUL = Text(de="Zweifelhaft: {names}", en="Doubtful: {names}")
MISSING = Text(de="Nicht gezeigt: {names}", en="Not shown: {names}")
STRANGE = Text(de="Fremde Karten: {count}", en="Cards of other decks: {count}")
RELEARN = Text(de="Zweifelhafte neu lernen", en="Enrol doubtful ones again")
WRONG_READ = Text(de="Falsch gelesen?", en="Misread?")
IN_USE_NOW = Text(
    de="Beim nächsten Abend steht „{name}“ zur Wahl.",
    en='The next evening offers "{name}".',
)
READY = Text(de="Fertig", en="Done")
CAMERA_GONE = Text(de="Die Kamera gibt kein Bild: {why}", en="No picture from the camera: {why}")
TABLE_HAS_IT = Text(
    de="Gerade wird gespielt; danach geht es hier weiter. Was gelernt ist, bleibt.",
    en="A deal is being played; carry on here afterwards. What was learned is kept.",
)
