"""What has been tapped of a deal that is entered by hand, and what one more tap makes of it.

Like the call (`call_state`) the state travels in the form's fields, and a tap is named by what it
means; numbers are tapped digit by digit, for a screen without a keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from engine.games.naming import CallMenu
from engine.record import DealRecord, JsonObject
from kiosk.entry_words import REASONS
from kiosk.pages import call_state
from kiosk.pages.call_state import Tapped

LONGEST_NUMBER = 6
"""Digits."""
POINTS = "p"
"""The number field of the declarers' Augen; `a0`, `t0` ... are a seat's amount and tricks."""
KEYS = tuple("1234567890")
LEVELS = ("schneider", "schwarz")
_SEATS = ("partners", "losers", "trickless")
_WORDS: Mapping[str, tuple[str, ...]] = {
    "won": ("1", "0"),
    "level": LEVELS,
    "reason": tuple(REASONS),
    "outright": ("1",),
    "edit": ("1",),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What has been tapped so far."""

    call: Tapped
    said: Mapping[str, str]
    """`won`, `level`, `reason`, `outright`, `edit` by name; only those that were tapped."""
    seats: Mapping[str, tuple[int, ...]]
    """`partners`, `losers`, `trickless`."""
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
        return int(typed) if typed.removeprefix("-").isdigit() else None

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
    amounts, points, tricks = end.get("amounts"), end.get("points"), end.get("tricks_by_seat")
    numbers: dict[str, str] = {}
    if isinstance(points, list | tuple):
        numbers[POINTS] = str(points[0])
    for mark, listed in (("a", amounts), ("t", tricks)):
        if isinstance(listed, list | tuple):
            numbers |= {f"{mark}{seat}": str(each) for seat, each in enumerate(listed)}
    if amounts is not None:
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
        int(laufende) if laufende.removeprefix("-").isdigit() and len(laufende) < 4 else 0,
        tuple((name, typed) for name, typed in numbers.items() if typed),
        field if field in named else None,
    )


def number_fields(record: DealRecord) -> tuple[str, ...]:
    """Return the names of all number fields of a deal."""
    seats = range(record.players)
    return (POINTS, *(f"a{seat}" for seat in seats), *(f"t{seat}" for seat in seats))


def _read_seats(given: str, record: DealRecord) -> tuple[int, ...]:
    known = {str(seat): seat for seat in call_state.seats(record)}
    return tuple(dict.fromkeys(known[each] for each in given.split(",") if each in known))


def _digits(typed: str) -> str:
    digits = typed.removeprefix("-")
    fits = not digits or (digits.isascii() and digits.isdigit())
    return typed if fits and len(digits) <= LONGEST_NUMBER else ""


def told(entry: Entry, record: DealRecord, reason: str) -> JsonObject:
    """Return what was told, as `engine.told` reads it.

    Amounts add up to nothing by themselves where one seat's is left open: it is the rest.
    """
    if entry.outright:
        return {"amounts": list(amounts(entry, record)), "reason": reason}
    said: dict[str, object] = {}
    if "won" in entry.said:
        said["won"] = entry.said["won"] == "1"
    if "level" in entry.said:
        said[entry.said["level"]] = True
    said |= {name: list(seats) for name, seats in entry.seats.items()}
    if entry.laufende:
        said["laufende"] = entry.laufende
    points = entry.number(POINTS)
    if points is not None:
        said["points"] = [points, None]
    tricks = [entry.number(f"t{seat}") for seat in range(record.players)]
    if any(each is not None for each in tricks):
        said["tricks_by_seat"] = [each or 0 for each in tricks]
    return said


def amounts(entry: Entry, record: DealRecord) -> tuple[int, ...]:
    """Return each seat's amount; the only one left open gets what is missing to nothing."""
    typed = [entry.number(f"a{seat}") for seat in range(record.players)]
    still_open = [seat for seat in call_state.seats(record) if typed[seat] is None]
    rest = -sum(each or 0 for each in typed)
    return tuple(rest if still_open == [seat] else each or 0 for seat, each in enumerate(typed))


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


def _tap_laufende(entry: Entry, way: str, possible: tuple[int, ...]) -> Entry:
    if way == "up":
        more = [count for count in possible if count > entry.laufende]
        return replace(entry, laufende=more[0] if more else entry.laufende)
    less = [count for count in possible if count < entry.laufende]
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


def _tap_outright(entry: Entry, _: str, record: DealRecord) -> Entry:
    changed = _tap_word("outright")(entry, "1", record)
    first = call_state.seats(record)[0]
    return replace(changed, field=f"a{first}" if changed.outright else None)


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
    "won": _tap_word("won"),
    "level": _tap_word("level"),
    "reason": _tap_word("reason"),
    "edit": _tap_word("edit"),
    "outright": _tap_outright,
    "partners": _tap_seat("partners"),
    "losers": _tap_seat("losers"),
    "trickless": _tap_seat("trickless"),
    "n": _tap_number,
    "k": _tap_key,
}
