"""The words that all pages share, and those of the table; each area's own stand beside it.

A `Text` cannot lack a language, so neither catalogue has a gap.
"""

from __future__ import annotations

from engine.text import Text

UNSEEN_CARD = Text(de="Karte nicht gesehen", en="Card not seen")
NO_CARD_YET = Text(de="noch keine Karte", en="no card yet")

PRODUCT = Text(de="Mehrkopf – der Tischrichter", en="Mehrkopf – the table referee")
OTHER_LANGUAGE = Text(de="English", en="Deutsch")
BACK = Text(de="Zurück", en="Back")
TO_TABLE = Text(de="Zum Tisch", en="To the table")
CANCEL = Text(de="Abbrechen", en="Cancel")
NOT_AFTER_ALL = Text(de="Doch nicht", en="Put it back")
UNDO = Text(de="Rückgängig", en="Undo")
CALL = Text(de="Ansage", en="Call")
LAST_TRICK = Text(de="Letzter Stich", en="Last trick")
SCORES = Text(de="Punkte", en="Scores")
OPEN = Text(de="Ansehen", en="View")

# Camera: what is said about it stands in `kiosk.words.camera`.
FACE_DOWN = Text(de="verdeckt", en="face down")
NOT_STORED = Text(de="Kein Bild wird gespeichert", en="No picture is kept")

# Table
WHO_PLAYS = Text(de="Wer spielt was?", en="Who plays what?")
NOT_ANNOUNCED = Text(de="Noch nicht angesagt", en="Not called yet")
TRICK_OF = Text(de="Stich {n} von {all}", en="Trick {n} of {all}")
TRICK = Text(de="Stich {n}", en="Trick {n}")
POINTS_IN_TRICK = Text(de="Augen im Stich", en="points in this trick")
LEADS = Text(de="{name} kommt heraus", en="{name} leads")
TURN = Text(de="{name} ist dran", en="It is {name}’s turn")
TAKES = Text(de="macht den Stich", en="takes the trick")
WINNING = Text(de="liegt vorn", en="winning")
UNSURE = Text(de="unsicher", en="not sure")
DEAL_NUMBER = Text(de="Spiel {n}", en="Deal {n}")
DEALER = Text(de="Geber {name}", en="Dealer {name}")
TAP_CARD = Text(de="Karte stimmt nicht? Einfach antippen.", en="Card wrong? Just tap it.")
WAITING = Text(de="Gleich geht’s los", en="Ready when you are")
WAITING_LONG = Text(
    de="{name} gibt. Sobald die erste Karte liegt, läuft das Spiel mit.",
    en="{name} deals. Counting starts with the first card on the table.",
)
NO_DEAL = Text(de="Das nächste Spiel", en="The next deal")
NO_DEAL_LONG = Text(
    de="Karten geben, ansagen, ausspielen – gezählt wird von allein.",
    en="Deal, call, lead – the counting takes care of itself.",
)
START_DEAL = Text(de="Neues Spiel geben", en="Deal a new game")
RULED_LOST = Text(
    de="Spiel verloren für {name} – so am Tisch entschieden.",
    en="{name} loses the game – decided at the table.",
)
CLOSE_DEAL = Text(de="Spiel abrechnen", en="Settle the deal")

# Question
WHICH_CARD = Text(de="Welche Karte?", en="Which card?")
CONFIRM_ONE = Text(de="Bitte noch eine Karte bestätigen", en="Please confirm one more card")
WHICH_LAY = Text(de="Welche Karte legte {name}?", en="Which card did {name} play?")
DO_NOT_KNOW = Text(de="Weiß nicht", en="Don’t know")
THEN_SCORE = Text(
    de="Danach wird abgerechnet. Bleibt die Frage offen, steht sie beim Spiel in der Liste.",
    en="The score comes next. Left open, the question stays with the deal in the list.",
)
QUESTION_OPEN = Text(de="Frage offen", en="Question open")

# Check a card
CHECK_CARD = Text(de="Karte prüfen", en="Check the card")
RECORDING = Text(de="Aufnahme läuft", en="Recording")
ON_RECORD = Text(de="Aufgeschrieben", en="On record")
DID_YOU_MEAN = Text(de="Oder war es …", en="Or was it …")
TAP_RIGHT_ONE = Text(de="Karte antippen", en="Tap the card")
CARD_RIGHT = Text(de="{card} stimmt", en="{card} is right")
OTHER_CARD = Text(de="Andere …", en="Other …")
NO_CARD = Text(de="Keine Karte", en="Not a card")
RECOUNTED = Text(de="Der Stich wird sofort neu gerechnet.", en="The trick is recounted at once.")
WHOLE_DECK = Text(de="Welche Karte war es?", en="Which card was it?")
MISSING_BEFORE = Text(de="Davor fehlt eine Karte", en="A card before it is missing")
WHICH_LAID = Text(de="Welche Karte liegt?", en="Which card was played?")
TRICK_LIES = Text(de="Der Stich, wie er liegt", en="The trick as it lies")
LAID_BEFORE = Text(
    de="{card} ist in diesem Spiel schon eingetragen.",
    en="The {card} has been entered in this deal already.",
)
LAID_ALL_THE_SAME = Text(de="Doch, die liegt jetzt", en="Yes, it was played just now")
TAPPED_TOO_SOON = Text(
    de="Inzwischen liegt der Stich anders. Bitte die Karte noch einmal antippen.",
    en="The trick has changed meanwhile. Please tap the card again.",
)
LAY_NEXT = Text(de="Karte legen", en="Enter a card")
LAY_CARD = Text(de="Karte von Hand legen", en="Enter a card by hand")
NO_DEAL_RUNS = Text(
    de="Gerade läuft kein Spiel. Bitte zuerst ein neues Spiel geben.",
    en="No deal is running. Please deal a new game first.",
)
DECIDED = Text(de="Das Spiel ist entschieden.", en="The deal is decided.")
TOUT_IS_LOST = Text(de="Tout verloren – bitte abrechnen.", en="Tout lost – please settle the deal.")
LAID_OPEN = Text(
    de="Sie: alle Karten offen hinlegen, gespielt wird nicht.",
    en="Sie: lay all cards face up; nothing is played.",
)
ALL_LAID = Text(de="Alle Karten liegen.", en="All cards are on the table.")
WHICH_MISSING = Text(de="Welche Karte fehlt?", en="Which card is missing?")

# Call
WHO = Text(de="Wer spielt?", en="Who plays?")
WHAT = Text(de="Was?", en="What?")
SUIT = Text(de="Farbe", en="Suit")
EXTRAS = Text(de="Dazu", en="Extras")
DOUBLINGS = Text(de="Verdoppeln", en="Doubling")
TOUT = Text(de="Tout", en="Tout")
NOBODY = Text(de="Keiner", en="Nobody")
THROWN_IN = Text(de="Zusammenwerfen", en="Throw in")
CLEAR = Text(de="Löschen", en="Clear")
STILL_MISSING_WHO = Text(de="Erst antippen, wer spielt.", en="First tap who plays.")
STILL_MISSING_WHAT = Text(de="Jetzt: was wird gespielt?", en="Now: what is played?")
STILL_MISSING_SUIT = Text(de="Jetzt: welche Farbe?", en="Now: which suit?")
WITH_SEAT = Text(de="{said} mit {name}", en="{said} with {name}")
SITTING_OUT = Text(de="{name} setzt aus", en="{name} sits out")
DEAL_WENT_ON = Text(
    de="Inzwischen läuft ein anderes Spiel. Bitte zum Tisch zurückgehen und dort neu ansagen.",
    en="Another deal has begun in the meantime. Please go back to the table and call there.",
)
LATE_CALL = Text(
    de="Geht auch noch nach dem ersten Stich.", en="Also possible after the first trick."
)
CALL_SENTENCE = Text(de="{name}: {contract}", en="{name}: {contract}")
TIMES = Text(de="{word} ×{n}", en="{word} ×{n}")

# How a deal ends before its last card
STOP_DEAL = Text(de="Beenden …", en="End …")
HOW_IT_ENDS = Text(de="Wie endet das Spiel?", en="How does the deal end?")
ENDS = {
    "thrown_in": Text(de="Zusammenwerfen", en="Throw in"),
    "claim": Text(de="Rest ist meins", en="The rest is mine"),
    "conceded": Text(de="Gibt auf", en="Gives up"),
    "laid_down": Text(de="Hinlegen", en="Lay down"),
    "tout_lost": Text(de="Tout verloren", en="Tout lost"),
    "void": Text(de="Nicht werten", en="Do not count"),
}
END_OTHERWISE = Text(de="Sonst", en="Otherwise")
ENDED_WHY = Text(de="{end}: {why}", en="{end}: {why}")
END_CAN_BE_UNDONE = Text(
    de="„Rückgängig“ nimmt das Ende zurück.", en="“Undo” takes the ending back."
)
UNKNOWN_END = Text(
    de="So kann das Spiel nicht enden. Bitte eine der angebotenen Tasten antippen.",
    en="The deal cannot end that way. Please tap one of the buttons offered.",
)

# Alert
ALERT_HEAD = Text(de="{name}: {what}", en="{name}: {what}")
JOINT_HEAD = Text(de="{what}: {names}", en="{what}: {names}")
OR = Text(de="{first} oder {last}", en="{first} or {last}")
CLAIM = Text(de="Reklamieren", en="Claim a mistake")
NOTHING_PROVEN = Text(de="Nichts bewiesen", en="Nothing proven")
NOTHING_PROVEN_LONG = Text(
    de="Bis jetzt ist kein Fehler bewiesen; spielt einfach weiter.",
    en="So far no mistake is proven; just play on.",
)
NOBODY_NAMED = Text(
    de="Noch ist keiner überführt; gewertet wird nichts.",
    en="Nobody is proven yet; nothing is scored.",
)
PROOF_SURE = Text(de="Beide Karten sicher gelesen", en="Both cards read with certainty")
COUNT_SURE = Text(de="Karten sicher gelesen", en="Cards read with certainty")
PROOF_INFERRED = Text(
    de="{card} ({name}): erst aus dem weiteren Spiel erschlossen, bitte im Stich nachsehen",
    en="{card} ({name}): only worked out from later play, please check the trick",
)
PROOF_BY_HAND = Text(de="Zum Teil am Tisch benannt", en="Partly named at the table")
PROOF_NAMED = Text(de="Karten am Tisch benannt", en="Cards named at the table")
PROOF_SAID = Text(de="Am Tisch gesagt", en="Said at the table")
GAME_LOST = Text(de="Spiel verloren", en="Game lost")
MISTAKE_COUNTS = Text(de="Fehler gilt", en="Mistake counts")
WRONG_CARD = Text(de="Falsche Karte", en="Wrong card")
PLAY_ON = Text(de="Weiterspielen", en="Play on")
LEAVE_AS_PLAYED = Text(de="Wertung lassen", en="Leave as played")
CHECK_PROOF = Text(de="Karten bitte prüfen", en="Please check the cards")
FINDING = Text(de="Befund offen", en="Finding open")
FINDING_OPEN = Text(de="Befund offen: Spiel {n}", en="Finding open: deal {n}")
NOTHING_SCORED = Text(
    de="Gewertet wird erst, wenn ihr entscheidet.", en="Nothing is scored until you decide."
)
WHICH_WRONG = Text(de="Welche Karte stimmt nicht?", en="Which card is wrong?")
CARDS_ARE_RIGHT = Text(
    de="Karten stimmen, trotzdem kein Fehler", en="The cards are right, but no mistake"
)

# Result
WIN_ONE = Text(de="{names} gewinnt", en="{names} wins")
WIN_MANY = Text(de="{names} gewinnen", en="{names} win")
LOSE_ONE = Text(de="{names} verliert", en="{names} loses")
STOCK = Text(de="Stock {amount}", en="Stock {amount}")
STOCK_PAID_IN = Text(de="In den Stock kommen {amount}.", en="{amount} go into the Stock.")
STOCK_PAID_OUT = Text(de="Aus dem Stock kommen {amount}.", en="{amount} come out of the Stock.")
BOCK_LEFT = Text(de="Bockrunde: noch {n}", en="Bock round: {n} left")
RAMSCH_LEFT = Text(de="Ramschrunde: noch {n}", en="Ramsch round: {n} left")
SEAT_POINTS = Text(de="{n} Augen", en="{n} points")
NOBODY_WINS = Text(de="Keiner gewinnt", en="Nobody wins")
AND = Text(de="{first} und {last}", en="{first} and {last}")
POINTS = Text(de="Augen", en="Points")
POINTS_AGAINST = Text(de="{ours} zu {theirs}", en="{ours} to {theirs}")
SCHNEIDER = Text(de="Schneider", en="Schneider")
SCHWARZ = Text(de="Schwarz", en="Schwarz")
LAUFENDE_WITH = Text(de="Mit {n} Laufenden", en="With {n} Laufende")
LAUFENDE_WITHOUT = Text(de="Ohne {n} Laufende", en="Without {n} Laufende")
PRICE = Text(de="Spielpreis", en="Price")
PAYS = Text(de="{payer} zahlt an {payee}", en="{payer} pays {payee}")
NO_PAYMENTS = Text(de="Niemand zahlt.", en="Nobody pays.")
CHALLENGE = Text(de="Anfechten", en="Challenge")
NEXT_DEAL = Text(de="Nächstes Spiel", en="Next deal")
FINDING_WITHDRAWN = Text(de="Befund zurückgenommen ({what})", en="Finding withdrawn ({what})")
SCORE_MOVED = Text(de="{name}: {now} statt {before}", en="{name}: {now} instead of {before}")
SCORE_STANDS = Text(de=", Stand {total}", en=", total {total}")
INCOMPLETE = Text(
    de="Eine Karte wurde nicht gesehen; die Augen sind nicht vollständig.",
    en="One card was not seen; the points are not complete.",
)
NOT_SETTLED = Text(
    de="Das Spiel ist noch nicht abgerechnet: Erst ansagen, was gespielt wurde.",
    en="The deal cannot be settled yet: first say what was played.",
)
REVIEW = Text(de="Spiel nachsehen", en="Review the deal")
REVIEW_HINT = Text(
    de="Falsche Karte antippen; Stiche und Geld werden neu gerechnet.",
    en="Tap a wrong card; tricks and money are recounted.",
)
NOT_AFTERWARDS = Text(
    de="Während des Spiels ist nur der letzte Stich zu sehen. Bitte bis zum Ende warten.",
    en="During a deal only the last trick can be seen. Please wait until the deal is over.",
)
NO_LAST_TRICK = Text(de="Noch kein Stich gemacht.", en="No trick taken yet.")

DEAL_OVER = Text(de="Spiel zu Ende", en="Deal over")
NOT_DECIDED = Text(
    de="Was daraus folgt, zeigen die Karten nicht: mit „Rückgängig“ weiterspielen, oder unter "
    "„Ergebnis“ eintragen, was gilt.",
    en="The cards do not show what follows: play on with “Undo”, or enter under “Result” what "
    "counts.",
)
HOW_MANY_LAUFENDE = Text(de="Wie viele Laufende?", en="How many Laufende?")
NO_LAUFENDE = Text(de="Keine", en="No Laufende")
WITH = Text(de="Mit", en="With")
WITHOUT = Text(de="Ohne", en="Without")
SETTLED_THEN = Text(
    de="Die gelegten Karten zeigen es nicht; mit eurer Antwort wird gleich abgerechnet.",
    en="The cards played do not show it; once you answer, the deal is settled.",
)
WHO_HAD = Text(de="Wer hatte die {card}?", en="Who had the {card}?")
NOT_COUNTED = Text(
    de="Noch nicht abgerechnet: Unter „Mehr“, „Anfechten“ die fehlenden Karten eintragen.",
    en="Not settled yet: enter the missing cards under “More”, “Challenge”.",
)

# Scores
DEALS = Text(de="{n} Spiele", en="{n} deals")
ONE_DEAL = Text(de="1 Spiel", en="1 deal")
LAST_DEAL = Text(de="Letztes Spiel", en="Last deal")
NO_SCORES = Text(
    de="Noch kein Spiel fertig – hier steht gleich, wer vorn liegt.",
    en="No deal finished yet – you will see here who is ahead.",
)
SUM_ZERO = Text(de="Summe {sum}", en="Sum {sum}")
PLAYER = Text(de="Spieler", en="Player")
TOTAL = Text(de="Stand", en="Total")
COURSE = Text(de="Verlauf", en="Chart")
END_EVENING = Text(de="Abend beenden", en="End the evening")
NEW_EVENING = Text(de="Neuer Abend", en="New evening")
EVENING_OVER_LONG = Text(
    de="Danke fürs Spielen. Die Abrechnung bleibt unter „Punkte“ stehen.",
    en="Thank you for playing. The final score stays under “Scores”.",
)
EVENING_OVER = Text(de="Der Abend ist zu Ende", en="The evening is over")

# Start
SEAT = Text(de="Platz {n}", en="Seat {n}")
GAME = Text(de="Spiel", en="Game")

# Errors
ERROR = Text(de="Das ging nicht", en="That did not work")
BAD_REQUEST = Text(
    de="Diese Eingabe war nicht zu verstehen. Bitte zum Tisch zurückgehen und neu antippen.",
    en="That could not be understood. Please go back to the table and tap again.",
)
BAD_HOST = Text(
    de="Unter dieser Adresse gibt es die Seite nicht. "
    "Bitte die Adresse öffnen, die am Tisch unter „Mehr“, „Handys“ steht.",
    en="This is not the page’s address. Please open the one shown at the table under “More”, "
    "“Phones”.",
)
BAD_TOKEN = Text(
    de="Die Seite war zu alt für diese Eingabe. Bitte zum Tisch zurückgehen und neu antippen.",
    en="The page was too old for that input. Please go back to the table and tap again.",
)
NOT_FOUND = Text(
    de="Diese Seite gibt es nicht. Bitte zum Tisch zurückgehen.",
    en="There is no such page. Please go back to the table.",
)
BAD_METHOD = Text(
    de="So geht diese Seite nicht auf. Bitte zum Tisch zurückgehen.",
    en="This page cannot be opened that way. Please go back to the table.",
)
TOO_LARGE = Text(
    de="Diese Eingabe ist zu groß. Bitte kürzer fassen.",
    en="That input is too large. Please make it shorter.",
)
TOO_MANY = Text(
    de="Zu viele Bildschirme sehen schon zu. Bitte in einer Minute noch einmal versuchen.",
    en="Too many screens are watching already. Please try again in a minute.",
)
BROKEN = Text(
    de="Hier ist etwas schiefgegangen; aufgezeichnet ist alles. Bitte zum Tisch zurückgehen.",
    en="Something went wrong here; everything recorded is safe. Please go back to the table.",
)
UNKNOWN_CARD = Text(
    de="Die Karte „{code}“ gibt es in diesem Blatt nicht. Bitte eine Karte antippen.",
    en="There is no card “{code}” in this deck. Please tap a card.",
)
UNKNOWN_PLAY = Text(
    de="Diese Karte liegt nicht mehr im Spiel. Bitte zum Tisch zurückgehen.",
    en="That card is no longer part of the deal. Please go back to the table.",
)
UNKNOWN_SEAT = Text(
    de="Diesen Platz gibt es am Tisch nicht. Bitte einen Namen antippen.",
    en="There is no such seat at the table. Please tap a name.",
)
UNKNOWN_CALL = Text(
    de="Diese Ansage gibt es in diesem Spiel nicht. Bitte eine der Ansagen antippen.",
    en="There is no such call in this game. Please tap one of the calls.",
)
UNKNOWN_LAUFENDE = Text(
    de="So viele Laufende gibt es nicht. Bitte eine der Zahlen antippen.",
    en="That is too many Laufende. Please tap one of the numbers.",
)
UNKNOWN_VERDICT = Text(
    de="Dieser Befund ist schon erledigt. Bitte zum Tisch zurückgehen.",
    en="That finding has been settled already. Please go back to the table.",
)
NO_EVENING = Text(
    de="Es läuft noch kein Abend. Bitte zuerst eintragen, wer am Tisch sitzt.",
    en="No evening has begun. Please enter who is at the table first.",
)
EMPTY_DEALER = Text(
    de="Auf dem Platz, der zuerst gibt, sitzt niemand. Bitte einen besetzten antippen.",
    en="Nobody sits in the seat that deals first. Please tap a taken one.",
)
WRONG_COUNT = Text(
    de="{game} geht nicht zu {n}; am Tisch sitzen {sizes}. Bitte Namen ergänzen oder löschen.",
    en="{game} cannot be played by {n}; {sizes} sit at the table. Please add or clear names.",
)
NAME_TOO_LONG = Text(
    de="Der Name auf Platz {n} ist zu lang. Bitte höchstens 20 Zeichen.",
    en="The name on seat {n} is too long. Please use at most 20 characters.",
)
NAME_TWICE = Text(
    de="Den Namen „{name}“ gibt es zweimal. Bitte unterscheidbar eintragen.",
    en="“{name}” is there twice. Please make the names different.",
)
UNKNOWN_GAME = Text(
    de="Dieses Spiel kennt der Tisch nicht. Bitte eines der angebotenen antippen.",
    en="The table does not know that game. Please tap one of those offered.",
)
