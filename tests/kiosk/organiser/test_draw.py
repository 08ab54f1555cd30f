"""The draw follows from its seed alone, seats everybody once, and lets few people meet again."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.text import PlainError
from kiosk.organiser.draw import (
    Odd,
    SeedStream,
    draw,
    met_again,
    plan_file,
    read_plan,
    table_sizes,
)
from kiosk.organiser.tournament import RoundPlan

PEOPLE = st.lists(st.integers(1, 500), min_size=3, max_size=40, unique=True)


@example(people=6, odd=5)
@example(people=7, odd=5)
@given(people=st.integers(3, 400), odd=st.sampled_from([3, 5]))
def test_everybody_sits_at_a_table_of_three_to_five(people: int, odd: int) -> None:
    sizes = table_sizes(people, 5 if odd == 5 else 3)
    assert sum(sizes) == people
    assert set(sizes) <= {3, 4, 5}
    # At most three tables are not of four, or one more where the other size does not go.
    assert sum(size != 4 for size in sizes) <= 4


@settings(max_examples=20)
@given(numbers=PEOPLE, seed=st.text(max_size=20), rounds=st.integers(1, 4))
def test_a_draw_seats_everybody_once_a_round_and_can_be_drawn_again(
    numbers: list[int], seed: str, rounds: int
) -> None:
    plans = draw(numbers, rounds, seed)
    assert [plan.number for plan in plans] == list(range(1, rounds + 1))
    for plan in plans:
        assert sorted(n for each in plan.tables for n in each.numbers) == sorted(numbers)
    assert draw(list(reversed(numbers)), rounds, seed) == plans


def test_another_seed_is_another_draw() -> None:
    assert draw(range(1, 41), 1, "a") != draw(range(1, 41), 1, "b")


def test_a_number_follows_from_sha_256_as_the_docs_say() -> None:
    block = hashlib.sha256(b"Bierzelt:0").digest()
    stream = SeedStream("Bierzelt")
    assert [stream.below(2**32) for _ in range(4)] == [
        int.from_bytes(block[at : at + 8], "big") % 2**32 for at in (0, 8, 16, 24)
    ]


def test_chance_is_even() -> None:
    stream = SeedStream("even")
    counts = Counter(stream.below(6) for _ in range(6000))
    assert all(850 < counts[side] < 1150 for side in range(6))


@pytest.mark.parametrize(
    ("people", "rounds", "again"), [(200, 4, 0), (48, 4, 0), (20, 3, 0), (11, 2, 4)]
)
def test_few_meet_again(people: int, rounds: int, again: int) -> None:
    plans = draw(range(1, people + 1), rounds, "Rennen 2026")
    assert sum(times - 1 for times in met_again(plans).values()) <= again


def test_who_sat_at_an_odd_table_does_not_sit_there_again() -> None:
    plans = draw(range(1, 40), 4, "odd")
    odd = Counter(n for plan in plans for each in plan.tables if len(each.numbers) != 4
                  for n in each.numbers)  # fmt: skip
    assert len(odd) == 12
    assert set(odd.values()) == {1}


@settings(max_examples=40, deadline=None)
@example(people=11, rounds=3, seed="Zwetschge", odd=3, gone=10)
@example(people=17, rounds=4, seed="w9", odd=3, gone=0)
@example(people=13, rounds=3, seed="w0", odd=5, gone=0)
@given(
    people=st.integers(6, 40),
    rounds=st.integers(1, 6),
    seed=st.text(max_size=10),
    odd=st.sampled_from([3, 5]),
    gone=st.integers(0, 40),
)
def test_those_who_sat_at_an_odd_table_least_often_come_first(
    people: int, rounds: int, seed: str, odd: int, gone: int
) -> None:
    size: Odd = 5 if odd == 5 else 3
    first = draw(range(1, people + 1), 1, seed, odd=size)
    left = [number for number in range(1, people + 1) if number != gone]
    sat: Counter[int] = Counter()
    for plan in draw(left, rounds, seed, first, size):
        there = [n for each in plan.tables if len(each.numbers) != 4 for n in each.numbers]
        others = {n for each in plan.tables for n in each.numbers}.difference(there)
        if there and others:
            assert max(sat[n] for n in there) <= min(sat[n] for n in others)
        sat.update(there)


def test_rounds_that_were_played_stay_and_count_as_met() -> None:
    first = draw(range(1, 25), 1, "x")
    left = [number for number in range(1, 25) if number != 7]
    plans = draw(left, 3, "x", kept=first)
    assert plans[0] == first[0]
    assert all(plan.table_of(7) is None for plan in plans[1:])
    assert sum(times - 1 for times in met_again(plans).values()) <= 1


@settings(max_examples=20)
@given(numbers=PEOPLE)
def test_a_draw_comes_back_from_its_file(numbers: list[int]) -> None:
    plans = draw(numbers, 2, "file")
    assert read_plan(plan_file(plans)) == plans
    assert read_plan("Runde,Tisch,1,2,3,4\n" + plan_file(plans).replace(";", ",")) == plans


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no table"),
        ("1;1;2;3;4;x", 'Line 1.*"x" is not a number'),
        ("1;1;2;3;4;5\n1;2;6;7;8;9\n1;;6;7", "Line 3"),
        ("1;1;2;3;4;5\n1;2;5;7;8;9", "sits twice"),
        ("1;1;2;3", "three, four or five"),
    ],
)
def test_a_file_that_is_no_draw_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(PlainError, match=said):
        read_plan(text)


def test_two_people_are_too_few() -> None:
    with pytest.raises(PlainError, match="at least three"):
        draw([1, 2], 1, "")


def plans_of(*tables: tuple[int, ...]) -> tuple[RoundPlan, ...]:
    return read_plan("\n".join(f"{r};1;" + ";".join(map(str, t)) for r, t in enumerate(tables, 1)))


def test_who_meets_again_is_counted() -> None:
    assert met_again(plans_of((1, 2, 3), (3, 1, 4), (1, 3, 2))) == {(1, 2): 2, (1, 3): 3, (2, 3): 2}
