"""The table's connection, at a real Mosquitto that is stopped, killed and hung."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.integrations.broker import Broker
from kiosk.integrations.connection import KEY, Connection, LineState
from kiosk.table.parts import Mishaps
from tests.mosquitto import PATIENCE_S, Listener, Mosquitto

AVAILABLE = "mehrkopf/7/available"
USERS = {"7": "secret of seven", "8": "secret of eight", "organiser": "secret of all"}


class Told(Mishaps):
    """What the page says, waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._news = threading.Condition()
        self.changed = self._note

    def _note(self) -> None:
        with self._news:
            self._news.notify_all()

    def says(self, part: str) -> str:
        def found() -> str | None:
            for each in self.standing():
                if part in each.words.en:
                    return each.words.en
            return None

        with self._news:
            assert self._news.wait_for(lambda: found() is not None, PATIENCE_S), self.standing()
        return found() or ""

    def is_silent(self) -> None:
        with self._news:
            assert self._news.wait_for(lambda: not self.standing(), PATIENCE_S), self.standing()


@contextmanager
def connected(connection: Connection) -> Iterator[Connection]:
    connection.start()
    try:
        yield connection
    finally:
        connection.close()


def at(broker: Mosquitto, **more: object) -> Broker:
    return Broker("127.0.0.1", "7", broker.port, **more)  # type: ignore[arg-type]


def password(folder: Path, word: str) -> Path:
    path = folder / "password"
    path.write_text(word + "\n", "utf-8")
    return path


class Times:
    """How often something happened, waited for."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self.count = 0

    def __call__(self, *_: object) -> None:
        with self._news:
            self.count += 1
            self._news.notify_all()

    def is_at_least(self, count: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.count >= count, PATIENCE_S)


def done(connection: Connection, work: Callable[[], object] = bool) -> None:
    """Have work done in the connection's thread, and wait for it."""
    over = threading.Event()
    connection.post(work)
    connection.post(over.set)
    assert over.wait(PATIENCE_S)


def test_a_table_is_online_and_stopped_when_people_end_it(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Listener(broker) as listener:
        with connected(Connection(at(broker))):
            listener.hears(AVAILABLE, b"online")
        listener.hears(AVAILABLE, b"stopped")
        with Listener(broker) as later:
            assert later.hears(AVAILABLE).payload == b"stopped"
            assert later.heard[0].retained


def test_a_table_that_vanishes_is_offline_by_its_last_will(tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path / "broker") as broker,
        Listener(broker) as listener,
        connected(Connection(at(broker))) as connection,
    ):
        listener.hears(AVAILABLE, b"online")
        client = connection._client
        assert client is not None
        line = client.socket()
        assert isinstance(line, socket.socket)
        # The cable, as it were: nobody said goodbye.
        line.shutdown(socket.SHUT_RDWR)
        listener.hears(AVAILABLE, b"offline")
        listener.hears(AVAILABLE, b"online", len(listener.heard) - 1)


def test_what_is_said_to_the_table_comes_in_its_own_thread_in_order(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Listener(broker) as speaker:
        speaker.says("mehrkopf/7/to/seating", b"kept", retain=True)
        heard: list[tuple[bytes, str]] = []
        times = Times()

        def hear(payload: bytes) -> None:
            heard.append((payload, threading.current_thread().name))
            times()

        connection = Connection(at(broker))
        connection.on(connection.topics.seating, hear)
        with connected(connection):
            times.is_at_least(1)
            for word in (b"one", b"two", b"three"):
                speaker.says("mehrkopf/7/to/seating", word)
            times.is_at_least(4)
        assert [payload for payload, _ in heard] == [b"kept", b"one", b"two", b"three"]
        assert {name for _, name in heard} == {KEY}


def test_after_a_killed_broker_all_is_said_again(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker:
        connection = Connection(at(broker))
        here, gone, heard = Times(), Times(), Times()
        connection.when(here, gone)
        connection.on(connection.topics.receipt, heard)
        with connected(connection):
            here.is_at_least(1)
            broker.kill()
            gone.is_at_least(1)
            done(connection)
            assert connection.state is LineState.AWAY
            assert connection.trouble is not None
            assert not connection.publish(connection.topics.state, b"lost")
            broker.start()
            here.is_at_least(2)
            assert connection.trouble is None
            with Listener(broker) as listener:
                assert listener.hears(AVAILABLE).payload == b"online"
                listener.says(connection.topics.receipt, b"subscribed again")
                heard.is_at_least(1)
                assert connection.publish(connection.topics.state, b"state", retain=True)
                listener.hears(connection.topics.state, b"state")


def test_nobody_waits_for_a_broker_that_is_not_there_or_hangs(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path / "broker")
    connection = Connection(at(broker))
    with connected(connection):
        assert not connection.publish(connection.topics.state, b"")
        done(connection)
        with broker:
            here = Times()
            connection.when(here)
            here.is_at_least(1)
            broker.pause(on=True)
            # More than a socket's buffers hold: whoever publishes goes on all the same.
            for _ in range(100):
                connection.publish(connection.topics.event, bytes(100_000))
            done(connection)
            broker.pause(on=False)


def test_a_wrong_password_is_said_once_and_not_tried_again(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker", USERS) as broker:
        told = Told()
        file = password(tmp_path, "wrong")
        connection = Connection(at(broker, password_file=file), told)
        with connected(connection):
            assert "password is wrong" in told.says('does not know the user "7"')
            done(connection)
            assert connection.state is LineState.REFUSED
            assert connection._client is None
            # Its log is read beside the test; what it writes last comes last.
            broker.says("disconnected, not authorised|Sending CONNACK")
            assert sum("New connection" in line for line in broker.log) == 1
            # The file is put right, and somebody taps.
            password(tmp_path, USERS["7"])
            here = Times()
            connection.when(here)
            assert told.tapped(KEY)
            here.is_at_least(1)
            told.is_silent()


def test_a_message_that_is_too_long_for_the_broker_is_told_as_that(tmp_path: Path) -> None:
    told = Told()
    with (
        Mosquitto(tmp_path / "broker", more="max_packet_size 2000") as broker,
        Listener(broker) as listener,
        connected(Connection(at(broker), told)) as connection,
    ):
        listener.hears(AVAILABLE, b"online")
        connection.publish(connection.topics.state, b"x" * 3000)
        assert "max_packet_size" in told.says("because it is too long for it")
        done(connection)
        # It is not sent again and again.
        assert connection.state is LineState.REFUSED
        assert connection._client is None


def test_a_broker_that_refused_is_asked_again_after_a_while(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker", {"organiser": "secret of all"}) as broker:
        told = Told()
        connection = Connection(
            at(broker, password_file=password(tmp_path, "seven")), told, after_refusal_s=0.2
        )
        here = Times()
        connection.when(here)
        with connected(connection):
            told.says("does not know the user")
            broker.admit("7", "seven")
            broker.stop()
            broker.start()
            here.is_at_least(1)
            told.is_silent()


def test_a_table_that_writes_for_another_is_told_so(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker", USERS) as broker:
        told = Told()
        connection = Connection(
            at(broker, user="8", password_file=password(tmp_path, USERS["8"])), told
        )
        with Listener(broker, "organiser", USERS["organiser"], ("mehrkopf/+/+",)) as organiser:
            with connected(connection):
                assert "mehrkopf/7" in told.says('does not let the user "8"')
            assert organiser.heard == []


def test_two_programs_of_one_name_wait_longer_and_longer_and_the_page_says_why(
    tmp_path: Path,
) -> None:
    with Mosquitto(tmp_path / "broker") as broker:
        told = Told()
        first, second = Connection(at(broker), told), Connection(at(broker), told)
        here = Times()
        first.when(here)
        with connected(first):
            here.is_at_least(1)
            with connected(second):
                told.says('as the table "7"')
            # The other one is gone: it comes back by itself.
            here.is_at_least(3)
        # Five of each at most, where one a second would be many more.
        assert sum("New connection" in line for line in broker.log) <= 10


def test_what_is_said_is_encrypted_and_the_broker_known(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker", tls=True) as broker:
        assert broker.certificates is not None
        here = Times()
        connection = Connection(at(broker, ca_file=broker.certificates.authority))
        connection.when(here)
        with connected(connection):
            here.is_at_least(1)
            broker.says("mehrkopf-7")


def test_another_ones_certificate_is_not_trusted(tmp_path: Path) -> None:
    with (
        Mosquitto(tmp_path / "broker", tls=True) as broker,
        Mosquitto(tmp_path / "other", tls=True) as other,
    ):
        assert other.certificates is not None
        told = Told()
        with connected(Connection(at(broker, ca_file=other.certificates.authority), told)):
            told.says("cannot be trusted")


def test_a_password_or_certificate_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    none = Broker("127.0.0.1", "7", 1, password_file=tmp_path / "none")
    with pytest.raises(PlainError, match="cannot be read"):
        none.password()
    told = Told()
    with connected(Connection(none, told)):
        told.says("it does not exist")
    (tmp_path / "no.crt").write_text("none", "utf-8")
    told = Told()
    with connected(Connection(Broker("127.0.0.1", "7", 1, ca_file=tmp_path / "no.crt"), told)):
        told.says("no certificate in PEM form")


def test_a_handler_that_fails_is_begun_again_and_the_next_message_heard(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker, Listener(broker) as speaker:
        told, times = Told(), Times()

        def hear(payload: bytes) -> None:
            times()
            if payload == b"bad":
                raise RuntimeError("on purpose")

        connection = Connection(at(broker), told)
        connection.on(connection.topics.seating, hear)
        with connected(connection):
            speaker.hears(AVAILABLE, b"online")
            speaker.says(connection.topics.seating, b"bad")
            told.says("The connection to the broker failed")
            speaker.says(connection.topics.seating, b"good")
            times.is_at_least(2)


def test_a_broken_client_is_replaced(tmp_path: Path) -> None:
    with Mosquitto(tmp_path / "broker") as broker:
        told, here = Told(), Times()
        connection = Connection(at(broker), told)
        connection.when(here)
        with connected(connection):
            here.is_at_least(1)
            client = connection._client
            assert client is not None

            def fail(*_: object) -> None:
                raise ValueError("on purpose")

            client.on_publish = fail
            connection.publish(connection.topics.state, b"acknowledged")
            told.says("The connection to the broker failed")
            here.is_at_least(2)
            assert connection._client is not client


def test_work_whose_time_has_come_is_done_in_order() -> None:
    connection = Connection(Broker("127.0.0.1", "7", 1))
    order: list[str] = []
    times = Times()

    def note(word: str) -> None:
        order.append(word)
        times()

    with connected(connection):
        connection.after(0.05, lambda: note("late"))
        connection.after(0.0, lambda: note("soon"))
        times.is_at_least(2)
    assert order == ["soon", "late"]
