"""How long the kiosk takes to answer while a deal is worked out with open cards, and while none is.

    python -m tests.kiosk.replay.meanwhile [--answers 200]

The page is asked over HTTP, as a browser does; both turns take turns, so that what else the machine
does falls on both.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from dataclasses import replace
from itertools import count
from statistics import median, quantiles
from urllib.request import urlopen

from kiosk.replay.analyses import Analyses
from tests.engine.open_cards.test_findings import rufspiel
from tests.kiosk.fake_door import FakeDoor
from tests.kiosk.served import served

ROUNDS = 10
PATIENCE_S = 60.0


def answers(address: str, number: int) -> list[float]:
    """Return the milliseconds of so many answers."""
    taken = []
    for _ in range(number):
        began = time.perf_counter()
        urlopen(address).read()
        taken.append(1000 * (time.perf_counter() - began))
    return taken


def while_at_work(address: str, number: int, name: str) -> list[float]:
    """Return the milliseconds of so many answers while a deal of that name is worked out."""
    analyses = Analyses()
    try:
        analyses.want(replace(rufspiel(), id=name))
        with analyses.changed:
            assert analyses.changed.wait_for(lambda: analyses.process is not None, PATIENCE_S)
        return answers(address, number)
    finally:
        analyses.close()


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=200, help="of each kind")
    each_round = max(1, parser.parse_args().answers // ROUNDS)
    door = FakeDoor()
    door.seat_them()
    door.play("0EO 1EU")
    names = count()
    alone: list[float] = []
    meanwhile: list[float] = []
    with served(door) as address:
        answers(address, each_round)
        for _ in range(ROUNDS):
            alone += answers(address, each_round)
            # Another deal each time, of which nothing is known yet.
            meanwhile += while_at_work(address, each_round, str(next(names)))
    for name, taken in (("alone", alone), ("meanwhile", meanwhile)):
        late = quantiles(taken, n=100)[94]
        print(f"{name}: {len(taken)} answers, median {median(taken):.1f} ms, 95 % {late:.1f} ms")


if __name__ == "__main__":
    main()
