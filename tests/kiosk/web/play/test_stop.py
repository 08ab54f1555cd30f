"""A deal ends before its last card: thrown in, claimed, given up, not counted, each by one tap."""

import re

import pytest

from engine.cards import card
from engine.deal.ends import END_KINDS, WHYS
from engine.deal.record import Contract, JsonObject
from engine.events import Announced, CardPlayed, DealStarted, EveningStarted
from engine.text import Language
from kiosk.table.commands import CloseDeal
from tests.kiosk.fake_door import NAMES, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, post, screen, sentence, text

pytestmark = pytest.mark.usefixtures("seated")

PLAYS = RUFSPIEL.split()


def offered(page: str) -> list[str]:
    return re.findall(r'data-end="(\w+)"', page)


def test_before_the_call_cards_can_only_be_thrown_in_or_left_uncounted(door: FakeDoor) -> None:
    page = text(client_of(door).get("/stop"))
    assert offered(page) == ["thrown_in", "otherwise"]
    assert 'name="kind" value="void"' in page
    assert 'name="kind" value="laid_down"' not in page
    assert all(words.de in page for why, words in WHYS.items() if why != "nixer")
    assert WHYS["nixer"].de not in page


def test_every_end_a_person_can_say_is_offered_once_the_game_is_called(door: FakeDoor) -> None:
    door.call()
    page = text(client_of(door).get("/stop"))
    kinds = [kind for kind in END_KINDS if kind not in ("ruled", "tout_lost", "laid_down")]
    assert 'value="tout_lost"' not in page
    assert sorted(set(re.findall(r'name="kind" value="(\w+)"', page))) == sorted(kinds)
    assert "not_agreed" in offered(page)
    assert WHYS["nixer"].de not in page


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        ({"kind": "thrown_in", "why": "nixer"}, {"kind": "thrown_in", "why": "nixer"}),
        ({"kind": "thrown_in", "why": "misdeal"}, {"kind": "thrown_in", "why": "misdeal"}),
        ({"kind": "conceded", "seat": "2"}, {"kind": "conceded", "seat": 2}),
        ({"kind": "void"}, {"kind": "void"}),
        (
            {"kind": "claim", "seat": "0"},
            {"kind": "claim", "seat": 0, "tricks": "rest", "agreed": True},
        ),
        (
            {"kind": "claim", "seat": "0", "not_agreed": "1"},
            {"kind": "claim", "seat": 0, "tricks": "rest", "agreed": False},
        ),
    ],
)
def test_one_tap_ends_the_deal(door: FakeDoor, fields: dict[str, str], end: JsonObject) -> None:
    door.call()
    door.play(PLAYS[:8])
    client = client_of(door)
    for _ in range(2):
        assert post(client, "/stop", deal="abend-1", **fields).status_code == 303
    assert door.commands == [CloseDeal(end)]
    assert screen(text(client.get("/"))) == "result"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"kind": "ruled"},
        {"kind": "thrown_in"},
        {"kind": "thrown_in", "why": "rain"},
        {"kind": "claim"},
        {"kind": "claim", "seat": "x"},
    ],
)
def test_an_end_that_is_not_offered_is_refused(door: FakeDoor, fields: dict[str, str]) -> None:
    door.call()
    response = post(client_of(door), "/stop", deal="abend-1", **fields)
    assert response.status_code == 400
    assert "So kann das Spiel nicht enden" in sentence(text(response))
    assert door.commands == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Zusammengeworfen: sechs Nixer auf einer Hand"),
        ("en", "Thrown in: six Nixer in one hand"),
    ],
)
def test_the_result_says_why_a_deal_was_thrown_in(
    door: FakeDoor, language: Language, words: str
) -> None:
    client = client_of(door, language)
    post(client, "/stop", deal="abend-1", kind="thrown_in", why="nixer")
    assert words in text(client.get("/"))


def test_a_tout_can_be_given_up_as_lost(door: FakeDoor) -> None:
    door.record(Announced(Contract("wenz", 0, tout=True)))
    client = client_of(door)
    assert 'value="tout_lost"' in text(client.get("/stop"))
    post(client, "/stop", deal="abend-1", kind="tout_lost")
    assert door.commands == [CloseDeal({"kind": "tout_lost"})]


def test_a_tout_that_lost_a_trick_is_decided_and_told_without_an_alarm(door: FakeDoor) -> None:
    """RULES 0.3: the deal ends with the first lost trick; nobody did anything wrong."""
    door.record(Announced(Contract("wenz", 0, tout=True)))
    client = client_of(door)
    for play in ("EU GU HU EA", "SU E9 E8 E7", "SA SZ GA SK", "S9 S8 HA GZ"):
        door.record(*(CardPlayed(card(code)) for code in play.split()))
    page = text(client.get("/"))
    assert screen(page) == "table"
    door.record(*(CardPlayed(card(code)) for code in ("S7", "SO", "HZ", "GK")))
    page = text(client.get("/"))
    assert screen(page) == "table"
    assert "Tout verloren – bitte abrechnen." in page
    door.finish()
    page = text(client.get("/"))
    assert screen(page) == "result"
    assert "Resi: Tout verloren" in page


def test_between_deals_there_is_nothing_to_end(door: FakeDoor) -> None:
    door.call()
    door.play(PLAYS)
    door.finish()
    assert client_of(door).get("/stop").status_code == 409


@pytest.mark.parametrize(("names", "asked"), [(NAMES, True), (NAMES[:3], False)])
def test_nixer_are_asked_for_where_the_house_has_them(names: tuple[str, ...], asked: bool) -> None:
    """RULES 0.30: Mehrkopf, four to seven people."""
    door = FakeDoor()
    rules = {"preset": "mehrkopf"}
    door.record(EveningStarted("abend", "mehrkopf", rules, names, "isar", {}), DealStarted("d1", 0))
    assert (WHYS["nixer"].de in text(client_of(door).get("/stop"))) is asked


def test_a_sie_is_laid_down_from_the_table_page(door: FakeDoor) -> None:
    door.record(Announced(Contract("sie", 0)))
    client = client_of(door)
    page = text(client.get("/"))
    assert "Sie: alle Karten offen hinlegen" in page
    assert 'id="lay"' not in page
    assert 'value="laid_down"' in page
    assert 'value="laid_down"' in text(client.get("/stop"))
    post(client, "/stop", deal="abend-1", kind="laid_down")
    assert door.commands == [CloseDeal({"kind": "laid_down"})]
