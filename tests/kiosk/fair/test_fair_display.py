"""No page tells more of a running deal than lies in the open.

Two deals are alike in everything an attentive onlooker may be shown and unlike in the rest: which
cards are gone, which are out, how the Augen stand, what somebody no longer holds, what lies face
down. Every page, fragment, header and light must be the same for both, to the last byte.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from jinja2 import BaseLoader, ChoiceLoader, DictLoader

from kiosk.table.view import SourceKind
from kiosk.web import live
from tests.kiosk.fair.crawl import Said, addresses, crawl, playing
from tests.kiosk.fair.twins import Twins, twins
from tests.simulate.table import GAMES

SOURCES: tuple[SourceKind, ...] = ("camera", "none")
SEED = 6
LARGE = 10
FEW = (
    *(("schafkopf", 4), ("mehrkopf", 2), ("mehrkopf", 7)),
    *(("bavarian", 4), ("sheepshead", 5), ("bierkopf", 4)),
)
"""Every family, in small, usual and large rounds; `make prove` takes them all."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a stream end without the pause that keeps lights from flashing."""
    monkeypatch.setattr(live, "SHORTEST_GAP", 0.0)


def unlike(
    folder: Path, pair: Twins, source: SourceKind, extra: dict[str, str] | None = None
) -> tuple[int, list[str]]:
    """Return how many pages were compared, and which of them tell the two deals apart."""
    found: list[dict[str, Said]] = []
    for record in (pair.one, pair.other):
        with playing(folder, record, pair.rules, source) as (table, app):
            deal = table.view().state.deal
            assert deal is not None
            if extra is not None:
                whole = app.jinja_env.loader
                assert isinstance(whole, BaseLoader)
                app.jinja_env.loader = ChoiceLoader([DictLoader(extra), whole])
            found.append(crawl(app, addresses(app, (pair.one, pair.other), deal.seqs)))
    first, second = found
    assert first["/"].status == 200
    assert [at for at, said in first.items() if said.status >= 500] == []
    return len(first), sorted(
        at for at in first.keys() | second.keys() if first.get(at) != second.get(at)
    )


def pairs(deals: int, games: Sequence[tuple[str, int]]) -> Iterator[tuple[SourceKind, Twins]]:
    """Yield so many pairs of each game, and where their cards are said to come from."""
    for number in range(deals):
        for name, players in games:
            chance = random.Random(f"{SEED} {number} {name} {players}")
            yield chance.choice(SOURCES), twins(name, players, chance)


def compared(
    folder: Path, deals: int, games: Sequence[tuple[str, int]]
) -> tuple[Counter[str], int, list[str]]:
    """Return in what the pairs were unlike, how many pages were compared, and what was told."""
    hidden: Counter[str] = Counter()
    told: list[str] = []
    pages = 0
    for source, pair in pairs(deals, games):
        hidden.update(pair.differ_in())
        count, apart = unlike(folder, pair, source)
        pages += count
        told += [f"{pair.one.game} for {pair.one.players}, {source}: {each}" for each in apart]
    return hidden, pages, told


def test_no_page_tells_apart_deals_that_look_alike(tmp_path: Path) -> None:
    hidden, pages, told = compared(tmp_path, 1, FEW)
    assert told == []
    assert pages > 50 * len(FEW)
    assert min(hidden[each] for each in ("points", "cards")) >= 5
    assert min(hidden[each] for each in ("by count", "face down")) >= 1


@pytest.mark.prove
def test_no_page_tells_apart_many_deals_that_look_alike(tmp_path: Path) -> None:
    hidden, pages, told = compared(tmp_path, LARGE, GAMES)
    assert told == []
    assert pages > 50 * len(GAMES) * LARGE
    assert min(hidden.values()) > LARGE / 4


LEAKS = {
    "points": "{{ view.report.tricks|map(attribute='points')|list }}",
    "gone": "{{ view.state.deal.record.plays|map(attribute='card')|list }}",
    "verdicts": "{{ view.report.verdicts|map(attribute='id')|list }}",
}
"""What a careless template might say, in a comment, an attribute, a hidden field."""


@pytest.mark.parametrize("what", LEAKS)
def test_a_page_that_tells_would_be_found(tmp_path: Path, what: str) -> None:
    head = '{% import "parts.html" as parts with context %}{% include screen_file %}'
    stage = f'{head}<i hidden data-leak="{LEAKS[what]}"></i>'
    for source, pair in pairs(3, FEW):
        differs = {"points": "points", "gone": "cards", "verdicts": "by count"}[what]
        if differs in pair.differ_in():
            assert {"/", "/live?see=stage"} <= set(
                unlike(tmp_path, pair, source, {"stage.html": stage})[1]
            )
            return
    raise AssertionError("no pair differs in that")
