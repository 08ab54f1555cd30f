"""`mehrkopf score`, `export` and `import` with deals in every form that people exchange."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cards import GERMAN_32, french_twin
from engine.deal.record import DealRecord
from engine.dealfile.reader import parse_line
from engine.dealfile.writer import contract_to_json, to_json
from engine.events import EveningEnded, EveningStarted, Note
from engine.journal.journal import Journal
from engine.notation.oneline import write_line
from engine.notation.reader import read
from engine.notation.writer import write
from kiosk.exports.deals import read_deals, recorded_deals
from kiosk.home.data_folder import Home
from tests.kiosk.cli import Cli
from tests.kiosk.random_deals import random_deal

RECORDS = [random_deal(seed) for seed in (1, 2, 4)]
AT = "2026-11-21T20:00:00.000+01:00"


def text_of(form: str) -> str:
    return {
        "jsonl": "".join(json.dumps(to_json(record)) + "\n" for record in RECORDS),
        "mkn": "\n".join(write(record) for record in RECORDS),
        "txt": "".join(write_line(record).text + "\n" for record in RECORDS),
    }[form]


def file_of(folder: Path, form: str) -> str:
    file = folder / f"deals.{form}"
    file.write_text(text_of(form), encoding="utf-8")
    return str(file)


def answers(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def recorded(home: Path) -> tuple[DealRecord, ...]:
    journal = Journal.open(Home(home).journal)
    try:
        return recorded_deals(journal).records
    finally:
        journal.close()


def bare(records: tuple[DealRecord, ...]) -> list[DealRecord]:
    return [replace(record, extra={}) for record in records]


def test_a_deal_scores_the_same_in_every_form(cli: Cli, tmp_path: Path) -> None:
    told = [answers(cli("score", file_of(tmp_path, form)).out) for form in ("jsonl", "mkn", "txt")]
    for each in told:
        for answer in each:
            del answer["id"]
    assert told[0] == told[1] == told[2]
    assert len(told[0]) == 3


def test_the_form_can_be_said_where_the_name_does_not_tell_it(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text(text_of("mkn"), encoding="utf-8")
    assert len(answers(cli("score", str(file), "--format", "mkn").out)) == 3
    refused = cli("score", str(file), "--format", "tarot")
    assert refused.status == 2
    assert "„tarot“ passt nicht zu --format" in refused.sentence


def test_every_mistake_is_answered_with_its_place_and_the_rest_scored(
    cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "deals.mkn"
    wrong = write(RECORDS[0]).replace("1. ", "1. 9: XX ; ", 1).replace("[Dealer", "[Diener")
    file.write_text(f"{write(RECORDS[1])}\n{wrong}", encoding="utf-8")
    said = cli("score", str(file), "--lang", "en")
    assert said.status == 1
    good, *bad = answers(said.out)
    assert good["id"] == "random-2"
    assert len(bad) >= 3
    assert all(set(each) == {"line", "column", "error"} for each in bad)
    lines = tmp_path / "deals.txt"
    lines.write_text(f"Skat von 3: h7\n{text_of('txt')}", encoding="utf-8")
    said = cli("score", str(lines))
    assert (said.status, len(answers(said.out))) == (1, 4)
    assert "nennt nicht genau ein Spiel" in str(answers(said.out)[0]["error"])


@pytest.mark.parametrize("form", ["jsonl", "mkn", "txt"])
def test_deals_of_every_form_become_an_evening_and_come_back(
    cli: Cli, tmp_path: Path, form: str
) -> None:
    said = cli("import", file_of(tmp_path, form))
    assert said.status == 0, said.error
    assert said.out.startswith("Eingelesen - Spiele: 3, Abende: 1, ")
    found = bare(recorded(cli.home))
    names = [record.id for record in found]
    assert [replace(record, id="") for record in found] == [
        replace(record, id="") for record in RECORDS
    ]
    assert len(set(names)) == 3

    again = cli("import", file_of(tmp_path, form))
    assert again.status == 2
    assert "sind schon eingelesen" in again.sentence

    out = tmp_path / "out.mkn"
    assert cli("export", str(out)).status == 0
    deals = read(out.read_text("utf-8"))
    assert [deal.problems for deal in deals] == [()] * 3
    assert tuple(deal.record for deal in deals) == recorded(cli.home)


def test_an_exported_evening_of_deals_is_read_in_again_as_the_same(
    cli: Cli, tmp_path: Path
) -> None:
    cli("import", file_of(tmp_path, "jsonl"))
    out = tmp_path / "out.jsonl"
    assert cli("export", str(out), "--format", "deals").status == 0
    other = tmp_path / "other"
    assert cli("import", str(out), "--home", str(other)).status == 0
    assert bare(recorded(other)) == bare(recorded(cli.home))
    first = recorded(other)[0].extra
    assert (first["deal"], first["seats"]) == ("1", [f"Platz {n}" for n in range(1, 5)])


def test_where_a_deal_does_not_follow_from_the_last_one_another_evening_begins(
    cli: Cli, tmp_path: Path
) -> None:
    """After a deal in which all passed the next one is played double; this file says it was not."""
    file = doublers(tmp_path, passed("a", 0), picked("b", 1))
    said = cli("import", str(file))
    assert said.status == 0, said.error
    assert said.out.startswith("Eingelesen - Spiele: 2, Abende: 2, ")
    assert [record.doubles for record in recorded(cli.home)] == [(), ()]


@pytest.mark.parametrize("says_so", [False, True])
def test_two_deals_in_which_all_passed_stay_one_evening(
    cli: Cli, tmp_path: Path, says_so: bool
) -> None:
    """PG doublers: the next two deals count double. That the second deal nobody played would have
    counted double too need not be said: it comes to the same."""
    second = passed("b", 1, *(["doubler"] if says_so else []))
    twice = [picked("c", 2, "doubler"), picked("d", 3, "doubler"), picked("e", 4)]
    said = cli("import", str(doublers(tmp_path, passed("a", 0), second, *twice)))
    assert said.status == 0, said.error
    assert said.out.startswith("Eingelesen - Spiele: 5, Abende: 1, ")
    double = [[each.say for each in record.doubles] for record in recorded(cli.home)]
    assert double == [[], ["doubler"], ["doubler"], ["doubler"], []]


def test_a_remark_and_how_it_was_dealt_go_through_the_journal(cli: Cli, tmp_path: Path) -> None:
    told = {**passed("a", 0), "note": 'Ben "verzählt" sich', "dealt": "3"}
    assert cli("import", str(doublers(tmp_path, told, passed("b", 1)))).status == 0
    first, second = recorded(cli.home)
    assert (first.note, first.dealt) == ('Ben "verzählt" sich', "3")
    assert (second.note, second.dealt) == (None, None)
    for form in ("deals", "mkn"):
        written = cli("export", "-", "--format", form).out
        (again, _) = [each.record for each in read_deals(written, form)]
        assert again is not None
        assert (again.note, again.dealt) == (first.note, first.dealt)


@pytest.mark.parametrize("field", ["id", "note"])
def test_half_a_character_is_told_and_nothing_read_in(cli: Cli, tmp_path: Path, field: str) -> None:
    file = tmp_path / "deals.jsonl"
    deal = {"game": "schafkopf", "players": 4, "dealer": 0, "end": {"kind": "void"}}
    file.write_text(json.dumps({**deal, field: "\ud800"}), encoding="utf-8")
    said = cli("import", str(file))
    assert said.status == 2
    assert "halbes Schriftzeichen" in said.sentence
    assert recorded(cli.home) == ()


def passed(name: str, dealer: int, *doubles: str) -> dict[str, object]:
    """Return a deal of Sheepshead in which nobody picked."""
    end = {"kind": "thrown_in", "why": "all_pass"}
    return {"id": name, "dealer": dealer, "contract": None, "doubles": doubles, "end": end}


def picked(name: str, dealer: int, *doubles: str) -> dict[str, object]:
    """Return a deal of Sheepshead whose result was told."""
    end = {"kind": "entered", "won": True, "partners": [(dealer + 2) % 5]}
    contract = {"kind": "pick", "seat": (dealer + 1) % 5}
    return {"id": name, "dealer": dealer, "contract": contract, "doubles": doubles, "end": end}


def doublers(folder: Path, *deals: dict[str, object]) -> Path:
    """Return a deal file of five people who play doublers."""
    table = {"game": "sheepshead", "players": 5, "rules": {"all_pass": "doubler"}}
    file = folder / "deals.jsonl"
    lines = [json.dumps({**table, **each}) for each in deals]
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_nothing_is_read_in_where_anything_is_wrong(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.mkn"
    file.write_text(text_of("mkn").replace("[Dealer", "[Diener", 1), encoding="utf-8")
    said = cli("import", str(file))
    assert said.status == 2
    assert said.sentence.startswith("Zeile 1: Es fehlt der Kopfeintrag")
    assert "Weitere Fehler: " in said.sentence
    assert said.sentence.endswith("Nichts wurde eingelesen.")
    assert recorded(cli.home) == ()
    file.write_text("; nothing\n", encoding="utf-8")
    assert "steht kein Spiel" in cli("import", str(file)).sentence


def test_an_evening_that_runs_is_not_broken_into(cli: Cli, tmp_path: Path) -> None:
    Home(cli.home).prepare()
    journal = Journal.open(Home(cli.home).journal)
    started = EveningStarted("e", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {})
    journal.append((started, Note("x")), AT)
    journal.close()
    said = cli("import", file_of(tmp_path, "mkn"))
    assert (said.status, "Ein Abend läuft noch" in said.sentence) == (2, True)

    journal = Journal.open(Home(cli.home).journal)
    journal.append((EveningEnded(),), AT)
    journal.close()
    assert cli("import", file_of(tmp_path, "mkn")).status == 0
    exported = cli("export", "-", "--format", "deals")
    assert (exported.status, len(answers(exported.out))) == (1, 3)
    assert "Notizen und Änderungen des Standes (1)" in exported.sentence


def test_what_only_a_file_can_know_is_told(cli: Cli, tmp_path: Path) -> None:
    line = {**to_json(RECORDS[0]), "photograph": "x.jpg"}
    file = tmp_path / "deals.jsonl"
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    said = cli("import", str(file))
    assert said.status == 0
    assert "bleiben nur in der Datei (Spiele: 1)" in said.sentence


def test_what_the_journal_cannot_hold_is_refused(cli: Cli, tmp_path: Path) -> None:
    line = to_json(RECORDS[0])
    line["rulings"] = [{"kind": "revoke", "seat": 0, "play": 60, "ruling": "waived"}]
    file = tmp_path / "deals.jsonl"
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    said = cli("import", str(file))
    assert (said.status, said.out) == (2, "")
    assert "kann das Journal nicht so festhalten" in said.sentence
    assert recorded(cli.home) == ()


def test_deals_are_brought_into_another_form(cli: Cli, tmp_path: Path) -> None:
    deals = file_of(tmp_path, "jsonl")
    mkn, lines, back = (tmp_path / name for name in ("a.mkn", "a.txt", "back.jsonl"))
    assert cli("export", str(mkn), "--deals", deals).status == 0
    assert cli("export", str(lines), "--deals", str(mkn)).status == 0
    assert lines.read_text("utf-8") == text_of("txt")
    assert cli("export", str(back), "--deals", str(mkn)).status == 0
    assert [parse_line(line) for line in back.read_text("utf-8").splitlines()] == RECORDS
    said = cli("export", "-", "--deals", deals, "--format", "mkn")
    assert said.out.count("[Format") == 3


def test_what_another_form_cannot_say_is_told_and_the_rest_written(
    cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "deals.jsonl"
    thrown = {**to_json(RECORDS[0]), "contract": None, "id": "thrown"}
    doubled = {**to_json(RECORDS[1]), "doubles": ["kontra"], "id": "doubled"}
    lines = [json.dumps(thrown), "{nonsense", json.dumps(doubled), json.dumps(to_json(RECORDS[2]))]
    file.write_text("\n".join(lines), encoding="utf-8")
    said = cli("export", "-", "--deals", str(file), "--format", "oneline")
    assert said.status == 1
    assert len(said.out.splitlines()) == 2
    told = said.error.splitlines()
    assert "Das Spiel thrown passt nicht in eine Zeile" in told[0]
    assert "Zeile 2 von" in told[1]
    assert "Die Zeile sagt nicht: Legen, Klopfen, Kontra und Re (Spiel doubled)" in told[2]


ENTERED_BY_HAND: dict[str, object] = {
    "end": {"kind": "entered", "won": True},
    "plays": [],
    "hands": None,
}


def test_why_nothing_fits_on_a_line_is_told_of_each_deal(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    by_hand = {**to_json(RECORDS[0]), **ENTERED_BY_HAND, "id": "paper"}
    pick = {"kind": "pick", "seat": 0}
    other = {"id": "other", "game": "sheepshead", "players": 5, "dealer": 4, "contract": pick}
    lines = [json.dumps(by_hand), json.dumps(other)]
    file.write_text("\n".join(lines), encoding="utf-8")
    out = tmp_path / "out.txt"
    said = cli("export", str(out), "--deals", str(file))
    assert said.status == 2
    first, second, third = said.error.splitlines()
    assert "Das Spiel paper passt nicht in eine Zeile: das Ergebnis ist von Hand" in first
    assert "Das Spiel other passt nicht in eine Zeile: das gibt es nur für Schafkopf" in second
    assert "Es ist kein Spiel da, das ausgegeben werden könnte" in third
    assert not out.exists()
    # One that fits is written beside them, and the others are told all the same.
    file.write_text("\n".join([*lines, json.dumps(to_json(RECORDS[1]))]), encoding="utf-8")
    said = cli("export", "-", "--deals", str(file), "--format", "oneline")
    assert (said.status, len(said.out.splitlines())) == (1, 1)
    assert [("paper" in line, "other" in line) for line in said.error.splitlines()][:2] == [
        (True, False),
        (False, True),
    ]


def test_entered_deals_of_an_evening_say_why_they_have_no_line(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text(json.dumps({**to_json(RECORDS[0]), **ENTERED_BY_HAND, "id": "paper"}), "utf-8")
    assert cli("import", str(file)).status == 0
    said = cli("export", "-", "--format", "oneline")
    assert (said.status, said.out) == (2, "")
    assert "ohne die Karten" in said.error


def test_french_suited_deals_go_through_one_line_files_with_german_names(
    cli: Cli, tmp_path: Path
) -> None:
    german = RECORDS[0]
    assert german.contract is not None
    twins = {each: french_twin(each).code for each in GERMAN_32}
    line = {
        **to_json(german),
        "suits": "french",
        "hands": None,
        "contract": {**(contract_to_json(german.contract) or {}), **_suit(german)},
        "plays": [[play.seat, twins[play.card]] for play in german.plays if play.card],
    }
    file, lines = tmp_path / "french.jsonl", tmp_path / "french.txt"
    file.write_text(json.dumps(line), encoding="utf-8")
    said = cli("export", str(lines), "--deals", str(file))
    assert said.status == 1
    assert "Die Zeile sagt nicht: das französische Blatt" in said.sentence
    assert lines.read_text("utf-8") == write_line(german).text + "\n"
    assert cli("import", str(lines)).status == 0
    (again,) = recorded(cli.home)
    assert (again.plays, again.contract) == (german.plays, german.contract)
    payouts = [answers(cli("score", str(each)).out)[0]["payout"] for each in (file, lines)]
    assert payouts[0] == payouts[1]


def _suit(record: DealRecord) -> dict[str, str]:
    suits = {"E": "C", "G": "S", "H": "H", "S": "D"}
    suit = None if record.contract is None else record.contract.suit
    return {} if suit is None else {"suit": suits[suit.letter]}


def test_nothing_is_written_where_there_is_no_deal(cli: Cli, tmp_path: Path) -> None:
    Home(cli.home).prepare()
    Journal.open(Home(cli.home).journal).close()
    said = cli("export", str(tmp_path / "out.mkn"))
    assert (said.status, "kein Spiel da" in said.sentence) == (2, True)
    assert list(tmp_path.glob("out.*")) == []


def test_a_file_that_is_not_there_leaves_no_half_export(cli: Cli, tmp_path: Path) -> None:
    said = cli("export", str(tmp_path / "out.mkn"), "--deals", str(tmp_path / "none.jsonl"))
    assert said.status == 2
    assert "none.jsonl ist nicht lesbar" in said.sentence
    assert list(tmp_path.glob("out.*")) == []


@pytest.mark.parametrize("command", ["score", "export", "import"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_help_names_the_forms(cli: Cli, command: str, language: str) -> None:
    told = cli(command, "--help", "--lang", language).out
    assert "--format" in told
    assert "mkn" in told
    assert "oneline" in told
