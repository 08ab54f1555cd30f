"""The words of working the table from a phone."""

from __future__ import annotations

from engine.text import Text

HOST = Text(de="Vom Handy bedienen", en="Work it from a phone")
HOST_LONG = Text(
    de="Ein Handy kann alles, was man hier antippen kann. Es braucht einen Code von diesem "
    "Bildschirm und einen PIN.",
    en="A phone can do all that can be tapped here. It needs a code from this screen and a PIN.",
)
OPEN_AIR = Text(
    de="Achtung: Im WLAN der Wirtschaft kann mitgelesen werden, auch der PIN. Besser ist das "
    "eigene WLAN dieses Geräts.",
    en="Careful: in the pub's Wi-Fi others can read along, the PIN too. This device's own Wi-Fi "
    "is better.",
)
TURN_ON = Text(de="Einschalten", en="Turn on")
TURN_OFF = Text(de="Ausschalten", en="Turn off")
SHOW_CODE = Text(de="Neuen Code zeigen", en="Show a new code")
ADD_PHONE = Text(de="Handy hinzufügen", en="Add a phone")
CODE = Text(de="Code", en="Code")
GOOD_FOR = Text(
    de="gilt noch {seconds} Sekunden, für ein Handy",
    en="good for {seconds} more seconds, for one phone",
)
THESE_PHONES = Text(de="Diese Handys dürfen", en="These phones may")
NO_PHONES = Text(
    de="Noch kein Handy darf den Tisch bedienen.", en="No phone may work the table yet."
)
SINCE = Text(de="seit {day}", en="since {day}")
TAKE_AWAY = Text(de="Entfernen", en="Remove")
IS_ON = Text(de="Bedienen vom Handy ist an", en="Working it from a phone is on")
IS_OFF = Text(de="Bedienen vom Handy ist aus", en="Working it from a phone is off")

# On the phone
PAIR = Text(de="Dieses Handy soll den Tisch bedienen", en="Let this phone work the table")
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
    de="Dieser Code gilt nicht (mehr); am Tisch einen neuen zeigen lassen.",
    en="This code is not good (any more); let the table show a new one.",
)
TOO_LATE = Text(
    de="Das hat zu lange gedauert; am Tisch einen neuen Code zeigen lassen.",
    en="That took too long; let the table show a new code.",
)
PIN_NEEDED = Text(
    de="Dafür braucht es den PIN dieses Tischs.", en="This needs the PIN of this table."
)

# At the start of the program
AT_START = Text(
    de="Vom Handy bedienen: {address} (Code {code}, gilt {minutes} Minuten und einmal)",
    en="Work it from a phone: {address} (code {code}, good for {minutes} minutes and once)",
)
AT_START_FILE = Text(
    de="Vom Handy bedienen: {address} (mit dem Code aus {file})",
    en="Work it from a phone: {address} (with the code in {file})",
)
AT_START_KNOWN = Text(
    de="Vom Handy bedienen: {address} ({count} Handys dürfen; der PIN wird gefragt)",
    en="Work it from a phone: {address} ({count} phones may; the PIN is asked for)",
)
SHORT_CODE = Text(
    de="Der Code in {file} ist zu kurz; es braucht mindestens 8 Buchstaben oder Ziffern.",
    en="The code in {file} is too short; it takes at least 8 letters or digits.",
)
CHANGE_PIN = Text(de="PIN ändern", en="Change the PIN")
RUB_OUT = Text(de="Ziffer löschen", en="Delete a digit")
