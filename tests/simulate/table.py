"""Simulated tables of every game, player count and house rule, by chance.

A table says what is played: deck, classes, who beats whom, which house rules.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

TRUMP = "T"
"""The class of the trumps; every other class is its suit's letter."""

_GERMAN = "EGHS"
_FRENCH = "CSHD"
_PLAIN_ORDER = {_GERMAN: "AZSKOUG9876P", _FRENCH: "ATKQJ987"}
"""Ranks of a plain suit, highest first (RULES 2)."""
_HIGH = {"wenz": "U", "farbwenz": "U", "geier": "O", "farbgeier": "O", "niederer": "G"}
"""Ranks that are trump in every suit, where they are not Ober, Unter and Gefreiter."""
_SUITED = frozenset({"solo", "farbwenz", "farbgeier"})
_CALLING = frozenset({"rufspiel", "pick"})
"""Contracts in which a suit is called; a picker need not."""
_HEARTS = frozenset({"rufspiel", "ramsch", "hochzeit"})
_HIDDEN = {2: 0, 3: 2, 4: 4, 5: 2, 6: 2, 7: 4}
"""Cards in a Sheepshead blind by the number of hands (RULES 1)."""
_RANKS = {2: "AZKOU987", 3: "AZKOU9", 4: "AZKOU987", 5: "AZSKOUG987", 6: "AZSKOUG9876P"}
"""Ranks in a Mehrkopf deck by the number of hands (RULES 1)."""


@dataclass(frozen=True)
class SimulatedTable:
    """A game, a contract and the house rules that decide what is wrong; seats without cards too."""

    game: str
    kind: str
    seats: tuple[int, ...] = (0, 1, 2, 3)
    """Who holds cards, clockwise, lowest first."""
    players: int = 4
    """Seats at the table."""
    dealer: int = 3
    suit: str | None = None
    caller: int | None = None
    short: bool = False
    keep_back: str = "lead"
    """`umspielen_when`."""
    least: int | None = None
    """`umspielen_min`; None: computed."""
    discard: str = "last_trick_only"
    """`called_discard`."""
    renonce: bool = False
    """The caller need not have a card of the suit he calls."""
    partner: int | None = None
    """Who accepted the card of a Hochzeit."""

    @cached_property
    def french(self) -> bool:
        """Whether the cards are French."""
        return self.game in ("sheepshead", "bierkopf")

    @cached_property
    def must_trump(self) -> bool:
        """Whether who cannot follow must trump."""
        return self.game == "bierkopf"

    @cached_property
    def suits(self) -> str:
        """The suits' letters in order of precedence."""
        return _FRENCH if self.french else _GERMAN

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """Every card of the deal."""
        if self.french:
            ranks = "AKQJT" if self.game == "bierkopf" else "AKQJT987"
        elif self.short:
            ranks = _RANKS[3]
        else:
            ranks = _RANKS[min(6, len(self.seats))]
        return tuple(suit + rank for suit in self.suits for rank in ranks)

    @cached_property
    def hidden(self) -> int:
        """Cards that nobody plays (bury or blind)."""
        return _HIDDEN[len(self.seats)] if self.game == "sheepshead" else 0

    @cached_property
    def piles(self) -> tuple[int, int] | None:
        """Piles before each seat and cards in each, where two play from a layout (RULES 1)."""
        if len(self.seats) > 2:
            return None
        return (4, 3) if self.game == "sheepshead" else (8, 2)

    @cached_property
    def hand_size(self) -> int:
        """Cards each hand plays."""
        return (len(self.deck) - self.hidden) // len(self.seats)

    @cached_property
    def klasses(self) -> Mapping[str, str]:
        """Class of each card of the deck."""
        high = "QJ" if self.french else _HIGH.get(self.kind, "OUG")
        trump_suit = self.suit if self.kind in _SUITED else None
        if self.kind in _HEARTS:
            trump_suit = "H"
        if self.french:
            trump_suit = "H" if self.game == "bierkopf" else "D"
        return {
            card: TRUMP if card[1] in high or card[0] == trump_suit else card[0]
            for card in self.deck
        }

    @cached_property
    def height(self) -> Mapping[str, int]:
        """Higher beats lower within a class."""
        high = "QJ" if self.french else _HIGH.get(self.kind, "OUG")
        order = _PLAIN_ORDER[self.suits]

        def value(card: str) -> tuple[int, int]:
            if card[1] in high:
                return len(high) - high.index(card[1]), -self.suits.index(card[0])
            return 0, -order.index(card[1])

        ranked = sorted(self.deck, key=value)
        return {card: place for place, card in enumerate(ranked)}

    @cached_property
    def ace(self) -> str | None:
        """The called Ass."""
        return f"{self.suit}A" if self.searched is not None else None

    @cached_property
    def schoene(self) -> str | None:
        """The called Schöne, with five hands and more."""
        return f"{self.suit}S" if self.kind == "rufspiel" and len(self.seats) > 4 else None

    @cached_property
    def searched(self) -> str | None:
        """The class in which the called cards are."""
        return self.suit if self.kind in _CALLING else None

    @cached_property
    def picked(self) -> bool:
        """Whether the caller is a picker, who keeps a card of the suit until it is first led."""
        return self.kind == "pick"

    @cached_property
    def suit_length(self) -> int:
        """Plain cards of the called suit in the deck."""
        return sum(1 for klass in self.klasses.values() if klass == self.searched)

    @cached_property
    def free_from(self) -> int:
        """Cards of the called suit from which it may be kept back (RULES 7: computed minimum)."""
        if self.least is not None:
            return self.least
        return self.suit_length - (len(self.seats) - 1) + 1

    def order(self, leader: int) -> tuple[int, ...]:
        """Return the seats of a trick."""
        place = self.seats.index(leader)
        return self.seats[place:] + self.seats[:place]

    @cached_property
    def vorhand(self) -> int:
        """Who leads first: the dealer's left neighbour who holds cards."""
        clockwise = [(self.dealer + 1 + step) % self.players for step in range(self.players)]
        return next(seat for seat in clockwise if seat in self.seats)

    def winner(self, trick: list[tuple[int, str]]) -> int:
        """Return who wins a finished trick."""
        led = self.klasses[trick[0][1]]

        def strength(play: tuple[int, str]) -> tuple[bool, bool, int]:
            klass = self.klasses[play[1]]
            return klass == TRUMP, klass == led, self.height[play[1]]

        return max(trick, key=strength)[0]


@dataclass
class Deal:
    """A table, what was dealt and what was played; cards by code."""

    table: SimulatedTable
    hands: dict[int, tuple[str, ...]]
    """As dealt, for a Hochzeit after the exchange, for Sheepshead after the bury."""
    hidden: tuple[str, ...] = ()
    plays: list[tuple[int, str]] = field(default_factory=list)
    bury_known: bool = False
    """Sheepshead: the bury is on record."""
    gave: str | None = None
    back: str | None = None
    piles: dict[int, list[tuple[str, ...]]] | None = None
    """Two players: each pile from its lowest card to the open one; the other cards are in hand."""
    reveals: list[tuple[int, int, int, str]] = field(default_factory=list)


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
) -> SimulatedTable:
    """Return a table; with `any_rules` the house rules about called cards are drawn as well."""
    dealer = chance.randrange(players)
    seats = tuple(range(players))
    if (game, players) == ("mehrkopf", 7):
        seats = tuple(seat for seat in seats if seat != dealer)
    kind = kind or chance.choice(kinds(game, players))
    keep_back, discard = PRESET.get(game, ("follow", "free"))
    made = SimulatedTable(game, kind, seats, players, dealer, keep_back=keep_back, discard=discard)
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
