"""The organiser's pages over HTTP: a small tournament typed in, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import select

from engine.text import Text
from kiosk.exchange.messages import ListLine
from kiosk.organiser.access import Password
from kiosk.organiser.admission import Reason
from kiosk.organiser.app import OPEN, OrganiserServing, create_organiser_app
from kiosk.organiser.desk.desk import Desk
from kiosk.organiser.pages.hall import ROWS
from kiosk.organiser.schema import BOOK
from kiosk.organiser.store import Noted
from kiosk.organiser.tournament import Presence, Prize, RulingKind, TieBreak
from tests.kiosk.organiser.browser import Browser
from tests.kiosk.organiser.office import Office, contested, deal_of


def test_a_small_tournament_from_the_first_name_to_the_last_place(
    office: Office, browser: Browser
) -> None:
    assert "Nothing has been drawn yet" in browser.get("/")
    browser.do("/people", "/people", name="Resi", town="Au", paid="1", number="")
    page = browser.do("/people", "/people/list", list="\n".join(f";P{n}" for n in range(2, 9)))
    assert "1 of 8 have paid" in page
    assert "4 pairs meet again" in browser.get("/draw?seed=Bierzelt")
    assert "Drawn from &#34;Bierzelt&#34;." in browser.do(
        "/draw", "/draw", seed="Bierzelt", odd="3"
    )
    assert "90 minutes left" in browser.do("/", "/round/begin", round="1")
    office.arrived.sent.append(deal_of(office.desk, 10, 30, 10, -20, -20))
    assert "1 of 20" in browser.get("/")
    numbers = office.desk.rounds[0].tables[1].numbers
    typed = {f"points__{n}": p for n, p in zip(numbers, ("15", "−5", "-5", "-5"), strict=True)}
    soli = {f"soli__{n}": "0" for n in numbers}
    page = browser.do("/lists/1/2", "/lists/1/2", **typed, **soli)
    assert "from paper" in page
    # What was typed stands in the form, to be put right.
    assert f'name="points.{numbers[1]}" value="−5"' in page
    assert "still open" in browser.do("/lists/1/2", "/lists/1/2/back")
    browser.do(
        "/ranking", "/ranking/penalties", number=numbers[0], points="-50", reason="came late"
    )
    page = browser.get("/ranking")
    assert "came late" in page
    assert "−50" in page
    assert "taken back" in browser.do("/ranking", "/ranking/penalties/1/back")
    assert "ended" in browser.do(
        "/", "/round/end", round="1", sure="1"
    ) or "not begun yet" in browser.get("/")
    assert "Go on with round 1" in browser.get("/")
    office.now = office.now.replace(hour=22)
    browser.do("/", "/round/begin", round="2", sure="1")
    onward = '<a class="act main" href="/ranking">'
    assert onward not in browser.get("/")
    assert onward in browser.do("/", "/round/end", round="2", sure="1")
    assert "list missing" in browser.get("/ranking")


def test_somebody_is_replaced_and_somebody_never_came(browser: Browser) -> None:
    browser.do("/people", "/people", name="Resi", number="7", paid="0")
    assert "did not come" in browser.do("/people/7", "/people/7/presence", presence="no_show")
    page = browser.do("/people/7", "/people/7/substitute", name="Vroni", town="Egg")
    assert "Vroni" in page
    assert "plays" in page
    assert "0 of 1 have paid" in page
    assert "1 of 1 have paid" in browser.do("/people", "/people/7/paid", paid="1")


def test_who_was_entered_by_mistake_is_taken_out_again(office: Office, browser: Browser) -> None:
    desk = office.with_people(8)
    assert "1 of 9 have paid" in browser.do("/people", "/people", name="Twice", paid="1")
    page = browser.do("/people/9", "/people/9/out")
    assert "0 of 8 have paid" in page
    assert "Twice" not in page
    # Kept on record, and the number is free.
    with office.database.reading() as connection:
        rows = connection.execute(select(BOOK.c.value).where(BOOK.c.key == "9")).scalars().all()
    assert len(rows) == 2
    assert "Twice" in rows[-1]
    assert desk.enter("Vroni") == 9
    desk.take_out(9)
    desk.draw("Bierzelt")
    for number in (1, 2):
        assert "Take out again" not in browser.get(f"/people/{number}")
        answer = browser.send(f"/people/{number}", f"/people/{number}/out")
        assert (answer.status_code, "has a seat" in answer.text) == (409, True)
        assert desk.field[number].name == f"P{number}"


def test_a_round_ends_and_the_next_begins_once_it_is_said_which_lists_are_missing(
    office: Office, browser: Browser
) -> None:
    desk = office.begun()
    numbers = desk.rounds[0].tables[0].numbers
    desk.type_in(1, "1", [ListLine(number, Fraction(0), 0) for number in numbers])
    # Each row leads to its list.
    assert '<a class="act" href="/lists/1/2" aria-label="List of round 1, table 2">' in browser.get(
        "/"
    )
    page = browser.get("/lists")
    assert 'aria-label="Change: Table 1"' in page
    assert 'aria-label="Enter: Table 2"' in page
    for act, round_ in (("end", 1), ("begin", 2)):
        page = browser.do("/", f"/round/{act}", round=round_)
        said = page.partition('role="alert"')[2].partition("</div>")[0]
        assert "list of round 1, table 2" in said
        assert "table 1<" not in said
        assert f"{act.capitalize()} round {round_} anyway" in said
        assert 'role="alert"' not in browser.do("/", f"/round/{act}", round=round_, sure="1")
    assert desk.rounds[1].runs


def test_a_substitute_counts_from_the_round_that_is_named(office: Office, browser: Browser) -> None:
    desk = office.begun()
    assert "counts from round 1 on" in browser.get("/people/3")
    desk.end_round(1)
    assert "counts from round 2 on; what was played before stays with P3" in browser.get(
        "/people/3"
    )
    desk.begin_round(2)
    desk.end_round(2)
    assert "Substitute" not in browser.get("/people/3")


@pytest.mark.parametrize(
    ("page", "path", "fields", "said"),
    [
        ("/people", "/people", {"name": "", "number": ""}, "A name has"),
        ("/people", "/people", {"name": "Resi", "number": "seven"}, "not a whole number"),
        ("/people", "/people/list", {"list": "1;"}, "Line 1"),
        ("/draw", "/draw", {"seed": "x", "odd": "3"}, "at least three"),
        ("/draw", "/draw/plan", {"plan": "rubbish"}, "no table"),
        ("/draw", "/round/begin", {"round": "9"}, "has not been drawn"),
        (
            "/ranking",
            "/ranking/penalties",
            {"number": "9", "points": "x", "reason": ""},
            "whole number",
        ),
        ("/protests", "/protests", {"round": "1", "deal": "1", "number": "1"}, "no deal 1"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_the_way_back(
    browser: Browser, page: str, path: str, fields: dict[str, str], said: str
) -> None:
    answer = browser.send(page, path, **fields)
    assert answer.status_code == 409
    assert said in answer.text
    assert f'href="{page}"' in answer.text


def test_a_refused_form_keeps_what_was_typed(office: Office, browser: Browser) -> None:
    numbers = office.begun().rounds[0].tables[0].numbers
    typed = {f"points__{n}": p for n, p in zip(numbers, ("31", "-10", "-10", "-10"), strict=True)}
    answer = browser.send("/lists/1/1", "/lists/1/1", **typed)
    assert answer.status_code == 409
    assert "add up to 1, not 0" in answer.text
    assert f'name="points.{numbers[0]}" value="31"' in answer.text
    assert 'href="/lists" aria-current="page"' in answer.text
    # Also at the second try, which comes from the address of the form.
    token = re.search(r'name="csrf_token" value="([^"]+)"', answer.text)
    assert token is not None
    for before in ("/people", "/people/list"):
        answer = browser.client.post(
            "/people/list",
            data={"csrf_token": token[1], "list": "1;Resi\n77;Toni"},
            headers={"Referer": f"http://localhost{before}"},
        )
        assert answer.status_code == 409
        assert "Line 1 of the list will not do: Start number 1 is taken, by P1" in answer.text
        assert "77;Toni</textarea>" in answer.text


def test_a_form_from_a_page_that_is_none_is_refused_in_one_sentence(browser: Browser) -> None:
    answer = browser.send("/people", "/people", name="")
    assert answer.status_code == 409
    token = re.search(r'name="csrf_token" value="([^"]+)"', answer.text)
    assert token is not None
    headers = {"Referer": "http://localhost/nothing"}
    fields = {"csrf_token": token[1], "name": ""}
    answer = browser.client.post("/people", data=fields, headers=headers)
    assert (answer.status_code, "A name has 1 to 60" in answer.text) == (409, True)


def test_without_a_broker_no_table_is_told_anything(office: Office, browser: Browser) -> None:
    office.begun()
    again = "Tell the tables again"
    assert again in browser.get("/")
    desk = Desk(office.book, "cup", office.arrived, lambda: office.now)
    assert again not in Browser(create_organiser_app(desk, OrganiserServing("en"))).get("/")


def test_a_name_is_put_right(office: Office, browser: Browser) -> None:
    office.with_people()
    page = browser.do("/people/3", "/people/3/name", right_name="Vroni", right_town="Au")
    assert "Vroni" in page
    assert office.desk.field[3].before == ()


def test_a_round_begun_by_mistake_has_not_begun(office: Office, browser: Browser) -> None:
    desk = office.begun()
    assert "Undo the start of round 1" in browser.get("/")
    assert "Begin round 1" in browser.do("/", "/round/back", round="1")
    assert not desk.rounds[0].begun
    desk.begin_round(1)
    office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
    assert "Undo the start" not in browser.get("/")
    answer = browser.send("/", "/round/back", round="1")
    assert (answer.status_code, "can only be ended" in answer.text) == (409, True)
    assert desk.rounds[0].runs


def test_who_does_not_play_on_is_marked_at_the_table(office: Office, browser: Browser) -> None:
    desk = office.with_people()
    desk.draw("x")
    desk.set_presence(3, Presence.LEFT)
    desk.set_presence(4, Presence.NO_SHOW)
    page = browser.get("/")
    assert re.search(r'3 P3 <span class="mark bad">left</span>', page)
    assert re.search(r'4 P4 <span class="mark bad">did not come</span>', page)
    desk.substitute(3, "Vroni")
    assert "3 Vroni" in browser.get("/")
    assert ">left<" not in browser.get("/")


def test_what_is_outstanding_is_said_beside_the_ranking(office: Office, browser: Browser) -> None:
    desk = office.begun()
    office.arrived.sent.append(deal_of(desk, 10, 30, 10, -20, -20))
    desk.protest(1, "1", 1, desk.rounds[0].tables[0].numbers[0], "revoke")
    assert re.search(r"Not final yet.*\s+Round 1, Round 2, <a", browser.get("/ranking"))
    desk.end_round(1)
    for address in ("/ranking", "/print/ranking"):
        page = browser.get(address)
        assert "list of round 1, table 1" in page
        assert "list of round 1, table 2" in page
        assert "open protests: 1" in page
    assert "As of 28.11.2026 " in page
    desk.rule(1, RulingKind.DISMISSED, "followed suit")
    for seats in desk.rounds[0].tables:
        desk.type_in(1, seats.table, [ListLine(n, Fraction(0), 0) for n in seats.numbers])
    for address in ("/ranking", "/print/ranking"):
        page = browser.get(address)
        assert re.search(r"Not final yet; still to come:\s+Round 2</p>", page), page
    desk.begin_round(2)
    for address in ("/ranking", "/print/ranking"):
        assert re.search(r"Not final yet; still to come:\s+Round 2</p>", browser.get(address))
    desk.end_round(2)
    for seats in desk.rounds[1].tables:
        desk.type_in(2, seats.table, [ListLine(n, Fraction(0), 0) for n in seats.numbers])
    for address in ("/ranking", "/print/ranking"):
        page = browser.get(address)
        assert "Not final yet" not in page
        assert "Final: all rounds have ended, all lists are in" in page


@pytest.mark.parametrize(
    "path", ["/lists/1/9", "/protests/4", "/nothing", "/print/secret", "/files/x.csv"]
)
def test_what_is_not_there_is_said(browser: Browser, path: str) -> None:
    answer = browser.client.get(path)
    assert answer.status_code == 404
    assert "no such page" in answer.text


def test_a_form_without_its_token_changes_nothing(office: Office, browser: Browser) -> None:
    answer = browser.client.post("/people", data={"name": "Resi"})
    assert answer.status_code == 400
    assert office.desk.field.people == ()


def test_the_hall_shows_seats_before_a_round_and_standings_after(
    office: Office, browser: Browser
) -> None:
    assert "Welcome" in browser.get("/hall")
    desk = office.with_people(32)
    desk.draw("x")
    page = browser.get("/hall")
    assert "take your seats: round 1" in page
    assert "P3" not in page
    assert page.count("<tr>") == 2 * (ROWS + 1)
    for page_, next_ in (("1", "2"), ("2", "1")):
        page = browser.get(f"/hall?page={page_}")
        assert f'hx-get="/hall?page={next_}"' in page
        assert f"url=/hall?page={next_}" in page
    desk.begin_round(1)
    assert "Standings in round 1" in browser.get("/hall?page=99")
    office.book.change(replace(desk.tournament, names=True))
    assert "P3" in browser.get("/hall")
    for round_ in (1, 2):
        desk.end_round(round_)
        if round_ == 1:
            shown = [browser.get(f"/hall?page={page_}") for page_ in range(1, 9)]
            assert sum("take your seats: round 2" in each for each in shown) == 4
            assert sum("Standings in round 1" in each for each in shown) == 4
            desk.begin_round(2)
    assert "Provisional final standings" in browser.get("/hall")
    for plan in desk.rounds:
        for seats in plan.tables:
            lines = [ListLine(number, Fraction(0), 0) for number in seats.numbers]
            desk.type_in(plan.number, seats.table, lines)
    assert "Final standings" in browser.get("/hall")


def test_prizes_of_shared_places_are_shared(office: Office, browser: Browser) -> None:
    prizes = (Prize(1, 10000), Prize(2, 5000), Prize(3, 0, "Schinken"))
    office.book.change(replace(office.desk.tournament, prizes=prizes, fee=1000))
    desk = office.begun()
    office.arrived.sent.append(deal_of(desk, 10, 10, 10, -10, -10))
    page = browser.get("/ranking")
    assert page.count("€75.00") == 2
    assert "Start fees €0.00, prizes €150.00, leaves −€150.00" in page


def test_with_a_password_only_the_hall_is_open(office: Office, tmp_path: Path) -> None:
    password = Password(tmp_path / "password")
    assert not password.chosen
    password.choose("Herzsolo!")
    assert password.chosen
    app = create_organiser_app(office.desk, OrganiserServing("en", password=password))
    browser = Browser(app)
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.arguments:
            continue
        expected = 200 if rule.endpoint in OPEN else 303
        assert browser.client.get(str(rule)).status_code == expected, rule
    renewed = browser.client.get("/", headers={"HX-Request": "true"})
    assert (renewed.status_code, renewed.headers["HX-Redirect"]) == (204, "/sign-in")
    wrong = browser.send("/sign-in", "/sign-in", password="herzsolo")
    assert (wrong.status_code, "password is wrong" in wrong.text) == (403, True)
    assert browser.send("/sign-in", "/people", name="Resi").status_code == 303
    assert office.desk.field.people == ()
    browser.do("/sign-in", "/sign-in", password="Herzsolo!")
    assert "Sign out" in browser.get("/people")
    assert browser.send("/people", "/sign-out").status_code == 303
    assert browser.client.get("/people").status_code == 303
    for _ in range(5):
        browser.send("/sign-in", "/sign-in", password="x" * 300)
    late = browser.send("/sign-in", "/sign-in", password="Herzsolo!")
    assert (late.status_code, "Wrong too often" in late.text) == (429, True)


def test_a_password_that_is_short_or_damaged_is_said(tmp_path: Path, office: Office) -> None:
    password = Password(tmp_path / "password")
    with pytest.raises(Exception, match="8 to 200 characters"):
        password.choose("kurz")
    (tmp_path / "password").write_bytes(b"\xff\xfe")
    browser = Browser(create_organiser_app(office.desk, OrganiserServing("en", password=password)))
    answer = browser.send("/sign-in", "/sign-in", password="whatever")
    assert (answer.status_code, "is damaged" in answer.text) == (409, True)


def test_the_other_language_is_a_tap_away(browser: Browser) -> None:
    assert "Einspruch eintragen" in browser.do("/protests", "/language", next="/protests")


def test_a_name_cannot_become_markup(browser: Browser) -> None:
    page = browser.do("/people", "/people", name="<script>alert(1)</script>", number="")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


TERMS = {
    "title": "Frühjahrsrennen",
    "game": "schafkopf",
    "mode": "tally",
    "rounds": "3",
    "deals": "24",
    "minutes": "60",
    "fee": "12,50",
    "prizes": "2;50\n1;100.5;Schinken\n",
    "names": "1",
}


def test_the_terms_can_be_changed_until_the_first_round(office: Office, browser: Browser) -> None:
    page = browser.do("/terms", "/terms", **TERMS, ties=["low_number"])
    assert "1;100.50;Schinken\n2;50" in page
    terms = office.desk.tournament
    assert (terms.title, terms.mode, terms.rounds, terms.deals) == (
        "Frühjahrsrennen",
        "tally",
        3,
        24,
    )
    assert (terms.fee, terms.minutes, terms.names) == (1250, 60, True)
    assert terms.prizes == (Prize(1, 10050, "Schinken"), Prize(2, 5000))
    assert terms.ties == (TieBreak.LOW_NUMBER,)
    office.begun()
    assert "fixed since the first round began" in browser.get("/terms")
    browser.do("/terms", "/terms", **{**TERMS, "mode": "units", "rounds": "9", "minutes": "30"})
    after = office.desk.tournament
    assert (after.mode, after.rounds, after.minutes) == ("tally", 3, 30)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("mode", "points", "no list mode"),
        ("fee", "ten", "amount in euros"),
        ("prizes", "first;100", "not a prize"),
        ("rounds", "0", "number of rounds"),
        ("game", "poker", "poker"),
        ("title", "", "A name has"),
    ],
)
def test_terms_that_make_no_tournament_are_refused(
    office: Office, browser: Browser, field: str, value: str, said: str
) -> None:
    before = office.desk.tournament
    answer = browser.send("/terms", "/terms", **{**TERMS, field: value})
    assert (answer.status_code, said in answer.text) == (409, True)
    assert office.desk.tournament == before


def test_what_was_turned_away_is_shown_and_another_device_admitted(
    office: Office, browser: Browser
) -> None:
    assert "Nothing was turned away" in browser.get("/terms")
    words = Text(de="fremdes Journal", en="another journal")
    noted = Noted(
        "mehrkopf/1/result", Reason.JOURNAL, words, 3, "2026-11-28T20:15:07.679573+00:00", "{}"
    )
    office.arrived.turned_away.append(noted)
    page = browser.get("/terms")
    assert "another journal" in page
    assert "3 times" in page
    assert "679573" not in page, "to the minute"
    assert "Came again" not in page
    office.arrived.again |= {"3": 20, "1": 2}
    assert "Came again and was here already: 22 (Table 1: 2, Table 3: 20)." in browser.get("/terms")
    office.begun()
    browser.do("/terms", "/terms/journal", round="1", table="2", journal="b" * 64)
    assert office.arrived.admitted == [("2", 1, "b" * 64)]


def test_the_order_of_ties_is_the_organisers_and_stands_beside_the_ranking(
    office: Office, browser: Browser
) -> None:
    order = ["last_round", "soli", "", "low_number"]
    browser.do("/terms", "/terms", **TERMS, ticks=["names"], ties=order)
    ties = office.desk.tournament.ties
    assert ties == (TieBreak.LAST_ROUND, TieBreak.SOLI, TieBreak.LOW_NUMBER)
    page = browser.get("/terms")
    chosen = re.findall(r'<option value="([a-z_]*)" selected', page)
    assert [each for each in chosen if each][-3:] == [tie.value for tie in ties]
    office.begun()
    words = "in turn: the last round, more Solos won, the lower start number;"
    assert words in browser.get("/ranking")
    assert words in browser.get("/print/ranking")
    answer = browser.send("/terms", "/terms", **TERMS, ties=["soli", "soli"])
    assert (answer.status_code, "the same thing twice" in answer.text) == (409, True)


def test_a_refused_form_keeps_its_choices_and_ticks(office: Office, browser: Browser) -> None:
    sent = {**TERMS, "fee": "ten", "mode": "units", "ticks": "names"}
    del sent["names"]
    office.book.change(replace(office.desk.tournament, names=True))
    answer = browser.send("/terms", "/terms", **sent, ties=["low_number", "", "soli"])
    assert answer.status_code == 409
    assert '<option value="units" selected' in answer.text
    assert 'name="names" value="1">' in answer.text
    kept = re.findall(r'<select name="ties">.*?</select>', answer.text)
    assert [re.findall(r'value="(\w*)" selected', each) for each in kept[:3]] == [
        ["low_number"],
        [""],
        ["soli"],
    ]
    # Another form of the page was refused: what stands in this one stays.
    answer = browser.send("/terms", "/terms/journal", round="x")
    assert 'name="names" value="1" checked>' in answer.text
    answer = browser.send("/people", "/people", name="", paid="0")
    assert '<option value="0" selected' in answer.text


def test_the_address_of_a_refused_form_leads_back_to_its_page(
    office: Office, browser: Browser
) -> None:
    contested(office)
    office.desk.punish(3, Fraction(-50), "came late", 1)
    pages = ("/", "/people", "/people/1", "/draw", "/lists/1/1", "/ranking", "/protests")
    forms = {
        action: page
        for page in (*pages, "/protests/1", "/terms")
        for action in re.findall(r'<form[^>]* action="([^"]+)"', browser.get(page))
    }
    assert len(forms) > 15
    for action, page in forms.items():
        assert browser.send(page, action).status_code in (303, 400, 409), action
        answer = browser.client.get(action)
        back = answer.location if answer.status_code == 303 else action
        assert browser.client.get(back).status_code == 200, action
        # Somebody's payment is entered among all, and what concerns one page alone lies below it.
        assert page.startswith(back) or back.startswith(page) or action == "/language", action
    # No form's address is without a page, those included that only show now and then.
    at = {"round_": 1, "table": "1", "number": 1, "entry": 1}
    for rule in browser.client.application.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            built = rule.build({name: at[name] for name in rule.arguments})
            assert built is not None
            answer = browser.client.get(built[1], follow_redirects=True)
            assert answer.status_code == 200, rule


def test_a_penalty_is_of_the_round_that_runs_or_of_another(
    office: Office, browser: Browser
) -> None:
    desk = office.begun()
    name = desk.field[3].name
    desk.end_round(1)
    desk.substitute(3, "Burgi")
    desk.begin_round(2)
    page = browser.get("/ranking")
    assert re.search(r'<select name="round">.*<option value="2" selected', page)
    sent = {"number": 3, "points": "-50", "reason": "came late"}
    browser.do("/ranking", "/ranking/penalties", **sent)
    browser.do("/ranking", "/ranking/penalties", **sent, round="1")
    assert [each.round for each in desk.penalties.values()] == [2, 1]
    # It is told of who played then.
    for address in ("/ranking", "/print/ranking"):
        page = browser.get(address)
        assert f"3 {name}: −50 · came late (Round 1)" in page
        assert "3 Burgi: −50 · came late (Round 2)" in page
    # A number without a sign is taken away as well; only a button of its own gives points.
    for points, credit in (("5", {}), ("7", {"credit": "1"})):
        sent["points"] = points
        browser.do("/ranking", "/ranking/penalties", **sent, **credit)
    assert [each.points for each in desk.penalties.values()] == [-50, -50, -5, 7]
    for address in ("/ranking", "/print/ranking"):
        page = browser.get(address)
        assert "Burgi: −5 · came late" in page
        assert "Burgi: +7 · came late" in page
    sent["points"] = "-7"
    answer = browser.send("/ranking", "/ranking/penalties", **sent, credit="1")
    assert (answer.status_code, "Points without a minus" in answer.text) == (409, True)
    answer = browser.send("/ranking", "/ranking/penalties", **sent, round="3")
    assert (answer.status_code, "There is no round 3; 2 are played" in answer.text) == (409, True)
