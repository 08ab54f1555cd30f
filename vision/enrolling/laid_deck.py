"""The cards of a deck that lie in rows: cut out, numbered, named, and what is in doubt about them.

Nothing in doubt is learned before somebody who looked at it says yes: a name the order does not
tell, or a cut that may not run along the card's edge. Cards that lie on each other have to be laid
anew; no yes makes two whole faces of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import cv2
import numpy as np

from engine.cards import Card, Family
from engine.text import PlainError, Text
from vision.arrays import Floats, Image, as_image
from vision.enrolling.card_pictures import CardPicture
from vision.enrolling.cutout import cut_at
from vision.enrolling.laid_names import (
    NO_CARD,
    WHOLE,
    RowWords,
    contact_sheet,
    given_names,
    is_code,
    named_by_order,
)
from vision.enrolling.picture_faults import focus_of, is_burnt
from vision.enrolling.rows import LaidDoubt, find_rows, lying_on

AROUND_WIDTH, AROUND_HEIGHT = 160, 232
"""The picture that is shown of a card, with what lies around it."""
_MARGIN = 20
_LINE = (255, 0, 255)
_UNNAMED = Text(
    de="In den Reihen liegen {count} Karten; das ist nicht die Zahl, nach der sich die Namen aus "
    "der Folge ergeben. Ohne Namen sind die Nummern {numbers}. Bitte {sheet} ansehen und noch "
    'einmal mit --names "{open}=HO ..." aufrufen; folgen die Karten aufeinander, genügen die '
    "Codes, und {open}=- heißt: keine Karte. Verloren ist nichts.",
    en="There are {count} cards in the rows, and with that many their order "
    "does not tell which is which. Numbers {numbers} have no name yet. "
    'Please look at {sheet} and run this again with --names "{open}=HO ..."; '
    "for cards in sequence the codes are enough, and {open}=- means no card. "
    "Nothing is lost.",
)
_WHICH_SUITS = Text(
    de="In den Reihen liegen {count} Karten; bitte mit --suits german oder --suits french sagen, "
    "welche Farben sie haben.",
    en="There are {count} cards in the rows; please say with --suits german or "
    "--suits french which suits they have.",
)
SIDE_DOUBT = Text(
    de="Bei {numbers} ist nicht sicher, wo die Karte aufhört.",
    en="It is not clear where the card ends at {numbers}.",
)
SIZE_DOUBT = Text(
    de="Nicht sicher ist, ob die Linie bei allen Karten am Rand läuft oder an einem gedruckten "
    "Rahmen.",
    en="It is not clear whether the line follows the edge of each card or a printed frame.",
)
_LOOK = Text(
    de="Bitte {sheet} ansehen: Läuft die Linie am Kartenrand, noch einmal mit --names "
    '"{whole}" aufrufen; was keine Karte ist, heißt {open}=-. Läuft sie falsch, bitte neu '
    "aufnehmen, auf glattem Grund in anderer Farbe, mit einem Fingerbreit zwischen den Karten. "
    "Eingelernt ist noch nichts.",
    en="Please look at {sheet}: if the line follows the edge of the card, run "
    'this again with --names "{whole}"; anything that is not a card is '
    "{open}=-. If it does not, please take a new picture on a plain "
    "background of another colour, with a finger's width between the cards. "
    "Nothing has been enrolled yet.",
)
OVERLAP = Text(
    de="Aufeinander liegen {numbers}. Bitte auseinanderlegen und neu aufnehmen.",
    en="Numbers {numbers} overlap. Please lay them apart and take a new picture.",
)
_OVERLAP_LOOK = Text(
    de='Was auf {sheet} keine Karte ist, mit --names "{open}=-" auslassen.',
    en='Leave out anything on {sheet} that is not a card with --names "{open}=-".',
)
_NAMED_TWICE = Text(
    de="Zweimal genannt: {names}. Bitte {sheet} ansehen und --names berichtigen.",
    en="Named twice: {names}. Please look at {sheet} and correct --names.",
)
_MOST_NUMBERS = 12


@dataclass(frozen=True, slots=True)
class RowOrder:
    """How cards that lie in rows are named."""

    packs: tuple[tuple[Card, ...], ...] = ()
    """Decks that may lie there, in the order in which they are laid."""
    words: str = ""
    """What somebody said, as `given_names` reads it."""
    sheet: str = ""
    """Where the contact sheet will be found."""


class UnnamedRowsError(PlainError):
    """Cards that lie in rows about which something has to be said first."""

    def __init__(self, text: Text, sheet: Image) -> None:
        super().__init__(text)
        self.sheet = sheet
        """All cards with their numbers, to look at."""


@dataclass(frozen=True, slots=True)
class LaidDeck:
    """Cards in rows, numbered from 1 as they lie, picture after picture."""

    pictures: tuple[tuple[CardPicture, ...], ...]
    said: RowWords
    names: Mapping[int, Card | None]
    """The cards of numbers whose card is known; None: no card."""

    @property
    def views(self) -> tuple[CardPicture, ...]:
        """All cards, the first with number 1."""
        return tuple(chain.from_iterable(self.pictures))

    @property
    def laid(self) -> tuple[int, ...]:
        """The numbers that are cards, or may be."""
        return tuple(n for n in range(1, len(self.views) + 1) if self.names.get(n, 0) is not None)

    @property
    def unnamed(self) -> tuple[int, ...]:
        """The numbers of which nobody knows what they are."""
        return tuple(number for number in self.laid if number not in self.names)

    @property
    def doubts(self) -> dict[int, LaidDoubt]:
        """Why it is not certain where a number's card ends; not where somebody said that it is.

        Where something on a picture is no card, that picture was not understood, and where the
        others on it end is not certain either.
        """
        numbers = iter(range(1, len(self.views) + 1))
        doubts: dict[int, LaidDoubt | None] = {}
        for picture in self.pictures:
            own = {next(numbers): view.doubt for view in picture}
            usual = LaidDoubt.SIDE if any(self.names.get(n, 0) is None for n in own) else None
            doubts |= {number: doubt or usual for number, doubt in own.items()}
        open_ = [n for n in self.laid if n not in self.said.whole]
        return {n: doubt for n in open_ if (doubt := doubts[n]) is not None}

    @property
    def overlapping(self) -> tuple[int, ...]:
        """The numbers of cards that lie on each other."""
        numbers, found = iter(range(1, len(self.views) + 1)), []
        for picture in self.pictures:
            own = [(next(numbers), view.cut.corners) for view in picture]
            kept = [(n, corners) for n, corners in own if n in self.laid]
            on = lying_on([corners for _, corners in kept])
            found += [n for (n, _), lies in zip(kept, on, strict=True) if lies]
        return tuple(found)

    @property
    def twice(self) -> tuple[int, ...]:
        """The numbers that share their card with another one."""
        each = [self.names.get(number) for number in self.laid]
        return tuple(n for n in self.laid if (one := self.names.get(n)) and each.count(one) > 1)

    @property
    def asked(self) -> frozenset[int]:
        """The numbers about which somebody has to say something."""
        return frozenset((*self.unnamed, *self.doubts, *self.overlapping, *self.twice))

    @property
    def named(self) -> dict[Card, CardPicture]:
        """The picture of each card."""
        views = self.views
        return {one: views[n - 1] for n in self.laid if (one := self.names.get(n)) is not None}

    def sheet(self) -> Image:
        """Draw all cards with their numbers and names; what is to be looked at is red."""
        shown = [view.cut.face if view.around is None else view.around for view in self.views]
        return contact_sheet(shown, self.names, self.asked)


def laid_deck(
    pictures: Sequence[tuple[CardPicture, ...]],
    packs: Sequence[tuple[Card, ...]],
    elsewhere: Sequence[Card],
    said: RowWords,
) -> LaidDeck:
    """Return the cards of all pictures with the names that order and people give them."""
    count = sum(map(len, pictures))
    return LaidDeck(tuple(pictures), said, named_by_order(count, packs, elsewhere, said.names))


def cut_rows(picture: Image, name: str) -> tuple[CardPicture, ...]:
    """Cut the cards that lie in rows out of a picture, in reading order; none where none are seen.

    `name` is the picture's.
    """
    size = (picture.shape[1], picture.shape[0])
    found: list[CardPicture] = []
    for number, laid in enumerate(find_rows(picture), 1):
        cut = cut_at(picture, laid.quad)
        burnt = is_burnt(cut.face, picture, cut.corners)
        around = _around(picture, laid.quad)
        called = f"{name} #{number}"
        found.append(CardPicture(called, size, cut, focus_of(cut.face), burnt, laid.doubt, around))
    return tuple(found)


def _around(picture: Image, quad: Floats) -> Image:
    """Return the card with what lies around it, and the line along which it was cut."""
    right, bottom = AROUND_WIDTH - _MARGIN, AROUND_HEIGHT - _MARGIN
    corners = np.array([[_MARGIN, _MARGIN], [right, _MARGIN], [right, bottom], [_MARGIN, bottom]])
    matrix = cv2.getPerspectiveTransform(
        quad.astype(np.float32), corners.astype(np.float32) - np.float32(0.5)
    )
    shown = cv2.warpPerspective(
        picture, matrix, (AROUND_WIDTH, AROUND_HEIGHT), flags=cv2.INTER_AREA
    )
    cv2.rectangle(shown, (_MARGIN - 1, _MARGIN - 1), (right, bottom), _LINE, 1)
    return as_image(shown)


def named_or_asked(
    pictures: Sequence[tuple[CardPicture, ...]],
    family: Family | None,
    elsewhere: Sequence[Card],
    order: RowOrder,
) -> LaidDeck:
    """Return the cards in rows once nothing about them has to be said any more.

    `family` is told by what was said, or by the decks that fit, where it is not given.

    Raises:
        UnnamedRowsError: where cards end is not certain, some lie on others, cannot be named or
            were named twice, or nobody can tell their suits.
        PlainError: words that say nothing about them.
    """
    views = list(chain.from_iterable(pictures))
    suits = family or _family_of(views, order)
    said = given_names(order.words, len(views), suits, order.sheet)
    packs = [cards for cards in order.packs if cards[0].family is suits]
    deck = laid_deck(pictures, packs, elsewhere, said)
    if not deck.asked:
        return deck
    told = " ".join
    asked = _asked(deck, order.sheet)
    text = Text(de=told(one.de for one in asked), en=told(one.en for one in asked))
    raise UnnamedRowsError(text, deck.sheet())


def _asked(deck: LaidDeck, sheet: str) -> list[Text]:
    """Return what has to be said about cards in rows, sentence by sentence."""
    asked = []
    if deck.overlapping:
        asked.append(OVERLAP.format(numbers=numbers_words(deck.overlapping)))
        asked.append(_OVERLAP_LOOK.format(sheet=sheet, open=deck.overlapping[0]))
    if deck.doubts:
        asked += doubt_words(deck)
        whole = f"={WHOLE} ".join([*_ranges(deck.doubts), ""]).strip()
        asked.append(_LOOK.format(sheet=sheet, whole=whole, open=next(iter(deck.doubts))))
    if deck.unnamed:
        numbers, count = numbers_words(deck.unnamed), len(deck.views)
        first = deck.unnamed[0]
        asked.append(_UNNAMED.format(count=count, numbers=numbers, sheet=sheet, open=first))
    if deck.twice:
        names = ", ".join(sorted({one.code for n in deck.twice if (one := deck.names[n])}))
        asked.append(_NAMED_TWICE.format(names=names, sheet=sheet))
    return asked


def doubt_words(deck: LaidDeck) -> list[Text]:
    """Say where it is not certain where cards end."""
    sides = [number for number, doubt in deck.doubts.items() if doubt is LaidDoubt.SIDE]
    said = [SIDE_DOUBT.format(numbers=numbers_words(sides))] if sides else []
    return [*said, SIZE_DOUBT] if LaidDoubt.SIZE in deck.doubts.values() else said


def _family_of(views: Sequence[CardPicture], order: RowOrder) -> Family:
    """Return the suits in which what was said names cards, else those of the only deck that fits.

    Raises:
        UnnamedRowsError: so many cards have decks of several suits.
    """
    said = [word.rpartition("=")[2].upper() for word in order.words.replace(",", " ").split()]
    codes = [code for code in said if code not in (NO_CARD, WHOLE)]
    spoken = [one for one in Family if codes and all(is_code(code, one) for code in codes)]
    count = len(views) - said.count(NO_CARD)
    fitting = {cards[0].family for cards in order.packs if len(cards) == count}
    likely = spoken or [one for one in Family if one in fitting] or [Family.GERMAN]
    if len(likely) > 1:
        nothing = laid_deck((tuple(views),), (), (), RowWords())
        raise UnnamedRowsError(_WHICH_SUITS.format(count=count), nothing.sheet())
    return likely[0]


def numbers_words(numbers: Sequence[int]) -> str:
    """Return numbers for people, the first of many."""
    more = " …" * (len(numbers) > _MOST_NUMBERS)
    return ", ".join(map(str, numbers[:_MOST_NUMBERS])) + more


def _ranges(numbers: Mapping[int, object]) -> list[str]:
    """Return numbers in ascending order as they are said: 3, 5-8."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
