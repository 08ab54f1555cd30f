"""What tables of players sent, kept: results and lists with every revision, receipts, refusals.

`keep` takes a batch of messages in one transaction and says what became of each. When it returns,
what it tells as new is on the disk; only then may a receipt be sent.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
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
    source_from_json,
)
from kiosk.exchange.topics import told_by
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
from kiosk.organiser.branches import Branch, fitting
from kiosk.organiser.database import Database
from kiosk.organiser.schema import JOURNALS, LISTS, RECEIPTS, REFUSALS, RESULTS
from kiosk.organiser.tournament import MOST_DEALS, BranchEnd

_NOTHING_YET = Text(
    de="Von Tisch {table} ist aus Runde {round} nichts da; ein anderes Gerät kann dort einfach "
    "anfangen.",
    en="There is nothing from table {table} in round {round}; another device can simply begin "
    "there.",
)
_AT_ONCE = 100
"""Rows that are asked for by their keys in one statement."""
_PLACE = ("tournament", "table", "round", "journal")
_RESULT = (*_PLACE, "deal", "revision")
_Key = tuple[str, str, int, str, int, int]
"""Tournament, table, round, branch, deal (0 for a list), revision."""
_Branches = dict[tuple[str, str], list[Branch]]
"""By tournament and table; the one that spoke last comes last."""


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


@dataclass(frozen=True, slots=True)
class Fork:
    """A round of which a table lost something that had arrived, and told other things since."""

    table: str
    round: int
    holds: BranchEnd
    """What counts."""
    beside: BranchEnd
    """What is kept beside it."""
    lost: tuple[ResultMessage, ...]
    """Deals that count and that the other branch lacks, each as it was last."""
    since: tuple[ResultMessage, ...]
    """Deals that only the other branch has."""


class Store:
    """Everything that arrived; any thread may use it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._branches: _Branches = {}
        """As far as they were read; only who keeps messages moves them on."""
        self._keeping = threading.Lock()
        self._read: dict[_Key, ResultMessage] = {}
        """Results that were read before: rows are only ever added, so once is enough."""

    def keep(
        self, frame: Frame, messages: Sequence[Admitted], refused: Iterable[Refusal] = ()
    ) -> Outcome:
        """Keep what is new of a batch, and how far each outbox has arrived.

        Raises:
            UnreachableError: nothing of it is kept.
        """
        with self._keeping:
            try:
                with self._database.writing() as connection:
                    batch = _Batch(self._database, connection, frame, self._branches)
                    batch.take(messages)
                    batch.note((*refused, *batch.refusals))
            except BaseException:
                # What was not kept is not known; it is read again.
                self._branches.clear()
                raise
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
                    self._read[_key_of(*at)] = _result(payload, at[4])
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
                .join(JOURNALS, _holds(RESULTS))
                .where(*_at(RESULTS, tournament, table, round_), RESULTS.c.deal == deal)
                .order_by(RESULTS.c.arrived, RESULTS.c.revision)
            )
            return tuple(_result(row.payload, deal) for row in rows)

    def list_revisions(self, tournament: str, table: str, round_: int) -> tuple[ListMessage, ...]:
        """Return every list a table signed off in a round, the newest last."""
        with self._database.reading() as connection:
            rows = connection.execute(
                select(LISTS.c.payload)
                .join(JOURNALS, _holds(LISTS))
                .where(*_at(LISTS, tournament, table, round_))
                .order_by(LISTS.c.arrived, LISTS.c.revision)
            )
            return tuple(list_from_json(row.payload.encode()) for row in rows)

    def receipts(self, tournament: str) -> dict[str, Receipt]:
        """Return the newest receipt of each table: that of its latest round's journal."""
        with self._keeping, self._database.reading() as connection:
            holding = _journals(connection, tournament)
            rows = connection.execute(select(RECEIPTS).where(RECEIPTS.c.tournament == tournament))
            cursors = {(row.table, row.journal): row.cursor for row in rows}
            found: dict[str, Receipt] = {}
            for (table, _), holds in sorted(holding.items()):
                branches = _branches(connection, self._branches, tournament, table)
                journal = _journal_of(branches, holds)
                for each in branches:
                    if each.journal == journal and (table, each.key) in cursors:
                        found[table] = _receipt(tournament, each, cursors[table, each.key])
            return found

    def forks(self, tournament: str) -> tuple[Fork, ...]:
        """Return every round of which something is kept beside what counts."""
        place = (RESULTS.c.table, RESULTS.c.round, RESULTS.c.journal)
        told = [LISTS.c[column.key] for column in place]
        found: list[Fork] = []
        with self._keeping, self._database.reading() as connection:
            rows = connection.execute(
                select(*place)
                .where(RESULTS.c.tournament == tournament)
                .union(select(*told).where(LISTS.c.tournament == tournament))
            )
            there: dict[tuple[str, int], set[str]] = {}
            for table, round_, key in rows:
                there.setdefault((table, round_), set()).add(key)
            holding = _journals(connection, tournament)
            for (table, round_), keys in sorted(there.items()):
                branches = _branches(connection, self._branches, tournament, table)
                holds = holding[table, round_]
                journal = _journal_of(branches, holds)
                for key in sorted(keys - {holds}):
                    if _journal_of(branches, key) == journal:
                        found.append(_fork(connection, (tournament, table, round_), holds, key))
        return tuple(each for each in found if each.beside.cursor)

    def settle(
        self,
        tournament: str,
        table: str,
        round_: int,
        branch: str,
        then: Callable[[Mapping[int, int]], object],
        *,
        both: bool,
    ) -> None:
        """Let a branch count in a round, alone or with what it lacks of the one that counted.

        `then` is told which deals of that one count under which other number now; what it writes is
        kept together with the rest or not at all. Where the branch counts already nothing is done.
        """
        at = tournament, table, round_
        with self._keeping, self._database.writing() as connection:
            self._database.one_at_a_time(connection)
            holds = _journals(connection, tournament)[table, round_]
            if holds == branch:
                return
            moved = self._carry(connection, at, holds, branch) if both else {}
            place = _at(JOURNALS, *at)
            connection.execute(JOURNALS.update().where(*place).values(journal=branch))
            then(moved)

    def _carry(
        self, connection: Connection, at: tuple[str, str, int], of: str, to: str
    ) -> dict[int, int]:
        """Add to a branch what of another one it lacks; return which deals got which number."""
        there, here = _rows(connection, RESULTS, at, of), _rows(connection, RESULTS, at, to)
        newest = {row.deal: row for row in there}
        known = {(row.deal, row.revision): row.payload for row in here}
        taken, moved = {row.deal for row in here}, {}
        for deal, row in newest.items():
            both = [
                each.revision
                for each in there
                if each.deal == deal and known.get((deal, each.revision)) == each.payload
            ]
            if row.revision in both:
                continue
            if both:
                # The same deal: what was corrected there holds, unless it was corrected here too.
                if max(both) < max(rev for number, rev in known if number == deal):
                    continue
                number, revision = deal, max(both) + 1
            elif _result(row.payload, deal).status == "withdrawn":
                continue
            else:
                number, revision = deal + MOST_DEALS, row.revision
                while number in taken:
                    number += MOST_DEALS
                moved[deal] = number
            taken.add(number)
            values = {**row._mapping, "journal": to, "deal": number, "revision": revision}
            connection.execute(self._database.new(RESULTS, **values))
        return moved

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

    def repeated(self) -> Mapping[str, int]:
        """Return how often something came again that was here already, by table."""
        chosen = select(REFUSALS.c.topic, REFUSALS.c.times).where(
            REFUSALS.c.reason == Reason.REPEATED.value
        )
        found: Counter[str] = Counter()
        with self._database.reading() as connection:
            for topic, times in connection.execute(chosen):
                told = told_by(topic)
                found[told[0] if told else "?"] += times
        return found

    def refusals(self, most: int = 200) -> tuple[Noted, ...]:
        """Return what was refused, the newest first; what had only come again is no fault."""
        chosen = (
            select(REFUSALS)
            .where(REFUSALS.c.reason != Reason.REPEATED.value)
            .order_by(REFUSALS.c.last.desc())
            .limit(most)
        )
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

    def __init__(
        self, database: Database, connection: Connection, frame: Frame, branches: _Branches
    ) -> None:
        self._database, self._connection, self._frame = database, connection, frame
        self._branches = branches
        self.new = 0
        self.refusals: list[Refusal] = []
        self.told: dict[str, Receipt] = {}

    def take(self, messages: Sequence[Admitted]) -> None:
        """Keep what is new, and move the receipts on."""
        if not messages:
            return
        tournament = self._frame.tournament.id
        sources = [each.source for each in messages]
        journals = _journals(self._connection, tournament)
        for table in {each.table for each in sources}:
            _branches(self._connection, self._branches, tournament, table)
        spoken = {(each.table, each.journal) for each in sources}
        keys = {journal for _, journal in spoken} | {
            branch.key
            for table, journal in spoken
            for branch in self._branches[tournament, table]
            if branch.journal == journal
        }
        known = self._known(RESULTS, keys, sources) | self._known(LISTS, keys, sources)
        cursors = self._cursors(keys)
        before = dict(cursors)
        for each in messages:
            source = each.source
            branches = self._branches[tournament, source.table]
            place = (source.table, source.round)
            holds = journals.get(place)
            if holds is not None and _journal_of(branches, holds) != source.journal:
                self._refuse(each, Reason.JOURNAL, ANOTHER_JOURNAL)
                continue
            own = fitting(branches, source) or [self._part(each, known, cursors)]
            if holds is None:
                journals[place] = self._begin_journal(source, own[-1].key)
            self._take(each, own, known)
            for branch in own:
                at = (source.table, branch.key)
                if source.previous <= cursors.get(at, 0) < source.cursor:
                    cursors[at] = source.cursor
            if len(own) == 1:
                branches.remove(own[0])
                branches.append(own[0])
            cursor = cursors.get((source.table, own[-1].key), 0)
            self.told[source.table] = _receipt(tournament, own[-1], cursor)
        for at, cursor in cursors.items():
            if before.get(at) != cursor:
                self._keep_cursor(*at, cursor)

    def _part(
        self, each: Admitted, known: dict[_Key, str], cursors: dict[tuple[str, str], int]
    ) -> Branch:
        """Begin a branch with what a message shows that it shares with another one."""
        source = each.source
        branches = self._branches[source.tournament, source.table]
        parents = [branch for branch in branches if branch.journal == source.journal]
        new = Branch(source.head if parents else source.journal, source.journal)
        branches.append(new)
        if not parents:
            return new
        parent = max(parents, key=lambda branch: len(branch.common(source)))
        common = parent.common(source)
        at = source.tournament, source.table, source.round
        for kept in (RESULTS, LISTS):
            for row in _rows(self._connection, kept, at, parent.key):
                told = source_from_json(row.payload.encode())
                if told.seq in common and row.revision == told.cursor:
                    deal = row.deal if kept is RESULTS else 0
                    values = {**row._mapping, "journal": new.key, "arrived": each.arrived.at}
                    self._add(kept, **values)
                    known[_key_of(*at, new.key, deal, row.revision)] = row.payload
                    new.add(told)
        reached = parent.reached(source, cursors.get((source.table, parent.key), 0))
        cursors[source.table, new.key] = reached
        return new

    def _take(self, each: Admitted, own: Iterable[Branch], known: dict[_Key, str]) -> None:
        """Keep one in the branches it belongs to, unless it is there already."""
        source, payload = each.source, each.payload
        deal = each.message.deal if isinstance(each.message, ResultMessage) else 0
        place = source.tournament, source.table, source.round
        keys = [_key_of(*place, branch.key, deal, source.cursor) for branch in own]
        new = [key for key in keys if key not in known]
        if not new:
            same = payload in {known[key] for key in keys}
            self._refuse(
                each,
                Reason.REPEATED if same else Reason.CHANGED,
                REPEATED if same else CHANGED,
            )
            return
        for branch in own:
            branch.add(source)
        for key in new:
            *at, deal, revision = key
            values: dict[str, object] = {
                **dict(zip(_PLACE, at, strict=True)),
                "revision": revision,
                "arrived": each.arrived.at,
                "payload": payload,
            }
            if deal:
                self._add(RESULTS, deal=deal, **values)
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

    def _begin_journal(self, source: Source, branch: str) -> str:
        self._add(
            JOURNALS,
            tournament=source.tournament,
            table=source.table,
            round=source.round,
            journal=branch,
        )
        return branch

    def _known(
        self, table: Table, keys: Iterable[str], sources: Sequence[Source]
    ) -> dict[_Key, str]:
        """Return what is here of the revisions that a batch speaks of."""
        rows = self._connection.execute(
            select(table).where(
                table.c.tournament == self._frame.tournament.id,
                table.c.journal.in_(keys),
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

    def _cursors(self, keys: Iterable[str]) -> dict[tuple[str, str], int]:
        rows = self._connection.execute(
            select(RECEIPTS).where(
                RECEIPTS.c.tournament == self._frame.tournament.id,
                RECEIPTS.c.journal.in_(keys),
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


def _result(payload: str, deal: int) -> ResultMessage:
    """Read a result that counts as this deal of its round."""
    read = result_from_json(payload.encode())
    return read if read.deal == deal else replace(read, deal=deal)


def _receipt(tournament: str, branch: Branch, cursor: int) -> Receipt:
    return Receipt(tournament, branch.journal, cursor, branch.heads.get(cursor, ""))


def _journals(connection: Connection, tournament: str) -> dict[tuple[str, int], str]:
    """Return the branch that counts of each table's round."""
    chosen = select(JOURNALS).where(JOURNALS.c.tournament == tournament)
    return {(row.table, row.round): row.journal for row in connection.execute(chosen)}


def _journal_of(branches: Iterable[Branch], key: str) -> str:
    return next((each.journal for each in branches if each.key == key), key)


def _branches(
    connection: Connection, known: _Branches, tournament: str, table: str
) -> list[Branch]:
    """Return a table's branches, read once from all it ever sent."""
    if (tournament, table) not in known:
        found: dict[str, Branch] = {}
        last: dict[str, str] = {}
        for kept in (RESULTS, LISTS):
            rows = connection.execute(
                select(kept.c.journal, kept.c.arrived, kept.c.payload).where(
                    kept.c.tournament == tournament, kept.c.table == table
                )
            )
            for key, arrived, payload in rows:
                source = source_from_json(payload.encode())
                found.setdefault(key, Branch(key, source.journal)).add(source)
                last[key] = max(last.get(key, ""), arrived)
        known[tournament, table] = sorted(
            found.values(), key=lambda each: (last[each.key], each.key != each.journal)
        )
    return known[tournament, table]


def _at(kept: Table, tournament: str, table: str, round_: int) -> tuple[ColumnElement[bool], ...]:
    return kept.c.tournament == tournament, kept.c.table == table, kept.c.round == round_


def _rows(
    connection: Connection, kept: Table, at: tuple[str, str, int], key: str
) -> Sequence[Row[Any]]:
    """Return everything of a branch's round, the highest revision of each last."""
    return connection.execute(
        select(kept).where(*_at(kept, *at), kept.c.journal == key).order_by(kept.c.revision)
    ).all()


def _fork(connection: Connection, at: tuple[str, str, int], holds: str, beside: str) -> Fork:
    """Return how two branches of a round differ; the one beside ends at 0 where it has no more."""
    results = {key: _rows(connection, RESULTS, at, key) for key in (holds, beside)}
    told = {key: {row.payload for row in rows} for key, rows in results.items()}
    ends = dict.fromkeys(results, 0)
    listed = {key: _rows(connection, LISTS, at, key) for key in results}
    signed = {key: {row.payload for row in rows} for key, rows in listed.items()}
    for key, other in ((holds, beside), (beside, holds)):
        own = [row.revision for row in results[key] if row.payload not in told[other]]
        own += [row.revision for row in listed[key] if row.payload not in signed[other]]
        ends[key] = max(own, default=0)

    def only(key: str, other: str) -> tuple[ResultMessage, ...]:
        newest = {row.deal: row for row in results[key]}
        return tuple(
            _result(row.payload, deal)
            for deal, row in sorted(newest.items())
            if row.payload not in told[other]
        )

    return Fork(
        at[1],
        at[2],
        BranchEnd(holds, ends[holds]),
        BranchEnd(beside, ends[beside]),
        only(holds, beside),
        only(beside, holds),
    )


def _larger(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    return case((one > other, one), else_=other)


def _holds(table: Table) -> ColumnElement[bool]:
    """Choose the branch that its round comes from."""
    return and_(*(JOURNALS.c[name] == table.c[name] for name in _PLACE))


def _holding(
    table: Table,
    of: tuple[Column[Any], ...],
    where: ColumnElement[bool],
    columns: Sequence[Column[Any]] = (),
) -> Select[Any]:
    """Choose the highest revision of each, from the branch that its round comes from."""
    parts = (table.c.tournament, table.c.table, table.c.round, table.c.journal, *of)
    highest = (
        select(*parts, func.max(table.c.revision).label("revision"))
        .where(where)
        .group_by(*parts)
        .subquery()
    )
    same = [table.c[part.key] == highest.c[part.key] for part in parts]
    return (
        select(*(columns or (table.c.payload,)))
        .join(highest, and_(*same, table.c.revision == highest.c.revision))
        .join(JOURNALS, _holds(table))
        .order_by(table.c.round, table.c.table, *of)
    )
