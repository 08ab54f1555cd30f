"""What a deal takes over from the deals before it, worked out when somebody asks for it.

Where the house plays without Stock and rounds nothing is ever worked out. Where it does, a deal's
takeover follows from the one before it and from how that deal was settled; a correction or a late
ruling makes the later deals' takeovers anew (`engine.fold`), and they are worked out again when
they are read.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from engine.games import game
from engine.games.rounds import NOTHING_CARRIED, Carry, GameScore
from engine.partners import regrouped
from engine.record import DealRecord
from engine.report import DealReport, DealResult
from engine.rules import Rules


class Headed(Protocol):
    """What is asked of a deal's head (`engine.deal_state.DealHead`)."""

    @property
    def game(self) -> str:
        """The game's name."""
        ...

    @property
    def rules(self) -> Rules:
        """The deal's house rules."""
        ...

    @property
    def takes(self) -> Takeover:
        """What it takes over."""
        ...


class Dealt(Protocol):
    """What is asked of a deal (`engine.deal_state.DealState`), which knows this module."""

    @property
    def id(self) -> str:
        """The deal's name."""
        ...

    @property
    def head(self) -> Headed:
        """What stays the same while it runs."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Who sat where."""
        ...

    @property
    def record(self) -> DealRecord:
        """What happened."""
        ...

    @property
    def report(self) -> DealReport:
        """What follows from it."""
        ...


@dataclass(frozen=True, slots=True)
class GameWon:
    """A game of several deals that a deal of the evening ended; the next deal begins another."""

    deal: str
    """Id of the deal."""
    team: int
    seats: tuple[int, ...]
    """Of the team that won it."""
    names: tuple[str, ...]
    """Theirs."""
    points: tuple[int, int]
    """How it ended, the first team's points first."""


@runtime_checkable
class WonInSeveralDeals(Protocol):
    """A game family in which several deals make a game."""

    def game_won(self, carry: Carry, result: DealResult | None, rules: Rules) -> GameScore | None:
        """Return how the game stood where a deal ended it; `carry` is what the deal found."""
        ...


class Takeover:
    """What one deal takes over.

    Not a value but a question with its answer once found; whoever asks twice gets the same.
    """

    __slots__ = ("_before", "_found", "_fresh", "_names", "_stock")

    def __init__(
        self,
        before: Dealt | None = None,
        stock: int | None = None,
        names: tuple[str, ...] = (),
        *,
        fresh: bool = False,
    ) -> None:
        """Follow `before`, or begin an evening; `stock` is what was counted, where it was.

        `names` are of those who sit there now; `fresh` where another game begins: only the Stock
        goes on.
        """
        self._names = names
        self._before = before
        self._stock = stock
        self._fresh = fresh
        self._found: Carry | None = None

    @property
    def value(self) -> Carry:
        """What is taken over."""
        if self._found is None:
            # One by one from the last known: an evening of many deals must not recurse.
            for link in reversed(self._open_links()):
                link._found = link._work_out()
        assert self._found is not None
        return self._found

    def _open_links(self) -> list[Takeover]:
        links: list[Takeover] = []
        link: Takeover | None = self
        while link is not None and link._found is None:
            links.append(link)
            before = link._before
            link = None if before is None else before.head.takes
        return links

    def _work_out(self) -> Carry:
        carry = NOTHING_CARRIED if self._before is None else left_by(self._before)
        carry = replace(NOTHING_CARRIED, stock=carry.stock) if self._fresh else carry
        if self._before is not None and carry.game_points != (0, 0):
            points = regrouped(carry.game_points, self._before.names, self._names)
            carry = replace(carry, game_points=points)
        return carry if self._stock is None else replace(carry, stock=self._stock)


NOTHING = Takeover()
"""Of a deal that follows nothing, or deals that leave nothing behind."""


def left_by(deal: Dealt) -> Carry:
    """Return what the deal after this one finds."""
    carry = deal.head.takes.value
    rules = game(deal.head.game)
    if not rules.carries(deal.head.rules):
        return carry
    return rules.carried(carry, deal.record, deal.report.result)


def game_won(deal: Dealt) -> GameWon | None:
    """Return the game of several deals that a deal ended, None where it ended none."""
    rules = game(deal.head.game)
    if not isinstance(rules, WonInSeveralDeals):
        return None
    won = rules.game_won(deal.head.takes.value, deal.report.result, deal.head.rules)
    if won is None:
        return None
    names = tuple(deal.names[seat] for seat in won.seats)
    return GameWon(deal.id, won.team, won.seats, names, won.points)


def takeover(
    before: Dealt | None, stock: int | None, played: str, names: tuple[str, ...]
) -> Takeover:
    """Return the takeover of the deal after `before`.

    `stock` is what was counted before it, `played` the game's name, `names` who sits there.
    """
    fresh = before is not None and before.head.game != played
    if stock is not None or fresh:
        return Takeover(before, stock, names, fresh=fresh)
    if before is None:
        return NOTHING
    leaves = game(before.head.game).carries(before.head.rules)
    return Takeover(before, None, names) if leaves or before.head.takes is not NOTHING else NOTHING
