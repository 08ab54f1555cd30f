"""`mehrkopf rules`: every preset in words and as a file, the table's own, and wrong use."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.games import game
from engine.rules.house_rules import from_toml, preset_named, presets
from tests.kiosk.cli import Cli, start
from tests.kiosk.opened import in_code

NAMES = list(presets())


def own(cli: Cli, text: str, name: str = "stamm") -> Path:
    folder = cli.home / "rules"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_told_with_its_name_and_source(cli: Cli, name: str, language: str) -> None:
    said = cli("rules", name, "--lang", language)
    assert (said.status, said.error) == (0, "")
    definition = game(preset_named(name).game)
    lines = said.out.splitlines()
    for spec in definition.options:
        assert any(line.strip().startswith(f"{spec.name} = ") for line in lines)
    for theme in definition.themes:
        assert (theme.title.de if language == "de" else theme.title.en).upper() in lines
    assert max(len(line) for line in lines) <= 96
    assert in_code(said.out) == []
    assert in_code(cli("rules", name, "--toml", "--lang", language).out) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_file_it_writes_is_one_it_reads(cli: Cli, name: str, tmp_path: Path) -> None:
    said = cli("rules", name, "--toml")
    assert (said.status, said.error) == (0, "")
    assert from_toml(said.out, "file").rules == preset_named(name).rules
    file = tmp_path / "written.toml"
    file.write_text(said.out, encoding="utf-8")
    checked = cli("rules", "--check", str(file))
    assert (checked.status, checked.error) == (0, "")
    assert f"in Ordnung, Regelwerk {name} ohne eigene Hausregeln." in checked.out


def test_without_a_name_the_presets_are_listed(cli: Cli) -> None:
    said = cli("rules")
    assert said.status == 0
    for name in NAMES:
        assert f"  {name} " in said.out
    assert "stamm" not in said.out
    own(cli, 'preset = "schafkopf"\n')
    assert "\n  stamm\n" in cli("rules").out


def test_the_table_s_own_rules_go_by_name(cli: Cli) -> None:
    file = own(cli, 'preset = "mehrkopf"\nlaufende_min = 4\nrevoke = "none"\n')
    said = cli("rules", "stamm")
    assert said.status == 0
    assert "Ab wie vielen Laufenden gezahlt wird: 4" in said.out
    assert "laufende_min = 4  [dieser Tisch]" in said.out
    assert "Was ein Fehler kostet: nichts" in said.out
    checked = cli("rules", "--check", str(file))
    assert "mit 2 eigenen Hausregeln (laufende_min, revoke)" in checked.out
    assert tomllib.loads(cli("rules", "stamm", "--toml").out)["laufende_min"] == 4


def test_the_rules_of_a_table(cli: Cli, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[table]\ngame = "mehrkopf"\n[table.rules]\nlaufende_min = 5\n')
    said = cli("rules", "--config", str(config))
    assert "(mehrkopf)" in said.out
    assert "laufende_min = 5  [dieser Tisch]" in said.out
    assert "laufende_min = 5" in cli("rules", "mehrkopf", "--config", str(config)).out
    said = cli("rules", "schafkopf", "--config", str(config))
    assert said.status == 2
    assert "gehört aber zu schafkopf" in said.sentence
    own(cli, 'preset = "schafkopf"\ndeck = "short"\n')
    config.write_text('[table]\nrules = "stamm"\n')
    assert 'deck = "short"  [dieser Tisch]' in cli("rules", "--config", str(config)).out


def test_rules_nobody_knows(cli: Cli) -> None:
    said = cli("rules", "skat")
    assert (said.status, said.out) == (2, "")
    assert "Das Regelwerk „skat“ gibt es nicht; bekannt sind: schafkopf" in said.sentence
    assert str(cli.home / "rules") in said.sentence


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"preset = 'mehrkopf'\nrevoke = 'never'\n", "Die Hausregel 'revoke' kann nicht"),
        (b"preset = 'mehrkopf'\nrevok = 'none'\n", "gemeint ist vielleicht 'revoke'"),
        (b"preset = 'mehrkopf'\n\nrevoke none\n", "Zeile 3, stimmt die Schreibweise nicht"),
        (b"revoke = 'none'\n", "fehlt das Regelwerk"),
        (b"# h\xfcbsch\n", "kein UTF-8-Text (Zeile 1)"),
        (b"\x1f\x8b\x08\x00", "ist gepackt (gzip); bitte erst auspacken"),
        (b"\x89PNG\r\n\x1a\n\0\0", "ist ein Bild, kein Text"),
        (b"\0\0\0", "ist kein Text"),
        (b"", "fehlt das Regelwerk"),
        (b'{"preset": "mehrkopf"}', "Zeile 1, stimmt die Schreibweise nicht"),
        (b"preset = 'mehrkopf'\nunit = 1\nunit = 2\n", "Zeile 3, steht eine Hausregel zum zweiten"),
        (
            b"preset = 'mehrkopf'\ntariff = {call = 1, call = 2}",
            "Zeile 2, steht eine Hausregel zum",
        ),
        (b"a = " + b"[" * 5000, "stimmt die Schreibweise nicht"),
    ],
)
def test_a_wrong_file_gets_one_sentence(cli: Cli, content: bytes, sentence: str) -> None:
    file = own(cli, "")
    file.write_bytes(content)
    for words in (("rules", "--check", str(file)), ("rules", "stamm")):
        said = cli(*words)
        assert (said.status, said.out) == (2, "")
        assert sentence in said.sentence
        assert "stamm.toml" in said.sentence


def test_a_file_that_is_not_there(cli: Cli, tmp_path: Path) -> None:
    said = cli("rules", "--check", str(tmp_path / "none.toml"))
    assert said.status == 2
    assert "none.toml sind nicht lesbar" in said.sentence
    said = cli("rules", "--config", str(tmp_path / "none.toml"))
    assert said.status == 2
    assert "none.toml" in said.sentence


def test_words_that_do_not_fit(cli: Cli) -> None:
    for words in (("rules", "--check"), ("rules", "mehrkopf", "schafkopf"), ("rules", "--yaml")):
        said = cli(*words)
        assert said.status == 2
        assert "mehrkopf rules --help" in said.sentence


def test_an_evening_does_not_begin_with_wrong_house_rules(cli: Cli) -> None:
    own(cli, "preset = 'mehrkopf'\nrevok = 'none'\n")
    process = start(cli.home, "run", "--no-camera", "--port", "0")
    out, error = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert error.count("\n") == 1
    assert "stamm.toml" in error
    assert "gemeint ist vielleicht 'revoke'" in error


def test_a_file_of_no_named_rules_gets_one_sentence(cli: Cli) -> None:
    said = cli("rules", "--toml")
    assert (said.status, said.out) == (2, "")
    assert said.sentence.startswith("Zu --toml gehört der Name eines Regelwerks")


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_a_file_of_another_editor_is_read(cli: Cli, coding: str) -> None:
    file = own(cli, "")
    file.write_bytes("preset = 'mehrkopf' # für uns\r\nunit = 20\r\n".encode(coding))
    said = cli("rules", "--check", str(file))
    assert (said.status, said.error) == (0, "")
    assert "in Ordnung, Regelwerk mehrkopf mit einer eigenen Hausregel (unit)" in said.out


def test_rules_that_cannot_be_played_together_are_refused_with_both_named(
    cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "stamm.toml"
    file.write_text('preset = "bavarian"\nall_pass = "ramsch"\n', encoding="utf-8")
    said = cli("rules", "--check", str(file))
    assert (said.status, said.out) == (2, "")
    assert "all_pass" in said.sentence
    assert "`games`" in said.sentence
