"""Who deals after a deal (RULES 0.11, 0.21, 0.22)."""

from __future__ import annotations

from engine.deal.ends import MISDEALS
from engine.deal.record import DealRecord

SAME = "same"
"""The options' word for a dealer who deals once more."""


def next_dealer(record: DealRecord, redeal: str = "next", misdeal: str = SAME) -> int:
    """Return the seat that deals after this deal.

    The dealer moves clockwise after every deal (EN and DE, dealing), those who sit out included: a
    dealer of seven holds no cards and deals all the same (RULES 0.12).

    Args:
        record: the deal that is over.
        redeal: `next` or `same` after cards thrown in (option `redeal_dealer`).
        misdeal: the same for errors of dealing (option `misdeal_dealer`).
    """
    end = record.end or {}
    if end.get("kind") == "thrown_in":
        again = misdeal if end.get("why") in MISDEALS else redeal
        if again == SAME:
            return record.dealer
    return (record.dealer + 1) % record.players
