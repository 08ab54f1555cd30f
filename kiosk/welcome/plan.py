"""What was chosen so far for an evening that is about to begin, and which question comes next.

The plan travels with every request in the address, as the call's does: going back loses nothing,
and a program that is started again finds it in the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlencode

from engine.state import TableState
from kiosk.welcome.offers import FEWEST, SEATS

LAST = "last"
"""The choice to play what was played last, by the same rules."""


class Step(StrEnum):
    """One question of the walk; its value stands in the address."""

    ABOUT = "about"
    WATCH = "watch"
    GAME = "game"
    RULES = "rules"
    DECK = "deck"
    CLOCK = "clock"
    PEOPLE = "people"
    DEALER = "dealer"
    GO = "go"


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices; what is not chosen yet is empty."""

    names: tuple[str, ...] = ("", "", "", "")
    """One a seat, clockwise; empty where nobody was named yet."""
    game: str = ""
    """Value of the game or of the set of house rules."""
    deck: str = ""
    dealer: int | None = None
    moment: str = ""
    """The time as it was told, such as 2026-11-21T19:30."""
    first: bool = False
    """Whether nobody has ever begun an evening here: more is explained."""
    alone: bool = False
    """Whether one question is answered again, and everything together shown after it."""

    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of address and form that say the same."""
        dealer = "" if self.dealer is None else str(self.dealer)
        listed = [
            ("seats", str(len(self.names))),
            *((f"name{seat}", name) for seat, name in enumerate(self.names) if name),
            ("game", self.game),
            ("deck", self.deck),
            ("dealer", dealer),
            ("moment", self.moment),
            ("first", "1" if self.first else ""),
            ("alone", "1" if self.alone else ""),
        ]
        return tuple((name, value) for name, value in listed if value)

    def href(self, step: Step, **more: str) -> str:
        """Return the address of a question with these choices."""
        return f"/begin/{step}?{urlencode([*self.fields(), *more.items()])}"

    def with_name(self, seat: int, name: str) -> Plan:
        """Return the plan with somebody on a seat; who sat there gets the seat that is left."""
        if not 0 <= seat < len(self.names):
            return self
        before, same = self.names[seat], name.casefold()
        moved = [before if name and each.casefold() == same else each for each in self.names]
        return replace(self, names=(*moved[:seat], name, *moved[seat + 1 :]))

    def with_seats(self, count: int) -> Plan:
        """Return the plan for so many people; who was named last goes first."""
        names = (*self.names, *[""] * SEATS)[:count]
        dealer = self.dealer if self.dealer is not None and self.dealer < count else None
        return replace(self, names=names, dealer=dealer)

    @property
    def next_empty(self) -> int | None:
        """The first seat without a name."""
        return next((seat for seat, name in enumerate(self.names) if not name), None)


def read_plan(given: Mapping[str, str]) -> Plan:
    """Return what address or form say; what is no choice is left out."""
    count = given.get("seats", "")
    named = {seat: given.get(f"name{seat}", "") for seat in range(SEATS)}
    taken = max((seat + 1 for seat, name in named.items() if name), default=0)
    seats = int(count) if count in map(str, range(FEWEST, SEATS + 1)) else max(taken, FEWEST)
    dealer = given.get("dealer", "")
    return Plan(
        names=tuple(named[seat][:60] for seat in range(seats)),
        game=given.get("game", "")[:60],
        deck=given.get("deck", "")[:60],
        dealer=int(dealer) if dealer in map(str, range(seats)) else None,
        moment=given.get("moment", "")[:30],
        first=given.get("first") == "1",
        alone=given.get("alone") == "1",
    )


def as_last_time(state: TableState, decks: Sequence[str]) -> Plan:
    """Return the plan of an evening like the last one: who would deal next deals first."""
    deck = state.deck if state.deck in decks else ""
    return Plan(names=state.seats, game=LAST, deck=deck, dealer=state.next_dealer)


def steps(plan: Plan, *, asks_deck: bool, asks_time: bool) -> tuple[Step, ...]:
    """Return the questions in order."""
    asked: Mapping[Step, Callable[[], bool]] = {
        Step.ABOUT: lambda: plan.first,
        Step.WATCH: lambda: plan.first,
        Step.RULES: lambda: plan.first,
        Step.DECK: lambda: asks_deck,
        Step.CLOCK: lambda: asks_time,
    }
    return tuple(step for step in Step if asked.get(step, lambda: True)())
