"""How long a step of a big evening takes; `pytest -m prove -s tests/kiosk/replay`."""

from __future__ import annotations

import json
import re
import statistics
import time
from pathlib import Path

import pytest

from engine.journal.journal import Journal
from kiosk.exports.deals import import_deals, read_deals
from kiosk.replay.library import JournalShelf, Library
from kiosk.web.evening.replay import create_replay_app, evening_html

WANTED_S = 0.3
MOST_BYTES = 1_500_000


def evening_of(count: int, shared_data: Path, path: Path) -> Library:
    """Real deals of the practice file as one evening of a journal's file."""
    lines = (shared_data / "deals/schafkopf-practice.jsonl").read_text(encoding="utf-8")
    deals = [json.dumps({**json.loads(line), "evening": "x"}) for line in lines.splitlines()]
    journal = Journal.open(path)
    import_deals(
        journal, read_deals("\n".join(deals[:count]), "deals"), "2026-11-20T20:00:00+01:00"
    )
    journal.close()
    return Library(JournalShelf(path))


@pytest.mark.prove
@pytest.mark.shared
def test_a_step_in_an_evening_of_forty_deals_is_quick(shared_data: Path, tmp_path: Path) -> None:
    library = evening_of(40, shared_data, tmp_path / "journal.sqlite")
    client = create_replay_app(library, "de").test_client()
    address: str | None = "/replay/1/40?card=0"
    took: list[float] = []
    while address is not None:
        begin = time.perf_counter()
        page = client.get(address, follow_redirects=True).get_data(as_text=True)
        took.append(time.perf_counter() - begin)
        found = re.search(r'data-go="on" href="([^"]+)"', page)
        address = None if found is None else found[1]
    print(f"first {took[0]:.3f} s, then median {statistics.median(took):.3f}, most {max(took[1:])}")
    assert len(took) > 30
    assert statistics.median(took) < WANTED_S
    assert max(took) < 10 * WANTED_S


@pytest.mark.prove
@pytest.mark.shared
def test_thirty_deals_are_a_file_below_a_megabyte_and_a_half(
    shared_data: Path, tmp_path: Path
) -> None:
    library = evening_of(30, shared_data, tmp_path / "journal.sqlite")
    tape = library.tape("1")
    assert tape is not None
    begin = time.perf_counter()
    written = evening_html(tape, library).encode()
    print(f"{len(written)} bytes in {time.perf_counter() - begin:.1f} s")
    assert len(tape.deals) == 30
    assert len(written) < MOST_BYTES
