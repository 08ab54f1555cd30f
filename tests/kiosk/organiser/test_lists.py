"""Lists and protests on the organiser's pages: from the table, from paper, contested, ruled on."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.dealfile.reader import read_object
from kiosk.exchange.messages import ListLine, ListMessage
from kiosk.organiser.tournament import RulingKind
from tests.kiosk.organiser.browser import REVOKE, Browser
from tests.kiosk.organiser.office import Office, contested, deal_of


def test_a_contested_deal_shows_its_proof_and_its_replay(office: Office, browser: Browser) -> None:
    desk = office.begun()
    deal = deal_of(desk, 10, 0, 0, 0, 0)
    office.arrived.sent.append(replace(deal, status="unsettled", record=read_object(REVOKE)))
    whose = deal.seats[0].number
    about = {"round": "1", "table": "1", "deal": "1", "number": whose}
    page = browser.do("/protests", "/protests", **about, words="3 hat nicht bedient")
    assert "3 hat nicht bedient" in page
    third = f"{deal.seats[2].number} P{deal.seats[2].number}"
    assert re.search(rf"! .*{third}", page), page
    replay = browser.client.get("/protests/1/replay")
    assert replay.status_code == 200
    assert "<script" in replay.text
    page = browser.do(
        "/protests/1", "/protests/1", ruling="upheld", answer="Schellen-8 nach Eichel-Ass"
    )
    assert "upheld" in page
    assert "Schellen-8 nach Eichel-Ass" in page
    assert "Open again" in page


def test_a_deal_without_cards_says_so(office: Office, browser: Browser) -> None:
    desk = office.begun()
    office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
    number = desk.rounds[0].tables[0].numbers[0]
    page = browser.do(
        "/protests", "/protests", round="1", table="1", deal="1", number=number, words="?"
    )
    assert "sent no cards" in page


def test_a_ruling_changes_points_on_the_pages(office: Office, browser: Browser) -> None:
    desk = office.begun()
    deal = deal_of(desk, 10, 30, 10, -20, -20)
    office.arrived.sent.append(deal)
    numbers = [seat.number for seat in deal.seats]
    desk.protest(1, "1", 1, numbers[0], "revoke")
    page = browser.get("/protests/1")
    assert f'name="points.{numbers[2]}" value="−20"' in page
    points = zip(numbers, ("-90", "30", "30", "30"), strict=True)
    fields = {f"points__{number}": typed for number, typed in points}
    answer = browser.send("/protests/1", "/protests/1", ruling="upheld", answer="", **fields)
    assert (answer.status_code, "Please give a reason" in answer.text) == (409, True)
    assert f'name="points.{numbers[0]}" value="-90"' in answer.text
    page = browser.do("/protests/1", "/protests/1", ruling="upheld", answer="Solo", **fields)
    assert "by ruling" in page
    assert "<b>−90</b>" in page
    page = browser.get("/lists/1/1")
    assert "<s>30</s>" in page
    assert "Sum from the table" in page
    rows = browser.client.get("/files/deals.csv").data.decode("utf-8-sig").splitlines()
    assert ";-90;;by ruling" in rows[1]
    assert "by ruling" in browser.get("/lists")
    page = browser.do("/protests/1", "/protests/1", ruling="open", answer="seen again")
    assert "<s>30</s>" not in browser.get("/lists/1/1")
    assert "History" in page
    assert f"{numbers[1]}: 30" in page
    # A list from paper holds whatever was ruled, and says so.
    browser.do("/protests/1", "/protests/1", ruling="upheld", answer="Solo", **fields)
    desk.type_in(1, "1", [ListLine(number, Fraction(0), 0) for number in numbers])
    assert "what is written there" in browser.get("/lists/1/1")
    later = replace(deal, source=replace(deal.source, cursor=90))
    office.arrived.sent.append(later)
    assert "sent this deal differently" in browser.get("/protests/1")


def test_a_list_signed_with_fewer_deals_than_planned_is_marked(
    office: Office, browser: Browser
) -> None:
    """Not where time ends the round."""
    desk = office.begun()
    deal = deal_of(desk, 10, 30, 10, -20, -20)
    lines = tuple(ListLine(seat.number, seat.delta, 0) for seat in deal.seats)
    office.arrived.sent.append(deal)
    office.arrived.signed.append(ListMessage(replace(deal.source, cursor=30), 1, lines))
    short = '<span class="mark bad">1 of 20</span>'
    assert short not in browser.get("/")
    office.book.change(replace(desk.tournament, minutes=0))
    assert short in browser.get("/")
    desk.type_in(1, "1", list(lines))
    assert "1 of 20" not in browser.get("/")


@pytest.mark.parametrize(("typed", "points"), [("20/3", "20/3"), ("–7", "−7"), (" +4 ", "4")])
def test_points_may_be_fractions(office: Office, browser: Browser, typed: str, points: str) -> None:
    office.book.change(replace(office.desk.tournament, mode="plus"))
    numbers = office.begun().rounds[0].tables[0].numbers
    fields = {f"points__{number}": typed for number in numbers}
    assert f"<b>{points}</b>" in browser.do("/lists/1/1", "/lists/1/1", **fields)
    answer = browser.send("/lists/1/1", "/lists/1/1", **{**fields, f"points__{numbers[0]}": "1/0"})
    assert answer.status_code == 409


def test_every_list_that_a_table_signed_off_stays_visible(office: Office, browser: Browser) -> None:
    _, _, two, _ = contested(office)
    assert "Signed off by the table" not in browser.get("/lists/1/1")
    gone = ListMessage(replace(two.source, cursor=40), 0, (), withdrawn=True)
    office.arrived.signed.append(gone)
    shown = browser.get("/lists/1/1").partition("Signed off by the table")[2]
    first, second = shown.index("revision 1"), shown.index("revision 2")
    assert "90 (Solo: 1)" in shown[first:second]
    assert "taken back" in shown[second:]


def test_a_list_from_paper_is_contested_ruled_on_and_opened_again(
    office: Office, browser: Browser
) -> None:
    desk = office.begun()
    numbers = desk.rounds[0].tables[0].numbers
    points = zip(numbers, (30, 10, -20, -20), strict=True)
    desk.type_in(1, "1", [ListLine(number, Fraction(each), 0) for number, each in points])
    assert 'href="/protests?round=1&amp;table=1"' in browser.get("/lists/1/1")
    about = {"round": "1", "table": "1", "deal": "", "number": numbers[0]}
    page = browser.do("/protests?round=1&table=1", "/protests", **about, words="verrechnet")
    assert "Round 1, table 1, list from paper" in page
    assert f'name="points.{numbers[0]}" value="30"' in page
    fields = {
        f"points__{number}": each
        for number, each in zip(numbers, ("40", "0", "-20", "-20"), strict=True)
    }
    page = browser.do("/protests/1", "/protests/1", ruling="upheld", answer="Zeile 7", **fields)
    assert "by ruling" in page
    page = browser.get("/lists/1/1")
    assert "<s>30</s>" in page
    assert "Sum on the paper" in page
    assert '<a href="/protests/1"><span class="mark bad">by ruling' in page
    # In the form stands what is written on the paper.
    assert f'name="points.{numbers[0]}" value="30"' in page
    assert "by ruling" in browser.get("/lists")
    assert browser.get("/ranking").count("by ruling") == 2
    page = browser.do("/protests/1", "/protests/1", ruling="open", answer="")
    assert f'name="points.{numbers[0]}" value="40"' in page
    assert "<s>30</s>" not in browser.get("/lists/1/1")
    browser.do("/protests/1", "/protests/1", ruling="upheld", answer="Zeile 7", **fields)
    desk.take_back_list(1, "1")
    assert "changed or taken back since the ruling" in browser.get("/protests/1")


def test_a_list_from_paper_says_that_typing_it_in_anew_ends_its_ruling(
    office: Office, browser: Browser
) -> None:
    desk = office.begun()
    numbers = desk.rounds[0].tables[0].numbers
    lines = [
        ListLine(number, Fraction(each), 0)
        for number, each in zip(numbers, (30, 10, -20, -20), strict=True)
    ]
    desk.type_in(1, "1", lines)
    desk.protest(1, "1", 0, numbers[0], "verrechnet")
    page = browser.get("/lists/1/1")
    assert "has been ruled on" not in page
    told = dict(zip(numbers, ("40", "0", "-20", "-20"), strict=True))
    fields = {f"points__{of}": each for of, each in told.items()}
    fields |= {f"soli__{of}": "0" for of in numbers[1:]} | {f"soli__{numbers[0]}": "2"}
    browser.do("/protests/1", "/protests/1", ruling="upheld", answer="Zeile 7", **fields)
    page = browser.get("/lists/1/1")
    assert "If it is entered differently or taken back" in page
    assert "data-fallen" not in page
    anew = {f"points__{line.number}": str(line.points) for line in lines}
    page = browser.do("/lists/1/1", "/lists/1/1", **anew, **{f"soli__{numbers[1]}": "1"})
    for address in ("/", "/lists", "/protests", "/protests/1"):
        assert '<span class="mark bad">rule anew</span>' in browser.get(address)
    assert '">upheld</span>' not in browser.get("/protests")
    said = page.partition("data-fallen")[2].partition("</div>")[0]
    assert "changed or taken back since the ruling" in said
    assert f"{numbers[0]}: 40 (Solo: 2)" in said
    assert "Zeile 7" in said
    assert ListLine(numbers[0], Fraction(30), 0) in desk.lists()[1, "1"].lines
    # What was ruled is ruled again by one tap.
    form = re.search(r'<form[^>]* action="/protests/1">(.*?)</form>', page)
    assert form is not None
    sent = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[1]))
    sent = {name.replace(".", "__"): value for name, value in sent.items() if name != "csrf_token"}
    browser.do("/lists/1/1", "/protests/1", **sent)
    assert ListLine(numbers[0], Fraction(40), 2) in desk.lists()[1, "1"].lines
    for address in ("/lists/1/1", "/print/played"):
        assert "<s>0</s> 2" in browser.get(address)
    assert "data-fallen" not in browser.get("/lists/1/1")
    browser.do("/lists/1/1", "/lists/1/1/back")
    said = browser.get("/lists/1/1").partition("data-fallen")[2].partition("</section>")[0]
    assert "changed or taken back since the ruling" in said
    assert "Rule the same again" not in said


def test_a_deal_says_on_its_list_that_its_ruling_holds_no_longer(
    office: Office, browser: Browser
) -> None:
    desk, _, two, _ = contested(office)
    numbers = [seat.number for seat in two.seats]
    fields = {f"points__{number}": "0" for number in numbers} | {"solo": ""}
    page = browser.get("/protests/1")
    assert f'<option value="{numbers[0]}" selected' in page
    browser.do("/protests/1", "/protests/1", ruling="upheld", answer="no Solo", **fields)
    # Before a list from paper is typed in, it is said that it goes before the ruling.
    assert "Deal 2 has been ruled on" in browser.get("/lists/1/1").partition("Enter the list")[2]
    later = replace(two, source=replace(two.source, cursor=40))
    office.arrived.sent.append(later)
    for page in (browser.get("/lists/1/1"), browser.get("/protests/1")):
        assert "sent this deal differently" in page
        assert "Rule the same again" in page
    # The new version can be ruled on at once, and its own points stand in the form.
    assert f'name="points.{numbers[0]}" value="60"' in browser.get("/protests/1")
    again = {"ruling": "upheld", "answer": "no Solo", **fields}
    browser.do("/lists/1/1", "/protests/1", **again)
    assert desk.to_rule() == {}
    assert desk.lists()[1, "1"].ruled == (2,)
    assert not any(line.soli for line in desk.lists()[1, "1"].lines)


def test_a_protest_that_is_opened_again_shows_what_was_ruled(
    office: Office, browser: Browser
) -> None:
    desk = office.begun()
    deal = deal_of(desk, 10, 30, 10, -20, -20)
    office.arrived.sent.append(deal)
    ruled = {seat.number: Fraction(0) for seat in deal.seats}
    first = deal.seats[0].number
    desk.protest(1, "1", 1, first, "revoke")
    desk.rule(1, RulingKind.UPHELD, "not counted", ruled)
    desk.rule(1, RulingKind.OPEN, "")
    assert f'name="points.{first}" value="0"' in browser.get("/protests/1")
    # Another version is not what was ruled on.
    office.arrived.sent.append(replace(deal, source=replace(deal.source, cursor=20)))
    assert f'name="points.{first}" value="30"' in browser.get("/protests/1")


def test_every_list_from_paper_stays_visible(office: Office, browser: Browser) -> None:
    desk, _, two, _ = contested(office)
    numbers = [seat.number for seat in two.seats]
    signed_once = "Signed off by the table"
    for points in ((30, 10, -20, -20), (30, 20, -20, -30)):
        told = zip(numbers, points, strict=True)
        desk.type_in(1, "1", [ListLine(number, Fraction(each), 0) for number, each in told])
        if points[1] == 10:
            page = browser.get("/lists/1/1")
            assert "Entered from paper" not in page
            # What it goes before is shown beside it.
            assert signed_once in page
    page = browser.get("/lists/1/1")
    rows = page.partition('id="papers"')[2].partition("</table>")[0].split("<tr>")[2:]
    assert len(rows) == 2
    assert "revision 1, 28.11.2026 " in rows[0]
    assert "holds" not in rows[0]
    assert "holds" in rows[1]
    assert re.findall(r"<b>(.*?)</b>", rows[1]) == ["20", "−30"]
    desk.take_back_list(1, "1")
    page = browser.get("/lists/1/1")
    rows = page.partition('id="papers"')[2].partition("</table>")[0].split("<tr>")[2:]
    assert ["taken back" in row for row in rows] == [False, False, True]
    assert not any(">holds<" in row for row in rows)


def test_a_list_from_paper_does_not_say_that_nothing_was_played(
    office: Office, browser: Browser
) -> None:
    desk = office.begun()
    told = desk.rounds[0].tables[0].numbers
    desk.type_in(1, "1", [ListLine(number, Fraction(0), 0) for number in told])
    page = browser.get("/lists/1/1")
    assert "No deal yet" not in page
    assert "From paper: the sums of the round alone" in page
    lists = browser.get("/lists")
    assert [each.strip() for each in re.findall(r'data-label="Deals">(.*?)<', lists)] == ["–", "0"]
