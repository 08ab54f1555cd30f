"""A verdict against one of several: nobody is called guilty, and the house says when it is told."""

import re

import pytest

from engine.cards import card
from engine.deal.report import Grade, Verdict
from engine.events import CardPlayed, DealClosed, DealStarted
from engine.text import Language, PlainError
from kiosk.director.verdicts import Saying, SayWhen
from kiosk.screens import facts
from kiosk.table.commands import Rule
from kiosk.table.orders import Circumstances, events_of
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, post, screen, sentence, shown_cards, text

AT_ONCE = Saying(SayWhen.AT_ONCE, SayWhen.AT_ONCE, SayWhen.AT_ONCE)
ON_CLAIM = Saying(joint=SayWhen.ON_CLAIM)
_WENZ = (
    "0S7 1H9 2S8 3S9 3GO 0GK 1GZ 2GA 2SA 3G9 0SZ 1HK 2EA 3HA 0E8 1EO "
    "2E9 3G7 0GU 1HU 0SK 1HO 2EU 3H8 2H7 3G8 0HZ 1EK 0SO 1E7 2EZ 3SU"
)
WENZ = _WENZ.split()
"""Toni trumps a trick of Eichel and holds Eichel: certain of one of three after card 23, of Toni or
Sepp after 25, of Toni alone after 26, by his own card after 28."""


@pytest.fixture
def door() -> FakeDoor:
    door = FakeDoor()
    door.seat_them()
    door.call("wenz", None, 1)
    return door


def joint(door: FakeDoor) -> Verdict:
    (verdict,) = door.view().report.verdicts  # type: ignore[union-attr]
    assert verdict.grade is Grade.JOINT
    return verdict


def test_during_the_deal_nothing_is_said_of_it_unless_the_house_wants_it(door: FakeDoor) -> None:
    """An early hint tells the players who holds what (DESIGN 7)."""
    client = client_of(door)
    for play in WENZ[:27]:
        door.play([play])
        page = text(client.get("/"))
        assert screen(page) == "table"
        assert "bedient" not in page
    door.play(WENZ[27:28])
    assert screen(text(client.get("/"))) == "alert"


@pytest.mark.parametrize(("count", "names"), [(23, "Resi, Toni oder Sepp"), (25, "Toni oder Sepp")])
def test_while_several_remain_none_of_them_is_called_guilty(
    door: FakeDoor, count: int, names: str
) -> None:
    door.saying = AT_ONCE
    door.play(WENZ[:count])
    page = text(client_of(door).get("/"))
    assert screen(page) == "alert"
    assert "Jemand hat nicht bedient" in page
    assert f'<p class="who">{names}</p>' in page
    assert "Durch Zählen gezeigt: Das kann nicht bei allen stimmen" in page
    assert not re.search(r"(Resi|Toni|Vroni|Sepp)[^<]{0,3}nicht bedient", page)
    assert "Spiel verloren" not in page
    assert 'figure class="wrong' not in page
    assert "Falsche Karte" in page
    assert "Weiterspielen" in page
    verdict = joint(door)
    codes = [WENZ[play][1:] for play in verdict.proof]
    assert set(codes) <= set(shown_cards(page))


def test_it_is_told_in_english_too(door: FakeDoor) -> None:
    door.saying = AT_ONCE
    door.play(WENZ[:25])
    page = text(client_of(door, "en").get("/"))
    assert "Somebody revoked" in page
    assert "Toni or Sepp" in page
    assert "Shown by counting: this cannot be right for all of them" in page


def test_once_one_remains_he_is_named_with_what_counting_shows(door: FakeDoor) -> None:
    door.saying = AT_ONCE
    door.play(WENZ[:26])
    page = text(client_of(door).get("/"))
    assert "Toni: nicht bedient" in page
    assert "Durch Zählen gezeigt: Toni muss da Eichel gehabt haben" in page
    assert "Spiel verloren" in page


def test_a_count_is_confirmed_only_where_every_card_was(door: FakeDoor) -> None:
    door.saying = AT_ONCE
    door.play(WENZ[:25])
    client = client_of(door)
    assert "Karten am Tisch benannt" in text(client.get("/"))
    seen = FakeDoor()
    seen.saying = AT_ONCE
    seen.seat_them()
    seen.call("wenz", None, 1)
    seen.record(*(CardPlayed(card(play[1:])) for play in WENZ[:25]))
    assert "Karten sicher gelesen" in text(client_of(seen).get("/"))


def test_after_the_deal_it_stays_within_reach_until_somebody_rules(door: FakeDoor) -> None:
    """The last cards were not seen, so that two suspects remain for good."""
    seen = [CardPlayed(card(play[1:])) for play in WENZ[:25]]
    unseen = [CardPlayed(None, int(play[0])) for play in WENZ[25:]]
    door.record(*seen, *unseen, DealClosed())
    client = client_of(door)
    assert screen(text(client.get("/"))) == "alert"
    door.record(DealStarted("abend-2", 0))
    waiting = text(client.get("/"))
    assert "Befund offen: Spiel 1" in waiting
    href = re.search(r'data-finding href="([^"]+)"', waiting)
    assert href is not None
    finding = text(client.get(href[1].replace("&amp;", "&")))
    assert "Jemand hat nicht bedient" in finding
    assert "Toni oder Sepp" in finding
    assert "Spiel verloren" not in finding
    verdict = door.view().state.finished[0].report.verdicts[0].id
    post(client, "/rule", deal="abend-1", verdict=verdict, ruling="waived")
    assert "Befund offen" not in text(client.get("/"))


def test_it_cannot_be_upheld_while_nobody_is_proven(door: FakeDoor) -> None:
    door.saying = AT_ONCE
    door.play(WENZ[:25])
    verdict = joint(door)
    with pytest.raises(PlainError) as refused:
        events_of(Rule("abend-1", verdict.id, "upheld"), door.view().state, Circumstances("", {}))
    assert "steht noch nicht fest" in refused.value.text.de
    assert "not certain yet" in refused.value.text.en


def test_playing_on_leaves_the_culprit_to_be_shown_later(door: FakeDoor) -> None:
    door.saying = AT_ONCE
    door.play(WENZ[:25])
    client = client_of(door)
    post(client, "/rule", deal="abend-1", verdict=joint(door).id, ruling="waived")
    assert screen(text(client.get("/"))) == "table"
    door.play(WENZ[25:28])
    assert "Toni: nicht bedient" in text(client.get("/"))


def test_a_claim_is_told_what_is_proven(door: FakeDoor) -> None:
    door.saying = ON_CLAIM
    door.play(WENZ[:25])
    client = client_of(door, claims=True)
    page = text(client.get("/"))
    assert screen(page) == "table"
    assert 'href="/claim"' in page
    claimed = text(client.get("/claim"))
    assert "Jemand hat nicht bedient" in claimed
    verdict = joint(door).id
    assert (
        post(client, "/rule", deal="abend-1", verdict=verdict, ruling="waived").status_code == 303
    )
    assert "Nichts bewiesen" in text(client.get("/claim"))


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_claim_without_proof_tells_nothing_else(door: FakeDoor, language: Language) -> None:
    door.saying = ON_CLAIM
    door.play(WENZ[:20])
    page = text(client_of(door, language, claims=True).get("/claim"))
    assert shown_cards(page) == []
    assert not any(name in page for name in ("Resi", "Toni", "Vroni", "Sepp"))
    assert {"de": "Nichts bewiesen", "en": "Nothing proven"}[language] in page


def test_nothing_can_be_claimed_where_the_house_plays_without_claims(door: FakeDoor) -> None:
    door.play(WENZ[:25])
    client = client_of(door)
    assert "/claim" not in text(client.get("/"))
    assert client.get("/claim").status_code == 404
    verdict = joint(door).id
    response = post(client, "/rule", deal="abend-1", verdict=verdict, ruling="waived")
    assert response.status_code == 404
    assert "schon erledigt" in sentence(text(response))
    assert facts.claimable(door.view()) == ()
