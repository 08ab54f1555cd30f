"""The result of a deal as people tell it, entered by hand: the score pad needs no camera.

In a record it is the deal's `end`: `{"kind": "entered", ...}`, so that deal file, journal, export
and import carry it like any other end. What was said is a fact and is kept as said; the price is
worked out by the game's own settlement (`engine.entered`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields

from engine.dealfile_fields import is_whole, seat_of, wrong
from engine.record import JsonObject
from engine.text import PlainError, Text

ENTERED = "entered"
"""The `kind` of such an end."""
MOST_POINTS = 1_000
"""Augen, far beyond any deck."""
MOST_AMOUNT = 1_000_000_000

Sides = tuple[int, int | None]
"""The declarers' and the defenders' count; None where only the declarers' was told."""


@dataclass(frozen=True, slots=True)
class Told:
    """What people tell of a deal; None and empty where they say nothing of it."""

    won: bool | None = None
    """Whether the declarers did; follows from `points` where these are told."""
    partners: tuple[int, ...] = ()
    """Who played with the declarer."""
    points: Sides | None = None
    """Augen of the sides. In a game of two teams the first team's come first."""
    tricks: Sides | None = None
    schneider: bool | None = None
    """Whether the losers are."""
    schwarz: bool | None = None
    laufende: int | None = None
    """Positive "with", negative "without"; 0 and None: none."""
    points_by_seat: tuple[int, ...] | None = None
    """Augen of each seat where everybody plays alone."""
    tricks_by_seat: tuple[int, ...] | None = None
    losers: tuple[int, ...] = ()
    """Who lost where everybody plays alone; every other seat holding cards has won."""
    trickless: tuple[int, ...] = ()
    """Who made no trick where everybody plays alone (Jungfrau)."""
    amounts: tuple[int, ...] | None = None
    """What each seat got, given outright in the tariff's unit; nothing is worked out then."""
    reason: str = ""
    """Why amounts were given outright."""


_AMOUNTS_SUM = Text(
    de="Die Beträge ergeben zusammen {sum} statt 0; bitte nachrechnen.",
    en="The amounts add up to {sum} instead of 0; please check them.",
)
_NO_REASON = Text(
    de="Zu einem Betrag von Hand gehört ein Grund; bitte dazuschreiben, wofür er ist.",
    en="An amount given by hand needs a reason; please say what it is for.",
)
_WITH_AMOUNTS = Text(
    de="Entweder der Betrag oder das Ergebnis: Bei vorgegebenen Beträgen wird nichts ausgerechnet; "
    "bitte {fields} weglassen.",
    en="Either the amounts or the result: with given amounts nothing is worked out; please leave "
    "out {fields}.",
)
_COUNT = Text(
    de="für jeden der {n} Plätze eine Zahl sein", en="be one number for each of {n} seats"
)
_PAIR = Text(
    de="[Spielerpartei, Gegenpartei] sein, die zweite Zahl oder null",
    en="be [declarers, defenders], the second a number or null",
)
_FLAG = Text(de="true oder false sein", en="be true or false")
_TEXT = Text(de="ein Text sein", en="be a string")
_SEATS = Text(
    de="eine Liste verschiedener Plätze von 0 bis {last} sein",
    en="be a list of different seats from 0 to {last}",
)
_LAUFENDE = Text(de="eine ganze Zahl von -21 bis 21 sein", en="be a whole number from -21 to 21")

Reader = Callable[[object, str, int], object]
"""Value, what to call the field, seats at the table."""


def _flag(value: object, field: str, players: int) -> bool:
    if isinstance(value, bool):
        return value
    raise wrong(field, _FLAG, value)


def _text(value: object, field: str, players: int) -> str:
    if isinstance(value, str):
        return value
    raise wrong(field, _TEXT, value)


def _laufende(value: object, field: str, players: int) -> int:
    if isinstance(value, int) and is_whole(value, -21, 21):
        return value
    raise wrong(field, _LAUFENDE, value)


def _sides(value: object, field: str, players: int) -> Sides:
    if isinstance(value, list | tuple) and 1 <= len(value) <= 2:
        ours, theirs = (*value, None)[:2]
        fits = is_whole(ours, -MOST_POINTS, MOST_POINTS)
        if fits and (theirs is None or is_whole(theirs, -MOST_POINTS, MOST_POINTS)):
            return ours, theirs
    raise wrong(field, _PAIR, value)


def _seats(value: object, field: str, players: int) -> tuple[int, ...]:
    if isinstance(value, list | tuple):
        read = seat_of(players)
        seats = tuple(read(each, f"{field}[{place}]") for place, each in enumerate(value))
        if len(set(seats)) == len(seats):
            return seats
    raise wrong(field, _SEATS.format(last=players - 1), value)


def _each_seat(value: object, field: str, players: int) -> tuple[int, ...]:
    most = MOST_AMOUNT
    counts = tuple(value) if isinstance(value, list | tuple) else ()
    if len(counts) == players and all(is_whole(each, -most, most) for each in counts):
        return counts
    raise wrong(field, _COUNT.format(n=players), value)


_READERS: Mapping[str, Reader] = {
    "won": _flag,
    "partners": _seats,
    "points": _sides,
    "tricks": _sides,
    "schneider": _flag,
    "schwarz": _flag,
    "laufende": _laufende,
    "points_by_seat": _each_seat,
    "tricks_by_seat": _each_seat,
    "losers": _seats,
    "trickless": _seats,
    "amounts": _each_seat,
    "reason": _text,
}
_OUTRIGHT = frozenset({"amounts", "reason"})


def read_told(value: JsonObject, players: int) -> Told:
    """Return what was told; fields this version does not know are passed over.

    Args:
        value: the object as the deal file and the event have it.
        players: seats at the table.

    Raises:
        PlainError: a field does not fit, amounts do not add up to nothing or lack their reason.
    """
    found = {
        name: read(value[name], f"end.{name}", players)
        for name, read in _READERS.items()
        if value.get(name) is not None
    }
    told = Told(**found)  # type: ignore[arg-type]
    _check_amounts(told)
    return told


def _check_amounts(told: Told) -> None:
    if told.amounts is None:
        return
    others = [name for name in told_to_json(told) if name not in _OUTRIGHT]
    if others:
        raise PlainError(_WITH_AMOUNTS.format(fields=", ".join(others)))
    if sum(told.amounts):
        raise PlainError(_AMOUNTS_SUM.format(sum=sum(told.amounts)))
    if not told.reason.strip():
        raise PlainError(_NO_REASON)


def told_to_json(told: Told) -> dict[str, object]:
    """Return the object that `read_told` reads again; what was not told is left out."""
    written: dict[str, object] = {}
    for each in fields(Told):
        value = getattr(told, each.name)
        if value is not None and value != each.default:
            written[each.name] = list(value) if isinstance(value, tuple) else value
    return written
