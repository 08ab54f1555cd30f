"""What the phones' pages say, the kiosk's page about them, and working the table from a phone."""

from __future__ import annotations

from engine.text import Text

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
    en="Many people are watching a deal right now; please reload in a moment.",
)

# What the phone says about its connection
LIVE = Text(de="live", en="live")
ASKING = Text(de="alle 3 Sekunden", en="every 3 seconds")
SEARCHING = Text(de="keine Verbindung", en="no connection")
SEARCHING_LONG = Text(
    de="Das ist der letzte Stand. Ist das Handy noch im selben WLAN wie der Tisch?",
    en="This is how it last stood. Is the phone still on the table's Wi-Fi?",
)
OFF = Text(de="ausgeschaltet", en="switched off")
OFF_LONG = Text(
    de="Der Tisch zeigt nichts mehr auf Handys; das ist der letzte Stand.",
    en="Phones were switched off at the table; this is how it last stood.",
)

NO_EVENING = Text(de="Noch kein Abend", en="No evening yet")
NO_EVENING_LONG = Text(
    de="Sobald am Tisch begonnen wird, steht es hier.",
    en="It appears here as soon as play begins.",
)
ASK_AT_TABLE = Text(de="Der Tisch wird gerade gefragt", en="The table is being asked")
DECIDE_AT_TABLE = Text(
    de="Entschieden wird am Tisch. Noch zählt nichts.",
    en="The table decides. Nothing counts yet.",
)

# Refusals
NOT_THIS = Text(
    de="Hier gibt es nur zu schauen; geändert wird am Tisch.",
    en="This is for watching; changes are made at the table.",
)
NO_ROOM = Text(
    de="Gerade schauen schon so viele zu, wie es geht; die Seite fragt gleich wieder.",
    en="No more room to watch right now; the page will try again.",
)
BAD_ID = Text(
    de="Diesen Stand kennt der Tisch nicht; bitte die Seite neu laden.",
    en="The table does not know this state; please load the page again.",
)
BAD_PAGE = Text(de="Diese Seite gibt es nicht.", en="There is no such page.")


PHONES = Text(de="Handys", en="Phones")
LOOK_ON = Text(de="Am Handy zuschauen", en="Watch on your phone")
LOOK_ON_LONG = Text(
    de="Wer im selben WLAN ist, sieht Tisch, Punkte und Spiele am eigenen Handy. Ändern kann dort "
    "niemand etwas.",
    en="Anyone on the same Wi-Fi can see table, scores and deals on their own phone. Nobody can "
    "change anything there.",
)
CAMERA_NOTE = Text(
    de="Die Kamera braucht Hilfe; am Tisch steht, welche.",
    en="The camera needs help; see the table.",
)
SCAN = Text(de="Mit der Handykamera anschauen", en="Point the phone's camera here")
OR_TYPE = Text(de="oder ins Handy tippen", en="or type this into the phone")
ALSO = Text(de="auch: {addresses}", en="also: {addresses}")
TURN_ON = Text(de="Handys einschalten", en="Turn phones on")
TURN_OFF = Text(de="Handys ausschalten", en="Turn phones off")
ARE_ON = Text(de="Handys sind an", en="Phones are on")
ARE_OFF = Text(de="Handys sind aus", en="Phones are off")
OFF_AT_END = Text(
    de="Eine Viertelstunde nach dem Ende des Abends gehen sie von selbst aus.",
    en="They switch off a quarter of an hour after the evening ends.",
)
NOBODY = Text(de="Gerade schaut niemand zu.", en="Nobody is watching right now.")
ONE = Text(de="Gerade schaut ein Handy zu.", en="One phone is watching right now.")
WATCHING = Text(de="Gerade schauen {n} Handys zu.", en="{n} phones are watching right now.")
EVENING_ENDED = Text(
    de="Der Abend ist zu Ende, die Handys sind wieder aus.",
    en="The evening is over, the phones are off again.",
)
NO_NETWORK = Text(
    de="Dieses Gerät ist in keinem Netz. Bitte erst mit dem WLAN der Wirtschaft verbinden oder "
    "sein eigenes einschalten.",
    en="This device is not on a network. Please connect it to the pub's Wi-Fi first, or turn on "
    "its own.",
)
LOST_NETWORK = Text(
    de="Das Netz ist weg; sobald es wieder da ist, steht hier die Adresse.",
    en="The network is gone; the address will show here as soon as it is back.",
)
PORT_TAKEN = Text(
    de="Den Anschluss {port} benutzt gerade etwas anderes. Bitte in einer Minute noch einmal "
    "antippen; bleibt es dabei, braucht das Gerät einen anderen (table.toml, [phones]).",
    en="Port {port} is being used by something else. Please tap again in a minute; if that does "
    "not help, the device needs another port (table.toml, [phones]).",
)
NOT_HERE = Text(
    de="Auf diesem Gerät gibt es keine Seiten für Handys.",
    en="There are no pages for phones on this device.",
)
QR = Text(de="Code für die Handykamera: {address}", en="Code for the phone's camera: {address}")

HOST = Text(de="Vom Handy bedienen", en="Control from a phone")
HOST_LONG = Text(
    de="Ein Handy kann alles, was man hier antippen kann. Es braucht einen Code von diesem "
    "Bildschirm und einen PIN.",
    en="A phone can do everything you can tap here. It needs a code from this screen and a PIN.",
)
OPEN_AIR = Text(
    de="Achtung: Im WLAN der Wirtschaft kann mitgelesen werden, auch der PIN. Besser ist das "
    "eigene WLAN dieses Geräts.",
    en="Careful: on the pub's Wi-Fi others can read along, even the PIN. This device's own Wi-Fi "
    "is safer.",
)
HOST_TURN_OFF = Text(de="Ausschalten", en="Turn off")
SHOW_CODE = Text(de="Neuen Code zeigen", en="Show a new code")
ADD_PHONE = Text(de="Handy hinzufügen", en="Add a phone")
CODE = Text(de="Code", en="Code")
GOOD_FOR = Text(
    de="gilt noch {seconds} Sekunden, für ein Handy",
    en="valid for {seconds} more seconds, for one phone",
)
THESE_PHONES = Text(de="Diese Handys dürfen", en="Phones allowed")
NO_PHONES = Text(
    de="Noch kein Handy darf den Tisch bedienen.", en="No phone may control the table yet."
)
SINCE = Text(de="seit {day}", en="since {day}")
TAKE_AWAY = Text(de="Entfernen", en="Remove")
IS_ON = Text(de="Bedienen vom Handy ist an", en="Control from a phone is on")
IS_OFF = Text(de="Bedienen vom Handy ist aus", en="Control from a phone is off")

# On the phone
PAIR = Text(de="Dieses Handy soll den Tisch bedienen", en="Let this phone control the table")
PAIR_LONG = Text(
    de="Der Code steht am Tisch unter „Handys“.",
    en='The code is shown at the table under "Phones".',
)
CODE_ASKED = Text(de="Code vom Bildschirm", en="Code from the screen")
ON = Text(de="Weiter", en="Go on")
PIN = Text(de="PIN", en="PIN")
ENTER_PIN = Text(de="PIN eingeben", en="Enter the PIN")
CHOOSE_PIN = Text(de="PIN ausdenken", en="Choose a PIN")
CHOOSE_LONG = Text(
    de="4 bis 6 Ziffern. Gefragt wird danach auf jedem neuen Handy und vor dem Kamerabild.",
    en="4 to 6 digits. It is asked for on every new phone and before the camera's picture.",
)
AGAIN = Text(de="Noch einmal", en="Once more")
NAME = Text(de="Name des Handys", en="Name of the phone")
SOME_PHONE = Text(de="Handy", en="Phone")
WRONG_CODE = Text(
    de="Dieser Code gilt nicht (mehr); bitte am Tisch einen neuen holen.",
    en="This code is not valid (any more); please get a new one at the table.",
)
TOO_LATE = Text(
    de="Das hat zu lange gedauert; bitte am Tisch einen neuen Code holen.",
    en="That took too long; please get a new code at the table.",
)
PIN_NEEDED = Text(
    de="Dafür braucht es den PIN dieses Tischs.", en="This needs the PIN of this table."
)

# At the start of the program
AT_START = Text(
    de="Vom Handy bedienen: {address} (Code {code}, gilt {minutes} Minuten und einmal)",
    en="Control from a phone: {address} (code {code}, valid once, for {minutes} minutes)",
)
AT_START_FILE = Text(
    de="Vom Handy bedienen: {address} (mit dem Code aus {file})",
    en="Control from a phone: {address} (with the code in {file})",
)
AT_START_KNOWN = Text(
    de="Vom Handy bedienen: {address} ({count} Handys dürfen; der PIN wird gefragt)",
    en="Control from a phone: {address} ({count} phones allowed; the PIN is asked for)",
)
SHORT_CODE = Text(
    de="Der Code in {file} ist zu kurz; es braucht mindestens 8 Buchstaben oder Ziffern.",
    en="The code in {file} is too short; it takes at least 8 letters or digits.",
)
CHANGE_PIN = Text(de="PIN ändern", en="Change the PIN")
RUB_OUT = Text(de="Ziffer löschen", en="Delete a digit")
