"""The deals of a JSON text: one a line, each over several lines, or all in a list.

The deal file has one deal a line. What other programs make of it (pretty-printed, a list) is read
as well, for it says the same. What is no JSON is told once, with the lines it fills, however many
they are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.bounds import MOST_DEAL
from engine.deal.record import DealRecord, JsonObject
from engine.dealfile.reader import NO_JSON, parse, read_object
from engine.text import PlainError, Text

_DECODER = json.JSONDecoder()
_NEAR = MOST_DEAL // 16
"""Characters looked at first for the end of an object; nearly all are shorter."""
_SPACE = re.compile(r"[ \t\n\r]*")
_LINES = Text(
    de="Die Zeilen {first} bis {last} sind kein JSON; erwartet ist je Zeile ein Spiel als "
    "JSON-Objekt.",
    en="Lines {first} to {last} are not JSON; each line should hold one deal as a JSON object.",
)
_BROKEN_LIST = Text(
    de="Die Liste, die in Zeile {first} beginnt, ist ab Zeile {last} kein JSON; von dort an wird "
    "nichts gelesen.",
    en="The list that begins in line {first} stops being JSON in line {last}; nothing from "
    "there on is read.",
)


@dataclass(frozen=True, slots=True)
class FoundDeal:
    """One deal of a text, or one mistake in it."""

    line: int
    """Where it begins, from 1."""
    fields: JsonObject
    """The deal as it stands there; empty where nothing could be read."""
    record: DealRecord | None = None
    error: Text | None = None


def deals_in(text: str) -> Iterator[FoundDeal]:
    """Yield every deal of a JSON text and every mistake in it, in their order.

    >>> [deal] = deals_in('[{"game": "schafkopf", "players": 4, "dealer": 3}]')
    >>> deal.line, deal.record.dealer
    (1, 3)
    """
    for line, found in _Text(text).objects():
        if isinstance(found, Text):
            yield FoundDeal(line, {}, error=found)
            continue
        try:
            yield FoundDeal(line, found, parse(found))
        except PlainError as error:
            yield FoundDeal(line, found, error=error.text)


def looks_like_json(text: str) -> bool:
    """Tell whether a text begins as JSON does: with an object, or with a list of them."""
    return re.match(r"\s*(\{|\[\s*[{\]])", text) is not None


_Found = tuple[int, JsonObject | Text]
"""A line, and the object that begins there or what is wrong."""


class _Text:
    """A text read from line to line."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.at = 0
        self.line = 1

    def objects(self) -> Iterator[_Found]:
        """Yield every object with its line, and what is wrong with its line."""
        while not self._done():
            line = self._rest_of_line()
            found = _object_of(line)
            if found is not None:
                yield self.line, found
                self._go_to(self.at + len(line))
                continue
            if self.text.startswith("[", self.at):
                yield from self._listed()
            elif (end := self._end_of_object()) is not None:
                yield self._object_to(end)
            else:
                yield self._no_json()

    def _done(self) -> bool:
        """Go on to the next sign that is no space; tell whether there is none."""
        found = _SPACE.match(self.text, self.at)
        self._go_to(found.end() if found else self.at)
        return self.at >= len(self.text)

    def _go_to(self, at: int) -> None:
        self.line += self.text.count("\n", self.at, at)
        self.at = at

    def _end_of_line(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _rest_of_line(self) -> str:
        return self.text[self.at : self._end_of_line(self.at)]

    def _value(self) -> tuple[object, int]:
        """Return the value that begins here, and where it ends.

        Raises:
            ValueError: there is none whole, or it is longer than a deal; a `JSONDecodeError` tells
                its place in the whole text.
            RecursionError: its brackets stand too deep.
        """
        for most in (_NEAR, MOST_DEAL):
            piece = self.text[self.at : self.at + most]
            try:
                value, length = _DECODER.raw_decode(piece)
            except json.JSONDecodeError as error:
                if most == MOST_DEAL or self.at + most >= len(self.text):
                    raise json.JSONDecodeError(error.msg, self.text, self.at + error.pos) from error
            else:
                return value, self.at + length
        raise AssertionError

    def _end_of_object(self) -> int | None:
        """Return where the object ends that begins here; None where there is none whole."""
        if not self.text.startswith("{", self.at):
            return None
        try:
            _, end = self._value()
        except (ValueError, RecursionError):
            return None
        # What stands behind it in the same line says that something is wrong.
        return None if self._more_in_line(end) else end

    def _more_in_line(self, at: int) -> bool:
        return bool(self.text[at : self._end_of_line(at)].strip())

    def _breaks_later(self) -> bool:
        """Tell whether an object begins here that is in order up to the end of its line."""
        try:
            self._value()
        except json.JSONDecodeError as error:
            return error.pos > self._end_of_line(self.at)
        except (ValueError, RecursionError):
            return True
        return False

    def _object_to(self, end: int) -> _Found:
        """Return the object that goes on to `end`, and go on behind it."""
        line, text = self.line, self.text[self.at : end]
        self._go_to(end)
        try:
            return line, read_object(text)
        except PlainError as error:
            return line, error.text

    def _listed(self) -> Iterator[_Found]:
        """Yield the entries of the list that begins here; a broken one ends the reading.

        Each is read by itself: all together would take a multiple of the file's size.
        """
        first, strange, whole = self.line, False, True
        self._go_to(self.at + 1)
        while whole and not self._done() and not self.text.startswith("]", self.at):
            try:
                value, stop = self._value()
            except (ValueError, RecursionError) as error:
                self._go_to(error.pos if isinstance(error, json.JSONDecodeError) else self.at)
                whole = False
                break
            entry = self._object_to(stop)
            # Of entries that are no objects the first one is told for all.
            if isinstance(value, dict) or not strange:
                yield entry
            strange = strange or not isinstance(value, dict)
            comma = not self._done() and self.text.startswith(",", self.at)
            if comma:
                self._go_to(self.at + 1)
            closed = not self._done() and self.text.startswith("]", self.at)
            whole = comma != closed
        if whole and not self._done() and not self._more_in_line(self.at + 1):
            self._go_to(self.at + 1)
        else:
            yield self.line, _BROKEN_LIST.format(first=first, last=self.line)
            self._go_to(len(self.text))

    def _no_json(self) -> _Found:
        """Pass over lines that are no JSON, up to one that is an object; tell them once."""
        first, last = self.line, self.line
        within = self._breaks_later()
        self._go_to(self._end_of_line(self.at))
        while not self._done():
            line = self._rest_of_line()
            found = _object_of(line)
            # An object broken over several lines has whole ones in it.
            if found is not None and (isinstance(found, Text) or "game" in found or not within):
                break
            last = self.line
            self._go_to(self.at + len(line))
        return first, NO_JSON if first == last else _LINES.format(first=first, last=last)


def _object_of(line: str) -> JsonObject | Text | None:
    """Return the object a line is, or what is wrong in it; None where it is no object."""
    if not line.startswith("{"):
        return None
    try:
        return read_object(line)
    except PlainError as error:
        return None if error.text is NO_JSON else error.text
