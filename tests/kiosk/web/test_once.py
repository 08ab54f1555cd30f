"""A button tapped twice in a hurry counts once."""

from __future__ import annotations

import re
import threading

import pytest

from engine.text import PlainError
from kiosk.table.commands import Command, StartDeal, Undo
from kiosk.web.door import Taps
from tests.kiosk.fake_door import REFUSED, FakeDoor
from tests.kiosk.opened import client_of, post, sentence, text
from tests.kiosk.served import app_of

pytestmark = pytest.mark.usefixtures("seated")

A_LONG_MOMENT = 600.0


def test_the_second_tap_gets_the_answer_to_the_first(door: FakeDoor) -> None:
    client = client_of(door, double_tap=A_LONG_MOMENT)
    answers = [post(client, "/undo") for _ in range(3)]
    assert [(each.status_code, each.location) for each in answers] == [(303, "/")] * 3
    assert door.commands == [Undo()]


def test_another_button_or_another_screen_counts_for_itself(door: FakeDoor) -> None:
    app = app_of(door, double_tap=A_LONG_MOMENT)
    kiosk, phone = app.test_client(), app.test_client()
    post(kiosk, "/undo")
    post(phone, "/undo")
    post(kiosk, "/deal")
    assert door.commands == [Undo(), Undo(), StartDeal()]


def test_a_refusal_is_told_on_both_taps(door: FakeDoor) -> None:
    door.refuse = PlainError(REFUSED)
    client = client_of(door, double_tap=A_LONG_MOMENT)
    for _ in range(2):
        answer = post(client, "/undo")
        assert answer.status_code == 409
        assert sentence(text(answer)) == REFUSED.de


def test_a_second_tap_that_comes_before_the_answer_waits_for_it(door: FakeDoor) -> None:
    app = app_of(door, double_tap=A_LONG_MOMENT)
    client = app.test_client()
    token = re.search(r'csrf_token" value="([^"]+)"', text(client.get("/")))
    cookie = client.get_cookie("mehrkopf")
    assert token is not None
    assert cookie is not None
    begun, go_on = threading.Event(), threading.Event()
    plain = door.do

    def slow(command: Command) -> None:
        begun.set()
        assert go_on.wait(30)
        plain(command)

    door.do = slow  # type: ignore[method-assign]
    statuses: list[int] = []

    def tap() -> None:
        other = app.test_client()
        other.set_cookie("mehrkopf", cookie.value)
        answer = other.post("/undo", data={"csrf_token": token[1]})
        statuses.append(answer.status_code)

    fingers = [threading.Thread(target=tap) for _ in range(2)]
    fingers[0].start()
    assert begun.wait(30)
    fingers[1].start()
    go_on.set()
    for finger in fingers:
        finger.join(30)
    assert statuses == [303, 303]
    assert door.commands == [Undo()]


def test_a_tap_after_the_moment_counts_again() -> None:
    now = [0.0]
    taps = Taps(0.5, lambda: now[0])
    first, counts = taps.first(("a",))
    assert counts
    now[0] = 0.4
    assert taps.first(("a",)) == (first, False)
    now[0] = 0.6
    again, counts = taps.first(("a",))
    assert counts
    assert again is not first


def test_without_a_window_every_tap_counts(door: FakeDoor) -> None:
    client = client_of(door)
    for _ in range(2):
        post(client, "/undo")
    assert door.commands == [Undo(), Undo()]
