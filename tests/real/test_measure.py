"""The measurement itself: what counts as found, read, named, and what it says without pictures."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import Family, card
from tests.real import measure
from tests.real.pictures import BACK, Count, Truth
from vision.sighting import Quad
from vision.still.recognise import SeenCard, StillContents


def place(x: float) -> Quad:
    return (x, 0.0), (x + 60.0, 0.0), (x + 60.0, 90.0), (x, 90.0)


def seen(code: str, probability: float, x: float) -> SeenCard:
    return SeenCard(card(code, Family.FRENCH), probability, (), place(x))


def truth(name: str, x: float) -> Truth:
    return Truth(name, np.array([x, 0.0, x + 60.0, 90.0]))


def test_each_thing_told_counts_once() -> None:
    count = Count()
    cards = (seen("SA", 0.995, 2), seen("H7", 0.999, 100), seen("D2", 0.5, 300), seen("C3", 1, 400))
    told = StillContents(cards, (), unnamed=(place(200),), backs=(place(500),))
    lying = [truth("A", 0), truth("H8", 100), truth("K", 200), truth(BACK, 300), truth(BACK, 500)]
    count.add("one", told, lying)
    assert (count.cards, count.found, count.right) == (3, 3, 1)
    assert (count.sure, count.sure_wrong) == (3, 2)
    assert (count.backs, count.backs_named, count.backs_told) == (2, 1, 1)
    assert (count.extra, count.extra_unnamed) == (1, 0)
    assert len(count.faults) == 4


def test_without_pictures_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measure, "DATA", None)
    assert measure.main([]) == 2
    assert "MEHRKOPF_DATA" in capsys.readouterr().err
