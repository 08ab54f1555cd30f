"""The words of what a deal is remembered for."""

from __future__ import annotations

from engine.text import Text

SIE = Text(de="Ein Sie!", en="A Sie!")
GAME_WON = Text(de="Partie gewonnen", en="Game won")
TOUT = Text(de="Tout gewonnen", en="Tout won")
LONG_RUN = Text(de="{n} Laufende!", en="{n} Laufende!")
LONG_RUN_WITHOUT = Text(de="Ohne {n}!", en="Without {n}!")
SOLO = Text(de="Allein gewonnen", en="Won alone")
RECORD = Text(
    de="Das teuerste Spiel des Abends bisher", en="The dearest deal of the evening so far"
)

# Why a deal ended before its last card
GAVE_UP = Text(de="{name} hat aufgegeben", en="{name} gave up")
TOUT_LOST = Text(de="{name} hat den Tout verloren", en="{name} lost the Tout")
EACH = Text(de="{n} × {amount}", en="{n} × {amount}")
