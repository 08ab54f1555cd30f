"""What has been tapped of a call so far, and what one more tap makes of it.

The state travels with every request, in the fields of the page's form; a tap is named by what it
means (`kind-solo`), never by the state it leads to: it counts whatever was answered before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from engine.cards import Suit
from engine.games.naming import CallField, CallKind, CallMenu
from engine.record import Contract, DealRecord
from kiosk.pages.catalogue import deck

NOBODY = "none"
THROWN_IN = "thrown_in"
MOST_DOUBLINGS = 4
"""Of one word; the next tap starts again from what is already recorded."""
FLAG = "1"


@dataclass(frozen=True, slots=True)
class Tapped:
    """What has been tapped so far."""

    who: str | None = None
    """Seat as a number, `none`, or nothing yet."""
    kind: str | None = None
    suit: Suit | None = None
    tout: bool = False
    named: tuple[tuple[str, str], ...] = ()
    """Further fields of the contract, name and value as tapped."""
    doublings: tuple[tuple[str, int], ...] = ()
    """Word and how often, those already recorded included."""

    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of the form that say the same."""
        listed = [
            ("who", self.who),
            ("kind", self.kind),
            ("suit", self.suit.letter if self.suit else None),
            ("tout", FLAG if self.tout else None),
            *((f"f.{name}", value) for name, value in self.named),
            *((f"d.{word}", str(count)) for word, count in self.doublings),
        ]
        return tuple((name, value) for name, value in listed if value)

    @property
    def seat(self) -> int | None:
        """The declarer's seat."""
        return None if self.who is None or self.who == NOBODY else int(self.who)


def seats(record: DealRecord) -> tuple[int, ...]:
    """Return the seats that hold cards."""
    return tuple(seat for seat in range(record.players) if seat not in record.out)


def recorded(record: DealRecord) -> Tapped:
    """Return what the deal's record already says."""
    counted = Counter(doubling.say for doubling in record.doubles)
    doublings = tuple(sorted(counted.items()))
    contract = record.contract
    if contract is None:
        return Tapped(doublings=doublings)
    who = NOBODY if contract.seat is None else str(contract.seat)
    named = tuple(
        (name, FLAG if value is True else str(value))
        for name, value in sorted(contract.details.items())
        if value is not False and isinstance(value, bool | int | str)
    )
    return Tapped(who, contract.kind, contract.suit, contract.tout, named, doublings)


def read(form: MultiDict[str, str], record: DealRecord, menu: CallMenu) -> Tapped | None:
    """Return what the form's fields say; None where the game offers no such call."""
    who, kind = form.get("who"), form.get("kind")
    if who is not None and who not in _speakers(record):
        return None
    offered = {choice.kind: choice for choice in menu.kinds}
    if kind is not None and kind != THROWN_IN and kind not in offered:
        return None
    tapped = Tapped(who, kind)
    if kind in offered:
        suits = {suit.letter: suit for suit in offered[kind].suits}
        tapped = replace(
            tapped,
            suit=suits.get(form.get("suit", "")),
            tout=form.get("tout") == FLAG and offered[kind].tout,
            named=_read_named(form, record, offered[kind]),
        )
    counts = _read_counts(form, record, menu)
    return None if counts is None else replace(tapped, doublings=counts)


def _read_named(
    form: MultiDict[str, str], record: DealRecord, kind: CallKind
) -> tuple[tuple[str, str], ...]:
    given = ((field, form.get(f"f.{field.name}")) for field in kind.fields)
    return tuple((field.name, v) for field, v in given if v in values(field, record))


def _read_counts(
    form: MultiDict[str, str], record: DealRecord, menu: CallMenu
) -> tuple[tuple[str, int], ...] | None:
    counts: dict[str, int] = dict(recorded(record).doublings)
    for word, _ in menu.doublings:
        given = form.get(f"d.{word}", "0")
        if not (given.isdecimal() and int(given) <= MOST_DOUBLINGS):
            return None
        counts[word] = max(counts.get(word, 0), int(given))
    return tuple(sorted((word, n) for word, n in counts.items() if n))


def values(field: CallField, record: DealRecord) -> tuple[str, ...]:
    """Return what a further field of the contract may be tapped as."""
    return _VALUES[field.takes](field, record)


_VALUES: Mapping[str, Callable[[CallField, DealRecord], tuple[str, ...]]] = {
    "flag": lambda field, record: (FLAG,),
    "seat": lambda field, record: tuple(str(seat) for seat in seats(record)),
    "card": lambda field, record: tuple(card.code for card in deck(record)),
    "word": lambda field, record: tuple(word for word, _ in field.words),
}
_MEANINGS: Mapping[str, Callable[[str], object]] = {
    "flag": lambda value: True,
    "seat": int,
    "card": str,
    "word": str,
}


def meant(field: CallField, value: str) -> object:
    """Return what a value means in the contract."""
    return _MEANINGS[field.takes](value)


def _speakers(record: DealRecord) -> tuple[str, ...]:
    return (*(str(seat) for seat in seats(record)), NOBODY)


def kind_of(tapped: Tapped, menu: CallMenu) -> CallKind | None:
    """Return the kind that was tapped, None before it was."""
    return next((kind for kind in menu.kinds if kind.kind == tapped.kind), None)


def contract_of(tapped: Tapped, menu: CallMenu) -> Contract | None:
    """Return the contract that was tapped, None while something is missing."""
    kind = kind_of(tapped, menu)
    if kind is None or tapped.who is None or (kind.suits and tapped.suit is None):
        return None
    if kind.declared != (tapped.who != NOBODY) or lacking(kind, tapped) is not None:
        return None
    fields = {field.name: field for field in kind.fields}
    details = {name: meant(fields[name], value) for name, value in tapped.named if name in fields}
    return Contract(kind.kind, tapped.seat, tapped.suit, tapped.tout, details)


def lacking(kind: CallKind, tapped: Tapped) -> CallField | None:
    """Return the first further field that has yet to be tapped."""
    given = dict(tapped.named)
    return next((field for field in kind.fields if field.needed and field.name not in given), None)


def new_doublings(tapped: Tapped, record: DealRecord) -> tuple[str, ...]:
    """Return the doublings tapped beyond those recorded, one word each."""
    before = Counter(doubling.say for doubling in record.doubles)
    return tuple(
        word for word, count in tapped.doublings for _ in range(count - before.get(word, 0))
    )


def after(tapped: Tapped, tap: str, record: DealRecord, menu: CallMenu) -> Tapped:
    """Return what one more tap makes of it; a tap that means nothing (here) changes nothing."""
    word, _, value = tap.partition("-")
    change = _TAPS.get(word)
    return tapped if change is None else change(tapped, value, record, menu)


def _tap_who(tapped: Tapped, who: str, record: DealRecord, menu: CallMenu) -> Tapped:
    if who not in _speakers(record):
        return tapped
    kind = kind_of(tapped, menu)
    fits = tapped.kind is not None and _declared(tapped.kind, kind) == (who != NOBODY)
    return replace(tapped, who=who) if fits else Tapped(who, doublings=tapped.doublings)


def _declared(name: str, kind: CallKind | None) -> bool:
    return name != THROWN_IN if kind is None else kind.declared


def _tap_kind(tapped: Tapped, name: str, record: DealRecord, menu: CallMenu) -> Tapped:
    kind = next((kind for kind in menu.kinds if kind.kind == name), None)
    if kind is None and name != THROWN_IN:
        return tapped
    who = tapped.who
    if not _declared(name, kind):
        who = NOBODY
    elif who == NOBODY:
        who = None
    kept = tapped.suit if kind is not None and tapped.suit in kind.suits else None
    return Tapped(who, name, kept, doublings=tapped.doublings)


def _tap_suit(tapped: Tapped, letter: str, record: DealRecord, menu: CallMenu) -> Tapped:
    kind = kind_of(tapped, menu)
    suits = () if kind is None else kind.suits
    found = next((suit for suit in suits if suit.letter == letter), None)
    return tapped if found is None else replace(tapped, suit=found)


def _tap_tout(tapped: Tapped, _: str, record: DealRecord, menu: CallMenu) -> Tapped:
    kind = kind_of(tapped, menu)
    return replace(tapped, tout=not tapped.tout) if kind is not None and kind.tout else tapped


def _tap_field(tapped: Tapped, said: str, record: DealRecord, menu: CallMenu) -> Tapped:
    name, _, value = said.partition("-")
    kind = kind_of(tapped, menu)
    fields = () if kind is None else kind.fields
    field = next((field for field in fields if field.name == name), None)
    if field is None or value not in values(field, record):
        return tapped
    named = dict(tapped.named)
    if named.get(name) == value:
        del named[name]
    else:
        named[name] = value
    return replace(tapped, named=tuple(sorted(named.items())))


def _tap_doubling(tapped: Tapped, word: str, record: DealRecord, menu: CallMenu) -> Tapped:
    if word not in dict(menu.doublings):
        return tapped
    counts = dict(tapped.doublings)
    count = counts.get(word, 0)
    least = dict(recorded(record).doublings)
    counts[word] = count + 1 if count < MOST_DOUBLINGS else least.get(word, 0)
    return replace(tapped, doublings=tuple(sorted((w, n) for w, n in counts.items() if n)))


def _clear(tapped: Tapped, _: str, record: DealRecord, menu: CallMenu) -> Tapped:
    return Tapped(doublings=recorded(record).doublings)


_TAPS: Mapping[str, Callable[[Tapped, str, DealRecord, CallMenu], Tapped]] = {
    "who": _tap_who,
    "kind": _tap_kind,
    "suit": _tap_suit,
    "tout": _tap_tout,
    "f": _tap_field,
    "d": _tap_doubling,
    "clear": _clear,
}
