"""The tables of the organiser's database, and how an older one is brought up to date.

What tables of players sent is only ever added to: a correction is a row with a higher revision.
What the organiser wrote himself is kept the same way, as JSON with its revision (`BOOK`), so that
nothing he changed is gone and a new field of a value needs no new column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    insert,
    update,
)

VERSION = 1
METADATA = MetaData()

VERSIONS = Table("mehrkopf_schema", METADATA, Column("version", Integer, nullable=False))

BOOK = Table(
    "book",
    METADATA,
    Column("tournament", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("key", String(80), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("at", String(40), nullable=False),
    Column("value", Text, nullable=False),
    PrimaryKeyConstraint("tournament", "kind", "key", "revision"),
)
"""What the organiser entered: the highest revision of an entry holds."""


def _sent(name: str, *more: Column[int] | Column[str], key: tuple[str, ...]) -> Table:
    """Return a table of what arrived from tables of players."""
    return Table(
        name,
        METADATA,
        Column("tournament", String(40), nullable=False),
        Column("table", String(32), nullable=False),
        Column("round", Integer, nullable=False),
        Column("journal", String(64), nullable=False),
        *more,
        Column("revision", BigInteger, nullable=False),
        Column("arrived", String(40), nullable=False),
        Column("payload", Text, nullable=False),
        PrimaryKeyConstraint("tournament", "table", "round", "journal", *key, "revision"),
    )


RESULTS = _sent("results", Column("deal", Integer, nullable=False), key=("deal",))
"""Deals; of one the highest revision holds. `payload` is the message as it came."""
LISTS = _sent("lists", key=())
"""Lists as tables signed them off; the highest revision holds."""

JOURNALS = Table(
    "journals",
    METADATA,
    Column("tournament", String(40), nullable=False),
    Column("table", String(32), nullable=False),
    Column("round", Integer, nullable=False),
    Column("journal", String(64), nullable=False),
    PrimaryKeyConstraint("tournament", "table", "round"),
)
"""From which journal a table's round comes: the first that sent something, until another one is
admitted."""

RECEIPTS = Table(
    "receipts",
    METADATA,
    Column("tournament", String(40), nullable=False),
    Column("table", String(32), nullable=False),
    Column("journal", String(64), nullable=False),
    Column("cursor", BigInteger, nullable=False),
    PrimaryKeyConstraint("tournament", "table", "journal"),
)
"""How far each outbox has arrived."""

REFUSALS = Table(
    "refusals",
    METADATA,
    Column("topic", String(80), nullable=False),
    Column("reason", String(20), nullable=False),
    Column("minute", String(40), nullable=False),
    Column("times", Integer, nullable=False),
    Column("last", String(40), nullable=False),
    Column("de", Text, nullable=False),
    Column("en", Text, nullable=False),
    Column("sample", String(200), nullable=False),
    PrimaryKeyConstraint("topic", "reason", "minute"),
)
"""What was refused: one row for the same reason, on the same topic, in the same minute, so that
rubbish cannot fill a disk."""
Index("refusals_by_time", REFUSALS.c.last)

_ONLY_ADDED = """
CREATE FUNCTION mehrkopf_only_added() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'rows are only ever added to'; END $$
"""
_STEPS: Mapping[int, Callable[[Connection], None]] = {}
"""By the version it starts from: what brings a database to the next one."""


def create(connection: Connection) -> None:
    """Make all tables of an empty database, and what keeps their rows from being changed."""
    METADATA.create_all(connection, checkfirst=False)
    connection.execute(insert(VERSIONS).values(version=VERSION))
    server = connection.dialect.name == "postgresql"
    if server:
        connection.exec_driver_sql(_ONLY_ADDED)
    for table in (BOOK, RESULTS, LISTS):
        for what in ("UPDATE", "DELETE"):
            begin = f"CREATE TRIGGER {table.name}_no_{what.lower()} BEFORE {what} ON {table.name}"
            connection.exec_driver_sql(
                f"{begin} FOR EACH ROW EXECUTE FUNCTION mehrkopf_only_added()"
                if server
                else f"{begin} BEGIN SELECT RAISE(ABORT, 'rows are only ever added to'); END"
            )


def migrate(connection: Connection, found: int) -> None:
    """Bring a database from an older version to this one, within one transaction."""
    for version in range(found, VERSION):
        _STEPS[version](connection)
    if found < VERSION:
        connection.execute(update(VERSIONS).values(version=VERSION))
