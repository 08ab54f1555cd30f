"""What is read card by card is what is read at once."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Suit, card
from engine.deal.record import Contract, DealRecord, Play
from engine.games import facts as tricks
from engine.games import game, revokes
from engine.proof import findings, grades
from engine.referee.evaluation import evaluate
from engine.rules.house_rules import preset_rules
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
        facts = tricks.gather(bare.with_plays(row[:count]), rules.setting)
        grown.append((facts, revokes.read_denials(facts)))
    for facts, denials in reversed(grown):
        # A copy remembers nothing, and backwards nothing goes on from what was read last.
        assert tricks.gather(facts.record, rules.setting) == facts
        anew = tricks.gather(replace(facts.record), rules.setting)
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
        # Backwards nothing goes on from what was read last, and a copy remembers nothing.
        assert evaluate(grown.with_plays(row[:count])) == reports[count]
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


def test_a_deal_that_shares_its_trusted_cards_with_the_one_read_before_is_read_anew() -> None:
    """Two ways a camera's deal may have gone, weighed one after the other.

    The cards that can be trusted are the same, but in one of them what the seat at the left did
    wrong is shown by a card that lies after those.
    """
    bare = DealRecord(
        "d", "bavarian", preset_rules("bavarian"), 4, 1, contract=Contract("rufspiel", 3, _EICHEL)
    )
    one, other = (bare.with_plays(told(_BEGIN + last)) for last in (_ONE_WAY, _OTHER_WAY))
    assert one.memo is other.memo
    evaluate(one)
    assert evaluate(other) == evaluate(replace(other))


def test_a_card_that_proves_something_has_no_card_before_it_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two deny Herz, so one of them erred; the last card but one is Herz of the first of them."""
    step = Mock(wraps=findings.step)
    monkeypatch.setattr(grades, "step", step)
    solo = Contract("solo", 0, Suit.EICHEL)
    grown = DealRecord("d", "mehrkopf", preset_rules("mehrkopf"), 3, 2, contract=solo)
    said = []
    for play in told(_TWO_DENY_HERZ):
        grown = grown.with_play(play)
        said.append([verdict.id for verdict in evaluate(grown).verdicts])
    assert said[16:] == [[], ["revoke:x:17"], ["revoke:x:17"], *[["revoke:1:16"]] * 2]
    # Each is looked at when it comes, from the first on that leaves no other explanation.
    assert [len(call.args[1].facts.plays) for call in step.call_args_list] == [18, 19, 20, 21]


_TWO_DENY_HERZ = (
    "0EO 1EA 2EZ 0GO 1EK 2E9 0HO 1HU 2SU 0SO 1EU 2GA 0GU 1GZ 2GK 0HA 1SZ 2S9 0SA 1H9 2SK"
)


def told(row: str) -> tuple[Play, ...]:
    """Return plays told as seat and card, `??` for one nobody saw."""
    cards = [(int(each[0]), each[1:]) for each in row.split()]
    return tuple(Play(seat, None if code == "??" else card(code)) for seat, code in cards)


_EICHEL = Suit.EICHEL
_BEGIN = "2H7 3EU 0GU 1SO 1E7 2?? 3?? 0EK 0HO 1?? 2?? 3HZ 0GK 1G9 2GZ 3G7 2EZ 3SK 0GO 1EA 0SA 1SZ "
_REST = "3S7 0SU 1HA 2HA 0EO 1GK 2GA 3S9"
_ONE_WAY, _OTHER_WAY = f"2?? 3H7 {_REST}", f"2H7 3?? {_REST}"


def test_only_a_record_that_goes_on_keeps_what_was_worked_out() -> None:
    deal = DealRecord("d", "schafkopf", preset_rules("schafkopf"), 4, 3)
    longer = deal.with_play(Play(0, card("EO")))
    assert longer.memo is deal.memo
    assert longer == replace(deal, plays=(Play(0, card("EO")),))
    assert deal.plays == ()
    assert replace(deal, contract=Contract("wenz", 0)).memo is not deal.memo
