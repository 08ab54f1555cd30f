"""A short own evening and a short silence through the whole line; and how they are counted."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from engine.dealfile.reader import parse_line
from engine.referee.evaluation import evaluate
from models.workshop.evening.beginnings import BeginningKind
from models.workshop.evening.moment import DealPlan
from models.workshop.evening.quiet import QuietKind
from models.workshop.evening.stage import drawn_stage
from models.workshop.evening.surfaces import Surface
from tests.evenings.own_deals import Played, playable, played
from tests.evenings.own_decks import ISAR, kept_deck
from tests.evenings.own_quiet import quiet
from tests.evenings.own_report import is_hard_table, lines, rows
from tests.evenings.own_units import unit
from tests.evenings.own_watch import Watched, accused, judged, watch_plays
from vision.reading.nets import Nets
from vision.sighting import ActivityChanged, EarlierSeen, TableActivity, VisionEvent

DECK = "drawn-5002"


def test_three_tricks_of_a_deck_never_seen_are_read(nets: Nets) -> None:
    base = unit(0, 1, 1)
    stage = drawn_stage(12, Surface.DARK_WOOD, frozenset())
    evening = replace(base, deck=DECK, stage=stage, turn=0.0, captured=False, interludes=())
    whole = played("schafkopf", 4, kept_deck(DECK).codes, 12, 1)
    plan = whole.plans[0]
    short = DealPlan(plan.id, plan.plays[:12], plan.winners[:3])
    found = judged(watch_plays(evening, replace(whole, plans=(short,)), nets), short_of(whole, 12))
    assert (found["found"], found["extra"], found["accused"]) == (12, 0, 0)
    assert found["first"] >= 11
    assert found["final"] == 12


@pytest.mark.parametrize("beginning", list(BeginningKind))
def test_a_table_that_does_not_begin_empty_plays_like_any_other(
    nets: Nets, beginning: BeginningKind
) -> None:
    base = unit(0, 1, 1)
    stage = drawn_stage(12, Surface.DARK_WOOD, frozenset())
    evening = replace(
        base,
        deck=DECK,
        stage=stage,
        turn=0.0,
        captured=False,
        interludes=(),
        beginning=beginning,
    )
    whole = played("schafkopf", 4, kept_deck(DECK).codes, 12, 1)
    plan = whole.plans[0]
    short = DealPlan(plan.id, plan.plays[:4], plan.winners[:1])
    said: list[VisionEvent] = []
    watched = watch_plays(evening, replace(whole, plans=(short,)), nets, said.append)
    found = judged(watched, short_of(whole, 4))
    assert (found["found"], found["extra"], found["accused"], found["final"]) == (4, 0, 0, 4)
    lying = [event for event in said if isinstance(event, EarlierSeen)]
    empty = [event.t for event in said if is_empty(event)]
    if beginning is BeginningKind.TRICK:
        assert len(lying[0].cards) == 4
        assert {one.card is None for one in lying[0].cards} == {False}
        assert lying[-1].cards == ()
        assert min(empty) >= lying[-1].known_t
    elif beginning is BeginningKind.PILE:
        assert [one.back for one in lying[0].cards] == [True]
        assert len(lying) == 1
        assert empty == []


def is_empty(event: VisionEvent) -> bool:
    return isinstance(event, ActivityChanged) and event.activity is TableActivity.EMPTY


def short_of(game: Played, count: int) -> Played:
    plan = game.plans[0]
    return replace(game, plans=(DealPlan(plan.id, plan.plays[:count], plan.winners),))


def test_nothing_is_heard_while_nobody_plays(nets: Nets) -> None:
    heard = quiet(nets, 6.0, seed=0, kinds=(QuietKind.DEALING, QuietKind.HANDS))
    assert heard.seconds > 5
    assert (heard.cards, heard.verdicts) == (0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_own_deals_are_played_by_the_rules(seed: int) -> None:
    games = playable(kept_deck(ISAR).codes)
    assert {seats for _, seats in games} == {3, 4, 5, 6, 7}
    for deck in (ISAR, "drawn-5001"):
        codes = kept_deck(deck).codes
        game, seats = random.Random(seed).choice(playable(codes))
        evening = played(game, seats, codes, seed, 2)
        for line, plan in zip(evening.lines, evening.plans, strict=True):
            report = evaluate(parse_line(line))
            assert not report.verdicts
            assert tuple(trick.winner for trick in report.tricks) == plan.winners
            assert {card for _, card in plan.plays} <= codes


@pytest.mark.shared
def test_no_own_deal_is_a_game_that_its_cards_forbid() -> None:
    # Of 60 evenings one was a Ramsch that the dealer could not call, and its verdict was right.
    codes = kept_deck("french-pysol-xskat-french").codes
    for seed in range(150):
        (line,) = played("mehrkopf", 4, codes, seed, 1).lines
        assert not evaluate(parse_line(line)).verdicts, seed


def test_a_french_deck_is_judged_by_what_the_game_calls_its_cards() -> None:
    codes = frozenset(suit + rank for suit in "CSHD" for rank in "23456789TJQKA")
    game = played("schafkopf", 4, codes, 1, 1)
    assert {card for _, card in game.plans[0].plays} <= codes
    assert [game.name(card) for _, card in game.plans[0].plays] == [
        card for _, card in json.loads(game.lines[0])["plays"]
    ]


def test_evenings_hang_on_their_seed() -> None:
    assert unit(5, 1, 3) == unit(5, 1, 3)
    assert unit(5, 1, 3) != unit(5, 2, 3)
    turned = replace(unit(0, 1, 1), seats=4, turn=90.0)
    assert turned.angles == (270.0, 0.0, 90.0, 180.0)


def card(t: float, seat: int, code: str) -> dict[str, Any]:
    return {"kind": "card", "seconds": t, "seat": seat, "card": code}


def play(t: float, seat: int, code: str) -> dict[str, Any]:
    return {"type": "card_played", "known_t": t, "seat": seat, "card": code}


def test_counting_tells_wrong_cards_seats_extras_and_late_ones() -> None:
    truth = [card(1, 0, "EO"), card(3, 1, "GA"), card(5, 2, "H7"), card(7, 3, "S7")]
    said = [play(1.3, 0, "EO"), play(3.9, 1, "GA"), play(5.2, 3, "H7"), play(7.2, 3, "S8")]
    said.append(play(60.0, 0, "E9"))
    final = [[[0, "EO"], [1, "GA"], [2, "H7"], [3, "S8"]]]
    plan = DealPlan("x", ((0, "EO"), (1, "GA"), (2, "H7"), (3, "S7")), (0,))
    found = judged(Watched(said, truth, final), Played(("{}",), (plan,), 4))
    assert (found["cards"], found["found"], found["extra"]) == (4, 4, 1)
    assert (found["card_first"], found["first"], found["soon"], found["final"]) == (3, 2, 1, 3)
    assert len(found["wrong"]) == 3


def test_every_verdict_ever_shown_counts() -> None:
    shown = {"type": "verdict", "deal": 0, "seat": 1, "kind": "revoke", "play": 4}
    assert len(accused([{**shown, "status": "suspected"}, {**shown, "status": "withdrawn"}])) == 1
    assert not accused([{"type": "card_played"}])


def test_the_report_adds_up() -> None:
    counts = {"cards": 10, "first": 9, "final": 10, "planned": 10, "card_first": 9, "soon": 8}
    rest = {"extra": 1, "accused": 0, "tricks": 3, "taken": 3, "questions": 1, "deals": 1}
    looks = {"table": "felt", "nuisances": ["clutter"], "deck": "d", "seats": 4, "lines": 720}
    more = {"size": "small", "turn": 0.0, "enrolled": "face", "interludes": [], "cpu_s": 1.0}
    more["begins"] = "empty"
    results = [{**counts, **rest, **looks, **more, "commit": "c"}] * 2
    results += [{**results[0], "deck": ISAR, "first": 3, "accused": 1}]
    results += [{**looks, "deck": "twins", "refused": "they look the same", "cards": 0}]
    told = lines(results)
    assert "18 of 20 (90.0 %" in told[0]
    assert any("3 of 10" in line for line in told)
    assert "not enrolled: twins: they look the same" in told
    assert is_hard_table(results[0])
    measured = [row.measured for row in rows(results, "make")]
    assert "refused at enrolment: twins" in measured[0]
    assert "20 of 20" in measured[1]
    assert measured[4] == "1 in 3 deals"
