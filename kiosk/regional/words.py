"""Words of the screen where the table chooses its words."""

from __future__ import annotations

from engine.text import Text

HEADING = Text(de="So heißt’s bei uns", en="What we call it")
LONG = Text(
    de="Gilt ab sofort auf jeder Seite; Punkte und Karten bleiben, wie sie sind.",
    en="Holds on every German page at once; points and cards stay as they are.",
)
WORDS = Text(de="Unsere Wörter", en="Our words")
TITLES = {
    "gras": Text(de="Die Farbe", en="The suit"),
    "ass": Text(de="Die Höchste", en="The highest"),
    "unter": Text(de="Der Trumpf", en="The trump"),
}
UNKNOWN_WORD = Text(
    de="Dieses Wort kennt der Tisch nicht. Bitte eines der angebotenen antippen.",
    en="The table does not know that word. Please tap one of those offered.",
)
