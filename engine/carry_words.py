"""What an evening carries from deal to deal, in words: what the page shows between deals."""

from __future__ import annotations

from engine.carry import GameWon
from engine.games.rounds import Carry
from engine.text import Text

_BOCK = Text(
    de="Bockrunde: noch {n} Spiele, jedes zählt doppelt",
    en="Bock round: {n} more deals, each counts double",
)
_LAST_BOCK = Text(
    de="Bockrunde: das letzte Spiel, es zählt doppelt",
    en="Bock round: the last deal, it counts double",
)
_RAMSCH = Text(de="Ramschrunde: noch {n} Spiele", en="Ramsch round: {n} more deals")
_LAST_RAMSCH = Text(de="Ramschrunde: das letzte Spiel", en="Ramsch round: the last deal")
_DOUBLERS = Text(
    de="Noch {n} Spiele zählen doppelt, weil alle gepasst haben",
    en="{n} more deals count double because all passed",
)
_LAST_DOUBLER = Text(
    de="Dieses Spiel zählt doppelt, weil alle gepasst haben",
    en="This deal counts double because all passed",
)
_STOCK = Text(de="Im Stock: {n}", en="In the Stock: {n}")
_GAME_WON = Text(
    de="Partie gewonnen: {names}, {ours} zu {theirs}", en="Game won: {names}, {ours} to {theirs}"
)
_GAME = Text(de="Spielpunkte: {ours} zu {theirs}", en="Game points: {ours} to {theirs}")


def told_game_won(won: GameWon) -> Text:
    """Return that a game of several deals was won, by whom and how it ended."""
    names = Text(de=" und ".join(won.names), en=" and ".join(won.names))
    return _GAME_WON.format(names=names, ours=max(won.points), theirs=min(won.points))


def told(carry: Carry) -> tuple[Text, ...]:
    """Return what the coming or running deal finds on the table, a sentence each; none often."""
    said: list[Text] = []
    counts = (
        (carry.bock, _BOCK, _LAST_BOCK),
        (carry.ramsch, _RAMSCH, _LAST_RAMSCH),
        (carry.doublers, _DOUBLERS, _LAST_DOUBLER),
    )
    for left, several, last in counts:
        if left:
            said.append(last if left == 1 else several.format(n=left))
    if carry.stock:
        said.append(_STOCK.format(n=carry.stock))
    if any(carry.game_points):
        ours, theirs = carry.game_points
        said.append(_GAME.format(ours=ours, theirs=theirs))
    return tuple(said)
