"""What a deal that ended early still lacks to be settled (`DEAL_FILE.md`, `end`).

Cards that stayed in the hands may decide the price: how many Laufende there were, or who held the
called card. The settlement then gives no result, and people have to say it. What they may say is
found by asking the settlement itself, so that nothing is offered that it would not believe.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card
from engine.decided import TOUT_LOST, decided_after
from engine.ends import MOST_LAUFENDE
from engine.evaluate import evaluate
from engine.record import DealRecord, JsonObject, Play
from engine.report import DealReport

STATED = "laufende"
"""The field of `end` that says how many Laufende there were."""
HOLDER = "holder"
"""The field of `end` that says who held the called card, which never lay."""


@dataclass(frozen=True, slots=True)
class Missing:
    """What people would have to say for the deal to be settled; nothing of it where it is."""

    laufende: tuple[int, ...] = ()
    """Every number of Laufende the cards leave possible, at least two: none first, then "with"
    (positive), then "without" (negative), each from few to many. Any of them settles the deal."""
    holder_of: Card | None = None
    """The called card, where only who held it would settle the deal."""
    holders: tuple[int, ...] = ()
    """The seats that may have held it; naming one settles the deal, or leaves Laufende to be said.
    """
    unseen: bool = False
    """Whether cards that were played were not seen: they have to be entered first."""


NOTHING = Missing()
"""Nothing is missing, or nothing that could be asked for."""


def missing(record: DealRecord, report: DealReport) -> Missing:
    """Return what settling a deal lacks that ended early.

    Args:
        record: the deal.
        report: what `evaluate` says about it.
    """
    if record.end is None or record.contract is None or report.result is not None:
        return NOTHING
    if any(play.card is None for play in _counting(record, report)):
        return Missing(unseen=True)
    counts = _laufende(record)
    if counts:
        return Missing(laufende=counts)
    card = report.called_card
    if card is None or any(play.card is card for play in record.plays):
        return NOTHING
    seats = tuple(seat for seat in range(record.players) if _names_sides(record, seat))
    return Missing(holder_of=card, holders=seats) if seats else NOTHING


def _counting(record: DealRecord, report: DealReport) -> tuple[Play, ...]:
    """Return the plays that the settlement reads: none after a lost Tout."""
    if (record.end or {}).get("kind") != TOUT_LOST:
        return record.plays
    size = record.players - len(record.out)
    return record.plays[: decided_after(report.verdicts, len(record.plays), size)]


def with_laufende(end: JsonObject, count: int) -> JsonObject:
    """Return an end that says how many Laufende there were besides what it said."""
    return {**end, STATED: count}


def with_holder(end: JsonObject, seat: int) -> JsonObject:
    """Return an end that says who held the called card besides what it said."""
    return {**end, HOLDER: seat}


def _laufende(record: DealRecord) -> tuple[int, ...]:
    """Return the numbers of Laufende that the settlement believes; nothing below two of them."""
    counts = range(-MOST_LAUFENDE, MOST_LAUFENDE + 1)
    believed = [count for count in counts if _believed(record, count)]
    if len(believed) < 2:
        return ()
    return tuple(sorted(believed, key=lambda count: (count < 0, abs(count))))


def _believed(record: DealRecord, count: int) -> bool:
    stated = replace(record, end=with_laufende(record.end or {}, count))
    result = evaluate(stated).result
    return result is not None and result.laufende == count


def _names_sides(record: DealRecord, seat: int) -> bool:
    """Tell whether the deal goes on to be settled when this seat held the called card."""
    known = replace(record, end=with_holder(record.end or {}, seat))
    return evaluate(known).result is not None or bool(_laufende(known))
