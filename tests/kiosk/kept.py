"""What an endless evening keeps of a deal that is over, counted in memory object by object.

    python -m tests.kiosk.kept --deals 300

Deals as a camera tells them go through director, journal and fold of one table; what each deal
that is over leads to and no deal before it did is counted, and the program's memory beside it.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import FunctionType, ModuleType

from engine.evening.deal import DealState
from engine.evening.state import TableState
from tests.kiosk.held import MEGA, held_by
from tests.kiosk.random_deals import random_deal
from tests.kiosk.seen_deals import seen, session
from vision.sighting import Sighting, VisionEvent

LEAST = -21.5
"""No reading tells a card less likely than this, in nats."""
PAUSE_S = 100.0
_SHARED = (type, ModuleType, FunctionType)


def evening(deals: int, report: int = 0) -> TableState:
    """Play so many deals before one table; say every `report` deals what the program holds."""
    records = [random_deal(seed) for seed in range(deals)]
    table = session(*records)
    for number, record in enumerate(records):
        for event in _as_a_net_tells(seen(record, seed=number, start=number * PAUSE_S)):
            table.hear(event)
        if report and not (number + 1) % report:
            gc.collect()
            sys.stdout.write(f"{number + 1:5} deals: {held_by(os.getpid())}\n")
            sys.stdout.flush()
    return table.state


def _as_a_net_tells(events: Sequence[VisionEvent]) -> Iterator[VisionEvent]:
    for event in events:
        if isinstance(event, Sighting):
            scores = tuple(max(score, LEAST) for score in event.log_scores)
            yield replace(event, log_scores=scores)
        else:
            yield event


def kept_of(deals: Sequence[DealState]) -> list[int]:
    """Return bytes that each deal leads to and none before it; the first has what all share."""
    known: set[int] = set()
    return [_new(deal, known) for deal in deals]


def _new(root: object, known: set[int]) -> int:
    found, ahead = 0, [root]
    while ahead:
        each = ahead.pop()
        if id(each) not in known and not isinstance(each, _SHARED):
            known.add(id(each))
            found += sys.getsizeof(each)
            ahead.extend(gc.get_referents(each))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Print what is kept of a deal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    asked = parser.parse_args(argv)
    state = evening(asked.deals, max(1, asked.deals // 6))
    # The last deal still has what the referee judges one more card with.
    kept = kept_of(state.finished)[1:-1]
    sys.stdout.write(
        f"{len(state.finished)} deals: {sum(kept) / len(kept) / 1000:.1f} kB a deal, "
        f"{min(kept) / 1000:.1f} to {max(kept) / 1000:.1f}; "
        f"24 hours of 39 deals each {39 * 24 * sum(kept) / len(kept) / MEGA:.0f} MB\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
