"""Laws of the proof over deals of every game, player count and house rule, cards unseen or not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deal.record import DealRecord, Play
from engine.deal.report import DealReport, Grade, Verdict
from engine.games import game as game_named
from engine.games.called_cards import CallCourse, called_view
from engine.games.facts import NOTHING_FOREKNOWN, Facts, first_plays, gather
from engine.games.revokes import read_denials
from engine.proof.claims import Act
from engine.proof.position import Position, position
from engine.proof.possible import clearly_possible, possible
from engine.referee.evaluation import evaluate
from tests.simulate.playing import SimulatedPlay as Playing
from tests.simulate.playing import acts, deal_cards, play_out, start
from tests.simulate.records import cut, record_of
from tests.simulate.table import GAMES, Deal, kinds, table

seeds = st.integers(0, 2**40)
AS_CLAIMED = {"illegal_call": -1, "hochzeit_trump": -1}
"""What was wrong before the first card."""


def some_deal(chance: random.Random, error_rate: float) -> Deal:
    """Deal and play out any game; with `error_rate` any card at all is laid."""
    game, players = chance.choice(GAMES)
    called = chance.random() < 0.5 and "rufspiel" in kinds(game, players)
    made = table(game, players, chance, kind="rufspiel" if called else None, any_rules=True)

    def choose(play: Playing, legal: Sequence[str]) -> str:
        wild = chance.random() < error_rate
        return chance.choice(play.cards[play.turn] if wild else legal)

    return play_out(start(deal_cards(made, chance)), choose).deal


def judged(report: DealReport) -> list[Verdict]:
    """Return the verdicts about what players did."""
    judged_kinds = {"revoke", "must_trump", "illegal_call", "hochzeit_trump"}
    return [
        each
        for each in report.verdicts
        if each.kind in judged_kinds or each.kind.startswith("called_card")
    ]


def unseen(record: DealRecord, chance: random.Random, count: int) -> DealRecord:
    """Return the record with some plays not seen."""
    plays = list(record.plays)
    for index in chance.sample(range(len(plays)), min(count, len(plays))):
        plays[index] = Play(plays[index].seat, None)
    return replace(record, plays=tuple(plays))


def position_at(record: DealRecord) -> tuple[Facts, Position]:
    game = game_named(record.game)
    facts = gather(record, game.setting)
    never = game.never_played(record)
    return facts, position(facts, game.calling(facts), game.foreknown(record), never)


@given(seeds, st.sampled_from([0, 0, 1, 3, 9]))
@settings(max_examples=250, deadline=None)
def test_legal_play_is_never_accused(seed: int, hidden: int) -> None:
    chance = random.Random(seed)
    deal = some_deal(chance, 0.0)
    record = unseen(record_of(deal), chance, hidden)
    for count in sorted(chance.sample(range(1, len(record.plays) + 1), 8)):
        assert judged(evaluate(cut(record, count))) == []
    careless = some_deal(chance, 0.5)
    if careless.piles is None and acts(careless.table, careless.hands, careless.plays):
        assert judged(evaluate(record_of(careless)))


@given(seeds, st.sampled_from([0, 1, 4, 9]), st.sampled_from([0.03, 0.1, 0.5]))
@settings(max_examples=250, deadline=None)
def test_only_who_erred_is_proven_to_have_erred(seed: int, hidden: int, rate: float) -> None:
    """RULES 13: own play and count hold in every world; the joint grade that somebody erred."""
    chance = random.Random(seed)
    deal = some_deal(chance, rate)
    wrong = set() if deal.piles else acts(deal.table, deal.hands, deal.plays)
    if deal.piles:
        return
    offenders = {seat for _, seat, _ in wrong}
    record = unseen(record_of(deal), chance, hidden)
    for count in sorted(chance.sample(range(1, len(record.plays) + 1), 6)):
        done = {seat for kind, seat, play in wrong if play < count}
        for verdict in judged(evaluate(cut(record, count))):
            assert done
            sure = {Grade.OWN_PLAY, Grade.COUNT} & {known.grade for known in verdict.grades}
            if sure:
                assert verdict.seat in offenders
            if Grade.OWN_PLAY in sure:
                play = AS_CLAIMED.get(verdict.kind, verdict.play)
                assert (verdict.kind, verdict.seat, play) in wrong
            if len(offenders) == 1 and hidden == 0:
                assert verdict.seat is None or verdict.seat in offenders
                assert offenders & set(verdict.suspects)


@given(seeds, st.sampled_from([0.0, 0.05, 0.3]))
@settings(max_examples=150, deadline=None)
def test_what_is_impossible_stays_impossible(seed: int, rate: float) -> None:
    chance = random.Random(seed)
    deal = some_deal(chance, rate)
    if deal.piles:
        return
    record = record_of(deal)
    before = True
    for count in range(1, len(record.plays) + 1):
        _, now = position_at(cut(record, count))
        assert now.sound
        still = possible(now)
        assert before or not still
        before = still


@given(seeds, st.sampled_from([0.05, 0.3]))
@settings(max_examples=150, deadline=None)
def test_releasing_more_never_proves_more(seed: int, rate: float) -> None:
    chance = random.Random(seed)
    deal = some_deal(chance, rate)
    if deal.piles:
        return
    record = record_of(deal)
    _, now = position_at(cut(record, chance.randrange(1, len(record.plays) + 1)))
    seats = list(deal.table.seats)
    chance.shuffle(seats)
    everything: list[Act] = [act for seat in seats for group in now.groups(seat) for act in group]
    chance.shuffle(everything)
    by_seat = [possible(now, seats[:count]) for count in range(len(seats) + 1)]
    by_act = [possible(now, acts=everything[:count]) for count in range(len(everything) + 1)]
    assert by_seat == sorted(by_seat)
    assert by_act == sorted(by_act)
    assert by_seat[-1]


@given(seeds, st.sampled_from([0.05, 0.3, 1.0]))
@settings(max_examples=150, deadline=None)
def test_releasing_all_that_was_wrong_leaves_a_possible_deal(seed: int, rate: float) -> None:
    chance = random.Random(seed)
    deal = some_deal(chance, rate)
    if deal.piles:
        return
    wrong = acts(deal.table, deal.hands, deal.plays)
    record = record_of(deal)
    _, now = position_at(cut(record, chance.randrange(1, len(record.plays) + 1)))
    assert possible(now, acts=wrong)


@given(seeds, st.sampled_from([0.0, 0.02, 0.1]))
@settings(max_examples=150, deadline=None)
def test_the_quick_look_never_says_more_than_the_count(seed: int, rate: float) -> None:
    chance = random.Random(seed)
    deal = some_deal(chance, rate)
    if deal.piles:
        return
    record = record_of(deal)
    game = game_named(record.game)
    if game.foreknown(record) is not NOTHING_FOREKNOWN:
        return  # A Hochzeit is never left to the quick look.
    # Card by card, as at the table: what was seen before is built on.
    for count in range(1, len(record.plays) + 1):
        facts, now = position_at(cut(record, count))
        denials, never = read_denials(facts), game.never_played(record)
        if not now.broken and clearly_possible(facts, now.calling, denials, never):
            assert possible(now)


@given(seeds)
@settings(max_examples=150, deadline=None)
def test_a_quick_look_is_enough_at_every_card_of_an_honest_deal(seed: int) -> None:
    """Only where a called card did not come at the first lead of its suit more is to be asked."""
    deal = some_deal(random.Random(seed), 0.0)
    record = record_of(deal)
    game = game_named(record.game)
    if deal.piles or game.foreknown(record) is not NOTHING_FOREKNOWN:
        return
    for count in range(1, len(record.plays) + 1):
        facts, now = position_at(cut(record, count))
        called = now.calling and called_view(facts, now.calling).course
        never = game.never_played(record)
        clear = clearly_possible(facts, now.calling, read_denials(facts), never)
        assert clear or called is CallCourse.OPEN


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_what_was_followed_before_never_shows(seed: int) -> None:
    chance = random.Random(seed)
    records = [record_of(some_deal(chance, 0.2)) for _ in range(2)]
    looks = [cut(each, chance.randrange(1, len(each.plays) + 1)) for each in records * 4]
    looks += [cut(records[0], count) for count in range(1, len(records[0].plays) + 1)]
    for look in looks:
        report = evaluate(look)
        assert evaluate(replace(look)) == report


@given(seeds, st.sampled_from([0.05, 0.3]))
@settings(max_examples=60, deadline=None)
def test_a_grade_once_reached_keeps_its_moment(seed: int, rate: float) -> None:
    chance = random.Random(seed)
    record = record_of(some_deal(chance, rate))
    final = {each.id: each.grades for each in judged(evaluate(record))}
    for count in range(1, len(record.plays)):
        for verdict in judged(evaluate(cut(record, count))):
            if verdict.grade is Grade.OWN_PLAY:
                kept = tuple(known for known in final[verdict.id] if known.after < count)
                assert kept == verdict.grades
                assert verdict.known_after == min(known.after for known in verdict.grades)


@given(seeds, st.sampled_from([0.1, 0.5, 1.0]))
@settings(max_examples=100, deadline=None)
def test_no_two_verdicts_have_one_name(seed: int, rate: float) -> None:
    chance = random.Random(seed)
    record = record_of(some_deal(chance, rate))
    for count in sorted(chance.sample(range(1, len(record.plays) + 1), 8)):
        names = [each.id for each in evaluate(cut(record, count)).verdicts]
        assert len(names) == len(set(names))


def test_facts_of_the_first_plays_are_facts_of_a_shorter_deal() -> None:
    record = record_of(some_deal(random.Random(3), 0.1))
    game = game_named(record.game)
    facts = gather(record, game.setting)
    for count in range(1, len(record.plays) + 1):
        part, whole = first_plays(facts, count), gather(cut(record, count), game.setting)
        assert (part.klasses, part.led[:-1]) == (whole.klasses, whole.led[:-1])
        assert part.plays == whole.plays
