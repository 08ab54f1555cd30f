"""Putting a card right answers what it moved: the finding that fell, and whose score changed."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from engine.events import DealStarted
from engine.text import Language
from kiosk.screens.correction import moved
from tests.kiosk.fake_door import REVOKE, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, post, text


def told(client: FlaskClient) -> str:
    found = re.search(r'id="moved"><p[^>]*>(.*?)</p>', text(client.get("/")), re.DOTALL)
    return "" if found is None else found[1].replace("\xa0", " ")


def playing(plays: list[str]) -> FakeDoor:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(plays)
    return door


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Befund zurückgenommen (Toni: nicht bedient)"),
        ("en", "Finding withdrawn (Toni: revoked)"),
    ],
)
def test_a_card_put_right_says_that_the_finding_fell(language: Language, words: str) -> None:
    door = playing(REVOKE[:22])
    assert door.view().outlook.shown
    client = client_of(door, language)
    deal = door.view().state.deal
    assert deal is not None
    wrong = deal.seqs[REVOKE.index("1SK")]
    assert post(client, f"/check/{wrong}", card="E8").status_code == 303
    assert told(client) == words
    assert not door.view().outlook.shown
    # Once play goes on nobody is told again.
    door.play(REVOKE[22:23])
    assert told(client) == ""


def read_twice(language: Language) -> tuple[FakeDoor, FlaskClient, int]:
    """A card read twice leaves the deal without a result; return the one to be put right."""
    plays = RUFSPIEL.split()
    at = plays.index("0GU")
    door = playing([*plays[:at], "0G9", *plays[at + 1 :]])
    door.finish()
    deal = door.view().state.finished[-1]
    assert deal.result is None
    return door, client_of(door, language), deal.seqs[at]


def test_a_card_put_right_afterwards_says_whose_score_changed() -> None:
    """Where everybody stands is on that page."""
    door, client, wrong = read_twice("de")
    before, deal = door.view(), door.view().state.finished[-1]
    post(client, f"/check/{wrong}", card="GU")
    scores = moved(before, door.view(), deal.id).scores
    assert [(each.name, int(each.before), int(each.now)) for each in scores] == [
        ("Resi", 0, 70),
        ("Toni", 0, -70),
        ("Vroni", 0, -70),
        ("Sepp", 0, 70),
    ]
    assert told(client).split(" · ")[:2] == ["Resi: +70 statt 0", "Toni: −70 statt 0"]
    page = re.sub(r"<[^>]+>", "", text(client.get("/"))).replace("\xa0", " ")
    assert "Stand +70" in " ".join(page.split())


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", ["Resi: +70 statt 0, Stand +140", "Toni: −70 statt 0, Stand −140"]),
        ("en", ["Resi: +70 instead of 0, total +140", "Toni: −70 instead of 0, total −140"]),
    ],
)
def test_put_right_while_another_deal_runs_it_says_where_everybody_stands_now(
    language: Language, words: list[str]
) -> None:
    door, client, wrong = read_twice(language)
    for deal in ("abend-2", "abend-3"):
        door.record(DealStarted(deal, 3))
        door.call()
        door.play(RUFSPIEL.split()[: 32 if deal == "abend-2" else 2])
        if deal == "abend-2":
            door.finish()
    post(client, f"/check/{wrong}", card="GU")
    assert told(client).split(" · ")[:2] == words


def test_where_nothing_moved_nothing_is_said() -> None:
    door = playing(RUFSPIEL.split()[:3])
    client = client_of(door)
    deal = door.view().state.deal
    assert deal is not None
    post(client, f"/check/{deal.seqs[2]}", card="H9")
    assert told(client) == ""
