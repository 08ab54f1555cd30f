"""Called cards: what a family says about the duties of whoever holds one.

Who holds a called card is hidden until it shows. So a family gives one function that tells, for any
seat taken to hold any of the called cards, which of its plays would have been wrong, and how many
cards of the called suit would excuse each. The referee asks it about the seat that showed a card
and about every seat that may still have one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from engine.cards import Card
from engine.games.facts import UNKNOWN, Facts
from engine.games.tricks import goes_on

CALLED_CARD = "called_card_"
"""What the kinds of breaches begin with."""
WITHHELD = CALLED_CARD + "withheld"
UNDERLED = CALLED_CARD + "underled"
DISCARDED = CALLED_CARD + "discarded"
ILLEGAL_CALL = "illegal_call"
"""Kind of the verdict on a caller who may not have called as he did."""
UNDER_WITHHELD = "under_withheld"
"""Kind of the verdict on a caller who did not play the card that lies face down for the suit."""

NOT_KEPT = "called_suit_not_kept"
"""Kind of the verdict on a caller who did not keep for the suit what he says is his (PG)."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """What makes a card right that would be wrong otherwise: enough cards of the called suit."""

    since: int
    """Index of a play; what its seat held right before it counts."""
    need: int
    """Cards of the called suit, the called ones among them, that he must have held then."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A play that was wrong, unless one of its excuses holds."""

    kind: str
    play: int
    card: Card
    """The called card that had to be laid or kept."""
    excuses: tuple[Excuse, ...] = ()
    """Any one of them is enough; the easiest to fulfil comes last."""


Held = Mapping[Card, int | None]
"""Called cards a seat is taken to hold, each with the play that laid it; None: still in hand."""
Walk = Callable[[Facts, int, Held], tuple[Breach, ...]]
"""Facts, seat and what it is taken to hold to its breaches, in the order of play."""


@dataclass(frozen=True, slots=True)
class Calling:
    """The called cards of one deal."""

    caller: int
    suit: int
    """Class of the called suit."""
    cards: tuple[Card, ...]
    """The card the caller says he does not hold (the Ass), then the Schöne where it is called."""
    must_hold: bool
    """Whether the caller says that he holds another card of the suit (not so in a Renonce)."""
    breaches: Walk
    claims: tuple[Card, ...] = ()
    """Cards that the caller says are his, in his hand or where nobody plays them (PG: for a called
    ten all three fail aces)."""
    lacks: bool = False
    """Whether the caller says that no card of the suit is his, in his hand or where nobody plays
    it, but one that all know of (PG: the card face down)."""


class Course(Enum):
    """How far the duties of a deal's called cards have come."""

    UNASKED = "unasked"
    """The suit was not led, and no called card lies."""
    KEPT = "kept"
    """Each came when it was due, so nobody can have broken a duty."""
    OPEN = "open"
    """Anything else."""


Shown = Mapping[Card, tuple[int, int]]
"""Called cards that lie, each with seat and play."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the cards that lie say about the called cards, at a look."""

    shown: Shown
    course: Course
    caller_has_shown: bool
    """Whether a card of the called suit lies that the caller laid."""


_last: tuple[Facts, Calling, Look] | None = None
"""The last look: it stays the same until the called suit is laid or led again."""


def look_at(facts: Facts, calling: Calling) -> Look:
    """Look at what lies."""
    global _last  # noqa: PLW0603 - a cache; what is returned never depends on it
    last = _last
    if last is not None and last[1] is calling and _nothing_new(last[0], facts, calling):
        look = last[2]
    else:
        look = Look(
            shown_cards(facts, calling), _course_of(facts, calling), _has_shown(facts, calling)
        )
    _last = facts, calling, look
    return look


def _nothing_new(before: Facts, facts: Facts, calling: Calling) -> bool:
    """Tell whether at most one card was added, and none that is about the called suit."""
    if before is facts:
        return True
    if not goes_on(before, facts) or calling.suit in (facts.klasses[-1], facts.led[-1]):
        return False
    return facts.record.plays[-1].card not in calling.cards


def shown_cards(facts: Facts, calling: Calling) -> Shown:
    """Return the called cards that lie, those left out that lie twice."""
    laid = [play.card for play in facts.plays]
    found: dict[Card, tuple[int, int]] = {}
    for card in calling.cards:
        if card in laid and card not in facts.doubtful:
            index = laid.index(card)
            found[card] = facts.plays[index].seat, index
    return found


def _has_shown(facts: Facts, calling: Calling) -> bool:
    suit, caller = calling.suit, calling.caller
    for klass, play in zip(facts.klasses, facts.plays, strict=True):
        if klass == suit and play.seat == caller:
            return True
    return False


def _course_of(facts: Facts, calling: Calling) -> Course:
    """Tell how far the duties have come."""
    laid = [play.card for play in facts.plays]
    places = [laid.index(card) for card in calling.cards if card in laid]
    if calling.suit not in facts.led:
        return Course.OPEN if places else Course.UNASKED
    if len(places) < len(calling.cards):
        return Course.OPEN
    size = len(facts.setting.seats)
    leads = [trick for trick, led in enumerate(facts.led) if led == calling.suit]
    ass = places[0]
    in_turn = ass // size == leads[0]
    for schoene in places[1:]:
        together = facts.plays[schoene].seat == facts.plays[ass].seat
        in_turn &= schoene // size in (leads[1:2] if together else leads[:1])
    return Course.KEPT if in_turn else Course.OPEN


def suit_shown(facts: Facts, calling: Calling, seat: int, since: int = 0) -> int:
    """Return how many cards of the called suit `seat` is certain to have laid from `since` on."""
    plays, klasses, suit = facts.plays, facts.klasses, calling.suit
    return sum(
        1
        for index in range(since, len(plays))
        if klasses[index] == suit
        and plays[index].seat == seat
        and plays[index].card not in facts.doubtful
    )


def may_be_of_suit(facts: Facts, suit: int, index: int) -> bool:
    """Tell whether the card of a play was of the suit, or may have been."""
    return facts.klasses[index] in (suit, UNKNOWN)
