"""When a deal was over before its last card (RULES 0.3: a Tout with its first lost trick).

What is recorded after that are cards shown or thrown in: nobody played them, so nobody can have
played them wrongly, and whose they were does not follow from the turn.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.report import Verdict

TOUT_LOST = "tout_lost"
"""The verdict that tells it, and the end of such a deal."""


def decided_after(verdicts: Iterable[Verdict], laid: int, trick_size: int) -> int | None:
    """Return after how many plays a deal was over by itself; None where it was not.

    Args:
        verdicts: the deal's.
        laid: how many cards are recorded.
        trick_size: cards in a trick.
    """
    for verdict in verdicts:
        if verdict.kind == TOUT_LOST:
            count = (verdict.known_after // trick_size + 1) * trick_size
            return count if count <= laid else None
    return None
