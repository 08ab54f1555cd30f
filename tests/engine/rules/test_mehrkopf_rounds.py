"""When it is paid (DE/EN Abrechnung; RULES 11.8)."""

from __future__ import annotations

from engine.cards import Suit, card
from engine.deal.record import Contract
from engine.evening.fold import fold
from engine.events import (
    Announced,
    CardPlayed,
    DealClosed,
    DealStarted,
    Envelope,
    EveningStarted,
    Event,
)
from engine.rules.house_rules import preset_rules
from tests.engine.rules.table import examples
from tests.engine.spine import AT, NAMES

SUITS = {"E": Suit.EICHEL, "G": Suit.GRAS, "S": Suit.SCHELLEN}


class TestRounds:
    """DE/EN Abrechnung, when it is paid."""

    def test_it_is_paid_after_each_round_of_deals(self) -> None:
        """DE Abrechnung: after a round; EN: after each game (RULES 11.8)."""
        for settle, due in (("round", (False, False, False, True)), ("deal", (True,) * 4)):
            state = fold([])
            begun = EveningStarted("e", "mehrkopf", {"settle": settle}, NAMES, "isar", {})
            for number, event in enumerate([begun, *self.deals()], start=1):
                state = fold([Envelope(number, AT, event)], state)
                if isinstance(event, DealClosed):
                    paid_now = state.settled == state.totals
                    assert paid_now is due[len(state.finished) - 1]
        assert preset_rules("mehrkopf").options["settle"] == "round"

    def deals(self) -> list[Event]:
        won = examples(4, "rufspiel", lambda made: made.ours > 60)[0]
        events: list[Event] = []
        for dealer in (3, 0, 1, 2):
            contract = Contract("rufspiel", won.declarer, SUITS[won.suit])
            laid = [CardPlayed(card(code), seat) for seat, code in won.plays]
            events += [DealStarted(f"d{dealer}", dealer), Announced(contract), *laid, DealClosed()]
        return events
