"""A German sentence in the words of another region.

Gras, Laub and Blatt are all neuter, so the noun alone changes. Sau is feminine and Ass neuter: its
article and, after "ein", the adjective change with it. Unter and Bauer are both masculine, but
Bauer takes an ending in the other cases. The dative and the genitive of Sau look alike; a sentence
of ours never uses the genitive, which the test of all sentences holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from kiosk.regional.region import PLAIN, Region

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


@lru_cache(maxsize=8192)
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
