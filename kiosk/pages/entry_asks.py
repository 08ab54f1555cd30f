"""What the result of a deal needs to be told: asked of the game's own settlement.

Tried out instead of listed: what changes the settlement is offered, what it refuses or passes over
is not. So a house rule or a game that comes later needs nothing here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.entered import entered_result
from engine.games import game
from engine.games.tricks import gather
from engine.record import DealRecord, JsonObject
from engine.report import DealResult
from engine.text import PlainError
from kiosk.pages.call_state import seats
from kiosk.pages.entry_state import LEVELS

MOST_LAUFENDE = 14


@dataclass(frozen=True, slots=True)
class Asks:
    """What is to be tapped of a result."""

    sides: bool = False
    """Whether one side won or lost; else it is said who lost."""
    partners: tuple[int, ...] = ()
    pairs: bool = False
    """Whether two can play along with the declarer."""
    levels: tuple[str, ...] = ()
    laufende: tuple[int, ...] = (0,)
    losers: bool = False
    trickless: bool = False
    tricks: bool = False
    """Whether the tricks of each count (house rule `scoring`)."""


def asks(record: DealRecord) -> Asks:
    """Return what has to be told of a deal with its contract; nothing where it has none."""
    if record.contract is None:
        return Asks()
    people = seats(record)
    told = _tricks(record)
    others = [seat for seat in people if seat != record.contract.seat]
    if record.contract.seat is None and record.contract.details.get("teams") is None:
        least: dict[str, object] = {"losers": [people[0]], **told}
        return Asks(
            losers=True,
            levels=tuple(each for each in LEVELS if _counts(record, least, {each: True})),
            trickless=_counts(record, least, {"trickless": [people[-1]]}),
            tricks=bool(told),
        )
    won = {"won": True, **told}
    partners = tuple(seat for seat in others if _counts(record, won, {"partners": [seat]}))
    alone = _settled(record, won) is not None
    least = won if alone or not partners else {**won, "partners": [partners[0]]}
    counted = range(-MOST_LAUFENDE, MOST_LAUFENDE + 1)
    return Asks(
        sides=True,
        partners=partners,
        pairs=_settled(record, {**won, "partners": list(partners[:2])}) is not None,
        levels=tuple(
            level
            for level in LEVELS
            if any(_counts(record, {**least, "won": side}, {level: True}) for side in (True, False))
        ),
        laufende=tuple(n for n in counted if not n or _counts(record, least, {"laufende": n})),
        tricks=bool(told),
    )


def _tricks(record: DealRecord) -> dict[str, object]:
    if record.rules.options.get("scoring") != "tricks":
        return {}
    count = gather(record, game(record.game).setting).setting.trick_count
    first = seats(record)[0]
    return {"tricks_by_seat": [count * (seat == first) for seat in range(record.players)]}


def _counts(record: DealRecord, told: JsonObject, more: JsonObject) -> bool:
    """Tell whether it can be said too, and changes what is paid or gained."""
    added = _settled(record, {**told, **more})
    before = _settled(record, told)
    if added is None or before is None:
        return added is not None
    return (added.payout, added.game_points) != (before.payout, before.game_points)


def _settled(record: DealRecord, told: JsonObject) -> DealResult | None:
    definition = game(record.game)
    ended = replace(record, end={**told, "kind": "entered"})
    try:
        return entered_result(gather(ended, definition.setting), definition)
    except PlainError:
        return None
