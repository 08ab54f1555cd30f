"""organiser.toml: read, or what is wrong in it said in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.organiser.line import Line
from kiosk.organiser.settings import OrganiserSettings, settings_of


def test_without_a_file_everything_is_in_the_folder(tmp_path: Path) -> None:
    assert settings_of(tmp_path) == OrganiserSettings(tmp_path, None)


def test_what_is_written_holds(tmp_path: Path) -> None:
    (tmp_path / "organiser.toml").write_text(
        'database = "postgresql:///mehrkopf"\n[mqtt]\nhost = "pi"\npassword_file = "secret"\n'
    )
    assert settings_of(tmp_path) == OrganiserSettings(
        "postgresql:///mehrkopf", Line("pi", 8883, "", tmp_path / "secret", None)
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("databse = 'x'", '"databse" is unknown; it can be: database, mqtt'),
        ("database = 7", '"database" is wrong; it must be a text'),
        ("mqtt = 7", "must be a section"),
        ("[mqtt]\n", '"mqtt.host" is wrong'),
        ("[mqtt]\nhost = 'pi'\nport = 0", "must be a number from 1 to 65535"),
        ("[mqtt]\nhost = 'pi'\npasword = 'x'", '"pasword" is unknown'),
        ("[mqtt", "cannot be read"),
        ("# " + "x" * 70_000, "the file is too long"),
    ],
)
def test_what_is_wrong_is_said(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "organiser.toml").write_text(text)
    with pytest.raises(PlainError, match=told):
        settings_of(tmp_path)


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    (tmp_path / "organiser.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(PlainError, match="cannot be read"):
        settings_of(tmp_path)
