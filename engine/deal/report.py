"""What can be said about a deal: turn, tricks, verdicts and the result. All of it is derived.

`engine.referee.evaluation.evaluate` is the one door to the referee and the settlement; everything
else in the house (fold, page, strip, `mehrkopf score`, `mehrkopf watch`) reads a `DealReport`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from engine.cards import Card
from engine.deal.auction import AuctionView


class Status(Enum):
    """The life of a verdict (DESIGN 6)."""

    SUSPECTED = "suspected"
    PROVEN = "proven"
    UPHELD = "upheld"
    DISMISSED = "dismissed"
    WAIVED = "waived"


class Grade(Enum):
    """How a verdict is proven (RULES 13)."""

    OWN_PLAY = "own_play"
    COUNT = "count"
    JOINT = "joint"


@dataclass(frozen=True, slots=True)
class Known:
    """From which play on a verdict held by one grade of proof."""

    grade: Grade
    after: int
    """Index of the play."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One wrong act with its proof; all numbers are indexes into the deal's plays."""

    kind: str
    """`revoke`, `called_card_withheld`, `called_card_underled`, `called_card_discarded` ..."""
    seat: int | None
    """Whose it was; None while it may have been one of several `suspects`."""
    play: int
    """The play that was wrong. Where nobody can be named yet it is the play that made it certain
    that somebody erred; where it may have been one of several by one seat, the first of them."""
    proof: tuple[int, ...]
    """The wrong play and the play that shows it; while it may have been one of several, every play
    that would explain it by itself, and at the end the play that made it certain."""
    known_after: int
    """The earliest play after which the verdict holds, by whichever grade."""
    grade: Grade = Grade.OWN_PLAY
    """The strongest grade that holds by now."""
    status: Status = Status.PROVEN
    suspects: tuple[int, ...] = ()
    grades: tuple[Known, ...] = ()
    """Every grade that holds by now, in the order in which they came to hold."""
    card: Card | None = None
    """The called card in question, where the verdict is about one."""
    payout_if_upheld: tuple[Fraction, ...] | None = None
    """What each seat would get were it upheld; None where that changes nothing."""

    @property
    def id(self) -> str:
        """`kind:seat:play`, stable as long as the plays stand; `x` for a seat not yet certain."""
        if self.seat is None:
            return joint_id(self.kind, self.play)
        return f"{self.kind}:{self.seat}:{self.play}"


def joint_id(kind: str, play: int) -> str:
    """Return the id of a verdict that names nobody; `play` is the one that made it certain."""
    return f"{kind}:x:{play}"


@dataclass(frozen=True, slots=True)
class TrickView:
    """One trick, finished or running."""

    start: int
    """Index of its first play."""
    leader: int
    plays: tuple[tuple[int, Card | None], ...]
    """Seat and card in the order of play."""
    winner: int | None
    """Who is winning it so far; None while a card that could decide it is unseen."""
    points: int
    complete: bool
    certain: bool = True
    """False where only the seat that led next says who won: the cards do not."""


@dataclass(frozen=True, slots=True)
class DealResult:
    """The settlement; numbers as in the deal file's answer."""

    declarers: tuple[int, ...]
    winner: str
    winners: tuple[int, ...]
    points: tuple[int, int] | None
    """Augen of declarers and of defenders; None where everyone plays alone."""
    points_by_seat: tuple[int, ...]
    tricks: tuple[int, ...]
    schneider: bool
    schwarz: bool
    laufende: int
    """Positive "with", negative "without"; 0 where too few to count."""
    laufende_cards: tuple[Card, ...]
    price: int
    payout: tuple[Fraction, ...]
    stock_change: int
    game_points: tuple[int, ...] | None = None
    """What each team gains where the game counts points of its own and pays nothing."""


@dataclass(frozen=True, slots=True)
class DealReport:
    """Everything derived from one record."""

    turn: int | None
    """Whose turn it is; None when the deal is over or nobody can be named."""
    tricks: tuple[TrickView, ...]
    trick_count: int
    """Tricks of a complete deal."""
    hand_sizes: tuple[int, ...]
    """Cards each seat still holds."""
    complete: bool
    """Every card of the deal was seen."""
    called_card: Card | None
    """The card that names the partner, where there is one."""
    partners: tuple[int, ...]
    """Who plays with the declarer, as far as the table has seen it; two where five or more play."""
    sides_known: bool
    """Whether everybody's side is known."""
    verdicts: tuple[Verdict, ...]
    result: DealResult | None
    """The settlement; None while the deal runs."""
    auction: AuctionView | None = None
    """The auction, with what did not belong in it; None where nobody noted one."""


TOUT_LOST = "tout_lost"
"""The verdict that tells it, and the end of such a deal."""


def decided_after(verdicts: Iterable[Verdict], laid: int, trick_size: int) -> int | None:
    """Return after how many plays a deal was over by itself; None where it was not.

    Args:
        verdicts: the deal's.
        laid: how many cards are recorded.
        trick_size: cards in a trick.
    """
    for verdict in verdicts:
        if verdict.kind == TOUT_LOST:
            count = (verdict.known_after // trick_size + 1) * trick_size
            return count if count <= laid else None
    return None
