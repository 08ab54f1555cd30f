"""Deal lines as plans for the compositor, and as the calls that go with a video."""

from __future__ import annotations

import json
from collections.abc import Iterable

from engine.text import PlainError, Text
from models.evening.moment import DealPlan

_NOT_CALLED = ("plays", "hands", "expect")
"""What the picture alone must tell; left out of the calls."""


def plans(lines: Iterable[str]) -> tuple[DealPlan, ...]:
    """Read deal lines; who takes each trick stands under `expect.winners`.

    Raises:
        PlainError: a line lacks its plays or the winners of its tricks.
    """
    return tuple(_plan(number, line) for number, line in enumerate(lines, 1) if line.strip())


def calls(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the deal lines without cards: who deals and what was called."""
    read = [json.loads(line) for line in lines if line.strip()]
    kept = [{key: deal[key] for key in deal if key not in _NOT_CALLED} for deal in read]
    return tuple(json.dumps(deal, ensure_ascii=False) for deal in kept)


def _plan(number: int, line: str) -> DealPlan:
    try:
        deal = json.loads(line)
        played = tuple((int(seat), str(card)) for seat, card in deal["plays"])
        winners = tuple(int(seat) for seat in deal["expect"]["winners"])
        name = str(deal["id"])
    except (ValueError, KeyError, TypeError):
        raise PlainError(
            Text(
                de=f"Zeile {number} der Spiele lässt sich nicht verfilmen; sie braucht id, plays "
                "und expect.winners.",
                en=f"Line {number} of the deals cannot be filmed; it needs id, plays and "
                "expect.winners.",
            )
        ) from None
    if not winners or len(played) % len(winners):
        raise PlainError(
            Text(
                de=f"Zeile {number}: {len(played)} Karten ergeben keine {len(winners)} Stiche; "
                "jeder Stich braucht seinen Gewinner in expect.winners.",
                en=f"Line {number}: {len(played)} cards make no {len(winners)} tricks; every "
                "trick needs its winner in expect.winners.",
            )
        )
    return DealPlan(name, played, winners)
