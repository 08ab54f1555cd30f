"""What may be looked at again while the deal runs is a house rule (RULES 0.9, `look_back`)."""

import pytest

from engine.events import DealStarted, EveningStarted
from tests.kiosk.fake_door import NAMES, RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, shown_cards, text

PLAYS = RUFSPIEL.split()


def playing(look_back: str) -> FakeDoor:
    door = FakeDoor()
    rules = {"look_back": look_back}
    door.record(EveningStarted("abend", "schafkopf", rules, NAMES, "isar", {}))
    door.record(DealStarted("abend-1", 3))
    door.call()
    door.play(PLAYS[:10])
    return door


def seq(door: FakeDoor, play: int) -> int:
    deal = door.view().state.last_deal
    assert deal is not None
    return deal.seqs[play]


def test_where_nothing_may_be_looked_at_again_the_last_trick_is_not_shown() -> None:
    door = playing("nothing")
    client = client_of(door)
    assert "Letzter Stich" not in text(client.get("/"))
    assert shown_cards(text(client.get("/last"))) == []
    assert client.get(f"/check/{seq(door, 4)}").status_code == 403
    assert client.get(f"/check/{seq(door, 8)}").status_code == 200
    door.play(PLAYS[10:])
    door.finish()
    assert client.get(f"/check/{seq(door, 4)}").status_code == 200


@pytest.mark.parametrize("look_back", ["last_trick", "own_tricks"])
def test_else_the_last_trick_may_be_seen_and_none_before(look_back: str) -> None:
    """Where everybody may see his own tricks: the page cannot know who is looking."""
    door = playing(look_back)
    client = client_of(door)
    assert "Letzter Stich" in text(client.get("/"))
    assert shown_cards(text(client.get("/last"))) == [play[1:] for play in PLAYS[4:8]]
    assert client.get(f"/check/{seq(door, 4)}").status_code == 200
    assert client.get(f"/check/{seq(door, 0)}").status_code == 403
