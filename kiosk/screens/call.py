"""The call by touch: who, what, which suit, confirm; at most four taps (PAGES 2.2).

Every button a call may need stands on the page from the first tap on, hidden where it does not
fit, so that a tap made while the one before is still being answered finds its button again.
What was tapped stands in `kiosk.screens.tapped_call`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.cards import Suit, card
from engine.deal.record import DealRecord
from engine.games import game
from engine.games.contract_fields import CallField, CallKind, CallMenu
from engine.games.wording import card_text, suit_text
from engine.text import Text
from kiosk.screens.cards import called_too, contract_text, doubling_words, misfit, suit_key
from kiosk.screens.tapped_call import (
    NOBODY,
    THROWN_IN,
    Tapped,
    contract_of,
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
    return CallScreen(
        sub=tuple(sub),
        rows=(
            _who(names, record, tapped),
            _what(menu, tapped),
            _suit(menu, kind, tapped),
            *_fields(names, record, menu, kind, tapped),
            *_extras(record, menu, tapped),
            *_doublers(names, record, menu, tapped),
            *(_moments(record, menu, tapped) if when else ()),
        ),
        sentence=_sentence(names, record, menu, tapped) if wrong is None else None,
        missing=wrong or _missing(kind, tapped),
        fields=tapped.fields(),
        deal=deal,
        auction=_speaking(record),
    )


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


def _suit(menu: CallMenu, kind: CallKind | None, tapped: Tapped) -> CallRow:
    every: dict[Suit, None] = dict.fromkeys(suit for each in menu.kinds for suit in each.suits)
    suits = () if kind is None else kind.suits
    choices = [
        CallChoice(
            f"suit-{suit.letter}",
            suit_text(suit),
            tapped.suit is suit,
            suit in suits,
            suit_key(suit),
        )
        for suit in sorted(every, key=_precedence)
    ]
    if any(each.tout for each in menu.kinds):
        choices.append(CallChoice("tout", m.TOUT, tapped.tout, kind is not None and kind.tout))
    return CallRow(m.SUIT if suits else m.EXTRAS, tuple(choices))


def _precedence(suit: Suit) -> int:
    return list(Suit).index(suit)


def _fields(
    names: tuple[str, ...],
    record: DealRecord,
    menu: CallMenu,
    kind: CallKind | None,
    tapped: Tapped,
) -> tuple[CallRow, ...]:
    """Return a row for everything else that some call of this game names."""
    every = {field.name: field for each in menu.kinds for field in each.fields}
    here = {field.name: field for field in kind.fields} if kind is not None else {}
    given = dict(tapped.named)
    rows: list[CallRow] = []
    for name, field in every.items():
        said = _SAID[field.takes](here.get(name, field), names)
        fits = values(here[name], record) if name in here else ()
        choices = tuple(
            CallChoice(
                f"f-{name}-{value}",
                said(value),
                given.get(name) == value,
                value in fits and (field.takes != "seat" or value != tapped.who),
            )
            for value in values(field, record)
        )
        rows.append(CallRow(here.get(name, field).title, choices))
    return tuple(rows)


Say = Callable[[str], Line]
_SAID: Mapping[str, Callable[[CallField, tuple[str, ...]], Say]] = {
    "flag": lambda field, names: lambda value: field.title,
    "seat": lambda field, names: lambda value: names[int(value)],
    "card": lambda field, names: lambda value: card_text(card(value)),
    "word": lambda field, names: lambda value: dict(field.words).get(value, value),
}


def _extras(record: DealRecord, menu: CallMenu, tapped: Tapped) -> tuple[CallRow, ...]:
    if not menu.doublings:
        return ()
    counts = dict(tapped.doublings)

    def choice(word: str, text: Text) -> CallChoice:
        count = counts.get(word, 0)
        label = m.TIMES.format(word=text, n=count) if count > 1 else text
        shown = bool(count) or word not in menu.aliases
        turned = turned_call(word, tapped, record, menu)
        return CallChoice(f"d-{word}", label, count > 0, shown, becomes=str(turned))

    return (CallRow(m.DOUBLINGS, tuple(choice(word, text) for word, text in menu.doublings)),)


def _doublers(
    names: tuple[str, ...], record: DealRecord, menu: CallMenu, tapped: Tapped
) -> tuple[CallRow, ...]:
    """Return for each word a row that asks who said it; open once it was tapped."""
    more = {word for word, _, _ in new_doublings(tapped, record)}
    return tuple(
        CallRow(
            c.WHO_SAID.format(word=text),
            tuple(
                CallChoice(
                    f"by-{word}-{seat}",
                    names[seat],
                    (said := seat in tapped.who_doubled(word)),
                    word in more,
                    becomes="0" if said else "1",
                )
                for seat in seats(record)
            ),
        )
        for word, text in menu.doublings
    )


def _moments(record: DealRecord, menu: CallMenu, tapped: Tapped) -> tuple[CallRow, ...]:
    """Return for each word that is judged a row that asks when it was said.

    Open once somebody was named and cards lie: without a name, or before the first card, the
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
                        asked,
                    )
                    for count in sorted({*range(first + 1), laid, *_told(tapped, word)})
                ),
                CallChoice(
                    f"at-{word}-",
                    c.NOBODY_KNOWS_WHEN,
                    asked and tapped.said_after(word) is None,
                    asked,
                ),
            ),
        )
        for word, text in menu.doublings
        if word in menu.judged
        for asked in (_asks_when(word, record, menu, tapped),)
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
    for word, count in in_order(tapped, record):
        text = m.TIMES.format(word=named[word], n=count) if count > 1 else named[word]
        who = tuple(names[seat] for seat in tapped.who_doubled(word))
        said = c.SAID_BY.format(word=text, names=", ".join(who)) if who else text
        after = tapped.said_after(word)
        if after is not None and _asks_when(word, record, menu, tapped):
            said = c.SAID_WHEN.format(said=said, when=_before_card(after))
        listed.append(said)
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
    return field.title
