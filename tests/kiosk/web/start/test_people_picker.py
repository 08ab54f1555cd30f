"""People of a running evening on the start's picture of the table: seats, swaps, who stands in."""

import re

import pytest
from flask.testing import FlaskClient

from kiosk.table.commands import StartEvening
from kiosk.table.writer import Table
from tests.kiosk.fake_door import NAMES, FakeDoor
from tests.kiosk.opened import client_of, screen, sentence, text


@pytest.fixture
def client(table: Table) -> FlaskClient:
    table.do(StartEvening("schafkopf", {}, NAMES, "isar"))
    return client_of(table, known=lambda: ("Girgl",))


def follow(client: FlaskClient, page: str, words: str) -> str:
    """Tap a seat or a button that leads on, as a browser without scripts does."""
    links = re.findall(
        r'<a class="(?:button|seat)[^>]*href="([^"]+)"[^>]*>(.*?)</a>', page, re.DOTALL
    )
    found = [href for href, shown in links if re.sub("<[^>]+>", "", shown).strip() == words]
    assert found, (words, [re.sub("<[^>]+>", "", shown) for _, shown in links])
    return text(client.get(found[0].replace("&amp;", "&"), follow_redirects=True))


def press(client: FlaskClient, page: str, words: str) -> str:
    for action, form in re.findall(
        r'<form method="post" action="([^"]+)"(.*?)</form>', page, re.DOTALL
    ):
        if words in re.sub("<[^>]+>", "", form):
            named = re.findall(r'name="(\w+)" value="([^"]*)"', form)
            return text(client.post(action, data=dict(named), follow_redirects=True))
    raise AssertionError(words)


def test_somebody_else_sits_down_in_three_taps(table: Table, client: FlaskClient) -> None:
    page = follow(client, text(client.get("/people")), "Toni")
    page = follow(client, page, "Girgl")
    assert table.view().state.seats == NAMES
    press(client, page, "So sitzen wir")
    assert table.view().state.seats == ("Resi", "Girgl", "Vroni", "Sepp")


def test_two_swap_by_a_tap_on_the_other_seat(table: Table, client: FlaskClient) -> None:
    page = follow(client, text(client.get("/people")), "Toni")
    page = follow(client, page, "Platz tauschen …")
    page = follow(client, page, "Seppgibt")
    press(client, page, "So sitzen wir")
    assert table.view().state.seats == ("Resi", "Sepp", "Vroni", "Toni")


def test_somebody_stands_in_and_it_is_asked_for_whom_it_counts(
    table: Table, client: FlaskClient
) -> None:
    page = follow(client, text(client.get("/people")), "Toni")
    page = follow(client, page, "Vertreten …")
    page = follow(client, page, "Girgl")
    page = press(client, page, "Girgl spielt auf eigene Rechnung")
    assert table.view().state.scored_for == ("Resi", "Girgl", "Vroni", "Sepp")
    press(client, page, "Toni ist wieder da")
    assert not table.view().state.substitutes


def test_another_game_and_a_break_are_two_taps_and_one(table: Table, client: FlaskClient) -> None:
    page = follow(client, text(client.get("/people")), "Anderes Spiel …")
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found is not None
    assert 'name="game" value="bierkopf"' in page
    client.post("/people/game", data={"game": "bierkopf", "csrf_token": found[1]})
    assert table.view().state.game == "bierkopf"
    press(client, text(client.get("/people")), "Pause")
    assert table.view().state.paused is not None


def test_a_name_typed_twice_is_told_and_leaves_nobody_without_a_seat(
    table: Table, client: FlaskClient
) -> None:
    answer = client.get("/people", query_string={"at": "3", "typed": "resi"})
    assert answer.status_code == 400
    page = text(answer)
    assert (screen(page), sentence(page)) == (
        "name",
        "Resi sitzt schon auf Platz 1. Bitte so tippen, dass ihr euch unterscheidet.",
    )
    typed = {"at": "3", "typed": "Resi M."}
    page = text(client.get("/people", query_string=typed, follow_redirects=True))
    press(client, page, "So sitzen wir")
    assert table.view().state.seats == ("Resi", "Toni", "Vroni", "Resi M.")


def test_at_the_start_a_name_typed_twice_is_told_too() -> None:
    client = client_of(FakeDoor())
    seated = {"seats": "4", "name0": "Resi", "name1": "Toni", "game": "schafkopf"}
    answer = client.get("/begin/people", query_string={**seated, "at": "2", "typed": "Toni"})
    assert answer.status_code == 400
    assert "Toni sitzt schon auf Platz 2." in sentence(text(answer))


def test_whoever_is_replaced_by_a_tap_is_still_offered(table: Table, client: FlaskClient) -> None:
    typed = {"at": "3", "typed": "Maximiliane"}
    page = text(client.get("/people", query_string=typed, follow_redirects=True))
    page = follow(client, follow(client, page, "Maximiliane"), "Girgl")
    page = follow(client, follow(client, page, "Resi"), "Maximiliane")
    press(client, page, "So sitzen wir")
    assert table.view().state.seats == ("Maximiliane", "Toni", "Vroni", "Girgl")


def test_at_the_start_whoever_is_replaced_or_taken_off_is_still_offered() -> None:
    client = client_of(FakeDoor(), known=lambda: ("Girgl",))
    seated = {"seats": "4", "name0": "Maximiliane", "game": "schafkopf"}
    page = text(client.get("/begin/people", query_string={**seated, "at": "0"}))
    page = follow(client, page, "Girgl")
    page = follow(client, page, "Maximiliane")
    assert (">Girgl<" in page, ">Maximiliane<" in page) == (True, True)


def test_the_menu_names_no_rule_that_some_game_lacks(client: FlaskClient) -> None:
    assert "Laufende" not in text(client.get("/more"))
