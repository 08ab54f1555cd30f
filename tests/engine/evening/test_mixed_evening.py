"""An evening of forty deals: games mixed, people who come, go and stand in, deals of every kind.

Exported, imported and folded again it comes to the same, and what it counts adds up.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.deal.record import Contract
from engine.evening.fold import apply, fold
from engine.evening.report import EveningReport, evening_report, unbalanced
from engine.evening.state import TableState
from engine.events import (
    Announced,
    BreakBegun,
    BreakEnded,
    CardPlayed,
    DealClosed,
    DealEntered,
    DealStarted,
    Envelope,
    EveningEnded,
    EveningStarted,
    Event,
    GameChanged,
    ScoreAdjusted,
    SeatsChanged,
    SubstituteSat,
    Undone,
)
from engine.games import game
from engine.journal.journal import Journal
from tests.engine.evening.test_evening_laws import digest
from tests.engine.spine import AT, NAMES, enveloped

GAMES = ("schafkopf", "mehrkopf", "sheepshead", "bierkopf", "bavarian")
DEALS = 40


class _Night:
    """An evening while chance makes it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.events: list[Event] = []
        self.state = TableState()
        self.say(EveningStarted("e", "schafkopf", {"stock_pay": 10}, NAMES, "isar", {}))
        self.say(SubstituteSat(1, "Lies"))

    def say(self, *events: Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = apply(self.state, Envelope(len(self.events), AT, event))

    def between(self) -> None:
        chance, seats = self.chance, self.state.seats
        turn = chance.randrange(6)
        if turn == 0:
            self.say(GameChanged(chance.choice(GAMES), {}))
        elif turn == 1:
            name = chance.choice([None, "Alois"])
            self.say(SubstituteSat(0, name, chance.choice(["owner", "substitute"])))
        elif turn == 2:
            self.say(SeatsChanged((*NAMES, "Kathi") if len(seats) == 4 else NAMES))
        elif turn == 3:
            self.say(BreakBegun(), BreakEnded())
        elif turn == 4:
            self.say(ScoreAdjusted((5, -5, *[0] * (len(seats) - 2)), "Wette"))
        elif len(self.events) > 10:
            self.say(Undone(chance.randint(len(self.events) - 3, len(self.events))))

    def deal(self, number: int) -> None:
        if self.state.deal is not None:
            self.say(DealClosed({"kind": "void"}))
        if self.state.game == "bierkopf":
            self.say(SeatsChanged(NAMES))
        dealer = self.state.next_dealer
        self.say(DealStarted(f"d{number}", dealer, self.state.next_out()))
        kind = self.chance.randrange(4)
        if kind == 0:
            self.by_hand()
        elif kind == 1:
            why = self.chance.choice(["all_pass", "misdeal"])
            self.say(DealClosed({"kind": "thrown_in", "why": why}))
        else:
            self.card_by_card(complete=kind == 2)

    def by_hand(self) -> None:
        deal = self.state.deal
        assert deal is not None
        seats = deal.head.active
        contract = self.contract()
        if contract.kind == "solo":
            self.say(DealEntered({"won": self.chance.random() < 0.6}, contract, ("kontra",)))
        if self.state.deal is not None:
            amounts = [0] * len(self.state.seats)
            amounts[seats[0]], amounts[seats[1]] = 30, -30
            self.say(DealEntered({"amounts": amounts, "reason": "vom Zettel"}))

    def contract(self) -> Contract:
        deal = self.state.deal
        assert deal is not None
        head = deal.head
        shapes = game(head.game).contract_kinds(head.rules, len(head.active), head.family)
        if "solo" in shapes:
            return Contract("solo", head.active[0], shapes["solo"].suits[0])
        if "pick" in shapes:
            return Contract("pick", head.active[0], details={"partner": "none"})
        return self.state.next_contract or Contract("teams", details={"teams": [[0, 2], [1, 3]]})

    def card_by_card(self, *, complete: bool) -> None:
        deal = self.state.deal
        assert deal is not None
        head = deal.head
        cards = list(game(head.game).deck(head.rules, len(head.active), head.family))
        self.chance.shuffle(cards)
        played = deal.report.trick_count * len(head.active)
        laid = cards[:played] if complete else cards[: self.chance.randrange(played)]
        self.say(Announced(self.contract()), *(CardPlayed(each, source="touch") for each in laid))
        self.say(DealClosed(None if complete else {"kind": "void"}))


def night(seed: int) -> list[Event]:
    made = _Night(seed)
    number = 0
    while len(made.state.finished) < DEALS:
        number += 1
        made.deal(number)
        made.between()
    made.say(EveningEnded())
    return made.events


@pytest.mark.parametrize("seed", range(3))
def test_forty_deals_exported_and_imported_come_to_the_same(seed: int) -> None:
    journal = Journal.in_memory()
    journal.append(night(seed), AT)
    state = fold(journal.events())
    assert len(state.finished) >= DEALS
    assert len({deal.head.game for deal in state.finished}) >= 3
    assert any((deal.end or {}).get("kind") == "entered" for deal in state.finished)
    assert any(deal.head.played_by for deal in state.finished)
    again = Journal.in_memory()
    again.import_lines(list(journal.export_lines()))
    folded = fold(again.events())
    assert again.head == journal.head
    assert digest(folded) == digest(state)
    assert evening_report(folded) == evening_report(state)


@pytest.mark.parametrize("seed", range(3))
def test_what_forty_deals_count_adds_up(seed: int) -> None:
    state = fold(enveloped(night(seed)))
    assert unbalanced(state) == ()
    report: EveningReport = evening_report(state)
    assert report.dues is not None
    into_stock = sum(due.cents for due in report.dues if due.payee is None)
    out_of_it = sum(due.cents for due in report.dues if due.payer is None)
    assert into_stock - out_of_it == report.stock_cents


def test_a_unit_is_worth_what_its_game_says() -> None:
    """Cents of the one game and units of ten cents of the other are one score."""
    first: list[Event] = [
        DealStarted("a", 3),
        DealEntered({"amounts": [30, -30, 0, 0], "reason": "x"}),
    ]
    second: list[Event] = [
        DealStarted("b", 0),
        DealEntered({"amounts": [0, 5, -5, 0], "reason": "x"}),
    ]
    begun = EveningStarted("e", "schafkopf", {}, NAMES, "isar", {})
    state = fold(enveloped([begun, *first, GameChanged("mehrkopf", {}), *second]))
    assert [int(each) for each in state.totals] == [3, 2, -5, 0]
    report = evening_report(state)
    assert report.dues is not None
    assert sum(due.cents for due in report.dues) == 50


def test_game_points_are_no_money_and_wins_no_units() -> None:
    first: list[Event] = [
        DealStarted("a", 3),
        DealEntered({"amounts": [30, -30, 0, 0], "reason": "x"}),
    ]
    begun = EveningStarted("e", "schafkopf", {}, NAMES, "isar", {})
    events: list[Event] = [begun, *first, GameChanged("schafkopf", {"scoring": "wins"})]
    state = fold(enveloped(events))
    assert not any(state.totals)
    assert evening_report(state).dues is not None
    back = fold(enveloped([*events, Undone(4)]))
    assert [int(each) for each in back.totals] == [30, -30, 0, 0]
    assert back.oddities == ()


def test_with_another_game_rounds_end_and_the_stock_stays() -> None:
    rules = {"bock_after": ["all_pass"], "bock_round": 4, "stock_pay": 10}
    passed = DealClosed({"kind": "thrown_in", "why": "all_pass"})
    begun = EveningStarted("e", "schafkopf", rules, NAMES, "isar", {})
    state = fold(enveloped([begun, DealStarted("a", 3), passed, GameChanged("sheepshead", {})]))
    assert (state.next_carry.stock, state.next_carry.bock) == (40, 0)


def test_a_game_that_does_not_exist_changes_nothing() -> None:
    begun = EveningStarted("e", "schafkopf", {}, NAMES, "isar", {})
    state = fold(enveloped([begun, GameChanged("skat", {}), GameChanged("mehrkopf", {"x": 1})]))
    assert [odd.seq for odd in state.oddities] == [2, 3]
    assert state.game == "schafkopf"
