"""Reading what a deal file says of the cards as dealt: hands, piles, cards turned over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from engine.cards import Card, Family
from engine.dealfile_fields import is_whole, read_card, read_cards, seat_of, wrong
from engine.record import Reveal
from engine.text import Text

_T = TypeVar("_T")
Cards = tuple[Card | None, ...]
Piles = tuple[tuple[Cards, ...], ...]

DEALT = {
    "4+4": Text(de="zweimal vier", en="four and four"),
    "8": Text(de="alle acht auf einmal", en="all eight at once"),
    "counterclockwise": Text(de="gegen den Uhrzeigersinn", en="counter-clockwise"),
}
"""How it was dealt; whoever cuts may choose by knocking (DE, dealing; RULES 0.21)."""

_REVEAL = Text(
    de="[gelegte Karten, Platz, Stapel, Karte] sein, gezählt ab 0",
    en="be [cards laid, seat, pile, card], counted from 0",
)


def read_hands(value: object, players: int, family: Family) -> tuple[Cards, ...] | None:
    """Return the hands of all seats; None where they are not on record."""
    return _for_each_seat(
        value, "hands", players, lambda each, name: read_cards(each, name, family)
    )


def read_piles(value: object, players: int, family: Family) -> Piles | None:
    """Return the piles of all seats, each from the bottom up; None where there are none."""

    def piles(each: object, name: str) -> tuple[Cards, ...]:
        if not isinstance(each, list):
            raise wrong(name, Text(de="eine Liste aus Stapeln sein", en="be a list of piles"), each)
        return tuple(
            read_cards(pile, f"{name}[{place}]", family) for place, pile in enumerate(each)
        )

    return _for_each_seat(value, "piles", players, piles)


def _for_each_seat(
    value: object, field: str, players: int, one: Callable[[object, str], _T]
) -> tuple[_T, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != players:
        raise wrong(
            field,
            Text(
                de=f"eine Liste mit den Karten von {players} Plätzen sein",
                en=f"be a list with the cards of {players} seats",
            ),
            value,
        )
    return tuple(one(each, f"{field}[{seat}]") for seat, each in enumerate(value))


def reveal_reader(players: int, piles: Piles | None, family: Family) -> Callable[..., Reveal]:
    """Return a reader of `reveals` entries; `piles` tell which piles there are."""
    read_seat = seat_of(players)

    def reveal(value: object, field: str) -> Reveal:
        if not isinstance(value, list) or len(value) != 4 or not is_whole(value[0], 0, 1000):
            raise wrong(field, _REVEAL, value)
        after, seat, pile, code = value
        seat = read_seat(seat, f"{field}[1]")
        most = len(piles[seat]) - 1 if piles else -1
        if not is_whole(pile, 0, most):
            raise wrong(
                f"{field}[2]",
                Text(de="einen Stapel aus `piles` nennen", en="name a pile of `piles`"),
                pile,
            )
        return Reveal(after, seat, pile, read_card(code, f"{field}[3]", family))

    return reveal


def read_dealt(value: object) -> str | None:
    """Return how it was dealt; None where it was not said."""
    if value is None or (isinstance(value, str) and value in DEALT):
        return value
    listed = ", ".join(DEALT)
    raise wrong("dealt", Text(de=f"eines von {listed} sein", en=f"be one of {listed}"), value)
