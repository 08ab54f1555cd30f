"""Names the cards that lie in rows: by the order of the deck, or as somebody says.

Cards are numbered as they lie, row by row from the upper left, picture after picture. Names by
order hold only where exactly as many cards lie there as the deck has; else somebody has to say
which card each is, looking at the contact sheet, on which all of them stand with their numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from engine.cards import Card, Family, UnknownCardError, card
from engine.text import PlainError, Text
from vision.arrays import Image, as_image
from vision.reading.nets import CROP_HEIGHT, CROP_WIDTH

NO_CARD = "-"
"""Stands for a number that is no card."""
_SHEET_COLUMNS = 8
_CAPTION = 26
_GAP = 8
_BAD_NAME = Text(
    de="--names: „{word}“ ist weder ein Kartencode noch eine Angabe wie 17=HO; es liegen {count} "
    "Karten da. Bitte die Nummern auf {sheet} ansehen.",
    en='--names: "{word}" is neither a card\'s code nor something like 17=HO; {count} cards lie '
    "there. Please look at the numbers on {sheet}.",
)


def given_names(words: str, count: int, family: Family, sheet: str) -> dict[int, Card | None]:
    """Return what was said about numbers 1 to `count`: a card, or None for what is no card.

    `17=HO SO 20=-` says that 17 is HO, 18, the next, is SO, and 20 is no card.

    Raises:
        PlainError: a word that is none of these, or a number that is not there.
    """
    given: dict[int, Card | None] = {}
    number = 0
    for word in words.replace(",", " ").split():
        at, equals, code = word.rpartition("=")
        number = int(at) if equals and at.isdecimal() else number + 1
        wrong = bool(equals) and not at.isdecimal()
        try:
            named = None if code == NO_CARD else card(code.upper(), family)
        except UnknownCardError:
            wrong, named = True, None
        if wrong or not 1 <= number <= count:
            raise PlainError(_BAD_NAME.format(word=word, count=count, sheet=sheet))
        given[number] = named
    return given


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
        return names
    taken = {one for one in given.values() if one is not None}
    for number, one in zip(laid, fitting, strict=True):
        if number not in given and one not in taken:
            names[number] = one
    unnamed = [number for number in laid if number not in names]
    left = [one for one in fitting if one not in names.values()]
    if len(unnamed) == len(left) == 1:
        names[unnamed[0]] = left[0]
    return names


def contact_sheet(faces: Sequence[Image], names: Mapping[int, Card | None]) -> Image:
    """Draw faces [128,80,3] in rows with number and name; what has no name is marked red."""
    rows = math.ceil(len(faces) / _SHEET_COLUMNS)
    high, wide = CROP_HEIGHT + _CAPTION + _GAP, CROP_WIDTH + 2 * _GAP
    sheet = np.full((rows * high + _GAP, _SHEET_COLUMNS * wide, 3), 255, np.uint8)
    for index, face in enumerate(faces):
        row, column = divmod(index, _SHEET_COLUMNS)
        top, left = row * high + _CAPTION, column * wide + _GAP
        sheet[top : top + CROP_HEIGHT, left : left + CROP_WIDTH] = face
        known = index + 1 in names
        named = names.get(index + 1)
        code = NO_CARD if named is None else named.code
        words = f"{index + 1} {code if known else '?'}"
        ink = (0, 0, 0) if known else (0, 0, 220)
        at = (left, top - 7)
        cv2.putText(sheet, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 2, cv2.LINE_AA)
        frame = (left - 2, top - 2), (left + CROP_WIDTH + 1, top + CROP_HEIGHT + 1)
        cv2.rectangle(sheet, *frame, (190, 190, 190) if known else ink, 1 if known else 3)
    return as_image(sheet)
