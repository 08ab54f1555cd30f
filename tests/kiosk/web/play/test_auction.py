"""The auction word by word, and the claim of the rest: noted, shown, answered, taken back."""

from __future__ import annotations

import re

import pytest

from engine.evening.deal_log import claiming
from engine.journal.journal import Journal
from kiosk.table.commands import StartDeal, StartEvening
from kiosk.table.writer import Table
from tests.kiosk.browsing import PLAYS, lay
from tests.kiosk.fake_door import NAMES
from tests.kiosk.opened import client_of, post, screen, text
from tests.kiosk.served import touch_table


def begun(game: str, people: int = 4) -> Table:
    table = touch_table(Journal.in_memory())
    table.do(StartEvening(game, {}, (*NAMES, "Eva", "Franz", "Gustl")[:people], "isar"))
    table.do(StartDeal(people - 1))
    return table


def buttons(page: str) -> list[dict[str, str]]:
    """Return what each button among the offers sends."""
    found = re.search(r'id="offers">(.*?)</div>', page, re.DOTALL)
    assert found is not None
    return [
        dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        for form in re.findall(r"<form.*?</form>", found[1], re.DOTALL)
    ]


def says(page: str, **wanted: str) -> dict[str, str]:
    form = next(each for each in buttons(page) if wanted.items() <= each.items())
    return {name: value for name, value in form.items() if name != "csrf_token"}


@pytest.mark.parametrize(
    ("game", "people"),
    [("schafkopf", 4), ("mehrkopf", 4), ("mehrkopf", 7), ("bavarian", 4), ("sheepshead", 5)],
)
def test_all_may_pass_and_the_cards_are_thrown_in_or_something_follows(
    game: str, people: int
) -> None:
    with begun(game, people) as table:
        client = client_of(table)
        for _ in range(people):
            page = text(client.get("/auction"))
            passes = [each for each in buttons(page) if each.get("say") == "pass"]
            if not passes:
                break
            assert post(client, "/auction", **passes[0]).status_code == 303
        page = text(client.get("/auction"))
        assert client.get("/auction").status_code == 200
        deal = table.view().state.deal
        assert deal is not None
        assert {bid.say for bid in deal.bids} == {"pass"}
        assert screen(page) == "auction"


def test_the_auction_ends_with_the_game_named_and_announced() -> None:
    with begun("schafkopf") as table:
        client = client_of(table)
        assert "/auction" in text(client.get("/call"))
        post(client, "/auction", **says(text(client.get("/auction")), say="play"))
        for _ in range(3):
            post(client, "/auction", **says(text(client.get("/auction")), say="pass"))
        page = text(client.get("/auction?game=solo"))
        post(client, "/auction", **says(page, suit="H"))
        assert "✓ Resi: Herz-Solo" in text(client.get("/auction"))
        post(client, "/auction/play")
        deal = table.view().state.deal
        assert deal is not None
        assert deal.contract is not None
        assert (deal.contract.kind, deal.contract.seat) == ("solo", 0)
        assert len(deal.bids) == 5


def test_a_word_tapped_twice_counts_once_and_can_be_undone() -> None:
    with begun("schafkopf") as table:
        client = client_of(table)
        word = says(text(client.get("/auction")), say="pass")
        for _ in range(2):
            post(client, "/auction", **word)
        deal = table.view().state.deal
        assert deal is not None
        assert len(deal.bids) == 1
        assert post(client, "/undo", back="/auction").headers["Location"] == "/auction"
        deal = table.view().state.deal
        assert deal is not None
        assert deal.bids == ()


def test_a_word_that_nobody_can_say_is_refused() -> None:
    with begun("schafkopf") as table:
        client = client_of(table)
        word = says(text(client.get("/auction")), say="pass")
        assert post(client, "/auction", **{**word, "say": "gack"}).status_code == 400


def test_bierkopf_has_no_auction_and_says_so() -> None:
    with begun("bierkopf") as table:
        page = text(client_of(table).get("/auction"))
        assert "Hier wird nicht reihum angesagt" in page
        assert "/auction" not in text(client_of(table).get("/call"))


def claim(table: Table) -> int | None:
    deal = table.view().state.deal
    assert deal is not None
    return claiming(deal)


def test_who_claims_the_rest_asks_the_others_and_settles_only_when_all_agree() -> None:
    with begun("schafkopf") as table:
        client = client_of(table)
        post(client, "/call", who="0", kind="solo", suit="E")
        lay(table, PLAYS[:4])
        deal = table.view().state.deal
        assert deal is not None
        assert post(client, "/rest", deal=deal.id, seat="0").status_code == 303
        assert claim(table) == 0
        assert "Resi: Der Rest ist meins." in text(client.get("/"))
        post(client, "/rest", deal=deal.id)
        assert claim(table) is None
        post(client, "/rest", deal=deal.id, seat="0")
        post(client, "/undo")
        assert claim(table) is None
        post(client, "/rest", deal=deal.id, seat="0")
        post(client, "/stop", deal=deal.id, kind="claim", seat="0")
        assert screen(text(client.get("/"))) == "result"


def test_nobody_can_disagree_where_nobody_claims() -> None:
    with begun("schafkopf") as table:
        client = client_of(table)
        deal = table.view().state.deal
        assert deal is not None
        assert post(client, "/rest", deal=deal.id).status_code == 409
        assert post(client, "/rest", deal=deal.id, seat="9").status_code == 409
        assert post(client, "/rest", deal=deal.id, seat="x").status_code == 400
