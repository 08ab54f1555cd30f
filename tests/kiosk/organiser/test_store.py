"""What tables sent is kept once, with every revision, in a file and on a server alike."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.text import PlainError, Text
from kiosk.exchange.messages import Receipt, ResultMessage, result_from_json
from kiosk.organiser.admission import Reason, RefusedError, admitted, refusal
from kiosk.organiser.database import FILE, Database, UnreachableError
from kiosk.organiser.store import Store
from tests.kiosk.organiser.made import (
    FRAME,
    HEAD,
    JOURNAL,
    OTHER_JOURNAL,
    moved,
    result,
    sent,
    signed,
    taken,
)
from tests.postgres import USER, Postgres


def test_what_is_kept_is_there_after_the_next_opening(place: Path | str) -> None:
    deals = [result(10, 1), result(20, 2, previous=10)]
    with Database.open(place) as database:
        Store(database).keep(FRAME, taken(*deals, signed(21, previous=20)))
    with Database.open(place) as database:
        store = Store(database)
        assert store.results("cup") == tuple(deals)
        assert store.lists("cup") == (signed(21, previous=20),)
        assert store.receipts("cup") == {"1": Receipt("cup", JOURNAL, 21, HEAD)}


def test_the_highest_revision_holds_and_the_others_are_there(database: Database) -> None:
    store = Store(database)
    first, later = result(10), result(25, previous=10, deltas=(-3, 1, 1, 1))
    withdrawn = moved(result(30, previous=25), previous=25)
    store.keep(FRAME, taken(later))
    # It comes late, by another way; what is newer goes on to hold.
    store.keep(FRAME, taken(first))
    assert store.results("cup") == (later,)
    store.keep(FRAME, taken(withdrawn))
    assert store.results("cup", 1) == (withdrawn,)
    assert store.results("cup", 2) == ()
    assert store.revisions("cup", "1", 1, 1) == (first, later, withdrawn)
    store.keep(FRAME, taken(signed(40), signed(50)))
    assert store.lists("cup") == (signed(50),)
    assert store.list_revisions("cup", "1", 1) == (signed(40), signed(50))


def test_a_result_is_read_once_however_often_it_is_asked_for(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = [result(cursor, cursor, previous=cursor - 1) for cursor in range(1, 251)]
    Store(database).keep(FRAME, taken(*deals))
    read: list[bytes] = []

    def reading(payload: bytes) -> ResultMessage:
        read.append(payload)
        return result_from_json(payload)

    monkeypatch.setattr("kiosk.organiser.store.result_from_json", reading)
    store = Store(database)
    assert store.results("cup") == store.results("cup", 1) == tuple(deals)
    assert len(read) == 250
    later = result(300, 7, previous=250, deltas=(-3, 1, 1, 1))
    Store(database).keep(FRAME, taken(later))
    assert store.results("cup") == (*deals[:6], later, *deals[7:])
    assert len(read) == 251


def test_what_is_said_twice_is_there_once(database: Database) -> None:
    store = Store(database)
    assert store.keep(FRAME, taken(result(10))).new == 1
    again = store.keep(FRAME, taken(result(10), result(10)))
    assert (again.new, again.repeated, again.refused) == (0, 2, 0)
    assert again.receipts == {"1": Receipt("cup", JOURNAL, 10, HEAD)}
    assert store.results("cup") == (result(10),)


def test_another_result_under_a_known_revision_changes_nothing(database: Database) -> None:
    store = Store(database)
    store.keep(FRAME, taken(result(10)))
    forged = store.keep(FRAME, taken(result(10, deltas=(9, -3, -3, -3))))
    assert (forged.new, forged.repeated, forged.refused) == (0, 0, 1)
    assert store.results("cup") == (result(10),)
    assert [each.reason for each in store.refusals()] == [Reason.CHANGED]


def test_a_receipt_moves_on_only_where_nothing_is_missing_before(database: Database) -> None:
    store = Store(database)
    gap = store.keep(FRAME, taken(result(30, 3, previous=20)))
    assert gap.new == 1
    assert gap.receipts == {"1": Receipt("cup", JOURNAL, 0)}
    store.keep(FRAME, taken(result(10, 1)))
    closed = store.keep(
        FRAME,
        taken(result(20, 2, previous=10), result(30, 3, previous=20), signed(31, previous=30)),
    )
    assert closed.receipts == {"1": Receipt("cup", JOURNAL, 31, HEAD)}
    assert [each.deal for each in store.results("cup")] == [1, 2, 3]
    # What comes late moves no receipt back.
    assert store.keep(FRAME, taken(result(10, 1))).receipts["1"].cursor == 31


def test_another_device_at_a_table_counts_once_it_is_admitted(database: Database) -> None:
    store = Store(database)
    ours, theirs = result(10), result(12, journal=OTHER_JOURNAL, deltas=(6, -2, -2, -2))
    store.keep(FRAME, taken(ours))
    outcome = store.keep(FRAME, taken(theirs))
    assert (outcome.new, outcome.refused, outcome.receipts) == (0, 1, {})
    assert store.results("cup") == (ours,)
    with pytest.raises(PlainError, match="simply begin"):
        store.admit_journal("cup", "1", 2, OTHER_JOURNAL)
    store.admit_journal("cup", "1", 1, OTHER_JOURNAL)
    assert store.results("cup") == ()
    store.keep(FRAME, taken(theirs))
    assert store.results("cup") == (theirs,)
    assert store.receipts("cup") == {"1": Receipt("cup", OTHER_JOURNAL, 12, HEAD)}


def test_refusals_of_one_kind_in_one_minute_are_one_entry(database: Database) -> None:
    store = Store(database)
    rubbish = moved(result(10), tournament="other")
    with pytest.raises(RefusedError) as caught:
        admitted(sent(rubbish), FRAME)
    noted = [refusal(sent(rubbish), caught.value, FRAME)] * 500
    store.keep(FRAME, (), noted)
    store.keep(FRAME, (), noted)
    (entry,) = store.refusals()
    assert (entry.topic, entry.reason, entry.times) == (
        "mehrkopf/1/result",
        Reason.TOURNAMENT,
        1000,
    )
    assert entry.words.en == 'Table 1 plays in tournament "other", this one is "cup".'
    assert entry.sample.startswith('{"v":1,"tournament":"other"')


def test_several_write_at_once_and_nothing_is_lost(place: Path | str) -> None:
    failed: list[Exception] = []

    def write(table: str, database: Database) -> None:
        try:
            for deal in range(1, 21):
                message = result(deal * 10, deal, previous=deal * 10 - 10, table=table)
                Store(database).keep(FRAME, taken(message))
        except PlainError as error:
            failed.append(error)

    with Database.open(place) as one, Database.open(place) as other:
        threads = [
            threading.Thread(target=write, args=(table, database))
            for table in ("1", "2")
            for database in (one, other)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert failed == []
        found = Store(one).results("cup")
        assert [(each.source.table, each.deal) for each in found] == [
            (table, deal) for table in ("1", "2") for deal in range(1, 21)
        ]


def test_a_full_disk_is_said_and_nothing_is_half_kept(tmp_path: Path) -> None:
    with Database.open(tmp_path) as database:
        store = Store(database)
        store.keep(FRAME, taken(result(10)))
        with database.writing() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        many = [result(10 + deal, deal, previous=9 + deal) for deal in range(2, 200)]
        with pytest.raises(UnreachableError, match="full"):
            store.keep(FRAME, taken(*many))
        assert store.results("cup") == (result(10),)
        with database.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        assert store.keep(FRAME, taken(*many)).new == len(many)


def test_a_server_that_is_killed_has_what_it_acknowledged() -> None:
    with Postgres(sure=False) as server, Database.open(server.create("cup")) as database:
        store = Store(database)
        store.keep(FRAME, taken(result(10)))
        server.kill()
        with pytest.raises(UnreachableError, match="cannot be reached"):
            store.keep(FRAME, taken(result(20, 2, previous=10)))
        server.start()
        # The same store goes on by itself.
        store.keep(FRAME, taken(result(20, 2, previous=10)))
        assert [each.deal for each in store.results("cup")] == [1, 2]


def test_a_server_that_is_not_there_yet_is_waited_for() -> None:
    server, told = Postgres(sure=False), list[str]()

    def waits(why: Text) -> None:
        told.append(why.en)
        comes()

    with ExitStack() as stack:
        stack.push(server)
        comes = server.start_held()
        with pytest.raises(UnreachableError, match="lets nobody in yet") as caught:
            Database.open(server.address(USER))
        assert "assword" not in caught.value.text.en
        with Database.open(server.address(USER), waits) as database:
            server.kill()
            with pytest.raises(UnreachableError, match="please check that it is running"):
                Store(database).results("cup")
        comes = server.start
        with Database.open(server.address(USER), waits) as database:
            assert Store(database).results("cup") == ()
    assert ["lets nobody in yet" in each for each in told] == [True, False]
    assert "cannot be reached" in told[1]
    assert all("Waiting for it for up to 30 seconds." in each for each in told)


def test_whoever_a_server_does_not_let_in_is_told_so_at_once(postgres: Postgres) -> None:
    hba = postgres.folder / "data" / "pg_hba.conf"
    hba.write_text(f"local all guest scram-sha-256\n{hba.read_text()}")
    postgres.sql(USER, "CREATE ROLE guest LOGIN PASSWORD 'right'")
    postgres.stop()
    postgres.start()
    told: list[Text] = []
    address = postgres.create("let_in").replace(f"{USER}@", "guest:wrong@")
    for where in (address, postgres.address("nowhere")):
        with pytest.raises(UnreachableError, match="check user, password and database") as caught:
            Database.open(where, told.append)
        assert "wrong" not in caught.value.text.en
    assert told == []


@pytest.mark.parametrize("statement", ["UPDATE results SET payload = ''", "DELETE FROM results"])
def test_what_arrived_cannot_be_overwritten(statement: str, database: Database) -> None:
    Store(database).keep(FRAME, taken(result(10)))
    with pytest.raises(Exception, match="only ever added to"), database.writing() as connection:
        connection.exec_driver_sql(statement)
    assert Store(database).results("cup") == (result(10),)


def test_a_newer_database_is_left_alone(place: Path | str) -> None:
    with Database.open(place) as database, database.writing() as connection:
        connection.exec_driver_sql("UPDATE mehrkopf_schema SET version = 99")
    with pytest.raises(PlainError, match="made by a newer program"):
        Database.open(place)


def test_another_program_s_database_is_left_alone(place: Path | str) -> None:
    with Database.open(place) as database, database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE mehrkopf_schema")
    with pytest.raises(PlainError, match="belongs to another program"):
        Database.open(place)


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database at all, but long enough to be read" * 100)
    with pytest.raises(PlainError, match="damaged"):
        Database.open(tmp_path)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("mysql://a.test:secret@b/c", r"mysql://a.test:\*\*\*@b/c"),
        ("postgresql://a.test:secret@b:port/c", "no address"),
        ("postgresql://a.test:secret@127.0.0.1:1/c", "cannot be reached"),
    ],
)
def test_addresses_that_will_not_do_are_told_without_the_password(said: str, told: str) -> None:
    with pytest.raises(PlainError, match=told) as caught:
        Database.open(said)
    assert "secret" not in caught.value.text.en + caught.value.text.de
