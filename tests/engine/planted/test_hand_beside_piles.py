"""Two at Sheepshead hold four cards beside their piles (PG): what never lay open was in hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.deal.record import DealRecord, Play
from engine.referee.evaluation import evaluate
from tests.engine.planted.layout import acts_with_layout
from tests.engine.planted.test_planted import some
from tests.simulate.playing import anyhow, deal_cards, play_out, start
from tests.simulate.records import cut, record_of
from tests.simulate.table import Deal, table

CASE = ("sheepshead", 2, "revoke", None)


def first_proof(deal: Deal, seat: int, play: int) -> int:
    """Return the card at which a revoke is seen by all: open at once, else as it leaves the hand.

    A card that lay covered then says nothing.
    """
    assert deal.piles is not None
    table, piles = deal.table, deal.piles[seat]
    led = table.klasses[deal.plays[play - play % 2][1]]
    before = {card for _, card in deal.plays[:play]}
    tops = [next((card for card in reversed(pile) if card not in before), None) for pile in piles]
    if any(card is not None and table.klasses[card] == led for card in tops):
        return play
    in_piles = {card for pile in piles for card in pile}
    return next(
        index
        for index, (whose, card) in enumerate(deal.plays)
        if index > play and whose == seat and card not in in_piles and table.klasses[card] == led
    )


@pytest.mark.parametrize("seed", range(25))
def test_a_card_kept_in_hand_proves_the_revoke_as_it_is_laid(seed: int) -> None:
    planted = some(CASE, random.Random(seed))
    record = record_of(planted.deal)
    ((_, seat, play),) = planted.acts
    if acts_with_layout(planted.deal) != set(planted.acts):
        return
    known = first_proof(planted.deal, seat, play)
    assert [each.known_after for each in evaluate(record).verdicts] == [known]
    assert evaluate(cut(record, known)).verdicts == ()


def legal(seed: int) -> DealRecord:
    chance = random.Random(seed)
    deal = deal_cards(table("sheepshead", 2, chance), chance)
    return record_of(play_out(start(deal), anyhow(chance)).deal)


def revoked(seed: int) -> DealRecord:
    """Return a deal with a revoke, every card turned up noted and every card laid seen."""
    return record_of(some(CASE, random.Random(seed)).deal)


@pytest.mark.parametrize("seed", range(25))
def test_a_card_turned_up_and_not_noted_accuses_nobody(seed: int) -> None:
    """Without that card nobody can tell whether a later one came out of the hand or from there."""
    record, chance = legal(seed), random.Random(seed)
    for left_out in chance.sample(range(len(record.reveals)), 6):
        reveals = record.reveals[:left_out] + record.reveals[left_out + 1 :]
        assert evaluate(replace(record, reveals=reveals)).verdicts == ()
        unread = replace(record.reveals[left_out], card=None)
        reveals = (*record.reveals[:left_out], unread, *record.reveals[left_out + 1 :])
        assert evaluate(replace(record, reveals=reveals)).verdicts == ()
    assert evaluate(revoked(seed)).verdicts


@pytest.mark.parametrize("seed", range(25))
def test_a_card_laid_unseen_accuses_nobody(seed: int) -> None:
    record, chance = legal(seed), random.Random(seed)
    for unseen in chance.sample(range(len(record.plays)), 6):
        plays = list(record.plays)
        plays[unseen] = Play(plays[unseen].seat, None)
        assert evaluate(replace(record, plays=tuple(plays))).verdicts == ()
    assert evaluate(revoked(seed)).verdicts
