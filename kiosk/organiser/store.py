"""What tables of players sent, kept: results and lists with every revision, receipts, refusals.

`keep` takes a batch of messages in one transaction and says what became of each. When it returns,
what it tells as new is on the disk; only then may a receipt be sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    case,
    func,
    select,
    tuple_,
)

from engine.text import PlainError, Text
from kiosk.exchange.messages import (
    ListMessage,
    Receipt,
    ResultMessage,
    Source,
    list_from_json,
    result_from_json,
)
from kiosk.organiser.admission import (
    ANOTHER_JOURNAL,
    CHANGED,
    REPEATED,
    Admitted,
    Frame,
    Reason,
    Refusal,
    RefusedError,
    refusal,
)
from kiosk.organiser.database import Database
from kiosk.organiser.schema import JOURNALS, LISTS, RECEIPTS, REFUSALS, RESULTS

_NOTHING_YET = Text(
    de="Von Tisch {table} ist aus Runde {round} nichts da; ein anderes Gerät kann dort einfach "
    "anfangen.",
    en="There is nothing from table {table} in round {round}; another device can simply begin "
    "there.",
)
_AT_ONCE = 100
"""Rows that are asked for by their keys in one statement."""
_RESULT = ("tournament", "table", "round", "journal", "deal", "revision")
_Key = tuple[str, str, int, str, int, int]
"""Tournament, table, round, journal, deal (0 for a list), revision."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a batch."""

    new: int
    repeated: int
    refused: int
    receipts: Mapping[str, Receipt]
    """What is to be told to each table."""
    refusals: tuple[Refusal, ...]
    """Of what was no fault of the message by itself: repeated, changed, another journal's."""


@dataclass(frozen=True, slots=True)
class Noted:
    """Refusals of one kind within one minute, as they are looked at."""

    topic: str
    reason: Reason
    words: Text
    times: int
    last: str
    sample: str


class Store:
    """Everything that arrived; any thread may use it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._read: dict[_Key, ResultMessage] = {}
        """Results that were read before: rows are only ever added, so once is enough."""

    def keep(
        self, frame: Frame, messages: Sequence[Admitted], refused: Iterable[Refusal] = ()
    ) -> Outcome:
        """Keep what is new of a batch, and how far each outbox has arrived.

        Raises:
            UnreachableError: nothing of it is kept.
        """
        with self._database.writing() as connection:
            batch = _Batch(self._database, connection, frame)
            batch.take(messages)
            batch.note((*refused, *batch.refusals))
        return Outcome(
            batch.new,
            sum(each.reason is Reason.REPEATED for each in batch.refusals),
            sum(each.reason is not Reason.REPEATED for each in batch.refusals),
            batch.told,
            tuple(batch.refusals),
        )

    def results(self, tournament: str, round_: int | None = None) -> tuple[ResultMessage, ...]:
        """Return of every deal the result that holds, by round, table and deal."""
        where = [RESULTS.c.tournament == tournament]
        if round_ is not None:
            where.append(RESULTS.c.round == round_)
        key = [RESULTS.c[name] for name in _RESULT]
        with self._database.reading() as connection:
            holding = _holding(RESULTS, (RESULTS.c.deal,), and_(*where), key)
            found = [_key_of(*row) for row in connection.execute(holding)]
            new = [each for each in found if each not in self._read]
            for first in range(0, len(new), _AT_ONCE):
                chosen = tuple_(*key).in_(new[first : first + _AT_ONCE])
                for *at, payload in connection.execute(
                    select(*key, RESULTS.c.payload).where(chosen)
                ):
                    self._read[_key_of(*at)] = result_from_json(payload.encode())
        return tuple(self._read[each] for each in found)

    def lists(self, tournament: str) -> tuple[ListMessage, ...]:
        """Return of every table and round the list that holds."""
        with self._database.reading() as connection:
            rows = connection.execute(_holding(LISTS, (), LISTS.c.tournament == tournament))
            return tuple(list_from_json(row.payload.encode()) for row in rows)

    def revisions(
        self, tournament: str, table: str, round_: int, deal: int
    ) -> tuple[ResultMessage, ...]:
        """Return everything that was ever said of one deal, the newest last."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(RESULTS.c.payload)
                .where(
                    RESULTS.c.tournament == tournament,
                    RESULTS.c.table == table,
                    RESULTS.c.round == round_,
                    RESULTS.c.deal == deal,
                )
                .order_by(RESULTS.c.arrived, RESULTS.c.revision)
            )
            return tuple(result_from_json(row.payload.encode()) for row in rows)

    def list_revisions(self, tournament: str, table: str, round_: int) -> tuple[ListMessage, ...]:
        """Return every list a table signed off in a round, the newest last."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(LISTS.c.payload)
                .where(
                    LISTS.c.tournament == tournament,
                    LISTS.c.table == table,
                    LISTS.c.round == round_,
                )
                .order_by(LISTS.c.arrived, LISTS.c.revision)
            )
            return tuple(list_from_json(row.payload.encode()) for row in rows)

    def receipts(self, tournament: str) -> dict[str, Receipt]:
        """Return the newest receipt of each table: that of its latest round's journal."""
        chosen = (
            select(JOURNALS.c.table, RECEIPTS.c.journal, RECEIPTS.c.cursor)
            .join(
                RECEIPTS,
                and_(
                    RECEIPTS.c.tournament == JOURNALS.c.tournament,
                    RECEIPTS.c.table == JOURNALS.c.table,
                    RECEIPTS.c.journal == JOURNALS.c.journal,
                ),
            )
            .where(JOURNALS.c.tournament == tournament)
            .order_by(JOURNALS.c.round)
        )
        with self._database.reading() as connection:
            rows = connection.execute(chosen)
            return {row.table: Receipt(tournament, row.journal, row.cursor) for row in rows}

    def admit_journal(self, tournament: str, table: str, round_: int, journal: str) -> None:
        """Let a table's round come from another journal; what the old one sent counts no more.

        Raises:
            PlainError: nothing has come from there so far, so anything will be taken.
        """
        place = and_(
            JOURNALS.c.tournament == tournament,
            JOURNALS.c.table == table,
            JOURNALS.c.round == round_,
        )
        with self._database.writing() as connection:
            done = connection.execute(JOURNALS.update().where(place).values(journal=journal))
            if not done.rowcount:
                raise PlainError(_NOTHING_YET.format(table=table, round=round_))

    def refusals(self, most: int = 200) -> tuple[Noted, ...]:
        """Return what was refused, the newest first."""
        chosen = select(REFUSALS).order_by(REFUSALS.c.last.desc()).limit(most)
        with self._database.reading() as connection:
            return tuple(
                Noted(
                    row.topic,
                    Reason(row.reason),
                    Text(de=row.de, en=row.en),
                    row.times,
                    row.last,
                    row.sample,
                )
                for row in connection.execute(chosen)
            )


class _Batch:
    """What is worked on within one transaction."""

    def __init__(self, database: Database, connection: Connection, frame: Frame) -> None:
        self._database, self._connection, self._frame = database, connection, frame
        self.new = 0
        self.refusals: list[Refusal] = []
        self.told: dict[str, Receipt] = {}

    def take(self, messages: Sequence[Admitted]) -> None:
        """Keep what is new, and move the receipts on."""
        if not messages:
            return
        sources = [each.source for each in messages]
        journals = self._journals()
        known = self._known(RESULTS, sources) | self._known(LISTS, sources)
        cursors = self._cursors(sources)
        before = dict(cursors)
        for each in messages:
            source = each.source
            place = (source.table, source.round)
            if place not in journals:
                journals[place] = self._begin_journal(source)
            if journals[place] != source.journal:
                self._refuse(each, Reason.JOURNAL, ANOTHER_JOURNAL)
                continue
            self._take(each, known)
            at = (source.table, source.journal)
            if source.previous <= cursors.get(at, 0) < source.cursor:
                cursors[at] = source.cursor
            self.told[source.table] = Receipt(source.tournament, source.journal, cursors.get(at, 0))
        for at, cursor in cursors.items():
            if before.get(at) != cursor:
                self._keep_cursor(*at, cursor)

    def _take(self, each: Admitted, known: dict[_Key, str]) -> None:
        """Keep one, unless it is here already."""
        key, payload = _key(each.message), each.payload
        if key in known:
            same = known[key] == payload
            self._refuse(
                each,
                Reason.REPEATED if same else Reason.CHANGED,
                REPEATED if same else CHANGED,
            )
            return
        source = each.source
        values: dict[str, object] = {
            "tournament": source.tournament,
            "table": source.table,
            "round": source.round,
            "journal": source.journal,
            "revision": source.cursor,
            "arrived": each.arrived.at,
            "payload": payload,
        }
        if isinstance(each.message, ResultMessage):
            self._add(RESULTS, deal=each.message.deal, **values)
        else:
            self._add(LISTS, **values)
        known[key] = payload
        self.new += 1

    def _add(self, table: Table, /, **values: object) -> None:
        self._connection.execute(self._database.new(table, **values))

    def _refuse(self, each: Admitted, reason: Reason, words: Text) -> None:
        source = each.source
        said = words.format(table=source.table, round=source.round)
        self.refusals.append(refusal(each.arrived, RefusedError(reason, said), self._frame))

    def _journals(self) -> dict[tuple[str, int], str]:
        chosen = select(JOURNALS).where(JOURNALS.c.tournament == self._frame.tournament.id)
        return {(row.table, row.round): row.journal for row in self._connection.execute(chosen)}

    def _begin_journal(self, source: Source) -> str:
        self._add(
            JOURNALS,
            tournament=source.tournament,
            table=source.table,
            round=source.round,
            journal=source.journal,
        )
        return source.journal

    def _known(self, table: Table, sources: Sequence[Source]) -> dict[_Key, str]:
        """Return what is here of the revisions that a batch speaks of."""
        rows = self._connection.execute(
            select(table).where(
                table.c.tournament == self._frame.tournament.id,
                table.c.journal.in_({each.journal for each in sources}),
                table.c.revision.in_({each.cursor for each in sources}),
            )
        )
        return {
            (
                row.tournament,
                row.table,
                row.round,
                row.journal,
                row.deal if table is RESULTS else 0,
                row.revision,
            ): row.payload
            for row in rows
        }

    def _cursors(self, sources: Sequence[Source]) -> dict[tuple[str, str], int]:
        rows = self._connection.execute(
            select(RECEIPTS).where(
                RECEIPTS.c.tournament == self._frame.tournament.id,
                RECEIPTS.c.journal.in_({each.journal for each in sources}),
            )
        )
        return {(row.table, row.journal): row.cursor for row in rows}

    def _keep_cursor(self, table: str, journal: str, cursor: int) -> None:
        row = {
            "tournament": self._frame.tournament.id,
            "table": table,
            "journal": journal,
            "cursor": cursor,
        }
        self._connection.execute(
            self._database.new_or_changed(
                RECEIPTS, row, lambda there, new: {"cursor": _larger(there.cursor, new.cursor)}
            )
        )

    def note(self, refusals: Iterable[Refusal]) -> None:
        """Write down what was refused, like with like."""
        counted: dict[tuple[str, Reason, str], tuple[int, Refusal]] = {}
        for each in refusals:
            at = (each.topic, each.reason, each.at[: len("2026-01-01T00:00")])
            counted[at] = (counted.get(at, (0, each))[0] + 1, each)
        for (topic, reason, minute), (times, last) in counted.items():
            row: dict[str, object] = {
                "topic": topic,
                "reason": reason.value,
                "minute": minute,
                "times": times,
                "last": last.at,
                "de": last.words.de,
                "en": last.words.en,
                "sample": last.sample,
            }
            self._connection.execute(
                self._database.new_or_changed(
                    REFUSALS,
                    row,
                    lambda there, new: {
                        "times": there.times + new.times,
                        **{name: new[name] for name in ("last", "de", "en", "sample")},
                    },
                )
            )


def _key_of(
    tournament: str, table: str, round_: int, journal: str, deal: int, revision: int
) -> _Key:
    return tournament, table, round_, journal, deal, revision


def _key(message: ResultMessage | ListMessage) -> _Key:
    source = message.source
    deal = message.deal if isinstance(message, ResultMessage) else 0
    return (
        source.tournament,
        source.table,
        source.round,
        source.journal,
        deal,
        source.cursor,
    )


def _larger(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    return case((one > other, one), else_=other)


def _holding(
    table: Table,
    of: tuple[Column[Any], ...],
    where: ColumnElement[bool],
    columns: Sequence[Column[Any]] = (),
) -> Select[Any]:
    """Choose the highest revision of each, from the journal that its round comes from."""
    parts = (table.c.tournament, table.c.table, table.c.round, table.c.journal, *of)
    highest = (
        select(*parts, func.max(table.c.revision).label("revision"))
        .where(where)
        .group_by(*parts)
        .subquery()
    )
    same = [table.c[part.key] == highest.c[part.key] for part in parts]
    admitted = and_(
        JOURNALS.c.tournament == table.c.tournament,
        JOURNALS.c.table == table.c.table,
        JOURNALS.c.round == table.c.round,
        JOURNALS.c.journal == table.c.journal,
    )
    return (
        select(*(columns or (table.c.payload,)))
        .join(highest, and_(*same, table.c.revision == highest.c.revision))
        .join(JOURNALS, admitted)
        .order_by(table.c.round, table.c.table, *of)
    )
