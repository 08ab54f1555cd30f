"""`[mqtt]` in table.toml: every value known or refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.home.data_folder import Home
from kiosk.integrations.broker import Broker
from kiosk.settings import Settings, read_settings

WHOLE = """
[mqtt]
host = "broker.lan"
port = 9883
table = "7"
user = "tisch7"
password_file = "mqtt.password"
ca_file = "/etc/ssl/club.crt"
names = true
home_assistant = true
"""


def read(tmp_path: Path, text: str) -> Broker | None:
    path = tmp_path / "table.toml"
    path.write_text(text, "utf-8")
    return read_settings(path, Home(tmp_path)).mqtt


def test_every_key_is_read_and_files_lie_beside_the_configuration(tmp_path: Path) -> None:
    assert read(tmp_path, WHOLE) == Broker(
        "broker.lan",
        "7",
        9883,
        "tisch7",
        tmp_path / "mqtt.password",
        Path("/etc/ssl/club.crt"),
        names=True,
        home_assistant=True,
    )


def test_nobody_is_told_anything_unless_the_section_is_there(tmp_path: Path) -> None:
    assert Settings().mqtt is None
    assert read(tmp_path, "[page]\nport = 1\n") is None


def test_a_broker_that_encrypts_has_another_usual_port(tmp_path: Path) -> None:
    least = '[mqtt]\nhost = "b"\ntable = "7"\n'
    plain = read(tmp_path, least)
    assert plain is not None
    assert (plain.port, plain.login, plain.password()) == (1883, "7", None)
    safe = read(tmp_path, least + 'ca_file = "ca.crt"\n')
    assert safe is not None
    assert safe.port == 8883


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('table = "7"', '"mqtt.host" is missing'),
        ('host = "b"', '"mqtt.table" is missing'),
        ('host = 1\ntable = "7"', '"mqtt.host" is wrong'),
        ('host = ""\ntable = "7"', '"mqtt.host" is wrong'),
        ('host = "b"\ntable = "Tisch 7"', "will not do as the name of a table"),
        ('host = "b"\ntable = "7"\nport = 0', '"mqtt.port" is wrong'),
        ('host = "b"\ntable = "7"\nport = true', '"mqtt.port" is wrong'),
        ('host = "b"\ntable = "7"\nnames = "no"', '"mqtt.names" is wrong'),
        ('host = "b"\ntable = "7"\npassword = "x"', 'no setting "mqtt.password"'),
    ],
)
def test_what_is_wrong_is_one_sentence(tmp_path: Path, line: str, said: str) -> None:
    with pytest.raises(PlainError) as refused:
        read(tmp_path, f"[mqtt]\n{line}\n")
    assert said in refused.value.text.en
    assert "table.toml" in refused.value.text.en
    assert "table.toml" in refused.value.text.de


@pytest.mark.parametrize(
    ("body", "said"), [(b"", "it is empty"), (b"\n", "it is empty"), (b"\xff", "not UTF-8")]
)
def test_a_password_that_is_none_is_said(tmp_path: Path, body: bytes, said: str) -> None:
    broker = read(tmp_path, WHOLE)
    assert broker is not None
    (tmp_path / "mqtt.password").write_bytes(b" pass word \r\n")
    assert broker.password() == "pass word"
    (tmp_path / "mqtt.password").write_bytes(body)
    with pytest.raises(PlainError) as refused:
        broker.password()
    assert said.replace("it is empty", "the file is empty") in refused.value.text.en
