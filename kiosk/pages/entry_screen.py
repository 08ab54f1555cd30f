"""Entering a deal by hand: the call, the result, and what it comes to before it is saved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.record import DealRecord
from engine.text import Text
from kiosk import entry_words as e
from kiosk import messages as m
from kiosk.pages import call_screen, call_state, entry_state
from kiosk.pages.call_screen import Choice, Row
from kiosk.pages.catalogue import call_menu, calls
from kiosk.pages.entry_asks import Asks
from kiosk.pages.entry_state import KEYS, POINTS, Entry
from kiosk.pages.result_screen import join
from kiosk.pages.screens import Line, Payment
from kiosk.pages.sure import sentences

_LEVEL_WORDS = {"schneider": e.SCHNEIDER, "schwarz": e.SCHWARZ}
_CALL_ROWS = 3
"""Who, what, suit: the first rows of the call screen."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a deal would come to."""

    headline: Text
    payments: tuple[Payment, ...]
    points: Text | None = None
    """Game points, where nothing is paid."""
    tags: tuple[Text, ...] = ()
    """Schneider and Schwarz of the losers, as the deal was settled."""


@dataclass(frozen=True, slots=True)
class EntryScreen:
    """A deal as far as it has been tapped."""

    heading: Text
    sub: tuple[Line, ...]
    rows: tuple[Row, ...]
    fields: tuple[tuple[str, str], ...]
    preview: Preview | None
    missing: Text
    """What is still missing, or why it cannot be so."""
    wrong: bool
    """Whether somebody wanted it saved all the same."""
    about: str
    deal: str
    """The deal that is corrected; empty for one entered anew."""
    adjusts: bool = False
    outright: bool = False
    back: str = "/"
    """Where it was opened from."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything a screen is made of."""

    names: tuple[str, ...]
    record: DealRecord
    """With the contract that was tapped."""
    entry: Entry
    asks: Asks
    adjusts: bool = False


def rows(draft: Draft, tags: tuple[Text, ...] = ()) -> tuple[Row, ...]:
    """Return the rows of buttons; `tags` are how clearly it was won, as it was settled."""
    if draft.adjusts:
        return _outright(draft)
    first, more = _call(draft, tags)
    return (*first, *(_outright(draft) if draft.entry.outright else _result(draft)), *more)


def sentence(draft: Draft) -> Text | None:
    """Return the call in words; None while something of it is missing."""
    return _call_screen(draft).sentence


def missing(draft: Draft) -> Text:
    """Return what has to be tapped next of the call."""
    return _call_screen(draft).missing


def _call_screen(draft: Draft) -> call_screen.CallScreen:
    return call_screen.call(draft.names, draft.record, call_menu(draft.record), draft.entry.call)


def _call(draft: Draft, tags: tuple[Text, ...]) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Return the call's rows before the result and after it.

    Who and what give way to one line once they are tapped.
    """
    screen, entry = _call_screen(draft), draft.entry
    counting = {f"d-{word}" for word in draft.asks.doublings if not _thrown_in(entry)}
    over = tuple(f"f-{name}-" for name in draft.asks.passed_over)
    listed = [_without(row, counting, over) for row in screen.rows]
    if not calls(draft.record):
        # Nobody says what is played where it is always the same (Bierkopf).
        return (), tuple(listed[_CALL_ROWS:])
    if screen.sentence is None or "edit" in entry.said:
        return tuple(listed), ()
    kind = call_state.kind_of(entry.call, call_menu(draft.record))
    extras = listed[_CALL_ROWS - 1 :] if kind is not None and kind.tout else []
    extras = extras or listed[_CALL_ROWS:]
    said = sentences(screen.sentence, *tags, between=", ")
    chosen = Row(e.DEAL, (Choice("edit-1", _both(said, " ✎"), chosen=False),))
    return (chosen,), tuple(extras)


def _thrown_in(entry: Entry) -> bool:
    """Tell whether nobody played: then nothing that was said before counts."""
    return entry.call.who == call_state.NOBODY and entry.call.kind == call_state.THROWN_IN


def _without(row: Row, counting: set[str], over: tuple[str, ...]) -> Row:
    """Return a row without what does not count here: doublings, and what is told by name."""
    return replace(
        row,
        choices=tuple(
            choice
            for choice in row.choices
            if not choice.key.startswith((*over, "by-"))
            and (not choice.key.startswith("d-") or choice.key in counting)
        ),
    )


def _both(text: Text, more: str) -> Text:
    return Text(de=text.de + more, en=text.en + more)


def _result(draft: Draft) -> tuple[Row, ...]:
    asks, entry = draft.asks, draft.entry
    found: list[Row] = []
    if asks.partners:
        found.append(_partners(draft))
    if asks.sides:
        title = e.RESULT if teams_of(draft) is None else e.WINNERS
        found.append(Row(title, tuple(_sides(draft))))
        counted = len(asks.laufende) > 1
        title = _laufende_title(entry.laufende) if counted else m.POINTS
        found.append(Row(title, tuple(_counts(draft))))
    if asks.losers:
        found += _everybody(draft)
    elif asks.tricks:
        found.append(Row(e.TRICKS, tuple(_numbers(draft, "t"))))
    return (*found, *_keys(draft))


def _partners(draft: Draft) -> Row:
    """Return the row that asks with whom; that nobody plays along is said there too."""
    row, alone = _seats(draft, "partners", e.PARTNER, draft.asks.partners), draft.asks.alone
    if alone is None:
        return row
    chosen = draft.asks.said_alone
    return replace(row, choices=(*row.choices, Choice(alone.tap, e.ALONE, chosen)))


def _everybody(draft: Draft) -> Iterable[Row]:
    """Return the rows of a deal in which everybody plays alone."""
    asks, people = draft.asks, call_state.seats(draft.record)
    name, title = ("winners", e.WINNERS) if asks.winners else ("losers", e.LOSERS)
    row = _seats(draft, name, title, people)
    counted = "counted" in draft.entry.said
    all_of = Choice("counted-1", e.COUNT_ALL, counted, asks.counts)
    yield replace(row, choices=(*row.choices, all_of))
    if asks.levels:
        yield Row(e.RESULT, tuple(_levels(draft)))
    if counted:
        yield Row(e.ALL_POINTS, tuple(_numbers(draft, "q")))
    elif asks.trickless:
        yield _seats(draft, "trickless", e.TRICKLESS, people)
    if counted or asks.tricks:
        yield Row(e.TRICKS, tuple(_numbers(draft, "t")))


def _outright(draft: Draft) -> tuple[Row, ...]:
    said = draft.entry.said.get("reason")
    reasons = tuple(Choice(f"reason-{key}", word, said == key) for key, word in e.REASONS.items())
    amounts = Row(e.AMOUNTS, tuple(_numbers(draft, "a")))
    return (amounts, *_keys(draft, signed=True), Row(e.REASON, reasons))


def _seats(draft: Draft, name: str, title: Text, people: Iterable[int]) -> Row:
    chosen = draft.entry.seats.get(name, ())
    return Row(
        title,
        tuple(Choice(f"{name}-{seat}", draft.names[seat], seat in chosen) for seat in people),
    )


def _sides(draft: Draft) -> Iterable[Choice]:
    said, teams = draft.entry.said, teams_of(draft)
    words = (e.WON, e.LOST) if teams is None else teams
    for value, word in zip(("1", "0"), words, strict=True):
        yield Choice(f"won-{value}", word, said.get("won") == value)
    yield from _levels(draft)


def _levels(draft: Draft) -> Iterable[Choice]:
    said = draft.entry.said.get("level")
    for level in draft.asks.levels:
        yield Choice(f"level-{level}", _LEVEL_WORDS[level], said == level)


def teams_of(draft: Draft) -> tuple[Text, ...] | None:
    """Return the names of both teams where two teams play, None elsewhere."""
    contract = draft.record.contract
    teams = None if contract is None else contract.details.get("teams")
    if not isinstance(teams, list | tuple):
        return None
    return tuple(join(tuple(draft.names[seat] for seat in team)) for team in teams)


def _laufende_title(count: int) -> Text:
    words = e.WITH if count > 0 else e.WITHOUT
    return e.LAUFENDE.format(n=words.format(n=abs(count)) if count else e.NONE)


def _counts(draft: Draft) -> Iterable[Choice]:
    entry, more = draft.entry, len(draft.asks.laufende) > 1
    yield Choice("lauf-down", e.MORE_WITHOUT, entry.laufende < 0, more)
    yield Choice("lauf-up", e.MORE_WITH, entry.laufende > 0, more)
    yield Choice("lauf-none", e.NO_LAUFENDE, False, more and entry.laufende != 0)
    number, teams = entry.number(POINTS), teams_of(draft)
    shown = "–" if number is None else str(number)
    word = e.POINTS.format(n=shown)
    if teams is not None:
        word = e.TEAM_POINTS.format(names=teams[0], n=shown)
    yield Choice(f"n-{POINTS}", word, entry.field == POINTS)


def _numbers(draft: Draft, mark: str) -> Iterable[Choice]:
    entry, record = draft.entry, draft.record
    counts = entry.filled(mark, record, entry_state.total(mark, record))
    typed = dict(entry.numbers)
    for seat in call_state.seats(record):
        field, count = f"{mark}{seat}", counts[seat]
        shown = typed.get(field) or ("–" if count is None else str(count))
        word = e.NUMBER.format(name=draft.names[seat], n=shown.replace("-", "−"))
        yield Choice(f"n-{field}", word, entry.field == field)


def _keys(draft: Draft, *, signed: bool = False) -> tuple[Row, ...]:
    if draft.entry.field is None:
        return ()
    marks = (("sign", "±"), ("back", "⌫")) if signed else (("back", "⌫"),)
    choices = [Choice(f"k-{key}", key, chosen=False) for key in KEYS]
    choices += [Choice(f"k-{key}", word, chosen=False) for key, word in marks]
    return (Row(e.KEYS, tuple(choices)),)


def closing_sub(draft: Draft, last: Text | None) -> tuple[Line, ...]:
    """Return the line below the heading: dealer, who sits out, what was entered last."""
    record = draft.record
    sub: list[Line] = []
    if not draft.adjusts:
        sub.append(m.DEALER.format(name=draft.names[record.dealer]))
        sub += [m.SITTING_OUT.format(name=draft.names[seat]) for seat in record.out]
    if record.plays:
        sub.append(e.CARDS_LIE)
    return (*sub, *(() if last is None else (last,)))
