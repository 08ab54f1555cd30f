"""A strip on a real /dev/ttyUSB0: found by its names, unplugged in mid-picture, back by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chip.board import Board, Picture
from tests.chip.fixtures import MakeBoard
from tests.system.cable import Cable
from tests.system.machine import Guest

pytestmark = pytest.mark.system

LIGHTS = 60
FAIL_SAFE = (24, 8, 0)
"""First light of what the board shows by itself; hardware/PROTOCOL.md section 7."""
PATIENCE_S = 90.0


def turning(step: int) -> list[list[int]]:
    """Return a picture that no other step has."""
    return [[step * 7 % 40 + 1, light, (step + light) % 40] for light in range(LIGHTS)]


@pytest.fixture
def plugged(guest: Guest) -> Iterator[None]:
    """The USB adapter, plugged in; pulled out again where the test left it in."""
    plug(guest)
    guest.call("devices:wait_for", path="/dev/serial/by-id", there=True)
    yield
    unplug(guest)


def plug(guest: Guest) -> None:
    guest.monitor.command(
        "device_add", driver="usb-serial", id="nano", chardev="board", bus="usb.0", serial="TABLE01"
    )


def unplug(guest: Guest) -> None:
    guest.monitor.command("device_del", id="nano")
    guest.monitor.event("DEVICE_DELETED")


@pytest.mark.usefixtures("plugged")
def test_unplugged_in_mid_picture_it_comes_back_by_itself(
    guest: Guest, make_board: MakeBoard
) -> None:
    board = make_board()
    asked = [turning(step) for step in range(40)]
    with Cable(guest.cable("board"), board.port):
        names = guest.call("strip:names")
        assert names["nodes"] == ["/dev/ttyUSB0"]
        (by_id,) = names["by_id"]
        assert "TABLE01" in by_id
        assert names["candidates"] == [f"/dev/serial/by-id/{by_id}"]

        driving = guest.begin("strip:drive", lights=LIGHTS)
        driving.say(until="CONNECTED")
        assert driving.event("until", PATIENCE_S)["reached"]
        driving.say(stream=asked)
        wait_at_the_pin(board, asked[20])

        unplug(guest)
        gone = guest.call("devices:wait_for", path="/dev/ttyUSB0", there=False)
        last = turning(1000)
        driving.say(show=last)
        driving.say(until="SEARCHING")
        searching = driving.event("until", PATIENCE_S)
        assert searching["reached"], searching
        before = len(board.lit)

        plug(guest)
        back = guest.call("devices:wait_for", path="/dev/ttyUSB0", there=True)
        wait_at_the_pin(board, last, before)
        driving.say(until="CONNECTED")
        assert driving.event("until", PATIENCE_S)["reached"]
        driving.say(close=True)
        figures = driving.result(PATIENCE_S)

    shown = {picture[:LIGHTS] for picture in board.pictures}
    assert shown <= {as_picture(one) for one in (*asked, last)} | own_pictures(shown)
    counted = figures["counters"]
    assert counted["opened"] >= 2
    assert counted["greeted"] == 2
    assert counted["lost"] == 1
    assert counted["pictures"] > 20
    print(f"node gone after {gone:.2f} s, back after {back:.2f} s; {counted}")


def wait_at_the_pin(board: Board, picture: list[list[int]], after: int = 0) -> None:
    wanted = as_picture(picture)
    board.wait_for(lambda seen: seen[:LIGHTS] == wanted, after=after, patience=PATIENCE_S)


def as_picture(one: list[list[int]]) -> Picture:
    return tuple((red, green, blue) for red, green, blue in one)


def own_pictures(shown: set[Picture]) -> set[Picture]:
    """Return those that the board shows by itself or in place of none: one dim light, or black."""
    black = (0, 0, 0)
    return {
        picture
        for picture in shown
        if picture[0] in (black, FAIL_SAFE) and set(picture[1:]) <= {black}
    }
