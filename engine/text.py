"""Sentences in both languages, and the one error a person is meant to read.

A `Text` cannot be built with a language missing, so a message that is complete in German and
missing in English does not exist: the type checker refuses it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Language = Literal["de", "en"]


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or word, German first, English second."""

    de: str
    en: str

    def in_language(self, language: Language) -> str:
        """Return the sentence in `language`."""
        return self.de if language == "de" else self.en

    def format(self, **values: object) -> Text:
        """Fill `{name}` places; a value that is itself a `Text` is filled per language."""

        def fill(language: Language) -> str:
            words = {
                name: value.in_language(language) if isinstance(value, Text) else value
                for name, value in values.items()
            }
            return self.in_language(language).format(**words)

        return Text(de=fill("de"), en=fill("en"))


class PlainError(Exception):
    """A failure told in one plain sentence: what is wrong and what to do about it.

    The command line prints it to standard error and ends with status 2, the page answers 4xx.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text
