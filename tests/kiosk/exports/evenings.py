"""Evenings of every game to write out: played card by card, told by hand, and recorded ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.cards import Suit
from engine.deal.record import Contract, DealRecord
from engine.dealfile.reader import parse_line
from engine.evening.deal_log import card_events, closing_events, opening_events
from engine.evening.fold import fold
from engine.evening.state import TableState
from engine.events import (
    DealClosed,
    DealEntered,
    DealStarted,
    Doubled,
    Envelope,
    EveningEnded,
    EveningStarted,
    Event,
    ScoreAdjusted,
    SeatsChanged,
    SubstituteSat,
)
from engine.journal.journal import Journal
from tests.kiosk.random_deals import random_deal

AT = "2026-11-20T20:00:00+01:00"
FOUR = ("Resi", "Toni", "Vroni", "Sepp")
FIVE = (*FOUR, "Xaver")
RUF = Contract("rufspiel", 0, Suit.GRAS)


def _enveloped(events: Iterable[Event]) -> list[Envelope]:
    return [Envelope(seq, AT, event) for seq, event in enumerate(events, 1)]


def told(name: str, contract: Contract | None, **result: object) -> tuple[Event, ...]:
    return DealStarted(name, 3), DealEntered(result, contract)


def played(records: Iterable[DealRecord]) -> list[Event]:
    """Deals of a file as they would have been recorded, each by its own rules."""
    events: list[Event] = []
    for record in records:
        state = fold(_enveloped([_start(record), *events]))
        rules = dict(record.rules.options)
        events += [
            *opening_events(record, state.next_carry, rules),
            *card_events(record),
            *closing_events(record),
        ]
    return events


def _start(record: DealRecord, names: Sequence[str] = ()) -> EveningStarted:
    seats = tuple(names) or tuple(f"Spieler {seat + 1}" for seat in range(record.players))
    return EveningStarted("2026-11-20-1", record.game, {}, seats, "isar", {})


def of_records(records: Sequence[DealRecord]) -> list[Event]:
    return [_start(records[0]), *played(records)]


def of_file(path: Path, most: int = 12) -> list[Event]:
    lines = path.read_text(encoding="utf-8").splitlines()[:most]
    return of_records([parse_line(line) for line in lines])


def begun(game: str, names: Sequence[str], **rules: object) -> EveningStarted:
    return EveningStarted("2026-11-20-1", game, rules, tuple(names), "isar", {})


def schafkopf() -> list[Event]:
    """Told by hand, with whatever may happen in an evening."""
    return [
        begun("schafkopf", FOUR),
        *told("a", RUF, won=True, partners=[3], laufende=3),
        *told("b", Contract("wenz", 1), won=False, schneider=True),
        DealStarted("c", 1),
        DealClosed({"kind": "thrown_in", "why": "all_passed"}),
        ScoreAdjusted((10, -10, 0, 0), "Strafe"),
        SubstituteSat(2, "Girgl", "substitute"),
        DealStarted("d", 2),
        Doubled("kontra", 1),
        DealEntered({"won": True}, Contract("solo", 0, Suit.HERZ)),
        SubstituteSat(2, None),
        SeatsChanged(("Resi", "Toni", "Vroni", "Moni")),
        *told("e", Contract("sie", 1), won=True),
        DealEntered({"won": False}, Contract("wenz", 1), deal="b"),
    ]


def sheepshead() -> list[Event]:
    return [
        begun("sheepshead", FIVE),
        *told("a", Contract("pick", 0), won=True, partners=[2]),
        *told("b", Contract("pick", 1), won=False),
        *told("c", Contract("pick", 3), won=True, partners=[4], schneider=True),
    ]


def bierkopf(**rules: object) -> list[Event]:
    return [
        begun("bierkopf", FOUR, **rules),
        *told("a", None, won=True),
        *told("b", None, won=False, schneider=True),
        *told("c", None, won=True),
    ]


def mehrkopf() -> list[Event]:
    """Shares that do not come out even, among five."""
    return [
        begun("mehrkopf", FIVE),
        *told("a", Contract("rufspiel", 0, Suit.GRAS), won=True, partners=[2, 3]),
        *told("b", Contract("rufspiel", 4, Suit.EICHEL), won=False, partners=[1, 2]),
        *told("c", Contract("niederer", 4), won=True),
    ]


def by_cards(game: str) -> list[Event]:
    return of_records([random_deal(seed, game) for seed in range(4)])


GENERATED: dict[str, list[Event]] = {
    "schafkopf": schafkopf(),
    "sheepshead": sheepshead(),
    "bierkopf": bierkopf(),
    "bierkopf in plus and minus": bierkopf(scoring="plus_minus"),
    "mehrkopf": mehrkopf(),
    "schafkopf by cards": by_cards("schafkopf"),
    "mehrkopf by cards": by_cards("mehrkopf"),
    "bavarian by cards": by_cards("bavarian"),
    "lists": [begun("mehrkopf", FIVE, scoring="plus"), *mehrkopf()[1:]],
    "nothing": [begun("schafkopf", FOUR)],
}
"""Every game, and what else an evening may be."""


def state_of(events: Iterable[Event]) -> TableState:
    return fold(_enveloped(events))


def fill(journal: Journal, *evenings: Sequence[Event]) -> None:
    """Record evenings one after the other, a week apart."""
    for week, events in enumerate(evenings):
        at = f"2026-11-{6 + 7 * week:02d}T20:00:00+01:00"
        journal.append([*events], at)
        if week < len(evenings) - 1:
            journal.append([EveningEnded()], at)
