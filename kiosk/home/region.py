"""A German sentence in the words of the table's region, and which words it has chosen.

Gras, Laub and Blatt are all neuter, so the noun alone changes. Sau is feminine and Ass neuter: its
article and, after "ein", the adjective change with it. Unter and Bauer are both masculine, but
Bauer takes an ending in the other cases. The dative and the genitive of Sau look alike; a sentence
of ours never uses the genitive, which the test of all sentences holds.

Words per region: Gras, Laub or Blatt; Sau or Ass; Unter or Bauer (PAGES 3). Every sentence is
written with the first of each; `in_region` puts the others in where it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

from engine.text import PlainError, Text
from kiosk.home.files import KeptChoice

WORDS: dict[str, tuple[str, ...]] = {
    "gras": ("Gras", "Laub", "Blatt"),
    "ass": ("Sau", "Ass"),
    "unter": ("Unter", "Bauer"),
    "index": ("Q J", "D B"),
}
"""What can be chosen, the word every sentence is written with first; `index` is what is printed on
the French deck's queens and jacks, by packs for Germany D and B (A. Pollett, "Indices",
members.tripod.com/a_pollett/cardindd.htm)."""

_UNREADABLE = Text(
    de="Die gewählten Wörter {file} sind nicht lesbar ({why}); die Datei löschen oder berichtigen.",
    en="The words chosen in {file} cannot be read ({why}); delete or correct the file.",
)
_UNKNOWN = Text(
    de="In {file} passt der Wert von „{key}“ nicht; erlaubt sind {known}.",
    en='In {file} the value of "{key}" is wrong; allowed are {known}.',
)


@dataclass(frozen=True, slots=True)
class Region:
    """The words of one region."""

    gras: str = "Gras"
    ass: str = "Sau"
    unter: str = "Unter"
    index: str = "Q J"

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """Key and word of each choice."""
        return tuple((each.name, getattr(self, each.name)) for each in fields(self))


PLAIN = Region()


def region_of(said: dict[str, object], file: Path | str) -> Region:
    """Return the region a TOML section chooses.

    Raises:
        PlainError: a key or a word is not known.
    """
    for key, word in said.items():
        known = WORDS.get(key, tuple(WORDS))
        if key not in WORDS or word not in known:
            raise PlainError(_UNKNOWN.format(file=file, key=key, known=", ".join(known)))
    return Region(**said)  # type: ignore[arg-type]


def kept_region(at_first: Region = PLAIN, file: Path | None = None) -> KeptChoice[Region]:
    """Return the table's choice of words.

    Raises:
        PlainError: the file cannot be read, or holds something else.
    """
    return KeptChoice(at_first, file, region_of, _UNREADABLE)


_NEUTER = {
    "die": "das",
    "der": "dem",
    "eine": "ein",
    "einer": "einem",
    "keine": "kein",
    "keiner": "keinem",
    "seine": "sein",
    "seiner": "seinem",
    "ihre": "ihr",
    "ihrer": "ihrem",
    "eure": "euer",
    "diese": "dieses",
    "dieser": "diesem",
    "jede": "jedes",
    "jeder": "jedem",
    "welche": "welches",
    "zur": "zum",
}
"""What stands before a feminine noun, and before a neuter one in the same case."""
_STRONG = frozenset({"eine", "keine", "seine", "ihre", "eure"})
"""After these the adjective carries the ending: "eine rote Sau", "ein rotes Ass"."""

_SUIT = r"(?:[A-ZÄÖÜ][a-zäöüß]+-)?"
_ARTICLE = rf"(?:{'|'.join(_NEUTER)})"
_SAU = re.compile(
    rf"(?:\b(?P<article>(?i:{_ARTICLE}))\s+(?P<adjectives>(?:(?!{_ARTICLE}\b)[a-zäöüß]+en?\s+){{0,2}}))?"
    rf"(?P<before>\b{_SUIT}|\bRuf)(?P<noun>Sau|sau)\b"
)
_SAUEN = re.compile(
    rf"(?P<given>\b(?:den|allen|mit|von)\s+(?:[a-zäöüß]+n\s+)?)?(?P<before>\b{_SUIT}|\bRuf)"
    r"(?P<noun>Sau|sau)en\b"
)
_UNTER = re.compile(
    r"(?P<article>\b(?:den|dem|des)\s+)?(?P<before>\b[A-ZÄÖÜ][a-zäöüß]+-|\bOber(?:, | und | oder ))"
    r"Unter\b"
)
_UNTER_ALONE = re.compile(r"\A(?P<plural>Unter)\Z|(?<=\bder )Unter\b")
_GRAS = re.compile(r"\bGras\b")


def in_region(sentence: str, region: Region, keep: tuple[str, ...] = ()) -> str:
    """Return a German sentence in the words of `region`.

    Args:
        sentence: as it is written here, with Gras, Sau and Unter.
        region: the words wanted.
        keep: people's names, which stay as they are whatever they sound like.
    """
    return sentence if region == PLAIN else _rewritten(sentence, region, keep)


@lru_cache(maxsize=1024)
def _rewritten(sentence: str, region: Region, keep: tuple[str, ...]) -> str:
    for number, name in enumerate(keep):
        sentence = sentence.replace(name, f"\x00{number}\x01")
    if region.ass != PLAIN.ass:
        sentence = _SAUEN.sub(_plural, _SAU.sub(_single, sentence))
    if region.unter != PLAIN.unter:
        sentence = _UNTER_ALONE.sub(region.unter, _UNTER.sub(_under(region.unter), sentence))
    if region.gras != PLAIN.gras:
        sentence = _GRAS.sub(region.gras, sentence)
    for number, name in enumerate(keep):
        sentence = sentence.replace(f"\x00{number}\x01", name)
    return sentence


def _single(found: re.Match[str]) -> str:
    noun = "ass" if found["noun"] == "sau" else "Ass"
    article = found["article"]
    if article is None:
        return f"{found['before']}{noun}"
    neuter = _NEUTER[article.lower()]
    if article[0].isupper():
        neuter = neuter.capitalize()
    adjectives = found["adjectives"].split()
    if article.lower() in _STRONG:
        adjectives = [f"{word}s" if word.endswith("e") else word for word in adjectives]
    return " ".join((neuter, *adjectives, f"{found['before']}{noun}"))


def _plural(found: re.Match[str]) -> str:
    noun = "ass" if found["noun"] == "sau" else "Ass"
    given = found["given"] or ""
    return f"{given}{found['before']}{noun}e{'n' if given else ''}"


def _under(word: str) -> Callable[[re.Match[str]], str]:
    def put(found: re.Match[str]) -> str:
        bent = found["article"] is not None or found["before"].startswith("Ober")
        return f"{found['article'] or ''}{found['before']}{word}{'n' if bent else ''}"

    return put


__all__ = ["PLAIN", "Region", "in_region"]
