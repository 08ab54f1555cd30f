"""What the organiser entered, kept: tournaments, people, rounds, penalties, paper lists, protests.

Nothing is overwritten: each change is a new revision of its entry, and the highest holds, so that
who asks what stood there before can be told.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, and_, func, insert, select

from engine.text import PlainError, Text
from kiosk.organiser.database import Database
from kiosk.organiser.entries import text_of, value_of
from kiosk.organiser.schema import BOOK
from kiosk.organiser.tournament import (
    Field,
    PaperList,
    Participant,
    Penalty,
    Protest,
    RoundPlan,
    RuledFork,
    Tournament,
)

_V = TypeVar("_V")
_TOURNAMENT, _PERSON, _ROUND = "tournament", "person", "round"
_PENALTY, _PAPER, _PROTEST, _FORK = "penalty", "paper", "protest", "fork"
_UNKNOWN = Text(
    de="Ein Turnier „{id}“ gibt es hier nicht; es gibt: {known}.",
    en='There is no tournament "{id}" here; the ones there are: {known}.',
)
_NONE_YET = Text(
    de="Hier ist noch kein Turnier angelegt; „mehrkopf tournament new“ legt eines an.",
    en='There is no tournament here yet; "mehrkopf tournament new" creates one.',
)
_ALL_ASIDE = Text(
    de="Hier ist kein Turnier; weggelegt sind: {known}. „mehrkopf tournament restore KENNUNG“ holt "
    "eines zurück, „mehrkopf tournament new“ legt eines an.",
    en='There is no tournament here; those put aside: {known}. "mehrkopf tournament restore ID" '
    'brings one back, "mehrkopf tournament new" creates one.',
)
_RUNS = Text(
    de="Im Turnier „{id}“ läuft Runde {round}; bitte erst beenden.",
    en='Round {round} of tournament "{id}" is under way; please end it first.',
)
_NOT_ASIDE = Text(
    de="Ein Turnier „{id}“ ist hier nicht weggelegt; weggelegt sind: {known}.",
    en='No tournament "{id}" has been put aside here; those put aside: {known}.',
)
_THERE = Text(
    de="Ein Turnier „{id}“ gibt es hier schon; bitte eine andere Kennung nehmen.",
    en='There is a tournament "{id}" here already; please choose another id.',
)


class Book:
    """The organiser's entries; any thread may use it."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        """Keep them in `database`, each revision with the clock's time."""
        self._database = database
        self._clock = clock

    def tournaments(self, *, aside: bool = False) -> tuple[Tournament, ...]:
        """Return all tournaments, the newest last; those that were removed with `aside` alone."""
        with self._database.reading() as connection:
            rows = _newest(connection, BOOK.c.kind == _TOURNAMENT)
            begun = {
                each.tournament: each.at
                for each in connection.execute(
                    select(BOOK.c.tournament, BOOK.c.at).where(
                        BOOK.c.kind == _TOURNAMENT, BOOK.c.revision == 1
                    )
                )
            }
        found = [
            each for each in (_value(Tournament, row.value) for row in rows) if each.aside == aside
        ]
        return tuple(sorted(found, key=lambda each: (begun[each.id], each.id)))

    def tournament(self, id_: str | None = None) -> Tournament:
        """Return the tournament of an id, or the newest.

        Raises:
            PlainError: there is none.
        """
        found = self.tournaments()
        if not found:
            aside = ", ".join(each.id for each in self.tournaments(aside=True))
            raise PlainError(_ALL_ASIDE.format(known=aside) if aside else _NONE_YET)
        if id_ is None:
            return found[-1]
        for each in found:
            if each.id == id_:
                return each
        raise PlainError(_UNKNOWN.format(id=id_, known=", ".join(each.id for each in found)))

    def served(self, id_: str) -> Tournament:
        """Return a tournament that is there, put aside meanwhile or not: who serves it goes on."""
        return self._all(id_, _TOURNAMENT, Tournament)[id_]

    def begin(self, tournament: Tournament) -> None:
        """Keep a tournament that is new.

        Raises:
            PlainError: there is one of that id.
        """
        with self._database.writing() as connection:
            self._database.one_at_a_time(connection)
            if _revision(connection, tournament.id, _TOURNAMENT, tournament.id):
                raise PlainError(_THERE.format(id=tournament.id))
            self._add(connection, tournament.id, _TOURNAMENT, tournament.id, tournament)

    def change(self, tournament: Tournament) -> None:
        """Keep what of a tournament is other now."""
        self._keep(tournament.id, _TOURNAMENT, tournament.id, tournament)

    def removable(self, id_: str) -> Tournament:
        """Return a tournament that may be put aside.

        Raises:
            PlainError: there is none of that id, or a round of it runs.
        """
        tournament = self.tournament(id_)
        running = next((plan.number for plan in self.rounds(id_) if plan.runs), None)
        if running is not None:
            raise PlainError(_RUNS.format(id=id_, round=running))
        return tournament

    def remove(self, id_: str) -> Tournament:
        """Put a tournament aside: nothing of it is lost, and nothing of it shows; return it.

        Raises:
            PlainError: as `removable` raises it.
        """
        tournament = self.removable(id_)
        self.change(replace(tournament, aside=True))
        return tournament

    def bring_back(self, id_: str) -> Tournament:
        """Bring a tournament back that was put aside; return it.

        Raises:
            PlainError: none of that id was.
        """
        gone = {each.id: each for each in self.tournaments(aside=True)}
        if id_ not in gone:
            raise PlainError(_NOT_ASIDE.format(id=id_, known=", ".join(gone) or "–"))
        self.change(replace(gone[id_], aside=False))
        return gone[id_]

    def field(self, id_: str) -> Field:
        """Return everybody who takes part."""
        people = (each for each in self._all(id_, _PERSON, Participant).values() if not each.aside)
        return Field(tuple(sorted(people, key=lambda each: each.number)))

    def keep_person(self, id_: str, person: Participant) -> None:
        """Keep somebody new, or changed."""
        self.keep_people(id_, (person,))

    def keep_people(self, id_: str, people: Iterable[Participant]) -> None:
        """Keep several at once, or none of them."""
        with self._database.writing() as connection:
            self._database.one_at_a_time(connection)
            for each in people:
                self._add(connection, id_, _PERSON, str(each.number), each)

    def rounds(self, id_: str) -> tuple[RoundPlan, ...]:
        """Return the rounds that are planned, the first first."""
        plans = self._all(id_, _ROUND, RoundPlan)
        return tuple(sorted(plans.values(), key=lambda each: each.number))

    def keep_draw(self, tournament: Tournament, plans: Iterable[RoundPlan]) -> None:
        """Keep rounds with the terms they were drawn by, all of it or nothing."""
        with self._database.writing() as connection:
            self._database.one_at_a_time(connection)
            self._add(connection, tournament.id, _TOURNAMENT, tournament.id, tournament)
            for plan in plans:
                self._add(connection, tournament.id, _ROUND, str(plan.number), plan)

    def keep_round(self, id_: str, plan: RoundPlan) -> None:
        """Keep a round, new or changed."""
        self._keep(id_, _ROUND, str(plan.number), plan)

    def penalties(self, id_: str) -> dict[int, Penalty]:
        """Return all penalties by their entry's number, also those taken back."""
        return _numbered(self._all(id_, _PENALTY, Penalty))

    def keep_penalty(self, id_: str, penalty: Penalty, entry: int | None = None) -> int:
        """Keep a penalty, a new one without `entry`, and return its entry's number."""
        return self._keep_numbered(id_, _PENALTY, penalty, entry)

    def protests(self, id_: str) -> dict[int, Protest]:
        """Return all protests by their entry's number."""
        return _numbered(self._all(id_, _PROTEST, Protest))

    def protest_history(self, id_: str, entry: int) -> tuple[tuple[str, Protest], ...]:
        """Return every revision of a protest with when it was kept, the newest last."""
        return self.protest_histories(id_).get(entry, ())

    def protest_histories(self, id_: str) -> dict[int, tuple[tuple[str, Protest], ...]]:
        """Return the same of every protest, by entry."""
        return self._histories(id_, _PROTEST, Protest)

    def penalty_histories(self, id_: str) -> dict[int, tuple[tuple[str, Penalty], ...]]:
        """Return every revision of every penalty with when it was kept, the newest last."""
        return self._histories(id_, _PENALTY, Penalty)

    def keep_protest(self, id_: str, protest: Protest, entry: int | None = None) -> int:
        """Keep a protest, a new one without `entry`, and return its entry's number."""
        return self._keep_numbered(id_, _PROTEST, protest, entry)

    def papers(self, id_: str) -> tuple[PaperList, ...]:
        """Return every paper list with all its revisions, in the order they were typed."""
        return self._every(id_, _PAPER, PaperList)

    def keep_paper(self, id_: str, paper: PaperList) -> None:
        """Keep a list typed in from paper, new or revised."""
        self._keep(id_, _PAPER, f"{paper.round}/{paper.table}", paper)

    def forks(self, id_: str) -> tuple[RuledFork, ...]:
        """Return everything that was decided of rounds of which a table lost deals."""
        return self._every(id_, _FORK, RuledFork)

    def keep_fork(self, id_: str, ruled: RuledFork) -> None:
        """Keep what was decided of such a round."""
        self._keep(id_, _FORK, f"{ruled.round}/{ruled.table}", ruled)

    def _all(self, id_: str, kind: str, value: type[_V]) -> dict[str, _V]:
        with self._database.reading() as connection:
            rows = _newest(connection, and_(BOOK.c.tournament == id_, BOOK.c.kind == kind))
        return {row.key: _value(value, row.value) for row in rows}

    def _every(self, id_: str, kind: str, value: type[_V]) -> tuple[_V, ...]:
        with self._database.reading() as connection:
            rows = connection.execute(
                select(BOOK.c.value)
                .where(BOOK.c.tournament == id_, BOOK.c.kind == kind)
                .order_by(BOOK.c.key, BOOK.c.revision)
            )
            return tuple(_value(value, row.value) for row in rows)

    def _histories(
        self, id_: str, kind: str, value: type[_V]
    ) -> dict[int, tuple[tuple[str, _V], ...]]:
        found: dict[int, list[tuple[str, _V]]] = {}
        with self._database.reading() as connection:
            rows = connection.execute(
                select(BOOK.c.key, BOOK.c.at, BOOK.c.value)
                .where(BOOK.c.tournament == id_, BOOK.c.kind == kind)
                .order_by(BOOK.c.revision)
            )
            for row in rows:
                found.setdefault(int(row.key), []).append((row.at, _value(value, row.value)))
        return {entry: tuple(revisions) for entry, revisions in sorted(found.items())}

    def _keep(self, id_: str, kind: str, key: str, value: object) -> None:
        with self._database.writing() as connection:
            self._database.one_at_a_time(connection)
            self._add(connection, id_, kind, key, value)

    def _keep_numbered(self, id_: str, kind: str, value: object, entry: int | None) -> int:
        with self._database.writing() as connection:
            self._database.one_at_a_time(connection)
            if entry is None:
                entry = (
                    1
                    + connection.execute(
                        select(func.count(BOOK.c.key.distinct())).where(
                            BOOK.c.tournament == id_, BOOK.c.kind == kind
                        )
                    ).scalar_one()
                )
            self._add(connection, id_, kind, str(entry), value)
        return entry

    def _add(self, connection: Connection, id_: str, kind: str, key: str, value: object) -> None:
        revision = _revision(connection, id_, kind, key) + 1
        at = self._clock().isoformat(timespec="seconds")
        connection.execute(
            insert(BOOK).values(
                tournament=id_, kind=kind, key=key, revision=revision, at=at, value=text_of(value)
            )
        )


@lru_cache(maxsize=10_000)
def _read(kind: type[object], text: str) -> object:
    return value_of(kind, text)


def _value(kind: type[_V], text: str) -> _V:
    """Return an entry as it was kept; one that was read before is known."""
    return cast(_V, _read(cast(Hashable, kind), text))


def _revision(connection: Connection, id_: str, kind: str, key: str) -> int:
    """Return the highest revision of an entry; 0 where there is none."""
    found: int | None = connection.execute(
        select(func.max(BOOK.c.revision)).where(
            BOOK.c.tournament == id_, BOOK.c.kind == kind, BOOK.c.key == key
        )
    ).scalar_one()
    return found or 0


def _newest(connection: Connection, which: Any) -> list[Any]:
    """Return the row that holds of each entry."""
    parts = (BOOK.c.tournament, BOOK.c.kind, BOOK.c.key)
    highest = (
        select(*parts, func.max(BOOK.c.revision).label("revision"))
        .where(which)
        .group_by(*parts)
        .subquery()
    )
    same = and_(
        BOOK.c.tournament == highest.c.tournament,
        BOOK.c.kind == highest.c.kind,
        BOOK.c.key == highest.c.key,
        BOOK.c.revision == highest.c.revision,
    )
    chosen = select(BOOK.c.tournament, BOOK.c.key, BOOK.c.value).join(highest, same)
    return list(connection.execute(chosen))


def _numbered(found: dict[str, _V]) -> dict[int, _V]:
    return dict(sorted((int(key), value) for key, value in found.items()))
