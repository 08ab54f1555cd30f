"""Events as JSON objects and back, for the journal and its exports.

Each object has `type` and `v`, the version of that type's fields. Fields at their default are left
out. Old versions are read for ever: `UPCASTERS` turns an object of version n into one of n+1 until
it is today's. A type or version this program does not know was written by a newer one; it is
refused in a plain sentence, because a score that silently leaves events out would be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from engine.cards import Card, Family, Suit, UnknownCardError, card
from engine.deal.record import Contract, JsonObject
from engine.events import (
    Announced,
    BidMade,
    BreakBegun,
    BreakEnded,
    CardConfirmed,
    CardCorrected,
    CardInserted,
    CardMoved,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealEntered,
    DealingTold,
    DealStarted,
    DeckChanged,
    Doubled,
    EveningEnded,
    EveningStarted,
    Event,
    GameChanged,
    HandsGiven,
    LayoutGiven,
    LeadSeen,
    Note,
    QuestionLeft,
    RestClaimed,
    Ruling,
    ScoreAdjusted,
    SeatsChanged,
    SittingOut,
    StockCounted,
    SubstituteSat,
    TournamentPlace,
    TrickTaken,
    Undone,
)
from engine.scores import Scores
from engine.text import PlainError, Text, shown_word

Upcaster = Callable[[JsonObject], JsonObject]

_FRENCH_MARK = "~"
"""Before a French card's or suit's code, which else could be read as a German one's."""

_NEWER = Text(
    de="Dieser Abend wurde mit einem neueren Mehrkopf geschrieben ({what}); bitte das Programm "
    "auf den neuesten Stand bringen.",
    en="This evening was written by a newer version of mehrkopf ({what}); please update the "
    "program.",
)
UNREADABLE = Text(
    de="Ein Ereignis ist nicht lesbar ({what}); bitte den letzten Export einlesen.",
    en="An event cannot be read ({what}); please import the latest export.",
)
_VALUE = Text(
    de="{event}: der Wert von „{key}“ passt nicht", en='{event}: the value of "{key}" is wrong'
)


@dataclass(frozen=True, slots=True)
class Form:
    """How one kind of value stands in JSON. `read` raises ValueError on anything else."""

    write: Callable[[Any], object]
    read: Callable[[object], object]


def _same(value: object) -> object:
    return value


def _whole(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"{value!r} is no whole number")


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError(f"{value!r} is neither true nor false")


def _number(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    raise ValueError(f"{value!r} is no number")


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError(f"{value!r} is no text")


def _object(value: object) -> JsonObject:
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return value
    raise ValueError(f"{value!r} is no object")


def _tuple_of(form: Form) -> Form:
    def read_all(value: object) -> object:
        if isinstance(value, list):
            return tuple(form.read(entry) for entry in value)
        raise ValueError(f"{value!r} is no list")

    return Form(lambda value: [form.write(entry) for entry in value], read_all)


def _one_of(*words: str) -> Form:
    def read(value: object) -> object:
        if value in words:
            return value
        raise ValueError(f"{value!r} is none of {', '.join(words)}")

    return Form(_same, read)


def _or_null(form: Form) -> Form:
    return Form(
        lambda value: None if value is None else form.write(value),
        lambda value: None if value is None else form.read(value),
    )


def _write_card(value: Card) -> str:
    return value.code if value.family is Family.GERMAN else _FRENCH_MARK + value.code


def _read_card(value: object) -> Card:
    code = _text(value)
    try:
        if code.startswith(_FRENCH_MARK):
            return card(code.removeprefix(_FRENCH_MARK), Family.FRENCH)
        return card(code)
    except UnknownCardError as error:
        raise ValueError(str(error)) from None


_SUITS = {
    (_FRENCH_MARK if suit.family is Family.FRENCH else "") + suit.letter: suit for suit in Suit
}
_SUIT_CODES = {suit: code for code, suit in _SUITS.items()}


def _write_contract(value: Contract) -> object:
    written: dict[str, object] = {"kind": value.kind}
    if value.seat is not None:
        written["seat"] = value.seat
    if value.suit is not None:
        written["suit"] = _SUIT_CODES[value.suit]
    if value.tout:
        written["tout"] = True
    if value.details:
        written["details"] = dict(value.details)
    return written


def _read_contract(value: object) -> Contract:
    found = _object(value)
    seat, tout = found.get("seat"), found.get("tout", False)
    if not isinstance(tout, bool):
        raise ValueError(f"tout cannot be {tout!r}")  # noqa: TRY004 - one kind of error for all
    return Contract(
        kind=_text(found.get("kind")),
        seat=None if seat is None else _whole(seat),
        suit=_read_suit(found.get("suit")),
        tout=tout,
        details=_object(found.get("details", {})),
    )


def _read_suit(value: object) -> Suit | None:
    if value is None:
        return None
    try:
        return _SUITS[_text(value)]
    except KeyError:
        raise ValueError(f"{value!r} is no suit") from None


def _write_tournament(value: TournamentPlace) -> object:
    written: dict[str, object] = {
        "id": value.id,
        "table": value.table,
        "round": value.round,
        "numbers": list(value.numbers),
    }
    if value.deals:
        written["deals"] = value.deals
    if value.ends:
        written["ends"] = value.ends
    return written


def _read_tournament(value: object) -> TournamentPlace:
    found = _object(value)
    numbers = found.get("numbers")
    if not isinstance(numbers, list):
        raise ValueError(f"{numbers!r} is no list")  # noqa: TRY004 - one kind of error for all
    return TournamentPlace(
        id=_text(found.get("id")),
        table=_text(found.get("table")),
        round=_whole(found.get("round")),
        numbers=tuple(map(_whole, numbers)),
        deals=_whole(found.get("deals", 0)),
        ends=_text(found.get("ends", "")),
    )


def _read_scores(value: object) -> object:
    if isinstance(value, list):
        return Scores(map(_whole, value))
    raise ValueError(f"{value!r} is no list")


def _read_place(value: object) -> object:
    if isinstance(value, list) and len(value) == 3:
        return tuple(_number(entry) for entry in value)
    raise ValueError(f"{value!r} is no place")


_WHOLE = Form(_same, _whole)
_TEXT = Form(_same, _text)
_SEAT = _or_null(_WHOLE)
_SECONDS = _or_null(Form(_same, _number))
_CARD = _or_null(Form(_write_card, _read_card))
_CONTRACT = _or_null(Form(_write_contract, _read_contract))
_TOURNAMENT = _or_null(Form(_write_tournament, _read_tournament))
_OBJECT = Form(dict, _object)
_WHOLES = _tuple_of(_WHOLE)
_TEXTS = _tuple_of(_TEXT)
_CARDS = _tuple_of(_CARD)
_HANDS = _tuple_of(_CARDS)
_PILES = _tuple_of(_HANDS)
_SCORES = _or_null(Form(list, _read_scores))
_BY = _one_of("person", "decoder")
_SOURCE = _one_of("camera", "touch", "import")


@dataclass(frozen=True, slots=True)
class EventType:
    """One type of event in the journal."""

    name: str
    made: type[Any]
    version: int
    forms: Mapping[str, Form]
    defaults: Mapping[str, object] = field(init=False)
    """`MISSING` where a field has none."""

    def __post_init__(self) -> None:
        defaults = {each.name: each.default for each in fields(self.made)}
        object.__setattr__(self, "defaults", defaults)


EVENT_TYPES = (
    EventType(
        "evening_started",
        EveningStarted,
        2,
        {
            "evening": _TEXT,
            "game": _TEXT,
            "rules": _OBJECT,
            "seats": _TEXTS,
            "deck": _TEXT,
            "models": Form(dict, lambda value: {k: _text(v) for k, v in _object(value).items()}),
            "tournament": _TOURNAMENT,
        },
    ),
    EventType("seats_changed", SeatsChanged, 1, {"seats": _TEXTS}),
    EventType("game_changed", GameChanged, 2, {"game": _TEXT, "rules": _OBJECT}),
    EventType("deck_changed", DeckChanged, 1, {"deck": _TEXT}),
    EventType(
        "substitute_sat",
        SubstituteSat,
        1,
        {"seat": _WHOLE, "name": _or_null(_TEXT), "scores": _one_of("owner", "substitute")},
    ),
    EventType("sitting_out", SittingOut, 1, {"seat": _WHOLE, "out": Form(_same, _flag)}),
    EventType("break_begun", BreakBegun, 1, {}),
    EventType("break_ended", BreakEnded, 1, {}),
    EventType(
        "deal_started",
        DealStarted,
        1,
        {
            "id": _TEXT,
            "dealer": _WHOLE,
            "out": _WHOLES,
            "rules": _or_null(_OBJECT),
            "dealt": _or_null(_TEXT),
            "shown": _TEXTS,
        },
    ),
    EventType("dealing_told", DealingTold, 1, {"deal": _TEXT, "dealt": _TEXT}),
    EventType("stock_counted", StockCounted, 1, {"amount": _WHOLE}),
    EventType("bid_made", BidMade, 1, {"seat": _WHOLE, "say": _TEXT, "contract": _CONTRACT}),
    EventType("layout_given", LayoutGiven, 1, {"piles": _PILES}),
    EventType("hands_given", HandsGiven, 1, {"hands": _or_null(_HANDS), "blind": _or_null(_CARDS)}),
    EventType("announced", Announced, 1, {"contract": _CONTRACT}),
    EventType("doubled", Doubled, 1, {"say": _TEXT, "seat": _SEAT, "after": _SEAT}),
    EventType(
        "card_played",
        CardPlayed,
        1,
        {
            "card": _CARD,
            "seat": _SEAT,
            "source": _SOURCE,
            "scores": _SCORES,
            "track": _or_null(_WHOLE),
            "t": _SECONDS,
            "known_t": _SECONDS,
            "place": _or_null(Form(list, _read_place)),
        },
    ),
    EventType(
        "card_revealed",
        CardRevealed,
        1,
        {
            "seat": _WHOLE,
            "pile": _WHOLE,
            "card": _CARD,
            "source": _SOURCE,
            "scores": _SCORES,
            "t": _SECONDS,
            "known_t": _SECONDS,
        },
    ),
    EventType(
        "card_corrected",
        CardCorrected,
        1,
        {"of": _WHOLE, "card": _CARD, "by": _BY, "scores": _SCORES},
    ),
    EventType("card_confirmed", CardConfirmed, 1, {"of": _WHOLE}),
    EventType("question_left", QuestionLeft, 1, {"of": _WHOLE}),
    EventType(
        "card_inserted",
        CardInserted,
        1,
        {"card": _CARD, "before": _or_null(_WHOLE), "seat": _SEAT, "by": _BY},
    ),
    EventType("card_removed", CardRemoved, 1, {"of": _WHOLE, "by": _BY}),
    EventType("card_moved", CardMoved, 1, {"of": _WHOLE, "before": _or_null(_WHOLE)}),
    EventType("lead_seen", LeadSeen, 1, {"of": _WHOLE, "seat": _SEAT}),
    EventType("trick_taken", TrickTaken, 1, {"seat": _SEAT, "t": _SECONDS}),
    EventType("rest_claimed", RestClaimed, 1, {"seat": _WHOLE}),
    EventType("deal_closed", DealClosed, 1, {"end": _or_null(_OBJECT)}),
    EventType(
        "deal_entered",
        DealEntered,
        1,
        {
            "told": _OBJECT,
            "contract": _CONTRACT,
            "doubles": _or_null(_TEXTS),
            "deal": _or_null(_TEXT),
        },
    ),
    EventType(
        "ruling",
        Ruling,
        1,
        {"deal": _TEXT, "verdict": _TEXT, "ruling": _one_of("upheld", "dismissed", "waived")},
    ),
    EventType("undone", Undone, 1, {"of": _WHOLE}),
    EventType(
        "score_adjusted", ScoreAdjusted, 1, {"amounts": _WHOLES, "reason": _TEXT, "gone": _TEXTS}
    ),
    EventType("note", Note, 1, {"text": _TEXT, "deal": _or_null(_TEXT)}),
    EventType("evening_ended", EveningEnded, 1, {"shown": _TEXTS}),
)
"""Every event there is; a test holds it against `engine.events.Event`."""

_READ_BEFORE: Mapping[str, JsonObject] = {
    "mehrkopf": {"laufende_to": "holder", "tout_doubles": "base+laufende"}
}
"""By preset the house rules that version 1 read otherwise where nobody said them."""


def _as_it_was_paid(found: JsonObject) -> JsonObject:
    """Write out what a preset meant then: an old evening keeps the payments that it showed."""
    rules = found.get("rules")
    if not isinstance(rules, Mapping):
        return found
    before = _READ_BEFORE.get(str(rules.get("preset", found.get("game"))), {})
    return {**found, "rules": {**before, **rules}}


UPCASTERS: Mapping[tuple[str, int], Upcaster] = {
    ("evening_started", 1): _as_it_was_paid,
    ("game_changed", 1): _as_it_was_paid,
}
"""By type and version: turns the object into the next version's (without touching `v`)."""

_BY_NAME = {known.name: known for known in EVENT_TYPES}
_BY_CLASS = {known.made: known for known in EVENT_TYPES}


def to_json(event: Event) -> dict[str, object]:
    """Return the event as a JSON object with `type` and `v`."""
    known = _BY_CLASS[type(event)]
    defaults = known.defaults
    written: dict[str, object] = {"type": known.name, "v": known.version}
    for name, form in known.forms.items():
        value = getattr(event, name)
        if defaults[name] is MISSING or value != defaults[name]:
            written[name] = form.write(value)
    return written


def from_json(
    found: JsonObject,
    types: Mapping[str, EventType] = _BY_NAME,
    upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
) -> Event:
    """Return the event that the JSON object holds; fields it does not know are passed over.

    Raises:
        PlainError: a newer program wrote it, or it is no event.
    """
    name, version = found.get("type"), found.get("v")
    known = types.get(name) if isinstance(name, str) else None
    # A damaged one may hold anything, the end of a line too.
    said = name if isinstance(name, str) and name.isidentifier() else shown_word(str(name))
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise PlainError(UNREADABLE.format(what=f"{said} v{shown_word(str(version))}"))
    if known is None or version > known.version:
        raise PlainError(_NEWER.format(what=f"{said} v{version}"))
    for old in range(version, known.version):
        found = upcasters[known.name, old](found)
    defaults = known.defaults
    values = {
        key: _value(known, key, found.get(key))
        for key in known.forms
        if key in found or defaults[key] is MISSING
    }
    event: Event = known.made(**values)
    return event


def _value(known: EventType, key: str, value: object) -> object:
    try:
        return known.forms[key].read(value)
    except ValueError as error:
        what = _VALUE.format(event=known.name, key=key)
        raise PlainError(UNREADABLE.format(what=what)) from error
