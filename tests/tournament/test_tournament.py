"""The proof of many tables, small with every test, whole where the full numbers are asked for."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.organiser.collector import Counts
from tests.tournament import __main__ as command
from tests.tournament.proof import Figures, other, prove


def test_few_tables_lose_nothing(tmp_path: Path) -> None:
    figures = prove(4, 3, 1, tmp_path, receipt_s=1.0, halls={"quick": 0.5})
    assert figures.differences == ()
    assert "ranking against the journals: equal" in figures.lines()
    assert figures.cuts >= 1
    assert (figures.broker_kills, figures.database_kills) == (1, 1)
    assert figures.counts.refused == 0
    # Nearly every deal tells itself by points that a player did not have before.
    assert 4 * 4 * 2 < len(figures.halls["quick"]) <= 4 * 4 * 3
    assert min(figures.halls["quick"]) > 0


def test_what_differs_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = (*other("deal", [("1", 1), ("1", 2)], [("1", 2), ("1", 2)]),)
    assert told == (
        "deal ('1', 1): in the journals alone",
        "deal ('1', 2): at the organiser alone, or twice",
    )
    none = Counts()
    figures = Figures(1, 2, 1.0, 1, 0, 0, 0, none, (1.0, 1.0), (1.0, 1.0), {}, told)
    monkeypatch.setattr(sys, "argv", ["tournament"])
    monkeypatch.setattr(command, "prove", lambda *_: figures)
    assert command.main() == 1
    assert "ranking against the journals: DIFFERENT" in capsys.readouterr().out
    monkeypatch.setattr(command, "prove", lambda *_: replace(figures, differences=()))
    assert command.main() == 0
    assert "ranking against the journals: equal" in capsys.readouterr().out


@pytest.mark.prove
@pytest.mark.timeout(1800)
def test_fifty_tables_lose_nothing(tmp_path: Path) -> None:
    figures = prove(50, 20, 2, tmp_path)
    assert figures.differences == ()
    assert figures.cuts >= 5
    assert figures.counts.refused == 0
