"""Where a house rule comes from, in both languages.

A source is written in English: a reference (`DE Abrechnung`, `AB 2.1`, `RULES 0.12`), then a note.
German gives the reference, or what is said in its place; `docs/RULES.md` has the notes.
"""

from __future__ import annotations

import re

from engine.text import Text

_NOTE = re.compile(r"[:;(]")
_GERMAN = {
    "AB 1.1 knows none": "AB 1.1 kennt keine",
    "AB 2.1 does not say who": "AB 2.1 sagt nicht, wer",
    "AB 4.1 knows Contra to Re-Supra alone": "AB 4.1 kennt nur Contra bis Re-Supra",
    "AB has no Hochzeit": "AB kennt keine Hochzeit",
    "AB has no Muss-Spiel": "AB kennt kein Muss-Spiel",
    "AB has no Ramsch": "AB kennt keinen Ramsch",
    "AB has no Schöne": "AB kennt keine Schöne",
    "AB has no seven players": "AB kennt keine sieben Spieler",
    "AB is silent": "AB sagt nichts",
    "AB knows no Stock": "AB kennt keinen Stock",
    "AB names no bar": "AB nennt keine Sperre",
    "AB names no prices": "AB nennt keine Preise",
    "DE Ramsch is silent": "DE Ramsch sagt nichts",
    "DE Sie is silent": "DE Sie sagt nichts",
    "DE is silent": "DE sagt nichts",
    "DE knows no Kontra": "DE kennt kein Kontra",
    "DE knows no Stock": "DE kennt keinen Stock",
    "DE knows no doubling before the call": "DE kennt kein Verdoppeln vor der Ansage",
    "Mehrkopf only": "nur im Mehrkopf",
    "no Schöne with four": "zu viert ohne Schöne",
    "practice": "heute üblich",
    "practice is silent": "heute nicht festgelegt",
    "practice names no bar": "heute ohne Sperre",
    "practice of tournaments": "auf Turnieren üblich",
}
"""What is no mere reference."""


def source_text(source: str) -> Text:
    """Return a preset's source as people read it."""
    short = _NOTE.split(source)[0].strip()
    return Text(de=_GERMAN.get(short, short), en=source)
