"""The call by touch: who, what, which suit, confirm; at most four taps (PAGES 2.2).

Who and what give way to one line once both were tapped: the page shows what the choices before make
possible, and fits the smallest screen. Every button a call may need stands on it from the first tap
on, hidden where it does not fit, so that a tap made while the one before is still being answered
finds its button again. What was tapped stands in `kiosk.screens.tapped_call`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.cards import Suit, card
from engine.deal.record import DealRecord, Doubling
from engine.games import game
from engine.games.contract_fields import CallField, CallKind, CallMenu
from engine.games.wording import card_text, suit_text
from engine.text import Text
from kiosk.screens.cards import (
    Face,
    called_too,
    contract_text,
    doubling_words,
    face,
    misfit,
    suit_key,
)
from kiosk.screens.tapped_call import (
    NOBODY,
    THROWN_IN,
    Tapped,
    after,
    contract_of,
    fits,
    in_order,
    kind_of,
    lacking,
    new_doublings,
    seats,
    turned_call,
    values,
)
from kiosk.screens.values import Line
from kiosk.words import calls as c
from kiosk.words import pages as m

TURNED = frozenset({"d", "by", "f", "tout"})
"""Taps that turn something on, off or further."""


@dataclass(frozen=True, slots=True)
class CallChoice:
    """One button."""

    key: str
    """What the tap means."""
    word: Line
    chosen: bool
    shown: bool = True
    suit: str | None = None
    face: Face | None = None
    """The card it stands for: then suit and rank are its word."""
    becomes: str = ""
    """What a tap makes of it ("2": said twice then), so that the same tap sent again changes
    nothing more; empty where a tap says it all."""

    @property
    def tap(self) -> str:
        """What is sent."""
        return f"{self.key}-{self.becomes}" if self.becomes else self.key

    @property
    def once(self) -> bool:
        """Whether a finger that bounces would take its own tap back, or count it twice."""
        return self.key.partition("-")[0] in TURNED


@dataclass(frozen=True, slots=True)
class CallRow:
    """One row of buttons."""

    title: Text
    choices: tuple[CallChoice, ...]
    step: str = ""
    """Which half of a page it is of that is too long for a small screen; empty for both."""

    @property
    def shown(self) -> bool:
        """Whether any of its buttons fits what was tapped."""
        return any(choice.shown for choice in self.choices)


@dataclass(frozen=True, slots=True)
class CallScreen:
    """The call as far as it has been tapped."""

    sub: tuple[Line, ...]
    rows: tuple[CallRow, ...]
    sentence: Text | None
    missing: Text
    fields: tuple[tuple[str, str], ...]
    deal: str
    """Which deal it is about."""
    auction: bool = False
    """Whether its words can be noted one by one instead."""


def call(
    names: tuple[str, ...],
    record: DealRecord,
    menu: CallMenu,
    tapped: Tapped,
    deal: str = "",
    *,
    when: bool = False,
) -> CallScreen:
    """Return the screen after what was tapped; with `when` it asks for a doubling's moment too."""
    kind = kind_of(tapped, menu)
    contract = contract_of(tapped, menu)
    wrong = misfit(record, contract) if contract is not None else None
    sub: list[Line] = [m.DEALER.format(name=names[record.dealer])]
    sub += [m.SITTING_OUT.format(name=names[seat]) for seat in record.out]
    # Who may have doubled hangs on the call: that is asked for first.
    asked = _asked(tapped, record) if kind is None or contract is not None else None
    chosen = tapped.who is not None and tapped.kind is not None and not tapped.edit
    # A doubling's who and when take the place of what can be added to the call, below the
    # doublings, none of which may move under the finger.
    more = chosen and (asked is None or not when)
    # When it was said takes a low screen's last room.
    late = when and asked is not None and _asks_when(asked, record, menu, tapped)
    return CallScreen(
        sub=tuple(sub),
        rows=(
            _so_far(names, menu, tapped, shown=chosen),
            *_in_sight((_who(names, record, tapped), _what(menu, tapped)), not chosen),
            *_in_sight((_suit(record, menu, kind, tapped),), tapped.edit or (chosen and not late)),
            *_in_sight(_extras(record, menu, tapped), chosen),
            *_in_sight(
                (
                    *_fields(names, record, menu, kind, tapped),
                    _besides(record, menu, kind, tapped),
                ),
                more,
            ),
            *_doublers(names, record, menu, tapped, asked),
            *(_moments(record, menu, tapped, asked) if when else ()),
        ),
        sentence=_sentence(names, record, menu, tapped) if wrong is None else None,
        missing=wrong or _missing(kind, tapped),
        fields=tapped.fields(),
        deal=deal,
        auction=not chosen and _speaking(record),
    )


def _in_sight(rows: tuple[CallRow, ...], shown: bool) -> tuple[CallRow, ...]:
    """Return rows with nothing shown of them where they are not asked yet, or no longer."""
    if shown:
        return rows
    return tuple(
        replace(row, choices=tuple(replace(choice, shown=False) for choice in row.choices))
        for row in rows
    )


def _so_far(names: tuple[str, ...], menu: CallMenu, tapped: Tapped, *, shown: bool) -> CallRow:
    """Return the line that who and what give way to once both were tapped."""
    kind = kind_of(tapped, menu)
    said = m.THROWN_IN if kind is None else kind.title
    if tapped.seat is not None:
        said = m.CALL_SENTENCE.format(name=names[tapped.seat], contract=said)
    return CallRow(c.CALLED, (CallChoice("edit-1", with_pen(said), chosen=False, shown=shown),))


def with_pen(said: Text) -> Text:
    """Return what was said as a button that lets it be said anew."""
    return Text(de=f"{said.de} ✎", en=f"{said.en} ✎")


def _speaking(record: DealRecord) -> bool:
    """Tell whether the deal's auction can be noted: nothing was announced or laid yet."""
    if record.contract is not None or record.plays:
        return False
    view = game(record.game).auction(record)
    return view is not None and (view.turn is not None or view.outcome is not None)


def _who(names: tuple[str, ...], record: DealRecord, tapped: Tapped) -> CallRow:
    listed: list[tuple[str, Line]] = [(str(seat), names[seat]) for seat in seats(record)]
    listed.append((NOBODY, m.NOBODY))
    return CallRow(
        m.WHO, tuple(CallChoice(f"who-{who}", word, tapped.who == who) for who, word in listed)
    )


def _what(menu: CallMenu, tapped: Tapped) -> CallRow:
    nobody = tapped.who == NOBODY
    choices = [
        CallChoice(
            f"kind-{kind.kind}", kind.title, tapped.kind == kind.kind, kind.declared != nobody
        )
        for kind in menu.kinds
    ]
    thrown_in = CallChoice(f"kind-{THROWN_IN}", m.THROWN_IN, tapped.kind == THROWN_IN, nobody)
    return CallRow(m.WHAT, (*choices, thrown_in))


def _suit(record: DealRecord, menu: CallMenu, kind: CallKind | None, tapped: Tapped) -> CallRow:
    every: dict[Suit, None] = dict.fromkeys(suit for each in menu.kinds for suit in each.suits)
    suits = () if kind is None else kind.suits

    def choice(suit: Suit) -> CallChoice:
        key = f"suit-{suit.letter}"
        shown = suit in suits and _leads_on(key, tapped, record, menu)
        return CallChoice(key, suit_text(suit), tapped.suit is suit, shown, suit_key(suit))

    return CallRow(m.SUIT, tuple(choice(suit) for suit in sorted(every, key=_precedence)))


def _leads_on(key: str, tapped: Tapped, record: DealRecord, menu: CallMenu) -> bool:
    """Tell whether a tap leads to what can be called; one that takes something back always does."""
    return fits(after(tapped, key, record, menu), record, menu)


def _precedence(suit: Suit) -> int:
    return list(Suit).index(suit)


def _fields(
    names: tuple[str, ...],
    record: DealRecord,
    menu: CallMenu,
    kind: CallKind | None,
    tapped: Tapped,
) -> tuple[CallRow, ...]:
    """Return a row for everything that is one of several; what says the same stands in one row."""
    here = {field.name: field for field in kind.fields} if kind is not None else {}
    rows: dict[str, CallRow] = {}
    said = {name for name, _ in tapped.named}
    for name, field in _every_field(menu).items():
        if _single(field, record):
            continue
        known = here.get(name, field)
        choices = _choices(names, record, menu, known, tapped, here=name in here)
        if said.isdisjoint(_same_row(menu, name)):
            usual = f"f-{name}-{known.usual}"
            choices = tuple(replace(each, chosen=each.key == usual) for each in choices)
        row = rows.get(field.instead_of or name, CallRow(known.title, ()))
        rows[field.instead_of or name] = replace(row, choices=(*row.choices, *choices))
    return tuple(rows.values())


def _same_row(menu: CallMenu, name: str) -> set[str]:
    """Return the fields of which one is said, `name` among them."""
    every = _every_field(menu)
    instead = every[name].instead_of or name
    return {each for each, field in every.items() if instead in (each, field.instead_of)}


def _besides(record: DealRecord, menu: CallMenu, kind: CallKind | None, tapped: Tapped) -> CallRow:
    """Return the row of everything that is so or is not: Tout, a Muss-Spiel, a Renonce."""
    here = {field.name: field for field in kind.fields} if kind is not None else {}
    choices: list[CallChoice] = []
    if any(each.tout for each in menu.kinds):
        choices.append(CallChoice("tout", m.TOUT, tapped.tout, kind is not None and kind.tout))
    for name, field in _every_field(menu).items():
        if _single(field, record):
            known = here.get(name, field)
            choices += _choices((), record, menu, known, tapped, here=name in here)
    return CallRow(m.EXTRAS, tuple(choices))


def _every_field(menu: CallMenu) -> Mapping[str, CallField]:
    """Return everything else that some call of this game names, by its name."""
    return {field.name: field for each in menu.kinds for field in each.fields}


def _single(field: CallField, record: DealRecord) -> bool:
    """Tell whether there is one thing to say of a field, or nothing."""
    return not field.needed and len(values(field, record)) == 1


def _choices(
    names: tuple[str, ...],
    record: DealRecord,
    menu: CallMenu,
    field: CallField,
    tapped: Tapped,
    *,
    here: bool,
) -> tuple[CallChoice, ...]:
    given, said = dict(tapped.named).get(field.name), _SAID[field.takes](field, names)
    pictured = dict(field.cards)

    def choice(value: str) -> CallChoice:
        key, chosen = f"f-{field.name}-{value}", given == value
        fitting = here and (field.takes != "seat" or value != tapped.who)
        shown = fitting and (chosen or _leads_on(key, tapped, record, menu))
        code = value if field.takes == "card" else pictured.get(value)
        seen = None if code is None else face(card(code, record.family))
        return CallChoice(key, said(value), chosen, shown, face=seen)

    return tuple(choice(value) for value in values(field, record))


Say = Callable[[str], Line]
_SAID: Mapping[str, Callable[[CallField, tuple[str, ...]], Say]] = {
    "flag": lambda field, names: lambda value: field.title,
    "seat": lambda field, names: lambda value: names[int(value)],
    "card": lambda field, names: lambda value: dict(field.words)[value],
    "word": lambda field, names: lambda value: dict(field.words).get(value, value),
}


def _extras(record: DealRecord, menu: CallMenu, tapped: Tapped) -> tuple[CallRow, ...]:
    if not menu.doublings:
        return ()
    counts = dict(tapped.doublings)

    def choice(word: str, text: Text) -> CallChoice:
        count = counts.get(word, 0)
        label = m.TIMES.format(word=text, n=count) if count > 1 else text
        shown = bool(count) or word not in menu.aliases or word in dict(tapped.off)
        turned = turned_call(word, tapped, record, menu)
        return CallChoice(f"d-{word}", label, count > 0, shown, becomes=str(turned))

    return (CallRow(m.DOUBLINGS, tuple(choice(word, text) for word, text in menu.doublings)),)


def _asked(tapped: Tapped, record: DealRecord) -> str | None:
    """Return the doubling of which is asked who said it, and when: one word at a time.

    That is the first of those tapped now that lacks a name, else the last.
    """
    counts = Counter(word for word, _, _ in new_doublings(tapped, record))
    nameless = [word for word, n in counts.items() if len(tapped.who_doubled(word)) < n]
    return next(iter(nameless), next(reversed(counts), None))


def _doublers(
    names: tuple[str, ...], record: DealRecord, menu: CallMenu, tapped: Tapped, asked: str | None
) -> tuple[CallRow, ...]:
    """Return for each word a row that asks who said it; one is open, with who may say it."""
    new = (Doubling(word, seat, after) for word, seat, after in new_doublings(tapped, record))
    contract, doubles = contract_of(tapped, menu), (*record.doubles, *new)
    called = replace(record, contract=contract, doubles=doubles)
    may = () if asked is None else game(record.game).may_say(called, asked)
    return tuple(
        CallRow(
            c.WHO_SAID.format(word=text),
            tuple(
                CallChoice(
                    f"by-{word}-{seat}",
                    names[seat],
                    (said := seat in tapped.who_doubled(word)),
                    word == asked and (said or seat in may),
                    becomes="0" if said else "1",
                )
                for seat in seats(record)
            ),
        )
        for word, text in menu.doublings
    )


def _moments(
    record: DealRecord, menu: CallMenu, tapped: Tapped, asked: str | None
) -> tuple[CallRow, ...]:
    """Return for each word that is judged a row that asks when it was said; one is open.

    That once somebody was named and cards lie: without a name, or before the first card, the
    moment decides nothing.
    """
    laid = len(record.plays)
    if not laid:
        return ()
    first = min(laid, record.players - len(record.out))
    return tuple(
        CallRow(
            c.WHEN_SAID.format(word=text),
            (
                *(
                    CallChoice(
                        f"at-{word}-{count}",
                        c.SAID_NOW if count == laid else _before_card(count),
                        count == tapped.said_after(word),
                        shown,
                    )
                    for count in sorted({*range(first + 1), laid, *_told(tapped, word)})
                ),
                CallChoice(
                    f"at-{word}-",
                    c.NOBODY_KNOWS_WHEN,
                    shown and tapped.said_after(word) is None,
                    shown,
                ),
            ),
        )
        for word, text in menu.doublings
        if word in menu.judged
        for shown in (word == asked and _asks_when(word, record, menu, tapped),)
    )


def _asks_when(word: str, record: DealRecord, menu: CallMenu, tapped: Tapped) -> bool:
    """Tell whether it matters when a doubling was said that was tapped now."""
    new = any(said == word and seat is not None for said, seat, _ in new_doublings(tapped, record))
    return new and word in menu.judged and bool(record.plays)


def _told(tapped: Tapped, word: str) -> tuple[int, ...]:
    return tuple(count for said, count in tapped.moments if said == word)


def _before_card(count: int) -> Text:
    return c.BEFORE_CARD.format(n=count + 1)


def _sentence(
    names: tuple[str, ...], record: DealRecord, menu: CallMenu, tapped: Tapped
) -> Text | None:
    if tapped.who == NOBODY and tapped.kind == THROWN_IN:
        return m.THROWN_IN
    contract = contract_of(tapped, menu)
    if contract is None:
        return None
    words = contract_text(record.game, contract)
    said = (
        m.CALL_SENTENCE.format(name=names[contract.seat], contract=words)
        if contract.seat is not None
        else words
    )
    also = called_too(record, contract) if misfit(record, contract) is None else None
    if also is not None:
        said = c.CALLED_TOO.format(said=said, card=card_text(also))
    kind = kind_of(tapped, menu)
    for field in () if kind is None else kind.fields:
        said = _with_field(said, field, tapped, names)
    for extra in _doubled(names, record, menu, tapped):
        said = Text(de=f"{said.de}, {extra.de}", en=f"{said.en}, {extra.en}")
    return said


def _doubled(
    names: tuple[str, ...], record: DealRecord, menu: CallMenu, tapped: Tapped
) -> list[Text]:
    """Return each doubling in words, with who said it, and when, where that was tapped."""
    named, listed = doubling_words(record.game), list[Text]()
    for word, times in in_order(tapped, record):
        text = m.TIMES.format(word=named[word], n=times) if times > 1 else named[word]
        who = dict.fromkeys(names[seat] for seat in tapped.who_doubled(word))
        said = c.SAID_BY.format(word=text, names=", ".join(who)) if who else text
        count = tapped.said_after(word)
        if count is not None and _asks_when(word, record, menu, tapped):
            said = c.SAID_WHEN.format(said=said, when=_before_card(count))
        listed.append(said)
    gone = {word for word, _ in tapped.off}
    off = [text for word, text in named.items() if word in gone]
    if off:
        words = Text(de="/".join(each.de for each in off), en="/".join(each.en for each in off))
        listed.append(c.TAKEN_OFF.format(words=words))
    return listed


def _with_field(said: Text, field: CallField, tapped: Tapped, names: tuple[str, ...]) -> Text:
    """Add a seat that was named: who accepted. What else is named the contract's words say."""
    value = dict(tapped.named).get(field.name)
    if value is None or field.takes != "seat":
        return said
    name = names[int(value)]
    return m.WITH_SEAT.format(said=said, name=name)


def _missing(kind: CallKind | None, tapped: Tapped) -> Text:
    if tapped.who is None:
        return m.STILL_MISSING_WHO
    if kind is None:
        return m.STILL_MISSING_WHAT
    field = lacking(kind, tapped)
    if (kind.suits and tapped.suit is None) or field is None:
        return m.STILL_MISSING_SUIT
    return field.asks or field.title
