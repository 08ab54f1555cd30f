"""The oracle itself: by positions worked out by hand, and against counting card by card."""

from __future__ import annotations

import random
from itertools import chain, islice

import pytest

from tests.engine.brute.literal import worlds_of
from tests.engine.brute.positions import late, lates, position_of, random_table
from tests.engine.brute.worlds import Position, proven_at
from tests.engine.deals import tricks
from tests.engine.referee import oracle
from tests.simulate.playing import acts
from tests.simulate.table import SimulatedTable, table

SOLO3 = SimulatedTable("mehrkopf", "solo", (0, 1, 2), 3, 2, suit="E", caller=0)
"""Three hands of eight from 24 cards: plain suits A Z K 9."""
NOBODY = frozenset({frozenset[int]()})


def at(table: SimulatedTable, text: str) -> Position:
    return Position(table, tuple(tricks(text, size=len(table.seats))))


OPENING = "0 EO EA EZ | 0 GO EK E9 | 0 HO HU SU | 0 SO EU GA | 0 GU GZ GK"
"""Five tricks to seat 0; then nine cards are unseen: G9, all of H and S but Ober and Unter."""


def test_right_play_proves_nothing() -> None:
    found = proven_at(at(SOLO3, OPENING + " | 0 HA HZ HK"))
    assert (found.certain, found.offenders) == (frozenset(), NOBODY)


def test_own_later_card_proves_every_earlier_denial() -> None:
    """RULES 13, T1: seat 1 threw Z of Herz on Schellen, later plays Schellen."""
    found = proven_at(at(SOLO3, OPENING + " | 0 SA HZ SK | 0 HA SZ HK"))
    assert found.own == {("revoke", 1, 16)}
    assert ("revoke", 1, 16) in found.certain


def test_own_count_proves_what_no_card_has_shown_yet() -> None:
    """RULES 13, T3: with one trick left, all that is unseen is of the class that seat 1 denied."""
    text = OPENING + " | 0 SA HZ SK | 0 HA H9 HK"
    # Unseen: G9, SZ, S9. Seat 1 denied Schellen at play 16: it may hold G9.
    assert proven_at(at(SOLO3, text)).offenders == NOBODY
    found = proven_at(at(SOLO3, text + " | 0 G9"))
    assert found.certain == {("revoke", 1, 16)}
    assert found.own == frozenset()


def test_together_somebody_and_then_the_culprit_alone_remains() -> None:
    """RULES 13, T2: two seats denied Herz while Herz is still out; neither is guilty alone."""
    both = proven_at(at(SOLO3, OPENING + " | 0 HA SZ S9"))
    # Unseen: G9, HZ, HK, H9, SA, SK for two cards each: three Herz, seat 0 can hold two.
    assert both.certain == frozenset()
    assert both.offenders == {frozenset({1}), frozenset({2})}
    assert both.suspects == {1, 2}
    assert both.fixed == frozenset()
    lone = proven_at(at(SOLO3, OPENING + " | 0 HA SZ HK | 0 G9 SA SK"))
    # Unseen: HZ, H9 and S9; seat 1 denied Herz and holds one card: S9 explains it.
    assert lone.offenders == NOBODY
    shown = proven_at(at(SOLO3, OPENING + " | 0 HA SZ S9 | 0 SA H9"))
    # The own card says which of the two it was, and nothing more need be wrong.
    assert shown.own == shown.certain == {("revoke", 1, 16)}
    assert shown.offenders == NOBODY


def test_the_called_ass_must_be_somewhere() -> None:
    """RULES 7.1 and 13: the suit was led, nobody brought the Ass, somebody must have it."""
    table = SimulatedTable("schafkopf", "rufspiel", suit="G", caller=0, short=True)
    opening = "0 EO HU HA SU | 0 GO HZ HK H9 | 0 HO GU EU SZ | 0 SO EZ EK E9"
    found = proven_at(at(table, opening + " | 0 GK GZ G9 SK"))
    # Unseen: EA, GA, SA, S9: one card each, and each but the caller denied GA.
    assert found.certain == frozenset()
    assert found.offenders == {frozenset({seat}) for seat in range(4)}


def test_the_caller_shows_the_called_ass() -> None:
    """RULES 5: who calls may not hold the Ass."""
    table = SimulatedTable("schafkopf", "rufspiel", suit="G", caller=0, short=True)
    found = proven_at(at(table, "0 GA GZ G9 SK"))
    assert ("illegal_call", 0, -1) in found.certain


@pytest.mark.parametrize("seed", range(25))
def test_counting_by_sorts_is_counting_card_by_card(seed: int) -> None:
    chance = random.Random(seed)
    table = random_table(chance)
    while len(table.seats) > 5:
        table = random_table(chance)
    deal = late(table, chance, most=6)
    for count in range(deal.first, len(deal.deal.plays) + 1):
        position = position_of(deal.deal, count)
        worlds = worlds_of(position)
        found = proven_at(position)
        certain = frozenset.intersection(*worlds)
        sets = [frozenset(seat for _, seat, _ in world - certain) for world in worlds]
        least = min(map(len, sets))
        assert found.certain == certain
        assert found.more == frozenset.intersection(*sets)
        assert found.offenders == {each for each in sets if len(each) == least}
        fewest = [world for world, who in zip(worlds, sets, strict=True) if len(who) == least]
        assert found.fixed == frozenset.intersection(*fewest)


@pytest.mark.parametrize("seed", range(40))
def test_the_rules_over_hands_agree_with_those_written_for_four(seed: int) -> None:
    chance = random.Random(seed)
    error_rate = chance.choice([0.0, 0.1, 1.0])
    plain, hands, plays = oracle.random_deal(chance, error_rate)
    table = SimulatedTable(
        "schafkopf",
        plain.kind,
        suit=plain.suit,
        caller=plain.caller,
        keep_back=plain.keep_back,
        discard=plain.discard,
    )
    mine = acts(table, dict(enumerate(hands)), plays)
    assert mine == oracle.wrong_acts(plain, hands, plays)


def test_what_is_proven_is_true_and_stays() -> None:
    """The dealt hands are one of the worlds; more cards leave fewer of them."""
    for deal in islice(lates(11), 60):
        truth = acts(deal.deal.table, deal.deal.hands, deal.deal.plays)
        before: frozenset[tuple[str, int, int]] = frozenset()
        for count in range(deal.first, len(deal.deal.plays) + 1):
            found = proven_at(position_of(deal.deal, count))
            assert before <= found.certain <= truth
            before = found.certain
        assert before == truth


def test_the_positions_hold_every_grade_of_proof() -> None:
    """What is never met is not tested: count, joint with a culprit, joint with several."""
    met = set()
    chance = random.Random(5)
    rare = [table("mehrkopf", 4, chance, kind="hochzeit") for _ in range(60)]
    rare += [random_table(chance, "bierkopf", 4) for _ in range(40)]
    for deal in chain(islice(lates(5), 120), (late(made, chance) for made in rare)):
        for count in range(deal.first, len(deal.deal.plays) + 1):
            found = proven_at(position_of(deal.deal, count))
            met |= {("own", bool(found.own)), ("joint", bool(found.fixed - found.certain))}
            met.add(("several", len(found.offenders) > 1))
            met |= {(kind, True) for kind, _, _ in found.certain - found.own}
    wanted = {"own", "joint", "several", "revoke", "must_trump"}
    wanted |= {"called_card_withheld", "called_card_underled", "called_card_discarded"}
    wanted |= {"illegal_call", "hochzeit_trump"}
    assert wanted <= {name for name, found in met if found}
