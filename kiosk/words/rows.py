"""What the page says on which a deck is enrolled from pictures of its cards in rows."""

from __future__ import annotations

from engine.text import Text

ROWS = Text(de="Alle Karten in Reihen", en="All cards in rows")
HEADING = Text(de="Karten in Reihen", en="Cards in rows")
LAY = Text(de="Karten in Reihen auslegen", en="Lay the cards out in rows")
LAY_LONG = Text(
    de="So viele, wie ins Bild passen, aufgedeckt, mit einem Fingerbreit Abstand, am besten Farbe "
    "um Farbe: {order}. Was nicht ins Bild passt, kommt aufs nächste.",
    en="As many as fit into the picture, face up, a finger's breadth apart, best suit after suit: "
    "{order}. What does not fit goes into the next picture.",
)
SHOT = Text(de="Bild aufnehmen", en="Take the picture")
ANOTHER = Text(de="Noch ein Bild", en="One more picture")
LOOKING = Text(de="Die Karten werden gesucht …", en="Looking for the cards …")
LOOK_AGAIN = Text(de="Nachsehen", en="Look again")
NOTHING_SEEN = Text(
    de="Auf dem Bild ist keine Karte zu finden. Bitte auf glattem, dunklerem Grund auslegen, mit "
    "einem Fingerbreit Abstand und ganz im Bild, und noch einmal aufnehmen.",
    en="No card can be found in the picture. Please lay them out on a plain, darker ground, a "
    "finger's breadth apart and wholly in the picture, and take it again.",
)
NO_PICTURE = Text(
    de="Die Kamera gibt gerade kein Bild; bitte einschalten oder anstecken und noch einmal tippen. "
    "Was aufgenommen ist, bleibt.",
    en="The camera gives no picture just now; please switch it on or plug it in and tap again. "
    "What was taken is kept.",
)
BUSY = Text(
    de="Das letzte Bild wird noch durchgesehen; bitte kurz warten.",
    en="The last picture is still being looked through; please wait a moment.",
)
NO_SITTING = Text(
    de="Gerade wird kein Blatt in Reihen eingelernt; bitte unter „Neues Blatt“ beginnen.",
    en="No deck is being enrolled in rows just now; please begin at “New deck”.",
)
NO_SUCH_CARD = Text(
    de="Eine Karte mit der Nummer {number} liegt nicht da.",
    en="There is no card with the number {number}.",
)
NOT_HERE = Text(
    de="Das geht nur an der Anzeige am Tisch, nicht vom Handy.",
    en="This can be done at the table's screen only, not from a phone.",
)
ALL_THERE = Text(
    de="{count} Karten, benannt nach der Reihenfolge. Bitte ansehen: Stimmt jeder Name, läuft jede "
    "Linie am Kartenrand? Antippen ändert.",
    en="{count} cards, named by their order. Please look: is every name right, does every line run "
    "along the card's edge? A tap changes it.",
)
OTHER_COUNT = Text(
    de="{count} von {of} Karten gefunden. Liegt der Rest noch nicht da: auslegen und noch ein Bild "
    "aufnehmen. Fehlt eine mittendrin: die Karten neben der Lücke antippen und benennen; "
    "dann stimmen die anderen.",
    en="{count} of {of} cards found. If the rest is not on the table yet: lay it out and "
    "take one more picture. If one is missing in between: tap the cards beside the gap "
    "and name them; then the others are right.",
)
TOO_MANY = Text(
    de="{count} Karten gefunden, das Blatt hat {of}. Bitte antippen, was keine Karte ist.",
    en="{count} cards found, the deck has {of}. Please tap whatever is not a card.",
)
UNNAMED = Text(de="Noch ohne Namen: {numbers}.", en="Without a name yet: {numbers}.")
TWICE = Text(de="Zweimal benannt: {numbers}.", en="Named twice: {numbers}.")
NO_CARD = Text(de="Keine Karte", en="Not a card")
WHOLE = Text(de="Linie läuft am Rand", en="The line is on the edge")
ALL_WHOLE = Text(de="Alle Linien am Rand", en="All lines on the edge")
UNORDERED = Text(de="Nicht der Reihe nach", en="Not in order")
ORDERED = Text(de="Doch der Reihe nach", en="In order after all")
UNDO = Text(de="Letztes Bild weg", en="Drop last picture")
SAVE = Text(de="{count} Karten speichern", en="Save {count} cards")
STILL_ASKED = Text(
    de="Erst die umrandeten Karten antippen und klären; gespeichert ist noch nichts.",
    en="First tap the framed cards and settle them; nothing is saved yet.",
)
NUMBER = Text(de="Nummer {number}", en="Number {number}")
WHICH = Text(de="Welche Karte ist Nummer {number}?", en="Which card is number {number}?")
SHOWN = Text(
    de="Nummer {number}, mit der Linie, an der sie ausgeschnitten wird",
    en="Number {number}, with the line along which it is cut out",
)
IN_DOUBT = Text(de="bitte ansehen", en="please look")
IS_WHOLE = Text(
    de="Läuft die Linie nicht am Kartenrand: „Keine Karte“, und sie im nächsten Bild noch einmal "
    "auslegen.",
    en="Where the line does not run along the card's edge: “Not a card”, and lay it out again for "
    "the next picture.",
)
