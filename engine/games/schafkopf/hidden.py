"""What went from hand to hand in a Hochzeit, to be told once the deal is over (RULES 0.18)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.games.facts import TRUMP, Setting
from engine.games.hidden import Hidden, not_played, told
from engine.games.schafkopf.messages import BACK, GAVE
from engine.record import DealRecord


def hidden(record: DealRecord, setting: Setting, deck: Sequence[Card]) -> tuple[Hidden, ...]:
    """Return the trump that was given and the card that came back for it.

    The trump is the partner's to play afterwards, the other card the giver's.
    """
    contract = record.contract
    partner = None if contract is None else contract.details.get("partner")
    if contract is None or contract.kind != "hochzeit" or contract.seat is None:
        return ()
    if not isinstance(partner, int):
        return ()
    fields = (("gave", GAVE, partner, True), ("back", BACK, contract.seat, False))
    return tuple(
        Hidden(
            name,
            title,
            1,
            tuple(
                each
                for each in not_played(record, deck, (whose,))
                if (setting.klass.get(each) == TRUMP) is trump
            ),
            told(contract.details.get(name), record),
        )
        for name, title, whose, trump in fields
    )
