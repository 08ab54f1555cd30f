"""What an evening counts where its games count different things, or the same in other units.

The standing is counted as the newest deal was, so that a change of game alone changes no figure;
what was counted otherwise before stays a standing of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.evening.deal import DealState
from engine.evening.scoring import currency, exchanged, in_cents
from engine.evening.state import TableState, person_keys
from engine.games import game
from engine.options import Rules
from engine.text import Text
from kiosk.words import exports as w

Key = tuple[str, int]
"""Name, and which of those of that name."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What stood when the evening began to count something else."""

    title: Text
    """The games that counted so."""
    totals: tuple[tuple[str, Fraction], ...]
    """Names and what they had, most first; without those who had nothing."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """One deal or change that counted."""

    seq: int
    names: tuple[str, ...]
    amounts: Sequence[Fraction]
    rules: Rules
    game: str


def counted(state: TableState, rules: Rules | None = None) -> TableState:
    """Return the evening counted by `rules`; by those of its newest deal or change if not given."""
    if rules is None:
        lines = _lines(state)
        rules = lines[-1].rules if lines else state.rules
    if rules is None or state.rules is None or _alike(rules, state.rules):
        return state
    return replace(state, rules=rules)


def totals(state: TableState) -> Mapping[Key, Fraction]:
    """Return what everybody has who played, whoever left included, in what the evening counts."""
    won: dict[Key, Fraction] = {}
    for line in _lines(state):
        for key, amount in zip(person_keys(line.names), line.amounts, strict=True):
            won[key] = won.get(key, Fraction(0)) + state.worth(amount, line.rules)
    return won


def gone(state: TableState) -> tuple[str, ...]:
    """Return the names of those who have a score and sit at the table no more, in order."""
    here = set(person_keys(state.seats))
    return tuple(name for name, _ in sorted(key for key in totals(state) if key not in here))


def as_counted(state: TableState, amount: Fraction | int, rules: Rules) -> Fraction | None:
    """Return an amount won by `rules` in what the evening counts; None where it counts no such."""
    won = Fraction(amount)
    return won if state.rules is None else exchanged(won, rules, state.rules)


def earlier(state: TableState) -> tuple[Earlier, ...]:
    """Return the standings in everything else that was counted, in order."""
    if state.rules is None:
        return ()
    groups: dict[str, list[_Counted]] = {}
    for line in _lines(state):
        if currency(line.rules) != currency(state.rules):
            groups.setdefault(currency(line.rules), []).append(line)
    return tuple(_stood(state, lines) for lines in groups.values())


def converted(state: TableState) -> Text | None:
    """Return that the standing is in another unit than some deals were counted in, where it is."""
    now = in_cents(1, state.rules)
    worth = {in_cents(1, line.rules) for line in _lines(state)} - {None}
    return None if now is None or worth <= {now} else w.CONVERTED.format(cents=now)


def note(state: TableState, deal: DealState) -> Text | None:
    """Return what a list says of a deal that was counted in another way than the list counts."""
    rules, now = deal.head.rules, state.rules
    if now is None or deal.result is None or _alike(rules, now):
        return None
    if currency(rules) == currency(now):
        return w.WAS_CONVERTED.format(cents=in_cents(1, rules))
    gains = zip(deal.names, deal.gains, strict=True)
    return w.COUNTS_APART.format(amounts=_told((name, amount) for name, amount in gains if amount))


def begins(state: TableState) -> Text | None:
    """Return that the next deal counts otherwise than the standing so far, where it does."""
    before, now = counted(state).rules, state.rules
    if before is None or now is None or before is now or not state.running:
        return None
    title = game(state.game).title
    if currency(before) != currency(now):
        return w.APART_FROM_NOW.format(game=title)
    return w.CONVERTED_FROM_NOW.format(
        game=title, cents=in_cents(1, now), before=in_cents(1, before)
    )


def _stood(state: TableState, lines: list[_Counted]) -> Earlier:
    titles = [game(name).title for name in dict.fromkeys(line.game for line in lines)]
    had = totals(replace(state, rules=lines[-1].rules))
    return Earlier(
        Text(de=" · ".join(each.de for each in titles), en=" · ".join(each.en for each in titles)),
        tuple(
            (name, had[name, at])
            for name, at in sorted(had, key=lambda key: -had[key])
            if had[name, at]
        ),
    )


def _told(amounts: Iterator[tuple[str, Fraction]]) -> str:
    return ", ".join(
        f"{name} {'+' if amount > 0 else '−'}{abs(amount)}" for name, amount in amounts
    )


def _alike(one: Rules, other: Rules) -> bool:
    return currency(one) == currency(other) and in_cents(1, one) == in_cents(1, other)


def _lines(state: TableState) -> list[_Counted]:
    """Return everything that counted, in order."""
    found = [
        _Counted(deal.head.seq, deal.names, deal.gains, deal.head.rules, deal.head.game)
        for deal in state.finished
        if deal.result is not None
    ]
    for change in state.adjustments:
        played = [each.game for each in state.games if each.seq < change.seq]
        amounts = [Fraction(amount) for amount in change.amounts]
        name = played[-1] if played else state.game
        found.append(_Counted(change.seq, change.names, amounts, change.rules, name))
    return sorted(found, key=lambda each: each.seq)
