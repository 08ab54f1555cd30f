"""The games, by name. A new family is a new folder and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card
from engine.games.base import Game
from engine.games.bavarian import BAVARIAN
from engine.games.bierkopf import BIERKOPF
from engine.games.expectation import expectation
from engine.games.mehrkopf import MEHRKOPF
from engine.games.schafkopf import SCHAFKOPF
from engine.games.sheepshead import SHEEPSHEAD
from engine.record import DealRecord
from engine.text import PlainError, Text

GAMES: dict[str, Game] = {
    each.name: each for each in (SCHAFKOPF, MEHRKOPF, BAVARIAN, SHEEPSHEAD, BIERKOPF)
}
"""Every game that can be refereed."""


def game(name: str) -> Game:
    """Return the game called `name` in deal files.

    Raises:
        PlainError: there is no such game.
    """
    try:
        return GAMES[name]
    except KeyError:
        listed = ", ".join(GAMES)
        raise PlainError(
            Text(
                de=f"Das Spiel {name!r} ist nicht bekannt; bekannt sind: {listed}.",
                en=f"The game {name!r} is not known; known games: {listed}.",
            )
        ) from None


def penalties(record: DealRecord) -> Mapping[Card, float]:
    """Return soft penalties, in nats, for the card that comes next (for vision's decoder).

    A card already played costs much, one that its player could only lay by breaking a rule a
    little; cards left out cost nothing. Only cards played so far are looked at.
    """
    return expectation(record, game(record.game))
