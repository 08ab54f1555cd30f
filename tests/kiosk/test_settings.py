"""`table.toml`: every key known or refused."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.text import PlainError
from kiosk.director.verdicts import Saying, SayWhen
from kiosk.home.data_folder import Home
from kiosk.settings import Settings, load_settings, read_settings

WHOLE = """
[table]
game = "mehrkopf"
deck = "bavarian"
seats = ["Anna", "Bert", "Carl", "Dora"]
forget_names_after_days = 90
[table.rules]
laufende_min = 4
[camera]
source = "/dev/video2"
size = "2560x1440"
seat_angles = [0, 80, 180, 280]
[referee]
own_play = "trick_end"
count = "deal_end"
joint = "on_claim"
[phones]
guest_port = 9001
host_port = 9002
host_mode = true
[page]
port = 9000
host = "0.0.0.0"
language = "en"
[metrics]
port = 9109
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_section_of_metrics_is_enough_and_without_it_there_are_none(tmp_path: Path) -> None:
    assert read_settings(written(tmp_path, ""), Home(tmp_path)).metrics_port is None
    assert read_settings(written(tmp_path, "[metrics]\n"), Home(tmp_path)).metrics_port == 9108


def test_every_key_is_read(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, WHOLE), Home(tmp_path))
    assert settings == Settings(
        game="mehrkopf",
        deck="bavarian",
        seats=("Anna", "Bert", "Carl", "Dora"),
        forget_names_after_days=90,
        rules={"laufende_min": 4},
        source="/dev/video2",
        size=(2560, 1440),
        seat_angles=(0.0, 80.0, 180.0, 280.0),
        saying=Saying(SayWhen.TRICK_END, SayWhen.DEAL_END, SayWhen.ON_CLAIM),
        guest_port=9001,
        metrics_port=9109,
        host_port=9002,
        host_mode=True,
        port=9000,
        host="0.0.0.0",
        language="en",
    )


def test_the_named_file_comes_before_the_data_folders(tmp_path: Path) -> None:
    home = Home(tmp_path)
    written(tmp_path, '[table]\ndeck = "a"\n')
    other = tmp_path / "other.toml"
    other.write_text('[table]\ndeck = "b"\n')
    assert load_settings(None, home).deck == "a"
    assert load_settings(other, home).deck == "b"
    assert load_settings(None, Home(tmp_path / "none")) == Settings()


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("[tabel]\n", "„tabel“ unbekannt; erlaubt sind hier: camera, metrics, mqtt, page, "),
        ("[page]\nprot = 1\n", "„page.prot“ unbekannt; erlaubt sind hier: host, language, port"),
        ("[page]\nport = 'x'\n", "Wert von „port“ nicht; erwartet wird eine ganze Zahl"),
        ("[page]\nport = true\n", "Wert von „port“ nicht"),
        ("[page]\nport = 70000\n", "Wert von „port“ nicht"),
        ("[phones]\nguest_port = -1\n", "Wert von „guest_port“ nicht"),
        ("[metrics]\nport = 0\n", "Wert von „metrics.port“ nicht"),
        ("[metrics]\nhost = '0.0.0.0'\n", "„metrics.host“ unbekannt; erlaubt sind hier: port"),
        ("[phones]\nhost_mode = 1\n", "erwartet wird true oder false"),
        ("[table]\nforget_names_after_days = 0\n", "ganze Zahl von Tagen oder „never“"),
        ("[table]\nforget_names_after_days = true\n", "ganze Zahl von Tagen oder „never“"),
        ('[table]\nforget_names_after_days = "nie"\n', "ganze Zahl von Tagen oder „never“"),
        ("[page]\nlanguage = 'fr'\n", "erwartet wird de oder en"),
        ("[table]\nseats = 'A, B'\n", "erwartet wird eine Liste von Namen"),
        ("[table]\nseats = []\n", "erwartet wird eine Liste von Namen"),
        ("[table]\nseats = ['A', '<b>']\n", "bei „seats“ ein Name nicht: Im Namen „<b>“ steht"),
        ("[table]\nseats = ['A', 'a']\n", "Den Namen „a“ gibt es zweimal"),
        ("[table]\ndeck = 3\n", "erwartet wird ein Text"),
        ("[table]\nrules = 3\n", "erwartet wird ein Abschnitt"),
        ("[table]\nrules = 'skat'\n", "Das Regelwerk „skat“ gibt es nicht"),
        ("[table]\ngame = 'schafkopf'\nrules = 'mehrkopf'\n", "passen „table.game“ (schafkopf)"),
        ("[referee]\njoint = 'soon'\n", "at_once, trick_end, deal_end oder on_claim"),
        ("[referee]\ncount = 3\n", "Wert von „count“ nicht"),
        ("[referee]\ncount = 'on_claim'\n", "ein stärkerer Beweis später gesagt als ein schwächer"),
        ("[referee]\nloudly = true\n", "„referee.loudly“ unbekannt"),
        ("page = 3\n", "Wert von „page“ nicht"),
        ("[camera]\nsize = 'gross'\n", "erwartet wird eine Bildgröße von 1280x720 bis"),
        (f"[camera]\nsize = '{'9' * 5000}x720'\n", "erwartet wird eine Bildgröße von 1280x720"),
        (f"[camera]\nseat_angles = [1{'0' * 400}]\n", "erwartet wird eine Liste von Zahlen"),
        ("[camera]\nseat_angles = [nan, 0]\n", "erwartet wird eine Liste von Zahlen"),
        ("[camera]\nsize = 720\n", "erwartet wird eine Bildgröße von 1280x720 bis"),
        ("[camera]\nseat_angles = ['left']\n", "erwartet wird eine Liste von Zahlen"),
        ("[table\n", "nicht lesbar (in Zeile 1 stimmt die Schreibweise nicht)"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, german: str) -> None:
    with pytest.raises(PlainError) as refused:
        read_settings(written(tmp_path, text), Home(tmp_path))
    assert german in refused.value.text.de
    assert refused.value.text.en != refused.value.text.de


def test_a_file_in_another_encoding_is_told_and_a_byte_order_mark_is_none_of_its_words(
    tmp_path: Path,
) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes("# Stüberl\n".encode("latin-1"))
    with pytest.raises(PlainError) as refused:
        read_settings(path, Home(tmp_path))
    assert "nicht lesbar (kein UTF-8-Text)" in refused.value.text.de
    path.write_text('[table]\ndeck = "a"\n', encoding="utf-8-sig")
    assert read_settings(path, Home(tmp_path)).deck == "a"


def test_a_named_file_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(PlainError) as refused:
        load_settings(tmp_path / "none.toml", Home(tmp_path))
    assert "none.toml" in refused.value.text.en


def test_house_rules_may_be_named(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    (home.rules / "stammtisch.toml").write_text('preset = "mehrkopf"\nlaufende_min = 4\n')
    settings = read_settings(written(tmp_path, "[table]\nrules = 'stammtisch'\n"), home)
    assert settings.game == "mehrkopf"
    assert settings.rules == {"preset": "mehrkopf", "laufende_min": 4}
    settings = read_settings(written(tmp_path, "[table]\nrules = 'bavarian'\n"), home)
    assert (settings.game, settings.rules) == ("bavarian", {"preset": "bavarian"})


@pytest.mark.parametrize(("said", "days"), [("", 30), ("= 7", 7), ('= "never"', None)])
def test_after_how_many_days_names_are_forgotten(
    tmp_path: Path, said: str, days: int | None
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"[table]\nforget_names_after_days {said}\n" if said else "[table]\n")
    assert read_settings(file, Home(tmp_path)).forget_names_after_days == days


@contextmanager
def another_user() -> Iterator[None]:
    """Be nobody for a moment, where a test may be; who is no root is somebody else already."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_whoever_may_not_read_them_is_told_who_may(tmp_path: Path) -> None:
    path, home = written(tmp_path, ""), Home(tmp_path)
    assert read_settings(path, home) == Settings()
    path.chmod(0o600 if os.geteuid() == 0 else 0)
    with another_user(), pytest.raises(PlainError) as told:
        read_settings(path, home)
    assert "sudo -u mehrkopf" in told.value.text.de
    assert "sudo -u mehrkopf" in told.value.text.en
    assert str(path) in told.value.text.en
