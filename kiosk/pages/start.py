"""The start of an evening: who sits where, what is played, who deals first."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import request

from engine.fitting import sitting_out
from engine.games import game as game_named
from engine.record import JsonObject
from engine.rules import rules_from
from engine.rules_toml import NamedRules
from engine.text import PlainError, Text
from kiosk import messages as m
from kiosk.commands import StartDeal, StartEvening
from kiosk.pages.catalogue import game_title
from kiosk.pages.door import settings
from kiosk.pages.settings import PageSettings

LONGEST_NAME = 20
"""Characters (KIOSK section 5)."""
SEATS = 7
"""Seats offered; those left empty are not at the table."""
FEWEST = 2


@dataclass(frozen=True, slots=True)
class SeatField:
    """One seat's field."""

    label: Text
    short: str
    name: str


@dataclass(frozen=True, slots=True)
class GameChoice:
    """One game offered."""

    key: str
    word: Text
    seats: str
    """How many people can sit at the table: "4 – 5"."""


@dataclass(frozen=True, slots=True)
class StartScreen:
    """What the start asks."""

    seats: tuple[SeatField, ...]
    games: tuple[GameChoice, ...]
    game: str
    """Value of the game chosen."""
    deck: str
    dealer: int
    """Seat proposed to deal first."""
    decks: tuple[str, ...]
    wrong: Text | None = None
    """Why what was typed cannot begin an evening."""
    clock: Text | None = None
    """What is asked about the time; None where it is right."""
    moment: str = ""
    """The time proposed, or as it was typed."""


def start_screen() -> StartScreen:
    """Return the start with the names proposed by the settings."""
    chosen = settings()
    return StartScreen(
        seats=tuple(
            SeatField(m.SEAT.format(n=number + 1), str(number + 1), name)
            for number, name in enumerate((*chosen.seats, *[""] * SEATS)[:SEATS])
        ),
        dealer=len(chosen.seats) - 1,
        games=game_choices(chosen),
        decks=chosen.decks,
        game=chosen.games[0],
        deck=chosen.decks[0],
        clock=chosen.clock.question(),
        moment=chosen.clock.proposed(),
    )


def game_choices(chosen: PageSettings) -> tuple[GameChoice, ...]:
    """Return what an evening may begin with, and with how many people."""
    return tuple(
        GameChoice(key, _word(key, named), _range(table_sizes(named.game, named.options)))
        for key, named in offered(chosen).items()
    )


def typed(wrong: Text) -> StartScreen:
    """Return the start as it was filled in, with the sentence why it cannot begin."""
    blank, form = start_screen(), request.form
    dealer = form.get("dealer", "")
    return replace(
        blank,
        seats=tuple(
            replace(seat, name=form.get(f"name{number}", ""))
            for number, seat in enumerate(blank.seats)
        ),
        dealer=int(dealer) if dealer in map(str, range(SEATS)) else blank.dealer,
        game=_one_of([choice.key for choice in blank.games], form.get("game"), blank.game),
        deck=_one_of(blank.decks, form.get("deck"), blank.deck),
        wrong=wrong,
        moment=form.get("moment", blank.moment)[:30],
    )


def _one_of(offered: Sequence[str], given: str | None, otherwise: str) -> str:
    return given if given is not None and given in offered else otherwise


def _range(sizes: tuple[int, ...]) -> str:
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}"


_OWN = "rules/"
"""Before the name of a set of house rules, so that it cannot be taken for a game."""


def offered(chosen: PageSettings) -> dict[str, NamedRules]:
    """Return what an evening may begin with, by the form's value.

    The games, the first under the rules of `table.toml`, then the table's own sets of rules.
    """
    games = {name: NamedRules(name, {}) for name in chosen.games}
    games[chosen.games[0]] = NamedRules(chosen.games[0], chosen.rules)
    return games | {_OWN + name: named for name, named in chosen.own_rules.items()}


def _word(key: str, named: NamedRules) -> Text:
    if key == named.game:
        return game_title(named.game)
    name = key.removeprefix(_OWN)
    return Text(de=name, en=name)


def table_sizes(game: str, rules: JsonObject) -> tuple[int, ...]:
    """Return how many may sit at the table, whoever sits out included."""
    played, counts = rules_from(rules, game), game_named(game).player_counts
    return tuple(
        seats
        for seats in range(FEWEST, SEATS + 1)
        if seats - len(sitting_out(game, played, seats, 0)) in counts
    )


def asked() -> tuple[StartEvening, StartDeal]:
    """Return what the form asks for.

    Raises:
        PlainError: there can be no such evening.
    """
    chosen = settings()
    given = [request.form.get(f"name{seat}", "") for seat in range(SEATS)]
    taken = [seat for seat, name in enumerate(given) if visible(name)]
    names = read_names(given)
    deck = request.form.get("deck", chosen.decks[0])
    dealer = request.form.get("dealer", "")
    named = offered(chosen).get(request.form.get("game", ""))
    if named is None or deck not in chosen.decks:
        raise PlainError(m.UNKNOWN_GAME)
    game, rules = named.game, named.options
    sizes = table_sizes(game, rules)
    if len(names) not in sizes:
        raise PlainError(
            m.WRONG_COUNT.format(game=game_title(game), n=len(names), sizes=_range(sizes))
        )
    if dealer not in [str(seat) for seat in taken]:
        raise PlainError(m.EMPTY_DEALER if dealer in map(str, range(SEATS)) else m.UNKNOWN_SEAT)
    return StartEvening(game, rules, names, deck), StartDeal(taken.index(int(dealer)))


def read_names(given: list[str]) -> tuple[str, ...]:
    """Return the names of those at the table as they will be shown.

    Control and invisible characters are dropped, runs of blanks become one.

    Raises:
        PlainError: a name is too long or there twice.
    """
    names: list[str] = []
    for number, raw in enumerate(given, start=1):
        name = visible(raw)
        if not name:
            continue
        if len(name) > LONGEST_NAME:
            raise PlainError(m.NAME_TOO_LONG.format(n=number))
        if name.casefold() in (other.casefold() for other in names):
            raise PlainError(m.NAME_TWICE.format(name=name))
        names.append(name)
    return tuple(names)


def visible(raw: str) -> str:
    """Return a name without control and invisible characters, runs of blanks made one."""
    kept = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", raw)
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    return " ".join(kept.split())
