"""What is read card by card is what is read at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Suit, card
from engine.evaluate import evaluate
from engine.games import game, revokes, tricks
from engine.proof import grades
from engine.record import Contract, DealRecord, Play
from engine.rules import preset_rules
from tests.engine.spine import CARDS

CONTRACTS = st.sampled_from(
    [Contract("solo", 0, Suit.EICHEL), Contract("rufspiel", 1, Suit.GRAS), None]
)
TURNS = st.lists(st.sampled_from([1, 1, 1, 1, 1, 2]), max_size=40)
"""From seat to seat; sometimes one is passed over."""


@st.composite
def rows(draw: st.DrawFn) -> tuple[Play, ...]:
    seat, row = 0, []
    for step in draw(TURNS):
        row.append(Play(seat, draw(st.one_of(CARDS, CARDS, CARDS, st.none()))))
        seat = (seat + step) % 4
    if draw(st.booleans()):
        # Every card once and seen: the quick way.
        seen = draw(st.permutations([each.code for each in _DECK]))
        row = [Play(play.seat, card(code)) for play, code in zip(row, seen, strict=False)]
    return tuple(row)


_DECK = game("schafkopf").deck(preset_rules("schafkopf"), 4)


@given(rows(), CONTRACTS)
def test_facts_and_denials_card_by_card_are_those_read_at_once(
    row: tuple[Play, ...], contract: Contract | None
) -> None:
    rules = game("schafkopf")
    bare = DealRecord("d", "schafkopf", preset_rules("schafkopf"), 4, 3, contract=contract)
    grown = []
    for count in range(len(row) + 1):
        facts = tricks.gather(replace(bare, plays=row[:count]), rules.setting)
        grown.append((facts, revokes.read_denials(facts)))
    for facts, denials in reversed(grown):
        # Backwards nothing goes on from what was read last.
        anew = tricks.gather(facts.record, rules.setting)
        assert anew == facts
        assert revokes.read_denials(replace(anew)) == denials


@given(rows(), CONTRACTS)
def test_a_report_card_by_card_is_the_one_read_at_once(
    row: tuple[Play, ...], contract: Contract | None
) -> None:
    grown = DealRecord("d", "schafkopf", preset_rules("schafkopf"), 4, 3, contract=contract)
    reports = [evaluate(grown)]
    for play in row:
        grown = grown.with_play(play)
        reports.append(evaluate(grown))
    for count in range(len(row), -1, -1):
        # Backwards, and in a frame of its own, nothing goes on from what was read last.
        assert evaluate(replace(grown, plays=row[:count])) == reports[count]


@given(rows(), rows(), CONTRACTS)
def test_two_deals_that_branch_do_not_mix(
    row: tuple[Play, ...], other: tuple[Play, ...], contract: Contract | None
) -> None:
    trunk = DealRecord("d", "schafkopf", preset_rules("schafkopf"), 4, 3, contract=contract)
    branches = [trunk, trunk]
    for plays in zip(row, other, strict=False):
        branches = [each.with_play(play) for each, play in zip(branches, plays, strict=True)]
        for each in branches:
            assert evaluate(each) == evaluate(replace(each))


def test_a_deal_that_shares_its_trusted_cards_with_the_one_read_before_is_read_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two ways a camera's deal may have gone, weighed one after the other.

    The cards that can be trusted are the same, but in one of them what the seat at the left did
    wrong is shown by a card that lies after those.
    """
    bare = DealRecord(
        "d", "bavarian", preset_rules("bavarian"), 4, 1, contract=Contract("rufspiel", 3, _EICHEL)
    )
    one, other = (replace(bare, plays=told(_BEGIN + last)) for last in (_ONE_WAY, _OTHER_WAY))
    reports = []
    for order in ((one, other), (other,)):
        monkeypatch.setattr(grades, "_last", None)
        reports.append([evaluate(replace(each)) for each in order][-1])
    assert reports[0] == reports[1]


def told(row: str) -> tuple[Play, ...]:
    """Return plays told as seat and card, `??` for one nobody saw."""
    cards = [(int(each[0]), each[1:]) for each in row.split()]
    return tuple(Play(seat, None if code == "??" else card(code)) for seat, code in cards)


_EICHEL = Suit.EICHEL
_BEGIN = "2H7 3EU 0GU 1SO 1E7 2?? 3?? 0EK 0HO 1?? 2?? 3HZ 0GK 1G9 2GZ 3G7 2EZ 3SK 0GO 1EA 0SA 1SZ "
_REST = "3S7 0SU 1HA 2HA 0EO 1GK 2GA 3S9"
_ONE_WAY, _OTHER_WAY = f"2?? 3H7 {_REST}", f"2H7 3?? {_REST}"


def test_only_a_record_that_goes_on_keeps_its_frame() -> None:
    deal = DealRecord("d", "schafkopf", preset_rules("schafkopf"), 4, 3)
    longer = deal.with_play(Play(0, card("EO")))
    assert longer.frame is deal.frame
    assert longer == replace(deal, plays=(Play(0, card("EO")),))
    assert deal.plays == ()
    assert replace(deal, contract=Contract("wenz", 0)).frame is not deal.frame
