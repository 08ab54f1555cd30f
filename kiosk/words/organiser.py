"""What the organiser's pages say."""

from __future__ import annotations

from engine.text import Text
from kiosk.words import exports

TITLE = Text(de="Turnier", en="Tournament")
OVERVIEW = Text(de="Tische", en="Tables")
PEOPLE = Text(de="Leute", en="People")
DRAW = Text(de="Auslosung", en="Draw")
LISTS = Text(de="Listen", en="Lists")
RANKING = Text(de="Rangliste", en="Ranking")
PENALTIES = Text(de="Strafen", en="Penalties")
PROTESTS = Text(de="Einsprüche", en="Protests")
HALL = Text(de="Saal", en="Hall")
HALL_LONG = Text(de="Anzeige für den Saal", en="Hall display")
TERMS = Text(de="Ausschreibung", en="Terms")
FILES = Text(de="Dateien", en="Files")
PRINTS = Text(de="Drucken", en="Print")
OTHER_LANGUAGE = Text(de="English", en="Deutsch")
ERROR = Text(de="Das geht so nicht", en="That does not work")
BACK = Text(de="Zurück", en="Back")
TAKE_BACK = Text(de="Zurücknehmen", en="Take back")
SAVE = Text(de="Eintragen", en="Save")
ENTER = Text(de="Eintragen", en="Enter")

# Signing in.
SIGN_IN = Text(de="Anmelden", en="Sign in")
SIGN_OUT = Text(de="Abmelden", en="Sign out")
PASSWORD = Text(de="Passwort", en="Password")
SIGN_IN_LONG = Text(
    de="Eintragen und auslosen darf, wer das Passwort des Turniers kennt. Die Anzeige für den Saal "
    "ist ohne zu sehen.",
    en="Whoever knows the tournament's password may make entries and draw. The hall display can be "
    "seen without it.",
)
WRONG_PASSWORD = Text(
    de="Das Passwort stimmt nicht; bitte noch einmal.",
    en="The password is wrong; please try again.",
)
WAIT = Text(
    de="Zu oft falsch; in {s} Sekunden geht es wieder.",
    en="Wrong too often; try again in {s} seconds.",
)
BAD_TOKEN = Text(
    de="Diese Seite war zu lange offen; bitte neu laden und noch einmal tippen.",
    en="This page was open for too long; please reload it and try again.",
)
NOT_FOUND = Text(de="Diese Seite gibt es nicht.", en="There is no such page.")
TOO_LARGE = Text(
    de="Das ist zu groß; eine Liste hat höchstens ein Megabyte.",
    en="That is too large; a list has at most one megabyte.",
)
BAD_REQUEST = Text(
    de="Diese Eingabe ist nicht zu verstehen; bitte zurück und noch einmal.",
    en="This entry cannot be understood; please go back and try again.",
)
BROKEN = Text(
    de="Da ist etwas schiefgegangen; nichts Eingetragenes ist verloren. Bitte noch einmal.",
    en="Something went wrong; nothing that was entered is lost. Please try again.",
)

# The tables.
ROUND_N = Text(de="Runde {n}", en="Round {n}")
ROUND_OF = Text(de="Runde {n} von {all}", en="Round {n} of {all}")
TABLE_N = Text(de="Tisch {table}", en="Table {table}")
TABLE = Text(de="Tisch", en="Table")
WHO_SITS = Text(de="Wer sitzt da", en="Who sits there")
STATE = Text(de="Stand", en="State")
DEALS_SO_FAR = Text(de="Spiele", en="Deals")
DEALS_OF = Text(de="{n} von {all}", en="{n} of {all}")
NOTHING_DRAWN = Text(
    de="Noch ist nichts ausgelost. Erst alle Leute eintragen, dann auslosen.",
    en="Nothing has been drawn yet. Enter everybody first, then draw.",
)
NOT_BEGUN = Text(de="noch nicht begonnen", en="not begun yet")
RUNNING = Text(de="läuft", en="running")
ENDED = Text(de="beendet", en="ended")
STILL_AWAITED = Text(
    de="Noch nicht abgezeichnet oder eingetragen:", en="Not signed off or entered yet:"
)
END_ANYWAY = Text(de="Runde {n} trotzdem beenden", en="End round {n} anyway")
BEGIN_ANYWAY = Text(de="Runde {n} trotzdem beginnen", en="Begin round {n} anyway")
BEGIN_ROUND = Text(de="Runde {n} beginnen", en="Begin round {n}")
END_ROUND = Text(de="Runde {n} beenden", en="End round {n}")
REOPEN_ROUND = Text(de="Runde {n} doch weiterspielen", en="Go on with round {n} after all")
NOT_YET = Text(de="Runde {n} doch noch nicht beginnen", en="Undo the start of round {n}")
DRAW_NEXT = Text(de="Runde {n} auslosen", en="Draw round {n}")
UNSETTLED = Text(de="ungeklärte Spiele: {n}", en="deals not settled: {n}")
TELL_AGAIN = Text(
    de="Tischen noch einmal sagen, wer wo sitzt", en="Tell the tables again who sits where"
)
LEFT = Text(de="noch {minutes} Minuten", en="{minutes} minutes left")
TIME_UP = Text(de="Zeit um: kein neues Spiel mehr", en="time is up: no new deal")
AVAILABLE = {
    "online": Text(de="verbunden", en="connected"),
    "stopped": Text(de="ausgeschaltet", en="switched off"),
    "offline": Text(de="Verbindung weg", en="connection lost"),
    "": Text(de="ohne Gerät", en="no device"),
}
LOOK = Text(de="nachsehen", en="please look")
QUIET_SINCE = Text(de="still seit {time}", en="quiet since {time}")
CONTESTED = Text(de="Einspruch", en="Protest")
SOURCE = {
    "paper": Text(de="vom Papier", en="from paper"),
    "signed": Text(de="abgezeichnet", en="signed off"),
    "running": Text(de="läuft noch", en="still open"),
    "missing": Text(de="fehlt", en="missing"),
}
DIFFERS = Text(
    de="Die abgezeichnete Liste ist nicht, was die Spiele ergeben.",
    en="The list that was signed off is not what the deals come to.",
)

FORKED = Text(de="doppelte Spiele?", en="duplicate deals?")
FORK = Text(
    de="Dieser Tisch hat Spiele nicht mehr, die hier schon da waren ({lost}), und meldet seither "
    "andere ({since}). Solange das nicht entschieden ist, zählt, was zuerst da war.",
    en="This table no longer has deals that had arrived here ({lost}) and has sent others since "
    "({since}). Until that is decided, what was here first counts.",
)
FORK_BOTH = Text(de="Es wurde weitergespielt: beides zählt", en="They played on: both count")
FORK_NEW = Text(
    de="Dieselben noch einmal eingetragen: nur das Neue zählt",
    en="The same ones entered again: only the new ones count",
)
FORK_OLD = Text(
    de="Das Neue gehört nicht dazu: nur das Alte zählt",
    en="The new ones do not belong here: only the old ones count",
)
FORK_SIDE = {
    "lost": Text(de="zählt bisher", en="counts so far"),
    "since": Text(de="seither gemeldet", en="sent since"),
}
LOST_DEAL = Text(de="{n} (am Tisch verloren)", en="{n} (lost at the table)")
LOST_THERE = Text(de="am Tisch verloren", en="lost at the table")
FORK_OF = Text(
    de="doppelte Spiele? Runde {round}, Tisch {table}",
    en="duplicate deals? round {round}, table {table}",
)
NONE_OF_THEM = Text(de="keine", en="none")

# People.
NUMBER = Text(de="Nr.", en="No.")
START_NUMBER = Text(de="Startnummer", en="Start number")
NAME = Text(de="Name", en="Name")
TOWN = Text(de="Ort", en="Town")
PAID = Text(de="bezahlt", en="paid")
PAID_SUM = Text(
    de="{paid} von {all} haben bezahlt, zusammen {sum}.",
    en="{paid} of {all} have paid, {sum} in all.",
)
NOT_PAID = Text(de="offen", en="unpaid")
ENTER_SOMEBODY = Text(de="Jemanden eintragen", en="Enter somebody")
ENTER_LIST = Text(de="Eine Liste einlesen", en="Read in a list")
LIST_LONG = Text(
    de="Je Zeile eine Person: Nummer;Name;Ort;bezahlt, auch aus einer Tabelle kopiert. Beginnt "
    "eine Zeile mit dem Namen, wird die nächste Nummer genommen.",
    en="One person a line: number;name;town;paid, copied from a spreadsheet as well. If a line "
    "begins with the name, the next number is taken.",
)
NO_BROKER = Text(
    de="Bis dahin steht hier, was zuletzt kam; was die Tische spielen, heben sie auf und "
    "melden es dann.",
    en="Until then you see what came last; the tables keep what they play and send it then.",
)
READ_IN = Text(de="Einlesen", en="Read in")
NOBODY_YET = Text(de="Noch ist niemand eingetragen.", en="Nobody has been entered yet.")
PRESENCE = {
    "here": Text(de="spielt mit", en="plays"),
    "no_show": Text(de="nicht gekommen", en="did not come"),
    "left": Text(de="gegangen", en="left"),
}
RENAME = Text(de="Name und Ort berichtigen", en="Correct name and town")
SUBSTITUTE = Text(de="Ersatz", en="Substitute")
SUBSTITUTE_FOR = Text(
    de="Wer spielt unter der Nummer {n} weiter? Das zählt von Runde {round} an; was vorher "
    "gespielt ist, bleibt bei {name}.",
    en="Who plays on as number {n}? That counts from round {round} on; what was played before "
    "stays with {name}.",
)
TAKE_OUT = Text(de="Wieder austragen", en="Take out again")
TAKE_OUT_LONG = Text(
    de="Aus Versehen eingetragen? Wer noch nirgends sitzt, lässt sich wieder austragen.",
    en="Entered by mistake? Whoever has no seat yet can be taken out again.",
)
FORMERLY = Text(de="Vorher", en="Before")
BEFORE = Text(de="bis Runde {round}: {name}", en="until round {round}: {name}")
CHANGE = Text(de="Ändern", en="Change")

# The draw.
SEED = Text(de="Wort oder Zahl der Auslosung", en="Word or number of the draw")
SEED_LONG = Text(
    de="Die Auslosung folgt allein daraus und aus den Startnummern: Wer das Wort kennt, kann sie "
    "nachprüfen. Am besten zieht es jemand vor allen.",
    en="The draw follows from this and the start numbers alone: whoever knows the word can check "
    "it. Have somebody draw it in front of everybody.",
)
ODD = Text(de="Wenn es nicht aufgeht", en="Where the number does not divide by four")
THREES = Text(de="Tische zu dritt", en="tables of three")
FIVES = Text(de="Tische zu fünft", en="tables of five")
PREVIEW = Text(de="Ansehen", en="Preview")
DRAW_NOW = Text(de="So auslosen", en="Draw like this")
DRAWN_FROM = Text(de="Ausgelost aus „{seed}“.", en='Drawn from "{seed}".')
MET_AGAIN = Text(de="{n} Paare treffen sich noch einmal.", en="{n} pairs meet again.")
NOBODY_AGAIN = Text(de="Niemand trifft jemanden zweimal.", en="Nobody meets anybody twice.")
TAKE_PLAN = Text(de="Eine fertige Auslosung einlesen", en="Read in a draw made elsewhere")
PLAN_LONG = Text(
    de="Je Tisch eine Zeile: Runde;Tisch;Nummer;Nummer;Nummer;Nummer.",
    en="One table a line: round;table;number;number;number;number.",
)

# Lists.
POINTS = Text(de="Punkte", en="Points")
SOLI_WON = exports.SOLI_WON
SOLO = Text(de="Solo", en="Solo")
DEAL = Text(de="Spiel", en="Deal")
TYPE = Text(de="Spielart", en="Contract")
SUM = Text(de="Summe", en="Sum")
TYPE_IN = Text(de="Liste vom Papier eintragen", en="Enter the list from paper")
TYPE_IN_LONG = Text(
    de="Sie zählt statt der Liste vom Tisch, bis sie zurückgenommen wird.",
    en="It counts instead of the table's list until it is taken back.",
)
NO_DEALS = Text(de="Noch kein Spiel.", en="No deal yet.")
PAPER_ONLY = Text(
    de="Vom Papier: nur die Summen der Runde, kein Spiel einzeln.",
    en="From paper: the sums of the round alone, no single deals.",
)
FROM_PAPER = Text(de="Vom Papier eingetragen", en="Entered from paper")
HOLDS = Text(de="gilt", en="holds")
CHANGED_BOLD = Text(
    de="Fett: anders als in der Fassung davor. Es gilt die letzte, und sie gilt vor dem, was der "
    "Tisch schickt; ist sie zurückgenommen, gilt der Tisch.",
    en="Bold: other than in the revision before. The last one holds, before what the table sends; "
    "where it was taken back, the table's holds.",
)
SIGNED_BEFORE = Text(de="Vom Tisch abgezeichnet", en="Signed off by the table")
VERSION = Text(de="Fassung", en="Revision")
REVISIONS = Text(de="Fassung {n}", en="revision {n}")
CORRECTED = Text(de="berichtigt", en="corrected")
STATUS = {
    "counted": Text(de="", en=""),
    "void": Text(de="nicht gewertet", en="not counted"),
    "unsettled": Text(de="noch offen", en="not settled"),
    "withdrawn": Text(de="zurückgenommen", en="taken back"),
}

# Ranking and penalties.
PLACE = Text(de="Platz", en="Place")
TOTAL = Text(de="Gesamt", en="Total")
PENALTY = Text(de="Strafe", en="Penalty")
PRIZE = Text(de="Preis", en="Prize")
REASON = Text(de="Grund", en="Reason")
NOT_RANKED_YET = Text(
    de="Die Rangliste beginnt mit der ersten Runde.", en="The ranking begins with the first round."
)
OUTSTANDING = Text(de="Noch nicht endgültig, es fehlt noch:", en="Not final yet; still to come:")
IS_FINAL = Text(
    de="Endgültig: Alle Runden sind beendet, alle Listen da und alle Einsprüche entschieden.",
    en="Final: all rounds have ended, all lists are in and all protests ruled on.",
)
AS_OF = Text(de="Stand vom {at}", en="As of {at}")
LIST_OF = Text(de="Liste Runde {round}, Tisch {table}", en="list of round {round}, table {table}")
OPEN_PROTESTS = Text(de="offene Einsprüche: {n}", en="open protests: {n}")
LIST_MISSING = Text(de="Liste fehlt", en="list missing")
DEDUCT = Text(de="Abziehen", en="Deduct")
CREDIT = Text(de="Gutschreiben", en="Credit")
GIVE_PENALTY = Text(de="Strafe eintragen", en="Enter a penalty")
NO_PENALTIES = Text(de="Keine Strafen.", en="No penalties.")
TAKEN_BACK = Text(de="zurückgenommen", en="taken back")
TIES = {
    "soli": Text(de="mehr gewonnene Soli", en="more Solos won"),
    "best_round": Text(de="die beste Runde", en="the best round"),
    "last_round": Text(de="die letzte Runde", en="the last round"),
    "fewer_penalties": Text(de="weniger Strafen", en="fewer penalties"),
    "low_number": Text(de="die niedrigere Startnummer", en="the lower start number"),
}
TIES_LONG = Text(
    de="Bei gleichen Punkten zählen der Reihe nach: {ties}; sonst wird der Platz geteilt.",
    en="With equal points these count in turn: {ties}; otherwise the place is shared.",
)
FEES_AND_PRIZES = Text(
    de="Startgeld {fees}, Preise {prizes}, bleibt {rest}.",
    en="Start fees {fees}, prizes {prizes}, leaves {rest}.",
)
SHARED_PRIZE = Text(
    de="Preise der geteilten Plätze zusammen", en="prizes of the shared places together"
)

# Protests.
NO_CARDS = Text(de="Dieses Spiel ist nicht da.", en="This deal is not here.")
ROUND = Text(de="Runde", en="Round")
PROTEST_ON = Text(
    de="Runde {round}, Tisch {table}, Spiel {deal}", en="Round {round}, table {table}, deal {deal}"
)
PROTEST_ON_PAPER = Text(
    de="Runde {round}, Tisch {table}, Liste vom Papier",
    en="Round {round}, table {table}, list from paper",
)
DEAL_OR_PAPER = Text(
    de="Spiel (leer: die Liste vom Papier)", en="Deal (empty: the list from paper)"
)
NO_PROTESTS = Text(de="Keine Einsprüche.", en="No protests.")
CONTEST = Text(de="Einspruch eintragen", en="Enter a protest")
WHAT_IS_CONTESTED = Text(de="Wogegen", en="What is contested")
ANSWER = Text(de="Begründung", en="Reasons")
REPLAY = Text(de="Karte für Karte ansehen", en="Watch it card by card")
RULING_LONG = Text(
    de="Wer stattgibt, kann hier auch Punkte und Soli ändern; Liste und Rangliste folgen, bis der "
    "Einspruch wieder geöffnet wird. Was der Tisch geschickt hat oder auf dem Papier steht, bleibt "
    "daneben stehen.",
    en="Whoever upholds a protest may change points and Solos here as well; list and ranking "
    "follow until the protest is opened again. What the table sent or the paper says stays beside "
    "it.",
)
RULED_POINTS = Text(de="Punkte nach der Entscheidung", en="Points by the ruling")
RULED = Text(de="nach Entscheidung", en="by ruling")
SENT = Text(de="vom Tisch", en="from the table")
BEFORE_RULING = Text(de="Summe vom Tisch", en="Sum from the table")
BEFORE_RULING_PAPER = Text(de="Summe vom Papier", en="Sum on the paper")
OVERTAKEN = Text(
    de="Der Tisch hat dieses Spiel nach der Entscheidung anders geschickt; ihre Punkte gelten "
    "nicht mehr. Bitte ansehen und neu entscheiden.",
    en="The table has sent this deal differently since the ruling, whose points no longer "
    "hold. Please have a look and rule anew.",
)
OVERTAKEN_PAPER = Text(
    de="Die Liste vom Papier wurde nach der Entscheidung geändert oder zurückgenommen; die Punkte "
    "der Entscheidung gelten nicht mehr. Bitte ansehen und neu entscheiden.",
    en="The list from paper was changed or taken back since the ruling, whose points no longer "
    "hold. Please have a look and rule anew.",
)
RULED_PAPER = Text(
    de="Über diese Liste ist entschieden. Wird sie anders eingetragen oder zurückgenommen, gelten "
    "die Punkte der Entscheidung nicht mehr, bis hier noch einmal entschieden ist.",
    en="This list has been ruled on. If it is entered differently or taken back, the points of the "
    "ruling hold no longer until somebody rules again here.",
)
RULED_BEFORE = Text(de="Entschieden war: {points}.", en="The ruling was: {points}.")
RULE_AGAIN = Text(de="Wieder so entscheiden", en="Rule the same again")
NO_SOLO = Text(de="keines", en="none")
NOT_IN_PAPER = Text(
    de="Über Spiel {deals} ist entschieden; in der Liste vom Papier zählt, was dort steht.",
    en="Deal {deals} has been ruled on; in the list from paper, what is written there counts.",
)
PROTEST_NUMBER = Text(de="Einspruch Nr.", en="Protest no.")
MOMENT = Text(de="Wann", en="When")
HOLDS_NO_LONGER = Text(de="gilt nicht mehr", en="holds no longer")
RULE_ANEW = Text(de="neu entscheiden", en="rule anew")
RULED_ANEW = Text(de="später neu entschieden", en="ruled anew later")
OPENED_AGAIN = Text(de="wieder geöffnet", en="opened again")
HISTORY = Text(de="Verlauf", en="History")
RULINGS = {
    "open": Text(de="offen", en="open"),
    "upheld": Text(de="stattgegeben", en="upheld"),
    "dismissed": Text(de="abgelehnt", en="dismissed"),
    "withdrawn": Text(de="zurückgezogen", en="withdrawn"),
}
RULE = {
    "open": Text(de="Wieder öffnen", en="Open again"),
    "upheld": Text(de="Stattgeben", en="Uphold"),
    "dismissed": Text(de="Ablehnen", en="Dismiss"),
    "withdrawn": Text(de="Zurückgezogen", en="Withdrawn"),
}

# Files and prints.
FILES_LONG = Text(
    de="Für die Vereinskasse, die Zeitung und die Wand.",
    en="For the club's books, the newspaper and the wall.",
)
WORKBOOK = Text(de="Alles als Excel-Datei", en="Everything as an Excel file")
RANKING_CSV = Text(de="Rangliste als CSV", en="Ranking as CSV")
PEOPLE_CSV = Text(de="Leute als CSV", en="People as CSV")
DRAW_CSV = Text(de="Auslosung als CSV", en="Draw as CSV")
LISTS_CSV = Text(de="Listen als CSV", en="Lists as CSV")
DEALS_CSV = Text(de="Alle Spiele als CSV", en="All deals as CSV")
PENALTIES_CSV = Text(de="Strafen als CSV", en="Penalties as CSV")
PROTESTS_CSV = Text(de="Einsprüche als CSV", en="Protests as CSV")
PRINT_RANKING = Text(de="Rangliste drucken", en="Print the ranking")
PRINT_DRAW = Text(de="Tischkarten drucken", en="Print table cards")
PRINT_SLIPS = Text(de="Platzkarten drucken", en="Print seat slips")
PRINT_LISTS = Text(de="Leere Listen drucken", en="Print empty lists")
PRINT_PLAYED = Text(de="Gespielte Listen drucken", en="Print the lists as played")
PRINT_THIS = Text(de="Diese Liste drucken", en="Print this list")
PRINT_IT = Text(de="Drucken mit Strg+P.", en="Print with Ctrl+P.")
SIGNATURES = Text(de="Unterschriften", en="Signatures")
SIT_AT = Text(de="Runde {round}: Tisch {table}", en="Round {round}: table {table}")

# The hall.
HALL_PAGE = Text(de="{n} von {all}", en="{n} of {all}")
AFTER_ROUND = Text(de="Stand in Runde {n}", en="Standings in round {n}")
SIT_DOWN = Text(de="Bitte Platz nehmen: Runde {n}", en="Please take your seats: round {n}")
FINAL = Text(de="Endstand", en="Final standings")
PROVISIONAL = Text(de="Vorläufiger Endstand", en="Provisional final standings")
WELCOME = Text(de="Willkommen!", en="Welcome!")

# Terms.
TITLE_OF = Text(de="Name des Turniers", en="Name of the tournament")
GAME = Text(de="Spiel", en="Game")
LIST_MODE = Text(de="Listenführung", en="How the list is kept")
ROUNDS = Text(de="Runden", en="Rounds")
DEALS_A_ROUND = Text(de="Spiele je Runde", en="Deals a round")
MINUTES_A_ROUND = Text(de="Minuten je Runde (0: ohne Grenze)", en="Minutes a round (0: no limit)")
FEE = Text(de="Startgeld in Euro", en="Start fee in euros")
PRIZES = Text(de="Preise", en="Prizes")
PRIZES_LONG = Text(
    de="Je Zeile ein Preis: Platz;Euro;Worte.", en="One prize a line: place;euros;words."
)
NO_EUROS = Text(
    de="„{word}“ ist kein Betrag in Euro; bitte noch einmal.",
    en='"{word}" is not an amount in euros; please try again.',
)
TIE_AT = Text(de="{n}. zählt", en="Tie-break {n}")
NO_MORE = Text(de="nichts mehr", en="nothing more")
AGAINST_TIES = Text(de="Bei gleichen Punkten", en="With equal points")
NAMES_SHOWN = Text(
    de="Namen an die Tische und in den Saal geben", en="Show names at the tables and in the hall"
)
FIXED_NOW = Text(
    de="Spiel, Listenführung, Runden und Spiele stehen fest, seit die erste Runde begonnen hat.",
    en="Game, list mode, rounds and deals have been fixed since the first round began.",
)
REFUSED = Text(de="Was abgewiesen wurde", en="What was turned away")
CAME_AGAIN = Text(
    de="Noch einmal gekommen und schon da: {n} ({tables}). Das ist kein Fehler; ein Tisch "
    "wiederholt, was ihm noch nicht bestätigt ist.",
    en="Came again and was here already: {n} ({tables}). That is no fault; a table repeats "
    "whatever has not been confirmed to it.",
)
NOTHING_REFUSED = Text(de="Nichts wurde abgewiesen.", en="Nothing was turned away.")
TIMES = Text(de="{n}-mal", en="{n} times")
OTHER_JOURNAL = Text(de="Gerät eines Tisches getauscht", en="A table's device was replaced")
OTHER_JOURNAL_LONG = Text(
    de="Was ein zweites Gerät für dieselbe Runde schickt, wird abgewiesen, bis es hier zugelassen "
    "wird; die Kennung steht bei dem, was abgewiesen wurde.",
    en="What a second device sends for the same round is turned away until it is admitted "
    "here; its id is shown beside what was turned away.",
)
JOURNAL_ID = Text(de="Kennung des Journals", en="Id of the journal")
ADMIT = Text(de="Zulassen", en="Admit")
