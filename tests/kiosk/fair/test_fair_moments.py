"""When something is said, and what is shown of a running deal at all: read off the pages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.deal.record import DealRecord
from engine.deal.report import Grade, Verdict
from engine.referee.evaluation import evaluate
from firmware_bridge.cues import Outside, sequence
from kiosk.director.verdicts import Saying, SayWhen
from kiosk.screens.cards import deck
from kiosk.web import live
from tests.kiosk.fair.crawl import NAMES, addresses, crawl, playing, state_of
from tests.kiosk.fair.twins import Twins, open_from, shown_as_proof, twins
from tests.simulate.playing import plant
from tests.simulate.records import cut, record_of
from tests.simulate.table import GAMES, table

AT_ONCE = Saying(SayWhen.AT_ONCE, SayWhen.AT_ONCE, SayWhen.AT_ONCE)
_CARD = re.compile(r'data-card="(\w\w)"')
_ASKS_OR_HEADS = re.compile(r"/(enter|stop|rules|begin/game|more|menu|exports/file)\b")
"""Pages that ask for the Laufende, explain or list them, or name a column after them."""
_GRID = re.compile(r"^/(lay|missing/\d+|check/\d+\?.*deck=1|call|enter|begin|start|words|setup)\b")
"""Pages that offer every card of the deck, those that can be called, or a deck's examples."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a stream end without the pause that keeps lights from flashing."""
    monkeypatch.setattr(live, "SHORTEST_GAP", 0.0)


def drawn(deals: int = 1, every: int = 1) -> Iterator[Twins]:
    for number in range(deals):
        for name, players in GAMES[number % every :: every]:
            yield twins(name, players, random.Random(f"moments {number} {name} {players}"))


def test_only_the_cards_of_the_running_and_the_last_trick_are_shown(tmp_path: Path) -> None:
    for pair in drawn(every=4):
        fair = {play.card.code for play in pair.one.plays[open_from(pair.one) :] if play.card}
        proof = shown_as_proof(evaluate(pair.one))
        fair |= {play.card.code for at in proof if (play := pair.one.plays[at]).card}
        with playing(tmp_path, pair.one, pair.rules) as (watched, app):
            deal = watched.view().state.deal
            assert deal is not None
            pages = crawl(app, addresses(app, (pair.one,), deal.seqs))
        for address, said in pages.items():
            if not _GRID.match(address):
                assert set(_CARD.findall(said.body)) <= fair, (address, pair.one.game)


def test_the_lights_do_not_tell_apart_deals_that_look_alike() -> None:
    compared = 0
    for pair in drawn(2):
        shown = []
        for record in (pair.one, pair.other):
            before = cut(record, len(record.plays) - 1)
            earlier, now = state_of(before, pair.rules), state_of(record, pair.rules)
            shown.append(sequence(earlier, now, Outside(asking=True)))
        assert shown[0] == shown[1]
        compared += pair.one != pair.other
    assert compared > len(GAMES)


def by_count(record: DealRecord) -> Verdict | None:
    """Return a proven act that only counting has shown so far."""
    for verdict in evaluate(record).verdicts:
        grades = {known.grade for known in verdict.grades} or {verdict.grade}
        if (
            Grade.OWN_PLAY not in grades
            and verdict.status.value == "proven"
            and verdict.seat is not None
        ):
            return verdict
    return None


def counted_early() -> tuple[DealRecord, Verdict]:
    """Return a deal in whose midst counting alone proves a revoke."""
    for seed in range(400):
        chance = random.Random(seed)
        planted = plant(table("schafkopf", 4, chance), chance, "revoke", "conceals")
        if planted is None:
            continue
        whole = record_of(planted.deal, "counted")
        for count in range(16, len(whole.plays) - 1):
            early = cut(whole, count)
            verdict = by_count(early)
            if verdict is not None:
                return whole, verdict
    raise AssertionError("no such deal")


def opened(folder: Path, record: DealRecord, saying: Saying) -> dict[str, str]:
    with playing(folder, record, {}, saying=saying) as (watched, app):
        deal = watched.view().state.deal
        assert deal is not None
        pages = crawl(app, addresses(app, (record,), deal.seqs))
    return {address: said.body for address, said in pages.items() if said.status == 200}


def alerts(pages: dict[str, str], verdict: Verdict) -> set[str]:
    """Return the pages that speak of the verdict."""
    return {at for at, body in pages.items() if verdict.id in body or 'role="alert"' in body}


def test_what_only_counting_shows_waits_for_the_end_of_the_deal_unless_the_house_says_so(
    tmp_path: Path,
) -> None:
    whole, verdict = counted_early()
    early = cut(whole, verdict.known_after + 1)
    assert alerts(opened(tmp_path, early, Saying()), verdict) == set()
    assert "/" in alerts(opened(tmp_path, early, AT_ONCE), verdict)
    assert "/" in alerts(opened(tmp_path, whole, Saying()), verdict)


def test_a_claim_alone_is_told_what_the_house_keeps_for_claims(tmp_path: Path) -> None:
    whole, verdict = counted_early()
    early = cut(whole, verdict.known_after + 1)
    kept = Saying(SayWhen.AT_ONCE, SayWhen.ON_CLAIM, SayWhen.ON_CLAIM)
    told = alerts(opened(tmp_path, early, kept), verdict)
    assert "/claim" in told
    assert "/" not in told
    assert not {at for at in told if at.startswith("/live")}


@pytest.mark.parametrize("count", [10, 15])
def test_points_and_sides_are_nowhere_while_a_deal_runs(tmp_path: Path, count: int) -> None:
    """Beside the running trick's Augen there is no number of Augen, whoever counts them."""
    pair = twins("schafkopf", 4, random.Random(count), any_rules=False)
    pages = opened(tmp_path, cut(pair.one, count), Saying())
    points = [trick.points for trick in evaluate(cut(pair.one, count)).tricks]
    for address, body in pages.items():
        told = {int(each) for each in re.findall(r'data-points="(\d+)"', body)}
        assert told <= set(points[-2:]), address
        assert "Laufende" not in body or _ASKS_OR_HEADS.match(address), address
    assert len(deck(pair.one)) == 32
    assert NAMES[0] in pages["/"]
