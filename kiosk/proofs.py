"""Which verdicts may be said: those that hold under every likely reading of the cards and seats.

The referee judges a record. Here the record itself is doubted: whatever else the camera may have
seen is put in its place, the deal is folded and judged again, and a verdict that does not survive
is not shown. The card on which it hangs is asked about instead (DESIGN point 6).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.report import Status, Verdict
from engine.state import DealState
from kiosk.looks import look
from kiosk.places import doubt, missing_slots
from kiosk.reading import LIKELY_NATS, Reader, Reading
from kiosk.running import trick_size
from kiosk.suppose import supposed

SEAT_NATS = 4.0
"""A card that another seat explains better by this much may have been another seat's."""
SLOT_NATS = 3.0
"""A place filled in a trick with less lead than this leaves the seats of that trick open."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdicts of a deal, sorted by whether they may be said."""

    shown: tuple[Verdict, ...]
    doubted: frozenset[int]
    """Indexes of plays on which a verdict hangs that is not shown for that reason."""


def judge(deal: DealState, read: Reading, reader: Reader, angles: tuple[float, ...]) -> Judged:
    """Sort the verdicts of a deal of this evening, running or over."""
    proven = [verdict for verdict in deal.report.verdicts if verdict.status is not Status.SUSPECTED]
    if not proven:
        return Judged((), frozenset())
    breaking = _breaking(deal, read, reader, {verdict.id for verdict in proven})
    shown: list[Verdict] = []
    doubted: set[int] = set()
    for verdict in proven:
        cards = breaking.get(verdict.id, frozenset())
        seats = _doubtful_seats(deal, verdict, angles)
        if cards or seats:
            doubted |= cards | seats
        else:
            shown.append(verdict)
    return Judged(tuple(shown), frozenset(doubted))


def _breaking(
    deal: DealState, read: Reading, reader: Reader, ids: set[str]
) -> dict[str, frozenset[int]]:
    """For each verdict the plays of which another likely reading would make it vanish."""
    found: dict[str, set[int]] = {}
    for play, face, _ in read.likely_others(LIKELY_NATS):
        report = supposed(deal, reader.again(read, {play: face})).report
        kept = {verdict.id for verdict in report.verdicts}
        for lost in ids - kept:
            found.setdefault(lost, set()).add(play)
    return {name: frozenset(plays) for name, plays in found.items()}


def _doubtful_seats(deal: DealState, verdict: Verdict, angles: tuple[float, ...]) -> frozenset[int]:
    first_open = _first_open_seat(deal, angles)
    found: set[int] = set()
    for play in {verdict.play, *verdict.proof}:
        laid = deal.laid[play]
        nats = doubt(look(laid).spot, laid.seat, angles)
        # After a place that was filled by a guess the card itself has to speak for its seat.
        if not laid.fixed and nats > (SEAT_NATS if play < first_open else -1.0):
            found.add(play)
    return frozenset(found)


def _first_open_seat(deal: DealState, angles: tuple[float, ...]) -> int:
    """Return the first play whose seat rests on an uncertain guess of which card was missed."""
    size = trick_size(deal)
    for start in range(0, len(deal.laid), size):
        trick = deal.laid[start : start + size]
        looks = [look(laid) for laid in trick]
        guessed = tuple(slot for slot, seen in enumerate(looks) if seen.guessed)
        if not guessed:
            continue
        spots = [seen.spot for seen in looks if not seen.guessed]
        slots, margin = missing_slots(spots, [laid.seat for laid in trick], angles)
        if margin < SLOT_NATS or slots != guessed:
            return start
    return len(deal.laid)
