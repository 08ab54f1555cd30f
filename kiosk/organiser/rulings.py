"""Rulings that change points: what a contested deal or list from paper brings now.

A ruling is on one version. Where the table sends the deal otherwise later, or the list is typed in
anew, the points of the ruling hold no longer and somebody has to look: the new version may be the
correction that the ruling asked for, or another deal altogether.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.text import Language, PlainError, Text
from kiosk.exchange.messages import ResultMessage
from kiosk.organiser.tournament import (
    WHOLE_LIST,
    PaperList,
    Protest,
    RuledPoints,
    TableSeats,
    points_text,
)
from kiosk.words import organiser as w

_LANGUAGES: tuple[Language, Language] = ("de", "en")
_TAKEN_BACK = Text(
    de="Tisch {table} hat Spiel {deal} zurückgenommen; Punkte lassen sich dafür nicht festsetzen.",
    en="Table {table} has taken deal {deal} back; no points can be set for it.",
)
_DEAL_SUM = Text(
    de="Die Punkte des Spiels ergeben zusammen {sum}, nicht 0; bitte noch einmal.",
    en="The points of the deal add up to {sum}, not 0; please try again.",
)
_RULED = Text(
    de="Über diese Punkte ist schon entschieden, auf Einspruch {entry}; bitte den erst wieder "
    "öffnen.",
    en="These points have been ruled on already, in protest {entry}; please open that one again "
    "first.",
)

DealKey = tuple[int, str, int]
"""Round, table, deal; `WHOLE_LIST` in place of a deal for a list from paper."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rulings of a tournament that change points, by their protest's entry."""

    changing: Mapping[int, Protest]

    @classmethod
    def of(cls, protests: Mapping[int, Protest]) -> Rulings:
        """Return those that change points."""
        return cls({entry: each for entry, each in protests.items() if each.ruled is not None})

    def on(self, result: ResultMessage) -> int | None:
        """Return the entry whose points hold for a deal as it stands; None where none do."""
        return self._at(_key_of(result), lambda ruled: _holds(ruled, result))

    def applied(self, result: ResultMessage) -> ResultMessage:
        """Return a deal as it counts."""
        entry = self.on(result)
        ruled = None if entry is None else self.changing[entry].ruled
        if ruled is None:
            return result
        points, soli = dict(ruled.points), dict(ruled.soli)
        seats = tuple(
            replace(
                seat,
                delta=points[seat.number],
                solo=bool(soli.get(seat.number, seat.solo)),
            )
            for seat in result.seats
        )
        return replace(result, status="counted", seats=seats)

    def on_paper(self, paper: PaperList) -> int | None:
        """Return the entry whose points hold for a list from paper as it stands, as `on` does."""
        at = paper.round, paper.table, WHOLE_LIST
        return self._at(at, lambda ruled: ruled.revision == paper.revision)

    def applied_to_paper(self, paper: PaperList) -> PaperList:
        """Return a list from paper as it counts."""
        entry = self.on_paper(paper)
        ruled = None if entry is None else self.changing[entry].ruled
        return paper if ruled is None else _ruled(paper, dict(ruled.points), dict(ruled.soli))

    def _at(self, at: DealKey, holds: Callable[[RuledPoints], bool]) -> int | None:
        for entry, protest in self.changing.items():
            if protest.ruled is not None and _key(protest) == at and holds(protest.ruled):
                return entry
        return None

    def overtaken(
        self, results: Iterable[ResultMessage], papers: Iterable[PaperList]
    ) -> tuple[int, ...]:
        """Return the entries whose deal or list is another version now; what is named holds."""
        if not self.changing:
            return ()
        holding = {*map(self.on, results), *map(self.on_paper, papers)}
        return tuple(entry for entry in self.changing if entry not in holding)


NO_RULINGS = Rulings({})


def ruled_points(
    sent: ResultMessage,
    points: Mapping[int, Fraction],
    soli: Mapping[int, int] | None = None,
    *,
    zero_sum: bool,
) -> RuledPoints | None:
    """Return what a ruling gives a deal, by start number; None where the deal brings it anyway.

    `soli` says 1 of whoever played it alone, 0 of the others; None: as it was sent.

    Raises:
        PlainError: the table took the deal back, others played it, or the points do not add up
            to 0 where they have to.
    """
    table = sent.source.table
    if sent.status == "withdrawn":
        raise PlainError(_TAKEN_BACK.format(table=table, deal=sent.deal))
    deltas = {seat.number: seat.delta for seat in sent.seats}
    TableSeats(table, tuple(deltas)).check(points)
    total = sum(points.values(), Fraction(0))
    if total and zero_sum:
        raise PlainError(_DEAL_SUM.format(sum=points_text(total)))
    other = _other(soli, {seat.number: int(seat.solo) for seat in sent.seats})
    if sent.status == "counted" and points == deltas and not other:
        return None
    return RuledPoints(sent.source.head, sent.revision, tuple(sorted(points.items())), other)


def ruled_list(
    paper: PaperList,
    points: Mapping[int, Fraction],
    soli: Mapping[int, int] | None = None,
    *,
    deals: int,
    zero_sum: bool,
) -> RuledPoints | None:
    """Return what a ruling gives a list from paper; None where it says so anyway.

    `soli` says how many each won; None: as they are written. `deals` is how many were played, 0
    where nobody knows.

    Raises:
        PlainError: others sit there, the points do not add up to 0 where they have to, or there
            are more solos than deals.
    """
    seats = TableSeats(paper.table, tuple(line.number for line in paper.lines))
    seats.check(points)
    ruled = _ruled(paper, points, soli or {})
    if zero_sum:
        ruled.check_sum()
    ruled.check_solos(deals)
    if ruled == paper:
        return None
    other = _other(soli, {line.number: line.soli for line in paper.lines})
    return RuledPoints("", paper.revision, tuple(sorted(points.items())), other)


def ruled_in_words(ruled: RuledPoints) -> Text:
    """Return what a ruling gives each start number; Soli where it sets them."""
    soli = dict(ruled.soli)
    de, en = (
        " · ".join(
            f"{of}: {points_text(points)}"
            + (f" ({w.SOLO.in_language(language)}: {soli[of]})" if of in soli else "")
            for of, points in ruled.points
        )
        for language in _LANGUAGES
    )
    return Text(de=de, en=en)


def ruled_once(entry: int, other: int | None) -> None:
    """Do nothing where no other protest's ruling holds already.

    Raises:
        PlainError: one does.
    """
    if other is not None and other != entry:
        raise PlainError(_RULED.format(entry=other))


def _ruled(paper: PaperList, points: Mapping[int, Fraction], soli: Mapping[int, int]) -> PaperList:
    lines = tuple(
        replace(line, points=points[line.number], soli=soli.get(line.number, line.soli))
        for line in paper.lines
    )
    return replace(paper, lines=lines)


def _other(soli: Mapping[int, int] | None, came: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Return the Soli of a ruling; nothing where they are those that came."""
    return () if soli is None or soli == came else tuple(sorted(soli.items()))


def _key(protest: Protest) -> DealKey:
    return protest.round, protest.table, protest.deal


def _key_of(result: ResultMessage) -> DealKey:
    return result.source.round, result.source.table, result.deal


def _holds(ruled: RuledPoints, result: ResultMessage) -> bool:
    """Whether this is the version that was ruled on."""
    version = result.source.head, result.revision
    return result.status != "withdrawn" and version == (ruled.head, ruled.revision)
