"""What the result of a deal needs to be told: asked of the game's own settlement.

Tried out instead of listed: what changes the settlement is offered, what it refuses or passes over
is not. So a house rule or a game that comes later needs nothing here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.entered import entered_result
from engine.games import game
from engine.games.naming import CallKind
from engine.games.tricks import gather
from engine.record import Contract, DealRecord, Doubling, JsonObject
from engine.report import DealResult
from engine.text import PlainError
from kiosk.pages.call_state import meant, seats, values
from kiosk.pages.catalogue import call_menu, doubling_words
from kiosk.pages.entry_state import LEVELS, Alone

MOST_LAUFENDE = 14


@dataclass(frozen=True, slots=True)
class Asks:
    """What is to be tapped of a result."""

    sides: bool = False
    """Whether one side won or lost; else it is said who of all."""
    partners: tuple[int, ...] = ()
    pairs: bool = False
    """Whether two can play along with the declarer."""
    alone: Alone | None = None
    """What a call names where the declarer could have a partner and has none."""
    said_alone: bool = False
    """Whether the deal says so, in whatever words."""
    passed_over: tuple[str, ...] = ()
    """Fields of the call that say how a partner is found, which is told by name here."""
    levels: tuple[str, ...] = ()
    laufende: tuple[int, ...] = (0,)
    losers: bool = False
    winners: bool = False
    """Whether one wins from all the others; then it is asked who won."""
    trickless: bool = False
    tricks: bool = False
    """Whether the tricks of each count (house rule `scoring`)."""
    counts: bool = False
    """Whether everybody's Augen and tricks can be told."""
    doublings: tuple[str, ...] = ()
    """Words that count in this deal, or that were said."""


def asks(record: DealRecord) -> Asks:
    """Return what has to be told of a deal with its contract; nothing where it has none."""
    contract = record.contract
    if contract is None:
        return Asks(doublings=tuple(doubling_words(record.game)))
    if contract.seat is None and contract.details.get("teams") is None:
        return _everybody(record)
    return _of_sides(record, contract)


def _everybody(record: DealRecord) -> Asks:
    """Return what is asked where everybody plays alone."""
    people, told = seats(record), _tricks(record)
    least: dict[str, object] = {"losers": [people[0]], **told}
    return Asks(
        losers=True,
        winners=_one_wins(record, people, told),
        levels=tuple(each for each in LEVELS if _counts(record, least, {each: True})),
        trickless=_counts(record, least, {"trickless": [people[-1]]}),
        tricks=bool(told),
        counts=_settled(record, _all_to(record, people[0])) is not None,
        doublings=_doublings(record, least),
    )


def _one_wins(record: DealRecord, people: tuple[int, ...], told: JsonObject) -> bool:
    """Tell whether one wins from each of the others, and not one loses to each of them."""
    first, *others = people
    lost = _settled(record, {**told, "losers": [first]})
    won = _settled(record, {**told, "losers": others})
    if lost is None or won is None or not won.price:
        return False
    each = won.price * len(others)
    return won.payout[first] == each and lost.payout[first] != -each


def _all_to(record: DealRecord, seat: int) -> JsonObject:
    setting = gather(record, game(record.game).setting).setting
    own = [int(each == seat) for each in range(record.players)]
    return {
        "points_by_seat": [setting.total * each for each in own],
        "tricks_by_seat": [setting.trick_count * each for each in own],
    }


def _of_sides(record: DealRecord, contract: Contract) -> Asks:
    others = [seat for seat in seats(record) if seat != contract.seat]
    told = _tricks(record)
    won = {"won": True, **told}
    kind = next((each for each in call_menu(record).kinds if each.kind == contract.kind), None)
    asked, alone, passed_over = _partnership(record, contract, kind, won)
    partners = tuple(seat for seat in others if _counts(asked, won, {"partners": [seat]}))
    by_himself = _settled(record, won) is not None
    least = won if by_himself or not partners else {**won, "partners": [partners[0]]}
    counted = range(-MOST_LAUFENDE, MOST_LAUFENDE + 1)
    return Asks(
        sides=True,
        partners=partners,
        pairs=_settled(asked, {**won, "partners": list(partners[:2])}) is not None,
        alone=alone,
        said_alone=alone is not None and not any(_joined(record, won, seat) for seat in partners),
        passed_over=passed_over,
        levels=tuple(
            level
            for level in LEVELS
            if any(_counts(record, {**least, "won": side}, {level: True}) for side in (True, False))
        ),
        laufende=tuple(n for n in counted if not n or _counts(record, least, {"laufende": n})),
        tricks=bool(told),
        doublings=_doublings(record, least),
    )


def _partnership(
    record: DealRecord, contract: Contract, kind: CallKind | None, won: JsonObject
) -> tuple[DealRecord, Alone | None, tuple[str, ...]]:
    """Return the deal as if nothing were said of the partner, and what says that there is none.

    Where a word of the call does that, the other words about the partner are passed over here, but
    for those that change what is paid.
    """
    further = [field for field in kind.fields if not field.needed] if kind is not None else []
    if kind is None or not further:
        return record, None, ()
    needed = {field.name for field in kind.fields if field.needed}
    plain = _named(record, {k: v for k, v in contract.details.items() if k in needed})
    possible = [seat for seat in seats(record) if _joined(plain, won, seat)]
    for field in further:
        for value in values(field, record):
            said = _said(plain, field.name, meant(field, value))
            refused = [seat for seat in possible if not _joined(said, won, seat)]
            if refused and _settled(said, won) is not None:
                idle = tuple(each.name for each in further if not _pays(said, each.name, won))
                return plain, Alone(field.name, value), idle
    return record, None, ()


def _joined(record: DealRecord, won: JsonObject, seat: int) -> bool:
    return _settled(record, {**won, "partners": [seat]}) is not None


def _pays(alone: DealRecord, name: str, won: JsonObject) -> bool:
    """Tell whether a flag of the call changes what is paid."""
    assert alone.contract is not None
    if name in alone.contract.details:
        return False
    flagged = _said(alone, name, value=True)
    return any(_paid(flagged, won, side) != _paid(alone, won, side) for side in (True, False))


def _paid(record: DealRecord, won: JsonObject, side: object) -> object:
    settled = _settled(record, {**won, "won": side})
    return None if settled is None else settled.payout


def _said(record: DealRecord, name: str, value: object) -> DealRecord:
    assert record.contract is not None
    return _named(record, {**record.contract.details, name: value})


def _named(record: DealRecord, details: JsonObject) -> DealRecord:
    assert record.contract is not None
    return replace(record, contract=replace(record.contract, details=details))


def _doublings(record: DealRecord, least: JsonObject) -> tuple[str, ...]:
    """Return the words that double this deal, or were said of it."""
    said, before = {each.say for each in record.doubles}, _settled(record, least)

    def counts(word: str) -> bool:
        more = replace(record, doubles=(*record.doubles, Doubling(word)))
        after = _settled(more, least)
        return after is None or before is None or _worth(after) != _worth(before)

    return tuple(word for word in doubling_words(record.game) if word in said or counts(word))


def _tricks(record: DealRecord) -> dict[str, object]:
    """Return a share of the tricks for each seat, where the house counts tricks."""
    if record.rules.options.get("scoring") != "tricks":
        return {}
    count = gather(record, game(record.game).setting).setting.trick_count
    people = seats(record)
    shares = {seat: len(range(place, count, len(people))) for place, seat in enumerate(people)}
    return {"tricks_by_seat": [shares.get(seat, 0) for seat in range(record.players)]}


def _counts(record: DealRecord, told: JsonObject, more: JsonObject) -> bool:
    """Tell whether it can be said too, and changes what is paid or gained."""
    added = _settled(record, {**told, **more})
    before = _settled(record, told)
    if added is None or before is None:
        return added is not None
    return _worth(added) != _worth(before)


def _worth(settled: DealResult) -> object:
    return settled.payout, settled.game_points


def _settled(record: DealRecord, told: JsonObject) -> DealResult | None:
    definition = game(record.game)
    ended = replace(record, end={**told, "kind": "entered"})
    try:
        return entered_result(gather(ended, definition.setting), definition)
    except PlainError:
        return None
