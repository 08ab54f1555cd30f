"""Called cards: the duties of whoever holds one, and the verdicts once it has shown.

Who holds a called card is hidden until it shows. So a family gives one function that tells, for any
seat taken to hold any of the called cards, which of its plays would have been wrong, and how many
cards of the called suit would excuse each. The referee asks it about the seat that showed a card
and about every seat that may still have one.

Once the card lies, every lead of its suit can be judged. How many cards of the suit its holder had
is bounded from above by what others have shown of it and by the cards he still has; a verdict that
an excuse could answer is given only once the bound rules the excuse out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product

from engine.caching import Slot
from engine.cards import Card
from engine.deal.report import Grade, Known, Verdict
from engine.games.facts import UNKNOWN, Facts, first_plays, goes_on

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


class CallCourse(Enum):
    """How far the duties of a deal's called cards have come."""

    UNASKED = "unasked"
    """The suit was not led, and no called card lies."""
    KEPT = "kept"
    """Each came when it was due, so nobody can have broken a duty."""
    OPEN = "open"
    """Anything else."""


ShownCards = Mapping[Card, tuple[int, int]]
"""Called cards that lie, each with seat and play."""


@dataclass(frozen=True, slots=True)
class CalledView:
    """What the cards that lie say about the called cards, at a look."""

    shown: ShownCards
    course: CallCourse
    caller_has_shown: bool
    """Whether a card of the called suit lies that the caller laid."""


_VIEW = Slot[tuple[Facts, Calling, CalledView]]()
"""The last look: it stays the same until the called suit is laid or led again."""


def called_view(facts: Facts, calling: Calling) -> CalledView:
    """Look at what lies."""
    last = facts.record.memo.latest(_VIEW)
    if last is not None and last[1] is calling and _nothing_new(last[0], facts, calling):
        look = last[2]
    else:
        look = CalledView(
            shown_cards(facts, calling), _course_of(facts, calling), _has_shown(facts, calling)
        )
    facts.record.memo.keep(_VIEW, (facts, calling, look))
    return look


def _nothing_new(before: Facts, facts: Facts, calling: Calling) -> bool:
    """Tell whether at most one card was added, and none that is about the called suit."""
    if before is facts:
        return True
    if not goes_on(before, facts) or calling.suit in (facts.klasses[-1], facts.led[-1]):
        return False
    return facts.record.plays[-1].card not in calling.cards


def shown_cards(facts: Facts, calling: Calling) -> ShownCards:
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


def _course_of(facts: Facts, calling: Calling) -> CallCourse:
    """Tell how far the duties have come."""
    laid = [play.card for play in facts.plays]
    places = [laid.index(card) for card in calling.cards if card in laid]
    if calling.suit not in facts.led:
        return CallCourse.OPEN if places else CallCourse.UNASKED
    if len(places) < len(calling.cards):
        return CallCourse.OPEN
    size = len(facts.setting.seats)
    leads = [trick for trick, led in enumerate(facts.led) if led == calling.suit]
    ass = places[0]
    in_turn = ass // size == leads[0]
    for schoene in places[1:]:
        together = facts.plays[schoene].seat == facts.plays[ass].seat
        in_turn &= schoene // size in (leads[1:2] if together else leads[:1])
    return CallCourse.KEPT if in_turn else CallCourse.OPEN


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


_Wrong = dict[tuple[str, int, int], Breach]
"""Kind, seat and play of what is certainly wrong."""


def called_card_verdicts(facts: Facts, calling: Calling) -> tuple[Verdict, ...]:
    """Return the verdicts that rest on called cards that lie, in the order of the wrong plays."""
    look = called_view(facts, calling)
    shown = look.shown
    called = _illegal_call(facts, calling, shown)
    in_order = not facts.doubtful and UNKNOWN not in facts.led
    if not shown or (in_order and look.course is CallCourse.KEPT):
        return called
    last = _certain(facts, calling, shown)
    if not last:
        return called
    found = [
        _verdict(facts, key, breach, shown, _known_after(facts, calling, shown, key))
        for key, breach in sorted(last.items(), key=_place)
    ]
    return (*called, *found)


def _known_after(
    facts: Facts, calling: Calling, shown: ShownCards, key: tuple[str, int, int]
) -> int:
    """Return the play from which on an act is certain: what is certain stays so."""
    low, high = min(play for _, play in shown.values()), len(facts.plays) - 1
    while low < high:
        middle = (low + high) // 2
        part = first_plays(facts, middle + 1)
        if key in _certain(part, calling, shown_cards(part, calling)):
            high = middle
        else:
            low = middle + 1
    return low


def _place(entry: tuple[tuple[str, int, int], Breach]) -> int:
    return entry[0][2]


def _verdict(
    facts: Facts, key: tuple[str, int, int], breach: Breach, shown: ShownCards, known: int
) -> Verdict:
    kind, seat, play = key
    by_him = {card: index for card, (whose, index) in shown.items() if whose == seat}
    shows = by_him.get(breach.card, min(by_him.values()))
    return Verdict(
        kind,
        seat,
        play,
        (play,) if play >= shows else (play, shows),
        known,
        suspects=(seat,),
        grades=(Known(Grade.OWN_PLAY, known),),
        card=breach.card,
    )


def _certain(facts: Facts, calling: Calling, shown: ShownCards) -> _Wrong:
    """Return what the seats that showed a called card did wrong, wherever another one lies."""
    found: _Wrong = {}
    for seat in sorted({whose for whose, _ in shown.values()}):
        ways = [
            {
                (breach.kind, seat, breach.play): breach
                for breach in calling.breaches(facts, seat, held)
                if all(_ruled_out(facts, calling, seat, held, each) for each in breach.excuses)
            }
            for held in _holdings(facts, calling, shown, seat)
        ]
        found |= {key: breach for key, breach in ways[0].items() if all(key in way for way in ways)}
    return found


def _holdings(facts: Facts, calling: Calling, shown: ShownCards, seat: int) -> Iterator[Held]:
    """Yield every way `seat` can hold the called cards, the shown ones alone first."""
    choices = [
        [shown[card][1] if shown[card][0] == seat else _ABSENT]
        if card in shown
        else [_ABSENT, *_hiding_places(facts, seat)]
        for card in calling.cards
    ]
    for choice in product(*choices):
        yield {
            card: place
            for card, place in zip(calling.cards, choice, strict=True)
            if place is not _ABSENT
        }


_ABSENT: int = -1
"""Stands for a called card that the seat does not hold."""


def _hiding_places(facts: Facts, seat: int) -> list[int | None]:
    """Return where an unseen card of the seat can be: in its hand, or under a play not seen."""
    laid = [index for index, play in enumerate(facts.plays) if play.seat == seat]
    places: list[int | None] = [None] if len(laid) < facts.setting.hand_size else []
    return [*places, *[index for index in laid if facts.plays[index].card is None]]


def _ruled_out(facts: Facts, calling: Calling, seat: int, held: Held, excuse: Excuse) -> bool:
    """Tell whether the seat cannot have held as many cards of the suit as the excuse takes."""
    klasses, plays = facts.klasses, facts.plays
    his = [index for index, play in enumerate(plays) if play.seat == seat]
    may_have_laid = sum(
        1 for index in his if index >= excuse.since and may_be_of_suit(facts, calling.suit, index)
    )
    his_at_most = may_have_laid + max(0, facts.setting.hand_size - len(his))
    if his_at_most < excuse.need:
        return True
    seen = set(range(len(plays))).difference(his)
    seen.update(index for index in his if index < excuse.since)
    elsewhere = sum(
        1
        for index in seen
        if klasses[index] == calling.suit and plays[index].card not in facts.doubtful
    )
    laid = {play.card for play in plays}
    elsewhere += sum(1 for card in calling.cards if card not in held and card not in laid)
    size = sum(1 for klass in facts.setting.klass.values() if klass == calling.suit)
    return size - elsewhere < excuse.need


def _illegal_call(facts: Facts, calling: Calling, shown: ShownCards) -> tuple[Verdict, ...]:
    """Judge the call by what the caller himself has laid (DE Normalspiel, AB 3)."""
    whose, play = shown.get(calling.cards[0], (None, None))
    if whose == calling.caller and play is not None:
        return (_called_wrongly(facts, calling, play),)
    last_trick = len(facts.tricks) >= facts.setting.trick_count
    if not calling.must_hold or not last_trick:
        return ()
    his = [index for index, each in enumerate(facts.plays) if each.seat == calling.caller]
    all_shown = len(his) == facts.setting.hand_size and all(
        facts.plays[index].card is not None and facts.plays[index].card not in facts.doubtful
        for index in his
    )
    if all_shown and not suit_shown(facts, calling, calling.caller):
        return (_called_wrongly(facts, calling, his[-1]),)
    return ()


def _called_wrongly(facts: Facts, calling: Calling, play: int) -> Verdict:
    return Verdict(
        ILLEGAL_CALL,
        calling.caller,
        play,
        (play,),
        play,
        suspects=(calling.caller,),
        grades=(Known(Grade.OWN_PLAY, play),),
        card=calling.cards[0],
    )
