"""How a deal ended, on the page: shares of any size, Ramsch, Stock and rounds, ends, penalties."""

import re

import pytest

from engine.cards import Suit, card
from engine.deal.record import Contract, JsonObject
from engine.events import Announced, CardPlayed, DealClosed, DealStarted, EveningStarted
from engine.text import Language
from tests.kiosk.fake_door import REVOKE, FakeDoor
from tests.kiosk.fake_door import RUFSPIEL as PLAYED
from tests.kiosk.opened import client_of, post, text

FIVE = (
    "SO GO HK EO HU E7 ES EA E9 EK GS GA G9 G8 G7 HA HS H8 HG H9 "
    "SZ S8 S9 S7 SA GZ GG GU GK SK H7 EU SU EG HO SS HZ EZ E8 SG"
)
"""Anna and Bert lose 59 to 89 to three; a unit each does not divide by three."""
SIX = (
    "GK G8 GA GS GZ GP SK SO S9 S6 SP SZ H9 HK EU HP HS GU SG EO H6 SU HO H8 "
    "EG GG HG EZ HZ GO EK HA E7 E9 E8 ES G6 G7 S7 EP S8 G9 E6 H7 HU SA EA SS"
)
"""Caller, Ass and Schöne are three people, who win 64 to 56."""
RAMSCH = (
    "SK S8 S9 SA HK GO HO H9 E9 E7 E8 EK GA GK G9 G8 "
    "S7 EU H8 GU SU HA HU SO EO HZ EA H7 SZ EZ GZ G7"
)
"""The dealer takes 106 of 120."""
NAMES = ("Anna", "Bert", "Cilli", "Done", "Eva", "Franz", "Gustl")
RUFSPIEL = Contract("rufspiel", 0, Suit.GRAS)
TO_THE_END = [play[1:] for play in PLAYED.split()]


def ended(
    count: int,
    contract: Contract | None,
    plays: str = "",
    end: JsonObject | None = None,
    game: str = "mehrkopf",
    rules: JsonObject | None = None,
) -> FakeDoor:
    door = FakeDoor()
    door.record(
        EveningStarted("abend", game, rules or {}, NAMES[:count], "isar", {}),
        DealStarted("abend-1", count - 1),
        Announced(contract),
        *(CardPlayed(card(code)) for code in plays.split()),
        DealClosed(end),
    )
    return door


def headline(page: str) -> str:
    found = re.search(r"<h1[^>]*>([^<]*)<", page)
    assert found is not None
    return found[1]


def sums(page: str) -> list[str]:
    return re.findall(r'class="sum[^"]*">([^<]*)<', page)


def test_a_share_that_does_not_divide_is_shown_exactly() -> None:
    page = text(client_of(ended(5, RUFSPIEL, FIVE)).get("/"))
    assert headline(page) == "Cilli, Done und Eva gewinnen"
    assert sums(page) == ["−1", "−1", "+⅔", "+⅔", "+⅔"]
    assert re.findall(r"zahlt an (\w+) <b>([^<]*)<", page) == [
        ("Cilli", "⅔"),
        ("Done", "⅓"),
        ("Done", "⅓"),
        ("Eva", "⅔"),
    ]


def test_in_money_a_share_is_rounded_to_the_cent() -> None:
    door = ended(5, RUFSPIEL, FIVE, rules={"tariff": {"call": 20}, "unit": 1})
    page = text(client_of(door, money=True).get("/"))
    assert [re.sub(r"\s", " ", each) for each in sums(page)] == [
        "−0,20 €",
        "−0,20 €",
        "+0,13 €",
        "+0,13 €",
        "+0,13 €",
    ]


def test_three_may_win_together() -> None:
    page = text(client_of(ended(6, RUFSPIEL, SIX)).get("/"))
    assert headline(page) == "Anna, Cilli und Done gewinnen"
    assert "64 zu 56" in page
    assert sums(page) == ["+1", "−1", "+1", "+1", "−1", "−1"]


@pytest.mark.parametrize(
    ("language", "words", "points"),
    [("de", "Done verliert", "106 Augen"), ("en", "Done loses", "106 points")],
)
def test_a_ramsch_names_who_lost_and_what_each_took(
    language: Language, words: str, points: str
) -> None:
    page = text(client_of(ended(4, Contract("ramsch"), RAMSCH), language).get("/"))
    assert headline(page) == words
    assert re.findall(r'data-points="(\d+)"', page) == ["14", "0", "0", "106"]
    assert points in page
    assert sums(page) == ["+1", "+1", "+1", "−3"]


def test_what_goes_into_the_stock_is_told_and_waits_for_the_next_deal() -> None:
    end = {"kind": "thrown_in", "why": "all_pass"}
    door = ended(4, None, end=end, game="schafkopf", rules={"stock_pay": 10})
    page = text(client_of(door).get("/"))
    assert headline(page) == "Zusammengeworfen: alle haben gepasst"
    assert "In den Stock kommen 40." in page
    assert "· Stock 40" in page
    assert sums(page) == ["−10"] * 4
    door.record(DealStarted("abend-2", 0))
    assert "· Stock 40" in text(client_of(door).get("/"))


def test_the_rounds_still_to_play_stand_over_the_table() -> None:
    end = {"kind": "thrown_in", "why": "all_pass"}
    rules: JsonObject = {"ramsch_after": ["all_pass"], "bock_after": ["all_pass"]}
    door = ended(4, None, end=end, game="schafkopf", rules=rules)
    door.record(DealStarted("abend-2", 0))
    page = text(client_of(door).get("/"))
    assert re.search(r"· Bockrunde: noch \d", page)
    assert re.search(r"· Ramschrunde: noch \d", page)
    assert "Bock round" in text(client_of(door, "en").get("/"))


def test_a_ramsch_round_is_called_by_itself_and_can_be_called_otherwise() -> None:
    end = {"kind": "thrown_in", "why": "all_pass"}
    door = ended(4, None, end=end, game="schafkopf", rules={"ramsch_after": ["all_pass"]})
    assert door.view().state.next_contract == Contract("ramsch")


def test_a_claim_says_so() -> None:
    end: JsonObject = {"kind": "claim", "seat": 0, "tricks": "rest", "agreed": True}
    claimed = ended(4, RUFSPIEL, " ".join(TO_THE_END[:28]), end, "schafkopf")
    page = text(client_of(claimed).get("/"))
    assert headline(page) == "Anna und Done gewinnen"
    assert "Rest beansprucht" in page
    early = text(client_of(ended(4, RUFSPIEL, "GK G8 GA G9", end)).get("/"))
    assert "Rest beansprucht" in early
    assert "Wie viele Laufende?" in early


def test_a_sie_is_named_and_paid() -> None:
    page = text(client_of(ended(4, Contract("sie", 1), end={"kind": "laid_down"})).get("/"))
    assert headline(page) == "Bert gewinnt"
    assert "Bert spielt Sie" in page
    assert sums(page)[1].startswith("+")


def test_a_penalty_says_by_whose_mistake_the_deal_was_lost() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(REVOKE[:22])
    (verdict,) = door.view().outlook.shown
    client = client_of(door)
    post(client, "/rule", deal="abend-1", verdict=verdict.id, ruling="upheld")
    post(client, "/settle")
    page = text(client.get("/"))
    assert "Toni hat nicht bedient" in page
    assert sums(page)[1].startswith("−")
