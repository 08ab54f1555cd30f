"""How a deal can end other than by its last card (`end` in a deal file), as tables and readers.

Thrown in is a deal that nobody played; every other end settles or voids one that was announced.
What that means for the score and for who deals next is the game's to say.

A result entered by hand is an end as well, `{"kind": "entered", ...}`, so that deal file, journal,
export and import carry it like any other. What was said is kept as said; the price is worked out
by the game's own settlement (`engine.referee.settlement`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields

from engine.deal.fields import is_whole, seat_of, wrong
from engine.deal.record import JsonObject
from engine.text import PlainError, Text

ENTERED = "entered"
"""The `kind` of such an end."""
MOST_POINTS = 1_000
"""Augen, far beyond any deck."""
MOST_AMOUNT = 1_000_000_000

SideCounts = tuple[int, int | None]
"""The declarers' and the defenders' count; None where only the declarers' was told."""


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """What people tell of a deal; None and empty where they say nothing of it."""

    won: bool | None = None
    """Whether the declarers did; follows from `points` where these are told."""
    partners: tuple[int, ...] = ()
    """Who played with the declarer."""
    points: SideCounts | None = None
    """Augen of the sides. In a game of two teams the first team's come first."""
    tricks: SideCounts | None = None
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
    en="An amount entered by hand needs a reason; please say what it is for.",
)
_WITH_AMOUNTS = Text(
    de="Entweder der Betrag oder das Ergebnis: Bei vorgegebenen Beträgen wird nichts ausgerechnet; "
    "bitte {fields} weglassen.",
    en="Either the amounts or the result: where amounts are given, nothing is worked out. "
    "Please leave out {fields}.",
)
_COUNT = Text(
    de="für jeden der {n} Plätze eine Zahl nennen", en="give one number for each of the {n} seats"
)
_PAIR = Text(
    de="[Spielerpartei, Gegenpartei] sein, die zweite Zahl oder null",
    en="be [declarers, defenders], the second a number or null",
)
_FLAG = Text(de="true oder false sein", en="be true or false")
_TEXT = Text(de="ein Text sein", en="be a string")
_AN_END = Text(
    de='ein Objekt wie {"kind": "ruled"} oder null sein',
    en='be an object such as {"kind": "ruled"} or null',
)
_SEATS = Text(
    de="eine Liste verschiedener Plätze von 0 bis {last} sein",
    en="be a list of different seats from 0 to {last}",
)
MOST_LAUFENDE = 21
"""Trumps of the largest deck."""
_LAUFENDE = Text(
    de=f"eine ganze Zahl von -{MOST_LAUFENDE} bis {MOST_LAUFENDE} sein",
    en=f"be a whole number from -{MOST_LAUFENDE} to {MOST_LAUFENDE}",
)

EntryReader = Callable[[object, str, int], object]
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
    if isinstance(value, int) and is_whole(value, -MOST_LAUFENDE, MOST_LAUFENDE):
        return value
    raise wrong(field, _LAUFENDE, value)


def _sides(value: object, field: str, players: int) -> SideCounts:
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


_READERS: Mapping[str, EntryReader] = {
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


def read_entered(value: JsonObject, players: int) -> EnteredResult:
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
    told = EnteredResult(**found)  # type: ignore[arg-type]
    if told.amounts is None:
        return told
    others = [name for name in entered_to_json(told) if name not in _OUTRIGHT]
    if others:
        raise PlainError(_WITH_AMOUNTS.format(fields=", ".join(others)))
    if sum(told.amounts):
        raise PlainError(_AMOUNTS_SUM.format(sum=sum(told.amounts)))
    if not told.reason.strip():
        raise PlainError(_NO_REASON)
    return told


def entered_to_json(told: EnteredResult) -> dict[str, object]:
    """Return the object that `read_entered` reads again; what was not told is left out."""
    written: dict[str, object] = {}
    for each in fields(EnteredResult):
        value = getattr(told, each.name)
        if value is not None and value != each.default:
            written[each.name] = list(value) if isinstance(value, tuple) else value
    return written


WHYS = {
    "all_pass": Text(de="alle haben gepasst", en="everybody passed"),
    "nixer": Text(de="sechs Nixer auf einer Hand", en="six Nixer in one hand"),
    "misdeal": Text(de="vergeben", en="misdealt"),
    "exposed": Text(de="beim Geben aufgedeckte Karte", en="a card exposed in dealing"),
    "wrong_count": Text(de="zu viele oder zu wenige Karten", en="too many or too few cards"),
    "redeal": Text(de="neu geben ausgemacht", en="a redeal agreed on"),
}
"""Why a deal was thrown in, by the word of the deal file."""

MISDEALS = frozenset({"misdeal", "exposed", "wrong_count", "redeal"})
"""Reasons that undo the dealing itself: the same dealer deals again."""


@dataclass(frozen=True, slots=True)
class EndKind:
    """One way a deal ends."""

    title: Text
    why: bool = False
    """Whether it needs a reason out of `WHYS`."""
    seat: bool = False
    """Whether it must say who; others may."""
    claim: bool = False
    """Whether it says which tricks are claimed, and whether all agreed."""


END_KINDS: Mapping[str, EndKind] = {
    "thrown_in": EndKind(Text(de="zusammengeworfen", en="thrown in"), why=True),
    "claim": EndKind(Text(de="Rest beansprucht", en="rest claimed"), seat=True, claim=True),
    "conceded": EndKind(Text(de="aufgegeben", en="conceded"), seat=True),
    "ruled": EndKind(Text(de="durch Entscheid beendet", en="ended by a ruling")),
    "tout_lost": EndKind(Text(de="Tout verloren", en="Tout lost")),
    "laid_down": EndKind(Text(de="hingelegt", en="laid down")),
    "void": EndKind(Text(de="nicht gewertet", en="not counted")),
}
"""By the word of the deal file."""


END_FIELDS = frozenset({"kind", "why", "seat", "tricks", "agreed", "laufende", "holder", *_READERS})
"""Every field that an end may have."""


def read_end(value: object, players: int) -> JsonObject:
    """Return a deal file's `end`; fields it does not know stay in it.

    Raises:
        PlainError: kind, reason or a field does not fit.
    """
    if not isinstance(value, dict):
        raise wrong("end", _AN_END, value)
    read = value
    word = read.get("kind")
    if word == ENTERED:
        read_entered(read, players)
        return read
    kind = END_KINDS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise _none_of("end.kind", (*END_KINDS, ENTERED), word)
    why = read.get("why")
    if kind.why and not (isinstance(why, str) and why in WHYS):
        raise _none_of("end.why", WHYS, why)
    if kind.seat or read.get("seat") is not None:
        seat_of(players)(read.get("seat"), "end.seat")
    if kind.claim:
        tricks, agreed = read.get("tricks", "rest"), read.get("agreed", True)
        _check(tricks == "rest", "end.tricks", Text(de='"rest" sein', en='be "rest"'), tricks)
        _check(isinstance(agreed, bool), "end.agreed", _FLAG, agreed)
    if "holder" in read:
        seat_of(players)(read["holder"], "end.holder")
    if "laufende" in read:
        _check(
            is_whole(read["laufende"], -MOST_LAUFENDE, MOST_LAUFENDE),
            "end.laufende",
            _LAUFENDE,
            read["laufende"],
        )
    return read


def _check(fits: bool, field: str, expected: Text, value: object) -> None:
    if not fits:
        raise wrong(field, expected, value)


def _none_of(field: str, words: Iterable[str], value: object) -> Exception:
    listed = ", ".join(words)
    return wrong(field, Text(de=f"eines von {listed} sein", en=f"be one of {listed}"), value)
