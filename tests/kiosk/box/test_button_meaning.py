"""Each button on each screen: what a tap on the page would do, and never an accusation."""

from __future__ import annotations

import pytest

from engine.cards import cards
from engine.events import BreakBegun
from firmware_bridge.buttons import Button
from kiosk.box.buttons import Meaning, meaning
from kiosk.director.outlook import Question
from kiosk.table.commands import Command, ConfirmCard, GoOn, StartDeal, Undo
from kiosk.web import stage
from kiosk.words import box as w
from tests.kiosk.fake_door import REVOKE, RUFSPIEL, FakeDoor
from tests.kiosk.opened import alerted
from tests.kiosk.served import app_of

pytestmark = pytest.mark.usefixtures("seated")

UNDO, NEXT, CONFIRM = Button.UNDO, Button.NEXT_DEAL, Button.CONFIRM


def meant(door: FakeDoor, button: Button) -> Meaning:
    with app_of(door).app_context():
        screen = stage.screen_of(door.view())[1]
    return meaning(button, door.view(), screen)


def commands(door: FakeDoor) -> list[Command | None]:
    return [meant(door, button).command for button in (UNDO, NEXT, CONFIRM)]


def doubtful(door: FakeDoor, options: str) -> int:
    """Have the table asked about the last card."""
    deal = door.view().state.deal
    assert deal is not None
    seq = deal.seqs[-1]
    door.show(questions=(Question("abend-1", seq, cards(options)),))
    return seq


def test_before_an_evening_no_button_does_anything() -> None:
    assert commands(FakeDoor()) == [None, None, None]


def test_before_the_first_card_only_undo_means_something(door: FakeDoor) -> None:
    assert commands(door) == [Undo(), None, None]


def test_while_cards_fall_only_undo_means_something(door: FakeDoor) -> None:
    door.call()
    door.play("0EO 1EU")
    assert commands(door) == [Undo(), None, None]
    assert meant(door, NEXT).words is w.NO_RESULT
    assert meant(door, CONFIRM).words is w.NOTHING_HERE


def test_a_result_is_followed_by_the_next_deal(door: FakeDoor) -> None:
    door.call()
    door.play(RUFSPIEL)
    door.finish()
    assert commands(door) == [Undo(), StartDeal(), StartDeal()]


def test_a_result_nobody_has_named_yet_is_not_passed_over(door: FakeDoor) -> None:
    door.play(RUFSPIEL)
    door.finish()
    assert commands(door) == [Undo(), None, None]
    assert meant(door, NEXT).words is w.ANSWER_FIRST


def test_a_break_is_ended(door: FakeDoor) -> None:
    door.call()
    door.play("0EO")
    door.record(BreakBegun())
    assert meant(door, CONFIRM).command == GoOn()


def test_a_doubtful_card_is_confirmed_as_it_was_read(door: FakeDoor) -> None:
    door.call()
    door.play("0EO 1EU")
    seq = doubtful(door, "EU EO")
    assert meant(door, CONFIRM).command == ConfirmCard(seq)
    assert "Eichel-Unter ist bestätigt" in meant(door, CONFIRM).words.de


def test_a_card_that_may_rather_be_another_is_for_a_finger(door: FakeDoor) -> None:
    door.call()
    door.play("0EO 1EU")
    doubtful(door, "EO EU")
    assert meant(door, CONFIRM) == Meaning(None, w.TABLE_DECIDES)


def test_no_card_is_confirmed_while_a_verdict_may_hang_on_it(door: FakeDoor) -> None:
    door.call()
    door.play(REVOKE[:22])
    doubtful(door, REVOKE[21][1:])
    door.show(questions=door.view().outlook.questions, shown=())
    assert stage_of(door) == "table.html"
    assert meant(door, CONFIRM) == Meaning(None, w.TABLE_DECIDES)


def stage_of(door: FakeDoor) -> str:
    with app_of(door).app_context():
        return stage.screen_of(door.view())[0]


def test_an_alert_is_for_the_table_alone(door: FakeDoor) -> None:
    alerted(door := FakeDoor())
    assert stage_of(door) == "alert.html"
    assert commands(door)[1:] == [None, None]
    assert meant(door, CONFIRM).words is w.TABLE_DECIDES


def test_muting_is_no_command() -> None:
    with pytest.raises(ValueError, match="MUTE"):
        meaning(Button.MUTE, FakeDoor().view(), None)
