"""What is read card by card is what is read at once."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Suit, card
from engine.games import game, revokes, tricks
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
        facts = tricks.gather(replace(bare, plays=row[:count]), rules)
        grown.append((facts, revokes.read_denials(facts)))
    for facts, denials in reversed(grown):
        # Backwards nothing goes on from what was read last.
        anew = tricks.gather(facts.record, rules)
        assert anew == facts
        assert revokes.read_denials(replace(anew)) == denials
