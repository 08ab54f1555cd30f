"""The tables of a simulated tournament: each a process with its own journal, line and outbox.

    python -m tests.tournament.tables HOMES BROKER --tables 50 --deals 20 --seed 1

The program loads everything once and becomes one process a table. Each waits for its seating, plays
random legal deals card by card as fast as it goes, takes some of them back and closes them again,
ends the evening, and stays until the standard input ends.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import sys
import threading
import time
import tomllib
import traceback
from pathlib import Path

from engine.journal.journal import Journal
from kiosk.integrations.broker import broker_of
from kiosk.integrations.connection import Connection
from kiosk.integrations.publisher import Publisher
from kiosk.integrations.rounds import JournalRounds
from kiosk.integrations.seating import SeatingDesk
from kiosk.screens.tournament import begun_with
from kiosk.table.commands import Announce, CloseDeal, EndEvening, LayCard, StartDeal, Undo
from kiosk.table.writer import Table, local_now
from tests.kiosk.random_deals import random_deal

JOURNAL, DEALS = "journal.db", "deals.jsonl"
TAKEN_BACK = 0.1
"""Chance of a deal to be taken back once it is closed."""


def play(home: Path, section: Path, deals: int, seed: int, receipt_s: float) -> None:
    """Be one table until the standard input ends."""
    chance = random.Random(seed)
    broker = broker_of(tomllib.loads(section.read_text("utf-8"))["mqtt"], section)
    home.mkdir()
    with Table(Journal.open(home / JOURNAL)) as table, (home / DEALS).open("w") as told:
        connection = Connection(broker)
        rounds = JournalRounds(home / JOURNAL, broker.table)
        publisher = Publisher(connection, rounds, table.view(), local_now, receipt_s=receipt_s)
        table.listen(publisher.heard)
        desk, seated = SeatingDesk(broker.table), threading.Event()
        desk.changed = seated.set
        connection.on(connection.topics.seating, desk.hear)
        connection.start()
        try:
            seated.wait()
            assert desk.newest is not None
            table.do(begun_with(desk.newest, broker.table, "isar", "de"))
            for number in range(1, deals + 1):
                last = _play_deal(table, chance)
                told.write(json.dumps({"deal": number, "at": last}) + "\n")
            table.do(EndEvening())
            told.flush()
            sys.stdin.read()
        finally:
            connection.close()


def _play_deal(table: Table, chance: random.Random) -> float:
    """Play one deal and return when its last card lay."""
    record = random_deal(chance.randrange(1 << 30))
    table.do(StartDeal(record.dealer))
    table.do(Announce(record.contract))
    for each in record.plays:
        assert each.card is not None
        table.do(LayCard(each.card, each.seat))
    last = time.time()
    table.do(CloseDeal())
    if chance.random() < TAKEN_BACK:
        table.do(Undo())
        table.do(CloseDeal())
    return last


def main() -> int:
    """Become all tables; the status is 0 where each ended well."""
    parser = argparse.ArgumentParser()
    parser.add_argument("homes", type=Path)
    parser.add_argument("broker", type=Path)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--deals", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--receipt-s", type=float, required=True)
    words = parser.parse_args()
    logging.disable(logging.WARNING)
    # Fifty tables have fifty machines; here they leave the organiser his share of this one.
    os.nice(10)
    children = []
    for number in range(1, words.tables + 1):
        child = os.fork()
        if not child:
            _be(words, number)
        children.append(child)
    return max(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0 for child in children)


def _be(words: argparse.Namespace, number: int) -> None:
    """Be a table, and never come back."""
    status = 1
    try:
        name = str(number)
        section = words.broker / "tables" / name / "mqtt.toml"
        seed = words.seed * 1000 + number
        play(words.homes / name, section, words.deals, seed, words.receipt_s)
        status = 0
    finally:
        if status:
            traceback.print_exc()
        os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
