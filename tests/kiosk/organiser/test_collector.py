"""The collector at a real Mosquitto and a real PostgreSQL, both of which are killed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from engine.text import PlainError, Text
from kiosk.exchange.messages import (
    EventMessage,
    Guest,
    Receipt,
    StateMessage,
    event_to_json,
    receipt_from_json,
    seating_from_json,
    state_to_json,
)
from kiosk.organiser.collector import seatings
from kiosk.organiser.database import Database
from kiosk.organiser.line import Line
from kiosk.organiser.tournament import Field, Participant, Penalty
from tests.kiosk.organiser.collecting import USERS, at_table, line_to, organising
from tests.kiosk.organiser.made import AT, CUP, FRAME, HEAD, JOURNAL, PLANS, result, sent, signed
from tests.mosquitto import Listener, Mosquitto
from tests.postgres import Postgres

RECEIPT, SEATING = "mehrkopf/1/to/receipt", "mehrkopf/1/to/seating"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path / "broker", USERS) as started:
        yield started


def has_receipt(table: Listener, cursor: int, after: int = 0) -> bool:
    return any(
        each.topic == RECEIPT and receipt_from_json(each.payload).cursor == cursor
        for each in table.heard[after:]
    )


def test_what_tables_tell_is_kept_and_acknowledged(
    broker: Mosquitto, database: Database, tmp_path: Path
) -> None:
    with organising(line_to(broker, tmp_path), database) as organiser, at_table(broker) as table:
        for message in (result(10, 1), result(20, 2, previous=10), signed(21, previous=20)):
            arrived = sent(message)
            table.says(arrived.topic, arrived.payload)
        table.wait(lambda: has_receipt(table, 21))
        assert [each.deal for each in organiser.store.results("cup")] == [1, 2]
        assert organiser.store.lists("cup") == (signed(21, previous=20),)
        # Said again, nothing changes, and the receipt is said again too.
        heard = len(table.heard)
        table.says(sent(result(10, 1)).topic, sent(result(10, 1)).payload)
        table.wait(lambda: has_receipt(table, 21, heard))
        organiser.wait(lambda: organiser.collector.counts.repeated == 1)
    # It is there for a table that comes later.
    with at_table(broker) as later:
        heard_later = later.hears(RECEIPT)
        assert heard_later.retained
        assert receipt_from_json(heard_later.payload) == Receipt("cup", JOURNAL, 21, HEAD)


def test_a_killed_broker_costs_nothing(
    broker: Mosquitto, file_database: Database, tmp_path: Path
) -> None:
    with (
        organising(line_to(broker, tmp_path), file_database) as organiser,
        at_table(broker) as table,
    ):
        table.says(sent(result(10)).topic, sent(result(10)).payload)
        table.wait(lambda: has_receipt(table, 10))
        broker.kill()
        organiser.wait(lambda: not organiser.collector.online)
        heard = len(table.heard)
        broker.start()
        organiser.is_online()
        assert organiser.collector.trouble is None
        # The broker has forgotten everything; receipts and seatings are said again.
        table.wait(lambda: has_receipt(table, 10, heard))
        table.hears(SEATING, after=heard)
        second = result(20, 2, previous=10)
        table.says(sent(second).topic, sent(second).payload)
        table.wait(lambda: has_receipt(table, 20, heard))
        assert len(organiser.store.results("cup")) == 2


def test_while_the_database_is_gone_nothing_is_acknowledged(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with (
        Postgres(sure=False) as server,
        Database.open(server.create("cup")) as database,
        organising(line_to(broker, tmp_path), database) as organiser,
        at_table(broker) as table,
    ):
        table.says(sent(result(10)).topic, sent(result(10)).payload)
        table.wait(lambda: has_receipt(table, 10))
        server.kill()
        second = result(20, 2, previous=10)
        table.says(sent(second).topic, sent(second).payload)
        organiser.wait(lambda: organiser.collector.database_trouble is not None)
        # Live tables go on meanwhile.
        table.says("mehrkopf/1/available", b"online")
        organiser.wait(lambda: organiser.collector.live.of("1").online)
        assert not has_receipt(table, 20)
        server.start()
        table.wait(lambda: has_receipt(table, 20))
        organiser.wait(lambda: organiser.collector.database_trouble is None)
        assert [each.deal for each in organiser.store.results("cup")] == [1, 2]


def test_what_came_while_the_collector_was_off_is_kept(
    broker: Mosquitto, file_database: Database, tmp_path: Path
) -> None:
    line = line_to(broker, tmp_path)
    with at_table(broker) as table:
        with organising(line, file_database):
            table.hears(SEATING)
        table.says(sent(result(10)).topic, sent(result(10)).payload)
        with organising(line, file_database, begun=False) as again:
            table.wait(lambda: has_receipt(table, 10))
            assert again.store.results("cup") == (result(10),)


def test_tables_are_told_who_sits_there_until_the_round_is_over(
    broker: Mosquitto, file_database: Database, tmp_path: Path
) -> None:
    with (
        organising(line_to(broker, tmp_path), file_database) as organiser,
        at_table(broker) as table,
    ):
        told = seating_from_json(table.hears(SEATING).payload)
        assert [guest.number for guest in told.seats] == [1, 2, 3, 4]
        assert (told.tournament, told.round, told.deals) == ("cup", 1, 20)
        assert told.rules == {"scoring": "plus_minus"}
        organiser.book.keep_round("cup", replace(PLANS[0], ended=AT))
        organiser.collector.announce()
        table.hears(SEATING, b"")
        organiser.book.keep_round("cup", replace(PLANS[1], begun=AT, limit=AT))
        organiser.collector.announce()

        def seated() -> list[bytes]:
            return [each.payload for each in table.heard if each.topic == SEATING]

        table.wait(lambda: len(seated()) == 3)
        second = seating_from_json(seated()[-1])
        assert ([guest.number for guest in second.seats], second.round) == ([1, 6, 3, 8], 2)
        assert second.ends == AT


def test_names_go_to_the_tables_only_where_they_are_switched_on() -> None:
    people = Field(tuple(Participant(number, f"Person {number}") for number in range(1, 9)))
    without = seating_from_json(seatings(FRAME, people)["1"])
    assert without.seats == tuple(Guest(number) for number in (1, 2, 3, 4))
    switched = replace(FRAME, tournament=replace(CUP, names=True))
    assert seating_from_json(seatings(switched, people)["1"]).seats[0] == Guest(1, "Person 1")


def test_tables_are_seen_as_they_stand(
    broker: Mosquitto, file_database: Database, tmp_path: Path
) -> None:
    state = StateMessage(
        "deal", 3, Text(de="Wenz", en="Wenz"), ("1", "2", "3", "4"), 2, None, (), camera=True
    )
    with organising(line_to(broker, tmp_path), file_database) as organiser:
        live = organiser.collector.live
        with at_table(broker) as table:
            table.client.publish("mehrkopf/1/available", b"online", 1, retain=True)
            table.says("mehrkopf/1/state", state_to_json(state), retain=True)
            table.says("mehrkopf/1/event", event_to_json(EventMessage("revoke", 3, 1, AT)))
            organiser.wait(lambda: len(live.of("1").events) == 1)
        now = live.of("1")
        assert now.online
        assert now.state == state
        assert now.quiet_since is not None
        assert live.of("2").quiet_since is None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"user": "nobody"}, 'does not know the user "nobody"'),
        ({"port": 1}, "none is running there"),
    ],
)
def test_why_there_is_no_line_is_said(
    change: dict[str, object],
    told: str,
    broker: Mosquitto,
    file_database: Database,
    tmp_path: Path,
) -> None:
    line = replace(line_to(broker, tmp_path), **change)  # type: ignore[arg-type]
    with organising(line, file_database, waits=False) as organiser:
        organiser.wait(lambda: told in (organiser.collector.trouble or Text("", "")).en)


def test_a_broker_that_nobody_vouches_for_is_not_told_the_password(
    file_database: Database, tmp_path: Path
) -> None:
    with (
        Mosquitto(tmp_path / "one", USERS, tls=True) as broker,
        Mosquitto(tmp_path / "other", USERS, tls=True) as stranger,
    ):
        line = line_to(broker, tmp_path)
        with organising(line, file_database):
            pass
        assert stranger.certificates is not None
        seen = len(broker.log)
        wrong = replace(line, ca_file=stranger.certificates.authority)
        with organising(wrong, file_database, begun=False, waits=False) as organiser:
            organiser.wait(
                lambda: "cannot be trusted" in (organiser.collector.trouble or Text("", "")).en
            )
        assert not any("as mehrkopf-organiser" in entry for entry in broker.log[seen:])


def test_a_second_collector_is_told_apart(
    broker: Mosquitto, file_database: Database, tmp_path: Path
) -> None:
    line = line_to(broker, tmp_path)
    with (
        organising(line, file_database) as first,
        organising(line, file_database, begun=False, waits=False),
    ):
        first.wait(lambda: "Another program" in (first.collector.trouble or Text("", "")).en)


def test_a_ruling_that_is_too_long_for_the_broker_is_told_as_that(
    file_database: Database, tmp_path: Path
) -> None:
    few = Mosquitto(tmp_path / "few", USERS, more="max_packet_size 500")
    with few, organising(line_to(few, tmp_path), file_database) as organiser:
        reason = "Handy am Tisch " * 25
        organiser.book.keep_penalty("cup", Penalty(3, Fraction(-10), reason, 1, AT))
        organiser.collector.announce()
        organiser.wait(
            lambda: "because it is too long" in (organiser.collector.trouble or Text("", "")).en
        )


def test_files_that_cannot_be_read_are_said(file_database: Database, tmp_path: Path) -> None:
    for lacks in ("password_file", "ca_file"):
        line = Line("127.0.0.1", 1, "organiser", **{lacks: tmp_path / "none"})
        with pytest.raises(PlainError, match=lacks), organising(line, file_database, begun=False):
            pass
        file_database.close()
