"""What the page says of the room on the disk."""

from pathlib import Path

import pytest

from kiosk.home.data_folder import Home
from kiosk.home.disk_room import EVENING_BYTES, DiskRoom
from kiosk.web.start.menu import space_screen


@pytest.mark.parametrize(
    ("evenings", "de", "en"),
    [
        (57, "etwa 57 Abende.", "about 57 evenings."),
        (199, "etwa 199 Abende.", "about 199 evenings."),
        (399, "über 300 Abende.", "more than 300 evenings."),
        (4_711, "über 4.000 Abende.", "more than 4,000 evenings."),
        (80_244, "über 10.000 Abende.", "more than 10,000 evenings."),
        (2_000_000, "über 10.000 Abende.", "more than 10,000 evenings."),
    ],
)
def test_many_evenings_are_rounded_down_and_grouped(
    tmp_path: Path, evenings: int, de: str, en: str
) -> None:
    room = DiskRoom(Home(tmp_path), lambda path: evenings * EVENING_BYTES + 1)
    free = space_screen(room).free
    assert free.de.endswith(f"frei, genug für {de}")
    assert free.en.endswith(f"free, enough for {en}")
