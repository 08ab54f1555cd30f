"""The page's signing key and the decks: whole on the disk, or made anew and said."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from kiosk.home.data_folder import Home
from kiosk.home.deck_files import SUFFIX, find_deck, keep_former, keep_plan, save_deck
from vision.reading.nets import load_nets
from vision.reading.profile import load_profile


@pytest.mark.parametrize("held", [b"", b"x", b"x" * 31, b"x" * 33])
def test_what_is_no_whole_key_is_made_anew_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, held: bytes
) -> None:
    home = Home(tmp_path)
    home.secret.write_bytes(held)
    with caplog.at_level(logging.WARNING):
        key = home.secret_key()
    assert len(key) == 32
    assert key == home.secret.read_bytes() == home.secret_key()
    assert home.secret.stat().st_mode & 0o777 == 0o600
    assert "made anew" in caplog.text


def test_a_whole_key_stays(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    home = Home(tmp_path)
    first = home.secret_key()
    assert (home.secret_key(), caplog.text) == (first, "")


def test_decks_and_plans_are_on_the_disk_before_they_take_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, synced = Home(tmp_path), list[str]()
    fsync = os.fsync

    def noted(handle: int) -> None:
        synced.append(Path(os.readlink(f"/proc/self/fd/{handle}")).name)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    nets = load_nets()
    profile = load_profile(find_deck("isar", home), nets.embedding)
    keep_plan(home, profile.name, profile.cards)
    save_deck(profile, home)
    assert keep_former(profile.name, home, "de") is not None
    parts = [name for name in synced if name.endswith(".part")]
    assert parts == ["isar.plan.part", "isar.deck.part", f"isar-vorher{SUFFIX}.part"]
