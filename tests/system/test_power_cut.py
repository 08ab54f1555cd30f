"""The plug is pulled while the journal is written: what was acknowledged is there afterwards.

`MEHRKOPF_POWER_CUTS` pulls it more often than three times, `MEHRKOPF_SEED` at other moments.
"""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from kiosk.table import resumption as evening
from tests.system.channel import GuestError, Order
from tests.system.conftest import LOGS
from tests.system.image.prepare import Image
from tests.system.machine import Guest

pytestmark = pytest.mark.system

CUTS = int(os.environ.get("MEHRKOPF_POWER_CUTS", "3"))
SEED = int(os.environ.get("MEHRKOPF_SEED", "7"))
CARD_BYTES = 64 << 20
PATIENCE_S = 120.0
LEAST, MOST = 30, 150
"""A cut comes after so many acknowledged events."""


def test_cuts_lose_nothing_that_was_acknowledged(image: Image, tmp_path: Path) -> None:
    card = tmp_path / "card.img"
    with card.open("wb") as file:
        file.truncate(CARD_BYTES)
    subprocess.run(["/usr/sbin/mkfs.ext4", "-q", "-F", card], check=True)
    deal = evening.SAMPLE_VIDEO.with_suffix(".deals.jsonl").read_text().splitlines()[0]
    chance = random.Random(SEED)
    acknowledged: dict[int, str] = {}
    figures = []
    for cut in range(CUTS):
        with booted(image, f"cut-{cut}", card) as guest:
            writing = guest.begin("journal:write", deal=deal)
            found = writing.event("found", PATIENCE_S)
            check(found["last"], {found["last"]: found["head"]}, acknowledged)
            figures.append((max(acknowledged, default=0), found["last"]))
            for _ in range(chance.randrange(LEAST, MOST)):
                keep(acknowledged, writing.event("stored", PATIENCE_S))
            guest.pull_the_plug()
            keep_the_rest(acknowledged, writing)
    with booted(image, "after", card) as guest:
        found = guest.call("journal:look", seqs=sorted(acknowledged))
    heads = {int(seq): head for seq, head in found["heads"].items()}
    check(found["last"], heads, acknowledged)
    assert heads == acknowledged
    assert found["stored"] == found["last"]
    figures.append((max(acknowledged), found["last"]))
    print(f"acknowledged and found after each cut: {figures[1:]}")


def booted(image: Image, name: str, card: Path) -> Guest:
    """Return a guest with the card in it, and without what only devices need."""
    drive = f"file={card},format=raw,if=virtio,cache=writeback"
    return Guest(image, LOGS / name, memory=512, extra=("-drive", drive), udev=False)


def check(last: int, heads: dict[int, str], acknowledged: dict[int, str]) -> None:
    """Nothing acknowledged is missing, and what is there is what was acknowledged."""
    assert last >= max(acknowledged, default=0)
    for seq in heads.keys() & acknowledged.keys():
        assert heads[seq] == acknowledged[seq]


def keep(acknowledged: dict[int, str], stored: dict[str, object]) -> None:
    seq = stored["seq"]
    assert isinstance(seq, int)
    acknowledged[seq] = str(stored["head"])


def keep_the_rest(acknowledged: dict[int, str], writing: Order) -> None:
    """What was on the wire when the plug was pulled counts as acknowledged."""
    while True:
        try:
            keep(acknowledged, writing.event("stored", PATIENCE_S))
        except GuestError:
            return
