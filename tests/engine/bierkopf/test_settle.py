"""Game points, doublings and an evening of Bierkopf, against plain rules over whole hands."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Family, card
from engine.deal.ends import read_entered
from engine.deal.record import DealRecord
from engine.deal.report import DealResult
from engine.dealfile.reader import parse
from engine.dealfile.writer import to_json
from engine.evening.fold import fold
from engine.evening.report import evening_report, game_won_text
from engine.events import (
    Announced,
    CardPlayed,
    DealClosed,
    DealEntered,
    DealStarted,
    Doubled,
    EveningStarted,
    Event,
)
from engine.games import GAMES
from engine.games.base import MayDouble
from engine.games.bierkopf import BIERKOPF
from engine.games.carry import NOTHING_CARRIED, Carry
from engine.games.dealer import draw
from engine.games.facts import gather
from engine.referee.evaluation import evaluate, may_double
from engine.rules.house_rules import preset_rules
from engine.text import PlainError
from tests.engine.bierkopf.plain import DECK, Game, deal, first_game, random_game
from tests.engine.deals import record
from tests.engine.spine import enveloped

SEEDS = st.integers(0, 2**32)
NAMES = ("Anna", "Bert", "Cilli", "Dora")
EVENING = EveningStarted("e", "bierkopf", {}, NAMES, "french", {})

Said = tuple[int, int]
"""Seat, and cards that lay."""


def result(made: Game, **more: object) -> DealResult:
    found = evaluate(made.record(**more)).result
    assert found is not None
    return found


def ladder(dealer: int, said: list[Said]) -> list[bool]:
    """Tell of each double whether it was right, where each answers the last right one (BK)."""
    right: list[bool] = []
    last: Said | None = None
    for seat, after in said:
        if last is None:
            fits = after == 0 and seat != dealer
        else:
            fits = (seat - last[0]) % 2 == 1 and after >= max(2, last[1]) and after < 20
        right.append(fits)
        last = (seat, after) if fits else last
    return right


@given(SEEDS, st.integers(0, 4))
@settings(max_examples=120, deadline=None)
def test_one_team_at_most_scores_and_nobody_pays(seed: int, count: int) -> None:
    made = random_game(seed)
    found = result(made, doubles=["double"] * count)
    first, second = made.points
    assert first + second == 120
    worth = (1 + (max(made.points) >= 91)) * 2**count if first != 60 else 0
    assert found.game_points == ((worth, 0) if first > 60 else (0, worth))
    assert sum(found.points_by_seat[seat] for seat in (0, 2)) == first
    assert found.payout == (Fraction(0),) * 4
    assert found.stock_change == 0


@given(SEEDS, st.lists(st.tuples(st.integers(0, 3), st.integers(0, 20)), min_size=1, max_size=5))
@settings(max_examples=200, deadline=None)
def test_doubles_are_judged_as_the_ladder_of_plain_rules_says(seed: int, said: list[Said]) -> None:
    made = random_game(seed)
    doubles = [{"say": "double", "seat": seat, "after": after} for seat, after in said]
    right = ladder(made.dealer, said)
    if not right[0]:
        return  # What answers a wrong one stands as long as nobody objects.
    wrong = {
        (seat, max(0, min(after, 20) - 1))
        for (seat, after), fits in zip(said, right, strict=True)
        if not fits
    }
    verdicts = evaluate(made.record(doubles=doubles)).verdicts
    assert {(v.seat, v.play) for v in verdicts if v.kind == "illegal_double"} == wrong


def free_to_double(so_far: DealRecord) -> tuple[int, ...]:
    found = may_double(so_far)
    assert found is not None
    assert found.say in BIERKOPF.doubling_words()
    return found.seats


@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        ({}, set()),
        ({"doubling": "off"}, {(0, 0), (3, 1)}),
        ({"doubling": "before"}, {(3, 1)}),
        ({"redouble_from": 3}, {(3, 1)}),
    ],
)
def test_the_house_says_how_the_stakes_are_doubled(
    rules: dict[str, object], wrong: set[Said]
) -> None:
    doubles = [{"say": "double", "seat": 0, "after": 0}, {"say": "double", "seat": 3, "after": 2}]
    played_so_far = deal("0 CA CK CT DK", rules=rules, doubles=doubles)
    assert {(v.seat, v.play) for v in evaluate(played_so_far).verdicts} == wrong
    before = free_to_double(deal(rules=rules))
    assert before == (() if rules == {"doubling": "off"} else (0, 1, 2))
    words = dict(BIERKOPF.call_menu(played_so_far.rules, 4).doublings)
    assert ("double" in words) is (rules != {"doubling": "off"})


@given(SEEDS, st.integers(2, 19))
@settings(max_examples=60, deadline=None)
def test_who_is_said_to_be_free_to_double_is(seed: int, count: int) -> None:
    made = random_game(seed)
    said = [((made.dealer + 1) % 4, 0)]
    for _ in range(3):
        doubles: list[object] = [{"say": "double", "seat": s, "after": a} for s, a in said]
        so_far = deal(made.plays[:count], made.dealer, doubles=doubles)
        free = free_to_double(so_far)
        right = {seat for seat in range(4) if ladder(made.dealer, [*said, (seat, count)])[-1]}
        assert set(free) == right
        said.append((random.Random(seed).choice(free), count))


def test_after_a_double_of_nobody_known_anybody_may_and_no_game_else_says() -> None:
    unknown = deal("0 CA CK CT DK", doubles=["double"])
    assert may_double(unknown) == MayDouble("double", (0, 1, 2, 3))
    late = deal("0 CA CK CT DK", doubles=["double", {"say": "double", "seat": 3, "after": 4}])
    assert evaluate(late).verdicts == ()
    assert may_double(replace(unknown, end={"kind": "void"})) == MayDouble("double")
    assert may_double(record([], {"kind": "ramsch"})) is None


@given(st.permutations(DECK))
def test_the_aces_make_two_teams_of_people_who_sit_opposite(order: list[str]) -> None:
    found = draw([card(code, Family.FRENCH) for code in order])
    owners = [place % 4 for place, code in enumerate(order) if code[1] == "A"]
    if len(set(owners)) < 2:
        assert found is None
        return
    assert found is not None
    assert found.dealer == owners[0] == found.partners[0]
    assert found.partners[1] == next(each for each in owners if each != owners[0])
    assert sorted((*found.partners, *found.others)) == sorted(found.seats) == [0, 1, 2, 3]
    places = {person: found.seats.index(person) for person in range(4)}
    assert abs(places[found.partners[0]] - places[found.partners[1]]) == 2
    assert places[found.dealer] == 3


def test_the_rest_may_be_claimed_or_given_up() -> None:
    made = first_game(lambda each: each.points[0] >= 91 and each.dealer == 3)
    laid = made.plays[:12]
    claimed = evaluate(deal(laid, end={"kind": "claim", "seat": 2, "tricks": "rest"})).result
    given_up = evaluate(deal(laid, end={"kind": "conceded", "seat": 1})).result
    assert claimed is not None
    assert given_up is not None
    assert claimed.game_points == given_up.game_points
    open_claim = deal(laid, end={"kind": "claim", "seat": 2, "agreed": False})
    assert evaluate(open_claim).result is None


@pytest.mark.parametrize(
    ("told", "points"),
    [
        ({"points": [61, 59]}, (1, 0)),
        ({"points": [29, None]}, (0, 2)),
        ({"points": [60, 60]}, (0, 0)),
        ({"won": True}, (1, 0)),
        ({"won": False, "schneider": True}, (0, 2)),
    ],
)
def test_a_result_entered_by_hand_is_worth_what_the_cards_would_be(
    told: dict[str, object], points: tuple[int, int]
) -> None:
    found = evaluate(deal(end={"kind": "entered", **told}, doubles=["double"])).result
    assert found is not None
    assert found.game_points == (2 * points[0], 2 * points[1])


def test_a_result_that_cannot_be_is_refused_in_a_sentence() -> None:
    facts = gather(deal(), BIERKOPF.setting)
    with pytest.raises(PlainError, match="add up to 121"):
        BIERKOPF.settle_entered(facts, read_entered({"kind": "entered", "points": [61, 60]}, 4))


def played(made: Game, name: str, doubles: int = 0) -> list[Event]:
    """Return the events of a deal in which the teams double in turn."""
    contract = BIERKOPF.set_contract(NOTHING_CARRIED)
    events: list[Event] = [DealStarted(name, made.dealer), Announced(contract)]
    first = made.plays[0][0]
    said = [(first, 0), ((first + 1) % 4, 2), (first, 3)][:doubles]
    for index, (_, code) in enumerate(made.plays):
        events += [Doubled("double", seat, after) for seat, after in said if after == index]
        events.append(CardPlayed(card(code, Family.FRENCH)))
    return [*events, DealClosed()]


def test_an_evening_counts_the_game_points_and_ends_a_game_at_21() -> None:
    high = first_game(lambda each: each.points[0] >= 91 and each.dealer == 3)
    low = first_game(lambda each: 61 <= each.points[1] < 91 and each.dealer == 0)
    events = [EVENING, *played(high, "d1", 3), *played(low, "d2", 1)]
    state = fold(enveloped(events))
    assert state.oddities == ()
    assert [int(each) for each in state.totals] == [16, 2, 16, 2]
    assert state.carry.game_points == (16, 2)
    assert state.next_contract == BIERKOPF.set_contract(state.carry)
    report = evening_report(state)
    assert report.winners == ("Anna", "Cilli")
    assert report.dues is None
    over = fold(enveloped([*events, *played(high, "d3", 3)]))
    assert [int(each) for each in over.totals] == [32, 2, 32, 2]
    assert over.carry.game_points == (0, 0)


def test_a_game_that_is_won_is_told_and_the_next_one_begins() -> None:
    high = first_game(lambda each: each.points[0] >= 91 and each.dealer == 3)
    low = first_game(lambda each: 61 <= each.points[1] < 91 and each.dealer == 0)
    won = [EVENING, *played(high, "d1", 3), *played(low, "d2", 1), *played(high, "d3", 3)]
    before = fold(enveloped(won[:-1]))
    assert before.games_won == ()
    state = fold(enveloped(won))
    (game,) = state.games_won
    assert state.finished[-1].game_won == game
    assert (game.deal, game.team, game.seats, game.points) == ("d3", 0, (0, 2), (32, 2))
    said = game_won_text(game)
    assert said.de == "Partie gewonnen: Anna und Cilli, 32 zu 2"
    assert said.en == "Game won: Anna and Cilli, 32 to 2"
    # The next game begins at nothing, what was won stays on the score.
    on = fold(enveloped([*won, *played(low, "d4", 0)]))
    assert on.games_won == (game,)
    assert sum(on.carry.game_points) == 1
    assert len(on.finished) == 4
    assert [int(each) for each in on.totals] == [32, 3, 32, 3]
    assert evening_report(on).games == (game,)


def test_a_correction_of_an_old_deal_takes_the_won_game_back() -> None:
    high = first_game(lambda each: each.points[0] >= 91 and each.dealer == 3)
    events = [EVENING, *played(high, "d1", 3), *played(high, "d2", 3)]
    state = fold(enveloped(events))
    assert len(state.games_won) == 1
    told = DealEntered({"won": False}, doubles=(), deal="d1")
    changed = fold(enveloped([*events, told]))
    assert changed.games_won == ()
    assert changed.carry.game_points == (16, 1)


def test_a_deal_of_another_game_leaves_the_game_points_as_they_are() -> None:
    made = first_game(lambda each: each.points[0] > 60)
    carry = Carry(stock=3, game_points=(7, 5))
    after = GAMES["schafkopf"].carried(carry, record([], {"kind": "ramsch"}), result(made))
    assert after == carry


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_a_deal_comes_back_from_its_line(seed: int) -> None:
    written = random_game(seed, 0.2).record(doubles=["double"], suits="french")
    assert parse(to_json(written)) == written
    assert written.rules == preset_rules("bierkopf")
