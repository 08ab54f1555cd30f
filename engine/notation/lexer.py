"""The text in lines: tags, tricks, comments, and where one deal ends and the next begins.

Tags stand in brackets, several may share a line; a line that begins with a number and a full stop
is a trick; `;` begins a comment. A deal begins with the tag Format, or with any tag after a blank
line. Whatever is nothing of this is passed over and told as a `Problem`: where, and one plain
sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.bounds import MOST_DEAL, MOST_ENTRIES, TOO_LONG, TOO_MANY, lines_of
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
            de=f"Hier fehlt etwas: {what.de}.",
            en=f"Something is missing here: {what.en}.",
        )
    return Text(
        de=f"„{shown}“ passt hier nicht; hierher gehört: {what.de}.",
        en=f'"{shown}" does not fit here; expected: {what.en}.',
    )


_TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TRICK = re.compile(r"\s*(\d{1,6})\.\s*")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.)|$)")
_UNPRINTED = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\\"]')

_NO_TAG = Text(
    de='Das ist kein Kopfeintrag; einer sieht so aus: [Name "Wert"].',
    en='This is not a header tag; one looks like this: [Name "value"].',
)
_NOTHING = Text(
    de='Diese Zeile ist weder ein Kopfeintrag wie [Game "mehrkopf"] noch ein Stich wie '
    "„1. 2: EO E7“; ein Kommentar beginnt mit „;“.",
    en='This line is neither a tag such as [Game "mehrkopf"] nor a trick such as "1. 2: EO E7"; '
    'a comment begins with ";".',
)


@dataclass(frozen=True, slots=True)
class Tag:
    """One header tag; `column` is that of its value's first sign."""

    name: str
    value: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class TrickLine:
    """One line of cards; `text` is what stands behind the number."""

    number: int
    text: str
    line: int
    column: int
    """Of the first sign of `text`."""


@dataclass(slots=True)
class Block:
    """One deal as it stands in the text."""

    line: int
    tags: list[Tag] = field(default_factory=list)
    tricks: list[TrickLine] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Whether it has more parts than any deal: what follows is not read."""
        return len(self.tags) + len(self.tricks) + len(self.problems) > MOST_ENTRIES


def escaped(value: str) -> str:
    """Return a value as it stands between the quotes of a tag."""
    return _UNPRINTED.sub(
        lambda found: (
            "\\" + found.group() if found.group() in '\\"' else f"\\u{ord(found.group()):04x}"
        ),
        value,
    )


def _unescaped(value: str) -> str:
    return _ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else (found[2] or ""), value
    )


def blocks(text: str) -> Iterator[Block]:
    """Yield the deals of a text; never fails, whatever the text is."""
    block: Block | None = None
    apart = True
    for number, raw in enumerate(lines_of(text.removeprefix("\ufeff")), start=1):
        line = raw.rstrip()
        if not line:
            apart = True
        elif line.lstrip()[0] not in ";%":
            begins = line.lstrip().startswith("[")
            if block is None or (begins and (apart or _is_format(line))):
                if block is not None:
                    yield block
                block = Block(number)
            if not block.full:
                _read_line(block, line, number)
                if block.full:
                    block.problems.append(Problem(number, 1, TOO_MANY))
            apart = False
    if block is not None:
        yield block


def _is_format(line: str) -> bool:
    return re.match(r"\s*\[\s*format\b", line, re.IGNORECASE) is not None


def _read_line(block: Block, line: str, number: int) -> None:
    if len(line) > MOST_DEAL:
        block.problems.append(Problem(number, 1, TOO_LONG))
        return
    trick = _TRICK.match(line)
    if trick is not None:
        text = line[trick.end() :].split(";", maxsplit=1)[0]
        block.tricks.append(TrickLine(int(trick[1]), text, number, trick.end() + 1))
        return
    at = 0
    while at < len(line) and not block.full:
        tag = _TAG.match(line, at)
        if tag is None:
            rest = line[at:].lstrip()
            if rest and rest[0] != ";":
                column = len(line) - len(rest) + 1
                what = _NO_TAG if rest[0] == "[" else _NOTHING
                block.problems.append(Problem(number, column, what))
            return
        name, value = tag[1].casefold(), _unescaped(tag[2])
        block.tags.append(Tag(name, value, number, tag.start(2) + 1))
        at = tag.end()
