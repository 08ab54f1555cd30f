"""Tables in every state an evening goes through, each with all its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from flask import Flask

from engine.cards import Family, card
from engine.deal.record import Contract
from engine.events import (
    Announced,
    CardPlayed,
    DealClosed,
    DealStarted,
    EveningEnded,
    EveningStarted,
    Event,
    LayoutGiven,
    ScoreAdjusted,
)
from engine.journal.journal import Journal
from engine.text import Language
from kiosk.camera.phone_choice import TablePhone
from kiosk.camera.workshop import Workshop
from kiosk.exports.evening_backup import Backups
from kiosk.exports.past_evenings import PastEvenings
from kiosk.home.data_folder import Home
from kiosk.table.view import SourceKind
from kiosk.table.writer import Table
from kiosk.web.evening.evening import NameService
from kiosk.web.phones.camera_desk import CarriedCamera
from kiosk.web.phones.desk import PhoneEye, make_desk
from kiosk.web.phones.guest_app import GuestSettings, create_guest_app
from kiosk.web.phones.limits import Terms
from kiosk.web.swap import Swaps
from tests.kiosk.fake_door import NAMES, REVOKE, RUFSPIEL
from tests.kiosk.replay.opened_cards import Knows
from tests.kiosk.served import Pages, pages, touch_table

PLAYS = RUFSPIEL.split()


def _begun() -> tuple[Event, ...]:
    return (EveningStarted("abend", "schafkopf", {}, NAMES, "isar", {}),)


def _deal(number: int, plays: list[str]) -> tuple[Event, ...]:
    """Return a deal that Resi calls on Gras, as far as it was played."""
    called = Announced(Contract("rufspiel", 0, card("GA").suit))
    laid = (CardPlayed(card(play[1:]), source="touch") for play in plays)
    return (DealStarted(f"abend-{number}", 3), called, *laid)


def _sie(number: int) -> tuple[Event, ...]:
    """Return a Sie: who holds the eight highest trumps lays them down."""
    return (
        DealStarted(f"abend-{number}", 3),
        Announced(Contract("sie", 0)),
        DealClosed({"kind": "laid_down"}),
    )


def _given_up() -> tuple[Event, ...]:
    """Return a deal of Sheepshead that waits for what was buried."""
    return (
        EveningStarted("abend", "sheepshead", {}, NAMES[:3], "lech", {}),
        DealStarted("abend-1", 2),
        Announced(Contract("pick", 0)),
        *(CardPlayed(card(code, Family.FRENCH), source="touch") for code in ("CA", "C7", "C8")),
        DealClosed({"kind": "conceded", "seat": 0}),
    )


def _laid_out() -> tuple[Event, ...]:
    """Return a deal of two, some of whose piles were told."""
    told = ((None, card("HO")), (None, card("E7")), *(6 * ((None, None),)))
    return (
        EveningStarted("abend", "mehrkopf", {}, NAMES[:2], "isar", {}),
        DealStarted("abend-1", 1),
        LayoutGiven((told, 8 * ((None, None),))),
        Announced(Contract("solo", 0, card("EA").suit)),
        CardPlayed(card("HO"), source="touch"),
    )


STATES: dict[str, tuple[Event, ...]] = {
    "nothing": (),
    "to call": (*_begun(), DealStarted("abend-1", 3)),
    "playing": (*_begun(), *_deal(1, PLAYS), DealClosed(), *_sie(2), *_deal(3, PLAYS[:10])),
    "alert": (*_begun(), *_deal(1, REVOKE[:22])),
    "result": (*_begun(), *_sie(1), *_deal(2, PLAYS), DealClosed()),
    "unsettled": (*_begun(), DealStarted("abend-1", 3), DealClosed({"kind": "claim", "seat": 0})),
    "void": (*_begun(), *_deal(1, REVOKE[:22]), DealClosed({"kind": "void"})),
    "given up": _given_up(),
    "laid out": _laid_out(),
    "drawing": (EveningStarted("abend", "bierkopf", {}, NAMES, "isar", {}),),
    "adjusted": (*_begun(), ScoreAdjusted((10, -10, 0, 0), "verzählt")),
    "ended": (*_begun(), *_deal(1, REVOKE), DealClosed(), *_sie(2), EveningEnded()),
}


@dataclass(frozen=True, slots=True)
class House:
    """One table with its pages for the kiosk and for phones."""

    table: Table
    kiosk: Flask
    guests: Flask
    knows: Knows
    """Says what deals came to with open cards."""


def guest_settings(made: Pages) -> GuestSettings:
    """Return phones' pages whose streams end after one message and that nobody can tire."""
    return replace(made.guests, terms=Terms(lifetime=0.0), requests=10**6)


@contextmanager
def house(
    folder: Path, state: str, language: Language = "de", source: SourceKind = "camera"
) -> Iterator[House]:
    """Open a table in this state; every page works with what it works with at home."""
    home = Home(folder / f"{state.replace(' ', '-')}-{language}")
    home.prepare()
    at = "2026-11-20T20:00:00+01:00"
    with touch_table(Journal.open(home.journal), lambda: at, source=source) as table:
        table.call(lambda core: core.commit(STATES[state]))
        knows = Knows()
        backups = Backups(home, "1.0.0", lambda: datetime.fromisoformat(at), lambda: ())
        backups.everywhere()
        made = pages(
            language=language,
            backups=backups,
            between=lambda job: None,
            lifetime=0.0,
            secret_key=b"e" * 32,
            past=PastEvenings(home.journal),
            exports=home.exports,
            names=NameService(home),
            workshop=Workshop(home),
            phone=True,
            claims=state == "alert",
            swaps=Swaps(["own"] if source == "sample" else []),
            analyses=knows,
        )
        made.services.preferences.wishes.change(open_cards="phones")
        phone = TablePhone(home, Workshop(home), lambda: None)
        desk = make_desk(
            table,
            home,
            made.guests,
            made.maker(table),
            guest_port=0,
            host_port=0,
            camera_port=0,
            eye=PhoneEye(CarriedCamera(), phone, lambda key, text: None, begins=False),
        )
        try:
            kiosk = made.app(table, desk)
            guests = create_guest_app(table, guest_settings(made))
            yield House(table, kiosk, guests, knows)
        finally:
            desk.close()
