"""The list on paper, and the certificate of a Sie.

The list has a row a game, plus and minus columns, solos circled, sum, signatures. Its shape is that
of the lists tournaments hand out (PAGES 5); more people than fit upright turn the sheet. One sheet
holds `ROWS` lines and carries the standing over to the next. The certificate says who laid the Sie
down, when, with whom at the table, and every card of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.cards import Card
from engine.evening.deal import DealState
from engine.games import game
from engine.text import Text
from kiosk.exports.tables import Placing, remarks, start_numbers
from kiosk.screens.cards import Face, face
from kiosk.screens.evening_list import Book, BookLine, is_sie
from kiosk.words.exports import CHANGED

ROWS, ROWS_ACROSS = 24, 16
"""Lines on a sheet of A4 held upright, and across; each may need two rows of letters."""
UPRIGHT = 5
"""So many people fit on a sheet held upright."""


@dataclass(frozen=True, slots=True)
class PaperEntry:
    """What one person got in one game: below plus or below minus."""

    plus: Fraction | None
    minus: Fraction | None
    """Its amount without the sign."""
    circled: bool


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One game of the list."""

    mark: str
    what: Text
    remarks: Text
    entries: tuple[PaperEntry, ...]
    sum: Fraction
    """Of everybody; nothing where it adds up."""


@dataclass(frozen=True, slots=True)
class Column:
    """One person's column."""

    number: int
    """The start number."""
    name: str
    total: Fraction
    plus: Fraction
    minus: Fraction
    soli: int


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One page."""

    number: int
    carried: tuple[Fraction, ...]
    """What each person had before its first row; empty on the first sheet."""
    rows: tuple[PaperRow, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Paper:
    """The whole list."""

    title: Text
    day: str
    table: int
    round: int
    columns: tuple[Column, ...]
    sheets: tuple[PaperSheet, ...]
    sum: Fraction | None
    """Everybody's total together; None where it need not be nothing."""
    stock: Fraction
    head: str
    upright: bool
    seal: str
    """Vouches for the head; empty where the table has no key."""
    money: bool = False
    """Whether amounts are cents."""


def paper(listed: Book, place: Placing | None = None, seal: str = "") -> Paper:
    """Return the list of an evening; an empty one has one empty sheet."""
    place = place or Placing()
    rows = [_row(line) for line in listed.lines]
    upright = len(listed.people) <= UPRIGHT
    most = ROWS if upright else ROWS_ACROSS
    cuts = range(0, max(1, len(rows)), most)
    courses = listed.courses()
    numbers = start_numbers(place.numbers, len(listed.people))
    return Paper(
        title=listed.title,
        day=listed.day,
        table=place.table,
        round=place.round,
        columns=tuple(
            Column(number, person.name, person.total, person.plus, -person.minus, person.soli)
            for number, person in zip(numbers, listed.people, strict=True)
        ),
        sheets=tuple(
            PaperSheet(
                number=at // most + 1,
                carried=tuple(course[at] for course in courses) if at else (),
                rows=tuple(rows[at : at + most]),
                last=at == cuts[-1],
            )
            for at in cuts
        ),
        sum=listed.sum if listed.zero_sum else None,
        stock=listed.stock,
        head=listed.head,
        upright=upright,
        seal=seal,
        money=listed.money,
    )


def _row(line: BookLine) -> PaperRow:
    gains = [gain or Fraction(0) for gain in line.gains]
    return PaperRow(
        mark="±" if line.number is None else str(line.number),
        what=_what(line),
        remarks=remarks(line),
        entries=tuple(
            PaperEntry(
                plus=gain if gain is not None and gain > 0 else None,
                minus=-gain if gain is not None and gain < 0 else None,
                circled=line.alone == at,
            )
            for at, gain in enumerate(line.gains)
        ),
        sum=sum(gains, Fraction(0)),
    )


def _what(line: BookLine) -> Text:
    if line.words is None:
        return CHANGED.format(reason=line.reason)
    told = line.words
    if not told.declarer:
        return told.game
    return Text(de=f"{told.declarer}: {told.game.de}", en=f"{told.declarer}: {told.game.en}")


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is printed, to be framed."""

    name: str
    others: tuple[str, ...]
    """Who sat at the table and saw it."""
    day: str
    """ISO date; empty where nothing says so."""
    game: Text
    number: int
    cards: tuple[Face, ...]
    """Every card of the hand, the strongest first."""
    price: int | None
    head: str
    seal: str

    @property
    def rows(self) -> tuple[tuple[Face, ...], ...]:
        """The cards in one row, or in two where they are many."""
        if len(self.cards) <= 8:
            return (self.cards,)
        half = -(-len(self.cards) // 2)
        return self.cards[:half], self.cards[half:]


def certificate(deal: DealState, day: str, head: str, seal: str = "") -> Certificate | None:
    """Return the certificate of a deal; None where it was no Sie that was won."""
    contract, result = deal.contract, deal.result
    if not is_sie(deal) or contract is None or contract.seat is None or result is None:
        return None
    seats = deal.head.active
    return Certificate(
        name=_at_table(deal, contract.seat),
        others=tuple(_at_table(deal, seat) for seat in seats if seat != contract.seat),
        day=day,
        game=game(deal.head.game).title,
        number=deal.number,
        cards=tuple(face(card) for card in hand(deal)),
        price=result.price or None,
        head=head,
        seal=seal,
    )


def _at_table(deal: DealState, seat: int) -> str:
    """Return who really sat there: the hand was the substitute's, whoever it counts for."""
    return (deal.head.played_by or deal.names)[seat]


def hand(deal: DealState) -> tuple[Card, ...]:
    """Return the cards a Sie consists of in this game: the highest there are, the highest first.

    They need not have been seen: nothing else is a Sie.
    """
    setting = game(deal.head.game).setting(deal.record)
    return setting.trumps[: setting.hand_size]
