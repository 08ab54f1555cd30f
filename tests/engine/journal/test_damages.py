"""A few of the damages of `tests.engine.journal.damages`; `make prove` has thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.journal.database import LOG_END
from tests.engine.journal.damages import FINE, Kept, examined, kept, run


@pytest.mark.parametrize("end", ["", LOG_END])
def test_every_damage_is_noticed_or_harmless_and_nothing_whole_is_lost(end: str) -> None:
    said = run(80, end, seed=4)
    assert sum(said.values()) == 80
    assert {what.split(": ")[1] for what in said} <= FINE


@pytest.mark.prove
@pytest.mark.parametrize("end", ["", LOG_END])
def test_thousands_of_damages(end: str) -> None:
    assert {what.split(": ")[1] for what in run(10_000, end, seed=19)} <= FINE


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return kept(tmp_path_factory.mktemp("whole"), in_log=False)


@pytest.mark.parametrize("number", [1, 5, 12, 40, 71])
@pytest.mark.parametrize("bit", [0, 4, 7])
def test_one_flipped_bit_of_a_line_is_found_by_its_hash(
    whole: Kept, number: int, bit: int, tmp_path: Path
) -> None:
    line = whole.lines[number - 1].encode()
    body = bytearray(whole.parts[""])
    at = body.index(line) + len(line) // 2
    body[at] ^= 1 << bit
    assert examined(whole.damaged("", bytes(body)), tmp_path) == "mended"


def test_two_flipped_bits_are_not_guessed(whole: Kept, tmp_path: Path) -> None:
    line = whole.lines[19].encode()
    body = bytearray(whole.parts[""])
    at = body.index(line) + len(line) // 2
    body[at] ^= 1
    body[at + 1] ^= 1
    found = whole.damaged("", bytes(body))
    assert examined(found, tmp_path) == "part"


def test_a_damage_that_loses_something_would_be_told(
    whole: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = whole.parts[""]
    spoilt = whole.damaged("", b"\xff" * 100 + body[100:])
    monkeypatch.setattr("engine.journal.check.longest_chain", lambda found, known: ())
    assert examined(spoilt, tmp_path) == f"LOST 0 of {len(whole.lines)}"
