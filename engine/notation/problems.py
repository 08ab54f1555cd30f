"""What is wrong in a text: where, and one plain sentence."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import Text


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that could not be read; line and column count from 1."""

    line: int
    column: int
    text: Text


class Wrong(Exception):  # noqa: N818 - a place and a sentence, caught where the place is known
    """Something cannot be read; `at` is the character of the text at hand, from 0."""

    def __init__(self, at: int, text: Text) -> None:
        super().__init__(text.en)
        self.at = at
        self.text = text


def expected(what: Text, found: str) -> Text:
    """Return the sentence that something else belongs here; `what` in the nominative."""
    shown = found if len(found) <= 30 else found[:27] + "..."
    if not shown:
        return Text(
            de=f"Hier fehlt etwas: {what.de} gehört her.",
            en=f"Something is missing here: {what.en} belongs here.",
        )
    return Text(
        de=f"„{shown}“ passt hier nicht; {what.de} gehört her.",
        en=f'"{shown}" does not fit here; {what.en} belongs here.',
    )
