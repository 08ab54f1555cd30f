"""What an evening comes to, as rows of plain values: evenings, deals, seats, verdicts, differences.

These are the tables of the archive (`docs/ARCHIVE.md`), column by column. A row holds no name:
people are numbers of their journal until the tables are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, TypeVar

from engine.text import Text

Kind = Literal["journal", "deals", "recording"]
"""A table's own journal (or its export, or a backup of it); a deal file; a filmed evening."""
Role = Literal["declarer", "partner", "defender", "each", "out", "unknown"]
"""`each`: everybody played for himself; `unknown`: nobody can say yet."""
Outcome = Literal["counted", "void", "unsettled"]


@dataclass(frozen=True, slots=True)
class EveningFacts:
    """One evening."""

    began: str
    """RFC 3339; empty where nothing tells."""
    game: str
    """As named in the program; the last one where several were played."""
    players: int
    deck: str
    deals: int
    ended: bool
    cards: int
    """Cards that were played or seen."""
    oddities: int
    """Events that today's program passes over."""
    differing: int
    """Deals that are judged differently."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal as it is judged today."""

    deal: int
    """From 1 within the evening."""
    game: str
    contract: str
    """Kind of contract; empty where none was called."""
    contract_de: str
    contract_en: str
    tout: bool
    sie: bool
    dealer: int
    """Seat, from 1."""
    declarer: int | None
    """Seat, from 1, of who called it."""
    alone: bool
    """Whether the declarer played against two or more: a solo."""
    outcome: Outcome
    declarers_won: bool | None
    """None without a result, and where everybody played for himself."""
    points: int | None
    """Of the declarers."""
    schneider: bool
    schwarz: bool
    laufende: int
    """Above nothing "with", below "without"."""
    price: int | None
    counts: str
    """What `delta` counts: a word of the house rule `scoring`."""
    end: str
    """Kind of end (`docs/DEAL_FILE.md`); empty where every card was played."""
    cards: int
    tricks: int
    """Whole tricks that lay."""
    entered: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What a deal brought to one seat."""

    deal: int
    seat: int
    """From 1."""
    person: int | None
    """Number, in the journal, of whose score it counts for."""
    player: int | None
    """Number of who sat there, where it is another."""
    role: Role
    won: bool | None
    delta: float | None
    """In what the evening counted then; None without a result."""
    cents: float | None
    """The same as money; None where none is played for."""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A wrong act that holds today, or was said then."""

    deal: int
    verdict: str
    """`kind:seat:play` as in deal files, seat and play counted from 0."""
    kind: str
    seat: int | None
    """From 1; None while it may have been one of several."""
    card: int
    """Which card of the deal was wrong, from 1."""
    holds: bool
    """Whether it can be proven today."""
    status: str
    """`proven`, `suspected`, `upheld`, `dismissed`, `waived`; empty where it does not hold."""
    grade: str
    said_then: bool | None
    """None where the record does not tell."""
    said_now: bool
    """Whether today's program says it, to the same record."""


What = Literal["verdict", "result", "cards", "deals", "unread"]


@dataclass(frozen=True, slots=True)
class DifferenceRow:
    """Something that is judged differently today, in words."""

    deal: int | None
    what: What
    seat: int | None
    since: str
    """With what it was compared: `record`, `former`, `rules`, `beside`."""
    de: str
    en: str


@dataclass(frozen=True, slots=True)
class EveningAnswer:
    """One evening judged anew."""

    facts: EveningFacts
    deals: tuple[DealRow, ...] = ()
    seats: tuple[SeatRow, ...] = ()
    verdicts: tuple[VerdictRow, ...] = ()
    differences: tuple[DifferenceRow, ...] = ()

    def with_differences(self, more: tuple[DifferenceRow, ...]) -> EveningAnswer:
        """Return it with `more` differences, in order of deals, each once."""
        found = dict.fromkeys((*self.differences, *more))
        ordered = tuple(sorted(found, key=_place))
        differing = len({row.deal for row in ordered})
        return replace(self, differences=ordered, facts=replace(self.facts, differing=differing))


def _place(row: DifferenceRow) -> tuple[int, str, str, int, str]:
    return row.deal or 0, row.what, row.since, row.seat or 0, row.en


@dataclass(frozen=True, slots=True)
class Answer:
    """What one task came to."""

    program: str
    """What judged it (`kiosk.archive.jobs.program`)."""
    evenings: tuple[EveningAnswer, ...] = ()
    error: Text | None = None
    """Why it could not be read."""

    def to_json(self) -> dict[str, object]:
        """Return it as a JSON object."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Answer:
        """Return what a JSON object holds.

        Raises:
            ValueError: it holds no answer.
        """
        try:
            error = found["error"]
            return cls(
                str(found["program"]),
                tuple(_evening(each) for each in found["evenings"]),
                None if error is None else Text(de=error["de"], en=error["en"]),
            )
        except (KeyError, TypeError) as wrong:
            raise ValueError("no answer") from wrong


def _evening(found: Mapping[str, Any]) -> EveningAnswer:
    return EveningAnswer(
        EveningFacts(**found["facts"]),
        _rows(DealRow, found["deals"]),
        _rows(SeatRow, found["seats"]),
        _rows(VerdictRow, found["verdicts"]),
        _rows(DifferenceRow, found["differences"]),
    )


R = TypeVar("R", DealRow, SeatRow, VerdictRow, DifferenceRow)


def _rows(kind: type[R], found: list[dict[str, Any]]) -> tuple[R, ...]:
    return tuple(kind(**each) for each in found)


def columns(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of a row's values in their order."""
    return tuple(each.name for each in fields(kind))
