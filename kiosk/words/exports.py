"""The words of the evening's files: lists, tables, downloads."""

from __future__ import annotations

from engine.text import Text

# Columns of the tables
NUMBER = Text(de="Nr.", en="No.")
DEALER = Text(de="Geber", en="Dealer")
DECLARER = Text(de="Spieler", en="Declarer")
GAME = Text(de="Spiel", en="Game")
SUIT = Text(de="Farbe", en="Suit")
PARTNERS = Text(de="Mitspieler", en="Partners")
KONTRA = Text(de="Kontra", en="Kontra")
LAYERS = Text(de="Leger", en="Laid")
POINTS = Text(de="Augen", en="Points")
SCHNEIDER = Text(de="Schneider", en="Schneider")
SCHWARZ = Text(de="Schwarz", en="Schwarz")
LAUFENDE = Text(de="Laufende", en="Laufende")
PRICE = Text(de="Wert", en="Value")
REMARKS = Text(de="Vermerk", en="Remark")
RANK = Text(de="Rang", en="Rank")
NAME = Text(de="Name", en="Name")
TOTAL = Text(de="Stand", en="Total")
PLUS = Text(de="Plus", en="Plus")
MINUS = Text(de="Minus", en="Minus")
DEALS = Text(de="Spiele", en="Deals")
WON = Text(de="gewonnen", en="won")
SOLI = Text(de="Soli", en="Solos")
SOLI_WON = Text(de="Soli gewonnen", en="Solos won")
MOST_LAUFENDE = Text(de="Laufende", en="Laufende")
TABLE = Text(de="Tisch", en="Table")
ROUND = Text(de="Runde", en="Round")
START_NUMBER = Text(de="Startnummer", en="Start number")
SCORE = Text(de="Punkte", en="Score")
SUM = Text(de="Summe", en="Sum")
STOCK = Text(de="Stock", en="Stock")
YES = Text(de="ja", en="yes")
CHANGED = Text(de="Geändert: {reason}", en="Changed: {reason}")
CONVERTED = Text(
    de="Gezählt wird jetzt zu {cents} ct; frühere Spiele sind umgerechnet.",
    en="Counted in units of {cents} ct now; earlier games are converted.",
)
WAS_CONVERTED = Text(de="umgerechnet von {cents} ct", en="converted from {cents} ct")
COUNTS_APART = Text(de="zählt für sich: {amounts}", en="counts apart: {amounts}")
APART_FROM_NOW = Text(
    de="Ab jetzt {game}: Mit dem nächsten Spiel beginnt ein neuer Stand. Der alte bleibt stehen.",
    en="{game} from now on: the next deal begins a new score. The old one is kept.",
)
CONVERTED_FROM_NOW = Text(
    de="Ab jetzt {game} zu {cents} ct statt {before} ct: Mit dem nächsten Spiel wird der Stand "
    "umgerechnet, am Geld ändert sich nichts.",
    en="{game} from now on, {cents} ct a unit instead of {before} ct: with the next deal the score "
    "is converted; the money stays the same.",
)
STANDS_IN = Text(de="{who} für {owner}", en="{who} for {owner}")
STANDINGS = Text(de="Stand", en="Standings")
TOURNAMENT = Text(de="Turnier", en="Tournament")
COURSE = Text(de="Verlauf", en="Chart")
START = Text(de="Beginn", en="Start")
TO_SETTLE = Text(de="Abrechnen", en="Settling up")
PAYER = Text(de="Wer zahlt", en="Who pays")
PAYEE = Text(de="an wen", en="whom")
CENTS = Text(de="Cent", en="cents")
UNITS = Text(de="Punkte", en="points")

# Files
NAMES = {
    "spiele": Text(de="spiele", en="deals"),
    "stand": Text(de="stand", en="standings"),
    "turnier": Text(de="turnier", en="tournament"),
    "verlauf": Text(de="verlauf", en="chart"),
    "liste": Text(de="liste", en="list"),
}
"""Names of files, without their endings."""

# What the help of `export` says of them
XLSX_FORM = Text(de="xlsx: Tabellen eines Abends", en="xlsx: tables of an evening")
CSV_FORM = Text(
    de="csv: dieselben als drei Dateien (.zip), einzeln spiele, stand, turnier",
    en="csv: the same as three files (.zip), one by one spiele, stand, turnier",
)
CHART_FORM = Text(de="svg, png: das Bild des Verlaufs", en="svg, png: the chart as a picture")
