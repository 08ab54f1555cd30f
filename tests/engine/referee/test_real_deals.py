"""The referee and the settlement on real deals; nothing of them is copied into the project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from engine.deal.record import DealRecord
from engine.deal.report import Grade, Known
from engine.dealfile.reader import parse_line
from engine.dealfile.writer import answer, to_json
from engine.referee.evaluation import evaluate
from tests.shared_data import shared_path

pytestmark = pytest.mark.shared

COUNTS = {"schafkopf-paid": 98, "schafkopf-priced": 891, "schafkopf-practice": 669}


def deals(name: str) -> Iterator[tuple[dict[str, object], dict[str, object]]]:
    """Yield (answer, what is expected) of each deal."""
    with shared_path("deals", f"{name}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = parse_line(line)
            yield answer(record, evaluate(record)), json.loads(line)["expect"]


@pytest.mark.parametrize("name", COUNTS)
def test_no_real_deal_gives_a_verdict(name: str) -> None:
    verdicts = [given["verdicts"] for given, _ in deals(name)]
    assert len(verdicts) == COUNTS[name]
    assert verdicts == [[]] * COUNTS[name]


def test_no_real_deal_gives_a_verdict_while_it_runs() -> None:
    """Neither jointly nor by count, at any card: people do run away and discard called cards."""
    with shared_path("deals", "schafkopf-practice.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = parse_line(line)
            for count in range(1, len(record.plays) + 1):
                running = replace(record, plays=record.plays[:count], end=None)
                assert evaluate(running).verdicts == (), (record.id, count)
            assert any(exchanged(record)), record.id


def exchanged(record: DealRecord) -> Iterator[bool]:
    """Tell for two cards of one player's each whether laid the other way round they revoke."""
    for first, second in combinations(range(len(record.plays)), 2):
        plays = list(record.plays)
        if plays[first].seat == plays[second].seat:
            plays[first], plays[second] = plays[second], plays[first]
            report = evaluate(replace(record, plays=tuple(plays), end=None))
            yield any(verdict.kind == "revoke" for verdict in report.verdicts)


@pytest.mark.parametrize("name", COUNTS)
def test_points_tricks_teams_and_payments_are_right(name: str) -> None:
    same = "points_by_seat tricks declarers payout stock_change schneider schwarz laufende price"
    for given, expected in deals(name):
        named = [field for field in same.split() if field in expected]
        assert {field: given[field] for field in named} == {
            field: expected[field] for field in named
        }, given["id"]
        points = given["points"]
        if "declarer_points" in expected:
            assert isinstance(points, dict)
            assert points["declarers"] == expected["declarer_points"]
        assert given["complete"] is True


@pytest.mark.parametrize("name", COUNTS)
def test_real_deals_come_back_as_they_were_written(name: str) -> None:
    with shared_path("deals", f"{name}.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = parse_line(line)
            written = to_json(record)
            assert parse_line(json.dumps(written)) == record
            assert written["expect"] == json.loads(line)["expect"]


@pytest.mark.parametrize("evening", ["evening-1", "evening-2-hard"])
def test_the_revoke_planted_in_an_evening_is_proven(evening: str) -> None:
    path = shared_path("evenings", f"{evening}.deals.jsonl")
    for line in path.read_text(encoding="utf-8").splitlines():
        planted = json.loads(line).get("expect", {}).get("verdict")
        verdicts = evaluate(parse_line(line)).verdicts
        assert {verdict.seat for verdict in verdicts} == ({planted["seat"]} if planted else set())
        if planted:
            first = verdicts[0]
            assert (first.kind, first.play) == (planted["kind"], planted["play"])
            assert first.grades[-1] == Known(Grade.OWN_PLAY, planted["shown_by"])
            assert first.known_after <= planted["shown_by"]
