"""How many of the cards that are told were better by what their player could know as well.

    python -m tests.engine.open_cards.honesty FILE --deals 300 --part 0/2

Each candidate is asked twice, in ways to lie that were drawn apart: the first answer is the
filter's, by the second it is measured. Before the filter: the three weightiest cards of a deal.
After: those told as cards that could be known. One JSON object a card, the figures at the end.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path

from engine.deal.record import DealRecord
from engine.open_cards.analysis import course
from engine.open_cards.deal import OpenDeal, opened
from engine.open_cards.findings import MOST_CARDS, WORTH_TELLING, Effort, candidates, known_of
from engine.open_cards.search import Limit
from kiosk.exports.deals import DEALS, read_deals

EFFORT = replace(Effort(), deal=300_000, worlds=100, fewest=30, world=30_000, card=300_000)


def measure(record: DealRecord, effort: Effort) -> list[dict[str, object]]:
    """Return each candidate of a deal with both answers; none where it is not worked out."""
    deal = opened(record)
    if not isinstance(deal, OpenDeal):
        return []
    work = course(deal, record, Limit(effort.deal, effort.kept))
    while True:
        try:
            next(work)
        except StopIteration as end:
            found = end.value
            break
    told: list[dict[str, object]] = []
    for each in candidates(found)[: effort.asked]:
        answers = [known_of(record, each, deal, effort, seed) for seed in ("", "again")]
        if min(answer.asked for answer in answers) >= effort.fewest:
            told.append(
                {
                    "id": record.id,
                    "play": each.play,
                    "loss": each.loss,
                    "first": {**asdict(answers[0]), "seen": answers[0].seen},
                    "second": {**asdict(answers[1]), "seen": answers[1].seen},
                }
            )
    return told


def figures(deals: list[list[dict[str, object]]]) -> dict[str, object]:
    """Return the shares before and after the filter."""
    met: Counter[str] = Counter()
    for cards in deals:
        met["deals"] += 1
        met["with cards"] += bool(cards)
        for card in cards:
            first, second = card["first"], card["second"]
            assert isinstance(first, dict)
            assert isinstance(second, dict)
            met["candidates"] += 1
            met["candidates better"] += second["seen"]
            if isinstance(card["loss"], int) and card["loss"] >= WORTH_TELLING:
                met["ten points"] += 1
                met["ten points better"] += second["seen"]
        for card in cards[:MOST_CARDS]:
            second = card["second"]
            assert isinstance(second, dict)
            met["before"] += 1
            met["before better"] += second["seen"]
        seen = [card for card in cards if isinstance(card["first"], dict) and card["first"]["seen"]]
        for card in seen[:MOST_CARDS]:
            second = card["second"]
            assert isinstance(second, dict)
            met["after"] += 1
            met["after better"] += second["seen"]
    return dict(met)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--part", default="0/1", help="which of how many parts, as 0/2")
    asked = parser.parse_args()
    part, parts = (int(each) for each in asked.part.split("/"))
    records = (
        each.record
        for each in read_deals(asked.file.read_text("utf-8"), DEALS)
        if each.record is not None
    )
    found = []
    for record in islice(records, part, asked.deals, parts):
        found.append(measure(record, EFFORT))
        for card in found[-1]:
            sys.stdout.write(json.dumps(card) + "\n")
        sys.stdout.flush()
    sys.stdout.write(json.dumps(figures(found)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
