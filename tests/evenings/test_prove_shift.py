"""The shift test: at least 500 cards of the second renderer, decks kept out; `make prove`."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from tests.evenings.measure_shift import COMMAND, SEED, measure, read, rows
from tests.evenings.own_report import share, total
from tests.evenings.proof import write

CARDS = 500


@pytest.mark.prove
@pytest.mark.shared
@pytest.mark.browser
def test_the_second_renderer_is_read(tmp_path: Path) -> None:
    cv2.setNumThreads(1)
    out = tmp_path / "shift.jsonl"
    measure(CARDS, SEED, out)
    results = read(out, SEED)
    write(rows(results, COMMAND.format(cards=CARDS, seed=SEED)))
    assert total(results, "accused") == 0
    assert share(results, "card_first").value >= 0.97
    assert share(results, "final", "planned").value >= 0.995
