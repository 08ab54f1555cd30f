"""What an evening is begun with: what the table offers, and what has been chosen so far.

`Offers` is what the table proposes, `EveningPlan` what was chosen. The plan travels with every
request in the address, as the call's does: going back loses nothing, and a program that is started
again finds it in the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from urllib.parse import urlencode

from engine.deal.record import JsonObject
from engine.evening.checks import sitting_out
from engine.evening.state import TableState
from engine.games import GAMES
from engine.games import game as game_named
from engine.journal.people import is_placeholder
from engine.rules.house_rules import NamedRules, rules_from
from engine.text import Text
from kiosk.screens.cards import game_title
from kiosk.screens.tournament import SeatingOffer
from kiosk.table.person_names import distinct

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


@dataclass(frozen=True, slots=True)
class Offers:
    """What this table proposes for an evening."""

    games: tuple[str, ...] = field(default_factory=lambda: tuple(GAMES))
    """The preferred one first."""
    rules: JsonObject = field(default_factory=dict)
    """House rules of the first game, options by name (`table.toml`)."""
    own_rules: Mapping[str, NamedRules] = field(default_factory=dict)
    """The table's own sets of house rules by name, offered beside the games (`rules/NAME.toml`)."""
    decks: tuple[str, ...] = ("isar",)
    """The decks there are just now, the preferred one first."""
    demonstrates: bool = False
    """Whether the filmed evening can be shown."""
    seating: SeatingOffer | None = None
    """The round of a tournament that can be begun."""


def offered(offers: Offers) -> dict[str, NamedRules]:
    """Return what an evening may begin with, by the form's value.

    The games, the first under the rules of `table.toml`, then the table's own sets of rules.
    """
    games = {name: NamedRules(name, {}) for name in offers.games}
    games[offers.games[0]] = NamedRules(offers.games[0], offers.rules)
    return games | {OWN + name: named for name, named in offers.own_rules.items()}


def game_choices(offers: Offers) -> tuple[GameChoice, ...]:
    """Return what an evening may begin with, and with how many people."""
    return tuple(
        GameChoice(key, choice_word(key, named), sizes_text(named))
        for key, named in offered(offers).items()
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


LAST = "last"
"""The choice to play what was played last, by the same rules."""


class StartStep(StrEnum):
    """One question of the walk; its value stands in the address."""

    WATCH = "watch"
    GAME = "game"
    DECK = "deck"
    CLOCK = "clock"
    PEOPLE = "people"
    DEALER = "dealer"
    GO = "go"


@dataclass(frozen=True, slots=True)
class EveningPlan:
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
    money: str = ""
    """`1`: amounts are money, `0`: they are points; empty where nobody was asked."""
    spare: tuple[str, ...] = ()
    """Who was named and left the seat: still offered, so nobody types a name again."""

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
            ("money", self.money),
            *((f"spare{at}", name) for at, name in enumerate(self.spare)),
        ]
        return tuple((name, value) for name, value in listed if value)

    def href(self, step: StartStep, **more: str) -> str:
        """Return the address of a question with these choices."""
        return f"/begin/{step}?{urlencode([*self.fields(), *more.items()])}"

    def with_name(self, seat: int, name: str) -> EveningPlan:
        """Return the plan with somebody on a seat; who sat there gets the seat that is left."""
        if not 0 <= seat < len(self.names):
            return self
        before, same = self.names[seat], name.casefold()
        moved = [before if name and each.casefold() == same else each for each in self.names]
        return replace(self, names=(*moved[:seat], name, *moved[seat + 1 :]))

    def keeping(self, before: EveningPlan) -> EveningPlan:
        """Return the plan that still offers whoever sat in the plan before."""
        gone = (each for each in before.names if each and not is_placeholder(each))
        left = (each for each in gone if each not in self.names)
        return replace(self, spare=distinct((*before.spare, *left))[-SEATS:])

    def with_seats(self, count: int) -> EveningPlan:
        """Return the plan for so many people; who was named last goes first."""
        names = (*self.names, *[""] * SEATS)[:count]
        dealer = self.dealer if self.dealer is not None and self.dealer < count else None
        return replace(self, names=names, dealer=dealer)

    @property
    def next_empty(self) -> int | None:
        """The first seat without a name."""
        return next((seat for seat, name in enumerate(self.names) if not name), None)


def read_plan(given: Mapping[str, str]) -> EveningPlan:
    """Return what address or form say; what is no choice is left out."""
    count = given.get("seats", "")
    named = {seat: given.get(f"name{seat}", "") for seat in range(SEATS)}
    taken = max((seat + 1 for seat, name in named.items() if name), default=0)
    seats = int(count) if count in map(str, range(FEWEST, SEATS + 1)) else max(taken, FEWEST)
    dealer = given.get("dealer", "")
    return EveningPlan(
        names=tuple(named[seat][:60] for seat in range(seats)),
        game=given.get("game", "")[:60],
        deck=given.get("deck", "")[:60],
        dealer=int(dealer) if dealer in map(str, range(seats)) else None,
        moment=given.get("moment", "")[:30],
        first=given.get("first") == "1",
        alone=given.get("alone") == "1",
        money=given.get("money", "") if given.get("money") in ("0", "1") else "",
        spare=tuple(name[:60] for at in range(SEATS) if (name := given.get(f"spare{at}", ""))),
    )


def as_last_time(state: TableState, decks: Sequence[str]) -> EveningPlan:
    """Return the plan of an evening like the last one: who would deal next deals first.

    Whoever has no name any more is asked for one.
    """
    deck = state.deck if state.deck in decks else ""
    names = tuple("" if is_placeholder(name) else name for name in state.seats)
    return EveningPlan(names=names, game=LAST, deck=deck, dealer=state.next_dealer)


MOST_DEALERS = 5
"""People among whom the last page asks who deals."""


def steps(
    plan: EveningPlan, *, watched: bool, filmed: bool, asks_deck: bool, asks_time: bool
) -> tuple[StartStep, ...]:
    """Return the questions in order.

    Without a camera the last page asks who deals, and a tap on that begins, where all names have
    room there; with one, the consent of all is the last tap. A film (`filmed`) that the program was
    started with is all that is watched, and nothing about it can be set up: that is not asked.
    """
    asked: Mapping[StartStep, Callable[[], bool]] = {
        StartStep.WATCH: lambda: plan.first and watched and not filmed,
        StartStep.DEALER: lambda: watched or len(plan.names) > MOST_DEALERS,
        StartStep.DECK: lambda: asks_deck,
        StartStep.CLOCK: lambda: asks_time,
    }
    return tuple(step for step in StartStep if asked.get(step, lambda: True)())
