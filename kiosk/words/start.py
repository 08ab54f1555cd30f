"""What the first start, the start of an evening and the question after a restart say."""

from __future__ import annotations

from engine.text import Text

# The front
HELLO = Text(de="Griaß eich!", en="Welcome!")
WHICH_LANGUAGE = Text(de="In welcher Sprache?", en="Which language?")
AS_LAST_TIME = Text(de="Wie letztes Mal", en="Same as last time")
LAST_TIME = Text(de="{game}: {names}", en="{game}: {names}")
SET_UP = Text(de="Neuer Abend", en="New evening")
SET_UP_LONG = Text(
    de="Spiel, Leute und Geber der Reihe nach", en="Game, people and dealer one by one"
)
WHAT_TODAY = Text(de="Wie geht’s heute los?", en="How do you want to begin?")
HOUSE_RULES = Text(de="Hausregeln", en="House rules")
HOUSE_RULES_LONG = Text(de="ansehen und ändern", en="view and change")
CAMERA_AND_DECK = Text(de="Kamera und Blatt", en="Camera and deck")
CAMERA_AND_DECK_LONG = Text(de="einrichten und prüfen", en="set up and test")
SHOW = Text(de="Vorführung", en="Demonstration")
SHOW_LONG = Text(
    de="so geht ein Abend; nichts davon zählt",
    en="what an evening is like; none of it counts",
)
OWN_EVENING = Text(de="Eigener Abend", en="Your evening")
OLD_EVENING = Text(de="Letzter Abend", en="Last evening")
OLD_EVENING_LONG = Text(de="Punkte und Spiele", en="scores and deals")

# What this is
WHAT_IT_DOES = Text(
    de="Der Tischrichter schaut von oben auf die Karten, rechnet jedes Spiel ab und meldet, "
    "wenn jemand falsch bedient hat.",
    en="The table referee watches the cards from above, scores every deal and says when somebody "
    "fails to follow suit.",
)
WHAT_IT_KEEPS = Text(
    de="Gesehen werden nur Karten, kein Bild und kein Ton wird gespeichert; ohne Kamera ist er "
    "ein Schreibblock.",
    en="It sees cards only, no picture and no sound is kept; without a camera it is a score pad.",
)

# Camera
WATCH = Text(de="Mit Kamera oder ohne?", en="With a camera or without?")
NO_CAMERA = Text(
    de="Es ist keine Kamera angesteckt; ihr schreibt die Ergebnisse mit wenigen Tippern auf. "
    "Steckt ihr später eine an, tippt oben auf „Kamera da“: Der Abend geht weiter.",
    en="No camera is plugged in; you enter the results with a few taps. If you plug one in later, "
    "tap “Camera found” at the top: the evening carries on.",
)
PAD_CHOSEN = Text(
    de="Der Tisch läuft als Schreibblock: Ihr schreibt die Ergebnisse mit wenigen Tippern auf.",
    en="The table runs as a score pad: you enter the results with a few taps.",
)
CAMERA_THERE = Text(
    de="Eine Kamera ist da. Sie bleibt aus, bis ihr am Schluss „Kamera an“ antippt.",
    en="There is a camera. It stays off until you tap “Camera on” at the end.",
)
CAMERA_LOOKS = Text(
    de="Eine Kamera ist da und eingeschaltet.", en="There is a camera, and it is switched on."
)
PHONE_LONG = Text(
    de="Nichts zu installieren: Code scannen, über den Tisch hängen",
    en="Nothing to install: scan a code, hang it above the table",
)
PAD_ONLY = Text(de="Nur aufschreiben", en="Score pad only")
PAD_ONLY_LONG = Text(de="ohne Kamera anfangen", en="begin without a camera")
WITH_CAMERA = Text(de="Mit Kamera", en="With the camera")
WITH_CAMERA_LONG = Text(de="sie liest die Karten mit", en="it reads the cards")
SET_CAMERA = Text(de="Kamera einrichten", en="Set up the camera")
SET_CAMERA_LONG = Text(de="Tisch, Licht, Schärfe", en="table, light, focus")

# Game and rules
WHICH_GAME = Text(de="Was wird gespielt?", en="What are you playing?")
PEOPLE_OF = Text(de="zu {n}", en="{n} people")
OWN_RULES_OF = Text(de="{game}, eure Regeln", en="{game}, your rules")
RULES_FIT = Text(de="Passt so", en="That’s fine")
FIT_MONEY = Text(de="Passt so, um Geld", en="That’s fine, for money")
FIT_POINTS = Text(de="Passt so, um Punkte", en="That’s fine, for points")
COSTS_CENTS = Text(de="{prices} Cent", en="{prices} cents")
COSTS_POINT = Text(de="{prices} Punkt", en="{prices} point")
COSTS_POINTS = Text(de="{prices} Punkte", en="{prices} points")
RULES_LOOK = Text(de="Regeln, Preise ändern", en="Change rules, prices")
RULES_LATER = Text(de="geht auch später", en="you can do it later, too")

# Deck
WHICH_DECK = Text(de="Mit welchem Blatt?", en="With which deck of cards?")
NEW_DECK = Text(de="Neues Blatt einlernen", en="Enrol a new deck")
NEW_DECK_LONG = Text(
    de="in Reihen auslegen oder einzeln zeigen, 5 Minuten",
    en="lay it out in rows or show each card, 5 minutes",
)
DRAWN_DECK = Text(de="das Blatt der Vorführung", en="the demonstration’s deck")
DECK_LONG = Text(
    de="Die Kamera kennt nur Blätter, die sie gelernt hat. Ohne Kamera ist es gleich.",
    en="The camera knows only decks it has learnt. Without a camera any will do.",
)

# Clock
WHAT_TIME = Text(de="Wie spät ist es?", en="What time is it?")
TIME_PARTS = {
    "day": Text(de="Tag", en="Day"),
    "month": Text(de="Monat", en="Month"),
    "year": Text(de="Jahr", en="Year"),
    "hour": Text(de="Stunde", en="Hour"),
    "tens": Text(de="Minuten (Zehner)", en="Minutes (tens)"),
    "minute": Text(de="Minuten (Einer)", en="Minutes (ones)"),
}
MORE = Text(de="{what} vor", en="{what} up")
LESS = Text(de="{what} zurück", en="{what} down")
TIME_RIGHT = Text(de="Stimmt so", en="That’s right")

# People
WHO_SITS = Text(de="Wer sitzt wo?", en="Who sits where?")
HOW_MANY = Text(de="Wie viele?", en="How many?")
TAP_NAME = Text(
    de="Platz antippen, dann einen Namen. Es geht im Uhrzeigersinn.",
    en="Tap a seat, then a name. Clockwise round the table.",
)
SEAT_ONE = Text(
    de="Der Platz unten ist unten im Kamerabild.",
    en="The bottom seat is at the bottom of the camera’s picture.",
)
SWAP = Text(de="Platz tauschen …", en="Swap seats …")
SWAP_WITH = Text(de="Mit wem? Den Platz antippen.", en="With whom? Tap that seat.")
NEW_NAME = Text(de="Neuer Name …", en="New name …")
NO_NAMES = Text(de="Ohne Namen", en="Without names")
EMPTY_SEAT = Text(de="Platz leeren", en="Clear the seat")
NOBODY_THERE = Text(
    de="Auf Platz {n} fehlt noch ein Name. Antippen, oder „Ohne Namen“.",
    en="Seat {n} has no name yet. Tap one, or “Without names”.",
)
TYPE_NAME = Text(de="Wer sitzt auf Platz {n}?", en="Who sits on seat {n}?")
TYPE_HERE = Text(de="Name", en="Name")
TAKE_NAME = Text(de="Fertig", en="Done")
NAME_LETTERS = Text(
    de="Im Namen „{name}“ steht ein Zeichen, das nicht geht. Bitte nur Buchstaben, Ziffern, "
    "Punkt, Strich und Leerzeichen.",
    en="The name “{name}” has a character that is not allowed. Please use only letters, digits, "
    "full stop, hyphen and space.",
)
SITS_ALREADY = Text(
    de="{name} sitzt schon auf Platz {n}. Bitte so tippen, dass ihr euch unterscheidet.",
    en="{name} sits on seat {n} already. Please type a name that tells you apart.",
)
NAME_OF_NOBODY = Text(
    de="„{name}“ heißt, wessen Name vergessen oder verloren ist. Bitte den Namen tippen.",
    en="“{name}” stands for somebody whose name was forgotten or lost. Please type the name.",
)
NAME_EMPTY = Text(
    de="Da steht noch kein Name. Bitte tippen oder zurückgehen.",
    en="There is no name yet. Please type one or go back.",
)

# Dealer
WHO_DEALS = Text(de="Wer gibt zuerst?", en="Who deals first?")
TAP_DEALER = Text(
    de="Geber antippen.",
    en="Tap the dealer.",
)
DEALS = Text(de="gibt", en="deals")

# Everything together
ALL_RIGHT = Text(de="Stimmt alles?", en="Is this right?")
GAME = Text(de="Spiel", en="Game")
PEOPLE = Text(de="Am Tisch", en="At the table")
DEALER = Text(de="Geber", en="Dealer")
DECK = Text(de="Blatt", en="Deck")
TIME = Text(de="Uhrzeit", en="Time")
CHANGE = Text(de="Ändern", en="Change")
BEGIN = Text(de="Los geht’s", en="Let’s go")
CAMERA_ON = Text(de="Kamera an, los geht’s", en="Camera on, let’s go")
WITHOUT = Text(de="Ohne Kamera spielen", en="Play without camera")
ALL_AGREE = Text(
    de="Sind alle am Tisch einverstanden? Die Kamera sieht nur die Karten auf dem Tisch. Kein Bild "
    "und kein Ton wird gespeichert. Ausschalten geht jederzeit mit einem Tipper oben rechts.",
    en="Does everybody at the table agree? The camera sees only the cards on the table. No picture "
    "and no sound is kept. One tap at the top right switches it off at any time.",
)

# Frame
NEXT = Text(de="Weiter", en="Next")
BACK = Text(de="Zurück", en="Back")
SKIP = Text(de="Überspringen", en="Skip")
LATER = Text(de="Später", en="Later")
UNKNOWN_STEP = Text(
    de="Diese Frage gibt es nicht. Bitte von vorn anfangen.",
    en="There is no such question. Please begin again.",
)

# Keyboard
SHIFT = Text(de="Großbuchstabe", en="Capital letter")
DELETE = Text(de="Zeichen löschen", en="Delete a character")
BLANK = Text(de="Leerzeichen", en="Space")
CLEAR_ALL = Text(de="Alles löschen", en="Clear everything")


TITLE_TRICK = Text(de="Weiter bei Stich {n}?", en="Continue at trick {n}?")
TITLE_DEAL = Text(de="Weiter mit diesem Spiel?", en="Continue this deal?")
TITLE = Text(de="Weiter mit dem Abend?", en="Continue the evening?")
OLD_TITLE = Text(de="Noch der Abend von neulich?", en="Still the same evening?")
LONG = Text(
    de="Das Programm wurde neu gestartet. Nichts Aufgeschriebenes ist verloren.",
    en="The program was restarted. Nothing recorded is lost.",
)
LONG_LYING = Text(
    de="Das Programm wurde neu gestartet. So lag der Stich zuletzt – liegt er noch so? Nichts "
    "Aufgeschriebenes ist verloren.",
    en="The program was restarted. This is how the trick lay – does it still? Nothing recorded is "
    "lost.",
)
LONG_DEAL = Text(
    de="Das Programm wurde neu gestartet. Habt ihr inzwischen weitergespielt, das Ergebnis "
    "eintragen oder die Karten nachtragen.",
    en="The program was restarted. If you have played on, enter the result or add the missing "
    "cards.",
)
DEALS_DONE = Text(de="{n} Spiele bisher", en="{n} deals so far")
ONE_DONE = Text(de="ein Spiel bisher", en="one deal so far")
NONE_DONE = Text(de="noch kein Spiel", en="no deal yet")
YES = Text(de="Ja, weiter", en="Yes, continue")
YES_CAMERA = Text(de="Kamera an, weiter", en="Camera on, continue")
YES_WITHOUT = Text(de="Ohne Kamera weiter", en="Continue without camera")
MEND = Text(de="Karten stimmen nicht", en="Cards are not right")
RESULT = Text(de="Ergebnis eintragen", en="Enter the result")
STOP = Text(de="Spiel abbrechen", en="Abandon the deal")
NEW_EVENING = Text(de="Neuer Abend", en="New evening")
LAY_HERE = Text(de="So lag der Stich", en="This is how the trick lay")
