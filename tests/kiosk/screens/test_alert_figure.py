"""How surely the proof was read stands on the alert as a figure, where the camera read it."""

from __future__ import annotations

import pytest

from engine.cards import GERMAN_32, card
from engine.events import CardPlayed
from engine.scores import Scores
from engine.text import Text
from kiosk.screens.alert import alert
from kiosk.screens.values import AlertScreen
from tests.kiosk.fake_door import REVOKE, FakeDoor

ORDER = tuple(GERMAN_32)


def scored(code: str, nats: float) -> CardPlayed:
    """A card that was read, so many nats before all others."""
    scores = Scores(0 if each.code == code else round(-100 * nats) for each in ORDER)
    return CardPlayed(card(code), scores=scores)


def told(nats: float) -> AlertScreen:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.record(*(scored(play[1:], nats) for play in REVOKE[:22]))
    shown = alert(door.view(), ORDER)
    assert shown is not None
    return shown


@pytest.mark.parametrize(("nats", "percent"), [(9, 99), (6.5, 95)])
def test_the_least_sure_card_gives_the_figure_and_never_a_hundred(
    nats: float, percent: int
) -> None:
    shown = told(nats).certainty
    assert shown == Text(
        de=f"Beide Karten sicher gelesen · {percent} %",
        en=f"Both cards read with certainty · {percent}%",
    )


def test_a_card_that_later_play_made_sure_is_not_called_read_with_certainty() -> None:
    """One card of the proof, its picture 0.6 nats ahead, the others far."""
    door = FakeDoor()
    door.seat_them()
    door.call()
    doubted = REVOKE[:22][-1][1:]
    door.record(
        *(scored(play[1:], 0.6 if play[1:] == doubted else 9) for play in REVOKE[:22]),
    )
    shown = alert(door.view(), ORDER)
    assert shown is not None
    assert "sicher" not in shown.certainty.de
    assert "aus dem weiteren Spiel erschlossen" in shown.certainty.de
    assert "only worked out from later play" in shown.certainty.en
    faces = [card.face for trick in shown.tricks for card in trick.cards if card.shows]
    (named,) = {face.name for face in faces if face is not None}
    assert named.de in shown.certainty.de


def test_where_the_deal_decided_a_card_no_figure_of_its_own_is_said() -> None:
    assert "%" not in told(2).certainty.de
    assert "%" in told(6.5).certainty.de


def test_without_the_decks_order_there_is_no_figure() -> None:
    door = FakeDoor()
    door.seat_them()
    door.call()
    door.record(*(scored(play[1:], 9) for play in REVOKE[:22]))
    shown, with_order = alert(door.view()), alert(door.view(), ORDER)
    assert shown is not None
    assert with_order is not None
    assert "%" not in shown.certainty.de
    assert "%" in with_order.certainty.de
