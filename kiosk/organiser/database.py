"""The organiser's database: one file of his own (SQLite), or a server's (PostgreSQL).

It is named by a folder, in which the file lies, or by an address such as
`postgresql://organiser@server.example/mehrkopf`. What is in it has a version: an older one is
brought up to date as it is opened, a newer one is another program's and left alone. Every error of
the database becomes one sentence; `UnreachableError` is one that may be over in a moment.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from psycopg.pq import PGconn, Ping
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
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry

from engine.text import PlainError, Text, os_reason
from kiosk.organiser import schema

FILE = "tournament.db"
"""In the organiser's folder."""
_WAIT_S = 30
"""For a file that another program writes, and for a server to answer."""
_FIRST_TRY_S, _LONGEST_TRY_S = 0.1, 2.0
"""Between two tries at a server that does not answer yet."""
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
    de="Die Datenbank {where} ist nicht zu erreichen ({why}); bitte prüfen, ob sie läuft.",
    en="The database {where} cannot be reached ({why}); please check that it is running.",
)
_NOT_YET = Text(
    de="Die Datenbank {where} lässt noch niemanden herein ({why}); bitte einen Augenblick warten.",
    en="The database {where} lets nobody in yet ({why}); please wait a moment.",
)
_NOT_LET_IN = Text(
    de="Die Datenbank {where} läuft, lässt uns so aber nicht herein ({why}); bitte Name, Passwort "
    "und Datenbank in der Adresse prüfen.",
    en="The database {where} is running but does not let us in like this ({why}); please check "
    "user, password and database in its address.",
)
_CANNOT = Text(
    de="Die Datenbank {where} kann gerade nicht schreiben ({why}); bitte prüfen, ob auf der "
    "Platte Platz ist und kein anderes Programm sie festhält.",
    en="The database {where} cannot write right now ({why}); please check that its disk has room "
    "and that no other program holds on to it.",
)
_WAITING = Text(
    de="{said} Gewartet wird darauf bis zu {seconds} Sekunden.",
    en="{said} Waiting for it for up to {seconds} seconds.",
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

    def __init__(self, text: Text, *, comes: bool = True) -> None:
        """Say why; `comes`: whether waiting alone may help, as with a server that is starting."""
        super().__init__(text)
        self.comes = comes


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
        self._own = threading.local()
        """`connection`: on which this thread is writing."""

    @classmethod
    def open(cls, place: Path | str, waits: Callable[[Text], object] | None = None) -> Self:
        """Open a folder's file or a server's database, and bring it up to date.

        `waits` is told why a server does not answer yet, once; then it is waited for.

        Raises:
            PlainError: it cannot be reached, or is a newer or another program's.
        """
        database = cls(_engine(_url(place)))
        try:
            database._come(waits)
        except BaseException:
            database.close()
            raise
        return database

    def _come(self, waits: Callable[[Text], object] | None) -> None:
        """Bring it up to date, as soon as it answers."""
        until, pause = time.monotonic() + _WAIT_S, _FIRST_TRY_S
        while True:
            try:
                with self.writing() as connection:
                    return self._bring_up_to_date(connection)
            except UnreachableError as error:
                if waits is None or not error.comes or time.monotonic() > until:
                    raise
                if pause == _FIRST_TRY_S:
                    waits(_WAITING.format(said=error.text, seconds=_WAIT_S))
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_TRY_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Lend a connection whose questions all see one state.

        Within a `writing` of the same thread that is what has been written there.

        Raises:
            UnreachableError: the database does not answer.
        """
        own = self._writes_on
        if own is not None:
            yield own
            return
        with self._told(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Lend a connection; what is written is kept as a whole at the end, or none of it.

        Within another `writing` of the same thread it is part of that one.

        Raises:
            UnreachableError: the database does not answer or cannot write.
        """
        own = self._writes_on
        if own is not None:
            yield own
            return
        with self._told(), self._engine.connect() as plain:
            connection = plain.execution_options(**{_WRITES: True})
            with connection.begin():
                self._own.connection = connection
                try:
                    yield connection
                finally:
                    self._own.connection = None

    @property
    def _writes_on(self) -> Connection | None:
        found: Connection | None = getattr(self._own, "connection", None)
        return found

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
            raise self._unreachable(error) from error
        except DBAPIError as error:
            if error.connection_invalidated:
                raise self._unreachable(error) from error
            if type(error) is DatabaseError:
                raise PlainError(_DAMAGED.format(where=self.where, why=_reason(error))) from error
            raise

    def _unreachable(self, error: SQLAlchemyError) -> UnreachableError:
        """Return what is said where there is no connection, or one that does not work."""
        sentence, comes = _CANNOT, False
        if isinstance(error, DBAPIError) and error.connection_invalidated:
            sentence, comes = _GONE, True
        elif _not_connected(error):
            sentence, comes = _server_says(self._engine)
        return UnreachableError(sentence.format(where=self.where, why=_reason(error)), comes=comes)

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


def _not_connected(error: SQLAlchemyError) -> bool:
    """Whether a server was asked for a connection and gave none; what it said has no code then."""
    return (
        isinstance(error, DBAPIError)
        and error.statement is None
        and getattr(error.orig, "sqlstate", "") is None
    )


def _server_says(engine: Engine) -> tuple[Text, bool]:
    """Ask a server that gave no connection why; also return whether it may do so in a moment.

    The answer is read from its code: the words are in whatever language the server speaks.
    """
    url = engine.url.set(drivername="postgresql")
    if "connect_timeout" not in url.query:
        url = url.update_query_dict({"connect_timeout": str(_WAIT_S)})
    answer = PGconn.ping(url.render_as_string(hide_password=False).encode())
    if answer == Ping.REJECT:
        return _NOT_YET, True
    return (_NOT_LET_IN, False) if answer == Ping.OK else (_GONE, True)


def _reason(error: Exception) -> str:
    """Return the first line of what the driver says."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return said[0][:_SHOWN] if said else type(error).__name__
