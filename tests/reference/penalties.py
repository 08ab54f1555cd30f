"""What a wrong act costs once people have upheld it (DE Abrechnung; RULES 0.17)."""

from __future__ import annotations

from fractions import Fraction

from tests.reference.cards import FAMILY
from tests.reference.deal import Deal
from tests.reference.declared import base_price
from tests.reference.house import house_of
from tests.reference.settled import soloist_paid

COSTLY = {
    "revoke",
    "must_trump",
    "called_card_withheld",
    "called_card_underled",
    "called_card_discarded",
    "called_suit_not_kept",
    "under_withheld",
    "hochzeit_trump",
}
"""Wrong cards; what is wrong before the first card is not compared."""


def penalty(deal: Deal, offender: int) -> tuple[Fraction, ...]:
    """Who erred pays every other player the Grundtarif, one unit in Sheepshead, with doublings."""
    if deal.game == "bierkopf":
        return (Fraction(0),) * 4
    unit = base_price(deal, house_of(deal.line)) if deal.game in FAMILY else 1
    price = Fraction(unit * 2 ** len(deal.line["doubles"]))
    return soloist_paid(deal, offender, price, won=False)


def forfeited(deal: Deal, offender: int) -> tuple[int, int]:
    """Bierkopf: a game point for the other team, doubled like the deal."""
    own = next(i for i, team in enumerate(deal.contract["teams"]) if offender in team)
    gained = [0, 0]
    gained[1 - own] = 2 ** len(deal.line["doubles"])
    return gained[0], gained[1]
