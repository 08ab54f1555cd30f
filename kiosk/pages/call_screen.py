"""The call by touch: who, what, which suit, confirm; at most four taps (KIOSK screen 2).

What has been tapped so far stands in the address, so every tap is a plain link and the page needs
no script of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from engine.cards import Suit
from engine.games.base import CallKind, CallMenu
from engine.games.words import suit_text
from engine.record import Contract, DealRecord
from engine.text import Text
from kiosk import messages as m
from kiosk.pages.cards import suit_key
from kiosk.pages.catalogue import contract_text, doubling_words
from kiosk.pages.screens import Line

NOBODY = "none"
THROWN_IN = "thrown_in"
MOST_DOUBLINGS = 4
"""Of one word; the next tap starts again from what is already recorded."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """What has been tapped so far."""

    who: str | None = None
    """Seat as a number, `none`, or nothing yet."""
    kind: str | None = None
    suit: Suit | None = None
    tout: bool = False
    doublings: tuple[tuple[str, int], ...] = ()
    """Word and how often, those already recorded included."""

    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of the address or form that say the same."""
        listed = [
            ("who", self.who),
            ("kind", self.kind),
            ("suit", self.suit.letter if self.suit else None),
            ("tout", "1" if self.tout else None),
            *((f"d.{word}", str(count)) for word, count in self.doublings),
        ]
        return tuple((name, value) for name, value in listed if value)

    @property
    def seat(self) -> int | None:
        """The declarer's seat."""
        return None if self.who is None or self.who == NOBODY else int(self.who)


@dataclass(frozen=True, slots=True)
class Choice:
    """One button."""

    key: str
    word: Line
    href: str
    chosen: bool
    suit: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of buttons."""

    title: Text
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class CallScreen:
    """The call as far as it has been tapped."""

    sub: tuple[Line, ...]
    rows: tuple[Row, ...]
    sentence: Text | None
    missing: Text
    fields: tuple[tuple[str, str], ...]


def recorded(record: DealRecord) -> Tapped:
    """Return what the deal's record already says."""
    counted = Counter(doubling.say for doubling in record.doubles)
    doublings = tuple(sorted(counted.items()))
    contract = record.contract
    if contract is None:
        return Tapped(doublings=doublings)
    who = NOBODY if contract.seat is None else str(contract.seat)
    return Tapped(who, contract.kind, contract.suit, contract.tout, doublings)


def read(form: MultiDict[str, str], record: DealRecord, menu: CallMenu) -> Tapped | None:
    """Return what a form or address says; None where the game offers no such call."""
    who, kind, letter = form.get("who"), form.get("kind"), form.get("suit")
    if who is not None and who not in _seats(record):
        return None
    offered = {choice.kind: choice for choice in menu.kinds}
    if kind is not None and kind != THROWN_IN and kind not in offered:
        return None
    suits = {suit.letter: suit for suit in offered[kind].suits} if kind in offered else {}
    counts: dict[str, int] = dict(recorded(record).doublings)
    for word, _ in menu.doublings:
        given = form.get(f"d.{word}", "0")
        if not (given.isdecimal() and int(given) <= MOST_DOUBLINGS):
            return None
        counts[word] = max(counts.get(word, 0), int(given))
    return Tapped(
        who,
        kind,
        suits.get(letter or ""),
        tout=form.get("tout") == "1" and kind in offered and offered[kind].tout,
        doublings=tuple(sorted((word, n) for word, n in counts.items() if n)),
    )


def _seats(record: DealRecord) -> tuple[str, ...]:
    return (*(str(seat) for seat in range(record.players) if seat not in record.out), NOBODY)


def contract_of(tapped: Tapped, menu: CallMenu) -> Contract | None:
    """Return the contract that was tapped, None while something is missing."""
    kind = _kind(tapped, menu)
    if kind is None or tapped.who is None or (kind.suits and tapped.suit is None):
        return None
    if kind.declared != (tapped.who != NOBODY):
        return None
    return Contract(kind.kind, tapped.seat, tapped.suit, tapped.tout)


def new_doublings(tapped: Tapped, record: DealRecord) -> tuple[str, ...]:
    """Return the doublings tapped beyond those recorded, one word each."""
    before = Counter(doubling.say for doubling in record.doubles)
    return tuple(
        word for word, count in tapped.doublings for _ in range(count - before.get(word, 0))
    )


def call(names: tuple[str, ...], record: DealRecord, menu: CallMenu, tapped: Tapped) -> CallScreen:
    """Return the screen after what was tapped."""
    rows = [_who(names, record, menu, tapped), _what(menu, tapped)]
    kind = _kind(tapped, menu)
    if kind is not None and (kind.suits or kind.tout):
        rows.append(_suit(kind, tapped))
    if menu.doublings:
        rows.append(_extras(record, menu, tapped))
    return CallScreen(
        sub=(m.DEALER.format(name=names[record.dealer]),),
        rows=tuple(rows),
        sentence=_sentence(names, record, menu, tapped),
        missing=_missing(kind, tapped),
        fields=tapped.fields(),
    )


def _kind(tapped: Tapped, menu: CallMenu) -> CallKind | None:
    return next((kind for kind in menu.kinds if kind.kind == tapped.kind), None)


def _href(tapped: Tapped) -> str:
    return "/call?" + urlencode([("step", "1"), *tapped.fields()])


def _who(names: tuple[str, ...], record: DealRecord, menu: CallMenu, tapped: Tapped) -> Row:
    kind = _kind(tapped, menu)

    def choice(who: str, word: Line) -> Choice:
        fits = kind is not None and kind.declared == (who != NOBODY)
        after = replace(tapped, who=who) if fits else replace(tapped, who=who, kind=None)
        return Choice(f"who-{who}", word, _href(after), tapped.who == who)

    listed = [choice(who, m.NOBODY if who == NOBODY else names[int(who)]) for who in _seats(record)]
    return Row(m.WHO, tuple(listed))


def _what(menu: CallMenu, tapped: Tapped) -> Row:
    nobody = tapped.who == NOBODY
    choices = [
        Choice(
            f"kind-{kind.kind}",
            kind.title,
            _href(replace(tapped, kind=kind.kind, suit=_kept(kind, tapped), tout=False)),
            tapped.kind == kind.kind,
        )
        for kind in menu.kinds
        if kind.declared != nobody
    ]
    if nobody:
        after = replace(tapped, kind=THROWN_IN, suit=None, tout=False)
        choices.append(
            Choice("kind-thrown_in", m.THROWN_IN, _href(after), tapped.kind == THROWN_IN)
        )
    return Row(m.WHAT, tuple(choices))


def _kept(kind: CallKind, tapped: Tapped) -> Suit | None:
    return tapped.suit if tapped.suit in kind.suits else None


def _suit(kind: CallKind, tapped: Tapped) -> Row:
    choices = [
        Choice(
            f"suit-{suit.letter}",
            suit_text(suit),
            _href(replace(tapped, suit=suit)),
            tapped.suit is suit,
            suit_key(suit),
        )
        for suit in kind.suits
    ]
    if kind.tout:
        after = replace(tapped, tout=not tapped.tout)
        choices.append(Choice("tout", m.TOUT, _href(after), tapped.tout))
    return Row(m.SUIT if kind.suits else m.EXTRAS, tuple(choices))


def _extras(record: DealRecord, menu: CallMenu, tapped: Tapped) -> Row:
    least = dict(recorded(record).doublings)
    counts = dict(tapped.doublings)

    def choice(word: str, text: Text) -> Choice:
        count = counts.get(word, 0)
        after = count + 1 if count < MOST_DOUBLINGS else least.get(word, 0)
        changed: Mapping[str, int] = {**counts, word: after}
        kept: Iterable[tuple[str, int]] = ((say, n) for say, n in sorted(changed.items()) if n)
        label = m.TIMES.format(word=text, n=count) if count > 1 else text
        href = _href(replace(tapped, doublings=tuple(kept)))
        return Choice(f"d-{word}", label, href, count > 0)

    return Row(m.DOUBLINGS, tuple(choice(word, text) for word, text in menu.doublings))


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
    named = doubling_words(record.game)
    extras = [
        m.TIMES.format(word=named[w], n=n) if n > 1 else named[w] for w, n in tapped.doublings
    ]
    for extra in extras:
        said = Text(de=f"{said.de}, {extra.de}", en=f"{said.en}, {extra.en}")
    return said


def _missing(kind: CallKind | None, tapped: Tapped) -> Text:
    if tapped.who is None:
        return m.STILL_MISSING_WHO
    if kind is None:
        return m.STILL_MISSING_WHAT
    return m.STILL_MISSING_SUIT
