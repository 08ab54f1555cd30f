"""Which evening a person means: by its number, its day or its name."""

from __future__ import annotations

from engine.text import PlainError, Text
from kiosk.days import iso_day
from kiosk.replay.library import Evening

_SHOWN = 5

_NONE = Text(
    de="Den Abend „{word}“ gibt es nicht; da sind: {known}. Auch eine Datei lässt sich nennen.",
    en='There is no evening "{word}"; there are: {known}. A file can be named, too.',
)
_EMPTY = Text(
    de="Hier ist noch kein Abend aufgezeichnet; mit --home den richtigen Datenordner oder eine "
    "Datei nennen.",
    en="No evening is recorded here yet; name the right data folder with --home, or a file.",
)
_SEVERAL = Text(
    de="„{word}“ passt auf mehrere Abende; bitte die Nummer nennen: {known}.",
    en='"{word}" fits several evenings; please name the number: {known}.',
)
_ONE = "{number} ({day}, {name})"


def find_evening(evenings: tuple[Evening, ...], word: str) -> Evening:
    """Return the evening meant by `word`: number, day (2026-11-20) or name.

    Raises:
        PlainError: there is none, or there are several.
    """
    if not evenings:
        raise PlainError(_EMPTY)
    found = [each for each in evenings if word in (each.key, each.name)]
    found = found or [each for each in evenings if word == _day(each)]
    if len(found) == 1:
        return found[0]
    sentence = _SEVERAL if found else _NONE
    raise PlainError(sentence.format(word=word, known=_named(tuple(found) or evenings)))


def _day(evening: Evening) -> str:
    return iso_day(evening.began) or evening.began


def _named(evenings: tuple[Evening, ...]) -> str:
    shown = [
        _ONE.format(number=each.number, day=_day(each), name=each.name)
        for each in evenings[-_SHOWN:]
    ]
    return ", ".join((*(("…",) if len(evenings) > _SHOWN else ()), *shown))
