"""The words of the replay, in both languages."""

from __future__ import annotations

from math import ceil

from engine.open_cards.wording import TITLE
from engine.text import Text

REPLAY = Text(de="Wiedergabe", en="Replay")
EVENINGS = Text(de="Wiedergabe: Abende", en="Replay: evenings")
PICK_EVENING = Text(de="Welchen Abend ansehen?", en="Which evening do you want to watch?")
PICK_DEAL = Text(de="Welches Spiel ansehen?", en="Which deal do you want to watch?")
NO_EVENINGS = Text(de="Noch kein Abend da", en="No evening yet")
NO_EVENINGS_LONG = Text(
    de="Sobald an diesem Tisch ein Abend aufgezeichnet ist, lässt er sich hier Karte für Karte "
    "ansehen.",
    en="Once an evening has been recorded at this table, you can watch it here card by card.",
)
NO_DEALS = Text(de="Noch kein Spiel da", en="No deal yet")
NO_DEALS_LONG = Text(
    de="An diesem Abend ist noch kein Spiel zu Ende.", en="No deal of this evening is over yet."
)
DEAL = Text(de="Spiel {n}", en="Deal {n}")
DEALER = Text(de="{name} gibt", en="{name} deals")
RUNNING = Text(de="läuft gerade", en="is being played")
STILL_RUNS = Text(
    de="Dieses Spiel läuft noch, darum gibt es davon keine Wiedergabe; am Tisch sind der laufende "
    "und der letzte Stich zu sehen. Sobald es zu Ende ist, geht es hier weiter.",
    en="This deal is still being played, so there is no replay of it yet; the table shows the "
    "current and the last trick. Once it is over, you can watch it here.",
)
NO_SUCH_EVENING = Text(
    de="Diesen Abend gibt es in der Aufzeichnung nicht; unter Wiedergabe stehen alle.",
    en="The journal has no such evening; the replay lists all of them.",
)
NO_SUCH_DEAL = Text(
    de="Dieses Spiel gibt es an diesem Abend nicht; bitte eines aus der Liste wählen.",
    en="There is no such deal; please pick one from the list.",
)
NO_SUCH_PLACE = Text(
    de="Diese Stelle gibt es im Spiel nicht; bitte von vorn ansehen.",
    en="The deal has no such place; please watch it from the beginning.",
)

PLAY = Text(de="Abspielen", en="Play")
PAUSE = Text(de="Anhalten", en="Pause")
CARD = Text(de="Karte", en="Card")
TRICK = Text(de="Stich", en="Trick")
CARD_BACK = Text(de="Vorige Karte", en="Previous card")
CARD_ON = Text(de="Nächste Karte", en="Next card")
TRICK_BACK = Text(de="Voriger Stich", en="Previous trick")
TRICK_ON = Text(de="Nächster Stich", en="Next trick")
SPEED = Text(de="Tempo {n}-fach", en="Speed × {n}")
SCRUB = Text(de="Stelle im Spiel", en="Place in the deal")
TO_TRICK = Text(de="Zu Stich {n}", en="To trick {n}")
SHOW_MARKS = Text(de="Befunde zeigen", en="Show findings")
HIDE_MARKS = Text(de="Befunde verbergen", en="Hide findings")
SHOW_RESULTS = Text(de="Ergebnisse zeigen", en="Show results")
HIDE_RESULTS = Text(de="Ergebnisse verbergen", en="Hide results")
ALERT_AT = Text(de="Befund · Stich {n}", en="Finding · trick {n}")
CORRECTION_AT = Text(de="Korrektur · Stich {n}", en="Correction · trick {n}")
NO_MARKS = Text(
    de="In diesem Spiel gab es weder Befund noch Korrektur.",
    en="This deal had no findings and no corrections.",
)
OPEN_CARDS = TITLE
NOT_OPENED = Text(
    de="Dieses Spiel wird nicht mit offenen Karten gerechnet.",
    en="This deal is not worked out with open cards.",
)
NOT_OPENED_YET = Text(
    de="Dieses Spiel ist noch nicht gerechnet. Das geschieht nebenher; sobald etwas da ist, steht "
    "es hier.",
    en="This deal has not been worked out yet. That is done on the side; as soon as there is "
    "something, you will see it here.",
)
ONE_BEFORE = Text(
    de="Dieses Spiel ist noch nicht gerechnet: noch ein Spiel davor. Sobald etwas da ist, steht es "
    "hier.",
    en="This deal has not been worked out yet: one deal comes first. As soon as there is "
    "something, you will see it here.",
)
SOME_BEFORE = Text(
    de="Dieses Spiel ist noch nicht gerechnet: noch {n} Spiele davor. Sobald etwas da ist, steht "
    "es hier.",
    en="This deal has not been worked out yet: {n} deals come first. As soon as there is "
    "something, you will see it here.",
)
OPENING_DEAL = Text(
    de="Schritt 1 von 2, das Spiel selbst: vom Ende her {done} von {total} Karten",
    en="Step 1 of 2, the deal itself: {done} of {total} cards, from the end",
)
OPENING_CARDS = Text(
    de="Schritt 2 von 2, was zu wissen war: {n}\u00a0%",
    en="Step 2 of 2, what could be known: {n}%",
)
WITH_TIME_LEFT = Text(de="{said}, {left}", en="{said}, {left}")
_SECONDS_LEFT = Text(de="noch etwa {n}\u00a0s", en="about {n}\u00a0s left")
_MINUTES_FROM_S = 90
_MINUTES_LEFT = Text(de="noch etwa {n}\u00a0min", en="about {n}\u00a0min left")
_AT_MOST_SECONDS = Text(de="höchstens noch {n}\u00a0s", en="at most {n}\u00a0s left")
_AT_MOST_MINUTES = Text(de="höchstens noch {n}\u00a0min", en="at most {n}\u00a0min left")


def time_left(seconds: float, *, at_most: bool = False) -> Text:
    r"""Return "noch etwa 20 s": full fives, from a minute and a half on full minutes.

    >>> time_left(1.2).de.replace("\xa0", " "), time_left(17.6).en.replace("\xa0", " ")
    ('noch etwa 5 s', 'about 20 s left')
    >>> time_left(200).de.replace("\xa0", " ")
    'noch etwa 3 min'
    >>> time_left(200, at_most=True).de.replace("\xa0", " ")
    'höchstens noch 4 min'
    """
    if seconds < _MINUTES_FROM_S:
        words = _AT_MOST_SECONDS if at_most else _SECONDS_LEFT
        return words.format(n=max(5, 5 * ceil(seconds / 5)))
    if at_most:
        return _AT_MOST_MINUTES.format(n=ceil(seconds / 60))
    return _MINUTES_LEFT.format(n=round(seconds / 60))


NO_OPEN_CARDS = Text(
    de="Mit offenen Karten wird hier nichts gezeigt: Hausregel oder Gastgeber haben es nicht "
    "eingeschaltet.",
    en="Nothing is shown with open cards here: neither a house rule nor the host has "
    "switched it on.",
)
WAS_LAID = Text(de="gelegt", en="laid")
BETTER = Text(de="besser", en="better")
TURNED_HERE = Text(
    de="Hier drehte es sich: {n} Augen oder nicht", en="It turned here: {n} points or not"
)
NTH_CARD = Text(de="{n} von {all}", en="{n} of {all}")
SEE_CARD = Text(de="Im Spiel ansehen", en="See it in the deal")
TO_TOLD = Text(
    de="Zu Stich {n}; mit offenen Karten hätte dort eine andere mehr gebracht",
    en="To trick {n}; with open cards another card would have made more there",
)
FROM_START = Text(de="Von vorn ansehen", en="Watch from the start")
DEALS = Text(de="Spiele", en="Deals")
ALL_EVENINGS = Text(de="Alle Abende", en="All evenings")
AS_FILE = Text(de="Als Datei", en="As a file")
TO_TABLE = Text(de="Zum Tisch", en="To the table")
FILE_TAKES = Text(
    de="Die Datei braucht nach einem langen Abend einige Sekunden.",
    en="After a long evening the file takes a few seconds.",
)
SPOILER_FREE = Text(
    de="Was noch nicht gespielt ist, bleibt verborgen.",
    en="What has not been played yet stays hidden.",
)
RE_DERIVED = Text(
    de="Befunde und Fragen sind aus der Aufzeichnung neu hergeleitet.",
    en="Findings and questions are worked out again from the journal.",
)

CUT_SECONDS = Text(de="Pause um {n} s gekürzt", en="Pause shortened by {n} s")
CUT_MINUTES = Text(de="Pause um {n} min gekürzt", en="Pause shortened by {n} min")
ALERT_STANDS = Text(de="Befund offen: {what}", en="Finding open: {what}")
ASKED = Text(de="Am Tisch wurde gefragt: welche Karte?", en="The table was asked: which card?")

CALLED = Text(de="Angesagt", en="Called")
CLAIMED = Text(de="{name}: Rest ist meins", en="{name}: the rest is mine")
NOTED = Text(de="Vermerk: {text}", en="Remark: {text}")
NO_REMARK = Text(de="Kein Vermerk mehr", en="Remark removed")
SPOKEN = Text(de="{name}: „{said}“", en="{name}: “{said}”")
TURNED = Text(de="{name} deckt auf: {card}", en="{name} turns over: {card}")
SWEPT = Text(de="Stich eingezogen", en="Trick taken")
PLAYED = Text(de="{name}: {card}", en="{name}: {card}")
PLAYED_UNSEEN = Text(de="{name}: eine Karte, die niemand sah", en="{name}: a card nobody saw")
CORRECTED = Text(
    de="Berichtigt: {name} legte {card}, nicht {old}",
    en="Corrected: {name} played {card}, not {old}",
)
CONFIRMED = Text(de="Bestätigt: {name} legte {card}", en="Confirmed: {name} played {card}")
LEFT_OPEN = Text(
    de="Offen geblieben: ob {name} {card} legte", en="Left open: whether {name} played {card}"
)
INSERTED = Text(de="Nachgetragen: {card}", en="Added: {card}")
MOVED = Text(de="Umgestellt: {name} legte {card}", en="Moved: {name} played {card}")
LED = Text(de="Heraus kam {name}", en="{name} led")
REMOVED = Text(de="Gestrichen: {card} war keine Karte", en="Removed: {card} was not a card")
TAKEN_BACK = Text(de="Am Tisch zurückgenommen", en="Taken back at the table")
RULED = {
    "upheld": Text(de="Entschieden: {what} – das gilt", en="Decided: {what} – upheld"),
    "dismissed": Text(de="Entschieden: {what} – falsch gelesen", en="Decided: {what} – misread"),
    "waived": Text(de="Entschieden: {what} – weitergespielt", en="Decided: {what} – played on"),
}
OVER = Text(de="Spiel zu Ende", en="The deal is over")
NO_CARDS = Text(
    de="Von Hand eingetragen: Karten gibt es zu diesem Spiel keine",
    en="Entered by hand: there are no cards for this deal",
)
GAME_STANDS = Text(
    de="Partie bis {to}: {winners} {ours}, {losers} {theirs}",
    en="Game to {to}: {winners} {ours}, {losers} {theirs}",
)
UNSEEN = Text(de="eine unbekannte Karte", en="an unknown card")
NOTHING_TO_DO = Text(
    de="Das ist eine Wiedergabe; hier lässt sich nichts ändern.",
    en="This is a replay; nothing can be changed here.",
)
STANDING = Text(de="Stand", en="Standings")
SETTLE = Text(de="Abrechnen", en="Settling up")
COURSE = Text(de="Verlauf", en="Chart")
HEAD = Text(de="Prüfsumme des Journals: {head}.", en="Checksum of the journal: {head}.")
NOT_WORKED_OUT = Text(
    de="Das Rechnen brach zweimal ab; nach einem Neustart wird es noch einmal versucht.",
    en="The work broke off twice; it is tried again after a restart.",
)
NO_PICTURES = Text(
    de="Die Datei enthält keine Kamerabilder.", en="The file contains no camera pictures."
)
LEFT_OUT = Text(
    de="Ein Spiel lief noch, als die Datei gemacht wurde; es fehlt hier.",
    en="One deal was still being played when the file was made; it is not in it.",
)
TOO_FEW = Text(
    de="An diesem Abend ist noch kein Spiel zu Ende; die Datei gibt es danach.",
    en="No deal of this evening is over yet; the file comes with the first one.",
)
