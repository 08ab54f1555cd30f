"""The words of the kiosk's page about phones."""

from __future__ import annotations

from engine.text import Text

PHONES = Text(de="Handys", en="Phones")
LOOK_ON = Text(de="Am Handy zuschauen", en="Look on by phone")
LOOK_ON_LONG = Text(
    de="Wer im selben WLAN ist, sieht Tisch, Punkte und Spiele am eigenen Handy. Ändern kann dort "
    "niemand etwas.",
    en="Everybody in the same Wi-Fi sees table, scores and deals on their own phone. Nobody can "
    "change anything there.",
)
SCAN = Text(de="Mit der Handykamera anschauen", en="Look at it with the phone's camera")
OR_TYPE = Text(de="oder ins Handy tippen", en="or type into the phone")
ALSO = Text(de="auch: {addresses}", en="also: {addresses}")
TURN_ON = Text(de="Handys einschalten", en="Turn phones on")
TURN_OFF = Text(de="Handys ausschalten", en="Turn phones off")
ARE_ON = Text(de="Handys sind an", en="Phones are on")
ARE_OFF = Text(de="Handys sind aus", en="Phones are off")
OFF_AT_END = Text(
    de="Am Ende des Abends gehen sie von selbst aus.",
    en="They go off by themselves when the evening ends.",
)
NOBODY = Text(de="Gerade schaut niemand zu.", en="Nobody is looking on just now.")
ONE = Text(de="Gerade schaut ein Handy zu.", en="One phone is looking on just now.")
WATCHING = Text(de="Gerade schauen {n} Handys zu.", en="{n} phones are looking on just now.")
EVENING_ENDED = Text(
    de="Der Abend ist zu Ende, die Handys sind wieder aus.",
    en="The evening is over, the phones are off again.",
)
NO_NETWORK = Text(
    de="Dieses Gerät ist in keinem Netz. Bitte erst mit dem WLAN der Wirtschaft verbinden oder "
    "sein eigenes einschalten.",
    en="This device is in no network. Please connect it to the pub's Wi-Fi first, or turn on its "
    "own.",
)
LOST_NETWORK = Text(
    de="Das Netz ist weg; sobald es wieder da ist, steht hier die Adresse.",
    en="The network is gone; the address will show here as soon as it is back.",
)
PORT_TAKEN = Text(
    de="Der Anschluss {port} ist schon belegt; ein anderes Programm beenden oder in table.toml "
    "unter [phones] einen anderen nennen.",
    en="Port {port} is already in use; stop the other program or name another port in table.toml "
    "under [phones].",
)
NOT_HERE = Text(
    de="Auf diesem Gerät gibt es keine Seiten für Handys.",
    en="There are no pages for phones on this device.",
)
QR = Text(de="Code für die Handykamera: {address}", en="Code for the phone's camera: {address}")
