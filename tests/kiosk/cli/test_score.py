"""`mehrkopf score`: good lines, bad lines, no file, a full disk."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.dealfile.writer import to_json
from tests.kiosk.cli import Cli, environment
from tests.kiosk.random_deals import random_deal
from tests.shared_data import ROOT


def line(seed: int) -> str:
    return json.dumps(to_json(random_deal(seed)))


def test_each_line_is_answered(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{line(1)}\n{line(2)}\n", encoding="utf-8")
    said = cli("score", str(file))
    assert (said.status, said.error) == (0, "")
    answers = [json.loads(answer) for answer in said.out.splitlines()]
    assert [answer["id"] for answer in answers] == ["random-1", "random-2"]
    for answer in answers:
        assert sum(answer["payout"]) + answer["stock_change"] == 0
        assert answer["verdicts"] == []


def test_a_bad_line_is_named_and_the_rest_still_scored(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{line(1)}\n{{nonsense\n{{}}\n{line(2)}\n", encoding="utf-8")
    said = cli("score", str(file))
    assert said.status == 1
    answers = [json.loads(answer) for answer in said.out.splitlines()]
    assert [answer.get("line") for answer in answers] == [None, 2, 3, None]
    assert "Die Zeile ist kein JSON" in answers[1]["error"]
    assert "`game` muss ein Wort sein" in answers[2]["error"]
    assert set(answers[1]) == {"line", "error"}


def test_what_is_wrong_with_a_line_is_told_in_the_language_asked_for(
    cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text("{nonsense\n", encoding="utf-8")
    german, english = (
        json.loads(cli("score", str(file), "--lang", language).out)["error"]
        for language in ("de", "en")
    )
    assert german != english
    assert "JSON" in german
    assert "JSON" in english


def test_a_file_that_is_not_there_gets_one_sentence(cli: Cli, tmp_path: Path) -> None:
    said = cli("score", str(tmp_path / "none.jsonl"))
    assert (said.status, said.out) == (2, "")
    assert "none.jsonl ist nicht lesbar" in said.sentence


def test_standard_input_is_read_and_a_full_disk_is_told(cli: Cli) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kiosk.cli", "score", "-"],
            input=f"{line(3)}\n",
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(cli.home),
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "mehrkopf: Der Datenträger ist voll; Platz schaffen und noch einmal beginnen.\n"
    )


def test_a_file_of_a_windows_editor_begins_with_its_mark_and_is_read(
    cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{line(1)}\n", encoding="utf-8-sig")
    said = cli("score", str(file))
    assert (said.status, json.loads(said.out)["id"]) == (0, "random-1")
    piped = subprocess.run(
        [sys.executable, "-m", "kiosk.cli", "score", "-"],
        input=file.read_bytes(),
        capture_output=True,
        cwd=ROOT,
        env=environment(tmp_path),
        check=False,
    )
    assert (piped.returncode, json.loads(piped.stdout)["id"]) == (0, "random-1")


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.mkn", "deals.txt"])
def test_a_file_without_a_deal_is_told(cli: Cli, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text("\n")
    said = cli("score", str(file))
    assert (said.status, said.out) == (2, "")
    assert said.sentence == f"In {file} steht kein Spiel; abgerechnet wurde nichts."
    said = cli("score", str(file), "--lang", "en")
    assert (said.status, said.out) == (2, "")
    assert said.sentence == f"There is no deal in {file}; nothing was scored."
