"""The registry: the games, by name. A new game is a new folder and one line here."""

from __future__ import annotations

from engine.games.base import Game
from engine.games.bavarian import BAVARIAN
from engine.games.bierkopf import BIERKOPF
from engine.games.mehrkopf import MEHRKOPF
from engine.games.schafkopf import SCHAFKOPF
from engine.games.sheepshead import SHEEPSHEAD
from engine.text import PlainError, Text, shown_word

GAMES: dict[str, Game] = {
    each.name: each for each in (SCHAFKOPF, MEHRKOPF, BAVARIAN, SHEEPSHEAD, BIERKOPF)
}
"""Every game that can be refereed."""


def game(name: str) -> Game:
    """Return the game called `name` in deal files.

    Raises:
        PlainError: there is no such game.

    >>> game("mehrkopf").player_counts
    (2, 3, 4, 5, 6)
    """
    try:
        return GAMES[name]
    except KeyError:
        listed = ", ".join(GAMES)
        raise PlainError(
            Text(
                de=f"Das Spiel {shown_word(name)} ist nicht bekannt; bekannt sind: {listed}.",
                en=f"The game {shown_word(name)} is not known; known games: {listed}.",
            )
        ) from None
