"""A table killed while it writes: what it acknowledged is there, and everything beside it is whole.

    python -m tests.kiosk.kills --kills 500 --seed 1

A process of its own plays deal after deal by the table's commands, as a score pad and card by card,
empties the log, ends evenings, backs them up and writes small files meanwhile. It is ended by
SIGKILL after so many acknowledged commands and a moment by chance; the next goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.cards import Suit, card
from engine.deal.record import Contract
from engine.files import DRAFT, write_whole
from engine.journal.check import check
from engine.journal.head import read_head
from engine.journal.journal import Journal
from kiosk.exports.backup import backups_in, read_backup
from kiosk.exports.evening_backup import Backups
from kiosk.home.clock import system_time
from kiosk.home.data_folder import Home
from kiosk.table.commands import (
    Announce,
    CloseDeal,
    Command,
    EndEvening,
    EnterDeal,
    LayCard,
    StartDeal,
    StartEvening,
)
from kiosk.table.view import after_evenings
from kiosk.table.writer import Table
from tests.engine.spine import GRAS, NAMES, RUFSPIEL

MOST_COMMANDS, MOST_MS = 60, 12.0
"""A kill comes after one of so many acknowledged commands, and within so much after it."""
ANEW = 50
"""After so many kills the next table begins with an empty folder."""
SMALL = ("words.toml", "page.toml", "phones.json")

Acknowledged = dict[int, str]
"""Head hashes that the table acknowledged, by the number of the newest event."""


def evening() -> Iterator[Command]:
    """Yield an evening's commands: a deal card by card, two as a score pad, the end."""
    yield StartEvening("schafkopf", {}, NAMES, "isar")
    yield StartDeal()
    yield Announce(GRAS)
    yield from (LayCard(card(code)) for code in RUFSPIEL)
    yield CloseDeal()
    for _ in range(2):
        yield EnterDeal({"won": True}, Contract("solo", 0, Suit.HERZ))
    yield EndEvening()


def write(folder: Path, told: int) -> None:
    """Play for ever, telling each number and head once a command was carried out."""
    home = Home(folder)
    home.prepare()
    threading.Thread(target=_small_files, args=(folder,), daemon=True).start()
    journal = Journal.open(home.journal)
    with Table(journal) as table:
        backups = Backups(home, "1", system_time, tuple)
        table.listen(after_evenings(table.view().state, backups.after_evening))
        if table.view().state.running:
            table.do(EndEvening())
        while True:
            for command in evening():
                table.do(command)
                seq, head = table.call(lambda core: (core.state.last_seq, core.head))
                os.write(told, f"{json.dumps([seq, head])}\n".encode())
            table.call(lambda core: journal.checkpoint())


def _small_files(folder: Path) -> None:
    for number in count():
        for name in SMALL:
            write_whole(folder / name, _body(number))


def _body(number: int) -> str:
    return f"{number}\n" + f"{number % 10}" * (100 * (number % 90)) + f"\n{number}\n"


def killed(folder: Path, commands: int, after_ms: float) -> Acknowledged:
    """Let a table write, kill it, and return what it acknowledged."""
    reads, tells = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reads)
            write(folder, tells)
        finally:
            os._exit(1)
    os.close(tells)
    with open(reads, "rb") as answers:
        told = [answers.readline() for _ in range(commands)]
        # The moment of the kill, within what a command takes; more answers may come meanwhile.
        select.select([], [], [], after_ms / 1000)
        os.kill(child, signal.SIGKILL)
        told += answers.readlines()
    _, status = os.waitpid(child, 0)
    if os.WTERMSIG(status) != signal.SIGKILL:
        raise AssertionError("the table ended by itself")
    whole = [json.loads(line) for line in told if line.endswith(b"\n")]
    return {int(seq): str(head) for seq, head in whole}


def faults(folder: Path, acknowledged: Acknowledged) -> list[str]:
    """Return what is wrong with a data folder after a kill; nothing is what it should be."""
    home, wrong = Home(folder), []
    condition = check(home.journal)
    if not condition.sound:
        return [f"not sound: {condition.why}"]
    with closing(Journal.open(home.journal)) as journal:
        if journal.last_seq < max(acknowledged, default=0):
            wrong.append(f"{journal.last_seq} of {max(acknowledged)} events are there")
        elif any(journal.head_at(seq) != head for seq, head in acknowledged.items()):
            wrong.append("other events than were acknowledged")
        kept = read_head(home.journal)
        if not kept.whole or kept.head is None or kept.head.seq != journal.last_seq:
            wrong.append("the head is not caught up")
    for backup in backups_in(home.backups) if home.backups.is_dir() else ():
        read_backup(backup)
    for name in SMALL:
        path = folder / name
        body = path.read_text("utf-8") if path.exists() else _body(0)
        if body != _body(int(body.split("\n", 1)[0])):
            wrong.append(f"{name} is half written")
    drafts = [path.name for path in folder.rglob(f"*{DRAFT}")]
    if len(drafts) > len(SMALL) + 1:
        wrong.append(f"drafts pile up: {drafts}")
    return wrong


def run(kills: int, seed: int) -> tuple[Counter[str], int, int]:
    """Kill so often; return what was wrong how often, acknowledged commands, kills while busy."""
    chance, wrong = random.Random(seed), Counter[str]()
    commands = unacknowledged = 0
    for begun in range(0, kills, ANEW):
        with TemporaryDirectory() as folder:
            acknowledged: Acknowledged = {}
            for _ in range(min(ANEW, kills - begun)):
                new = killed(
                    Path(folder), chance.randint(1, MOST_COMMANDS), chance.uniform(0, MOST_MS)
                )
                acknowledged |= new
                commands += len(new)
                wrong.update(faults(Path(folder), acknowledged))
                with closing(Journal.open(Home(Path(folder)).journal)) as journal:
                    unacknowledged += journal.last_seq > max(acknowledged)
    return wrong, commands, unacknowledged


def main(argv: Sequence[str] | None = None) -> int:
    """Print what came of all kills; status 1 where anything was lost, half written or unsound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    wrong, commands, unacknowledged = run(asked.kills, asked.seed)
    sys.stdout.write(
        f"{asked.kills} kills, seed {asked.seed}: {commands} acknowledged commands, "
        f"{unacknowledged} times one more was stored than acknowledged; "
        f"{sum(wrong.values())} faults\n"
    )
    for what, times in wrong.most_common():
        sys.stdout.write(f"{times} x {what}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
