"""The words of the evening's pages."""

from __future__ import annotations

from engine.text import Text

TABS = (
    ("scores", Text(de="Punkte", en="Scores"), "/scores"),
    ("deals", Text(de="Spiele", en="Deals"), "/deals"),
    ("evening", Text(de="Verlauf", en="Chart"), "/evening"),
    ("exports", Text(de="Mitnehmen", en="Save & share"), "/exports"),
    ("evenings", Text(de="Abende", en="Evenings"), "/evenings"),
)
"""Key, word and address of each page."""
PAGES_OF_EVENING = Text(de="Seiten des Abends", en="Pages of the evening")
OF_DAY = Text(de="Abend vom {day}", en="Evening of {day}")
BACK_TO_NOW = Text(de="Zum heutigen Abend", en="Back to tonight")

# Scores
RANK = Text(de="Platz", en="Place")
SOLI = Text(de="Soli", en="Solos")
LAUFENDE = Text(de="Laufende", en="Laufende")
NO_SCORES = Text(de="Noch kein Spiel fertig", en="No deal finished yet")
NO_SCORES_LONG = Text(de="Hier steht gleich, wer vorn liegt.", en="You will see here who is ahead.")

# Deals
NO_DEALS = Text(de="Noch kein Spiel zu Ende", en="No deal is over yet")
NO_DEALS_LONG = Text(
    de="Jedes fertige Spiel steht hier mit Ergebnis und Wiedergabe.",
    en="Every finished deal appears here with its result and replay.",
)
REPLAY = Text(de="Wiedergabe", en="Replay")
CORRECT = Text(de="Berichtigen", en="Correct")
CERTIFICATE = Text(de="Urkunde", en="Certificate")
BEFORE = Text(de="Spiel davor", en="Deal before")
AFTER = Text(de="Spiel danach", en="Next deal")
TO_LIST = Text(de="Zur Liste", en="To the list")
NO_SUCH_DEAL = Text(
    de="Dieses Spiel gibt es an diesem Abend nicht; bitte in der Liste wählen.",
    en="There is no such deal in this evening; please choose one in the list.",
)

# Course
NO_COURSE = Text(de="Noch gibt es keinen Verlauf", en="Nothing to chart yet")
NO_COURSE_LONG = Text(
    de="Nach dem ersten Spiel wird hier gezeichnet, wie es um alle steht.",
    en="After the first deal everybody’s score is drawn here.",
)
DEAREST = Text(
    de="Am teuersten: Spiel {number}, {game}", en="Most expensive: deal {number}, {game}"
)
PLAYED = Text(de="{name} mit {game}", en="{name}: {game}")
MOST_SOLI = Text(
    de="Meiste Soli: {name} ({n}, davon {won} gewonnen)",
    en="Most Solos: {name} ({n}, {won} of them won)",
)

# Evenings
NO_EVENINGS = Text(de="Noch kein Abend", en="No evening yet")
NO_EVENINGS_LONG = Text(
    de="Hier stehen später alle Abende dieses Tisches.",
    en="All evenings of this table will be here.",
)
NOW = Text(de="am Tisch", en="at the table")
WINNER = Text(de="vorn: {names}", en="ahead: {names}")

# Take home
TAKE_HOME = Text(de="Mitnehmen", en="Save & share")
BY_STICK = Text(
    de="Liste, Bild und Tabellen auf einen USB-Stick: mit „Mitnehmen“.",
    en="List, picture and tables go onto a USB stick with “Save & share”.",
)
BY_CODE = Text(de="Mit dem Handy mitnehmen", en="Take it with you on a phone")
TO_STICK = Text(de="Auf USB-Stick speichern", en="Save to USB stick")
TO_FOLDER = Text(de="Auf diesem Gerät speichern", en="Save on this device")
DOWNLOADS = Text(
    de="Einzelne Dateien lädt der Browser herunter; am Bildschirm des Tisches die Knöpfe zum "
    "Speichern nehmen.",
    en="Single files are downloaded by the browser; on the table’s own screen use the save "
    "buttons.",
)
NO_STICK = Text(
    de="Kein USB-Stick gefunden. Einstecken und diese Seite neu antippen; oder auf diesem Gerät "
    "speichern.",
    en="No USB stick found. Plug one in and tap this page again; or save on this device.",
)
STICK_THERE = Text(de="USB-Stick „{name}“ ist da.", en="USB stick “{name}” is there.")
SAVED = Text(
    de="Gespeichert: {n} Dateien in „{folder}“. Der Stick kann raus.",
    en="Saved: {n} files in “{folder}”. You can pull the stick out.",
)
SAVED_HERE = Text(
    de="Gespeichert: {n} Dateien in „{folder}“ auf diesem Gerät.",
    en="Saved: {n} files in “{folder}” on this device.",
)
NOT_SAVED = Text(
    de="Nach „{folder}“ ließ sich nicht speichern ({why}). Anderen Stick nehmen oder auf diesem "
    "Gerät speichern; aufgezeichnet bleibt alles.",
    en="Saving to “{folder}” failed ({why}). Try another stick or save on this device; nothing "
    "recorded is lost.",
)
NOWHERE = Text(
    de="Hier gibt es keinen Ordner zum Speichern. Bitte einen USB-Stick einstecken.",
    en="There is no folder to save to. Please plug in a USB stick.",
)
NOTHING_YET = Text(de="Noch gibt es nichts mitzunehmen", en="Nothing to save yet")
NOTHING_YET_LONG = Text(
    de="Nach dem ersten Spiel gibt es hier Liste, Tabelle, Bild und Wiedergabe.",
    en="After the first deal you get a list, a table, a picture and a replay here.",
)
LIST = Text(de="Liste zum Drucken", en="Printable list")
LIST_NOTE = Text(de="wie auf Papier", en="as on paper")
SHEET = Text(de="Excel-Tabelle", en="Excel table")
SHEET_NOTE = Text(de="Spiele, Stand, Turnier", en="deals, standings, tournament")
CSV = Text(de="CSV-Dateien", en="CSV files")
CSV_NOTE = Text(de="drei Tabellen", en="three tables")
PICTURE = Text(de="Bild vom Verlauf", en="Chart as a picture")
PICTURE_NOTE = Text(de="PNG", en="PNG")
DRAWING = Text(de="Zeichnung vom Verlauf", en="Chart as a drawing")
DRAWING_NOTE = Text(de="SVG", en="SVG")
FILM = Text(de="Abend zum Verschicken", en="Evening to share")
FILM_NOTE = Text(de="eine Datei mit Wiedergabe", en="one file with replay")
NOTATION = Text(de="Spiele als Text", en="Deals as text")
NOTATION_NOTE = Text(de="zum Lesen und Weitergeben", en="to read and pass on")
RECORD = Text(de="Ganze Aufzeichnung", en="Whole journal")
RECORD_NOTE = Text(de="alle Abende, zum Sichern", en="all evenings, as a backup")
TOURNAMENT = Text(de="Turnierblatt", en="Tournament sheet")
TOURNAMENT_NOTE = Text(de="Tisch, Runde, Startnummern", en="table, round, start numbers")
TABLE = Text(de="Tisch", en="Table")
ROUND = Text(de="Runde", en="Round")
START_NUMBER = Text(de="Startnummer {name}", en="Start number {name}")
SHOW_LIST = Text(de="Liste zeigen", en="Show the list")
AS_CSV = Text(de="Als CSV", en="As CSV")
BAD_NUMBER = Text(
    de="„{what}“ ist keine Zahl von 1 bis 9999. Bitte neu eingeben.",
    en="“{what}” is not a number from 1 to 9999. Please enter it again.",
)
TWICE = Text(
    de="Die Startnummer {n} gibt es zweimal. Bitte jedem eine eigene geben.",
    en="Start number {n} is there twice. Please give everybody their own.",
)
UNKNOWN_FILE = Text(
    de="Diese Datei gibt es nicht. Bitte auf „Mitnehmen“ eine antippen.",
    en="There is no such file. Please tap one under “Save & share”.",
)

# Printed list
PRINT = Text(de="Drucken", en="Print")
LIST_TITLE = Text(de="{game} – Spielliste", en="{game} – score list")
TOWN = Text(de="Ort", en="Town")
DATE = Text(de="Datum", en="Date")
SIGNATURES = Text(de="Unterschriften", en="Signatures")
SEAL = Text(de="Siegel", en="Seal")
HASH = Text(de="Prüfsumme der Aufzeichnung", en="Checksum of the journal")
CARRIED = Text(de="Übertrag", en="Carried over")
IN_CENTS = Text(de="Beträge in Cent", en="amounts in cents")
CIRCLED = Text(de="○ = Solo", en="○ = solo")
IN_STOCK = Text(de="im Stock {n}", en="in the Stock {n}")
PAGE = Text(de="Blatt {n} von {all}", en="Sheet {n} of {all}")

# Certificate
NO_SIE = Text(
    de="Zu diesem Spiel gibt es keine Urkunde; sie gehört zu einem gewonnenen „Sie“.",
    en="There is no certificate for this deal; only a Sie that was won has one.",
)
NOT_NOW = Text(
    de="Während eines Spiels gibt es die Aufzeichnung nicht: Darin stehen die Karten. Bitte nach "
    "dem Spiel noch einmal antippen.",
    en="The journal is closed during a deal because the cards are in it. Please tap again after "
    "the deal.",
)
CERTIFICATE_TITLE = Text(de="Urkunde", en="Certificate")
SIE_BY = Text(de="ein „Sie“", en="a Sie")
CERTIFIED = Text(
    de="hat am {day} beim {game} {sie} hingelegt:",
    en="laid down {sie} at {game} on {day}:",
)
CERTIFIED_UNDATED = Text(de="hat beim {game} {sie} hingelegt:", en="laid down {sie} at {game}:")
NOTHING_HIGHER = Text(
    de="die {n} höchsten Trümpfe in einer Hand – höher geht es nicht.",
    en="the {n} highest trumps in one hand – there is nothing higher.",
)
WITNESSES = Text(de="Das bezeugen", en="Witnessed by")

# Standings of an evening of several games
STOOD = Text(de="Stand {game}", en="{game} score")
LEFT = Text(de="nicht mehr dabei", en="has left")
