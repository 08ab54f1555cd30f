"""The words of the phones' pages and of the kiosk's page about them."""

from __future__ import annotations

from engine.text import Text

PHONES = Text(de="Handys", en="Phones")
TABLE = Text(de="Tisch", en="Table")
SCORES = Text(de="Punkte", en="Scores")
DEALS = Text(de="Spiele", en="Deals")
OTHER_LANGUAGE = Text(de="English", en="Deutsch")
PAGES = Text(de="Seiten", en="Pages")

# A deal that is over, watched again
WATCH = Text(de="Ansehen", en="Watch")
WATCH_DEAL = Text(de="Spiel {n} Karte für Karte ansehen", en="Watch deal {n} card by card")
CARD_OF = Text(de="Karte {n} von {all}", en="Card {n} of {all}")
WAS_ASKED = Text(de="Da wurde der Tisch gefragt", en="Then the table was asked")
TOO_MANY_REPLAYS = Text(
    de="Gerade sehen sich viele ein Spiel an; bitte die Seite gleich noch einmal laden.",
    en="Many are watching a deal just now; please load the page again in a moment.",
)

# What the phone says about its connection
LIVE = Text(de="live", en="live")
ASKING = Text(de="alle 3 Sekunden", en="every 3 seconds")
SEARCHING = Text(de="keine Verbindung", en="no connection")
SEARCHING_LONG = Text(
    de="Das ist der letzte Stand. Ist das Handy noch im selben WLAN wie der Tisch?",
    en="This is the last state seen. Is the phone still in the table's Wi-Fi?",
)
OFF = Text(de="ausgeschaltet", en="switched off")
OFF_LONG = Text(
    de="Der Tisch zeigt nichts mehr auf Handys; das ist der letzte Stand.",
    en="The table shows nothing on phones any more; this is the last state.",
)

NO_EVENING = Text(de="Noch kein Abend", en="No evening yet")
NO_EVENING_LONG = Text(
    de="Sobald am Tisch begonnen wird, steht es hier.",
    en="It will show here as soon as the table begins.",
)
ASK_AT_TABLE = Text(de="Der Tisch wird gerade gefragt", en="The table is being asked")
DECIDE_AT_TABLE = Text(
    de="Entschieden wird am Tisch. Noch zählt nichts.",
    en="The table decides. Nothing counts yet.",
)

# Refusals
NOT_THIS = Text(
    de="Hier gibt es nur zu schauen; geändert wird am Tisch.",
    en="This is to look on only; changes are made at the table.",
)
NO_ROOM = Text(
    de="Gerade schauen schon so viele zu, wie es geht; die Seite fragt gleich wieder.",
    en="As many as possible are looking on already; the page will ask again.",
)
BAD_ID = Text(
    de="Diesen Stand kennt der Tisch nicht; bitte die Seite neu laden.",
    en="The table does not know this state; please load the page again.",
)
BAD_PAGE = Text(de="Diese Seite gibt es nicht.", en="There is no such page.")
