"""Recorded evenings for the tests of the replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from engine.cards import card
from engine.deal.record import Contract
from engine.events import (
    Announced,
    CardCorrected,
    CardPlayed,
    DealClosed,
    DealStarted,
    Envelope,
    EveningStarted,
    Event,
    Ruling,
    TrickTaken,
)
from engine.journal.journal import Journal
from kiosk.replay.library import Library, ReadShelf
from kiosk.replay.reel import Recall, Tape
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL

BEGAN = datetime.fromisoformat("2026-11-20T20:00:00+01:00")
PLAYS = RUFSPIEL.split()
HOSTILE = ("</script><b>Resi", "T&oni\"'>", "<img src=x>", "Sepp -->")


def began(names: Sequence[str] = NAMES) -> list[Event]:
    return [EveningStarted("2026-11-20-1", "schafkopf", {}, tuple(names), "isar", {})]


def dealt(number: int, plays: Sequence[str], end: object = "played") -> list[Event]:
    """A deal of Schafkopf, its tricks swept; `end` "running": nobody closed it."""
    suit = card("GA").suit
    events: list[Event] = [
        DealStarted(f"deal-{number}", 3),
        Announced(Contract("rufspiel", 0, suit)),
    ]
    for count, play in enumerate(plays, 1):
        events.append(CardPlayed(card(play[1:]), source="touch"))
        if count % 4 == 0:
            events.append(TrickTaken())
    if end == "played":
        events.append(DealClosed())
    elif end != "running":
        events.append(DealClosed({"kind": "thrown_in", "why": "misdeal"}))
    return events


def misread_and_revoke() -> list[Event]:
    """Deal 2: a card is put right, then Toni's revoke is proven and upheld."""
    events = dealt(2, [*REVOKE[:5], "1GU", *REVOKE[6:22]], "running")
    played = [at for at, event in enumerate(events) if isinstance(event, CardPlayed)]
    events.insert(played[5] + 1, CardCorrected(FIRST_OF_TWO + played[5], card(REVOKE[5][1:])))
    return [*events, Ruling("deal-2", "revoke:1:17", "upheld"), DealClosed({"kind": "ruled"})]


def often_put_right() -> list[Event]:
    """An evening whose deal 2 has a proven revoke; that card is put right twice over."""
    events = dealt(2, REVOKE[:22], "running")
    last = FIRST_OF_TWO + len(events) - 1
    wrong, right = (CardCorrected(last, card(code)) for code in ("S7", REVOKE[21][1:]))
    ruled = (Ruling("deal-2", "revoke:1:17", "upheld"), DealClosed({"kind": "ruled"}))
    return [*began(), *dealt(1, PLAYS), *events, wrong, right, wrong, right, *ruled]


FIRST_OF_TWO = 2 + len(dealt(1, PLAYS))
"""`seq` of deal 2's begin."""


def envelopes(events: Iterable[Event], pause_before: int = 0) -> list[Envelope]:
    """Two seconds from event to event; before event `pause_before` three minutes more."""
    found = []
    for seq, event in enumerate(events, 1):
        late = timedelta(minutes=3) if pause_before and seq >= pause_before else timedelta()
        at = BEGAN + timedelta(seconds=2 * seq) + late
        found.append(Envelope(seq, at.isoformat(), event))
    return found


def an_evening(names: Sequence[str] = NAMES) -> list[Event]:
    """Two finished deals and one that is being played."""
    return [
        *began(names),
        *dealt(1, PLAYS),
        *misread_and_revoke(),
        *dealt(3, PLAYS[:6], "running"),
    ]


def tape_of(events: Sequence[Event], pause_before: int = 0) -> Tape:
    return Tape(envelopes(events, pause_before), "ab" * 32)


def journal_of(path: Path, events: Sequence[Event]) -> None:
    """Write an evening into a journal's file."""
    journal = Journal.open(path)
    for envelope in envelopes(events):
        journal.append([envelope.event], envelope.at)
    journal.close()


def library_of(*evenings: Sequence[Event]) -> Library:
    """Hold evenings that were read from a file."""
    journal = Journal.in_memory()
    for events in evenings:
        for envelope in envelopes(events):
            journal.append([envelope.event], envelope.at)
    return Library(ReadShelf(journal), Recall())
