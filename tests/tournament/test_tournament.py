"""The proof of many tables, small with every test, whole where the full numbers are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.proof import prove


def test_few_tables_lose_nothing(tmp_path: Path) -> None:
    figures = prove(4, 3, 1, tmp_path, receipt_s=1.0, halls={"quick": 0.5})
    assert figures.cuts >= 1
    assert (figures.broker_kills, figures.database_kills) == (1, 1)
    assert figures.counts.refused == 0
    # Nearly every deal tells itself by points that a player did not have before.
    assert 4 * 4 * 2 < len(figures.halls["quick"]) <= 4 * 4 * 3
    assert min(figures.halls["quick"]) > 0


@pytest.mark.prove
@pytest.mark.timeout(1800)
def test_fifty_tables_lose_nothing(tmp_path: Path) -> None:
    figures = prove(50, 20, 2, tmp_path)
    assert figures.cuts >= 5
    assert figures.counts.refused == 0
