"""What a screen shows of a finished deal with open cards: sentences, cards, or how far the work is.

What was found comes from `engine.open_cards` and is said in its words; here it is only put beside
the replay. Nobody is counted up: a card stands with the trick it lay in, and with nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from engine.deal.record import DealRecord
from engine.open_cards.findings import OpenCards, Progress, Stage, Withheld
from engine.open_cards.wording import MEANING, CardLines, card_lines, summary
from engine.text import Text
from kiosk.replay.reel import Reel
from kiosk.replay.waiting import Waiting
from kiosk.screens.cards import Face, face
from kiosk.screens.facts import DealFacts
from kiosk.words import replay as w
from kiosk.words.replay import time_left

Found = OpenCards | Withheld | Progress | Waiting | None
"""What is known of a deal by now; None: nothing, and nobody works at it."""


class Finder(Protocol):
    """Where findings are kept."""

    def of(self, record: DealRecord) -> Found:
        """Return what is known of a deal; never waits for it to be worked out, as it will be."""
        ...

    def known(self, record: DealRecord) -> OpenCards | Withheld | None:
        """Return what was found of a deal; nothing is worked out for it."""
        ...


FINDER = "open-cards"
"""Under this name an application that shows them holds its `Finder`."""


class Phase(Enum):
    """What there is to see."""

    TOLD = "told"
    WITHHELD = "withheld"
    WORKING = "working"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class ToldPlay:
    """One card that is told, beside the one that would have made more."""

    index: int
    """The step in which it was laid."""
    trick: int
    """From 1."""
    laid: Face
    better: Face
    lines: CardLines
    seen: bool
    """Whether it was better by what its player could know."""
    step: int | None
    """The points at which the result became another with it; None where it stayed as it was."""
    href: str
    """The address of its step, with open cards."""


@dataclass(frozen=True, slots=True)
class OpenCardsScreen:
    """What is told of one deal."""

    phase: Phase
    number: int
    """Of the deal in its evening."""
    meaning: Text
    says: tuple[Text, ...]
    """A sentence each: what was found, why nothing is told, or how far the work is."""
    cards: tuple[ToldPlay, ...]
    share: int | None
    """Hundredths of the stage that are done; None where none is being worked at."""

    @property
    def changes(self) -> bool:
        """Whether there will be more to see without anybody tapping."""
        return self.phase in (Phase.WORKING, Phase.WAITING)


@dataclass(frozen=True, slots=True)
class Opening:
    """Open cards beside the steps of a replay."""

    href: str
    """The page that tells the whole deal."""
    cards: tuple[ToldPlay, ...] = ()
    """Those that are marked; none before somebody asked for them: they give the deal away."""
    on: bool = False
    """Whether somebody did."""

    def at(self, index: int) -> ToldPlay | None:
        """Return the card told at a step."""
        return next((each for each in self.cards if each.index == index), None)

    def in_trick(self, number: int) -> ToldPlay | None:
        """Return the first card told of a trick."""
        return next((each for each in self.cards if each.trick == number), None)


def open_cards_screen(found: Found, reel: Reel, at: Callable[[int], str]) -> OpenCardsScreen:
    """Return what is told of a deal.

    Args:
        found: what is known of it.
        reel: the deal, over.
        at: returns the address of a step by its index.
    """
    share: int | None = None
    match found:
        case OpenCards():
            phase, says = Phase.TOLD, summary(found, _names(reel))
        case Withheld(why=why):
            phase, says = Phase.WITHHELD, (w.NOT_OPENED, why)
        case Progress():
            share = share_of(found)
            phase, says = Phase.WORKING, (working_words(found),)
        case Waiting(before=before):
            phase, says = Phase.WAITING, (waiting_words(before),)
        case None:
            phase, says = Phase.WAITING, (waiting_words(0),)
    cards = told_plays(found, reel, at)
    return OpenCardsScreen(phase, reel.deal.number, MEANING, says, cards, share)


def waiting_words(before: int) -> Text:
    """Return what is said of a deal before which so many others are worked out."""
    match before:
        case 0:
            return w.NOT_OPENED_YET
        case 1:
            return w.ONE_BEFORE
        case _:
            return w.SOME_BEFORE.format(n=before)


def working_words(step: Progress) -> Text:
    """Return how far the work is, and how long it will take where that is known."""
    if step.stage is Stage.DEAL:
        said = w.OPENING_DEAL.format(done=step.done, total=step.total)
    else:
        said = w.OPENING_CARDS.format(n=share_of(step))
    left = left_words(step)
    return said if left is None else w.WITH_TIME_LEFT.format(said=said, left=left)


def left_words(step: Progress) -> Text | None:
    """Return how long a stage will still take, or at most; None while nobody can tell."""
    if step.left_s is None:
        return None
    return time_left(step.left_s, at_most=step.stage is Stage.DEAL)


def share_of(step: Progress) -> int:
    """Return the hundredths of a stage that are done."""
    return 100 * step.done // max(step.total, 1)


def told_plays(found: Found, reel: Reel, at: Callable[[int], str]) -> tuple[ToldPlay, ...]:
    """Return the cards that are told of a deal, in the order of play; none while none are known."""
    if not isinstance(found, OpenCards):
        return ()
    names, steps = _names(reel), {turn.play: turn.step for turn in found.turns}
    told = []
    for each in found.cards:
        index, lines = reel.at(reel.deal.laid[each.play].seq), card_lines(each, found, names)
        told.append(
            ToldPlay(
                index,
                each.trick,
                face(each.laid),
                face(each.better),
                lines,
                each.known.seen,
                steps.get(each.play),
                at(index),
            )
        )
    return tuple(told)


def _names(reel: Reel) -> tuple[str, ...]:
    return DealFacts(reel.deal, running=False).names
