"""The words of the evening by ear: short, as one tells somebody beside one what lies there."""

from __future__ import annotations

from engine.text import Text

LAID = Text(de="{name}: {card}.", en="{name}: {card}.")
UNSURE = Text(de="{name}: {card}, nicht sicher.", en="{name}: {card}, not sure.")
UNSEEN = Text(de="{name}: eine Karte, die niemand sah.", en="{name}: a card nobody saw.")
CORRECTED = Text(de="Berichtigt: {what}", en="Corrected: {what}")
TAKEN = Text(de="Zurückgenommen: {name}, {card}.", en="Taken back: {name}, {card}.")
TRICK = Text(de="Der Stich geht an {name}: {n} Augen.", en="{name} takes the trick: {n} points.")
TRICK_ONE = Text(de="Der Stich geht an {name}: ein Auge.", en="{name} takes the trick: one point.")
OTHER_CARD = Text(de="Bitte am Bildschirm wählen", en="Please choose on the screen")
CENTS = Text(de="{n} Cent", en="{n} cents")
EUROS = Text(de="{n} Euro", en="{n} euros")
EURO = Text(de="1 Euro", en="1 euro")
EUROS_CENTS = Text(de="{euros} {rest}", en="{euros} {rest}")
