"""Deals on one line, as public collections have them: read, refused by line, written."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRecord, Doubling
from engine.dealfile.reader import parse, parse_line
from engine.notation.oneline import ReadLine, read_lines, write_line
from engine.referee.evaluation import evaluate
from engine.text import PlainError
from tests.kiosk.random_deals import random_deal
from tests.shared_data import shared_path

CARDS = write_line(random_deal(1)).text.partition(":")[2]
SOLO = write_line(random_deal(0)).text.partition(":")[2]


def one(line: str) -> ReadLine:
    (found,) = read_lines([line])
    return found


def deal(line: str) -> DealRecord:
    found = one(line)
    assert found.problems == ()
    assert found.record is not None
    return found.record


@pytest.mark.parametrize(
    ("said", "kind", "suit", "seat"),
    [
        ("Rufspiel Blaue von 3", "rufspiel", "G", 3),
        ("Rufspiel Alte von 0", "rufspiel", "E", 0),
        ("Rufspiel Hundsgfickte von 1", "rufspiel", "S", 1),
        ("Sauspiel auf die Blaue von 2", "rufspiel", "G", 2),
        ("rufspiel gras von 0", "rufspiel", "G", 0),
        ("Rufspiel mit der Eichel-Sau von 1", "rufspiel", "E", 1),
        ("2 spielt Schellen-Solo", "solo", "S", 2),
        ("Eichel-Solo von 1", "solo", "E", 1),
        ("Rot sticht von 0", "solo", "H", 0),
        ("Laub-Solo ouvert von 1", "solo", "G", 1),
        ("Wenz von 2", "wenz", None, 2),
        ("Wenz ouvert von 2", "wenz", None, 2),
        ("Geier von 0", "geier", None, 0),
        ("Schelln-Wenz von 2", "farbwenz", "S", 2),
        ("Farbwenz grün von 3", "farbwenz", "G", 3),
        ("Herz-Geier von 3", "farbgeier", "H", 3),
        ("Ramsch", "ramsch", None, None),
    ],
)
def test_what_is_played_is_understood(
    said: str, kind: str, suit: str | None, seat: int | None
) -> None:
    record = deal(f"{said}:{CARDS}")
    contract = record.contract
    assert contract is not None
    assert (contract.kind, contract.seat) == (kind, seat)
    assert (None if contract.suit is None else contract.suit.letter) == suit
    assert record.extra.get("ouvert", False) is ("ouvert" in said)
    assert evaluate(record).result is not None
    again = write_line(record)
    assert (deal(again.text), again.lost) == (replace(record, id="line-1"), ())


def test_a_tout_is_understood() -> None:
    contract = deal(f"Eichel-Solo Tout von 0:{SOLO}").contract
    assert contract is not None
    assert contract.tout


def test_who_takes_a_trick_leads_the_next_one() -> None:

    record = deal(f"Wenz von 1:{CARDS}")
    report = evaluate(record)
    leaders = [trick.leader for trick in report.tricks]
    assert leaders[1:] == [trick.winner for trick in report.tricks][:-1]
    assert leaders[0] == 0
    assert len(set(leaders)) > 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Rufspiel Blaue von 3 so h7", "The colon before the cards is missing"),
        (f"Skat von 3:{CARDS}", '"Skat" does not name exactly one game'),
        (f"Solo Wenz von 3:{CARDS}", "exactly one game"),
        (f"Bettel von 3:{CARDS}", "A Bettel is not played here"),
        (f"Solo von 3:{CARDS}", "The suit is missing"),
        (f"Herz Gras Solo von 3:{CARDS}", "names several suits"),
        (f"Rufspiel Herz von 3:{CARDS}", "`contract.suit`"),
        (f"Wenz:{CARDS}", "does not say who declares"),
        (f"Wenz von 4:{CARDS}", "does not say who declares"),
        (f"Wenz von 1:{CARDS} xx", '"xx" is not a card'),
        (f"Wenz von 1:{CARDS[:-3]}", "The line has 31 cards"),
        (f"Wenz von 1:{CARDS[:-3]}{CARDS[:3]}", "appears twice"),
    ],
)
def test_what_cannot_be_read_is_told(line: str, says: str) -> None:
    found = one(line)
    assert found.record is None
    assert any(says in problem.en for problem in found.problems), found.problems


def test_all_mistakes_of_a_line_are_told_and_the_other_lines_read() -> None:
    lines = [f"Wenz von 1:{CARDS}", "", "# remark", "Solo von 9: xx yy", f"Geier von 0:{CARDS}"]
    first, wrong, last = read_lines(lines)
    assert (first.line, wrong.line, last.line) == (1, 4, 5)
    assert len(wrong.problems) == 4
    assert first.record is not None
    assert last.record is not None


@given(st.lists(st.text(), max_size=4))
def test_any_text_is_read_to_its_end(lines: list[str]) -> None:
    for found in read_lines(lines):
        assert (found.record is None) == bool(found.problems)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000))
def test_a_deal_comes_back_from_its_line(seed: int) -> None:
    record = random_deal(seed)
    line = write_line(record)
    assert line.lost == ()
    assert deal(line.text) == replace(record, id="line-1")


def test_what_is_lost_is_told() -> None:
    record = replace(random_deal(1), doubles=(Doubling("kontra"),), extra={"note": "x"}, stock=4)
    lost = [text.en for text in write_line(record).lost]
    assert lost == ["the doublings", "the Stock", "further fields of the deal file"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"contract": None}, "was not played"),
        ({"plays": ()}, "every card must have been laid"),
        ({"game": "sheepshead"}, "only for Schafkopf and Mehrkopf with four"),
    ],
)
def test_what_a_line_cannot_hold_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(PlainError, match=says) as caught:
        write_line(replace(random_deal(1), **changes))  # type: ignore[arg-type]
    assert "passt nicht in eine Zeile" in caught.value.text.de


def test_a_card_out_of_turn_and_a_call_without_a_word_are_refused() -> None:
    record = random_deal(1)
    swapped = (record.plays[1], record.plays[0], *record.plays[2:])
    with pytest.raises(PlainError, match="out of turn"):
        write_line(replace(record, plays=swapped))
    line = json.loads(json.dumps({"game": "mehrkopf", "players": 4, "dealer": 3}))
    line["plays"] = [[play.seat, str(play.card)] for play in record.plays]
    line["contract"] = {"kind": "hochzeit", "seat": 0, "partner": 1, "gave": "H7", "back": "E9"}
    with pytest.raises(PlainError, match=r"turn|no word for hochzeit"):
        write_line(parse(line))


def test_french_cards_are_written_by_their_german_names() -> None:
    german = random_deal(0)
    twins = {"E": "C", "G": "S", "H": "H", "S": "D"}
    ranks = {"A": "A", "Z": "T", "K": "K", "O": "Q", "U": "J", "9": "9", "8": "8", "7": "7"}
    codes = [str(play.card) for play in german.plays]
    french = parse(
        {
            **{"game": "schafkopf", "players": 4, "dealer": 3, "suits": "french"},
            "contract": {"kind": "solo", "seat": 0, "suit": "C"},
            "plays": [
                [play.seat, twins[code[0]] + ranks[code[1]]]
                for play, code in zip(german.plays, codes, strict=True)
            ],
        }
    )
    line = write_line(french)
    assert line.text == write_line(german).text
    assert [lost.en for lost in line.lost] == ["the French deck"]


def test_who_dealt_and_details_of_a_call_are_lost() -> None:
    record = deal(f"Rufspiel Blaue von 1:{CARDS}")
    assert record.contract is not None
    muss = replace(record.contract, details={"muss": True})
    turned = replace(
        record,
        dealer=0,
        contract=replace(muss, seat=2),
        plays=tuple(replace(play, seat=(play.seat + 1) % 4) for play in record.plays),
    )
    line = write_line(turned)
    assert line.text.startswith("Rufspiel Blaue von 1: ")
    assert line.text == write_line(record).text
    told = [lost.en for lost in line.lost]
    assert told == ["who dealt (the opener is now 0)", "details of the call"]
    other = replace(record.contract, details={"called": "GZ"})
    with pytest.raises(PlainError, match="only the Ace of a suit"):
        write_line(replace(record, contract=other))
    with pytest.raises(PlainError, match="no word for sie"):
        write_line(replace(record, contract=replace(other, kind="sie")))


@pytest.mark.shared
@pytest.mark.parametrize("name", ["schafkopf-paid", "schafkopf-priced", "schafkopf-practice"])
def test_real_deals_come_back_with_the_same_points(name: str) -> None:
    lines = shared_path("deals", f"{name}.jsonl").read_text("utf-8").splitlines()
    written = 0
    for line in lines:
        record = parse_line(line)
        try:
            found = deal(write_line(record).text)
        except PlainError:
            continue
        first = (record.dealer + 1) % 4
        turned = [(play.seat - first) % 4 for play in record.plays]
        assert [play.seat for play in found.plays] == turned
        assert [play.card for play in found.plays] == [play.card for play in record.plays]
        written += 1
    assert written > len(lines) * 0.9
