"""The header tags: which there are, and how each stands for a field of the deal file.

Contracts, bids, doublings, the end and rulings stand here too, as text and as JSON.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Family
from engine.deal.record import JsonObject
from engine.dealfile.places import DEALT
from engine.notation.lexer import Wrong, expected
from engine.notation.values import (
    Scanner,
    checked_card,
    seats_from_one,
    seats_from_zero,
    write_pairs,
    write_value,
)
from engine.text import Text

_A_KIND = Text(de="was gespielt wird, wie rufspiel", en="what is played, such as rufspiel")
_A_WORD = Text(
    de="ein Wort der Ansage, wie pass oder kontra",
    en="a word of the auction such as pass or kontra",
)
_A_COUNT = Text(de="die Zahl der liegenden Karten", en="the number of cards laid")
_AN_END = Text(de="wie das Spiel endete, wie claim", en="how the deal ended, such as claim")
_SEPARATOR = Text(de="ein Strichpunkt", en="a semicolon")
_SUIT = re.compile(r"[A-Z](?=\s|;|$)")
_SEMICOLON = re.compile(r'"(?:[^"\\]|\\.)*"|;')
_PLACE = re.compile(r"(\d{1,4})\.(\d{1,3})(?=\s|$)")
_A_PLACE = Text(de="Stich und Karte, wie 3.2", en="trick and card, such as 3.2")


@dataclass(frozen=True, slots=True)
class Head:
    """What must be known to read the rest of a deal."""

    family: Family
    players: int | None
    """None where the text does not say it in a way that can be read."""


def write_contract(contract: JsonObject) -> str:
    """Return `2 rufspiel G called=GA`: seat, what, suit, and what else is told."""
    named = [_number(contract.get("seat")), str(contract["kind"]), contract.get("suit", "")]
    rest = {key: each for key, each in contract.items() if key not in ("seat", "kind", "suit")}
    parts = [*(str(part) for part in named if part), write_pairs(seats_from_one(rest))]
    return " ".join(part for part in parts if part)


def _number(seat: object) -> str:
    return str(seat + 1) if isinstance(seat, int) else ""


def read_contract(scan: Scanner, head: Head) -> dict[str, object]:
    """Return a contract as the deal file has it."""
    contract: dict[str, object] = {}
    if scan.rest()[:1].isdigit():
        contract["seat"] = scan.seat(head.players)
    contract["kind"] = scan.word(_A_KIND).casefold()
    if _SUIT.match(scan.text, scan.at):
        contract["suit"] = scan.take(_SUIT, _A_KIND)
    return contract | seats_from_zero(scan.pairs())


def write_bids(bids: Sequence[Sequence[object]]) -> str:
    """Return `1 pass; 2: solo E`: who says a word; who names a contract, with a colon."""
    return "; ".join(
        f"{_number(seat)}: {write_contract(said)}"
        if isinstance(said, Mapping)
        else f"{_number(seat)} {said}"
        for seat, said in bids
    )


_BIDDER = re.compile(r"\d{1,3}\s*:")


def read_bids(scan: Scanner, head: Head) -> list[object]:
    """Return the auction as the deal file has it."""
    return [_bid(part, head) for part in _parts(scan)]


def _bid(scan: Scanner, head: Head) -> list[object]:
    if _BIDDER.match(scan.text, scan.at):
        # The colon would be taken as part of the number.
        colon = scan.text.index(":", scan.at)
        seat = Scanner(scan.text, scan.at, colon).seat(head.players)
        return [seat, read_contract(Scanner(scan.text, colon + 1), head)]
    return [scan.seat(head.players), _last(scan, scan.word(_A_WORD).casefold())]


def write_doubles(doubles: Sequence[object]) -> str:
    """Return `legen; 4 kontra @1`: who, what, after how many cards."""
    return "; ".join(_doubling(each) for each in doubles)


def _doubling(doubling: object) -> str:
    if not isinstance(doubling, Mapping):
        return str(doubling)
    after = doubling.get("after")
    moment = "" if after is None else f"@{after}"
    parts = (_number(doubling.get("seat")), str(doubling["say"]), moment)
    return " ".join(part for part in parts if part)


def read_doubles(scan: Scanner, head: Head) -> list[object]:
    """Return the doublings as the deal file has them."""
    return [_read_doubling(part, head) for part in _parts(scan)]


def _read_doubling(scan: Scanner, head: Head) -> object:
    said: dict[str, object] = {}
    if scan.rest()[:1].isdigit():
        said["seat"] = scan.seat(head.players)
    word = scan.word(_A_WORD).casefold()
    if scan.has("@"):
        said["after"] = scan.number(_A_COUNT)
    return _last(scan, {"say": word, **said} if said else word)


def _last(scan: Scanner, value: object) -> object:
    if not scan.done:
        raise scan.wrong(_SEPARATOR)
    return value


def _parts(scan: Scanner) -> list[Scanner]:
    """Return a scanner for each part between semicolons; those in quotes part nothing."""
    signs = _SEMICOLON.finditer(scan.text, scan.at)
    ends = [found.start() for found in signs if found.group() == ";"]
    starts = [scan.at, *(end + 1 for end in ends)]
    return [
        Scanner(scan.text, start, end)
        for start, end in zip(starts, [*ends, len(scan.text)], strict=True)
        if scan.text[start:end].strip()
    ]


def write_end(end: JsonObject) -> str:
    """Return `claim seat=1 tricks=rest agreed`."""
    rest = {key: each for key, each in end.items() if key != "kind"}
    return f"{write_value(end['kind'])} {write_pairs(seats_from_one(rest))}".rstrip()


def read_end(scan: Scanner) -> dict[str, object]:
    """Return the end as the deal file has it."""
    return {"kind": scan.word(_AN_END).casefold(), **seats_from_zero(scan.pairs())}


def trick_and_card(play: int, size: int) -> str:
    """Return a play as `3.2`: third trick, second card; `size` cards make a trick."""
    return f"{play // size + 1}.{play % size + 1}"


def write_ruling(ruling: JsonObject, size: int) -> str:
    """Return `revoke 3 at 3.2 upheld`; a dash stands where nobody is named."""
    play = ruling["play"]
    assert isinstance(play, int)
    who = _number(ruling["seat"]) or "-"
    kind = write_value(ruling["kind"])
    return f"{kind} {who} at {trick_and_card(play, size)} {ruling['ruling']}"


def read_ruling(scan: Scanner, head: Head, size: int) -> dict[str, object]:
    """Return a ruling as the deal file has it."""
    kind = scan.word(
        Text(de="die Art des Verstoßes, wie revoke", en="the kind of mistake, such as revoke")
    )
    seat = None if scan.has("-") else scan.seat(head.players)
    if not scan.has("at"):
        raise scan.wrong(Text(de="„at“", en='"at"'))
    at = scan.at
    trick, card = (int(part) for part in scan.take(_PLACE, _A_PLACE).split("."))
    if trick < 1 or not 1 <= card <= size:
        scan.at = at
        raise scan.wrong(_A_PLACE)
    decided = scan.word(Text(de="der Entscheid, wie upheld", en="the ruling, such as upheld"))
    ruling = {"kind": kind, "seat": seat, "play": (trick - 1) * size + card - 1}
    if not scan.done:
        raise scan.wrong(Text(de="das Ende", en="the end"))
    return {**ruling, "ruling": decided.casefold()}


def expected_word(words: Sequence[str], found: str) -> Text:
    """Return the sentence that one of some words belongs here."""
    listed = ", ".join(words)
    return expected(Text(de=f"eines von {listed}", en=f"one of {listed}"), found)


JsonDict = dict[str, object]

DERIVED = frozenset({"verdict", "result"})
"""Written for the reader, never read: they follow from the deal."""

_A_NUMBER = Text(de="eine ganze Zahl", en="a whole number")
_A_LIST = Text(de="das Ende der Angabe", en="the end of the entry")
_OWNER = re.compile(r"\s*(\d{1,3})\s*:")
_AN_OWNER = Text(
    de="der Platz mit Doppelpunkt, wie „2: EO E7“", en='the seat with a colon, such as "2: EO E7"'
)
_AFTER = re.compile(r"(\d{1,4})\s+(\d{1,3})/(\d{1,3})\s+(\S+)\s*")
_A_REVEAL = Text(
    de="gelegte Karten, Platz/Stapel, Karte, wie „2 1/3 S9“",
    en='cards laid, seat/pile, card, such as "2 1/3 S9"',
)


@dataclass(frozen=True, slots=True)
class TagField:
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


FIELDS: tuple[TagField, ...] = (
    TagField("Out", "out", _write_seats, _read_seats),
    TagField(
        "Dealer",
        "dealer",
        lambda value: _write_seats([value]),
        lambda scan, head: _ended(scan, scan.seat(head.players)),
    ),
    TagField("Dealt", "dealt", str, _read_dealt),
    TagField(
        "Rules",
        "rules",
        lambda value: write_pairs(_object(value)),
        lambda scan, head: scan.pairs(),
    ),
    TagField("Stock", "stock", str, lambda scan, head: _ended(scan, scan.number(_A_NUMBER))),
    TagField("Hand", "hands", _write_hands, _read_hand, by_seat=True),
    TagField("Blind", "blind", _cards, _read_cards),
    TagField("Piles", "piles", _write_piles, _read_piles, by_seat=True),
    TagField("Bids", "bids", lambda value: write_bids(_list(value)), read_bids),  # type: ignore[arg-type]
    TagField("Contract", "contract", lambda value: write_contract(_object(value)), read_contract),
    TagField("Doubles", "doubles", lambda value: write_doubles(_list(value)), read_doubles),
    TagField("Reveals", "reveals", _write_reveals, _read_reveals),
    TagField("Note", "note", str, lambda scan, head: scan.text),
    TagField("End", "end", lambda value: write_end(_object(value)), lambda s, head: read_end(s)),
)
"""In the order in which they are written; Format, Id, Game, Deck and Players stand before them."""
