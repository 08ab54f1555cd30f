"""The header tags: which there are, and how each stands for a field of the deal file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.dealfile_layout import DEALT
from engine.notation.problems import Wrong
from engine.notation.values import Scanner, checked_card, write_pairs
from engine.notation.words import (
    Head,
    expected_word,
    read_bids,
    read_contract,
    read_doubles,
    read_end,
    write_bids,
    write_contract,
    write_doubles,
    write_end,
)
from engine.text import Text

JsonDict = dict[str, object]

DERIVED = frozenset({"verdict", "result"})
"""Written for the reader, never read: they follow from the deal."""

_A_NUMBER = Text(de="eine ganze Zahl", en="a whole number")
_A_LIST = Text(de="das Ende der Angabe", en="the end of the entry")
_OWNER = re.compile(r"\s*(\d{1,3})\s*:")
_AN_OWNER = Text(
    de="der Platz mit Doppelpunkt, wie „2: EO E7“", en='the seat with a colon, such as "2: EO E7",'
)
_AFTER = re.compile(r"(\d{1,4})\s+(\d{1,3})/(\d{1,3})\s+(\S+)\s*")
_A_REVEAL = Text(
    de="gelegte Karten, Platz/Stapel, Karte, wie „2 1/3 S9“",
    en='cards laid, seat/pile, card, such as "2 1/3 S9",',
)


@dataclass(frozen=True, slots=True)
class Field:
    """One tag and the field of the deal file it stands for."""

    tag: str
    key: str
    write: Callable[[object], str | list[str]]
    """What stands in the tag; several where the tag comes once a seat."""
    read: Callable[[Scanner, Head], object]
    by_seat: bool = False


def _list(value: object) -> Sequence[object]:
    assert isinstance(value, list)
    return value


def _object(value: object) -> Mapping[str, object]:
    assert isinstance(value, Mapping)
    return value


def _cards(value: object) -> str:
    return " ".join(str(code) for code in _list(value))


def _read_cards(scan: Scanner, head: Head) -> list[str]:
    cards = []
    while not scan.done:
        cards.append(scan.card(head.family))
    return cards


def _write_seats(value: object) -> str:
    return " ".join(str(seat + 1) for seat in _list(value) if isinstance(seat, int))


def _read_seats(scan: Scanner, head: Head) -> list[int]:
    seats = []
    while not scan.done:
        seats.append(scan.seat(head.players))
    return seats


def _ended(scan: Scanner, value: object) -> object:
    if not scan.done:
        raise scan.wrong(_A_LIST)
    return value


def _read_dealt(scan: Scanner, head: Head) -> object:
    at, word = scan.at, scan.word(_A_NUMBER).casefold()
    if word not in DEALT:
        raise Wrong(at, expected_word(tuple(DEALT), word))
    return _ended(scan, word)


def _owned(scan: Scanner, head: Head) -> tuple[int, Scanner]:
    found = _OWNER.match(scan.text)
    if found is None:
        raise scan.wrong(_AN_OWNER)
    seat = Scanner(scan.text, found.start(1), found.end(1)).seat(head.players)
    return seat, Scanner(scan.text, found.end())


def _write_hands(value: object) -> list[str]:
    return [f"{seat + 1}: {_cards(hand)}".rstrip() for seat, hand in enumerate(_list(value))]


def _read_hand(scan: Scanner, head: Head) -> object:
    seat, cards = _owned(scan, head)
    return seat, _read_cards(cards, head)


def _write_piles(value: object) -> list[str]:
    return [
        f"{seat + 1}: {' '.join('/'.join(_list(pile)) or '-' for pile in _list(piles))}".rstrip()  # type: ignore[arg-type]
        for seat, piles in enumerate(_list(value))
    ]


def _read_piles(scan: Scanner, head: Head) -> object:
    seat, rest = _owned(scan, head)
    piles = []
    for found in re.finditer(r"\S+", scan.text[rest.at :]):
        at, codes = rest.at + found.start(), found.group()
        pile = []
        for code in [] if codes == "-" else codes.split("/"):
            pile.append(checked_card(code, at, head.family))
            at += len(code) + 1
        piles.append(pile)
    return seat, piles


def _write_reveals(value: object) -> str:
    assert isinstance(value, list)
    return "; ".join(f"{after} {seat + 1}/{pile + 1} {code}" for after, seat, pile, code in value)


def _read_reveals(scan: Scanner, head: Head) -> list[object]:
    reveals: list[object] = []
    while not scan.done:
        found = _AFTER.match(scan.text[: _upto(scan)], scan.at)
        if found is None or int(found[2]) < 1 or int(found[3]) < 1:
            raise scan.wrong(_A_REVEAL)
        seat = Scanner(scan.text, found.start(2), found.end(2)).seat(head.players)
        code = checked_card(found[4], found.start(4), head.family)
        reveals.append([int(found[1]), seat, int(found[3]) - 1, code])
        scan.at = found.end()
        scan.skip()
        if not scan.done and not scan.has(";"):
            raise scan.wrong(_A_REVEAL)
    return reveals


def _upto(scan: Scanner) -> int:
    end = scan.text.find(";", scan.at)
    return len(scan.text) if end < 0 else end


FIELDS: tuple[Field, ...] = (
    Field("Out", "out", _write_seats, _read_seats),
    Field(
        "Dealer",
        "dealer",
        lambda value: _write_seats([value]),
        lambda scan, head: _ended(scan, scan.seat(head.players)),
    ),
    Field("Dealt", "dealt", str, _read_dealt),
    Field(
        "Rules",
        "rules",
        lambda value: write_pairs(_object(value)),
        lambda scan, head: scan.pairs(),
    ),
    Field("Stock", "stock", str, lambda scan, head: _ended(scan, scan.number(_A_NUMBER))),
    Field("Hand", "hands", _write_hands, _read_hand, by_seat=True),
    Field("Blind", "blind", _cards, _read_cards),
    Field("Piles", "piles", _write_piles, _read_piles, by_seat=True),
    Field("Bids", "bids", lambda value: write_bids(_list(value)), read_bids),  # type: ignore[arg-type]
    Field("Contract", "contract", lambda value: write_contract(_object(value)), read_contract),
    Field("Doubles", "doubles", lambda value: write_doubles(_list(value)), read_doubles),
    Field("Reveals", "reveals", _write_reveals, _read_reveals),
    Field("End", "end", lambda value: write_end(_object(value)), lambda s, head: read_end(s)),
)
"""In the order in which they are written; Format, Id, Game, Deck and Players stand before them."""
