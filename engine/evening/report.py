"""The report of an evening: who has what, how it came about, and the fewest payments at its end.

Everybody who played is in it, whoever left and substitutes included. Beside it stands the check
that the score adds up. All of it is derived, like any result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from engine.evening.deal import GameWon
from engine.evening.scoring import fewest, in_cents, is_zero_sum, rounded
from engine.evening.state import TableState, person_keys
from engine.options import Rules
from engine.text import Text

PersonKey = tuple[str, int]
"""Name, and which of those of that name."""


@dataclass(frozen=True, slots=True)
class PersonResult:
    """One person's evening."""

    name: str
    here: bool
    """Whether the person owns a seat now."""
    total: Fraction
    """What was won, by hand included, in what the evening counts."""
    plus: Fraction
    """The deals and changes won, added up (the plus column of a list)."""
    minus: Fraction
    """The lost ones, below nothing."""
    deals: int
    """Deals that counted for this person."""


@dataclass(frozen=True, slots=True)
class Due:
    """One payment at the end of the evening."""

    payer: str | None
    """None: out of what lies in the Stock."""
    payee: str | None
    """None: into the Stock."""
    cents: int


@dataclass(frozen=True, slots=True)
class EveningReport:
    """What an evening comes to."""

    standings: tuple[PersonResult, ...]
    """Most first; of equals in the order in which they came."""
    winners: tuple[str, ...]
    """Who has most; empty before anything counted."""
    dues: tuple[Due, ...] | None
    """The fewest payments that settle it; None where nothing is counted that is paid."""
    stock_cents: int
    """What is left in the Stock, or was paid in by hand without going to anybody; in cents."""
    games: tuple[GameWon, ...] = ()
    """The games of several deals that were won (Bierkopf), in order."""


@dataclass(slots=True)
class _Sum:
    """A person's evening while it is added up."""

    gains: list[Fraction] = field(default_factory=list)
    """In what the evening counts now."""
    cents: Fraction | None = None
    """Of every game that is paid; None while there was none."""
    deals: int = 0

    def win(self, amount: Fraction, rules: Rules, state: TableState) -> None:
        """Add what was won under `rules`."""
        self.gains.append(state.worth(amount, rules))
        cents = in_cents(amount, rules)
        if cents is not None:
            self.cents = (self.cents or Fraction(0)) + cents


def evening_report(state: TableState) -> EveningReport:
    """Return what the evening comes to as it stands.

    >>> from engine.evening.fold import fold
    >>> from engine.events import EveningStarted, ScoreAdjusted
    >>> from engine.journal.journal import Journal
    >>> names = ("Anna", "Ben", "Cilli", "Dora")
    >>> events = [
    ...     EveningStarted("e", "schafkopf", {}, names, "deck", {}),
    ...     ScoreAdjusted((30, -10, -10, -10), "the deal before the camera stood"),
    ... ]
    >>> report = evening_report(fold(Journal.in_memory().append(events, "2026-01-06T20:00:00Z")))
    >>> [(each.name, int(each.total)) for each in report.standings]
    [('Anna', 30), ('Ben', -10), ('Cilli', -10), ('Dora', -10)]
    >>> [(due.payer, due.payee, due.cents) for due in report.dues]
    [('Ben', 'Anna', 10), ('Cilli', 'Anna', 10), ('Dora', 'Anna', 10)]
    """
    people = _people(state)
    here = set(person_keys(state.seats))
    dues, left = _dues(state, people)
    standings = [
        PersonResult(
            name=person[0],
            here=person in here,
            total=sum(each.gains, Fraction(0)),
            plus=sum((gain for gain in each.gains if gain > 0), Fraction(0)),
            minus=sum((gain for gain in each.gains if gain < 0), Fraction(0)),
            deals=each.deals,
        )
        for person, each in people.items()
    ]
    standings.sort(key=lambda each: -each.total)
    most = standings[0].total if standings else Fraction(0)
    counted = any(each.gains for each in people.values())
    return EveningReport(
        standings=tuple(standings),
        winners=tuple(each.name for each in standings if counted and each.total == most),
        dues=dues,
        stock_cents=left,
        games=state.games_won,
    )


def _people(state: TableState) -> dict[PersonKey, _Sum]:
    people: dict[PersonKey, _Sum] = {}

    def of(person: PersonKey) -> _Sum:
        return people.setdefault(person, _Sum())

    for _, names in state.seatings:
        for person in person_keys(names):
            of(person)
    for deal in state.finished:
        scored = person_keys(deal.names)
        played = person_keys(deal.head.played_by or deal.names)
        for seat, gain in enumerate(deal.gains):
            if seat in deal.head.out or deal.result is None:
                continue
            score = of(scored[seat])
            score.win(gain, deal.head.rules, state)
            score.deals += 1
            of(played[seat])
    for change in state.adjustments:
        for person, amount in zip(person_keys(change.names), change.amounts, strict=True):
            of(person).win(Fraction(amount), change.rules, state)
    return people


def _dues(
    state: TableState, people: Mapping[PersonKey, _Sum]
) -> tuple[tuple[Due, ...] | None, int]:
    """Return the payments, and what nobody gets: it stays on the table for people to share."""
    paid = any(each.cents is not None for each in people.values())
    if not paid and in_cents(0, state.rules) is None:
        return None, 0
    names: list[str | None] = [name for name, _ in people]
    exact = [each.cents or Fraction(0) for each in people.values()]
    # What lies in the Stock belongs to nobody yet: it is one more who gets what people paid in.
    exact.append(-sum(exact, Fraction(0)))
    names.append(None)
    whole = rounded(exact)
    dues = tuple(Due(names[each.payer], names[each.payee], each.amount) for each in fewest(whole))
    return dues, whole[-1]


_DEAL = Text(
    de="Spiel {number} geht nicht auf: Zusammen sind es {sum} statt 0; bitte berichtigen.",
    en="Deal {number} does not add up: the total is {sum} instead of 0; please correct it.",
)
_ADJUSTED = Text(
    de="Die Änderung von Hand „{reason}“ geht nicht auf: Zusammen sind es {sum} statt 0.",
    en='The change by hand "{reason}" does not add up: the total is {sum} instead of 0.',
)


@dataclass(frozen=True, slots=True)
class Unbalanced:
    """What breaks the sum."""

    seq: int
    """Of the deal's start, or of the change by hand."""
    deal: str | None
    """The deal's id; None for a change by hand."""
    sum: Fraction
    """What it comes to, the Stock included, instead of nothing."""
    why: Text


def unbalanced(state: TableState) -> tuple[Unbalanced, ...]:
    """Return every deal and every change by hand that does not add up to nothing, in order.

    Payments are checked whatever the evening counts; what is counted itself where that has to add
    up too. Changes by hand are meant to: one that does not is no error but has to be known.
    """
    found: list[Unbalanced] = []
    for deal in state.finished:
        result = deal.result
        if result is None:
            continue
        total = sum(result.payout, Fraction(result.stock_change))
        if not total and result.game_points is None and is_zero_sum(deal.head.rules):
            total = sum(deal.gains, Fraction(result.stock_change))
        if total:
            why = _DEAL.format(number=deal.number, sum=total)
            found.append(Unbalanced(deal.head.seq, deal.id, total, why))
    for change in state.adjustments:
        total = Fraction(sum(change.amounts))
        if total:
            why = _ADJUSTED.format(reason=change.reason, sum=total)
            found.append(Unbalanced(change.seq, None, total, why))
    return tuple(sorted(found, key=lambda each: each.seq))


_GAME_WON = Text(
    de="Partie gewonnen: {names}, {ours} zu {theirs}", en="Game won: {names}, {ours} to {theirs}"
)


def game_won_text(won: GameWon) -> Text:
    """Return that a game of several deals was won, by whom and how it ended."""
    names = Text(de=" und ".join(won.names), en=" and ".join(won.names))
    return _GAME_WON.format(names=names, ours=max(won.points), theirs=min(won.points))
