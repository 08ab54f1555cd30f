"""Findings with open cards, made up for the deal of `evenings.PLAYS`, and who knows them."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import card
from engine.deal.record import DealRecord
from engine.open_cards.findings import (
    Known,
    OpenCards,
    Progress,
    Stage,
    ToldCard,
    Turn,
    UncheckedCard,
    Withheld,
)
from engine.text import Text
from kiosk.replay.open_cards import Found
from kiosk.replay.waiting import Waiting

TOLD = OpenCards(
    side=(0, 3),
    others=(1, 2),
    steps=(31, 61, 91),
    final=116,
    best=88,
    from_trick=1,
    open_until=6,
    turns=(Turn(18, 5, 91),),
    cards=(
        ToldCard(5, 2, 1, card("HZ"), card("SU"), 88, 98, Known(140, 20, 200, 900)),
        ToldCard(18, 5, 2, card("SA"), card("S7"), 85, 99, Known(30, 45, 200, -160)),
        ToldCard(22, 6, 2, card("GZ"), card("SZ"), 104, 116, Known(199, 0, 200, 1800)),
    ),
    unchecked=(UncheckedCard(0, 1, 0, card("EO"), 101, 73),),
    values=((5, 88, 98), (18, 85, 99), (22, 104, 116)),
)
"""Toni's HZ, with which nothing turned; Vroni's SA, which nobody could know; her GZ."""
CHAIN = Text(
    de="Machen alle das Beste daraus: vor dieser Karte 88 Augen für Resi und Sepp, nach ihr 98, "
    "also 10 weniger für Toni und Vroni.",
    en="With best play by everybody: 88 points for Resi and Sepp before this card, 98 after it: 10 "
    "fewer for Toni and Vroni.",
)
"""What is said of Toni's."""
WITHHELD = Withheld(
    Text(de="Eine Karte war nicht sicher zu lesen.", en="One card was not read for certain.")
)
WORKING = Progress(Stage.CARDS, 412, 1000)
_WHOLE = 32
PHASES: dict[str, Found] = {
    "told": TOLD,
    "withheld": WITHHELD,
    "working": WORKING,
    "waiting": Waiting(2),
}


@dataclass
class Knows:
    """Says the same of every deal that was played to its end, and keeps what it was asked."""

    found: Found = TOLD
    asked: list[DealRecord] = field(default_factory=list)
    """Deals that were to be worked out where nobody knew them."""

    def of(self, record: DealRecord) -> Found:
        """Return what is known, and note that it was asked for."""
        self.asked.append(record)
        return WITHHELD if len(record.plays) < _WHOLE else self.found

    def known(self, record: DealRecord) -> OpenCards | Withheld | None:
        """Return what was found."""
        if len(record.plays) < _WHOLE:
            return WITHHELD
        return self.found if isinstance(self.found, OpenCards | Withheld) else None
