"""`mehrkopf open-cards`: deals told and as objects, bad lines, no file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.dealfile.writer import to_json
from engine.open_cards import findings
from engine.open_cards.findings import Effort
from kiosk.cli import bench_open_cards
from tests.engine.open_cards.test_findings import LITTLE, RUFSPIEL, rufspiel
from tests.kiosk.cli import Cli


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search as little as tells something."""
    small: Effort = LITTLE
    monkeypatch.setattr(findings.look, "__defaults__", (small, ""))


def line(**changes: object) -> str:
    return json.dumps({**to_json(rufspiel()), "id": "eins", **changes})


def test_a_deal_is_told(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{line()}\n{line(id='zwei')}\n", encoding="utf-8")
    said = cli("open-cards", str(file), "--lang", "de")
    # Where no bar can be drawn a line tells that it goes on, and nothing of it beside the answer.
    assert (said.status, said.error.splitlines()) == (
        0,
        [
            f"Mit offenen Karten · Spiel {n} von 2{done}"
            for n, done in ((1, ""), (1, ": fertig"), (2, ""), (2, ": fertig"))
        ],
    )
    assert "Spiel 1 von 2" not in said.out
    assert said.out.count("„Mit offenen Karten“ heißt") == 1
    assert "eins · Rufspiel auf die Schellen-Sau" in said.out
    assert "gemacht sind 91" in said.out
    assert "Platz 2 und Platz 4" in said.out
    english = cli("open-cards", str(file), "--lang", "en").out
    assert "seat 2 and seat 4; 91 were made" in english


def test_a_deal_without_a_name_is_told_by_its_line(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.mkn"
    file.write_text("\n" + RUFSPIEL, encoding="utf-8")
    assert "Spiel in Zeile 2 · Rufspiel" in cli("open-cards", str(file)).out


def test_names_are_used_where_the_deal_has_them(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(line(seats=["Anna", "Ben", "Cara", "Dora"]), encoding="utf-8")
    assert "Ben und Dora" in cli("open-cards", str(file)).out


def test_objects_say_the_same(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    plays = line(plays=to_json(rufspiel())["plays"][:20])  # type: ignore[index]
    file.write_text(f"{line()}\n{plays}\n{{nonsense\n", encoding="utf-8")
    said = cli("open-cards", str(file), "--json", "--lang", "de")
    assert said.status == 1
    first, second, third = [json.loads(each) for each in said.out.splitlines()]
    assert (first["id"], first["final"], first["side"]) == ("eins", 91, [1, 3])
    assert first["others"] == [0, 2]
    assert len(first["values"]) == 4 * (9 - first["from_trick"])
    assert "nicht bis zur letzten Karte" in second["withheld"]["de"]
    assert third["line"] == 3
    assert "JSON" in third["error"]


def test_a_bad_line_is_told_and_the_rest_still_worked_out(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(f"{{nonsense\n{line()}\n", encoding="utf-8")
    said = cli("open-cards", str(file), "--lang", "en")
    assert said.status == 1
    assert said.error.startswith("mehrkopf: line 1:")
    assert "91 were made" in said.out


def test_no_file_and_an_empty_one_get_one_sentence(cli: Cli, tmp_path: Path) -> None:
    said = cli("open-cards", str(tmp_path / "none.jsonl"))
    assert (said.status, said.out) == (2, "")
    assert "none.jsonl ist nicht lesbar" in said.sentence
    empty = tmp_path / "empty.jsonl"
    empty.write_text("", encoding="utf-8")
    said = cli("open-cards", str(empty))
    assert said.status == 2
    assert "kein Spiel" in said.sentence


def test_the_bench_tells_time_by_game_and_tricks_speed_and_memory() -> None:
    found = {each.name: each for each in bench_open_cards.figures(2, (("sheepshead", 5, "pick"),))}
    times = [found[f"open_cards_sheepshead_5_pick_{tricks}"] for tricks in range(1, 7)]
    values = [each.value or 0.0 for each in times]
    assert values == sorted(values)
    assert all(each.note is not None and "2 Spiele" in each.note.de for each in times)
    assert (found["open_cards_positions"].value or 0) > 100
    assert (found["open_cards_memory"].value or 0) > 10
