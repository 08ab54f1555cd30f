"""The files written for a broker make a real Mosquitto one that tables and organiser can use."""

from __future__ import annotations

import os
import shutil
import stat
import threading
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cryptography import x509

from engine.text import PlainError
from kiosk.integrations.broker import broker_of
from kiosk.integrations.connection import Connection, LineState
from kiosk.organiser.broker_files import BrokerFiles, Plan, write_broker
from kiosk.organiser.database import Database
from kiosk.organiser.settings import settings_of
from tests.kiosk.organiser.collecting import organising
from tests.mosquitto import free_port
from tests.tournament.broker import WrittenBroker

TABLES = ("1", "2")


@pytest.fixture
def written(tmp_path: Path) -> tuple[BrokerFiles, Plan]:
    folder = tmp_path / "organiser"
    plan = Plan(TABLES, ("127.0.0.1", "localhost"), free_port(), str(folder / "broker"))
    return write_broker(folder, plan), plan


@pytest.fixture
def broker(written: tuple[BrokerFiles, Plan]) -> Iterator[WrittenBroker]:
    files, plan = written
    with WrittenBroker(files, plan.port) as started:
        yield started


def table_connection(files: BrokerFiles, table: str) -> Connection:
    """Return the line of a table that has put its folder beside its table.toml."""
    file = files.table(table) / "mqtt.toml"
    said = tomllib.loads(file.read_text("utf-8"))["mqtt"]
    return Connection(broker_of(said, file))


def test_tables_and_organiser_get_in_with_what_was_written(
    written: tuple[BrokerFiles, Plan], broker: WrittenBroker
) -> None:
    files, _ = written
    settings = settings_of(files.folder)
    assert settings.line is not None
    with (
        Database.open(settings.database) as database,
        organising(settings.line, database) as organiser,
    ):
        tables = [table_connection(files, name) for name in TABLES]
        for each in tables:
            each.start()
        try:
            live = organiser.collector.live
            organiser.wait(lambda: all(live.of(name).online for name in TABLES))
            assert [each.state for each in tables] == [LineState.ONLINE] * 2
        finally:
            for each in tables:
                each.close()
        organiser.wait(lambda: all(live.of(name).available == "stopped" for name in TABLES))


def test_more_tables_later_leave_the_others_as_they_are(
    written: tuple[BrokerFiles, Plan],
) -> None:
    files, plan = written
    kept = {
        each: each.read_bytes()
        for each in (
            files.authority,
            files.authority_key,
            files.password,
            files.settings,
            files.table("1") / "mqtt-password",
        )
    }
    write_broker(files.folder, replace(plan, tables=("1", "2", "3")))
    assert {each: each.read_bytes() for each in kept} == kept
    users = [line.split(":")[0] for line in files.passwords.read_text("utf-8").splitlines()]
    assert users == ["organiser", "1", "2", "3"]
    with WrittenBroker(files, plan.port):
        connection = table_connection(files, "3")
        connection.start()
        connection.close()
    passwords = {(files.table(name) / "mqtt-password").read_text("utf-8") for name in "123"}
    assert len(passwords) == 3


def test_nobody_else_can_read_what_is_secret(written: tuple[BrokerFiles, Plan]) -> None:
    files, _ = written
    secret = (
        files.authority_key,
        files.key,
        files.passwords,
        files.password,
        files.settings,
        files.table("1") / "mqtt-password",
    )
    for each in secret:
        assert stat.S_IMODE(each.stat().st_mode) == 0o600, each
    plain = files.password.read_text("utf-8").strip()
    for each in (files.passwords, files.config, files.rights, files.settings):
        assert plain not in each.read_text("utf-8")


def test_the_certificate_names_every_address(written: tuple[BrokerFiles, Plan]) -> None:
    files, _ = written
    made = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(each.value) for each in names] == ["127.0.0.1", "localhost"]


@pytest.mark.parametrize(
    ("tables", "hosts", "told"),
    [
        (("1",), (), "at least one address"),
        (("1",), ("a b",), "neither an IP address nor the name"),
        (("Tisch 1",), ("127.0.0.1",), "will not do as the name of a table"),
    ],
)
def test_what_cannot_be_is_said(tables: tuple[str, ...], hosts: tuple[str, ...], told: str) -> None:
    with pytest.raises(PlainError, match=told):
        Plan(tables, hosts)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PlainError, match="Nothing can be written to"):
        write_broker(tmp_path / "file", Plan(("1",), ("127.0.0.1",)))


def test_a_damaged_key_is_said(written: tuple[BrokerFiles, Plan]) -> None:
    files, plan = written
    files.authority_key.write_text("no key", "utf-8")
    with pytest.raises(PlainError, match="cannot be read"):
        write_broker(files.folder, plan)


def test_debian_s_own_configuration_takes_it_in() -> None:
    debian = Path("/etc/mosquitto/mosquitto.conf").read_text("utf-8")
    with TemporaryDirectory() as place:
        folder = Path(place)
        plan = Plan(("1",), ("127.0.0.1",), free_port(), str(folder / "mehrkopf"))
        files = write_broker(folder / "organiser", plan)
        # As docs/TOURNAMENT.md says it: a copy that is Mosquitto's, and a link to its settings.
        shutil.copytree(files.broker, plan.at)
        (folder / "conf.d").mkdir()
        (folder / "conf.d" / "mehrkopf.conf").symlink_to(f"{plan.at}/mosquitto.conf")
        for at, own in (
            ("/run/mosquitto/", f"{place}/"),
            ("/var/lib/mosquitto/", f"{place}/"),
            ("file /var/log/mosquitto/mosquitto.log", "stderr"),
            ("/etc/mosquitto/conf.d", f"{place}/conf.d"),
        ):
            assert at in debian
            debian = debian.replace(at, own)
        if os.geteuid() == 0:
            for each in (folder, *Path(plan.at).iterdir(), Path(plan.at)):
                shutil.chown(each, "mosquitto", "mosquitto")
        with WrittenBroker(files, plan.port, text=debian):
            connection = table_connection(files, "1")
            told = threading.Event()
            connection.when(told.set)
            connection.start()
            try:
                assert told.wait(60)
            finally:
                connection.close()
