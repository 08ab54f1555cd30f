"""Files as other programs write them: read where they say the same, else one sentence a file."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engine.dealfile.lines import deals_in
from engine.dealfile.writer import to_json
from tests.engine.dealfile import mutated
from tests.kiosk.cli import Cli, environment
from tests.kiosk.random_deals import random_deal
from tests.shared_data import ROOT

DEALS = [to_json(random_deal(seed)) for seed in (1, 2, 3)]
LINES = "".join(json.dumps(deal, ensure_ascii=False) + "\n" for deal in DEALS)
IDS = ["random-1", "random-2", "random-3"]
PRETTY = "\n".join(json.dumps(deal, indent=2) for deal in DEALS)
LIST = json.dumps(DEALS)
LONG_LIST = json.dumps(DEALS, indent=1)
ROWS = "[\n" + ",\n".join(json.dumps(deal) for deal in DEALS) + "\n]\n"
MIXED = f"{json.dumps(DEALS[0])}\n{json.dumps(DEALS[1], indent=4)}\n{json.dumps([DEALS[2]])}\n"


def ids(text: str) -> list[str]:
    return [json.loads(line)["id"] for line in text.splitlines()]


@pytest.mark.parametrize("name", ["deals.jsonl", "deals.json", "deals.txt", "deals.mkn"])
@pytest.mark.parametrize("text", [LINES, PRETTY, LIST, LONG_LIST, ROWS, MIXED])
def test_deals_in_json_are_read_however_they_are_laid_out(
    cli: Cli, tmp_path: Path, name: str, text: str
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    said = cli("score", str(file))
    assert (said.status, said.error, ids(said.out)) == (0, "", IDS)
    said = cli("import", str(file))
    assert (said.status, "Spiele: 3" in said.out) == (0, True), said
    written = cli("export", "--deals", str(file), "--format", "deals", "-")
    assert (written.status, ids(written.out)) == (0, IDS)


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_deals_are_read_in_the_coding_of_any_editor(cli: Cli, tmp_path: Path, coding: str) -> None:
    file = tmp_path / "deals.jsonl"
    named = json.dumps({**DEALS[0], "seats": ["Jürgen", "Rosi", "Čeněk", "🂡"]}, ensure_ascii=False)
    file.write_bytes(f"{named}\r\n{LINES}".encode(coding))
    said = cli("score", str(file))
    assert (said.status, said.error, ids(said.out)) == (0, "", ["random-1", *IDS])
    back = cli("export", "--deals", str(file), "--format", "deals", "-")
    assert "Jürgen" in back.out
    assert "🂡" in back.out


def packed_zip(path: Path) -> bytes:
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("deals.jsonl", LINES)
    return path.read_bytes()


def content(kind: str, folder: Path) -> bytes:
    if kind == "zip":
        return packed_zip(folder / "packed")
    latin = json.dumps({**DEALS[0], "seats": ["Jürgen", "b", "c", "d"]}, ensure_ascii=False)
    return {
        "gzip": gzip.compress(LINES.encode()),
        "bzip2": bz2.compress(LINES.encode()),
        "xz": lzma.compress(LINES.encode()),
        "latin": f"{LINES}{f'{latin}' * 1}\n".encode("latin-1") * 20,
        "picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
        "film": b"\0\0\0\x20ftypisom" + bytes(range(256)) * 20,
        "no deals": b'{"t": 1.5, "event": "card"}\n' * 126,
        "zeros": bytes(100),
        "empty": b"",
        "blank": b"\n \n",
        "prose": b"Dear all,\nwe met on Friday.\n" * 30,
        "page": b"<html>\n<p>deals: none</p>\n</html>\n" * 20,
        "csv": b"deal,seat,points\n1,2,3\n" * 30,
        "numbers": b"1\n2\n3\n" * 20,
        "list of numbers": json.dumps(list(range(60)), indent=1).encode(),
        "broken list": ROWS.encode().replace(b'"dealer"', b'dealer"', 1),
        "cut list": LONG_LIST.encode()[:-40],
        "broken over lines": PRETTY.encode().replace(b'"dealer":', b'"dealer"', 1)[
            : len(PRETTY) // 3
        ],
        "two files": b"\xff\xfe" + "x".encode("utf-16-be") + b"y",
    }[kind]


KINDS = {
    "gzip": "ist gepackt (gzip); bitte erst auspacken.",
    "zip": "ist gepackt (zip); bitte erst auspacken.",
    "bzip2": "ist gepackt (bzip2); bitte erst auspacken.",
    "xz": "ist gepackt (xz); bitte erst auspacken.",
    "latin": "ist kein UTF-8-Text (Zeile 4); bitte als UTF-8 speichern.",
    "picture": "ist ein Bild, kein Text; bitte eine andere Datei nennen.",
    "film": "ist ein Film, kein Text; was darauf zu sehen ist, liest „mehrkopf watch“.",
    "zeros": "ist kein Text; bitte eine andere Datei nennen.",
    "two files": "ist kein UTF-8-Text",
}
NO_DEAL = ("empty", "blank")
NO_JSON = {
    "prose": "Die Zeilen 1 bis 60 sind kein JSON",
    "page": "Die Zeilen 1 bis 60 sind kein JSON",
    "csv": "Die Zeilen 1 bis 60 sind kein JSON",
    "numbers": "Die Zeilen 1 bis 60 sind kein JSON",
    "list of numbers": "Die Zeile ist kein JSON-Objekt",
    "cut list": "Die Liste, die in Zeile 1 beginnt, ist ab Zeile",
    "broken list": "Die Liste, die in Zeile 1 beginnt, ist ab Zeile 2 kein JSON",
    "broken over lines": "Die Zeilen 1 bis",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["deals.jsonl", "deals.txt", "deals.mkn"])
def test_what_is_no_text_gets_one_sentence(cli: Cli, tmp_path: Path, kind: str, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(content(kind, tmp_path))
    for words in (("score", str(file)), ("import", str(file)), ("replay", str(file))):
        said = cli(*words)
        assert (said.status, said.out) == (2, "")
        assert said.sentence.startswith(str(file)), said
        assert KINDS[kind] in said.sentence
    said = cli("export", "--deals", str(file), "-")
    assert (said.status, KINDS[kind] in said.sentence) == (2, True)


@pytest.mark.parametrize("kind", [*KINDS, *NO_DEAL, *NO_JSON])
def test_calls_in_such_a_file_get_one_sentence(cli: Cli, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_bytes(content(kind, tmp_path))
    said = cli("watch", "none.mp4", "--deck", "isar", "--calls", str(file))
    assert (said.status, said.out) == (2, "")
    assert {**KINDS, **NO_JSON}.get(kind, "steht kein Spiel") in said.sentence


@pytest.mark.parametrize("kind", NO_JSON)
def test_what_is_no_json_gets_one_sentence_however_long_it_is(
    cli: Cli, tmp_path: Path, kind: str
) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(content(kind, tmp_path))
    said = cli("score", str(file))
    errors = [found for found in map(json.loads, said.out.splitlines()) if "error" in found]
    # Of the list that was cut off the first deals are whole.
    whole = len(said.out.splitlines()) > 1
    assert (said.status, len(errors)) == (1 if whole else 2, 1)
    assert ("steht kein Spiel" in said.error) == (not whole)
    assert NO_JSON[kind] in errors[0]["error"]
    assert cli("import", str(file)).status == 2


@pytest.mark.parametrize("words", [("score",), ("open-cards", "--json"), ("export", "--deals")])
def test_objects_of_which_none_is_a_deal_get_one_sentence(
    cli: Cli, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = tmp_path / "evening.truth.jsonl"
    file.write_bytes(content("no deals", tmp_path))
    said = cli(*words, str(file), *(["-"] if "--deals" in words else []))
    assert said.status == 2
    told = said.out + said.error
    assert told.count("Zeile") + told.count('"line"') == 1
    assert "Das sind 126 JSON-Objekte und kein Spiel darunter" in told
    # One deal among them, and each is told by itself.
    file.write_bytes(content("no deals", tmp_path) + LINES.encode())
    errors = [line for line in cli("score", str(file)).out.splitlines() if '"error"' in line]
    assert len(errors) == 126


@pytest.mark.parametrize("name", ["deals.txt", "deals.mkn"])
@pytest.mark.parametrize("kind", ["prose", "page", "csv", "numbers"])
def test_what_is_neither_notation_nor_a_one_liner_gets_one_sentence(
    cli: Cli, tmp_path: Path, name: str, kind: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content(kind, tmp_path))
    said = cli("score", str(file))
    (answer,) = map(json.loads, said.out.splitlines())
    wanted = "keine Einzeiler" if name.endswith("txt") else "keine Notation"
    assert (said.status, wanted in answer["error"]) == (2, True), answer


@pytest.mark.parametrize("kind", NO_DEAL)
def test_a_file_with_nothing_in_it_is_told(cli: Cli, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(content(kind, tmp_path))
    assert cli("score", str(file)).sentence.endswith("steht kein Spiel; abgerechnet wurde nichts.")
    assert cli("import", str(file)).sentence.endswith("steht nichts; eingelesen wurde nichts.")


def test_a_notation_is_read_whatever_its_file_is_called(cli: Cli, tmp_path: Path) -> None:
    lines, notation = tmp_path / "deals.jsonl", tmp_path / "notation.txt"
    lines.write_text(LINES, encoding="utf-8")
    assert cli("export", "--deals", str(lines), "--format", "mkn", str(notation)).status == 0
    said = cli("score", str(notation))
    assert (said.status, ids(said.out)) == (0, IDS)


def test_a_broken_deal_among_good_ones_costs_itself_alone() -> None:
    first, second, third = LINES.splitlines()
    cut = second[: len(second) // 2]
    found = list(deals_in(f"{first}\n{cut}\n\n{third}\n{{\n{first}\n"))
    assert [(each.line, each.record is None) for each in found] == [
        (1, False),
        (2, True),
        (4, False),
        (5, True),
        (6, False),
    ]


def test_the_standard_input_is_told_of_as_that(cli: Cli) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kiosk.cli", "score", "-"],
        input=gzip.compress(LINES.encode()),
        capture_output=True,
        cwd=ROOT,
        env=environment(cli.home),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (
        "mehrkopf: Die Standardeingabe ist gepackt (gzip); bitte erst auspacken.\n"
    )


def test_half_a_character_comes_out_as_it_went_in(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(json.dumps({**DEALS[0], "id": "\ud800"}) + "\n", encoding="utf-8")
    said = cli("score", str(file))
    assert (said.status, said.error, json.loads(said.out)["id"]) == (0, "", "\ud800")


def test_a_file_of_mutated_deals_is_answered_line_by_line(cli: Cli, tmp_path: Path) -> None:
    chance = random.Random(18)
    made = zip(mutated.whole_deals(chance), range(80), strict=False)
    texts = [mutated.deal(line, chance).text for line, _ in made]
    file = tmp_path / "deals.jsonl"
    file.write_text("\n".join(texts), encoding="utf-8")
    said = cli("score", str(file))
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert (said.status, said.error) == (1, "")
    assert {"error" in answer for answer in answers} == {True, False}
    lines = [answer["line"] for answer in answers if "error" in answer]
    assert len(set(lines)) == len(lines)
