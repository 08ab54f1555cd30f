"""Words of the screen where the table chooses its words."""

from __future__ import annotations

from engine.text import Text

HEADING = Text(de="So heißt’s bei uns", en="What we call it")
LONG = Text(
    de="Gilt ab sofort auf jeder Seite; an den Punkten ändert sich nichts.",
    en="Words hold on German pages, the French cards' letters on all; points stay as they are.",
)
WORDS = Text(de="Unsere Wörter", en="Our words")
TITLES = {
    "gras": Text(de="Die Farbe", en="The suit"),
    "ass": Text(de="Die Höchste", en="The highest"),
    "unter": Text(de="Der Trumpf", en="The trump"),
    "index": Text(de="Dame und Bube", en="Queen and jack"),
}
UNKNOWN_WORD = Text(
    de="Dieses Wort kennt der Tisch nicht. Bitte eines der angebotenen antippen.",
    en="The table does not know that word. Please tap one of those offered.",
)
