"""`mehrkopf recognise` says where the pictures are of another deck than the one enrolled."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from engine.cards import card
from kiosk.home import deck_files
from kiosk.home.data_folder import Home
from tests.kiosk.cli import Cli
from tests.vision.drawn import Laid, Table, drawn_profile
from tests.vision.test_other_shape import PokerTable
from vision.arrays import Image
from vision.reading.nets import Nets, load_nets
from vision.reading.profile import Profile
from vision.still.recognise import StillContents, look

_LOOKED: dict[tuple[bytes, str], StillContents] = {}


def look_once(picture: Image, profile: Profile, nets: Nets) -> StillContents:
    """Look at each picture with each deck once in this file: that takes seconds."""
    key = (picture.tobytes(), profile.name)
    if key not in _LOOKED:
        _LOOKED[key] = look(picture, profile, nets)
    return _LOOKED[key]


@pytest.fixture(autouse=True)
def _looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kiosk.cli.recognise.look", look_once)


CODES = ("SK", "E9", "HA", "GO", "S7", "EU", "HZ", "GA")


@pytest.fixture
def home(tmp_path: Path) -> str:
    home = Home(tmp_path / "home")
    home.prepare()
    deck_files.save_deck(replace(drawn_profile(load_nets()), name="drawn"), home)
    return str(home.root)


def pictures(folder: Path, table: Table) -> list[str]:
    """Two photographs of four cards each."""
    files = []
    for number in range(2):
        four = CODES[4 * number : 4 * number + 4]
        table.cards = [Laid(card(c), 150 + 220 * n, 270, 0.2 * n) for n, c in enumerate(four)]
        files.append(str(folder / f"{number}.png"))
        cv2.imwrite(files[-1], table.picture())
    return files


def test_cards_of_another_deck_are_told_over_several(cli: Cli, tmp_path: Path) -> None:
    files = pictures(tmp_path, PokerTable())
    said = cli("recognise", *files, "--deck", "isar")
    assert said.status == 2
    assert said.sentence.startswith("Diese Karten sehen dem Blatt „isar“ nicht ähnlich")
    assert "--deck" in said.sentence
    # Four cards are too few to judge by.
    assert cli("recognise", files[0], "--deck", "isar").error == ""


def test_cards_of_the_deck_are_not(cli: Cli, tmp_path: Path, home: str) -> None:
    files = pictures(tmp_path, Table())
    said = cli("recognise", *files, "--deck", "drawn", "--home", home)
    assert (said.status, said.error) == (0, "")
    for code in CODES:
        assert f"{code} (" in said.out


def test_another_deck_that_is_enrolled_is_named(cli: Cli, tmp_path: Path, home: str) -> None:
    files = pictures(tmp_path, Table())
    said = cli("recognise", *files, "--deck", "isar", "--home", home, "--lang", "en")
    assert said.status == 2
    assert 'look like the deck "drawn", not like "isar"' in said.sentence
