"""What the table itself notes of an evening, in both languages: readers may speak either.

A note of an evening is one text in the journal. Those of the table are told from what somebody
wrote by their words.
"""

from __future__ import annotations

import re

from engine.events import Event, Note
from engine.text import Text
from kiosk.words.orders import PUT_BACK

NOTED = Text(
    de="Hier fehlt etwas: Vom Journal waren {whole} von {known} Ereignissen heil. Das beschädigte "
    "liegt in {folder}.",
    en="Something is missing here: {whole} of the journal's {known} events were whole. The damaged "
    "one lies in {folder}.",
)
FROM_BACKUP = Text(
    de="Ab hier fehlt etwas: Das Journal war beschädigt. Dies ist die Sicherung vom {at} mit "
    "{events} Ereignissen, aufgeschrieben waren {known}. Das beschädigte liegt in {folder}.",
    en="Something is missing from here on: the journal was damaged. This is the backup of {at} "
    "with {events} events, {known} were recorded. The damaged one lies in {folder}.",
)
_BETWEEN = " / "


def note_of(said: Text) -> Note:
    """Return a note that says it in both languages."""
    return Note(f"{said.de}{_BETWEEN}{said.en}")


def said_by_table(note: str) -> Text | None:
    """Return what the table itself noted; None where somebody wrote it."""
    for words in _WORDS:
        if found := words.fullmatch(note):
            return Text(de=found["de"], en=found["en"])
    return None


def tells_damage(event: Event) -> bool:
    """Tell whether it is what the table itself notes where a damage took something."""
    return isinstance(event, Note) and any(words.fullmatch(event.text) for words in _DAMAGE)


def said_in(note: str) -> Text:
    """Return what a note says in each language; what somebody wrote says the same in both."""
    return said_by_table(note) or Text(de=note, en=note)


def _like(words: str) -> str:
    """Return what a sentence of the table looks like; others may follow it."""
    return re.sub(r"\\{\w+\\}", ".*?", re.escape(words)) + ".*"


def _like_note(said: Text) -> re.Pattern[str]:
    parts = f"(?P<de>{_like(said.de)}){re.escape(_BETWEEN)}(?P<en>{_like(said.en)})"
    return re.compile(parts, re.DOTALL)


_DAMAGE = tuple(map(_like_note, (NOTED, FROM_BACKUP)))
_WORDS = (*_DAMAGE, _like_note(PUT_BACK))
