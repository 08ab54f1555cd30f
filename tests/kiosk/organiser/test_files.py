"""What is taken home of a tournament: workbook, CSV, sheets to print."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from fractions import Fraction

import openpyxl
import pytest

from kiosk.exchange.messages import ListLine
from kiosk.organiser.tournament import Presence, Prize, RulingKind
from tests.kiosk.organiser.browser import Browser
from tests.kiosk.organiser.office import Office, contested, deal_of


def test_files_hold_what_the_pages_show(office: Office, browser: Browser) -> None:
    office.book.change(replace(office.desk.tournament, prizes=(Prize(1, 20000, "Schinken"),)))
    desk = office.begun()
    desk.enter("=HYPERLINK(1)")
    office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
    ranking = browser.client.get("/files/ranking.csv").data.decode("utf-8-sig").splitlines()
    assert len(ranking) == 10
    assert ranking[0].startswith(
        "Place;Start number;Name;Points;Solos won;Round 1;Round 2;Penalty;Prize;Before;State"
    )
    assert "Schinken" in ranking[1]
    assert ";30;" in ranking[1]
    people = browser.client.get("/files/people.csv").data.decode("utf-8-sig")
    assert "'=HYPERLINK" in people
    draw = browser.client.get("/files/draw.csv").data.decode("utf-8-sig").splitlines()
    assert len(draw) == 17
    assert all(line.endswith(";Bierzelt") for line in draw[1:])
    assert len(browser.client.get("/files/deals.csv").data.splitlines()) == 5
    book = openpyxl.load_workbook(io.BytesIO(browser.client.get("/files/tournament.xlsx").data))
    assert book.sheetnames == [
        *("Ranking", "People", "Draw", "Lists", "Deals", "Penalties", "Protests")
    ]
    assert book["Ranking"]["D2"].value == 30
    book.close()


def test_what_stands_beside_a_name_stands_in_print_and_files_too(
    office: Office, browser: Browser
) -> None:
    desk, _, two, entry = contested(office)
    worth = dict.fromkeys((seat.number for seat in two.seats), Fraction(0))
    desk.rule(entry, RulingKind.UPHELD, "followed suit", worth)
    gone, replaced = (seat.number for seat in two.seats[:2])
    desk.set_presence(gone, Presence.LEFT)
    desk.end_round(1)
    desk.substitute(replaced, "Ida Quast")
    missing = desk.rounds[0].tables[1].numbers[0]
    for address in ("/ranking", "/print/ranking"):
        page = browser.get(address)
        marks = r'P{}\s+<span class="mark">left</span>\s+<span class="mark">by ruling</span>'
        assert re.search(marks.format(gone), page), page
        assert re.search(rf'P{missing}\s+<span class="mark bad">list missing</span>', page)
    file = browser.client.get("/files/ranking.csv").data.decode("utf-8-sig").splitlines()
    told = {int(row.split(";")[1]): row.rsplit(";", 1)[1] for row in file[1:]}
    assert f"until round 1: P{replaced}" in file[1 + [*told].index(replaced)]
    assert (told[gone], told[missing]) == ("left, by ruling", "list missing")
    book = openpyxl.load_workbook(io.BytesIO(browser.client.get("/files/tournament.xlsx").data))
    assert {row[1].value: row[-1].value for row in book["Ranking"].rows}[gone] == told[gone]
    book.close()


def test_nobody_is_first_before_a_round_has_begun(office: Office, browser: Browser) -> None:
    office.book.change(replace(office.desk.tournament, prizes=(Prize(1, 20000, "Schinken"),)))
    office.with_people().draw("x")
    page = browser.get("/print/ranking")
    assert "The ranking begins with the first round" in page
    assert "Schinken" not in page
    assert len(browser.client.get("/files/ranking.csv").data.splitlines()) == 1


@pytest.mark.parametrize("sheet", ["ranking", "tables", "slips", "lists", "played"])
def test_sheets_can_be_printed(office: Office, browser: Browser, sheet: str) -> None:
    office.book.change(replace(office.desk.tournament, prizes=(Prize(1, 20000, "Schinken"),)))
    office.begun()
    page = browser.get(f"/print/{sheet}")
    assert "P3" in page
    assert "Schinken" in page or sheet != "ranking"
    office.desk.end_round(1)
    ahead = sheet in ("tables", "lists")
    assert ("Round 1" in browser.get(f"/print/{sheet}")) is not ahead


def test_penalties_and_rulings_are_in_the_workbook(office: Office, browser: Browser) -> None:
    desk, _, two, entry = contested(office)
    for reason in ("came late", "=1+1"):
        desk.punish(3, Fraction(-50), reason, 1)
    desk.take_back_penalty(1)
    ruled = {seat.number: Fraction(0) for seat in two.seats}
    desk.rule(entry, RulingKind.UPHELD, "did not follow suit", ruled)
    desk.rule(entry, RulingKind.OPEN, "")
    desk.rule(entry, RulingKind.DISMISSED, "did follow suit")
    desk.type_in(1, "1", [ListLine(seat.number, Fraction(0), 0) for seat in two.seats])
    paper = desk.protest(1, "1", 0, two.seats[0].number, "added up wrongly")
    points = dict(zip(ruled, map(Fraction, (30, -10, -10, -10)), strict=True))
    desk.rule(paper, RulingKind.UPHELD, "line 7", points)
    # The list is entered otherwise, the same ruled on it again, and the list taken back.
    desk.type_in(1, "1", [ListLine(seat.number, Fraction(0), 1) for seat in two.seats])
    desk.rule(paper, RulingKind.UPHELD, "line 7", points)
    desk.take_back_list(1, "1")
    book = openpyxl.load_workbook(io.BytesIO(browser.client.get("/files/tournament.xlsx").data))
    penalties = [list(row) for row in book["Penalties"].iter_rows(min_row=2, values_only=True)]
    protests = [list(row) for row in book["Protests"].iter_rows(min_row=2, values_only=True)]
    book.close()
    assert [row[:5] + row[6:] for row in penalties] == [
        [1, 3, "P3", -50, "came late", "taken back"],
        [1, 3, "P3", -50, "=1+1", None],
    ]
    assert all(row[5].startswith("28.11.2026 ") for row in penalties)
    assert all(row[7].startswith("28.11.2026 ") for row in protests)
    assert [(row[0], row[3], *row[8:10]) for row in protests] == [
        (1, 2, "open", None),
        (1, 2, "upheld, opened again", "did not follow suit"),
        (1, 2, "open", None),
        (1, 2, "dismissed", "did follow suit"),
        (2, "from paper", "open", None),
        (2, "from paper", "upheld, ruled anew later", "line 7"),
        (2, "from paper", "upheld, holds no longer", "line 7"),
    ]
    assert protests[1][10] == " · ".join(f"{number}: 0" for number in sorted(ruled))
    assert f"{two.seats[0].number}: 30" in protests[5][10]
    assert browser.client.get("/files/protests.csv").text.count("opened again") == 1


def test_lists_as_played_are_printed_and_in_the_files_signed_or_not(
    office: Office, browser: Browser
) -> None:
    desk, _, two, entry = contested(office)
    numbers = [seat.number for seat in two.seats]
    page = browser.get("/print/played?round=1&table=1")
    assert "signed off" in page
    assert ">(60)<" in page
    assert "<b>90</b>" in page
    assert "table 2" not in page
    assert "still open" in browser.get("/print/played")
    assert 'href="/print/played?round=1&amp;table=1"' in browser.get("/lists/1/1")
    ruled = dict.fromkeys(numbers, Fraction(0))
    desk.rule(entry, RulingKind.UPHELD, "did not follow suit", ruled)
    page = browser.get("/print/played")
    assert "<s>90</s>" in page
    assert "by ruling" in page
    for points in ((30, 10, -20, -20), (30, 20, -20, -30)):
        told = zip(numbers, points, strict=True)
        desk.type_in(1, "1", [ListLine(number, Fraction(each), 1) for number, each in told])
    page = browser.get("/print/played?round=1&table=1")
    assert "from paper" in page
    assert "<b>−30</b>" in page
    desk.take_back_list(1, "1")
    lines = browser.client.get("/files/lists.csv").data.decode("utf-8-sig").splitlines()
    assert lines[0] == ("Round;Table;Lists;Revision;When;Start number;Name;Points;Solos won;State")
    mine = [row.split(";") for row in lines[1:] if f";{numbers[3]};" in row]
    assert [(row[2], row[3], row[7], row[8], row[9]) for row in mine] == [
        ("signed off", "", "-20", "0", "holds, by ruling"),
        ("signed off", "1", "-40", "0", ""),
        ("from paper", "1", "-20", "1", ""),
        ("from paper", "2", "-30", "1", ""),
        ("from paper", "3", "-30", "1", "taken back"),
    ]
    book = openpyxl.load_workbook(io.BytesIO(browser.client.get("/files/tournament.xlsx").data))
    assert book["Lists"].max_row == len(lines)
    book.close()
