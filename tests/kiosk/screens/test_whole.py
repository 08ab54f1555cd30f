"""Numbers that are none, of another script or endless, break no page."""

from __future__ import annotations

import pytest

from kiosk.screens.values import is_whole
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.opened import client_of, post

STRANGE = ("", "-1", "²", "٣", "1.5", "9" * 5000)


@pytest.mark.parametrize("said", STRANGE)
def test_what_is_no_number_of_ours_is_none(said: str) -> None:
    assert not is_whole(said)
    assert is_whole("0")
    assert is_whole("999999999")


@pytest.mark.parametrize("said", STRANGE)
def test_no_page_breaks_over_it(said: str) -> None:
    door = FakeDoor()
    door.seat_them()
    client = client_of(door)
    for path, fields in (
        ("/call", {"step": "1", "tap": f"d-kontra-{said}"}),
        ("/call", {"step": "1", "d.kontra": said}),
        ("/enter", {"step": "1", "r.laufende": said, "r.points": said}),
        ("/stop", {"kind": "claim", "seat": said}),
        ("/rules/schafkopf", {"theme": said}),
    ):
        assert client.get(path, query_string=fields).status_code < 500, path
    for path in ("/holder", "/claim-rest", "/restore", "/stop"):
        assert post(client, path, seat=said, of=said, kind="claim").status_code < 500, path
