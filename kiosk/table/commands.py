"""What a person or the camera asks of the table; the writer turns a command into events.

A command that cannot be carried out raises `PlainError` and leaves journal and state as they were.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.cards import Card
from engine.deal.record import Contract, JsonObject
from engine.events import TournamentPlace


@dataclass(frozen=True, slots=True)
class StartEvening:
    """Begin an evening with these people, seat 0 first."""

    game: str
    rules: JsonObject
    seats: tuple[str, ...]
    deck: str
    tournament: TournamentPlace | None = None
    """Where it belongs, where it is a round of one."""


@dataclass(frozen=True, slots=True)
class StartDeal:
    """Begin the next deal; without a dealer the deal passes clockwise."""

    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Announce:
    """Say what is played; None takes the announcement back."""

    contract: Contract | None


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Somebody spoke in the auction: a word, or a contract that he named."""

    seat: int
    say: str
    contract: Contract | None = None


@dataclass(frozen=True, slots=True)
class ClaimRest:
    """Somebody says that the rest is his, and the others are asked; None: they do not agree."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Double:
    """Legen, Klopfen, Kontra, Re and their like."""

    say: str
    seat: int | None = None
    after: int | Literal["now"] | None = "now"
    """How many cards lay when it was said; None: nobody said when."""
    said: bool = True
    """False: the doubling recorded just so was not said after all."""


@dataclass(frozen=True, slots=True)
class LayCard:
    """A card played without the camera, by touch."""

    card: Card
    seat: int | None = None


ShownPlace = tuple[int, int]
"""Trick (from 0) and seat of a play as a screen named them to whoever answers: people know a card
by them. Where it stands elsewhere by now they spoke of another card. None: it was not named so."""


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """The play with this `seq` was another card; None: it cannot be said which."""

    of: int
    card: Card | None
    shown: ShownPlace | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ConfirmCard:
    """The play with this `seq` was read right."""

    of: int
    shown: ShownPlace | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LeaveQuestion:
    """Nobody can say which card the play with this `seq` was; the table goes on."""

    of: int


@dataclass(frozen=True, slots=True)
class InsertCard:
    """A card was laid that nobody saw; before the play with `seq` `before`, or last."""

    card: Card | None
    before: int | None
    shown: ShownPlace | None = field(default=None, compare=False)
    """Of the play it goes before."""


@dataclass(frozen=True, slots=True)
class RemoveCard:
    """The play with this `seq` was no play."""

    of: int
    shown: ShownPlace | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """Decide about a verdict of a deal (the current one or an earlier one)."""

    deal: str
    verdict: str
    ruling: Literal["upheld", "dismissed", "waived"]


@dataclass(frozen=True, slots=True)
class CloseDeal:
    """The deal is over; `end` as in the deal file, None when all cards were played."""

    end: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class StateLaufende:
    """So many Laufende there were in a deal that ended early and cannot be settled without."""

    deal: str
    count: int
    """Positive "with", negative "without"; 0 none."""


@dataclass(frozen=True, slots=True)
class StateHolder:
    """This seat held the called card in a deal that ended before it lay."""

    deal: str
    seat: int


@dataclass(frozen=True, slots=True)
class TellHidden:
    """The cards that lay face down in a deal that is over: what was buried, given, given back."""

    deal: str
    cards: tuple[tuple[str, tuple[Card, ...]], ...]
    """Field of the contract (`engine.games.hidden`) and what the cards were."""


@dataclass(frozen=True, slots=True)
class NoteDeal:
    """Write a remark on a deal, in place of the one before; an empty one takes it away."""

    deal: str
    text: str


@dataclass(frozen=True, slots=True)
class TellDealing:
    """Say how a deal was dealt, a word of its game's `dealings`."""

    deal: str
    dealt: str


@dataclass(frozen=True, slots=True)
class GiveLayout:
    """How the cards of a two-player layout lie; replaces what was said before."""

    piles: tuple[tuple[tuple[Card | None, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class TurnOver:
    """A covered card of a two-player layout was turned over."""

    seat: int
    pile: int
    card: Card


@dataclass(frozen=True, slots=True)
class EnterDeal:
    """The result of a deal, entered by hand in place of its cards; deals first if nobody has."""

    told: JsonObject
    """As `engine.deal.ends.read_entered` reads it; empty: what the cards say."""
    contract: Contract | None = None
    """What was played; None: as it was announced."""
    doubles: tuple[str, ...] | None = None
    """Everything that doubled; None: as it was said."""
    deal: str | None = None
    """A deal that is over, whose result this replaces; None: the running or the next one."""


@dataclass(frozen=True, slots=True)
class ChangeSeats:
    """People came, left or changed places; seat 0 first."""

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawSeats:
    """The aces drew partners: who got the first one and who the second, by seat."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """Somebody sits out by choice from the next deal on, or plays again."""

    seat: int
    out: bool = True


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody plays for the owner of a seat from the next deal on; None: the owner again."""

    seat: int
    name: str | None
    scores: Literal["owner", "substitute"] = "owner"


@dataclass(frozen=True, slots=True)
class ChangeGame:
    """From the next deal on another game, or other house rules; the score goes on."""

    game: str
    rules: JsonObject


@dataclass(frozen=True, slots=True)
class ChangeDeck:
    """From the next deal on another deck; `cards` are those it holds."""

    deck: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TakeBreak:
    """The table takes a break: the camera looks away, the running deal is kept."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """The break is over."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Change the score by hand: one amount a seat, in the tariff's unit, and why."""

    amounts: tuple[int, ...]
    """Those of who left come last, in the order of `gone`."""
    reason: str
    gone: tuple[str, ...] = ()
    """Names of people who left and have a score."""


@dataclass(frozen=True, slots=True)
class TakeBackChange:
    """A change of the score (its `seq`) does not count after all."""

    of: int


EveningCommand = (
    EnterDeal
    | ChangeSeats
    | DrawSeats
    | SitOut
    | Substitute
    | ChangeGame
    | ChangeDeck
    | TakeBreak
    | GoOn
    | Adjust
    | TakeBackChange
)
"""What concerns the evening; see `kiosk.table.evening_orders`."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the latest thing a person did in this deal."""


@dataclass(frozen=True, slots=True)
class Restore:
    """What the newest undo took back counts after all."""

    of: int
    """`seq` of the undo."""


@dataclass(frozen=True, slots=True)
class EndEvening:
    """Close the evening."""


@dataclass(frozen=True, slots=True)
class ForgetPeople:
    """Forget the names of people, by the journal's numbers; no event, and for good."""

    numbers: tuple[int, ...]


Command = (
    StartEvening
    | StartDeal
    | Announce
    | MakeBid
    | ClaimRest
    | Double
    | LayCard
    | CorrectCard
    | ConfirmCard
    | LeaveQuestion
    | InsertCard
    | RemoveCard
    | Rule
    | CloseDeal
    | StateLaufende
    | StateHolder
    | TellHidden
    | NoteDeal
    | TellDealing
    | GiveLayout
    | TurnOver
    | EveningCommand
    | Undo
    | Restore
    | EndEvening
    | ForgetPeople
)
