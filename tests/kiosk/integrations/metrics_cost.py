"""What counting costs the table, in microseconds.

`python -m tests.kiosk.integrations.metrics_cost`

An evening is heard with nobody counting; what was recorded and shown is then counted again and
again. The deal in the journal is the one of `tests.kiosk.seen_deals`, with its revoke.
"""

from __future__ import annotations

import sys
from contextlib import closing
from statistics import median
from time import perf_counter_ns

from engine.events import Envelope
from kiosk.integrations.metrics import Metrics, Standing
from kiosk.table.view import TableView
from tests.kiosk.seen_deals import revoke_deal, seen, session

ROUNDS = 200


def main() -> int:
    """Print the median of each figure."""
    record = revoke_deal()
    recorded: list[tuple[Envelope, ...]] = []
    shown: list[TableView] = []
    with closing((table := session(record)).journal):
        first, after = table.view, table.state
        table.record_to(lambda envelopes, state: recorded.append(envelopes))
        table.listen(shown.append)
        began = perf_counter_ns()
        for event in seen(record):
            table.hear(event)
        heard = (perf_counter_ns() - began) / 1000 / len(record.plays)
    metrics = Metrics(Standing(), first)
    counting, looking, frames = [], [], []
    for _ in range(ROUNDS):
        began = perf_counter_ns()
        for envelopes in recorded:
            metrics.recorded(envelopes, after)
        counted = perf_counter_ns()
        for view in shown:
            metrics.shown(view)
        looked = perf_counter_ns()
        metrics.looked(0.01)
        frames.append((perf_counter_ns() - looked) / 1000)
        counting.append((counted - began) / 1000 / len(record.plays))
        looking.append((looked - counted) / 1000 / len(shown))
    sys.stdout.write(
        f"a card heard, thought of and recorded: {heard:.0f} us\n"
        f"of which counting would add:           {median(counting):.1f} us\n"
        f"a picture of the table published:      {median(looking):.1f} us\n"
        f"a camera's picture counted:            {median(frames):.1f} us\n"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
