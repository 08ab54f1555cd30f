"""Davonlaufen is told as allowed, after the deal alone."""

from __future__ import annotations

from tests.kiosk.fake_door import RUFSPIEL, FakeDoor
from tests.kiosk.opened import client_of, text

RAN_AWAY = (
    "0SU 1H7 2SO 3GU 2HA 3EU 0HO 1H9 0E7 1EA 2E8 3EK 1G9 2EO 3EZ 0GK "
    "2SZ 3S7 0S9 1SA 1GA 2GO 3HU 0GZ 2HK 3HZ 0H8 1G7 3S8 0E9 1G8 2SK"
)
"""Toni holds four of Gras, the called Sau among them, and leads the Neun in the fourth trick."""
WORDS = "Toni ist davongelaufen – erlaubt"


def table(plays: str) -> FakeDoor:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.play(plays.split())
    return door


def test_who_ran_away_rightly_is_told_so_with_the_result() -> None:
    door = table(RAN_AWAY)
    assert WORDS not in text(client_of(door).get("/"))
    door.finish()
    assert WORDS in text(client_of(door).get("/"))
    assert "Toni ran away – allowed" in text(client_of(door, "en").get("/"))


def test_where_the_card_came_when_it_was_due_nothing_is_said() -> None:
    for plays, said in ((RUFSPIEL, False), (RAN_AWAY, True)):
        door = table(plays)
        door.finish()
        assert ("erlaubt" in text(client_of(door).get("/"))) is said


def test_with_three_cards_it_was_a_mistake_and_nothing_is_called_allowed() -> None:
    door = table(RAN_AWAY.replace("3EZ", "3G8").replace("1G8", "1EZ"))
    door.finish()
    (verdict,) = (v for v in door.view().state.finished[-1].report.verdicts)
    assert verdict.kind == "called_card_underled"
    assert "erlaubt" not in text(client_of(door).get("/"))
