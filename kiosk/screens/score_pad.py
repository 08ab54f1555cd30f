"""A deal entered by hand: what has been tapped of it, what one more tap makes of it, what is asked.

Like the call (`kiosk.screens.call`) the state travels in the form's fields, and a tap is named by
what it means; numbers are tapped digit by digit, for a screen without a keyboard. What the result
needs to be told is tried out with the game's own settlement: what changes it is offered, what it
refuses or passes over is not. So a house rule or a game that comes later needs nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from engine.deal.record import Contract, DealRecord, Doubling, JsonObject
from engine.deal.report import DealResult
from engine.games import game
from engine.games.contract_fields import CallKind, CallMenu
from engine.games.facts import gather
from engine.referee.settlement import settle_entered
from engine.text import PlainError, Text
from kiosk.screens import tapped_call
from kiosk.screens.cards import call_menu, doubling_words
from kiosk.screens.tapped_call import Tapped, meant, seats, values
from kiosk.screens.values import is_whole
from kiosk.words import score_pad as e
from kiosk.words.score_pad import REASONS

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
    "further": ("1",),
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
class DealEntry:
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
        still_open = [seat for seat in tapped_call.seats(record) if typed[seat] is None]
        rest = all_in_all - sum(each or 0 for each in typed)
        fits = rest >= 0 or mark == "a"
        return tuple(
            rest if still_open == [seat] and fits else each for seat, each in enumerate(typed)
        )

    @property
    def outright(self) -> bool:
        """Whether the amounts themselves are entered."""
        return "outright" in self.said

    @property
    def further(self) -> bool:
        """Whether a small screen shows what comes with the call in place of the result."""
        return "further" in self.said


def blank(call: Tapped) -> DealEntry:
    """Return an entry of which only the call is known."""
    return DealEntry(call, {}, {})


def recorded(record: DealRecord) -> DealEntry:
    """Return what the record of a deal says, the result it was given by hand included."""
    entry = blank(tapped_call.recorded(record))
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


def read(form: MultiDict[str, str], record: DealRecord, menu: CallMenu) -> DealEntry | None:
    """Return what the form's fields say; None where the game offers no such call."""
    call = tapped_call.read(form, record, menu)
    if call is None:
        return None
    given = {name: form.get(f"r.{name}", "") for name in _WORDS}
    seats = {name: _read_seats(form.get(f"r.{name}", ""), record) for name in _SEATS}
    named = number_fields(record)
    numbers = {name: _digits(form.get(f"n.{name}", "")) for name in named}
    field = form.get("r.field")
    laufende = form.get("r.laufende", "0")
    return DealEntry(
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
    known = {str(seat): seat for seat in tapped_call.seats(record)}
    return tuple(dict.fromkeys(known[each] for each in given.split(",") if each in known))


def _digits(typed: str) -> str:
    digits = typed.removeprefix("-")
    fits = not digits or (digits.isascii() and digits.isdigit())
    return typed if fits and len(digits) <= LONGEST_NUMBER else ""


def told(entry: DealEntry, record: DealRecord, reason: str) -> JsonObject:
    """Return what was told, as `engine.deal.ends` reads it.

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
        chosen["losers"] = [seat for seat in tapped_call.seats(record) if seat not in winners]
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


def _each(entry: DealEntry, mark: str, record: DealRecord, what: Text) -> list[int] | None:
    """Return everybody's count; None where none was typed."""
    counts = entry.filled(mark, record, total(mark, record))
    if all(entry.number(f"{mark}{seat}") is None for seat in range(record.players)):
        return None
    if any(counts[seat] is None for seat in tapped_call.seats(record)):
        raise PlainError(what)
    return [each or 0 for each in counts]


def amounts(entry: DealEntry, record: DealRecord) -> tuple[int, ...]:
    """Return each seat's amount; the only one left open gets what is missing to nothing."""
    return tuple(each or 0 for each in entry.filled("a", record, total("a", record)))


def as_asked(entry: DealEntry, *, winners: bool, record: DealRecord) -> DealEntry:
    """Return the entry with who won in place of who lost, where it is asked so, or back."""
    has, wants = ("losers", "winners") if winners else ("winners", "losers")
    if not entry.seats.get(has):
        return entry
    others = tuple(each for each in tapped_call.seats(record) if each not in entry.seats[has])
    kept = {name: seats for name, seats in entry.seats.items() if name != has}
    return replace(entry, seats={**kept, wants: others})


def after(
    entry: DealEntry, tap: str, record: DealRecord, menu: CallMenu, laufende: tuple[int, ...] = ()
) -> DealEntry:
    """Return what one more tap makes of it; one that means nothing here changes nothing.

    `laufende` are the counts that can be, 0 included, in order.
    """
    word, _, value = tap.partition("-")
    if word == "lauf":
        return _tap_laufende(entry, value, laufende)
    change = _TAPS.get(word)
    if change is not None:
        return change(entry, value, record)
    call = tapped_call.after(entry.call, tap, record, menu)
    changed = (call.who, call.kind) != (entry.call.who, entry.call.kind)
    return DealEntry(call, {}, {}) if changed else replace(entry, call=call)


def one_partner(before: DealEntry, now: DealEntry) -> DealEntry:
    """Return the entry where only one can play along: the one tapped last."""
    partners = now.seats.get("partners", ())
    new = tuple(seat for seat in partners if seat not in before.seats.get("partners", ()))
    return replace(now, seats={**now.seats, "partners": new}) if new and partners != new else now


def alone_or_with(before: DealEntry, now: DealEntry, alone: Alone | None) -> DealEntry:
    """Return the entry in which who plays alone has no partner, and with a partner not alone."""
    if alone is None or not (alone.said(now.call) and now.seats.get("partners")):
        return now
    if not alone.said(before.call):
        return replace(now, seats={**now.seats, "partners": ()})
    named = tuple(pair for pair in now.call.named if pair[0] != alone.name)
    return replace(now, call=replace(now.call, named=named))


def _tap_laufende(entry: DealEntry, way: str, possible: tuple[int, ...]) -> DealEntry:
    """Count up those the declarers had or lacked, each from none; "none" takes them all back."""
    if way == "none":
        return replace(entry, laufende=0)
    if way == "up":
        more = [count for count in possible if count > max(entry.laufende, 0)]
        return replace(entry, laufende=more[0] if more else entry.laufende)
    less = [count for count in possible if count < min(entry.laufende, 0)]
    return replace(entry, laufende=less[-1] if less else entry.laufende)


def _tap_word(name: str) -> Callable[[DealEntry, str, DealRecord], DealEntry]:
    def change(entry: DealEntry, word: str, record: DealRecord) -> DealEntry:
        if word not in _WORDS[name]:
            return entry
        said = {key: each for key, each in entry.said.items() if key != name}
        if entry.said.get(name) != word:
            said[name] = word
        return replace(entry, said=said)

    return change


def _tap_won(entry: DealEntry, word: str, record: DealRecord) -> DealEntry:
    """Say who won; told anew, the other side's Schneider is not said any more.

    Augen that were typed stay: where they do not fit what is told now, the sentence says so.
    """
    changed = _tap_word("won")(entry, word, record)
    if "won" not in entry.said or changed.said == entry.said:
        return changed
    said = {key: each for key, each in changed.said.items() if key != "level"}
    return replace(changed, said=said)


def _tap_outright(entry: DealEntry, _: str, record: DealRecord) -> DealEntry:
    changed = _tap_word("outright")(entry, "1", record)
    first = tapped_call.seats(record)[0]
    return replace(changed, field=f"a{first}" if changed.outright else None)


def _tap_counted(entry: DealEntry, _: str, record: DealRecord) -> DealEntry:
    """Ask for everybody's Augen and tricks, or no longer."""
    changed = _tap_word("counted")(entry, "1", record)
    if "counted" in changed.said:
        return replace(changed, field=f"q{tapped_call.seats(record)[0]}")
    kept = tuple(pair for pair in changed.numbers if pair[0][0] not in "qt")
    return replace(changed, numbers=kept, field=None)


def _tap_seat(name: str) -> Callable[[DealEntry, str, DealRecord], DealEntry]:
    def change(entry: DealEntry, value: str, record: DealRecord) -> DealEntry:
        seats = _read_seats(value, record)
        now = entry.seats.get(name, ())
        chosen = tuple(sorted({*now} ^ {*seats}))
        return replace(entry, seats={**entry.seats, name: chosen})

    return change


def _tap_number(entry: DealEntry, name: str, record: DealRecord) -> DealEntry:
    if name not in number_fields(record):
        return entry
    return replace(entry, field=name)


def _tap_key(entry: DealEntry, key: str, record: DealRecord) -> DealEntry:
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


_TAPS: Mapping[str, Callable[[DealEntry, str, DealRecord], DealEntry]] = {
    "won": _tap_won,
    "level": _tap_word("level"),
    "reason": _tap_word("reason"),
    "outright": _tap_outright,
    "partners": _tap_seat("partners"),
    "losers": _tap_seat("losers"),
    "winners": _tap_seat("winners"),
    "counted": _tap_counted,
    "further": _tap_word("further"),
    "trickless": _tap_seat("trickless"),
    "n": _tap_number,
    "k": _tap_key,
}


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
        return settle_entered(gather(ended, definition.setting), definition)
    except PlainError:
        return None
