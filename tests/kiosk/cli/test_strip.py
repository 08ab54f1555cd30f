"""`mehrkopf bench --strip` and the strip's line of `mehrkopf doctor`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import pytest

from engine.text import Language
from firmware_bridge.choose import Driver
from firmware_bridge.link import controller
from firmware_bridge.link import words as lw
from firmware_bridge.link.port import UsbPort
from kiosk.box.sections import StripSettings
from kiosk.cli import bench_strip, main
from kiosk.cli.doctor import look_for_strip
from tests.firmware_bridge.link.fake_chip import FakeChip


def test_a_strip_on_a_port_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_strip, "PICTURES", 20)
    monkeypatch.setattr(bench_strip, "CARDS", ("EO", "EU"))
    chip = FakeChip(tmp_path / "strip")
    main(["bench", "--strip", "--port", str(chip.name), "--json"])
    rows = {row["name"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    chip.close()
    assert {"rate", "light", "light_most", "resent"} <= set(rows)
    assert "pin" not in rows, "nobody sees the pin of a real strip"
    assert rows["rate"]["value"] > 0
    assert 0 < rows["light"]["value"] <= rows["light_most"]["value"]
    assert len(chip.shown) >= 22


@pytest.mark.parametrize(
    ("lang", "said"), [("de", "Mit --port ist {port} genannt"), ("en", "--port names {port}")]
)
@pytest.mark.parametrize("name", ["none", "folder", "file"])
def test_what_is_no_port_is_refused_before_anybody_waits(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lang: str,
    said: str,
    name: str,
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()

    def waited(*_: object) -> NoReturn:
        raise AssertionError("a strip was looked for")

    monkeypatch.setattr(bench_strip, "open_strip", waited)
    port = tmp_path / name
    assert main(["bench", "--strip", "--port", str(port), "--lang", lang]) == 2
    told = capsys.readouterr()
    sentence = told.err.strip().splitlines()[-1]
    assert said.format(port=port) in sentence
    assert ("table.toml" in sentence, told.out) == (False, "")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_nobody_at_the_port_is_one_sentence(
    lang: Language,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(bench_strip, "_PATIENCE", 1.0)
    monkeypatch.setattr(controller, "GREET_FOR", 0.2)
    chip = FakeChip(tmp_path / "strip")
    chip.deaf = True
    assert main(["bench", "--strip", "--port", str(chip.name), "--lang", lang]) == 2
    chip.close()
    sentence = capsys.readouterr().err.strip().splitlines()[-1]
    silent = (lw.SILENT.format(port=chip.name), bench_strip._SILENT.format(port=chip.name))
    assert sentence in {f"mehrkopf: {one.in_language(lang)}" for one in silent}


def test_without_checkout_and_port_the_way_out_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bench_strip, "_BOARD", tmp_path / "board.py")
    assert main(["bench", "--strip", "--lang", "en"]) == 2
    assert "There is no light strip to measure" in capsys.readouterr().err


def test_sizes_are_read_as_they_were_built(tmp_path: Path) -> None:
    built = tmp_path / "size.txt"
    [missing] = bench_strip.sizes(built)
    assert missing.value is None
    assert missing.note is not None
    built.write_text("flash 4026 of 32256 bytes (12.5 %)\nram 1462 of 2048 bytes (71.4 %)\n")
    assert [(one.name, one.value, one.bound) for one in bench_strip.sizes(built)] == [
        ("flash", 4026, 32256),
        ("ram", 1462, 2048),
    ]


@pytest.mark.parametrize("driver", [Driver.OFF, Driver.SIMULATED])
def test_doctor_where_none_is_wanted(driver: Driver) -> None:
    level, said = look_for_strip(StripSettings(driver=driver))
    assert level == "note"
    assert driver.value in said.de


def test_doctor_tells_what_is_there(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    gone = lw.NOT_THERE.format(port=port)
    assert look_for_strip(StripSettings(port=str(port))) == ("note", gone)
    assert look_for_strip(StripSettings(), tuple)[0] == "note"
    port.touch()
    level, said = look_for_strip(StripSettings(), lambda: (UsbPort(str(port), 0x1A86, 0x7523),))
    assert level == "ok"
    assert str(port) in said.en


def test_doctor_tells_what_our_own_controller_cannot(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    port.touch()
    level, said = look_for_strip(StripSettings(port=str(port), lights=200, milliamps=9000))
    assert level == "note"
    assert all(figure in said.en for figure in ("200", "144", "9000", "2000", str(port)))
    assert ".." not in said.de
    [plain] = {look_for_strip(StripSettings(Driver.WLED, str(port), 200, milliamps=9000))[0]}
    assert plain == "ok"


@pytest.mark.parametrize("line", ["milliamps = 9000", 'driver = "mehrkopf"\nlights = 200'])
def test_what_cannot_be_is_one_sentence_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f"[strip]\n{line}\n", encoding="utf-8")
    home = str(tmp_path / "home")
    assert main(["run", "--config", str(config), "--home", home, "--lang", "en"]) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert len(told) == 1
    assert "at most" in told[0]


def test_doctor_has_the_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["doctor", "--json", "--home", str(tmp_path / "home")])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert "strip" in [row["check"] for row in rows]
