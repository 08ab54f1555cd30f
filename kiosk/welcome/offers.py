"""What an evening may begin with: games, the table's own house rules, what was last."""

from __future__ import annotations

from dataclasses import dataclass

from engine.fitting import sitting_out
from engine.games import game as game_named
from engine.record import JsonObject
from engine.rules import rules_from
from engine.rules_toml import NamedRules
from engine.text import Text
from kiosk.pages.catalogue import game_title
from kiosk.pages.settings import PageSettings

SEATS = 7
"""Seats a table may have."""
FEWEST = 2
OWN = "rules/"
"""Before the name of a set of house rules, so that it cannot be taken for a game."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """One game offered."""

    key: str
    word: Text
    seats: str
    """How many people can sit at the table: "4–5"."""


def offered(chosen: PageSettings) -> dict[str, NamedRules]:
    """Return what an evening may begin with, by the form's value.

    The games, the first under the rules of `table.toml`, then the table's own sets of rules.
    """
    games = {name: NamedRules(name, {}) for name in chosen.games}
    games[chosen.games[0]] = NamedRules(chosen.games[0], chosen.rules)
    own = {**chosen.own_rules, **chosen.reception.house.own()}
    return games | {OWN + name: named for name, named in own.items()}


def game_choices(chosen: PageSettings) -> tuple[GameChoice, ...]:
    """Return what an evening may begin with, and with how many people."""
    return tuple(
        GameChoice(key, choice_word(key, named), sizes_text(named))
        for key, named in offered(chosen).items()
    )


def choice_word(key: str, named: NamedRules) -> Text:
    """Return what is written on the button of a game or of a set of house rules."""
    if not key.startswith(OWN):
        return game_title(named.game)
    name = key.removeprefix(OWN)
    return Text(de=name, en=name)


def sizes_text(named: NamedRules) -> str:
    """Return how many people can sit at the table: "4–5"."""
    sizes = table_sizes(named.game, named.options)
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}"


def table_sizes(game: str, rules: JsonObject) -> tuple[int, ...]:
    """Return how many may sit at the table, whoever sits out included."""
    played, counts = rules_from(rules, game), game_named(game).player_counts
    return tuple(
        seats
        for seats in range(FEWEST, SEATS + 1)
        if seats - len(sitting_out(game, played, seats, 0)) in counts
    )
