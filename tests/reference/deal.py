"""One deal as its line tells it, with the whole truth about the cards, and its tricks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.reference.cards import (
    FRENCH_GAMES,
    Trumps,
    cards_each,
    deck,
    from_french,
    points,
    trumps_of,
)

Line = dict[str, Any]


@dataclass(frozen=True)
class Play:
    """One card laid: its index among all plays, who laid it, and what it was."""

    index: int
    seat: int
    card: str


@dataclass(frozen=True)
class Trick:
    """A trick, whole or begun."""

    plays: tuple[Play, ...]
    winner: int | None
    """Who takes it; None while it is not whole."""

    @property
    def led(self) -> Play:
        """The card it was led with."""
        return self.plays[0]

    @property
    def points(self) -> int:
        """The points in it."""
        return sum(points(play.card) for play in self.plays)


@dataclass(frozen=True)
class Deal:
    """A deal, read from its line; all cards in German codes."""

    line: Line
    game: str
    seats: tuple[int, ...]
    """Who plays, from the opener on."""
    contract: dict[str, Any]
    trumps: Trumps
    plays: tuple[Play, ...]
    hands: dict[int, tuple[str, ...]]
    """What each seat had when play began, after picking up, burying and exchanging."""
    tricks: tuple[Trick, ...]
    covered: dict[str, str] = field(default_factory=dict)
    """Two people: which card lies below which."""

    @property
    def people(self) -> int:
        """How many play."""
        return len(self.seats)

    @property
    def kind(self) -> str:
        """The contract's kind."""
        return str(self.contract["kind"])

    @property
    def seat(self) -> int:
        """The seat that declares."""
        return int(self.contract["seat"])

    @property
    def whole(self) -> bool:
        """Whether every card was played."""
        return len(self.plays) == self.people * each_of(self.line)

    @property
    def deck(self) -> list[str]:
        """Every card of the deck."""
        return deck(self.game, self.people, short=is_short(self.line))

    def holder(self, card: str) -> int | None:
        """Who had a card when play began."""
        return next((seat for seat, hand in self.hands.items() if card in hand), None)


def seats_of(line: Line) -> list[int]:
    """Who plays, from the opener, at the dealer's left, on."""
    count, dealer = line["players"], line["dealer"]
    out = line.get("out")
    if out is None:  # the dealer sits out where one too many sits there (DE 7 Spieler; RULES 0.12)
        most = {"mehrkopf": 6, "schafkopf": 4, "bavarian": 4}.get(line["game"], count)
        out = [dealer] if count > most else []
    order = [(dealer + step) % count for step in range(1, count + 1)]
    return [seat for seat in order if seat not in out]


def is_short(line: Line) -> bool:
    """Whether it is played with the short deck, without Acht and Sieben."""
    return bool((line.get("rules") or {}).get("deck") == "short")


def each_of(line: Line) -> int:
    """How many cards each person plays."""
    return cards_each(line["game"], len(seats_of(line)), short=is_short(line))


def read(line: Line, dealt: dict[int, list[str]], covered: dict[str, str] | None = None) -> Deal:
    """Read a line; `dealt` is the truth about the hands when play began, in German codes."""
    game = line["game"]
    german = from_french if game in FRENCH_GAMES else str
    seats = tuple(seats_of(line))
    contract = line["contract"]
    trumps = trumps_of(game, len(seats), contract)
    plays = tuple(Play(i, seat, german(card)) for i, (seat, card) in enumerate(line["plays"]))
    return Deal(
        line=line,
        game=game,
        seats=seats,
        contract=contract,
        trumps=trumps,
        plays=plays,
        hands={seat: tuple(hand) for seat, hand in dealt.items()},
        tricks=tuple(tricks(plays, len(seats), trumps, under_of(line))),
        covered=covered or {},
    )


def called_cards(contract: dict[str, Any], people: int) -> list[str]:
    """What a Rufspiel calls: the Ass, with five and more the Schöne beside it (DE Normalspiel)."""
    called = contract.get("called") or contract["suit"] + "A"
    first = called if isinstance(called, str) else called[0]
    return [first, first[0] + "S"] if people >= 5 else [first]


def under_of(line: Line) -> tuple[str, str] | None:
    """The card laid face down and the suit it counts as, in German codes (RULES 0.27)."""
    contract = line["contract"]
    if not contract.get("under"):
        return None
    return from_french(contract["under"]), from_french(contract["called"])[0]


def die_partner(line: Line) -> int:
    """Who the die names, counted clockwise from the picker (PG Seven player rules)."""
    die = line["contract"]["die"]
    roll = die["roll"] if isinstance(die, dict) else die
    return int((line["contract"]["seat"] + roll) % line["players"])


def tricks(
    plays: tuple[Play, ...], people: int, trumps: Trumps, under: tuple[str, str] | None = None
) -> Iterator[Trick]:
    """Cut plays into tricks and say who takes each."""
    for start in range(0, len(plays), people):
        part = plays[start : start + people]
        if len(part) < people:
            yield Trick(part, None)
            return
        yield Trick(part, taker(part, trumps, under))


def taker(part: tuple[Play, ...], trumps: Trumps, under: tuple[str, str] | None) -> int:
    """The highest trump, else the highest card of what was led; one face down never."""
    led = trumps.klass(part[0].card)
    if under is not None and part[0].card == under[0]:
        led = under[1]
    best: Play | None = None
    for play in part:
        if under is not None and play.card == under[0]:
            continue
        if trumps.klass(play.card) not in (led, "T"):
            continue
        if best is None or trumps.beats(play.card, best.card):
            best = play
    return part[0].seat if best is None else best.seat
