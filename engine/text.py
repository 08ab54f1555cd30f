"""Sentences in both languages, and the one error a person is meant to read.

A `Text` cannot be built with a language missing, so a message that is complete in German and
missing in English does not exist: the type checker refuses it.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = ("de", "en")


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or word, German first, English second."""

    de: str
    en: str

    def in_language(self, language: Language) -> str:
        """Return the sentence in `language`."""
        return self.de if language == "de" else self.en

    def format(self, **values: object) -> Text:
        """Fill `{name}` places; a value that is itself a `Text` is filled per language.

        A word of a thousand letters, which only a damaged file says, is cut.
        """

        def fill(language: Language) -> str:
            words = {name: _word(value, language) for name, value in values.items()}
            return self.in_language(language).format(**words)

        return Text(de=fill("de"), en=fill("en"))


NO_WORDS = Text(de="", en="")

_LONGEST = 1000
_SHOWN = 60


def shown_word(word: str) -> str:
    """Return a word of a file in quotes; of a long one, how it begins.

    >>> shown_word("wenz"), shown_word("x" * 200)[-6:]
    ("'wenz'", "xxxx…'")
    """
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "…")


def _word(value: object, language: Language) -> object:
    if isinstance(value, Text):
        return value.in_language(language)
    return value[:_LONGEST] + "…" if isinstance(value, str) and len(value) > _LONGEST else value


_ALIKE = 0.65
"""How much two names share, 0 to 1. One wrong letter in a name of three leaves two thirds."""
_LONGER = 2
"""Letters by which two such names may differ in length: `ouvert` is no `out`."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that `name` is probably meant to be; None where it resembles none.

    >>> nearest("Doubels", ("plays", "doubles"))
    'doubles'
    """
    same_size = [each for each in known if abs(len(each) - len(name)) <= _LONGER]
    near = get_close_matches(name.casefold(), same_size, n=1, cutoff=_ALIKE)
    return near[0] if near else None


_GUESS = Text(de="{said} Meintest du „{near}“?", en='{said} Did you mean "{near}"?')


def with_guess(said: Text, name: str, known: Iterable[str]) -> Text:
    """Return a sentence about an unknown name, with the known one that was probably meant.

    >>> with_guess(Text(de="Gibt es nicht.", en="None such."), "ruun", ("run", "watch")).en
    'None such. Did you mean "run"?'
    """
    near = nearest(name, known)
    return said if near is None else _GUESS.format(said=said, near=near)


class PlainError(Exception):
    """A failure told in one plain sentence: what is wrong and what to do about it.

    The command line prints it to standard error and ends with status 2, the page answers 4xx.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


_REASONS: dict[int, Text] = {
    errno.ENOENT: Text(de="gibt es nicht", en="it does not exist"),
    errno.EACCES: Text(de="keine Berechtigung", en="permission denied"),
    errno.EPERM: Text(de="nicht erlaubt", en="not permitted"),
    errno.EISDIR: Text(de="ist ein Ordner", en="it is a folder"),
    errno.ENOTDIR: Text(de="der Pfad führt durch eine Datei", en="the path leads through a file"),
    errno.EEXIST: Text(de="gibt es schon", en="it already exists"),
    errno.ENOSPC: Text(de="der Datenträger ist voll", en="the disk is full"),
    errno.EDQUOT: Text(de="der zugeteilte Platz ist voll", en="the disk quota is used up"),
    errno.EROFS: Text(de="der Datenträger ist schreibgeschützt", en="the disk is read-only"),
    errno.EIO: Text(de="der Datenträger meldet einen Fehler", en="the disk reports an error"),
    errno.ENAMETOOLONG: Text(de="der Name ist zu lang", en="the name is too long"),
    errno.ELOOP: Text(de="Verweise im Kreis", en="links in a circle"),
    errno.EMFILE: Text(de="zu viele Dateien offen", en="too many open files"),
    errno.ENFILE: Text(de="zu viele Dateien offen", en="too many open files"),
    errno.EBUSY: Text(de="gerade in Benutzung", en="in use at the moment"),
    errno.ENODEV: Text(de="das Gerät ist nicht da", en="the device is not there"),
    errno.ENXIO: Text(de="das Gerät ist nicht da", en="the device is not there"),
    errno.EADDRNOTAVAIL: Text(
        de="diese Adresse hat der Rechner nicht", en="this machine has no such address"
    ),
}
_OTHER_REASON = Text(de="Fehler {number} des Systems", en="system error {number}")


def os_reason(error: OSError) -> Text:
    """Return why the system refused, in a few words that fit into a sentence's brackets.

    The system's own words come in one language only, so they stand in no sentence.
    """
    number = error.errno
    if number is None:
        return Text(de=str(error), en=str(error))
    if number < 0:
        return Text(de="Name oder Adresse unbekannt", en="unknown name or address")
    return _REASONS.get(number, _OTHER_REASON.format(number=errno.errorcode.get(number, number)))
