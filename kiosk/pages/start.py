"""The start of an evening: who sits where, what is played, who deals first."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from engine.text import Text
from kiosk import messages as m
from kiosk.commands import StartDeal, StartEvening
from kiosk.pages.cards import Face
from kiosk.pages.catalogue import game_title
from kiosk.pages.door import refuse, settings, the_door
from kiosk.pages.table_screen import FAN

bp = Blueprint("start", __name__)

LONGEST_NAME = 20
"""Characters (KIOSK section 5)."""


@dataclass(frozen=True, slots=True)
class SeatField:
    """One seat's field."""

    label: Text
    short: Text
    name: str


@dataclass(frozen=True, slots=True)
class GameChoice:
    """One game offered."""

    key: str
    word: Text


@dataclass(frozen=True, slots=True)
class StartScreen:
    """What the start asks."""

    seats: tuple[SeatField, ...]
    games: tuple[GameChoice, ...]
    decks: tuple[str, ...]
    fan: tuple[Face, ...]


def start_screen() -> StartScreen:
    """Return the start with the names proposed by the settings."""
    chosen = settings()
    return StartScreen(
        seats=tuple(
            SeatField(m.SEAT.format(n=number + 1), m.SEAT.format(n=number + 1), name)
            for number, name in enumerate(chosen.seats)
        ),
        games=tuple(GameChoice(name, game_title(name)) for name in chosen.games),
        decks=chosen.decks,
        fan=FAN,
    )


@bp.post("/start")
def begin() -> ResponseReturnValue:
    """Begin the evening and its first deal."""
    chosen = settings()
    names = read_names([request.form.get(f"name{seat}", "") for seat in range(len(chosen.seats))])
    game = request.form.get("game", "")
    deck = request.form.get("deck", chosen.decks[0])
    dealer = request.form.get("dealer", "")
    if game not in chosen.games or deck not in chosen.decks:
        refuse(m.UNKNOWN_GAME)
    if dealer not in [str(seat) for seat in range(len(names))]:
        refuse(m.UNKNOWN_SEAT)
    rules = chosen.rules if game == chosen.games[0] else {}
    door = the_door()
    door.do(StartEvening(game, rules, names, deck))
    door.do(StartDeal(int(dealer)))
    return redirect("/", code=303)


def read_names(given: list[str]) -> tuple[str, ...]:
    """Return the names as they will be shown; refuses empty, long and doubled ones.

    Control and invisible characters are dropped, runs of blanks become one.
    """
    names: list[str] = []
    for number, raw in enumerate(given, start=1):
        visible = "".join(
            " " if character.isspace() else character
            for character in unicodedata.normalize("NFC", raw)
            if character.isspace() or unicodedata.category(character)[0] != "C"
        )
        name = " ".join(visible.split())
        if not name:
            refuse(m.NAME_MISSING.format(n=number))
        if len(name) > LONGEST_NAME:
            refuse(m.NAME_TOO_LONG.format(n=number))
        if name.casefold() in (other.casefold() for other in names):
            refuse(m.NAME_TWICE.format(name=name))
        names.append(name)
    return tuple(names)
