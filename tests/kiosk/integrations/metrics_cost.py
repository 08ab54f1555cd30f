"""What counting costs the table, in microseconds of processor time.

`python -m tests.kiosk.integrations.metrics_cost`

An evening is heard with nobody counting; what was recorded and shown is then counted again and
again. The deal in the journal is the one of `tests.kiosk.seen_deals`, with its revoke.
"""

from __future__ import annotations

import sys
from contextlib import closing
from statistics import median
from time import thread_time_ns

from prometheus_client import generate_latest

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
        began = thread_time_ns()
        for event in seen(record):
            table.hear(event)
        heard = (thread_time_ns() - began) / 1000 / len(record.plays)
    metrics = Metrics(Standing(), first)
    counting, looking, frames, scrapes = [], [], [], []
    for _ in range(ROUNDS):
        began = thread_time_ns()
        for envelopes in recorded:
            metrics.recorded(envelopes, after)
        counted = thread_time_ns()
        for view in shown:
            metrics.shown(view)
        looked = thread_time_ns()
        metrics.looked(0.01)
        frames.append((thread_time_ns() - looked) / 1000)
        asked = thread_time_ns()
        generate_latest(metrics.registry)
        scrapes.append((thread_time_ns() - asked) / 1000)
        counting.append((counted - began) / 1000 / len(record.plays))
        looking.append((looked - counted) / 1000 / len(shown))
    sys.stdout.write(
        f"a card heard, thought of and recorded: {heard:.0f} us\n"
        f"of which counting would add:           {median(counting):.1f} us\n"
        f"a picture of the table published:      {median(looking):.1f} us\n"
        f"a camera's picture counted:            {median(frames):.1f} us\n"
        f"all figures written for a monitor:     {median(scrapes):.0f} us\n"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
