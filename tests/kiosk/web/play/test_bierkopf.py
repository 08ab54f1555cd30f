"""Bierkopf on the page: partners drawn, doubling in turn, a game to 21 won."""

import re

import pytest
from flask.testing import FlaskClient

from engine.cards import Family, card
from kiosk.table.commands import EnterDeal, LayCard, StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of, offered, post, screen, sentence, text
from tests.kiosk.web.play.test_score_pad import begin, save, sentence_of, table, taps
from tests.kiosk.web.start.test_people_picker import follow, press

__all__ = ["table"]


def doubles(client: FlaskClient) -> list[str]:
    """Return the buttons for doubling on the first page."""
    found = re.search(r'id="double">(.*?)</div>', text(client.get("/")), re.DOTALL)
    return re.findall(r">([^<>]+)</button>", found[1]) if found else []


def double(client: FlaskClient, name: str) -> None:
    """Tap somebody's button for doubling."""
    form = next(
        form
        for form in re.findall(r"<form [^>]*/double.*?</form>", text(client.get("/")), re.DOTALL)
        if f": {name}</button>" in form
    )
    fields = dict(re.findall(r'name="(\S+)" value="([^"]*)"', form))
    assert client.post("/double", data=fields).status_code == 303


def test_without_a_camera_the_result_comes_first_and_no_team_is_marked(table: Table) -> None:
    client = begin(table, "bierkopf")
    table.do(StartDeal())
    page = text(client.get("/"))
    assert screen(page) == "wait"
    assert '<a class="button main" href="/enter">' in page
    assert 'id="players"' not in page
    shown = taps(client)
    assert "Wer hat gewonnen?" in shown
    assert "✓" not in "".join(re.findall(r'data-choice="won-.">([^<]*)<', shown))
    assert "Resi und Vroni gewinnen" in sentence_of(taps(client, "won-1"))


def test_before_the_first_card_three_may_double_in_turn(table: Table) -> None:
    client = begin(table, "bierkopf")
    table.do(StartDeal(3))
    assert doubles(client) == ["Doppelt: Resi", "Doppelt: Toni", "Doppelt: Vroni"]
    double(client, "Toni")
    (said,) = table.view().state.deal.record.doubles  # type: ignore[union-attr]
    assert (said.say, said.seat, said.after) == ("double", 1, 0)
    assert doubles(client) == []


def test_then_the_teams_double_in_alternation_while_cards_lie(table: Table) -> None:
    client = begin(table, "bierkopf")
    table.do(StartDeal(3))
    double(client, "Resi")
    for code in ("HA", "HK"):
        table.do(LayCard(card(code, Family.FRENCH)))
    assert screen(text(client.get("/"))) == "table"
    assert doubles(client) == ["Doppelt: Toni", "Doppelt: Sepp"]
    double(client, "Sepp")
    assert doubles(client) == ["Doppelt: Resi", "Doppelt: Vroni"]
    assert [each.seat for each in table.view().state.deal.record.doubles] == [0, 3]  # type: ignore[union-attr]


def test_a_double_out_of_date_changes_nothing(table: Table) -> None:
    client = begin(table, "bierkopf")
    table.do(StartDeal(3))
    deal = table.view().state.deal
    assert deal is not None
    for fields in (
        {"deal": deal.record.id, "said": "1", "seat": "0"},
        {"deal": "gone", "said": "0", "seat": "0"},
        {"deal": deal.record.id, "said": "0", "seat": "3"},
    ):
        assert post(client, "/double", **fields).location == "/"
        assert not table.view().state.deal.record.doubles  # type: ignore[union-attr]


def test_other_games_have_no_such_buttons(table: Table) -> None:
    for game, there in (("schafkopf", False), ("bierkopf", True)):
        client = begin(table, game)
        table.do(StartDeal())
        assert bool(doubles(client)) is there
        assert ("/draw" in text(client.get("/"))) is there


def test_the_aces_seat_partners_opposite_and_the_first_deals(table: Table) -> None:
    client = begin(table, "bierkopf")
    table.do(StartDeal())
    assert 'href="/draw"' in text(client.get("/"))
    assert post(client, "/draw", first="1", second="2").location == "/"
    state = table.view().state
    assert state.seats == ("Resi", "Vroni", "Sepp", "Toni")
    assert state.deal is not None
    assert state.deal.names[state.deal.head.dealer] == "Toni"
    assert len(state.deals) == 1


def test_one_who_cannot_have_both_aces_is_told_so(table: Table) -> None:
    client = begin(table, "bierkopf")
    for fields in ({"first": "1", "second": "1"}, {"first": "1"}, {"first": "9", "second": "1"}):
        answer = post(client, "/draw", **fields)
        assert answer.status_code == 409
        assert "Zwei verschiedene" in sentence(text(answer))
    assert table.view().state.seats == ("Resi", "Toni", "Vroni", "Sepp")


def test_in_mid_game_and_in_other_games_nothing_is_drawn(table: Table) -> None:
    client = begin(table, "bierkopf")
    table.do(EnterDeal({"won": True}))
    assert 'href="/draw"' not in text(client.get("/"))
    refused = post(client, "/draw", first="0", second="1")
    assert refused.status_code == 409
    assert "Partie läuft noch" in sentence(text(refused))
    table.do(StartDeal())
    table.do(LayCard(card("HA", Family.FRENCH)))
    assert post(client, "/draw", first="0", second="1").status_code == 409
    other = begin(table)
    assert other.get("/draw").status_code == 409


def test_a_game_won_is_said_before_and_after_it_is_entered(table: Table) -> None:
    client = begin(table, "bierkopf", game_to=3)
    table.do(EnterDeal({"won": True}))
    assert 'id="game-won"' not in text(client.get("/"))
    page = taps(client, "won-1", "level-schneider")
    assert "Partie gewonnen: Resi und Vroni, 3 zu 0" in sentence_of(page)
    save(client, page)
    assert "Partie gewonnen: Resi und Vroni, 3 zu 0" in text(client.get("/"))
    assert 'href="/draw"' in text(client.get("/"))
    assert "Summe" not in text(client.get("/scores"))
    for path in ("/deals", "/scores", "/enter"):
        assert "Partie gewonnen: Resi und Vroni, 3 zu 0" in text(client.get(path)), path
    assert "d-double" in offered(text(client.get("/enter")))
    table.do(EnterDeal({"won": False}))
    assert 'id="game-won"' not in text(client.get("/"))


def test_who_sits_out_by_choice_gets_no_cards_until_they_play_again(table: Table) -> None:
    client = begin(table, people=5)
    press(client, follow(client, text(client.get("/people")), "Toni"), "Toni setzt aus")
    assert table.view().state.next_out() == (1,)
    people = text(client.get("/people"))
    assert "Toni spielt wieder mit" in follow(client, people, "Toni")
    assert "Resi setzt aus" not in people
    assert post(client, "/people/out", seat="0", out="1").status_code == 409
    post(client, "/undo")
    assert table.view().state.sits_out == ()
    post(client, "/people/out", seat="1", out="1")
    post(client, "/people/out", seat="1", out="")
    assert table.view().state.sits_out == ()


def test_in_mid_deal_who_sits_out_plays_it_to_its_end_and_one_tap_takes_it_back(
    table: Table,
) -> None:
    client = begin(table, people=5)
    table.do(StartDeal(4))
    answer = post(client, "/people/out", seat="1", out="1")
    page = text(client.get(answer.headers["Location"]))
    assert "Toni setzt ab dem nächsten Spiel aus; dieses spielt Toni noch zu Ende." in page
    # Who sits out just now is another one.
    sub = page.partition('<p class="sub">')[2].partition("</p>")[0]
    assert "Toni" not in sub
    assert "Girgl setzt aus" in sub
    assert "Toni setzt ab" in text(client.get("/people?lang=de"))
    press(client, page, "Toni spielt wieder mit")
    assert table.view().state.sits_out == ()
    assert "setzt ab" not in text(client.get("/people"))


@pytest.mark.parametrize(("people", "asked"), [(4, False), (5, True)])
def test_four_at_a_game_of_four_cannot_sit_out(table: Table, people: int, asked: bool) -> None:
    client = begin(table, people=people)
    assert ("Toni setzt aus" in follow(client, text(client.get("/people")), "Toni")) is asked


def test_nobody_is_asked_who_plays_where_it_is_always_two_against_two(table: Table) -> None:
    page = text(begin(table, "bierkopf").get("/enter"))
    assert "edit-1" not in offered(page)
    assert "won-0" in offered(page)


def test_a_finger_that_bounces_does_not_answer_its_own_doubling(table: Table) -> None:
    """Where the button was the other team's stands after the first tap."""
    table.do(StartEvening("bierkopf", {}, NAMES, "isar"))
    table.do(StartDeal(3))
    client = client_of(table, double_tap=60.0)
    page = text(client.get("/"))
    token = re.search(r'csrf_token" value="([^"]+)"', page)
    assert token is not None
    deal = table.view().state.deal
    assert deal is not None
    tap = {"csrf_token": token[1], "deal": deal.id}
    assert client.post("/double", data={**tap, "said": "0", "seat": "0"}).status_code == 303
    for code in ("HA", "HK"):
        table.do(LayCard(card(code, Family.FRENCH)))
    assert doubles(client) == ["Doppelt: Toni", "Doppelt: Sepp"]
    assert client.post("/double", data={**tap, "said": "1", "seat": "1"}).status_code == 303
    assert len(table.view().state.deal.record.doubles) == 1  # type: ignore[union-attr]
