"""A strip on a real /dev/ttyUSB0: found by its names, unplugged in mid-picture, back by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from time import monotonic

import pytest

from tests.chip.board import Board, Picture
from tests.chip.fixtures import MakeBoard
from tests.shared_data import ROOT
from tests.system.cable import Cable
from tests.system.machine import Guest

pytestmark = pytest.mark.system

RULE = ROOT / "hardware" / "udev" / "60-mehrkopf.rules"
LIGHTS = 60
FAIL_SAFE = (24, 8, 0)
"""First light of what the board shows by itself; hardware/PROTOCOL.md section 7."""
PATIENCE_S = 90.0
TIMES = 3


def turning(step: int) -> list[list[int]]:
    """Return a picture that no other step has."""
    return [[step * 7 % 40 + 1, light, (step + light) % 40] for light in range(LIGHTS)]


@pytest.fixture
def plugged(guest: Guest) -> Iterator[None]:
    """The USB adapter, plugged in; pulled out again where the test left it in."""
    plug(guest)
    guest.call("devices:wait_for", path="/dev/ttyUSB0", there=True)
    yield
    unplug(guest)


def plug(guest: Guest) -> None:
    guest.monitor.command(
        "device_add", driver="usb-serial", id="nano", chardev="board", bus="usb.0", serial="TABLE01"
    )


def unplug(guest: Guest) -> None:
    guest.monitor.command("device_del", id="nano")
    guest.monitor.event("DEVICE_DELETED")


@pytest.fixture
def rule(guest: Guest) -> Iterator[None]:
    """The rule that hardware/install.sh gives to udev."""
    guest.call("strip:rule", rule=str(RULE), there=True)
    yield
    guest.call("strip:rule", rule=str(RULE), there=False)


@pytest.mark.usefixtures("rule", "plugged")
def test_the_udev_rule_gives_the_port_its_own_name(guest: Guest) -> None:
    guest.call("devices:wait_for", path="/dev/mehrkopf-strip", there=True)
    names = guest.call("strip:names")
    assert names["ours"] == "/dev/ttyUSB0"
    assert names["candidates"] == ["/dev/mehrkopf-strip"]
    assert names["access"] == ["dialout", "660"]


@pytest.mark.usefixtures("plugged")
def test_unplugged_in_mid_picture_it_comes_back_by_itself(
    guest: Guest, make_board: MakeBoard
) -> None:
    board = make_board()
    asked = [turning(step) for step in range(40)]
    seconds: list[float] = []
    with closing(Cable(guest.cable("board"), board.port)):
        names = guest.call("strip:names")
        assert names["nodes"] == ["/dev/ttyUSB0"]
        (by_id,) = names["by_id"]
        assert "TABLE01" in by_id
        assert names["candidates"] == [f"/dev/serial/by-id/{by_id}"]

        driving = guest.begin("strip:drive", lights=LIGHTS)
        driving.say(until="CONNECTED")
        assert driving.event("until", PATIENCE_S)["reached"]
        for time in range(TIMES):
            began = len(board.lit)
            driving.say(stream=asked)
            wait_at_the_pin(board, asked[5 * time + 3], began)

            unplug(guest)
            guest.call("devices:wait_for", path="/dev/ttyUSB0", there=False)
            last = turning(1000 + time)
            asked.append(last)
            driving.say(show=last)
            driving.say(until="SEARCHING")
            searching = driving.event("until", PATIENCE_S)
            assert searching["reached"], searching
            began = len(board.lit)

            plug(guest)
            back = monotonic()
            wait_at_the_pin(board, last, began)
            seconds.append(monotonic() - back)
            driving.say(until="CONNECTED")
            assert driving.event("until", PATIENCE_S)["reached"]
        driving.say(close=True)
        figures = driving.result(PATIENCE_S)

    shown = {picture[:LIGHTS] for picture in board.pictures}
    assert shown <= {as_picture(one) for one in asked} | own_pictures(shown)
    counted = figures["counters"]
    assert counted["opened"] >= TIMES + 1
    assert counted["greeted"] == TIMES + 1
    assert counted["lost"] == TIMES
    assert counted["pictures"] >= 4 * TIMES
    print(f"plugged in to right picture: {max(seconds):.1f} s at most; {counted}")


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
