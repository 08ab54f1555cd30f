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
    de="Hier fehlt etwas: Das Journal war beschädigt, und was danach kam, ist verloren. Das "
    "beschädigte liegt in {folder}.",
    en="Something is missing here: the journal was damaged, and what came after that is "
    "lost. The damaged one is kept in {folder}.",
)
UNSURE = Text(
    de="Hier fehlt vielleicht etwas: Das Journal war beschädigt. Das beschädigte liegt in "
    "{folder}.",
    en="Something may be missing here: the journal was damaged. The damaged one is kept in "
    "{folder}.",
)
NAMES_MISSING = Text(
    de="Das Journal war beschädigt; alle Spiele und Punkte sind da. Das beschädigte liegt in "
    "{folder}.",
    en="The journal was damaged; all deals and scores are there. The damaged one is kept in "
    "{folder}.",
)
FROM_BACKUP = Text(
    de="Ab hier fehlt etwas: Das Journal war beschädigt. Dies ist die Sicherung vom {at}; was "
    "danach kam, fehlt. Das beschädigte liegt in {folder}.",
    en="Something is missing from here on: the journal was damaged. This is the backup of "
    "{at}; what came after it is missing. The damaged one is kept in {folder}.",
)
_NOTED_BEFORE = Text(
    de="Hier fehlt etwas: Vom Journal waren {whole} von {known} Ereignissen heil. Das beschädigte "
    "liegt in {folder}.",
    en="Something is missing here: {whole} of the journal's {known} events were whole. The "
    "damaged one is kept in {folder}.",
)
_BACKUP_BEFORE = Text(
    de="Ab hier fehlt etwas: Das Journal war beschädigt. Dies ist die Sicherung vom {at} mit "
    "{events} Ereignissen, aufgeschrieben waren {known}. Das beschädigte liegt in {folder}.",
    en="Something is missing from here on: the journal was damaged. This is the backup of "
    "{at} with {events} events, {known} were recorded. The damaged one is kept in "
    "{folder}.",
)
"""As programs of before wrote it."""
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


_DAMAGE = tuple(
    map(
        _like_note,
        (NOTED, UNSURE, NAMES_MISSING, FROM_BACKUP, _NOTED_BEFORE, _BACKUP_BEFORE),
    )
)
_WORDS = (*_DAMAGE, _like_note(PUT_BACK))
