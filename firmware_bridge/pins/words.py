"""What the parts on the pins are called when one of them does not work."""

from __future__ import annotations

from engine.text import Text
from firmware_bridge.buttons import Button

BUTTONS = Text(de="die Tasten", en="the buttons")
BUTTON = {
    Button.UNDO: Text(de="die Taste Rückgängig", en="the button undo"),
    Button.NEXT_DEAL: Text(de="die Taste Nächstes Spiel", en="the button next deal"),
    Button.CONFIRM: Text(de="die Taste Bestätigen", en="the button confirm"),
    Button.MUTE: Text(de="die Taste Stumm", en="the button mute"),
}
STATUS = Text(de="das Statuslicht", en="the status light")
BUZZER = Text(de="der Summer", en="the buzzer")
LAMP = Text(de="das Kameralicht", en="the camera light")
SECTION = "[pins]"
