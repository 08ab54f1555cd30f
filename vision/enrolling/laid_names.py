"""Names the cards that lie in rows: by the order of the deck, or as somebody says.

Cards are numbered as they lie, row by row from the upper left, picture after picture. Names by
order hold where exactly as many cards lie there as the deck has, and where as many lie between two
that somebody named as the deck has between these. All others somebody has to name, looking at the
contact sheet, on which they stand with their numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from engine.cards import Card, Family, UnknownCardError, card
from engine.text import PlainError, Text
from vision.arrays import Image, as_image

NO_CARD = "-"
"""Stands for a number that is no card."""
WHOLE = "OK"
"""Says of a number in doubt that its card was looked at and is cut right."""
_SHEET_COLUMNS = 8
_CAPTION = 26
_GAP = 8
_NUMBERS = re.compile(r"(\d+)(?:-(\d+))?")
_BAD_NAME = Text(
    de="--names: „{word}“ ist weder ein Kartencode noch eine Angabe wie 17=HO, 17=- oder 17=OK; es "
    "liegen {count} Karten da. Bitte die Nummern auf {sheet} ansehen.",
    en='--names: "{word}" is neither the code of a card nor something like '
    "17=HO, 17=- or 17=OK; there are {count} cards. Please look at the "
    "numbers on {sheet}.",
)


@dataclass(frozen=True, slots=True)
class RowWords:
    """What somebody said about cards in rows, by their numbers."""

    names: Mapping[int, Card | None] = field(default_factory=dict)
    """The card of a number, or None for what is no card."""
    whole: frozenset[int] = frozenset()
    """Numbers that were looked at and are cut right."""


def is_code(code: str, family: Family) -> bool:
    """Tell whether a card of these suits has this code."""
    try:
        card(code, family)
    except UnknownCardError:
        return False
    return True


def given_names(words: str, count: int, family: Family, sheet: str) -> RowWords:
    """Return what was said about numbers 1 to `count`.

    `17=HO SO 20=- 3=OK 5-8=OK` says that 17 is HO, 18, the next, is SO, 20 is no card, and 3 and 5
    to 8, which were in doubt, are cut right.

    Raises:
        PlainError: a word that is none of these, or a number that is not there.
    """
    names: dict[int, Card | None] = {}
    whole: set[int] = set()
    number = 0
    for word in words.replace(",", " ").split():
        at, equals, code = word.rpartition("=")
        named = _NUMBERS.fullmatch(at) if equals else None
        first = int(named[1]) if named else number + 1
        number = int(named[2] or named[1]) if named else first
        code = code.upper()
        known = code in (NO_CARD, WHOLE) or (first == number and is_code(code, family))
        if not known or (equals and not named) or not 1 <= first <= number <= count:
            raise PlainError(_BAD_NAME.format(word=word, count=count, sheet=sheet))
        meant = range(first, number + 1)
        if code == WHOLE:
            whole.update(meant)
        else:
            names.update(dict.fromkeys(meant, None if code == NO_CARD else card(code, family)))
    return RowWords(names, frozenset(whole))


def named_by_order(
    count: int,
    packs: Sequence[tuple[Card, ...]],
    elsewhere: Sequence[Card],
    given: Mapping[int, Card | None],
) -> dict[int, Card | None]:
    """Return each number's card; numbers that nobody can name are left out, None is no card.

    `elsewhere` are cards that have pictures of their own, `packs` the decks that may lie there, in
    the order in which they are laid. A number for which another card was given than its order says
    makes doubtful who had that card by order; it is known again when only one is left.
    """
    laid = [number for number in range(1, count + 1) if given.get(number, 0) is not None]
    names = dict(given)
    rest = [[one for one in pack if one not in elsewhere] for pack in packs]
    fitting = next((cards for cards in rest if len(cards) == len(laid)), None)
    if fitting is None:
        return names | (_between(laid, rest[0], given) if len(rest) == 1 else {})
    taken = {one for one in given.values() if one is not None}
    for number, one in zip(laid, fitting, strict=True):
        if number not in given and one not in taken:
            names[number] = one
    unnamed = [number for number in laid if number not in names]
    left = [one for one in fitting if one not in names.values()]
    if len(unnamed) == len(left) == 1:
        names[unnamed[0]] = left[0]
    return names


def _between(
    laid: Sequence[int], cards: Sequence[Card], given: Mapping[int, Card | None]
) -> dict[int, Card | None]:
    """Return the cards of numbers between named ones that are as far apart in the deck.

    Before the first and behind the last named one the deck's ends count.
    """
    said = [(k, cards.index(one)) for k, n in enumerate(laid) if (one := given.get(n)) in cards]
    marks = [(-1, -1), *said, (len(laid), len(cards))]
    names: dict[int, Card | None] = {}
    if len(said) == 0:
        return names
    for (at, card_at), (then, card_then) in pairwise(marks):
        if then - at == card_then - card_at:
            names.update({laid[k]: cards[card_at + k - at] for k in range(at + 1, then)})
    return names


def contact_sheet(
    pictures: Sequence[Image], names: Mapping[int, Card | None], asked: Collection[int]
) -> Image:
    """Draw pictures of cards, all [h,w,3], in rows with number and name; `asked` ones in red."""
    if not pictures:
        return as_image(np.full((_CAPTION, _CAPTION, 3), 255, np.uint8))
    height, width = pictures[0].shape[:2]
    rows = math.ceil(len(pictures) / _SHEET_COLUMNS)
    high, wide = height + _CAPTION + _GAP, width + 2 * _GAP
    sheet = np.full((rows * high + _GAP, _SHEET_COLUMNS * wide, 3), 255, np.uint8)
    for number, picture in enumerate(pictures, 1):
        row, column = divmod(number - 1, _SHEET_COLUMNS)
        top, left = row * high + _CAPTION, column * wide + _GAP
        sheet[top : top + height, left : left + width] = picture
        named = names.get(number)
        code = "?" if number not in names else NO_CARD if named is None else named.code
        ink = (0, 0, 220) if number in asked else (0, 0, 0)
        words = f"{number} {code}"
        at = (left, top - 7)
        cv2.putText(sheet, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 2, cv2.LINE_AA)
        if number in asked:
            frame = (left - 2, top - 2), (left + width + 1, top + height + 1)
            cv2.rectangle(sheet, *frame, ink, 3)
    return as_image(sheet)
