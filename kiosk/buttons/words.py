"""What the page says when a button was pressed."""

from __future__ import annotations

from engine.text import Text
from firmware_bridge.buttons import Button

NAME = {
    Button.UNDO: Text(de="Taste Rückgängig", en="Button undo"),
    Button.NEXT_DEAL: Text(de="Taste Nächstes Spiel", en="Button next deal"),
    Button.CONFIRM: Text(de="Taste Bestätigen", en="Button confirm"),
    Button.MUTE: Text(de="Taste Stumm", en="Button mute"),
}
SAID = Text(de="{button}: {words}", en="{button}: {words}")

DEALT = Text(de="Das nächste Spiel beginnt.", en="The next deal begins.")
CARD_CONFIRMED = Text(de="{card} ist bestätigt.", en="{card} is confirmed.")
SETTLED = Text(de="Das Spiel ist abgerechnet.", en="The deal is settled.")
WENT_ON = Text(de="Es geht weiter.", en="On we go.")
MUTED = Text(
    de="Summer und Ansagen schweigen jetzt.", en="Buzzer and announcements are silent now."
)
HEARD = Text(de="Summer und Ansagen sind wieder an.", en="Buzzer and announcements are on again.")

NOTHING_HERE = Text(
    de="Hier gibt es nichts zu bestätigen; bitte am Bildschirm wählen.",
    en="There is nothing to confirm here; please choose on the screen.",
)
TABLE_DECIDES = Text(
    de="Darüber entscheidet der Tisch; bitte am Bildschirm antippen.",
    en="That is for the table to decide; please tap the screen.",
)
NO_RESULT = Text(
    de="Das nächste Spiel beginnt erst, wenn ein Ergebnis dasteht.",
    en="The next deal begins only once a result is there.",
)
ANSWER_FIRST = Text(
    de="Bitte erst die Frage am Bildschirm beantworten.",
    en="Please answer the question on the screen first.",
)
TOO_SOON = Text(
    de="Das steht eben erst da; bitte ansehen und noch einmal drücken.",
    en="That has only just come up; please look and press again.",
)
FAILED = Text(
    de="Das ging nicht; bitte am Bildschirm antippen.",
    en="That did not work; please tap the screen.",
)
SEVERAL = Text(
    de="Mehrere Tasten zugleich gedrückt: Es ist nichts geschehen.",
    en="Several buttons pressed at once: nothing was done.",
)
