"""For a while nobody watched the table: cards may have been laid, or a trick taken, meanwhile.

The picture or the power was gone, or the camera moved so far that nothing is where it was. What was
lost is not known, and every card after it may be put down to the wrong player. Until the deal is
whole and each of its cards was seen, nobody is accused for what lies after such a moment: of 82 own
evenings (`python -m tests.evenings.measure --seed 3601`) one named an innocent so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.state import DealState
from kiosk.looks import look
from kiosk.running import is_full, swept_plays


@dataclass(frozen=True, slots=True)
class Unwatched:
    """From which play on the players of a deal are not sure."""

    deal: str
    start: int
    """The first play of the trick that lay there, or the next trick's."""


def lost_sight(before: Unwatched | None, deal: DealState | None) -> Unwatched | None:
    """Return what is unsure once the table was not watched for a moment."""
    if deal is None or (before is not None and before.deal == deal.id):
        return before
    return Unwatched(deal.id, swept_plays(deal))


def is_unsure(unwatched: Unwatched | None, deal: DealState, plays: Iterable[int]) -> bool:
    """Tell whether what rests on these plays may rest on the wrong players."""
    if unwatched is None or unwatched.deal != deal.id or max(plays) < unwatched.start:
        return False
    return not is_full(deal) or any(look(laid).guessed for laid in deal.laid)
