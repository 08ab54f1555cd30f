"""A card lies in one place: what a deal file says of dealt, buried and played cards together.

What was played is a fact, twice the same card included: the referee tells that. Here a line is
held against itself, so that hands, blind and bury that cannot be are not scored without a word.
The layout of two players is left out: a camera reads it like the cards that are played, and what an
evening recorded has to come back from its own export.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import Card
from engine.games.base import Game
from engine.record import DealRecord
from engine.text import PlainError, Text

_TWO_PLACES = Text(
    de="Jede Karte gibt es einmal, aber {cards}; bitte in der Datei berichtigen.",
    en="There is one of each card, but {cards}; please correct the file.",
)
_BOTH = Text(
    de="{card} steht in `{one}` und in `{other}`", en="{card} is in `{one}` and in `{other}`"
)
_TWICE = Text(de="{card} steht zweimal in `{one}`", en="{card} is in `{one}` twice")
_FOREIGN = Text(
    de="Zu diesem Blatt gehören {cards} nicht; bitte in der Datei berichtigen.",
    en="The deck of this deal lacks {cards}; please correct the file.",
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
    dealt = list(_dealt(record))
    where = _aside_field(record)
    aside = [(each, _Place(where, None)) for each in game.never_played(record)]
    if not dealt and not aside:
        return
    _check_deck(record, game, [*dealt, *aside])
    # The blind of a leaster is dealt and set aside in one.
    buried = aside if where != "blind" else []
    found: dict[Card, Text] = {}
    _twice(dealt, found)
    _twice(buried, found)
    _not_his(record, dict(dealt), dict(buried), found)
    _played(record, dict(dealt), dict(aside), found)
    if found:
        raise PlainError(_TWO_PLACES.format(cards=_joined(list(found.values()))))


def _dealt(record: DealRecord) -> Iterator[tuple[Card, _Place]]:
    for seat, hand in enumerate(record.hands or ()):
        yield from ((each, _Place(f"hands[{seat}]", seat)) for each in hand if each is not None)
    yield from ((each, _Place("blind", None)) for each in record.blind or () if each is not None)


def _aside_field(record: DealRecord) -> str:
    contract = record.contract
    return "blind" if contract is None or contract.seat is None else "contract"


def _twice(row: list[tuple[Card, _Place]], found: dict[Card, Text]) -> None:
    first: dict[Card, _Place] = {}
    for each, place in row:
        before = first.setdefault(each, place)
        if before is place:
            continue
        told = _TWICE if before.field == place.field else _BOTH
        found.setdefault(each, told.format(card=each, one=before.field, other=place.field))


def _not_his(
    record: DealRecord,
    dealt: dict[Card, _Place],
    buried: dict[Card, _Place],
    found: dict[Card, Text],
) -> None:
    """Tell what was buried although another than the declarer held it."""
    for each, place in buried.items():
        held = dealt.get(each)
        if held is None or held.seat is None or _may_move(record, each, held, _declarer(record)):
            continue
        found.setdefault(each, _BOTH.format(card=each, one=held.field, other=place.field))


def _played(
    record: DealRecord,
    dealt: dict[Card, _Place],
    aside: dict[Card, _Place],
    found: dict[Card, Text],
) -> None:
    """Tell what was played although it lay aside, or was another's."""
    cards = [play.card for play in record.plays]
    for index, (play, each) in enumerate(zip(record.plays, cards, strict=True)):
        if each is None or cards.count(each) > 1:
            continue
        place = aside.get(each)
        if place is None:
            place = dealt.get(each)
            if place is None or _may_move(record, each, place, play.seat):
                continue
        played = f"plays[{index}]"
        found.setdefault(each, _BOTH.format(card=each, one=place.field, other=played))


def _declarer(record: DealRecord) -> int | None:
    return None if record.contract is None else record.contract.seat


def _may_move(record: DealRecord, card: Card, place: _Place, seat: int | None) -> bool:
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
    if place.seat is None:
        return _declarer(record) in (seat, None)
    return {place.seat, seat} == {_declarer(record), details.get("partner")}


def _check_deck(record: DealRecord, game: Game, row: list[tuple[Card, _Place]]) -> None:
    active = record.players - len(record.out)
    deck = set(game.deck(record.rules, active, record.family))
    foreign = dict.fromkeys(
        _IN.format(card=each, field=place.field) for each, place in row if each not in deck
    )
    if foreign:
        raise PlainError(_FOREIGN.format(cards=_joined(list(foreign))))


def _joined(parts: list[Text]) -> Text:
    return Text(de=", ".join(each.de for each in parts), en=", ".join(each.en for each in parts))
