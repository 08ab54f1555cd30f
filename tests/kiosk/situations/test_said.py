"""Verdicts and questions: shown when they hold in every likely story, asked about when not."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from engine.cards import Card, card
from engine.deal.record import DealRecord
from engine.games import game
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import place, revoke_deal
from tests.kiosk.situations.playing import Playing
from tests.simulate.noisy_deals import LATER, honest

REVOKE = [("revoke", 2)]
"""Seat 2 lays Herz on Gras with play 6 and Gras with play 18."""


def face(table: Playing, play: int) -> Card:
    found = table.record.plays[play].card
    assert found is not None
    return found


def asked_about(table: Playing) -> list[int]:
    return [table.deal.seqs.index(question.seq) for question in table.questions]


def test_a_verdict_that_hangs_on_a_card_waits_and_the_card_is_asked_about() -> None:
    """Had seat 2 laid an Unter instead of the Gras, there would be no revoke."""
    table = Playing(revoke_deal(), guilty=[2])
    table.until(18)
    doubtful = table.lay(looks=table.torn(face(table, 18), card("SU"), 4.0))
    table.lay()
    assert table.accused == []
    assert asked_about(table) == [18]
    assert table.questions[0].options[:2] == (card("G9"), card("SU"))
    table.confirms(doubtful)
    assert table.accused == REVOKE


def test_a_verdict_that_hangs_on_a_seat_waits_for_the_trick_and_is_asked_about_then() -> None:
    """The card that shows it lies before another; was one of the trick missed?"""
    table = Playing(revoke_deal(), guilty=[2])
    table.until(18)
    table.lay(at=place(1))
    assert (table.accused, table.questions) == ([], ())
    table.lay()
    assert table.accused == []
    assert table.questions != ()


@pytest.mark.parametrize("other", ["GK", "G9", "GO"])
def test_a_revoke_is_not_read_away_for_a_card_that_would_have_been_allowed(other: str) -> None:
    """The card that broke the duty looks much like one of the suit led."""
    table = Playing(revoke_deal(), guilty=[2])
    table.until(6)
    table.lay(looks=table.torn(face(table, 6), card(other), 5.0))
    table.to_the_end()
    assert table.told == table.played
    assert table.accused == REVOKE


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("nats", [0.5, 3.0])
def test_no_legal_play_is_read_as_a_revoke(seed: int, nats: float) -> None:
    """Each of four cards looks nearly as much like a later card of another suit."""
    record = random_deal(seed)
    for play in random.Random(seed).sample(range(4, 28), 4):
        table = Playing(record)
        own, later = face(table, play), [face(table, each) for each in range(play + 1, 32)]
        other = next((each for each in reversed(later) if each.suit is not own.suit), None)
        if other is None:
            continue
        table.until(play)
        table.lay(looks=table.torn(own, other, nats))
        table.to_the_end()
        assert table.told == table.played


def would_win(record: DealRecord, play: int, *, turns: bool) -> int:
    """Return a later play whose card would (not) have given the trick to another instead."""
    table = Playing(record)
    table.to_the_end()
    start = play // 4 * 4
    trick = [each.card for each in record.plays[start : start + 4]]
    for later in range(31, start + 7, -1):
        other: Sequence[Card | None] = [
            record.plays[later].card if at == play - start else each
            for at, each in enumerate(trick)
        ]
        if (table.deal.rule(other) != table.deal.rule(trick)) is turns:
            return later
    raise AssertionError("no card would do")


@pytest.mark.parametrize("play", [0, 1, 9])
def test_a_doubt_by_which_another_would_lead_is_asked_about_and_told_by_the_card_itself(
    play: int,
) -> None:
    """The question is of the last two tricks, and goes away by itself."""
    record = random_deal(3)
    later = would_win(record, play, turns=True)
    table = Playing(record)
    table.until(play)
    table.lay(looks=table.torn(face(table, play), face(table, later), 0.5))
    while table.laid % 4:
        table.lay()
    assert asked_about(table) == [play]
    while table.laid < 32:
        table.cards(1)
        if table.laid > play // 4 * 4 + 8 or table.laid > later + 1:
            assert play not in asked_about(table)
    table.to_the_end()
    assert table.told == table.played


def test_a_doubt_by_which_nobody_else_leads_disturbs_nobody() -> None:
    """The other card comes later in the deal and tells."""
    record = random_deal(3)
    later = would_win(record, 1, turns=False)
    table = Playing(record)
    table.until(1)
    table.lay(looks=table.torn(face(table, 1), face(table, later), 0.5))
    table.to_the_end()
    assert table.told == table.played
    assert table.asked == []


def test_two_cards_that_look_like_one_another_are_asked_about_once() -> None:
    """The deal's last two, each hardly likelier itself than the other."""
    table = Playing(revoke_deal(), guilty=[2])
    table.until(30)
    table.lay(looks=table.torn(card("SO"), card("SK"), 0.4))
    table.lay(looks=table.torn(card("SK"), card("SO"), 0.4))
    table.sweep()
    (question,) = table.questions
    assert set(question.options[:2]) == {card("SO"), card("SK")}
    table.answers()
    assert table.told == table.played
    assert table.questions == ()


@pytest.mark.parametrize("seed", range(3))
def test_no_more_than_one_question_stands_at_a_time(seed: int) -> None:
    """Four cards of the deal look like two others each."""
    table = Playing(random_deal(seed))
    pairs = {4: 20, 9: 25, 14: 30, 18: 29}
    while table.laid < 32:
        if other := pairs.get(table.laid):
            table.until(table.laid)
            table.lay(looks=table.torn(face(table, table.laid), face(table, other), 0.3))
        else:
            table.cards(1)
        assert len(table.questions) <= 1


def test_a_deck_with_cards_that_never_lay_is_no_reason_to_ask() -> None:
    """Sheepshead leaves a blind face down: what is left over is nobody's card."""
    case = honest(0, LATER)
    assert len(game(case.record.game).deck(case.record.rules, 3)) >= len(case.record.plays)
    table = Playing(case.record, rules=case.rules)
    table.to_the_end()
    assert table.asked == []
    assert table.told == table.played
