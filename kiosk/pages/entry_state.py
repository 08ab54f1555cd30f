"""What has been tapped of a deal that is entered by hand, and what one more tap makes of it.

Like the call (`call_state`) the state travels in the form's fields, and a tap is named by what it
means; numbers are tapped digit by digit, for a screen without a keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from engine.games import game
from engine.games.naming import CallMenu
from engine.games.tricks import gather
from engine.record import DealRecord, JsonObject
from engine.text import PlainError, Text
from kiosk import entry_words as e
from kiosk.entry_words import REASONS
from kiosk.pages import call_state
from kiosk.pages.call_state import Tapped
from kiosk.pages.whole import is_whole

LONGEST_NUMBER = 6
"""Digits."""
POINTS = "p"
"""The number field of the declarers' Augen."""
MARKS = ("a", "q", "t")
"""A seat's number fields: `a0` ... are amounts, `q0` ... Augen, `t0` ... tricks."""
KEYS = tuple("1234567890")
LEVELS = ("schneider", "schwarz")
_SEATS = ("partners", "losers", "winners", "trickless")
_WORDS: Mapping[str, tuple[str, ...]] = {
    "won": ("1", "0"),
    "level": LEVELS,
    "reason": tuple(REASONS),
    "outright": ("1",),
    "counted": ("1",),
    "edit": ("1",),
}


@dataclass(frozen=True, slots=True)
class Alone:
    """What a call names to say that the declarer has no partner."""

    name: str
    value: str

    @property
    def tap(self) -> str:
        """The tap that says it."""
        return f"f-{self.name}-{self.value}"

    def said(self, call: Tapped) -> bool:
        """Tell whether a call says it."""
        return dict(call.named).get(self.name) == self.value


@dataclass(frozen=True, slots=True)
class Entry:
    """What has been tapped so far."""

    call: Tapped
    said: Mapping[str, str]
    """`won`, `level`, `reason` ... by name; only those that were tapped."""
    seats: Mapping[str, tuple[int, ...]]
    """`partners`, `losers` or `winners`, `trickless`."""
    laufende: int = 0
    numbers: tuple[tuple[str, str], ...] = ()
    """Number fields as they were typed."""
    field: str | None = None
    """The number field that digits go to."""

    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of the form that say the same."""
        own = [
            *((f"r.{name}", word) for name, word in self.said.items()),
            *((f"r.{name}", ",".join(map(str, seats))) for name, seats in self.seats.items()),
            ("r.laufende", str(self.laufende) if self.laufende else ""),
            *((f"n.{name}", typed) for name, typed in self.numbers),
            ("r.field", self.field or ""),
        ]
        return (*self.call.fields(), *((name, value) for name, value in own if value))

    def number(self, field: str) -> int | None:
        """Return the number in a field, None where there is none yet."""
        typed = dict(self.numbers).get(field, "")
        return int(typed) if is_whole(typed.removeprefix("-")) else None

    def filled(self, mark: str, record: DealRecord, all_in_all: int) -> tuple[int | None, ...]:
        """Return a number for each seat; the only one left open gets what is missing to all."""
        typed = [self.number(f"{mark}{seat}") for seat in range(record.players)]
        still_open = [seat for seat in call_state.seats(record) if typed[seat] is None]
        rest = all_in_all - sum(each or 0 for each in typed)
        fits = rest >= 0 or mark == "a"
        return tuple(
            rest if still_open == [seat] and fits else each for seat, each in enumerate(typed)
        )

    @property
    def outright(self) -> bool:
        """Whether the amounts themselves are entered."""
        return "outright" in self.said


def blank(call: Tapped) -> Entry:
    """Return an entry of which only the call is known."""
    return Entry(call, {}, {})


def recorded(record: DealRecord) -> Entry:
    """Return what the record of a deal says, the result it was given by hand included."""
    entry = blank(call_state.recorded(record))
    end = record.end or {}
    if end.get("kind") != "entered":
        return entry
    said: dict[str, str] = {}
    if isinstance(end.get("won"), bool):
        said["won"] = "1" if end["won"] else "0"
    for level in LEVELS:
        if end.get(level) is True:
            said["level"] = level
    points = end.get("points")
    numbers: dict[str, str] = {}
    if isinstance(points, list | tuple):
        numbers[POINTS] = str(points[0])
    for mark, name in zip(MARKS, ("amounts", "points_by_seat", "tricks_by_seat"), strict=True):
        listed = end.get(name)
        if isinstance(listed, list | tuple):
            numbers |= {f"{mark}{seat}": str(each) for seat, each in enumerate(listed)}
    if end.get("points_by_seat") is not None:
        said["counted"] = "1"
    if end.get("amounts") is not None:
        said["outright"] = "1"
        for key, text in REASONS.items():
            if end.get("reason") in (text.de, text.en):
                said["reason"] = key
    seats = {name: tuple(_listed(end.get(name))) for name in _SEATS if end.get(name)}
    laufende = end.get("laufende")
    return replace(
        entry,
        said=said,
        seats=seats,
        laufende=laufende if isinstance(laufende, int) else 0,
        numbers=tuple(sorted(numbers.items())),
    )


def _listed(value: object) -> list[int]:
    return [each for each in value if isinstance(each, int)] if isinstance(value, list) else []


def read(form: MultiDict[str, str], record: DealRecord, menu: CallMenu) -> Entry | None:
    """Return what the form's fields say; None where the game offers no such call."""
    call = call_state.read(form, record, menu)
    if call is None:
        return None
    given = {name: form.get(f"r.{name}", "") for name in _WORDS}
    seats = {name: _read_seats(form.get(f"r.{name}", ""), record) for name in _SEATS}
    named = number_fields(record)
    numbers = {name: _digits(form.get(f"n.{name}", "")) for name in named}
    field = form.get("r.field")
    laufende = form.get("r.laufende", "0")
    return Entry(
        call,
        {name: word for name, word in given.items() if word in _WORDS[name]},
        {name: listed for name, listed in seats.items() if listed},
        int(laufende) if is_whole(laufende.removeprefix("-")) and len(laufende) < 4 else 0,
        tuple((name, typed) for name, typed in numbers.items() if typed),
        field if field in named else None,
    )


def number_fields(record: DealRecord) -> tuple[str, ...]:
    """Return the names of all number fields of a deal."""
    seats = range(record.players)
    return (POINTS, *(f"{mark}{seat}" for mark in MARKS for seat in seats))


def _read_seats(given: str, record: DealRecord) -> tuple[int, ...]:
    known = {str(seat): seat for seat in call_state.seats(record)}
    return tuple(dict.fromkeys(known[each] for each in given.split(",") if each in known))


def _digits(typed: str) -> str:
    digits = typed.removeprefix("-")
    fits = not digits or (digits.isascii() and digits.isdigit())
    return typed if fits and len(digits) <= LONGEST_NUMBER else ""


def told(entry: Entry, record: DealRecord, reason: str) -> JsonObject:
    """Return what was told, as `engine.told` reads it.

    Raises:
        PlainError: numbers are missing that somebody began to type, or what amounts are for.
    """
    if entry.outright:
        if not reason:
            raise PlainError(e.SAY_WHAT_FOR)
        return {"amounts": list(amounts(entry, record)), "reason": reason}
    said: dict[str, object] = {}
    if "won" in entry.said:
        said["won"] = entry.said["won"] == "1"
    if "level" in entry.said:
        said[entry.said["level"]] = True
    chosen = {name: list(seats) for name, seats in entry.seats.items() if seats}
    winners = chosen.pop("winners", [])
    if winners:
        chosen["losers"] = [seat for seat in call_state.seats(record) if seat not in winners]
    said |= chosen
    if entry.laufende:
        said["laufende"] = entry.laufende
    points = entry.number(POINTS)
    if points is not None:
        said["points"] = [points, None]
    for name, mark, what in (
        ("points_by_seat", "q", e.POINTS_OPEN),
        ("tricks_by_seat", "t", e.TRICKS_OPEN),
    ):
        counts = _each(entry, mark, record, what)
        if counts is not None:
            said[name] = counts
    return said


def total(mark: str, record: DealRecord) -> int:
    """Return what the numbers of a mark come to together: amounts to nothing."""
    if mark == "a":
        return 0
    setting = gather(record, game(record.game).setting).setting
    return setting.total if mark == "q" else setting.trick_count


def _each(entry: Entry, mark: str, record: DealRecord, what: Text) -> list[int] | None:
    """Return everybody's count; None where none was typed."""
    counts = entry.filled(mark, record, total(mark, record))
    if all(entry.number(f"{mark}{seat}") is None for seat in range(record.players)):
        return None
    if any(counts[seat] is None for seat in call_state.seats(record)):
        raise PlainError(what)
    return [each or 0 for each in counts]


def amounts(entry: Entry, record: DealRecord) -> tuple[int, ...]:
    """Return each seat's amount; the only one left open gets what is missing to nothing."""
    return tuple(each or 0 for each in entry.filled("a", record, total("a", record)))


def as_asked(entry: Entry, *, winners: bool, record: DealRecord) -> Entry:
    """Return the entry with who won in place of who lost, where it is asked so, or back."""
    has, wants = ("losers", "winners") if winners else ("winners", "losers")
    if not entry.seats.get(has):
        return entry
    others = tuple(each for each in call_state.seats(record) if each not in entry.seats[has])
    kept = {name: seats for name, seats in entry.seats.items() if name != has}
    return replace(entry, seats={**kept, wants: others})


def after(
    entry: Entry, tap: str, record: DealRecord, menu: CallMenu, laufende: tuple[int, ...] = ()
) -> Entry:
    """Return what one more tap makes of it; one that means nothing here changes nothing.

    `laufende` are the counts that can be, 0 included, in order.
    """
    word, _, value = tap.partition("-")
    if word == "lauf":
        return _tap_laufende(entry, value, laufende)
    change = _TAPS.get(word)
    if change is not None:
        return change(entry, value, record)
    call = call_state.after(entry.call, tap, record, menu)
    changed = (call.who, call.kind) != (entry.call.who, entry.call.kind)
    kept = {name: said for name, said in entry.said.items() if name == "edit"}
    return Entry(call, kept, {}) if changed else replace(entry, call=call)


def one_partner(before: Entry, now: Entry) -> Entry:
    """Return the entry where only one can play along: the one tapped last."""
    partners = now.seats.get("partners", ())
    new = tuple(seat for seat in partners if seat not in before.seats.get("partners", ()))
    return replace(now, seats={**now.seats, "partners": new}) if new and partners != new else now


def alone_or_with(before: Entry, now: Entry, alone: Alone | None) -> Entry:
    """Return the entry in which who plays alone has no partner, and with a partner not alone."""
    if alone is None or not (alone.said(now.call) and now.seats.get("partners")):
        return now
    if not alone.said(before.call):
        return replace(now, seats={**now.seats, "partners": ()})
    named = tuple(pair for pair in now.call.named if pair[0] != alone.name)
    return replace(now, call=replace(now.call, named=named))


def _tap_laufende(entry: Entry, way: str, possible: tuple[int, ...]) -> Entry:
    """Count up those the declarers had or lacked, each from none; "none" takes them all back."""
    if way == "none":
        return replace(entry, laufende=0)
    if way == "up":
        more = [count for count in possible if count > max(entry.laufende, 0)]
        return replace(entry, laufende=more[0] if more else entry.laufende)
    less = [count for count in possible if count < min(entry.laufende, 0)]
    return replace(entry, laufende=less[-1] if less else entry.laufende)


def _tap_word(name: str) -> Callable[[Entry, str, DealRecord], Entry]:
    def change(entry: Entry, word: str, record: DealRecord) -> Entry:
        if word not in _WORDS[name]:
            return entry
        said = {key: each for key, each in entry.said.items() if key != name}
        if entry.said.get(name) != word:
            said[name] = word
        return replace(entry, said=said)

    return change


def _tap_won(entry: Entry, word: str, record: DealRecord) -> Entry:
    """Say who won; told anew, the other side's Schneider and Augen are not said any more."""
    changed = _tap_word("won")(entry, word, record)
    if "won" not in entry.said or changed.said == entry.said:
        return changed
    said = {key: each for key, each in changed.said.items() if key != "level"}
    return replace(
        changed, said=said, numbers=tuple(pair for pair in entry.numbers if pair[0] != POINTS)
    )


def _tap_outright(entry: Entry, _: str, record: DealRecord) -> Entry:
    changed = _tap_word("outright")(entry, "1", record)
    first = call_state.seats(record)[0]
    return replace(changed, field=f"a{first}" if changed.outright else None)


def _tap_counted(entry: Entry, _: str, record: DealRecord) -> Entry:
    """Ask for everybody's Augen and tricks, or no longer."""
    changed = _tap_word("counted")(entry, "1", record)
    if "counted" in changed.said:
        return replace(changed, field=f"q{call_state.seats(record)[0]}")
    kept = tuple(pair for pair in changed.numbers if pair[0][0] not in "qt")
    return replace(changed, numbers=kept, field=None)


def _tap_seat(name: str) -> Callable[[Entry, str, DealRecord], Entry]:
    def change(entry: Entry, value: str, record: DealRecord) -> Entry:
        seats = _read_seats(value, record)
        now = entry.seats.get(name, ())
        chosen = tuple(sorted({*now} ^ {*seats}))
        return replace(entry, seats={**entry.seats, name: chosen})

    return change


def _tap_number(entry: Entry, name: str, record: DealRecord) -> Entry:
    if name not in number_fields(record):
        return entry
    return replace(entry, field=name)


def _tap_key(entry: Entry, key: str, record: DealRecord) -> Entry:
    if entry.field is None:
        return entry
    numbers = dict(entry.numbers)
    typed = numbers.get(entry.field, "")
    if key == "sign":
        typed = typed[1:] if typed.startswith("-") else f"-{typed}"
    elif key == "back":
        typed = typed[:-1]
    elif key in KEYS:
        typed += key
    numbers[entry.field] = typed
    if len(typed.removeprefix("-")) > LONGEST_NUMBER:
        return entry
    return replace(entry, numbers=tuple(sorted((n, t) for n, t in numbers.items() if t)))


_TAPS: Mapping[str, Callable[[Entry, str, DealRecord], Entry]] = {
    "won": _tap_won,
    "level": _tap_word("level"),
    "reason": _tap_word("reason"),
    "edit": _tap_word("edit"),
    "outright": _tap_outright,
    "partners": _tap_seat("partners"),
    "losers": _tap_seat("losers"),
    "winners": _tap_seat("winners"),
    "counted": _tap_counted,
    "trickless": _tap_seat("trickless"),
    "n": _tap_number,
    "k": _tap_key,
}
