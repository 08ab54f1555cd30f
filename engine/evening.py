"""The report of an evening: who has what, how it came about, and the fewest payments at its end.

Everybody who played is in it, whoever left and substitutes included. Derived like any result.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from engine.carry import GameWon
from engine.options import Rules
from engine.payments import fewest, rounded
from engine.scoring import in_cents
from engine.state import TableState, person_keys

Person = tuple[str, int]
"""Name, and which of those of that name."""


@dataclass(frozen=True, slots=True)
class Standing:
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
    stood_in: int
    """Deals this person played in another's place, for whoever they counted."""
    substituted: int
    """Deals that another played for this person's score."""


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

    standings: tuple[Standing, ...]
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
    stood_in: int = 0
    substituted: int = 0

    def win(self, amount: Fraction, rules: Rules, state: TableState) -> None:
        """Add what was won under `rules`."""
        self.gains.append(state.worth(amount, rules))
        cents = in_cents(amount, rules)
        if cents is not None:
            self.cents = (self.cents or Fraction(0)) + cents


def evening_report(state: TableState) -> EveningReport:
    """Return what the evening comes to as it stands."""
    people = _people(state)
    here = set(person_keys(state.seats))
    dues, left = _dues(state, people)
    standings = [
        Standing(
            name=person[0],
            here=person in here,
            total=sum(each.gains, Fraction(0)),
            plus=sum((gain for gain in each.gains if gain > 0), Fraction(0)),
            minus=sum((gain for gain in each.gains if gain < 0), Fraction(0)),
            deals=each.deals,
            stood_in=each.stood_in,
            substituted=each.substituted,
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


def _people(state: TableState) -> dict[Person, _Sum]:
    people: dict[Person, _Sum] = {}

    def of(person: Person) -> _Sum:
        return people.setdefault(person, _Sum())

    for _, names in state.seatings:
        for person in person_keys(names):
            of(person)
    for deal in state.finished:
        scored = person_keys(deal.names)
        played = person_keys(deal.head.played_by or deal.names)
        owners = person_keys(state.seating_of(deal))
        for seat, gain in enumerate(deal.gains):
            if seat in deal.head.out or deal.result is None:
                continue
            score = of(scored[seat])
            score.win(gain, deal.head.rules, state)
            score.deals += 1
            if played[seat] != owners[seat]:
                of(played[seat]).stood_in += 1
                of(owners[seat]).substituted += scored[seat] == owners[seat]
    for change in state.adjustments:
        for person, amount in zip(person_keys(change.names), change.amounts, strict=True):
            of(person).win(Fraction(amount), change.rules, state)
    return people


def _dues(state: TableState, people: Mapping[Person, _Sum]) -> tuple[tuple[Due, ...] | None, int]:
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
