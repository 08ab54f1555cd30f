"""Tables of every game, player count and house rule, by chance."""

from __future__ import annotations

import random
from dataclasses import replace

from kiosk.simulate.table import Table

GAMES: tuple[tuple[str, int], ...] = (
    ("schafkopf", 4),
    ("mehrkopf", 2),
    ("mehrkopf", 3),
    ("mehrkopf", 4),
    ("mehrkopf", 5),
    ("mehrkopf", 6),
    ("mehrkopf", 7),
    ("bavarian", 4),
    ("sheepshead", 5),
    ("sheepshead", 3),
    ("sheepshead", 4),
    ("sheepshead", 6),
    ("bierkopf", 4),
    ("sheepshead", 7),
    ("sheepshead", 2),
)
"""Every game and how many sit at its table."""

KEEP_BACK = ("lead", "follow", "any", "never")
DISCARD = ("last_trick_only", "free")
PRESET = {"schafkopf": ("lead", "last_trick_only"), "bavarian": ("lead", "last_trick_only")}
"""`umspielen_when` and `called_discard` of the presets; the others are `follow` and `free`."""

_KINDS = {
    ("schafkopf", 4): ("rufspiel", "solo", "wenz", "geier", "farbwenz", "farbgeier", "ramsch"),
    ("mehrkopf", 2): ("solo",),
    ("mehrkopf", 3): ("solo", "geier", "wenz"),
    ("mehrkopf", 4): ("rufspiel", "solo", "geier", "wenz", "ramsch", "hochzeit"),
    ("mehrkopf", 5): ("rufspiel", "solo", "geier", "wenz", "niederer", "ramsch", "hochzeit"),
    ("bavarian", 4): ("rufspiel", "solo", "wenz"),
    ("sheepshead", 5): ("pick", "leaster"),
    ("sheepshead", 2): ("two_hands",),
    ("bierkopf", 4): ("teams",),
}
_CALLED = (4, 5, 6)
"""With how many a picker may call an ace (PG; three play alone, seven by jack and die)."""


def kinds(game: str, players: int) -> tuple[str, ...]:
    """Return the contracts of a game with so many players."""
    return _KINDS.get((game, players)) or _KINDS[game, 5]


def table(
    game: str,
    players: int,
    chance: random.Random,
    *,
    kind: str | None = None,
    any_rules: bool = False,
) -> Table:
    """Return a table; with `any_rules` the house rules about called cards are drawn as well."""
    dealer = chance.randrange(players)
    seats = tuple(range(players))
    if (game, players) == ("mehrkopf", 7):
        seats = tuple(seat for seat in seats if seat != dealer)
    kind = kind or chance.choice(kinds(game, players))
    keep_back, discard = PRESET.get(game, ("follow", "free"))
    made = Table(game, kind, seats, players, dealer, keep_back=keep_back, discard=discard)
    if kind not in ("ramsch", "leaster", "teams", "two_hands"):
        made = replace(made, caller=chance.choice(seats))
    if kind in ("rufspiel", "solo", "farbwenz", "farbgeier"):
        made = replace(made, suit=chance.choice("EGS" if kind == "rufspiel" else "EGHS"))
    if kind == "hochzeit":
        partner = chance.choice([seat for seat in seats if seat != made.caller])
        made = replace(made, partner=partner)
    if any_rules and kind == "rufspiel":
        least = chance.choice((None, None, None, 3, 5))
        made = replace(
            made,
            keep_back=chance.choice(KEEP_BACK),
            discard=chance.choice(DISCARD),
            least=least,
            renonce=chance.random() < 0.2,
        )
    if any_rules and kind == "pick" and players in _CALLED:
        made = replace(made, suit=chance.choice((None, "C", "S", "H")), keep_back="never")
        made = replace(made, discard="last_trick_only")
    if any_rules and game == "schafkopf":
        made = replace(made, short=chance.random() < 0.3)
    return made
