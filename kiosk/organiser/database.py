"""The organiser's database: one file of his own (SQLite), or a server's (PostgreSQL).

It is named by a folder, in which the file lies, or by an address such as
`postgresql://organiser@server.example/mehrkopf`. What is in it has a version: an older one is
brought up to date as it is opened, a newer one is another program's and left alone. Every error of
the database becomes one sentence; `UnreachableError` is one that may be over in a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Insert,
    Table,
    create_engine,
    event,
    inspect,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InterfaceError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from engine.text import PlainError, Text, os_reason
from kiosk.organiser import schema

FILE = "tournament.db"
"""In the organiser's folder."""
_WAIT_S = 30
"""For a file that another program writes, and for a server to answer."""
_WRITES = "mehrkopf_writes"
"""The option of a connection that is going to write: SQLite then takes its lock at once."""
_BOOK_LOCK = 5_218_023
"""PostgreSQL's number of the lock under which the organiser's own entries are revised."""
_SHOWN = 160
_NO_ADDRESS = Text(
    de="„{name}“ ist keine Adresse einer Datenbank; bitte einen Ordner nennen oder etwas wie "
    "postgresql://organiser@server.example/mehrkopf.",
    en='"{name}" is no address of a database; please name a folder, or something such as '
    "postgresql://organiser@server.example/mehrkopf.",
)
_GONE = Text(
    de="Die Datenbank {where} ist nicht zu erreichen ({why}); bitte prüfen, ob sie läuft und ob "
    "Name und Passwort stimmen.",
    en="The database {where} cannot be reached ({why}); please check that it is running and that "
    "user and password are right.",
)
_NO_FOLDER = Text(
    de="Der Ordner {folder} lässt sich nicht anlegen ({why}); bitte einen anderen nennen.",
    en="The folder {folder} cannot be created ({why}); please name another one.",
)
_NEWER = Text(
    de="Die Datenbank {where} ist von einem neueren Programm (Stand {found}, hier {known}); bitte "
    "dieses Programm erneuern.",
    en="The database {where} was made by a newer program (version {found}, here {known}); please "
    "update this program.",
)
_DAMAGED = Text(
    de="Die Datenbank {where} ist beschädigt oder keine ({why}); bitte eine Sicherung einspielen.",
    en="The database {where} is damaged, or is none ({why}); please restore a backup.",
)
_FOREIGN = Text(
    de="Die Datenbank {where} gehört einem anderen Programm; bitte eine leere nennen.",
    en="The database {where} belongs to another program; please name an empty one.",
)


class UnreachableError(PlainError):
    """The database does not answer, or cannot write; asked again later, it may."""


class Database:
    """An engine with its schema; any thread may use it."""

    def __init__(self, engine: Engine) -> None:
        """Take an engine; `Database.open` makes one and looks at what is in the database."""
        self._engine = engine
        self.where = (
            Path(engine.url.database or "").name
            if engine.dialect.name == "sqlite"
            else engine.url.set(drivername="postgresql").render_as_string(hide_password=True)
        )
        """How sentences name it: never with a password."""

    @classmethod
    def open(cls, place: Path | str) -> Self:
        """Open a folder's file or a server's database, and bring it up to date.

        Raises:
            PlainError: it cannot be reached, or is a newer or another program's.
        """
        database = cls(_engine(_url(place)))
        try:
            with database.writing() as connection:
                database._bring_up_to_date(connection)
        except BaseException:
            database.close()
            raise
        return database

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Lend a connection whose questions all see one state.

        Raises:
            UnreachableError: the database does not answer.
        """
        with self._told(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Lend a connection; what is written is kept as a whole at the end, or none of it.

        Raises:
            UnreachableError: the database does not answer or cannot write.
        """
        with self._told(), self._engine.connect() as plain:
            connection = plain.execution_options(**{_WRITES: True})
            with connection.begin():
                yield connection

    def one_at_a_time(self, connection: Connection) -> None:
        """Wait until nobody else revises entries, until the end of what is written here."""
        if self._engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_BOOK_LOCK})")

    def new(self, table: Table, /, **values: object) -> Insert:
        """Return an insertion that does nothing where the row is there already."""
        return self._insert(table).values(**values).on_conflict_do_nothing()

    def new_or_changed(
        self, table: Table, row: Mapping[str, object], change: Callable[[Any, Any], Any]
    ) -> Insert:
        """Return an insertion that changes the row where it is there already.

        `change` gets the columns as they are there and as they would be, and names what becomes
        other.
        """
        statement = self._insert(table).values(**row)
        return statement.on_conflict_do_update(
            index_elements=list(table.primary_key.columns),
            set_=change(table.c, statement.excluded),
        )

    def _insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        if self._engine.dialect.name == "postgresql":
            return postgresql.insert(table)
        return sqlite.insert(table)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OperationalError, InterfaceError, PoolTimeoutError) as error:
            raise UnreachableError(_GONE.format(where=self.where, why=_reason(error))) from error
        except DBAPIError as error:
            if error.connection_invalidated:
                raise UnreachableError(
                    _GONE.format(where=self.where, why=_reason(error))
                ) from error
            if type(error) is DatabaseError:
                raise PlainError(_DAMAGED.format(where=self.where, why=_reason(error))) from error
            raise

    def _bring_up_to_date(self, connection: Connection) -> None:
        self.one_at_a_time(connection)
        names = set(inspect(connection).get_table_names())
        if schema.VERSIONS.name not in names:
            if names & set(schema.METADATA.tables):
                raise PlainError(_FOREIGN.format(where=self.where))
            schema.create(connection)
            return
        found = connection.execute(select(schema.VERSIONS.c.version)).scalar_one()
        if found > schema.VERSION:
            raise PlainError(_NEWER.format(where=self.where, found=found, known=schema.VERSION))
        schema.migrate(connection, found)


def _url(place: Path | str) -> URL:
    """Return the address of a folder's file, or of a server."""
    if isinstance(place, str) and "://" in place:
        try:
            url = make_url(place)
        except (ArgumentError, ValueError) as error:
            raise PlainError(_NO_ADDRESS.format(name=place.partition("://")[0] + "://…")) from error
        if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg"):
            raise PlainError(_NO_ADDRESS.format(name=url.render_as_string(hide_password=True)))
        return url.set(drivername="postgresql+psycopg")
    folder = Path(place).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PlainError(_NO_FOLDER.format(folder=folder, why=os_reason(error))) from error
    return URL.create("sqlite+pysqlite", database=str(folder.resolve() / FILE))


def _engine(url: URL) -> Engine:
    if url.drivername.startswith("sqlite"):
        engine = create_engine(url, connect_args={"timeout": _WAIT_S}, pool_timeout=_WAIT_S)
        event.listen(engine, "connect", _sqlite_begins)
        event.listen(engine, "begin", _sqlite_locks)
        return engine
    return create_engine(
        url,
        pool_pre_ping=True,
        pool_timeout=_WAIT_S,
        connect_args={"connect_timeout": _WAIT_S, "application_name": "mehrkopf"},
        isolation_level="READ COMMITTED",
    )


def _sqlite_begins(connection: Any, _: ConnectionPoolEntry) -> None:
    """Set a file's connection up: what is acknowledged is on the disk."""
    connection.isolation_level = None  # We say BEGIN ourselves.
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _sqlite_locks(connection: Connection) -> None:
    """Begin; who is going to write takes the lock at once, so that it waits for it in peace."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _reason(error: Exception) -> str:
    """Return the first line of what the driver says."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0][:_SHOWN] if said else type(error).__name__
