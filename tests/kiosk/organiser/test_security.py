"""Strangers and tables that speak for others, at a real broker: refused, noted, nothing changed.

The broker's own rights stop most of it. The collector must not rely on them: it is told the same
things at a broker without any.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from kiosk.organiser.admission import Reason
from kiosk.organiser.broker_files import Plan, write_broker
from kiosk.organiser.database import Database
from kiosk.organiser.line import Line
from tests.kiosk.organiser.collecting import USERS, Organiser, at_table, line_to, organising
from tests.kiosk.organiser.made import moved, result, sent
from tests.mosquitto import PATIENCE_S, Listener, Mosquitto

RUBBISH = 10_000
_UNACCEPTED = 135


@pytest.fixture
def open_broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets everybody say everything: what a careless village may have."""
    with Mosquitto(tmp_path / "open", more="max_queued_messages 20000") as started:
        yield started


@pytest.fixture
def careless(open_broker: Mosquitto, file_database: Database) -> Iterator[Organiser]:
    with organising(Line("127.0.0.1", open_broker.port), file_database) as organiser:
        yield organiser


def reasons(organiser: Organiser) -> dict[Reason, int]:
    found: dict[Reason, int] = {}
    for each in organiser.store.refusals():
        found[each.reason] = found.get(each.reason, 0) + each.times
    return found


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker with the rights that `mehrkopf tournament broker` writes."""
    rights = write_broker(tmp_path / "written", Plan(("1", "2"), ("127.0.0.1",))).rights
    with Mosquitto(tmp_path / "broker", USERS, rights=rights.read_text("utf-8")) as started:
        yield started


def test_a_stranger_with_a_wrong_password_does_not_get_in(
    guarded: Mosquitto, file_database: Database, tmp_path: Path
) -> None:
    with organising(line_to(guarded, tmp_path), file_database) as organiser:
        for user, password in (("1", "guessed"), ("nobody", ""), ("", "")):
            refusals: list[int] = []
            client = Client(CallbackAPIVersion.VERSION2, "", protocol=MQTTProtocolVersion.MQTTv5)
            if user:
                client.username_pw_set(user, password)
            client.on_connect = lambda c, d, f, reason, p, told=refusals: told.append(reason.value)
            client.connect("127.0.0.1", guarded.port)
            client.publish("mehrkopf/1/result", sent(result(10)).payload, 1)
            while not refusals:
                client.loop(PATIENCE_S)
            client.loop(PATIENCE_S)
            client.on_connect = None
            assert refusals == [_UNACCEPTED]
        guarded.says("not authori[sz]ed")
        # What a table with its password says afterwards arrives, and nothing came before it.
        with at_table(guarded) as table:
            table.says("mehrkopf/1/result", sent(result(20)).payload)
            table.hears("mehrkopf/1/to/receipt")
        assert organiser.store.results("cup") == (result(20),)


def test_a_table_cannot_speak_for_another_at_the_broker(
    guarded: Mosquitto, file_database: Database, tmp_path: Path
) -> None:
    with organising(line_to(guarded, tmp_path), file_database) as organiser:
        before = len(guarded.log)
        with at_table(guarded, "2") as other, at_table(guarded) as table:
            other.says("mehrkopf/1/result", sent(result(10)).payload)
            other.says("mehrkopf/1/to/seating", b"{}", retain=True)
            other.says("mehrkopf/2/to/receipt", b"{}", retain=True)
            guarded.says("Denied PUBLISH from .*mehrkopf/1/result", before)
            guarded.says("Denied PUBLISH from .*mehrkopf/1/to/seating", before)
            guarded.says("Denied PUBLISH from .*mehrkopf/2/to/receipt", before)
            other.says("mehrkopf/2/result", sent(result(10, table="2")).payload)
            other.hears("mehrkopf/2/to/receipt")
            table.hears("mehrkopf/1/to/rulings")
            assert [each.topic.rpartition("/")[2] for each in table.heard] == ["seating", "rulings"]
        # Nor can it listen to another table, or to all of them.
        with (
            Listener(guarded, "2", USERS["2"], ("#", "mehrkopf/1/#")) as nosy,
            at_table(guarded) as table,
        ):
            table.says("mehrkopf/1/result", sent(result(20)).payload)
            table.hears("mehrkopf/1/to/receipt")
            assert {each.topic.split("/")[1] for each in nosy.heard} <= {"2"}
        assert [each.source.table for each in organiser.store.results("cup")] == ["1", "2"]


def test_a_table_that_speaks_for_another_is_refused_by_the_collector_too(
    guarded: Mosquitto, file_database: Database, tmp_path: Path
) -> None:
    with (
        organising(line_to(guarded, tmp_path), file_database) as organiser,
        at_table(guarded, "2") as other,
    ):
        # It may say what it likes below its own name.
        other.says("mehrkopf/2/result", sent(result(10)).payload)
        organiser.wait(lambda: organiser.collector.counts.refused == 1)
        (noted,) = organiser.store.refusals()
        assert (noted.topic, noted.reason) == ("mehrkopf/2/result", Reason.NOT_ITS_OWN)
        assert noted.words.en == "Table 2 has spoken for table 1."
        assert organiser.store.results("cup") == ()


def test_a_replayed_message_changes_nothing(careless: Organiser, open_broker: Mosquitto) -> None:
    first, second = sent(result(10)), sent(result(20, previous=10, deltas=(-3, 1, 1, 1)))
    with Listener(open_broker, topics=("mehrkopf/1/to/receipt",)) as stranger:
        stranger.says(first.topic, first.payload)
        stranger.says(second.topic, second.payload)
        careless.wait(lambda: careless.collector.counts.new == 2)
        holds = careless.store.results("cup")
        for _ in range(20):
            stranger.says(first.topic, first.payload, retain=True)
        careless.wait(lambda: careless.collector.counts.repeated == 20)
    assert careless.store.results("cup") == holds
    assert careless.store.repeated() == {"1": 20}
    assert reasons(careless) == {}


def test_a_message_of_another_tournament_changes_nothing(
    careless: Organiser, open_broker: Mosquitto
) -> None:
    with Listener(open_broker, topics=("mehrkopf/1/to/receipt",)) as stranger:
        for message in (
            moved(result(10), tournament="spring"),
            moved(result(10), round=2),
            moved(result(10), table="3"),
        ):
            stranger.says(sent(message).topic, sent(message).payload)
        careless.wait(lambda: careless.collector.counts.refused == 3)
        assert stranger.heard == []
    assert careless.store.results("cup") == ()
    assert reasons(careless) == {Reason.TOURNAMENT: 1, Reason.PEOPLE: 1, Reason.ROUND: 1}


def test_rubbish_is_refused_and_what_is_good_arrives_among_it(
    careless: Organiser, open_broker: Mosquitto
) -> None:
    chance = random.Random(1)
    good = [result(deal * 10, deal, previous=deal * 10 - 10) for deal in range(1, 11)]
    whole = sent(good[0]).payload
    with Listener(open_broker, topics=("mehrkopf/1/to/receipt",)) as stranger:
        last = None
        for number in range(RUBBISH):
            what = chance.choice(("result", "list", "state", "event", "available"))
            table = chance.choice(("1", "2", "77", f"x{number}"))
            payload = (
                chance.randbytes(chance.randrange(1, 200))
                if chance.random() < 0.5
                else whole[: chance.randrange(1, len(whole))]
            )
            last = stranger.client.publish(f"mehrkopf/{table}/{what}", payload, 1)
            if number % (RUBBISH // len(good)) == 0:
                message = sent(good[number * len(good) // RUBBISH])
                last = stranger.client.publish(message.topic, message.payload, 1)
        assert last is not None
        last.wait_for_publish(PATIENCE_S)
        careless.wait(lambda: careless.collector.counts.refused == RUBBISH)
    counts = careless.collector.counts
    assert (counts.messages, counts.new, counts.dropped) == (RUBBISH + len(good), len(good), 0)
    assert careless.store.results("cup") == tuple(good)
    assert careless.store.receipts("cup")["1"].cursor == 100
    # All of it is noted, in few entries.
    assert reasons(careless) == {Reason.UNREADABLE: RUBBISH}
    assert len(careless.store.refusals(1000)) < 100
