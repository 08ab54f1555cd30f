"""docs/DEAL_FILE.md is true: `mehrkopf score` takes its deals, and answers as the page says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kiosk.cli import main
from tests.engine.dealfile.test_dealfile_examples import PAGE, examples, objects

OBJECTS = [*objects()]
DEALS = examples()


def scored(deals: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    """Return exit status and answers of the command for the lines of a deal file."""
    file = folder / "page.jsonl"
    file.write_text("".join(line + "\n" for line in deals), "utf-8")
    capsys.readouterr()
    status = main(["score", str(file), "--lang", "en"])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_command_takes_every_deal_of_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, answers = scored([json.dumps(each) for each in DEALS], tmp_path, capsys)
    assert status == 0
    assert [each["id"] for each in answers] == [each["id"] for each in DEALS]
    assert len(DEALS) > 12


def test_the_command_answers_as_the_page_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked = 0
    for place, said in enumerate(OBJECTS):
        if "complete" in said:
            deal = next(each for each in reversed(OBJECTS[:place]) if each["id"] == said["id"])
            _, answers = scored([json.dumps(deal)], tmp_path, capsys)
            assert answers == [said]
            checked += 1
    assert checked >= 3


def test_an_upheld_ruling_settles_the_worked_example(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played, ruled = (json.dumps(each) for each in DEALS[:2])
    _, (before, after) = scored([played, ruled], tmp_path, capsys)
    assert after["payout"] == before["verdicts"][0]["payout_if_upheld"] != before["payout"]
    assert (before["verdicts"][0]["status"], after["verdicts"][0]["status"]) == (
        "proven",
        "upheld",
    )


def test_a_line_that_cannot_be_read_is_answered_as_the_page_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = re.findall(r"`(\{.*?\})` as the third line", PAGE)
    good = json.dumps(DEALS[0])
    status, answers = scored([good, good, line, good], tmp_path, capsys)
    assert status == 1
    assert [each for each in OBJECTS if "error" in each] == [answers[2]]
    assert answers[3] == answers[0]
