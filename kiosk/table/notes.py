"""What the table itself notes of an evening, in both languages: readers may speak either.

A note of an evening is one text in the journal.
"""

from __future__ import annotations

from engine.events import Note
from engine.text import Text

_BETWEEN = " / "


def note_of(said: Text) -> Note:
    """Return a note that says it in both languages."""
    return Note(f"{said.de}{_BETWEEN}{said.en}")


def said_in(note: str) -> Text:
    """Return what a note says in each language; one that has none of both says the same."""
    de, _, en = note.partition(_BETWEEN)
    return Text(de=de, en=en or de)
