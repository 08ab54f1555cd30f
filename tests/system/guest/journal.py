"""The product's own journal on a virtual card, written until the plug is pulled."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from engine.dealfile.reader import parse_line
from engine.evening.deal_log import card_events, opening_events
from engine.events import EveningStarted, Event
from engine.games.carry import Carry
from engine.journal.journal import Journal
from tests.system.guest.agent import Caller

CARD = Path("/run/card")
_AT = "2026-11-22T20:00:00+01:00"


def write(caller: Caller, deal: str) -> None:
    """Look at what the card holds, then write deals for ever, saying each event once it is stored.

    Events: `found` (`last`: number of the newest event, `heads`: the chain's newest hash); then
    `stored` (`seq`, `head`) after each append that returned.
    """
    mount()
    journal = Journal.open(CARD / "journal.sqlite")
    caller.say("found", last=journal.last_seq, head=journal.head)
    if journal.last_seq == 0:
        _store(
            journal,
            (EveningStarted("cut", "schafkopf", {}, ("A", "B", "C", "D"), "isar", {}),),
            caller,
        )
    record = parse_line(deal)
    while True:
        for event in opening_events(record, Carry()):
            _store(journal, (event,), caller)
        for event in card_events(record):
            _store(journal, (event,), caller)


def look(caller: Caller, seqs: list[int]) -> dict[str, Any]:
    """Open the journal, which checks its chain; return the newest event and the heads asked for."""
    mount()
    journal = Journal.open(CARD / "journal.sqlite")
    stored = sum(1 for _ in journal.events())
    return {
        "last": journal.last_seq,
        "stored": stored,
        "heads": {str(seq): journal.head_at(seq) for seq in seqs},
    }


def mount() -> None:
    """Mount the card; ext4 repairs itself by its own journal."""
    subprocess.run(["modprobe", "virtio_blk"], check=True)
    subprocess.run(["modprobe", "ext4"], check=True)
    CARD.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "ext4", "/dev/vda", CARD], check=True)


def _store(journal: Journal, events: tuple[Event, ...], caller: Caller) -> None:
    (envelope,) = journal.append(events, _AT)
    caller.say("stored", seq=envelope.seq, head=journal.head)
