"""What is said of an archive, in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from engine.text import Text

# What differs, deal by deal
SEAT = Text(de="Platz {seat}", en="Seat {seat}")
ONE_OF_SEVERAL = Text(de="Einer von mehreren", en="One of several")
SAID_NOW = Text(
    de="{who}: „{what}“ (Karte {card}) würde heute gesagt, damals nicht.",
    en='{who}: "{what}" (card {card}) would be said today, and was not then.',
)
SAID_NO_MORE = Text(
    de="{who}: „{what}“ (Karte {card}) wurde damals gesagt; heute bliebe es offen.",
    en='{who}: "{what}" (card {card}) was said then; today it would be left open.',
)
HOLDS_NO_MORE = Text(
    de="{who}: „{what}“ (Karte {card}) wurde damals gesagt und gilt heute nicht.",
    en='{who}: "{what}" (card {card}) was said then and does not hold today.',
)
OTHER_RESULT = Text(
    de="Ergebnis bisher: {then}; heute: {now}.", en="Result so far: {then}; today: {now}."
)
OTHER_COUNT = Text(de="Bisher {then} Spiele, heute {now}.", en="{then} deals so far, {now} today.")
OTHER_CARD_COUNT = Text(
    de="Aufgeschrieben sind {then} Karten, zu sehen {now}.",
    en="{then} cards are recorded, {now} are seen.",
)
OTHER_CARD = Text(
    de="Karte {card}: aufgeschrieben {then}, zu sehen {now}.",
    en="Card {card}: recorded {then}, seen {now}.",
)
MORE_CARDS = Text(de="und {n} Karten mehr.", en="and {n} more cards.")
PLAY = Text(de="{card} von Platz {seat}", en="{card} by seat {seat}")
WON_BY = Text(de="gewonnen von Platz {seats}", en="won by seat {seats}")
NOBODY_WON = Text(de="niemand gewinnt", en="nobody wins")
SCHNEIDER = Text(de="Schneider", en="Schneider")
SCHWARZ = Text(de="Schwarz", en="Schwarz")
WITH = Text(de="mit {n} Laufenden", en="with {n} Laufende")
WITHOUT = Text(de="ohne {n} Laufende", en="without {n} Laufende")
OUTCOMES: Mapping[str, Text] = {
    "void": Text(de="nicht gewertet", en="not counted"),
    "unsettled": Text(de="ohne Ergebnis", en="without a result"),
}
NOTHING_CALLED = Text(de="ohne Ansage", en="not called")
SINCE: Mapping[str, Text] = {
    "record": Text(de="gegen das Journal", en="against the journal"),
    "former": Text(de="gegen den letzten Durchgang", en="against the last run"),
    "rules": Text(de="gegen die Regeln des Abends", en="against the evening's own rules"),
    "beside": Text(de="gegen das, was daneben liegt", en="against what lies beside it"),
}

# What cannot be read
NO_DECK = Text(
    de="Mit welchem Blatt in diesem Video gespielt wurde, steht nirgends; bitte --deck BLATT "
    "nennen.",
    en="Nothing says which deck this video was played with; please name it with --deck DECK.",
)
NO_FOLDER = Text(
    de="{folder} gibt es nicht; bitte den Ordner prüfen.",
    en="There is no {folder}; please check the folder.",
)
UNREADABLE = Text(
    de="{file} ist nicht lesbar ({why}); Pfad und Rechte prüfen.",
    en="{file} cannot be read ({why}); check its path and permissions.",
)
NO_JSON = Text(
    de="die erste Zeile ist kein JSON; erwartet ist ein Export oder eine Spieldatei",
    en="its first line is not JSON; it should be an export or a deal file",
)
DAMAGED = Text(
    de="beschädigt ({why}); angesehen wurde, was heil ist: {events} Ereignisse",
    en="damaged ({why}); what is whole was looked at: {events} events",
)
WORKER_LOST = Text(
    de="dreimal ging der Prozess, der daran saß, verloren",
    en="the process that worked on it was lost three times",
)
FAILED = Text(
    de="das Programm ist daran gescheitert ({why}); bitte melden",
    en="the program failed on it ({why}); please report this",
)
OTHER_PROGRAM = Text(
    de="Die Helfer an {address} haben ein anderes Programm ({theirs} statt {ours}); bitte dort "
    "dieselbe Version starten.",
    en="The workers at {address} run another program ({theirs}, not {ours}); please start the "
    "same version there.",
)
CHANGED_PROGRAM = Text(
    de="Das Programm wurde erneuert, während es lief; bitte noch einmal beginnen. Was fertig ist, "
    "bleibt.",
    en="The program was updated while it ran; please start again. What is done is kept.",
)
NO_SCHEDULER = Text(
    de="Unter {address} antwortet kein Dask-Scheduler; bitte die Adresse prüfen („dask scheduler“ "
    "sagt sie) oder --scheduler weglassen.",
    en='No Dask scheduler answers at {address}; please check the address ("dask scheduler" '
    "prints it) or leave out --scheduler.",
)
NO_OUT = Text(
    de="In {folder} kann nicht geschrieben werden ({why}); bitte Ordner, Rechte und Platz prüfen "
    "oder mit --out einen anderen nennen.",
    en="{folder} cannot be written to ({why}); please check the folder, its permissions and free "
    "space, or name another one with --out.",
)

# The report
EVENING = Text(de="{day} · {source}", en="{day} · {source}")
UNDATED = Text(de="ohne Datum", en="undated")
DEAL = Text(de="  Spiel {deal}: {text} ({since})", en="  Deal {deal}: {text} ({since})")
WHOLE = Text(de="  {text} ({since})", en="  {text} ({since})")
UNREAD = Text(de="Nicht gelesen: {source}: {why}", en="Not read: {source}: {why}")
SUMMARY = Text(
    de="Abende: {evenings}, Spiele: {deals}, davon heute anders gerichtet: {differing}; nicht ganz "
    "lesbare Dateien: {unread}. Neu angesehen: {done}, schon da: {before}.",
    en="Evenings: {evenings}, deals: {deals}, of these judged differently today: {differing}; "
    "files not read in full: {unread}. Looked at now: {done}, already done: {before}.",
)

# Statistics
YES = Text(de="ja", en="yes")
NO = Text(de="nein", en="no")
RUN_WITH = Text(de="mit", en="with")
RUN_WITHOUT = Text(de="ohne", en="without")
NO_ROWS = Text(de="kommt nicht vor", en="none")
ALL_EVENINGS = Text(de="alle Abende", en="all evenings")
EVENINGS_FROM_TO = Text(de="Abende vom {since} bis {until}", en="evenings from {since} to {until}")
NO_ARCHIVE = Text(
    de="In {folder} liegt kein Archiv; bitte den Ordner nennen, den „mehrkopf archive … --out "
    "ORDNER“ geschrieben hat.",
    en='There is no archive in {folder}; please name the folder that "mehrkopf archive … --out '
    'DIR" wrote.',
)
BAD_TABLE = Text(
    de="{file} ist nicht lesbar ({why}); bitte „mehrkopf archive“ noch einmal laufen lassen.",
    en='{file} cannot be read ({why}); please run "mehrkopf archive" again.',
)
NOT_PARQUET = Text(de="das ist keine Parquet-Datei", en="it is not a Parquet file")
OTHER_TABLES = Text(
    de="{file} hat andere Spalten als dieses Programm; bitte „mehrkopf archive“ noch einmal laufen "
    "lassen.",
    en='{file} has other columns than this program; please run "mehrkopf archive" again.',
)
PAGE_TITLE = Text(de="Unsere Abende in Zahlen", en="Our evenings in figures")
PAGE_QUESTIONS = Text(de="Fragen", en="Questions")
