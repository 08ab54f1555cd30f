"""Cards as dealt, read, and held against what was played: a card lies in one place.

`read_hands`, `read_piles` and `reveal_reader` read hands, piles and cards turned over.
`check_places` holds a line against itself, so that hands, blind and bury that cannot be are not
scored without a word. What was played is a fact, twice the same card included: the referee tells
that. The layout of two players is left out: a camera reads it like the cards that are played, and
what an evening recorded has to come back from its own export.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from engine.cards import Card, Family
from engine.deal.fields import is_whole, read_card, read_cards, refuse_many, seat_of, wrong
from engine.deal.record import DealRecord, Reveal
from engine.games.base import Game
from engine.text import PlainError, Text

_TWO_PLACES = Text(
    de="Jede Karte gibt es einmal, aber {cards}; bitte in der Datei berichtigen.",
    en="There is only one of each card, but {cards}; please correct the file.",
)
_BOTH = Text(
    de="{card} steht in `{one}` und in `{other}`", en="{card} is in `{one}` and in `{other}`"
)
_TWICE = Text(de="{card} steht zweimal in `{one}`", en="{card} is in `{one}` twice")
_FOREIGN = Text(
    de="Nicht im Blatt dieses Spiels: {cards}; bitte in der Datei berichtigen.",
    en="Not in this deal's deck: {cards}; please correct the file.",
)
_IN = Text(de="{card} in `{field}`", en="{card} in `{field}`")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a card lies before it is played."""

    field: str
    seat: int | None
    """Who holds it; None for nobody's (the blind, the bury)."""


def check_places(record: DealRecord, game: Game) -> None:
    """Check that every card on record lies in one place, and is of the deck.

    Raises:
        PlainError: one does not; a sentence that names each such card once.
    """
    declarer = None if record.contract is None else record.contract.seat
    dealt = [
        (each, _Place(f"hands[{seat}]", seat))
        for seat, hand in enumerate(record.hands or ())
        for each in hand
        if each is not None
    ]
    dealt += [(each, _Place("blind", None)) for each in record.blind or () if each is not None]
    # Where nobody declares (a leaster) the blind is dealt and set aside in one.
    aside_field = "blind" if declarer is None else "contract"
    aside = [(each, _Place(aside_field, None)) for each in game.never_played(record)]
    if not dealt and not aside:
        return
    deck = set(game.deck(record.rules, record.players - len(record.out), record.family))
    foreign = dict.fromkeys(
        _IN.format(card=each, field=place.field)
        for each, place in (*dealt, *aside)
        if each not in deck
    )
    if foreign:
        raise PlainError(_FOREIGN.format(cards=_joined(list(foreign))))
    buried = [] if declarer is None else aside
    found: dict[Card, Text] = {}
    for row in (dealt, buried):
        first: dict[Card, _Place] = {}
        for each, place in row:
            before = first.setdefault(each, place)
            if before is not place:
                told = _TWICE if before.field == place.field else _BOTH
                said = told.format(card=each, one=before.field, other=place.field)
                found.setdefault(each, said)
    held, aside_of = dict(dealt), dict(aside)
    for each, place in buried:
        before = held.get(each, place)
        if before.seat is not None and not _may_move(record, before, declarer):
            # Somebody else than the declarer held what the declarer buried.
            found.setdefault(each, _BOTH.format(card=each, one=before.field, other=place.field))
    cards = [play.card for play in record.plays]
    for index, play in enumerate(record.plays):
        laid = play.card
        place_before = None if laid is None else aside_of.get(laid) or held.get(laid)
        if laid is None or place_before is None or cards.count(laid) > 1:
            continue
        if laid in aside_of or not _may_move(record, place_before, play.seat):
            # It lay aside, or was another's.
            played = _BOTH.format(card=laid, one=place_before.field, other=f"plays[{index}]")
            found.setdefault(laid, played)
    if found:
        raise PlainError(_TWO_PLACES.format(cards=_joined(list(found.values()))))


def _may_move(record: DealRecord, place: _Place, seat: int | None) -> bool:
    """Tell whether a card that lay there can have come to a seat.

    The blind goes to the declarer, with a die (seven players) in part to a partner; whoever gives
    away a card and gets one back (Hochzeit) changes it with the partner.
    """
    if seat is None or place.seat == seat:
        return True
    contract = record.contract
    details = {} if contract is None else contract.details
    if "die" in details:
        return True
    declarer = None if contract is None else contract.seat
    if place.seat is None:
        return declarer in (seat, None)
    return {place.seat, seat} == {declarer, details.get("partner")}


def _joined(parts: list[Text]) -> Text:
    return Text(de=", ".join(each.de for each in parts), en=", ".join(each.en for each in parts))


_T = TypeVar("_T")
Cards = tuple[Card | None, ...]
Piles = tuple[tuple[Cards, ...], ...]

DEALT = {
    "4+4": Text(de="zweimal vier", en="four and four"),
    "8": Text(de="alle acht auf einmal", en="all eight at once"),
    "counterclockwise": Text(de="gegen den Uhrzeigersinn", en="counter-clockwise"),
    "3+3": Text(de="zweimal drei", en="three and three"),
    "6": Text(de="alle sechs auf einmal", en="all six at once"),
    "2+3": Text(de="zwei und drei", en="two and three"),
    "2": Text(de="je zwei", en="by twos"),
    "3": Text(de="je drei", en="by threes"),
}
"""How it was dealt; whoever cuts may choose by knocking (DE, dealing; RULES 0.21). Which of it a
game knows it says itself (`Game.dealings`)."""

_REVEAL = Text(
    de="[gelegte Karten, Platz, Stapel, Karte] sein, gezählt ab 0",
    en="be [cards laid, seat, pile, card], counting from 0",
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
        refuse_many(name, each)
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
                de=f"die Karten von {players} Plätzen nennen, für jeden eine Liste",
                en=f"list the cards of {players} seats, one list for each",
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
                Text(
                    de="einen der Stapel in `piles` nennen", en="name one of the piles in `piles`"
                ),
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
