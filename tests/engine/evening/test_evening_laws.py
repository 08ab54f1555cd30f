"""Laws of whole evenings: with a Stock, rounds, throw-ins, two to seven people and undo.

The journal is what counts: exported, imported and folded again an evening comes to the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, card
from engine.deal.record import Contract
from engine.dealfile.reader import parse
from engine.dealfile.writer import to_json
from engine.evening.fold import apply, fold, with_deals
from engine.evening.state import TableState
from engine.events import (
    Announced,
    BidMade,
    CardCorrected,
    CardPlayed,
    CardRemoved,
    CardRevealed,
    DealClosed,
    DealStarted,
    Doubled,
    Envelope,
    EveningStarted,
    Event,
    LayoutGiven,
    Ruling,
    StockCounted,
    Undone,
)
from engine.games import game
from engine.journal.journal import Journal
from tests.engine.spine import AT

PEOPLE = ("Resi", "Toni", "Vroni", "Sepp", "Kathi", "Max", "Lies")
TABLES = [("mehrkopf", count) for count in range(2, 8)]
TABLES += [("schafkopf", 4), ("schafkopf", 5), ("bavarian", 4), ("sheepshead", 5)]
ROUNDS: dict[str, Any] = {
    "stock_pay": 10,
    "bock_after": ["schwarz", "kontra_lost", "solo_lost", "all_pass"],
    "bock_round": 2,
    "ramsch_after": ["all_pass", "bock_round"],
    "ramsch_round": 1,
}
ENDS = [
    *[None] * 4,
    *({"kind": "thrown_in", "why": why} for why in ("all_pass", "nixer", "misdeal")),
    {"kind": "void"},
    {"kind": "claim", "seat": 1, "tricks": "rest", "agreed": True},
]


class _Evening:
    """An evening while chance makes it; what comes next depends on what there is."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.chance: Random = draw(st.randoms(use_true_random=False))
        name, count = draw(st.sampled_from(TABLES))
        rounds = ROUNDS if name != "sheepshead" and draw(st.booleans()) else {}
        self.events: list[Event] = []
        self.state = TableState()
        self.say(EveningStarted("e", name, rounds, PEOPLE[:count], "isar", {}))

    def say(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = apply(self.state, Envelope(len(self.events), AT, event))

    def deal(self) -> None:
        state, number = self.state, len(self.events)
        dealer = state.next_dealer
        self.say(DealStarted(f"d{number}", dealer, state.next_out()))
        head = self.state.deals[-1].head
        first = head.active[0]
        self.say(BidMade(first, "pass"), BidMade(head.active[1], "play"))
        deck = game(head.game).deck(head.rules, len(head.active), head.family)
        cards = self.chance.sample(deck, len(deck))
        if len(head.active) == 2:
            self._lay_out(cards)
        self.say(Announced(self._contract(first)))
        if self.draw(st.booleans()):
            words = [
                word for word in ("kontra", "crack") if word in game(head.game).doubling_words()
            ]
            self.say(Doubled(words[0], head.active[1], 0))
        end = self.draw(st.sampled_from(ENDS))
        laid = cards if end is None else cards[: self.draw(st.integers(0, 9))]
        self.say(*(CardPlayed(each) for each in laid), DealClosed(end))

    def _contract(self, seat: int) -> Contract | None:
        head = self.state.deals[-1].head
        shapes = game(head.game).contract_kinds(head.rules, len(head.active), head.family)
        kind = self.draw(st.sampled_from(sorted({"solo", "wenz", "ramsch", "pick"} & set(shapes))))
        shape = shapes[kind]
        suit = self.chance.choice(shape.suits) if shape.suits else None
        return self.state.next_contract or Contract(kind, seat if shape.seat else None, suit)

    def _lay_out(self, cards: list[Card]) -> None:
        seats = [cards[:8], cards[8:16]]
        self.say(LayoutGiven(tuple(tuple((None, each) for each in seat) for seat in seats)))
        self.say(CardPlayed(cards[0]), CardRevealed(0, 0, cards[16]))

    def change_something(self) -> None:
        of = self.draw(st.integers(2, len(self.events)))
        changes: list[Callable[[], Event]] = [
            lambda: Undone(of),
            lambda: CardRemoved(of),
            lambda: CardCorrected(of, None),
            self._ruling,
            self._ruling,
        ]
        self.say(self.draw(st.sampled_from(changes))())

    def _ruling(self) -> Event:
        deal = self.draw(st.sampled_from(self.state.deals))
        found = [verdict.id for verdict in deal.report.verdicts] or ["revoke:x:0"]
        return Ruling(deal.id, self.draw(st.sampled_from(found)), "upheld")


@st.composite
def evenings(draw: st.DrawFn) -> list[Event]:
    made = _Evening(draw)
    made.deal()
    for _ in range(draw(st.integers(0, 4))):
        draw(st.sampled_from([made.deal, made.deal, made.change_something]))()
    return made.events


def digest(state: TableState) -> str:
    """Return a hash over everything that follows from an evening."""
    deals = [
        {
            "record": to_json(deal.record),
            "verdicts": [str(verdict) for verdict in deal.report.verdicts],
            "payout": [str(amount) for amount in deal.payout],
            "carry": str(deal.head.takes.value),
        }
        for deal in state.deals
    ]
    carried = [str(state.carry), state.next_dealer, state.next_out(), str(state.next_contract)]
    said = [deals, carried, [str(total) for total in state.totals], str(state.oddities)]
    return sha256(json.dumps(said).encode()).hexdigest()


def journalled(events: list[Event]) -> Journal:
    journal = Journal.in_memory()
    journal.append(events, AT)
    return journal


@settings(deadline=None, max_examples=40)
@given(evenings())
def test_exported_imported_and_folded_again_an_evening_comes_to_the_same(
    events: list[Event],
) -> None:
    journal = journalled(events)
    state = fold(journal.events())
    again = Journal.in_memory()
    again.import_lines(list(journal.export_lines()))
    assert again.head == journal.head
    assert digest(fold(again.events())) == digest(state)


def test_piles_taken_back_leave_no_card_turned_over_in_the_deals_line() -> None:
    deck = [card(suit + rank) for suit in "EG" for rank in "AZKOU987"]
    piles = tuple(tuple((None, top) for top in deck[half : half + 8]) for half in (0, 8))
    laid: list[Event] = [
        EveningStarted("e", "mehrkopf", {}, ("Resi", "Toni"), "isar", {}),
        DealStarted("d", 1),
        LayoutGiven(piles),
        CardPlayed(deck[0]),
        CardRevealed(0, 0, card("HA")),
    ]
    for events, turned in ((laid, 1), ([*laid, Undone(3)], 0)):
        deal = fold(journalled(events).events()).last_deal
        assert deal is not None
        assert len(deal.record.reveals) == turned
        assert parse(to_json(deal.record)) == deal.record


@settings(deadline=None, max_examples=30)
@given(evenings())
def test_a_deal_of_the_evening_comes_back_from_its_line_in_a_deal_file(
    events: list[Event],
) -> None:
    state = fold(journalled(events).events())
    for deal in state.deals:
        line = to_json(deal.record)
        assert parse(line) == deal.record


@settings(deadline=None, max_examples=40)
@given(evenings())
def test_what_everybody_has_and_what_lies_in_the_stock_is_nothing_together(
    events: list[Event],
) -> None:
    state = fold(journalled(events).events())
    assert sum(state.totals) + state.next_carry.stock == 0
    for deal in state.deals:
        result = deal.result
        assert result is None or sum(result.payout) + result.stock_change == 0


@settings(deadline=None, max_examples=40)
@given(evenings(), st.data())
def test_what_a_deal_takes_over_is_what_the_deals_before_it_leave(
    events: list[Event], data: st.DataObject
) -> None:
    """Whatever was undone, corrected or ruled, and whenever it was asked in between."""
    counted = data.draw(st.integers(1, len(events)))
    events = [*events[:counted], StockCounted(70), *events[counted:]]
    state = TableState()
    for seq, event in enumerate(events, 1):
        state = apply(state, Envelope(seq, AT, event))
        if data.draw(st.booleans()):
            _ = state.carry, state.totals
    anew = with_deals(state, state.last_seq, state.deals, 0)
    for deal, fresh in zip(state.deals, anew.deals, strict=True):
        assert deal.head.takes.value == fresh.head.takes.value
        assert deal.record == fresh.record


@settings(deadline=None, max_examples=30)
@given(evenings(), st.data())
def test_taking_back_the_newest_event_is_as_if_it_had_not_been(
    events: list[Event], data: st.DataObject
) -> None:
    newest = data.draw(st.integers(2, len(events)))
    before = fold(journalled(events[: newest - 1]).events())
    with_it = fold(journalled(events[:newest]).events())
    if len(with_it.oddities) > len(before.oddities):
        return
    undone = apply(with_it, Envelope(newest + 1, AT, Undone(newest)))
    if len(undone.oddities) == len(with_it.oddities):
        assert digest(replace(undone, deals_started=0)) == digest(replace(before, deals_started=0))
