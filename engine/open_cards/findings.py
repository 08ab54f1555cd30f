"""What is told of a deal with open cards: its turn, and at most three cards that it hung on.

No list of mistakes: with open cards everybody knows better. So each card is asked a second time, in
the ways in which the others' cards could lie for all that its player knew. One that was better with
open cards alone is told as that, and only after those that could be known.

`look` is the way in: a finished deal's record goes in, `OpenCards` or `Withheld` comes out, values
that can be pickled and are JSON by `engine.open_cards.form`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TypeVar

from engine.cards import Card
from engine.deal.record import DealRecord
from engine.deal.report import DealResult
from engine.open_cards.analysis import Course, PlayValue, course, grade
from engine.open_cards.deal import OTHER_POINTS, OpenDeal, opened
from engine.open_cards.game import Solver
from engine.open_cards.knowledge import Knowledge, World
from engine.open_cards.search import EnoughError, Limit
from engine.referee.evaluation import evaluate
from engine.text import Text

_T = TypeVar("_T")

MOST_CARDS = 3
"""Cards that are told of one deal."""
WORTH_TELLING = 10
"""Points from which on a card is told that left the result as it was."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is searched for one deal, in positions (`search.Limit`)."""

    deal: int = 1_000_000
    """For the deal as it lay."""
    kept: int = 400_000
    """Positions kept at once, some 60 MB."""
    worlds: int = 200
    """Ways to lie asked about each card."""
    fewest: int = 40
    """Ways that have to be asked for a card to be told; most in the first trick take too long."""
    world: int = 60_000
    """Positions for one way; one that takes more is left out."""
    card: int = 1_000_000
    """Positions for all the ways of one card; fewer ways are asked where it takes more."""
    asked: int = 5
    """Cards asked about in one deal."""


USUAL = Effort()
_FIRST_WAYS = 8


@dataclass(frozen=True, slots=True)
class Known:
    """How another card would have done for all that its player knew."""

    better: int
    """Ways to lie in which it would have made more for his side."""
    worse: int
    asked: int
    gain: int
    """What it would have made more in all of them together; below nothing where less."""

    @property
    def seen(self) -> bool:
        """Whether it was better by what the player could know, and not with open cards alone."""
        return self.better > self.worse and self.gain > 0


@dataclass(frozen=True, slots=True)
class ToldCard:
    """One card that a deal hung on."""

    play: int
    """Index of the play."""
    trick: int
    """From 1."""
    seat: int
    laid: Card
    better: Card
    before: int
    """The side's points with best play of all before it."""
    after: int
    """And once it lay."""
    known: Known

    @property
    def loss(self) -> int:
        """The points that went with it."""
        return abs(self.before - self.after)


@dataclass(frozen=True, slots=True)
class UncheckedCard:
    """A card that points went with, of which too few ways to lie could be asked."""

    play: int
    trick: int
    seat: int
    laid: Card
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A card with which the result became another."""

    play: int
    trick: int
    step: int
    """The points of the side that were reached no more, or now."""


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What a finished deal would have come to."""

    side: tuple[int, ...]
    """The seats whose points are told."""
    others: tuple[int, ...]
    """The seats that play against them; whoever sits out is on no side."""
    steps: tuple[int, ...]
    """The points at which the result becomes another."""
    final: int
    """What the side made."""
    best: int
    """What it makes with best play of all from the first trick that was worked out."""
    from_trick: int
    """That trick, from 1."""
    open_until: int | None
    """The last trick in which another card would have led to another result; None where none."""
    turns: tuple[Turn, ...]
    cards: tuple[ToldCard, ...]
    """In the order of play."""
    values: tuple[tuple[int, int, int], ...]
    """Index of each play worked out, the side's points before and after it."""
    unchecked: tuple[UncheckedCard, ...] = ()
    """In the order of play, at most as many as cards are told; said, so that none told looks like
    the one that it hung on while a weightier one was left out."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """Why a deal is not worked out."""

    why: Text


class Stage(Enum):
    """What is worked out at the moment; one after the other."""

    DEAL = "deal"
    """The deal as it lay: plays, from the last one back. The first ones take by far the longest."""
    CARDS = "cards"
    """What could be known of single cards: ways to lie, each of which takes about as long."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of a stage is done."""

    stage: Stage
    done: int
    total: int
    spare: int | None = None
    """Positions that may still be looked at for the deal as it lay; mostly it takes fewer."""
    left_s: float | None = None
    """Seconds the stage will still take, of the deal as it lay at most; told by whoever has a
    clock, and None as long as nobody can."""


TOO_LARGE = Text(
    de="Schon die letzten Stiche dieses Spiels lassen zu viele Möglichkeiten offen.",
    en="Even the last tricks of this deal leave too many possibilities.",
)


def look(
    record: DealRecord, effort: Effort = USUAL, seed: str = ""
) -> Generator[Progress, None, OpenCards | Withheld]:
    """Work a finished deal out and say what is told of it; yields how far it is.

    Args:
        record: the deal, over and played to its last card.
        effort: how much is searched.
        seed: draws other ways to lie than those that are usually drawn.
    """
    deal = opened(record)
    if isinstance(deal, Text):
        return Withheld(deal)
    limit = Limit(effort.deal, effort.kept)
    work = course(deal, record, limit)
    yield Progress(Stage.DEAL, 0, len(record.plays), limit.positions)
    course_ = yield from _counted(
        work,
        lambda plays: Progress(
            Stage.DEAL, plays, len(record.plays), max(0, effort.deal - limit.used)
        ),
    )
    result = evaluate(record).result
    if result is None or _counts_otherwise(result, deal, course_.final):
        return Withheld(OTHER_POINTS)
    if not course_.values:
        return Withheld(TOO_LARGE)
    told: list[ToldCard] = []
    unchecked: list[UncheckedCard] = []
    asked_of = candidates(course_)[: effort.asked]
    total = len(asked_of) * effort.worlds
    for number, each in enumerate(asked_of):
        done = number * effort.worlds
        yield Progress(Stage.CARDS, done, total)
        if sum(card.known.seen for card in told) < MOST_CARDS:
            asked = _known(record, each, deal, effort, seed)
            known = yield from _counted(asked, partial(_of_ways, done, total))
            if known.asked >= effort.fewest:
                told.append(_told(record, course_, each, known))
            else:
                unchecked.append(_unchecked(record, course_, each))
    return _open_cards(course_, told, unchecked)


def looked(record: DealRecord, effort: Effort = USUAL, seed: str = "") -> OpenCards | Withheld:
    """Return what `look` comes to."""
    return _end_of(look(record, effort, seed))


def candidates(course_: Course) -> list[PlayValue]:
    """Return the plays that may be told: those that turned the result, then by what they cost."""
    deal = course_.deal
    found = [
        each
        for each in course_.values
        if each.loss >= WORTH_TELLING or (each.loss and _turned(deal, each))
    ]
    return sorted(found, key=lambda each: (not _turned(deal, each), -each.loss, each.play))


def known_of(
    record: DealRecord, play: PlayValue, deal: OpenDeal, effort: Effort = USUAL, seed: str = ""
) -> Known:
    """Return how the better card of a play would have done for all that its player knew."""
    return _end_of(_known(record, play, deal, effort, seed))


def _end_of(work: Generator[object, None, _T]) -> _T:
    """Return what some work comes to."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: _T = end.value
            return found


def _counted(
    work: Generator[int, None, _T], far: Callable[[int], Progress]
) -> Generator[Progress, None, _T]:
    """Do some work that counts its steps; `far` tells how far it is with so many of them."""
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            found: _T = end.value
            return found
        yield far(step)


def _of_ways(before: int, total: int, ways: int) -> Progress:
    return Progress(Stage.CARDS, before + ways, total)


def _known(
    record: DealRecord, play: PlayValue, deal: OpenDeal, effort: Effort, seed: str
) -> Generator[int, None, Known]:
    """Compare the card laid and the better one in one way to lie after the other."""
    had = {each.card: each.seat for each in record.plays if each.card is not None}
    knowledge = Knowledge(record, had, play.play)
    laid = record.plays[play.play].card
    assert laid is not None
    better = deal.card_of[play.better]
    counts = {1: 0, 0: 0, -1: 0}
    gain = used = 0
    guess = play.after
    for world in knowledge.worlds(effort.worlds, seed):
        if world is None:
            continue
        asked = sum(counts.values())
        # Where the first ways say that too few could be asked, the rest of the work is saved.
        too_few = asked >= _FIRST_WAYS and used * effort.fewest > effort.card * asked
        if used > effort.card or too_few:
            break
        limit = Limit(effort.world)
        found = _compared(world, laid, better, guess, limit)
        used += limit.used
        if found is not None:
            more, guess = found
            gain += more
            counts[(more > 0) - (more < 0)] += 1
        yield sum(counts.values())
    return Known(counts[1], counts[-1], sum(counts.values()), gain)


def _compared(
    world: World, laid: Card, better: Card, guess: int, limit: Limit
) -> tuple[int, int] | None:
    """Return what the better card makes more for its player, and what the one laid comes to.

    None where the limit is reached.
    """
    deal, at = world.deal, world.at
    solver = Solver(deal, limit)
    game = solver.game
    try:
        value = solver.value(game.after(at, deal.bit_of[laid]), guess)
        more = solver.value(game.after(at, deal.bit_of[better]), value) - value
    except EnoughError:
        return None
    return more if deal.side[game.mover(at)] else -more, value


def _counts_otherwise(result: DealResult, deal: OpenDeal, final: int) -> bool:
    """Tell whether the settlement counts other points for the side than its tricks say."""
    if result.points is not None:
        return result.points[0] != final
    ours = (deal.seats[place] for place, mine in enumerate(deal.side) if mine)
    return sum(result.points_by_seat[seat] for seat in ours) != final


def _turned(deal: OpenDeal, play: PlayValue) -> bool:
    return grade(deal, play.before) != grade(deal, play.after)


def _told(record: DealRecord, course_: Course, play: PlayValue, known: Known) -> ToldCard:
    deal = course_.deal
    laid = record.plays[play.play]
    assert laid.card is not None
    return ToldCard(
        play.play,
        _trick(deal, play.play),
        laid.seat,
        laid.card,
        deal.card_of[play.better],
        play.before,
        play.after,
        known,
    )


def _unchecked(record: DealRecord, course_: Course, play: PlayValue) -> UncheckedCard:
    laid = record.plays[play.play]
    assert laid.card is not None
    trick = _trick(course_.deal, play.play)
    return UncheckedCard(play.play, trick, laid.seat, laid.card, play.before, play.after)


def _trick(deal: OpenDeal, play: int) -> int:
    return play // len(deal.seats) + 1


def _open_cards(course_: Course, told: list[ToldCard], unchecked: list[UncheckedCard]) -> OpenCards:
    deal = course_.deal
    turns = tuple(_turns(course_))
    turned = {turn.play for turn in turns}
    # What turned the result comes first, known or not: who sees it turned asks who turned it back.
    # Then what could be known; `sorted` keeps the order of weight beyond that.
    chosen = sorted(told, key=lambda card: (card.play not in turned, not card.known.seen))
    last = course_.open_until
    return OpenCards(
        side=tuple(seat for seat, mine in zip(deal.seats, deal.side, strict=True) if mine),
        others=tuple(
            sorted(seat for seat, mine in zip(deal.seats, deal.side, strict=True) if not mine)
        ),
        steps=deal.steps,
        final=course_.final,
        best=course_.values[0].before,
        from_trick=_trick(deal, course_.first),
        open_until=None if last is None else _trick(deal, last),
        turns=turns,
        cards=tuple(sorted(chosen[:MOST_CARDS], key=lambda card: card.play)),
        values=tuple((each.play, each.before, each.after) for each in course_.values),
        unchecked=tuple(sorted(unchecked[:MOST_CARDS], key=lambda card: card.play)),
    )


def _turns(course_: Course) -> Iterator[Turn]:
    deal = course_.deal
    for each in course_.values:
        before, after = grade(deal, each.before), grade(deal, each.after)
        if before != after:
            yield Turn(each.play, _trick(deal, each.play), deal.steps[min(before, after)])
