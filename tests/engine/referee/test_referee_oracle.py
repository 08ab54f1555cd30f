"""The referee against plain rules and whole hands: sound, complete, and as early as it may be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRecord, Play
from engine.deal.report import Grade, Status, Verdict
from engine.referee.evaluation import evaluate
from tests.engine.deals import record_at
from tests.engine.referee.oracle import (
    FULL,
    SHORT,
    Game,
    Table,
    called_deal,
    random_deal,
    start,
    wrong_acts,
)

seeds = st.integers(0, 2**40)
decks = st.sampled_from([FULL, SHORT])


def acts(verdicts: Sequence[Verdict]) -> set[tuple[str, int | None, int]]:
    return {(verdict.kind, verdict.seat, verdict.play) for verdict in verdicts}


def own(verdicts: Sequence[Verdict]) -> dict[tuple[str, int | None, int], int]:
    """Return what the offenders' own plays prove, with the play that does."""
    return {
        (verdict.kind, verdict.seat, verdict.play): known.after
        for verdict in verdicts
        for known in verdict.grades
        if known.grade is Grade.OWN_PLAY
    }


def grown(before: Sequence[Verdict], final: Sequence[Verdict], count: int) -> bool:
    """Whether every grade of `before` is one of `final`, and none came to hold later."""
    then = {each.id: each.grades for each in before if Grade.OWN_PLAY is each.grade}
    now = {each.id: each.grades for each in final}
    return all(
        tuple(known for known in now[name] if known.after < count) == grades
        for name, grades in then.items()
    )


@given(seeds, decks)
@settings(max_examples=200, deadline=None)
def test_no_legal_deal_gives_a_verdict(seed: int, deck: tuple[str, ...]) -> None:
    table, _, plays = random_deal(random.Random(seed), deck=deck)
    assert evaluate(record_at(table, plays)).verdicts == ()
    table, hands, plays = random_deal(random.Random(seed), 0.2, deck)
    assert bool(evaluate(record_at(table, plays)).verdicts) == bool(wrong_acts(table, hands, plays))


@given(seeds, decks)
@settings(max_examples=60, deadline=None)
def test_no_running_legal_deal_gives_a_verdict(seed: int, deck: tuple[str, ...]) -> None:
    table, _, plays = random_deal(random.Random(seed), deck=deck)
    for count in range(len(plays)):
        assert evaluate(record_at(table, plays[:count])).verdicts == ()
    table, hands, plays = random_deal(random.Random(seed), 1.0, deck)
    told = [evaluate(record_at(table, plays[:count])).verdicts for count in range(len(plays) + 1)]
    assert any(told) == bool(wrong_acts(table, hands, plays))


@given(seeds, decks, st.sampled_from([0.03, 0.2, 1.0]))
@settings(max_examples=300, deadline=None)
def test_at_the_end_exactly_the_wrong_acts_are_proven(
    seed: int, deck: tuple[str, ...], error_rate: float
) -> None:
    table, hands, plays = random_deal(random.Random(seed), error_rate, deck)
    verdicts = evaluate(record_at(table, plays)).verdicts
    assert acts(verdicts) == wrong_acts(table, hands, plays)
    assert all(verdict.status is Status.PROVEN for verdict in verdicts)


@given(seeds, st.sampled_from([0.05, 0.5]))
@settings(max_examples=60, deadline=None)
def test_a_verdict_stands_from_known_after_on_and_not_before(seed: int, error_rate: float) -> None:
    table, _, plays = random_deal(random.Random(seed), error_rate)
    final = evaluate(record_at(table, plays)).verdicts
    for count in range(1, len(plays)):
        known = {act: after for act, after in own(final).items() if after < count}
        before = evaluate(record_at(table, plays[:count])).verdicts
        assert own(before) == known
        assert grown(before, final, count)


def first_of_class(table: Table, plays: Sequence[tuple[int, str]], act: int) -> int:
    """Return the seat's first play after `act` of the class that it denied there."""
    seat = plays[act][0]
    led = table.klass(plays[act - act % 4][1])
    return next(
        index
        for index in range(act + 1, len(plays))
        if plays[index][0] == seat and table.klass(plays[index][1]) == led
    )


@given(seeds, decks)
@settings(max_examples=300, deadline=None)
def test_a_revoke_is_known_at_the_first_own_card_of_the_denied_class(
    seed: int, deck: tuple[str, ...]
) -> None:
    table, _, plays = random_deal(random.Random(seed), 0.3, deck)
    for verdict in evaluate(record_at(table, plays)).verdicts:
        if verdict.kind == "revoke":
            shows = first_of_class(table, plays, verdict.play)
            assert own([verdict]) == {("revoke", verdict.seat, verdict.play): shows}
            assert verdict.known_after <= shows
            assert verdict.proof == (verdict.play, shows)


def certain_acts(
    table: Table, plays: Sequence[tuple[int, str]], holder: int
) -> set[tuple[str, int, int]]:
    """Return what the holder did wrong whichever cards he still has: every way is tried."""
    mine = [card for seat, card in plays if seat == holder]
    left = len(table.deck) // 4 - len(mine)
    laid = {card for _, card in plays}
    unseen = [card for card in table.deck if card not in laid]
    worlds = []
    for rest in combinations(unseen, left):
        game = start(table, [[], [], [], []], plays[0][0])
        game.hands[holder] = mine + list(rest)
        worlds.append(_wrong_of(game, plays, holder))
    return set.intersection(*worlds)


def _wrong_of(
    game: Game, plays: Sequence[tuple[int, str]], holder: int
) -> set[tuple[str, int, int]]:
    found: set[tuple[str, int, int]] = set()
    for index, (seat, card) in enumerate(plays):
        if seat == holder:
            found |= {(kind, seat, index) for kind in game.wrongs(card)}
        else:
            game.hands[seat] = [card]
        game.lay(card)
    return found


@given(seeds, decks)
@settings(max_examples=500, deadline=None)
def test_at_the_end_exactly_the_errors_with_the_called_card_are_proven(
    seed: int, deck: tuple[str, ...]
) -> None:
    table, hands, plays = called_deal(random.Random(seed), deck)
    assert acts(evaluate(record_at(table, plays)).verdicts) == wrong_acts(table, hands, plays)


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_errors_with_the_called_card_are_known_as_soon_as_no_hand_excuses_them(seed: int) -> None:
    table, hands, plays = called_deal(random.Random(seed), SHORT)
    holder = next(seat for seat in range(4) if table.called in hands[seat])
    shown = next(index for index, (_, card) in enumerate(plays) if card == table.called)
    for count in range(max(shown, 9) + 1, len(plays) + 1):
        verdicts = evaluate(record_at(table, plays[:count])).verdicts
        assert set(own(verdicts)) == certain_acts(table, plays[:count], holder)


@given(seeds)
@settings(max_examples=100, deadline=None)
def test_a_verdict_about_the_called_card_stands_from_known_after_on(seed: int) -> None:
    table, _, plays = called_deal(random.Random(seed))
    final = evaluate(record_at(table, plays)).verdicts
    for count in range(1, len(plays)):
        known = {act: after for act, after in own(final).items() if after < count}
        before = evaluate(record_at(table, plays[:count])).verdicts
        assert own(before) == known
        assert grown(before, final, count)


def hidden(record: DealRecord, chance: random.Random, count: int) -> DealRecord:
    plays = list(record.plays)
    for index in chance.sample(range(len(plays)), count):
        plays[index] = Play(plays[index].seat, None)
    return DealRecord(
        record.id,
        record.game,
        record.rules,
        4,
        record.dealer,
        contract=record.contract,
        plays=tuple(plays),
    )


@given(seeds, st.integers(1, 12), st.booleans())
@example(134_392_790_301, 2, True)
@settings(max_examples=400, deadline=None)
def test_unseen_cards_never_help_to_accuse(seed: int, count: int, calls: bool) -> None:
    chance = random.Random(seed)
    table, hands, plays = called_deal(chance) if calls else random_deal(chance, 0.2)
    record = hidden(record_at(table, plays), chance, count)
    verdicts = evaluate(record).verdicts
    wrong = wrong_acts(table, hands, plays)
    assert set(own(verdicts)) <= wrong
    offenders = {seat for _, seat, _ in wrong}
    for verdict in verdicts:
        if verdict.grade is Grade.JOINT:
            assert offenders
        else:
            assert verdict.seat in offenders
            # A count may tell which card it was that nobody saw.
            seen = all(record.plays[index].card is not None for index in verdict.proof)
            assert seen or verdict.grade is Grade.COUNT


@given(seeds, st.integers(0, 12))
@settings(max_examples=60, deadline=None)
def test_the_turn_is_right_or_not_said(seed: int, count: int) -> None:
    chance = random.Random(seed)
    table, _, plays = random_deal(chance)
    whole = record_at(table, plays)
    for length in range(len(plays)):
        some = min(count, length)
        running = hidden(record_at(table, plays[:length]) if length else whole, chance, some)
        if length == 0:
            continue
        turn = evaluate(running).turn
        assert turn is None or turn == plays[length][0]
        if some == 0:
            assert turn == plays[length][0]
