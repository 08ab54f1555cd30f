"""The screen for ears: what it says, in words, and what is new on it since the picture before.

Read off the very values the templates are drawn from, so that nobody hears what nobody sees
(DESIGN 8). The voice speaks what is new (`heard`); the page keeps the newest of it in one live
region for screen readers (`now_said`), which is the only one that tells the play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from engine.evening.report import Due
from engine.evening.scoring import in_cents
from engine.options import Rules
from engine.text import LANGUAGES, NO_WORDS, Text
from kiosk.screens import alert as alert_screen
from kiosk.screens import table as table_screen
from kiosk.screens.alert import either
from kiosk.screens.table import WaitScreen, in_play
from kiosk.screens.values import (
    AlertScreen,
    Ask,
    ConfirmScreen,
    ResultScreen,
    Slot,
    TableScreen,
    sentences,
)
from kiosk.table.view import TableView
from kiosk.words import by_ear as w
from kiosk.words import calls as c
from kiosk.words import pages as m
from kiosk.words import score_pad as e


class Passing(Enum):
    """What the next of its kind makes old news."""

    CARD = "card"
    TRICK = "trick"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing to be told."""

    words: Text
    passing: Passing | None = None
    """None: it is told however late, as far as anything is."""


_CENTS = 100


def screen_of(view: TableView) -> object:
    """Return what the first page shows of an evening that goes on; None before the first."""
    if not view.state.game:
        return None
    return table_screen.confirming(view) or in_play(view)[1]


def now_said(screen: object, ask: Ask | None, rules: Rules | None) -> Text:
    """Return the newest on a screen as a screen reader tells it; an alert tells itself.

    Without `rules` amounts are told as plain numbers.
    """
    match screen:
        case TableScreen():
            laid = [slot for slot in screen.slots if slot.played]
            said = [_laid(slot) for slot in laid[-1:]]
            said += [each for each in (_trick(screen), _next(screen)) if each is not None]
            said += [] if ask is None else [_asked(ask)]
        case ResultScreen():
            said = list(_result(screen, rules))
        case ConfirmScreen():
            said = [_ended(screen.heading), _asked(screen.ask)]
        case WaitScreen():
            said = list(_waiting(screen, rules))
        case _:
            said = []
    return sentences(*said) if said else NO_WORDS


def heard(before: TableView, now: TableView, *, in_money: bool = True) -> tuple[Heard, ...]:
    """Return what a screen tells that the one before did not, in the order of being told.

    Amounts are told in euros and cents, without `in_money` as plain numbers.
    """
    old, new = screen_of(before), screen_of(now)
    rules = now.state.rules if in_money else None
    told = [Heard(_asked(ask)) for ask in _fresh_asks(before, now, old, new)]
    match new:
        case AlertScreen():
            if not isinstance(old, AlertScreen) or old.verdict != new.verdict:
                told += [Heard(each) for each in _alert(new)]
        case TableScreen():
            told += _table(old if isinstance(old, TableScreen) else None, new)
        case ResultScreen():
            known = _result(old, rules) if isinstance(old, ResultScreen) else ()
            said = _result(new, rules)
            told += [Heard(each) for each in said if known != said]
        case WaitScreen():
            known = _waiting(old, rules) if isinstance(old, WaitScreen) else ()
            said = _waiting(new, rules)
            told += [Heard(each) for each in said if known != said]
        case _:
            pass
    return tuple(told)


def _fresh_asks(before: TableView, now: TableView, old: object, new: object) -> list[Ask]:
    """Return the question that stands there now and did not before; an alert takes its place."""
    if isinstance(new, AlertScreen):
        return []
    asked = new.ask if isinstance(new, ConfirmScreen) else table_screen.ask(now)
    known = old.ask if isinstance(old, ConfirmScreen) else table_screen.ask(before)
    same = known is not None and asked is not None and known.about == asked.about
    return [] if asked is None or same else [asked]


def _table(old: TableScreen | None, new: TableScreen) -> list[Heard]:
    told: list[Heard] = []
    if old is None or old.heading.title != new.heading.title:
        told.append(Heard(_ended(new.heading.title)))
    if old is not None:
        fresh = [line for line in new.heading.sub if line not in old.heading.sub]
        told += [Heard(_ended(_text(line))) for line in fresh]
    known = {} if old is None else {slot.seq: slot for slot in old.slots if slot.played}
    laid = {slot.seq: slot for slot in new.slots if slot.played}
    gone = [slot for seq, slot in known.items() if seq not in laid]
    swept = old is not None and old.complete
    lines = [] if swept or not laid.keys() <= known.keys() else [_taken(slot) for slot in gone]
    for seq, slot in laid.items():
        if seq not in known:
            lines.append(_laid(slot))
        elif known[seq].face != slot.face:
            lines.append(w.CORRECTED.format(what=_laid(slot)))
    if lines:
        told.append(Heard(sentences(*lines), Passing.CARD))
    trick = _trick(new)
    if trick is not None and (old is None or (laid.keys(), trick) != (known.keys(), _trick(old))):
        told.append(Heard(trick, Passing.TRICK))
    then = _next(new)
    if then is not None and (old is None or then != _next(old) or (lines and not new.complete)):
        told.append(Heard(then, Passing.TURN))
    return told


def _laid(slot: Slot) -> Text:
    if slot.face is None:
        return w.UNSEEN.format(name=slot.name)
    return (w.UNSURE if slot.unsure else w.LAID).format(name=slot.name, card=slot.face.name)


def _taken(slot: Slot) -> Text:
    card = m.UNSEEN_CARD if slot.face is None else slot.face.name
    return w.TAKEN.format(name=slot.name, card=card)


def _trick(screen: TableScreen) -> Text | None:
    """Return whose the trick is that lies there whole, and what is in it."""
    winner = next((slot.name for slot in screen.slots if slot.winning), None)
    if not screen.complete or winner is None:
        return None
    return (w.TRICK_ONE if screen.points == 1 else w.TRICK).format(name=winner, n=screen.points)


def _next(screen: TableScreen) -> Text | None:
    """Return what the table waits for."""
    if screen.claim is not None:
        return sentences(screen.claim.words, c.ALL_AGREE)
    if screen.settle is not None:
        return _ended(screen.settle)
    return None if screen.turn is None else _ended(screen.turn)


def _asked(ask: Ask) -> Text:
    names = [face.name for face in ask.options] or [w.OTHER_CARD]
    de, en = (either(tuple(each.in_language(one) for each in names)) for one in LANGUAGES)
    return sentences(m.WHICH_LAY.format(name=ask.name), _ended(Text(de=de.de, en=en.en)))


def _alert(screen: AlertScreen) -> tuple[Text, ...]:
    """Return a verdict and what proves it, sentence by sentence."""
    return (
        _ended(alert_screen.in_one_line(screen)),
        *(sentences(_ended(each.title), _ended(each.sentence)) for each in screen.tricks),
        *(() if screen.conclusion is None else (_ended(screen.conclusion),)),
        m.NOTHING_SCORED if screen.named else m.NOBODY_NAMED,
    )


def _result(screen: ResultScreen, rules: Rules | None) -> tuple[Text, ...]:
    """Return how a deal ended and who pays whom, sentence by sentence."""
    said = [_ended(screen.headline), *(_ended(moment.why) for moment in screen.moments)]
    said += [] if screen.outcome is None else [_ended(screen.outcome)]
    if screen.open is not None:
        return (*said, _ended(screen.open))
    said += [] if screen.points is None else [_ended(screen.points)]
    said += [_ended(tag) for tag in screen.tags]
    said += [] if screen.laufende is None else [_ended(screen.laufende)]
    for paid in screen.payments:
        line = m.PAYS.format(payer=paid.payer, payee=paid.payee)
        said.append(_ended(sentences(line, money(paid.amount, rules))))
    said += [] if screen.game_won is None else [_ended(screen.game_won)]
    return tuple(said)


def _waiting(screen: WaitScreen, rules: Rules | None) -> tuple[Text, ...]:
    """Return what comes next; once the evening is over, who pays whom, where that is money."""
    if screen.dues is not None:
        return (_ended(screen.lead), *(() if rules is None else _dues(screen.dues)))
    lines = (screen.heading, *map(_text, screen.sub))
    return (sentences(*map(_ended, lines)),)


def _dues(dues: tuple[Due, ...]) -> Iterator[Text]:
    """Yield each payment; what the Stock pays or gets is said of it."""
    for due in dues:
        payer, payee = (name or e.FROM_STOCK for name in (due.payer, due.payee))
        line = m.PAYS.format(payer=payer, payee=payee)
        yield _ended(sentences(line, spoken_cents(due.cents)))


def money(amount: Fraction, rules: Rules | None) -> Text:
    """Return an amount as it is said: "1 Euro 20"; a number where units are worth nothing."""
    cents = None if rules is None else in_cents(amount, rules)
    if cents is None:
        written = str(amount) if amount.denominator == 1 else f"{float(amount):.2f}"
        return Text(de=written.replace(".", ","), en=written)
    return spoken_cents(round(cents))


def spoken_cents(cents: int) -> Text:
    """Return cents as people say them: "70 Cent", "1 Euro 20"."""
    euros, rest = divmod(cents, _CENTS)
    if not euros:
        return w.CENTS.format(n=rest)
    whole = w.EURO if euros == 1 else w.EUROS.format(n=euros)
    return whole if not rest else w.EUROS_CENTS.format(euros=whole, rest=f"{rest:02}")


def _text(line: Text | str) -> Text:
    return line if isinstance(line, Text) else Text(de=line, en=line)


def _ended(text: Text) -> Text:
    """Return a sentence with its stop: the voice rests there."""
    return Text(de=_stopped(text.de), en=_stopped(text.en))


def _stopped(said: str) -> str:
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."
